import pytest

from equipoise.base.errors import InputError
from equipoise.translation.options import FIXES, Translation


def test_texts_are_read_back():
    for fixes in ("all", "none", "extend-call", "abstract-actions,call-is-call"):
        chosen = Translation.parse("soft", "real", fixes, True)
        assert chosen.fixes_text == fixes
        same = Translation.parse(chosen.mapping, chosen.style, chosen.fixes_text, True)
        assert same == chosen
    assert Translation().fixes == frozenset(FIXES)
    assert Translation("hard") == Translation("geometric")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("nearest",), "unknown mapping 'nearest'; one of arithmetic, "),
        (("hard", "reel"), "unknown style 'reel'; one of abstract, real"),
        (("hard", "real", "call"), "unknown fix 'call'; any of abstract-actions, "),
        (("hard", "real", ""), "unknown fix ''"),
    ],
)
def test_what_is_unknown_is_refused_with_what_there_is(options, message):
    with pytest.raises(InputError, match=message):
        Translation.parse(*options)
