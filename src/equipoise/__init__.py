"""equipoise: the open laboratory for computer poker.

Abstract a poker game, solve the abstraction, translate the solution back, play it, and measure
how good it is. ``import equipoise as eq`` offers what ``docs/api.md`` lists; on the command line
start with ``equipoise --help``. Names are loaded when they are first used, so that importing the
package costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from equipoise.base.lazy import lazy_names
from equipoise.base.version import __version__ as __version__

if TYPE_CHECKING:
    from equipoise.abstraction.bets.betting import BettingAbstraction as BettingAbstraction
    from equipoise.abstraction.buckets.bucketing import Bucketing as Bucketing
    from equipoise.abstraction.buckets.notation import CardAbstraction as CardAbstraction
    from equipoise.abstraction.buckets.own import register_buckets as register_buckets
    from equipoise.agents import registry as _registry
    from equipoise.agents.agent import Agent as Agent
    from equipoise.agents.options import Option as Option
    from equipoise.agents.policy_agent import PolicyAgent as PolicyAgent
    from equipoise.agents.registry import find_agent as find_agent
    from equipoise.api.abstraction import bucketing as bucketing
    from equipoise.api.games import game_names as game_names
    from equipoise.api.matches import PlayedMatch as PlayedMatch
    from equipoise.api.matches import match as match
    from equipoise.api.measuring import assess_hands as assess_hands
    from equipoise.api.measuring import best_response as best_response
    from equipoise.api.measuring import expected_value as expected_value
    from equipoise.api.measuring import exploit as exploit
    from equipoise.api.measuring import exploitability as exploitability
    from equipoise.api.measuring import game_value as game_value
    from equipoise.api.measuring import lower_bound as lower_bound
    from equipoise.api.solving import Snapshot as Snapshot
    from equipoise.api.solving import Solved as Solved
    from equipoise.api.solving import Trace as Trace
    from equipoise.api.solving import solve as solve
    from equipoise.api.strategies import GameStrategy as GameStrategy
    from equipoise.api.strategies import StrategyIndex as StrategyIndex
    from equipoise.api.strategies import load_strategy as load_strategy
    from equipoise.api.strategies import uniform_strategy as uniform_strategy
    from equipoise.base.errors import InputError as InputError
    from equipoise.cards.card import cards_text as cards_text
    from equipoise.cards.card import parse_cards as parse_cards
    from equipoise.cards.equity import Equity as Equity
    from equipoise.cards.equity import equity as equity
    from equipoise.cards.evaluator import describe as describe
    from equipoise.cards.evaluator import evaluate as evaluate
    from equipoise.cards.evaluator import evaluate_many as evaluate_many
    from equipoise.cards.isomorphism import HandIndexer as HandIndexer
    from equipoise.cards.ranges import Range as Range
    from equipoise.experiments.harness.experiment import Cell as Cell
    from equipoise.experiments.harness.experiment import Claim as Claim
    from equipoise.experiments.harness.experiment import Experiment as Experiment
    from equipoise.experiments.harness.experiment import Outcome as Outcome
    from equipoise.experiments.harness.experiment import Setting as Setting
    from equipoise.experiments.harness.registry import register_experiment as register_experiment
    from equipoise.experiments.harness.run import run_experiment as run_experiment
    from equipoise.formats import resolve_game as resolve_game
    from equipoise.games.action import Action as Action
    from equipoise.games.observation import Observation as Observation
    from equipoise.games.public_state import PublicState as PublicState
    from equipoise.games.record import HandRecord as HandRecord
    from equipoise.games.rules import GameRules as GameRules
    from equipoise.games.state import State as State
    from equipoise.policies.policy import HandsPolicy as HandsPolicy
    from equipoise.policies.policy import Policy as Policy
    from equipoise.policies.policy import RangeChances as RangeChances
    from equipoise.solvers.cfr import Schedule as Schedule
    from equipoise.solvers.methods import register_schedule as register_schedule
    from equipoise.spine.game import AbstractGame as AbstractGame
    from equipoise.spine.game import Start as Start
    from equipoise.spots.preflop import Preflop as Preflop
    from equipoise.spots.solution import SpotSolution as SpotSolution
    from equipoise.spots.spot import Spot as Spot
    from equipoise.translation.mappings import Mapping as Mapping
    from equipoise.translation.mappings import find_mapping as find_mapping
    from equipoise.translation.mappings import register_mapping as register_mapping
    from equipoise.translation.options import Translation as Translation

    register_agent = _registry.register

#: the public interface: stable, and on one page of the docs, which a test compares with this
_HOME = {
    "resolve_game": "formats",
    "game_names": "api.games",
    "GameRules": "games.rules",
    "State": "games.state",
    "Action": "games.action",
    "Observation": "games.observation",
    "PublicState": "games.public_state",
    "HandRecord": "games.record",
    "AbstractGame": "spine.game",
    "Start": "spine.game",
    "Spot": "spots.spot",
    "SpotSolution": "spots.solution",
    "Preflop": "spots.preflop",
    "BettingAbstraction": "abstraction.bets.betting",
    "CardAbstraction": "abstraction.buckets.notation",
    "Bucketing": "abstraction.buckets.bucketing",
    "bucketing": "api.abstraction",
    "register_buckets": "abstraction.buckets.own",
    "solve": "api.solving",
    "Solved": "api.solving",
    "Snapshot": "api.solving",
    "Trace": "api.solving",
    "Schedule": "solvers.cfr",
    "register_schedule": "solvers.methods",
    "GameStrategy": "api.strategies",
    "StrategyIndex": "api.strategies",
    "load_strategy": "api.strategies",
    "uniform_strategy": "api.strategies",
    "exploitability": "api.measuring",
    "exploit": "api.measuring",
    "assess_hands": "api.measuring",
    "best_response": "api.measuring",
    "game_value": "api.measuring",
    "expected_value": "api.measuring",
    "lower_bound": "api.measuring",
    "Translation": "translation.options",
    "Mapping": "translation.mappings",
    "find_mapping": "translation.mappings",
    "register_mapping": "translation.mappings",
    "Policy": "policies.policy",
    "HandsPolicy": "policies.policy",
    "RangeChances": "policies.policy",
    "Agent": "agents.agent",
    "PolicyAgent": "agents.policy_agent",
    "Option": "agents.options",
    "find_agent": "agents.registry",
    "register_agent": "agents.registry:register",
    "match": "api.matches",
    "PlayedMatch": "api.matches",
    "Experiment": "experiments.harness.experiment",
    "Setting": "experiments.harness.experiment",
    "Outcome": "experiments.harness.experiment",
    "Cell": "experiments.harness.experiment",
    "Claim": "experiments.harness.experiment",
    "register_experiment": "experiments.harness.registry",
    "run_experiment": "experiments.harness.run",
    "parse_cards": "cards.card",
    "cards_text": "cards.card",
    "evaluate": "cards.evaluator",
    "evaluate_many": "cards.evaluator",
    "describe": "cards.evaluator",
    "HandIndexer": "cards.isomorphism",
    "Range": "cards.ranges",
    "Equity": "cards.equity",
    "equity": "cards.equity",
    "InputError": "base.errors",
}

__all__ = ["__version__", *_HOME]
__getattr__, __dir__ = lazy_names(__name__, _HOME)
