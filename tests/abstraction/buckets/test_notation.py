import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.abstraction.buckets.notation import (
    KINDS,
    PERCENTILES,
    CardAbstraction,
    Part,
    RoundSpec,
)
from equipoise.base.errors import InputError

THESIS = {
    # as printed in the tables of Schnizlein 2009: our text, and buckets a round
    "8.8.8.8": ("8.8.8.8", (8, 64, 512, 4096)),
    "5.5.5.5": ("5.5.5.5", (5, 25, 125, 625)),
    "12.12.12.12": ("12.12.12.12", (12, 144, 1728, 20736)),
    "ir169.64.8.8": ("ir169.64.8.8", (169, 64, 512, 4096)),
    "ir169.72hs2x2hs.12.12": ("ir169.72hs2x2hs.12.12", (169, 144, 1728, 20736)),
    "ir169.ir64.ir512.4096": ("ir169.ir64.ir512.4096", (169, 64, 512, 4096)),
    "ir169.dir-pub20x205-20x1.pub3x68-3x1.68": (
        "ir169.dir-pub20x205-pub20x1.dir-pub3x68-pub3x1.68",
        (169, 4100, 4080, 4080),
    ),
    "ir169.dir-pub20x36hs2x5hs-20x1.dir-pub3x20hs2x3hs-3x1.60": (
        "ir169.dir-pub20x36hs2x5hs-pub20x1.dir-pub3x20hs2x3hs-pub3x1.60",
        (169, 3600, 3600, 3600),
    ),
    "ir169.dir-pub20x75hs2x36hs-20x1.dir-pub3x50hs2x18hs-3x1.900": (
        "ir169.dir-pub20x75hs2x36hs-pub20x1.dir-pub3x50hs2x18hs-pub3x1.900",
        (169, 54000, 54000, 54000),
    ),
}


@pytest.mark.parametrize("text", THESIS)
def test_the_abstractions_of_the_thesis(text):
    abstraction = CardAbstraction.parse(text)
    assert (str(abstraction), abstraction.sizes) == THESIS[text]
    assert CardAbstraction.parse(str(abstraction)) == abstraction


@pytest.mark.parametrize(
    ("text", "buckets"),
    [
        ("ir169.pub20x75hs2x36hs.pub3x50hs2x18hs.900", "145,800,000"),
        ("ir169.pub20x36hs2x5hs.pub3x20hs2x3hs.60", "648,000"),
    ],
)
def test_table_5_2_of_the_thesis_leaves_out_what_is_forgotten(text, buckets):
    # as printed the flop is remembered whole; meant are the dir- abstractions of table 3.2 above
    with pytest.raises(InputError) as refused:
        CardAbstraction.parse(text)
    assert refused.value.position == text.index("pub3")
    assert refused.value.problem == f"{buckets} buckets on the turn"
    assert "dir-Y-Z in an earlier round to remember less" in str(refused.value)


def test_who_remembers_what():
    perfect = CardAbstraction.parse("8.8.8.8")
    assert perfect.perfect_recall
    once = CardAbstraction.parse("ir169.64.8.8")
    assert not once.perfect_recall
    assert [spec.remembers_all for spec in once.rounds] == [False, True, True, True]
    longest = CardAbstraction.parse(
        "ir169.dir-pub20x36hs2x5hs-pub20x1.dir-pub3x20hs2x3hs-pub3x1.60"
    )
    flop = longest.rounds[1]
    assert flop.parts == (Part(20, "pub"), Part(36, "hs2"), Part(5, "hs"))
    assert flop.remembered == (Part(20, "pub"),)
    assert longest.rounds[3].parts == (Part(60, "hs"),)
    assert CardAbstraction.parse("ir169.dir-64-8.8.8").sizes == (169, 64, 64, 512)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("8hs2.8hs2.8hs2.8hs2", "8.8.8.8"),
        ("8hs.8.8.8hs", "8hs.8.8.8"),
        ("dir-8-1.8.8.8", "ir8.8.8.8"),
        ("8.dir-8-8.8.8", "8.8.8.8"),
        ("8.8.8.ir8", "8.8.8.8"),
        ("8.8.8.dir-8-4", "8.8.8.8"),
        ("ir169wave.5wave.5wave.5wave", "ir169.5wave.5wave.5wave"),
        ("12-25-6-6", "12pa.25pa.6pa.6pa"),
        ("8.dir-pub4x8hs2x2hs-pub4x4x1.8.8", "8.dir-pub4x8hs2x2hs-pub4x4hs2x1.8.8"),
    ],
)
def test_other_ways_to_write_the_same(text, same):
    assert str(CardAbstraction.parse(text)) == same


@pytest.mark.parametrize(
    ("text", "position", "problem"),
    [
        ("", 0, "not a number"),
        ("8.8.8", 5, "the river is missing"),
        ("8.8.8.8.8", 7, "after the river"),
        ("8.8.x.8", 4, "'x' is not"),
        ("8.8.8.8z", 7, "after the river"),
        ("8.8q.8.8", 3, "cannot follow"),
        ("8.0.8.8", 2, "0 buckets"),
        ("8.8pub3.8.8", 3, "cannot follow"),
        ("8.8xpub3.8.8", 4, "come first"),
        ("pub3.8.8.8", 0, "no board"),
        ("200.8.8.8", 0, "200 buckets"),
        ("169x2.8.8.8", 0, "cannot be divided"),
        ("8.8ochs.8.8", 2, "ochs on the flop"),
        ("8.8pax2.8.8", 2, "must be alone"),
        ("8.8.8.2x8ochs", 8, "combined with public buckets"),
        ("ir169.ir72hs3x3hs.8.8", 12, "cannot follow"),
        ("8.dir-8.8.8", 7, "remembered is missing"),
        ("8.ir8-4.8.8", 5, "ir remembers nothing"),
        ("8.dir-8-3.8.8", 8, "is not among the known parts"),
        ("8.dir-pub3x8-pub2x1.8.8", 13, "is not among the known parts"),
        ("8.dir-pub3x8-1x8.8.8", 15, "only the leading"),
        ("8.dir-8-8x1x1.8.8", 10, "more is remembered"),
        ("8.dir-8hs2x4hs-4x4.8.8", 17, "only the last"),
        ("8.dir-64hs2x10hs-8x10.8.8", 19, "only the last"),
        ("8.dir-4x1-2x1.4.4", 8, "divides nothing"),
        ("8.dir-4x1-2.4.4", 8, "divides nothing"),
        ("8.pub1x8.8.8", 2, "divides nothing"),
        ("dir-169-13.8.8.8", 8, "is not among the known parts"),
        ("1.9999.9999.8", 7, "buckets on the turn"),
        ("8.9999999.8.8", 2, "7 digits"),
        ("8.8.8.\u0663", 6, "is not a number"),
    ],
)
def test_errors_point_at_the_character(text, position, problem):
    with pytest.raises(InputError) as refused:
        CardAbstraction.parse(text)
    assert refused.value.position == position
    assert problem in refused.value.problem
    assert "\n" not in str(refused.value)


def kinds_of(number):
    return [kind for kind in KINDS[1:] if kind not in ("pa", "hs2" if number == 3 else "",
                                                      "ochs" if number < 3 else "")]  # fmt: skip


@st.composite
def round_specs(draw, number):
    if draw(st.booleans()):
        parts = (Part(draw(st.integers(1, 9)), "pa"),)
    else:
        kinds = draw(st.lists(st.sampled_from(kinds_of(number)), min_size=1, max_size=3))
        least = 2 if len(kinds) > 1 else 1
        parts = tuple(Part(draw(st.integers(least, 9)), kind) for kind in kinds)
        if "ochs" in kinds:
            parts = (Part(draw(st.integers(2, 9)), "ochs"),)
        if number and parts[0].count > 1 and draw(st.booleans()):
            parts = (Part(draw(st.integers(2, 9)), "pub"), *parts)
    kept = draw(st.integers(0, len(parts))) if number < 3 else len(parts)
    remembered = parts[:kept]
    if kept and number < 3 and parts[kept - 1].kind in PERCENTILES:
        last = parts[kept - 1]
        fewer = [count for count in range(2, last.count + 1) if last.count % count == 0]
        if fewer:
            remembered = (*remembered[:-1], Part(draw(st.sampled_from(fewer)), last.kind))
    return RoundSpec(number, parts, remembered)


@given(st.tuples(*(round_specs(number) for number in range(4))))
def test_what_is_printed_is_read_again(rounds):
    abstraction = CardAbstraction(rounds)
    if max(abstraction.sizes) > 65_535:
        return
    assert CardAbstraction.parse(str(abstraction)) == abstraction


@given(st.text(alphabet="0123456789.-xhspubirdaweqmo", max_size=30))
def test_any_text_is_read_or_refused_in_one_line(text):
    try:
        abstraction = CardAbstraction.parse(text)
    except InputError:
        return
    assert CardAbstraction.parse(str(abstraction)) == abstraction


@pytest.mark.parametrize(
    "text",
    [
        "x".join(["2"] * 40_000) + ".8.8.8",
        "8.pub2" + "x2" * 40_000 + ".8.8",
        "8.8.8." + "x".join(["2"] * 25),
        "9" * 5000,
        ".".join("8" * 40_000),
        "-".join("8" * 40_000),
        "-".join(["9" * 5000] * 4),
        "dir-2x2-" + "1x" * 40_000 + "1.8.8.8",
        "٣.8.8.8",
        "8.8.8.²",
    ],
)
def test_notations_beyond_all_use(text):
    with pytest.raises(InputError) as error:
        CardAbstraction.parse(text)
    assert len(str(error.value)) < 602
