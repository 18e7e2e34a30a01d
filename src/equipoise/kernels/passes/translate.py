"""Following a translation plan: a real strategy from an abstract one (see ``translation.plan``)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equipoise.kernels.compile import kernel
from equipoise.kernels.types import Float64s, Int64s, UInt8s

_CALL = 0  # the action name of a call
_NEVER = 1e-12  # reach below this counts as zero


class PlanArrays(NamedTuple):
    """The arrays of a plan, described in ``translation.plan``; ``names`` is their number."""

    nodes: Int64s
    history_starts: Int64s
    places: Int64s
    option_starts: Int64s
    option_actions: Int64s
    option_names: Int64s
    origin_starts: Int64s
    origins: Int64s
    chances: Int64s
    names: int


class PlanCards(NamedTuple):
    """The card states of one player in the real and the abstract game, by round.

    ``states`` are those of the real game; state s of round r comes from ``parents[parent_starts[r]
    + s]`` and maps to ``buckets[bucket_starts[r] + s]`` of the abstract game's ``source_states``.
    """

    states: Int64s
    parents: Int64s
    parent_starts: Int64s
    buckets: Int64s
    bucket_starts: Int64s
    source_states: Int64s


@kernel
def follow_plan(
    plan: PlanArrays,
    cards: PlanCards,
    answers: Float64s,
    rounds: UInt8s,
    source_offsets: Int64s,
    source: Float64s,
    target_offsets: Int64s,
    dominated_below: float,
    target: Float64s,
) -> None:
    """Write the real strategy at a plan's nodes: that of an agent with weighted abstract histories.

    Per card state, a history's weight is that of the option it came from times the probabilities of
    the readings between; weights are normalised at every decision. At nodes the agent never reaches
    by itself only the readings weigh, or all histories alike if those exclude each other. With
    ``dominated_below`` above 0 an option is removed if some history of at least that weight gives
    an option of that name a smaller probability (Schnizlein 2009, section 4.3.3); if nothing is
    left every history calls.
    """
    nodes, names, places, chances = plan.nodes, plan.names, plan.places, plan.chances
    history_starts, origin_starts, origins = plan.history_starts, plan.origin_starts, plan.origins
    option_starts, option_actions = plan.option_starts, plan.option_actions
    option_names = plan.option_names
    states, parents, parent_starts = cards.states, cards.parents, cards.parent_starts
    buckets, bucket_starts, source_states = cards.buckets, cards.bucket_starts, cards.source_states
    most = states.max()
    options = len(option_actions)
    weights = np.zeros((options, most))
    option_round = np.zeros(options, dtype=np.int64)
    option_prior = np.zeros(options)
    widest = 0
    for i in range(len(nodes)):
        widest = max(widest, history_starts[i + 1] - history_starts[i])
    share = np.zeros(widest)
    prior = np.zeros(widest)
    bad = np.zeros(names, dtype=np.bool_)
    for i in range(len(nodes)):
        node = nodes[i]
        number = rounds[node]
        count = states[number]
        first = history_starts[i]
        histories = history_starts[i + 1] - first
        read = 0.0
        for h in range(histories):
            prior[h] = 0.0
            for k in range(origin_starts[first + h], origin_starts[first + h + 1]):
                before = 1.0 if origins[k] < 0 else option_prior[origins[k]]
                prior[h] += before * answers[chances[k, 0]] * answers[chances[k, 1]]
            read += prior[h]
        for h in range(histories):
            prior[h] = prior[h] / read if read > 0.0 else 1.0 / histories
            for o in range(option_starts[first + h], option_starts[first + h + 1]):
                option_round[o] = number
                option_prior[o] = prior[h]
        for s in range(count):
            total = 0.0
            for h in range(histories):
                share[h] = 0.0
                for k in range(origin_starts[first + h], origin_starts[first + h + 1]):
                    factor = answers[chances[k, 0]] * answers[chances[k, 1]]
                    if factor == 0.0:
                        continue
                    if origins[k] >= 0:
                        state = s
                        later = number
                        while later > option_round[origins[k]]:
                            state = parents[parent_starts[later] + state]
                            later -= 1
                        factor *= weights[origins[k], state]
                    share[h] += factor
                total += share[h]
            for h in range(histories):
                share[h] = prior[h] if total <= _NEVER else share[h] / total
            bucket = buckets[bucket_starts[number] + s]
            stride = source_states[number]
            for h in range(histories):
                begin = option_starts[first + h]
                for o in range(begin, option_starts[first + h + 1]):
                    if places[first + h] < 0:
                        weights[o, s] = 1.0
                    else:
                        at = source_offsets[places[first + h]] + (o - begin) * stride
                        weights[o, s] = source[at + bucket]
            left = 1.0
            if dominated_below > 0.0:
                for n in range(names):
                    bad[n] = False
                for h in range(histories):
                    if share[h] >= dominated_below:
                        for o in range(option_starts[first + h], option_starts[first + h + 1]):
                            if weights[o, s] < dominated_below:
                                bad[option_names[o]] = True
                left = 0.0
                for h in range(histories):
                    kept = 0.0
                    for o in range(option_starts[first + h], option_starts[first + h + 1]):
                        if bad[option_names[o]]:
                            weights[o, s] = 0.0
                        kept += weights[o, s]
                    if kept > 0.0:
                        left += share[h]
                        for o in range(option_starts[first + h], option_starts[first + h + 1]):
                            weights[o, s] /= kept
                if left <= _NEVER:
                    left = 0.0
            if left == 0.0:
                for h in range(histories):
                    begin = option_starts[first + h]
                    calling = begin
                    for o in range(begin, option_starts[first + h + 1]):
                        if option_names[o] == _CALL:
                            calling = o
                    weights[calling, s] = 1.0
                left = 1.0
            base = target_offsets[node]
            for h in range(histories):
                for o in range(option_starts[first + h], option_starts[first + h + 1]):
                    weights[o, s] *= share[h] / left
                    target[base + option_actions[o] * count + s] += weights[o, s]
