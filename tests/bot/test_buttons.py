"""What a button carries."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.buttons import Stored, decode, encode, encode_stored, key_of, replaces
from bot.errors import UserError
from bot.message import Action
from bot.models import Invocation

SHOW = Invocation.of("show", paper="p0123456789abcde")


@given(
    st.dictionaries(
        st.sampled_from(["query", "page", "paper"]), st.text(min_size=1).filter(lambda s: s.isprintable())
    )
)
@settings(max_examples=100)
def test_what_fits_comes_back_as_it_was(args: dict[str, str]) -> None:
    invocation = Invocation.of("find", **args)
    button = encode(Action("Next", invocation), limit=100_000)
    assert button is not None
    assert decode(button) == invocation


def test_a_show_button_fits_where_the_least_room_is() -> None:
    assert encode(Action("Share", Invocation.of("show", paper="p0123456789abcde", share="yes")), 100)


def test_what_does_not_fit_is_stored_under_a_short_key() -> None:
    action = Action("Next", Invocation.of("find", query="q" * 100), replaces=True)
    assert encode(action, 100) is None
    button = encode_stored(action)
    assert len(button) <= 100
    assert decode(button) == Stored(key_of(action.invocation))
    assert replaces(button)


def test_the_same_invocation_has_the_same_key_however_it_was_typed() -> None:
    assert key_of(Invocation.of("find", "a b", query="a")) == key_of(Invocation.of("find", query="a"))


@pytest.mark.parametrize(
    "button",
    [
        *("", "x", "1", "1-", "0-show?paper=p1", "9rfind?query=a", "persona_show_3"),
        *("1-?paper=p1", "1-#", "1-#p1", "1-#ABCDEFGHIJKLMNOP", "1-\x00?paper=p1", "1-find?query=\ud800"),
        "1-find?" + "&".join(f"option{n}=a" for n in range(21)),
    ],
)
def test_a_button_of_another_form_says_it_is_too_old(button: str) -> None:
    with pytest.raises(UserError) as refusal:
        decode(button)
    assert refusal.value.key == "button-too-old"


FORGED = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="1r-#?&=%;name txcls\ud800\x00é", max_size=60),
    st.lists(
        st.tuples(st.sampled_from(["name", "text", "cls", "self", "paper", "", "é"]), st.text(max_size=5)),
        max_size=30,
    ).map(lambda fields: "&".join(f"{option}={value}" for option, value in fields)),
)


@given(st.sampled_from(["", "1", "1r", "1-", "1r#", "1-find?", "1r?"]), FORGED)
@settings(max_examples=300)
def test_a_forged_button_is_at_worst_too_old(start: str, rest: str) -> None:
    try:
        carried = decode(start + rest)
    except UserError:
        return
    assert key_of(carried) if isinstance(carried, Invocation) else carried.key


@pytest.mark.parametrize("option", ["name", "text", "cls"])
def test_an_option_may_have_any_name(option: str) -> None:
    assert decode(f"1-find?{option}=a") == Invocation("find", ((option, "a"),))


def test_only_a_replacing_button_replaces() -> None:
    assert not replaces(encode(Action("Show", SHOW), 100) or "")
