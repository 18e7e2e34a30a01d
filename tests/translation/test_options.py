import pytest

from equipoise.errors import InputError
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
        (("nearest",), "there is no mapping 'nearest'; one of arithmetic, "),
        (("hard", "reel"), "there is no style 'reel'; one of abstract, real"),
        (("hard", "real", "call"), "there is no fix 'call'; any of abstract-actions, "),
        (("hard", "real", ""), "there is no fix ''"),
    ],
)
def test_what_is_unknown_is_refused_with_what_there_is(options, message):
    with pytest.raises(InputError, match=message):
        Translation.parse(*options)
