"""Card abstractions as JSON types: what was built, one hand's buckets, two compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from equipoise.cards.card import cards_text

if TYPE_CHECKING:
    from equipoise.abstraction.buckets.bucketing import Bucketing
    from equipoise.abstraction.buckets.compare import RoundComparison
    from equipoise.abstraction.buckets.glance import BoardBuckets, RoundGlance
    from equipoise.abstraction.buckets.portrait import RoundPortrait


def rounds_json(bucketing: Bucketing) -> list[dict[str, Any]]:
    """Buckets and hands up to suits; None for sampled flops."""
    from equipoise.abstraction.buckets.notation import ROUNDS
    from equipoise.cards.isomorphism import HandIndexer

    indexer = HandIndexer((2, 3, 1, 1))
    return [
        {
            "round": name,
            "buckets": count,
            "hands": None if bucketing.sampled and number else indexer.size(number),
        }
        for number, (name, count) in enumerate(zip(ROUNDS, bucketing.counts, strict=True))
    ]


def glance_json(part: RoundGlance) -> dict[str, Any]:
    """A hand in the buckets of one round, on this board alone."""
    from equipoise.abstraction.buckets.notation import ROUNDS
    from equipoise.abstraction.buckets.portrait import combo_text

    return {
        "round": ROUNDS[part.number],
        "bucket": part.bucket,
        "of": part.buckets,
        "strength": part.strength,
        "deviation": part.deviation,
        "waveform": [float(value) for value in part.waveform],
        "together": [combo_text(int(combo)) for combo in part.together],
    }


def portrait_json(part: RoundPortrait) -> dict[str, Any]:
    """A hand in the buckets of one round, and what is in its bucket over all boards."""
    from equipoise.abstraction.buckets.portrait import combo_text

    return {
        **glance_json(part),
        "share": part.share,
        "bucket_strength": part.bucket_strength,
        "bucket_range": list(part.bucket_range),
        "exact": part.exact,
        "nearest": [
            {
                "hand": combo_text(other.combo),
                "distance": other.distance,
                "strength": other.strength,
                "same_bucket": other.same_bucket,
            }
            for other in part.nearest
        ],
        "examples": [
            {
                "hand": combo_text(example.combo),
                "board": cards_text(example.board),
                "strength": example.strength,
            }
            for example in part.examples
        ],
    }


def board_json(found: BoardBuckets) -> dict[str, Any]:
    """All hands on a board with their buckets, and every bucket that is there with its shape."""
    from equipoise.abstraction.buckets.notation import ROUNDS
    from equipoise.abstraction.buckets.portrait import combo_text

    hands = [int(combo) for combo in (found.bucket >= 0).nonzero()[0]]
    parts = []
    for bucket, waveform in zip(found.present, found.waveforms, strict=True):
        inside = found.inside(int(bucket))
        strengths = found.strength[inside]
        parts.append(
            {
                "bucket": int(bucket),
                "hands": len(inside),
                "share": len(inside) / len(hands),
                "strength": float(strengths.mean()),
                "low": float(strengths.min()),
                "high": float(strengths.max()),
                "waveform": [float(value) for value in waveform],
            }
        )
    return {
        "round": ROUNDS[found.number],
        "board": cards_text(found.board),
        "of": found.buckets,
        "hands": [combo_text(combo) for combo in hands],
        "hand_buckets": [int(found.bucket[combo]) for combo in hands],
        "strengths": [round(float(found.strength[combo]), 6) for combo in hands],
        "buckets": parts,
    }


def comparison_json(part: RoundComparison) -> dict[str, Any]:
    """Two bucketings in one round."""
    from equipoise.abstraction.buckets.notation import ROUNDS

    found = part.agreement
    return {
        "round": ROUNDS[part.number],
        "buckets": list(part.counts),
        "boards": part.boards,
        "exact": part.exact,
        "adjusted_rand": found.adjusted_rand,
        "adjusted_rand_error": part.error,
        "same_pairs": found.same,
        "first_kept": found.first_kept,
        "second_kept": found.second_kept,
        "information_bits": found.information,
        "entropies_bits": list(found.entropies),
        "normalised_information": found.normalised_information,
        "strength_sd_within": list(part.within),
        "strength_sd": part.overall,
        "waveform_distance_within": (
            None if part.waveform_within is None else list(part.waveform_within)
        ),
    }
