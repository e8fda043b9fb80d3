"""Whether a dollar begins a formula, is money, or is a slip of the pen."""

import re

_PROSE = re.compile(
    r"(?:^|[\s,.;])(?:the|and|of|is|are|for|with|we|that|to|in|on|by|as|from|or|where|which|our|this|be|at|an|was"
    r"|were|can|per|vs|versus|when|then|than|it|its|not|while|but|has|have|between|such)(?=$|[\s,.;])"
    r"|\b[a-z]{3,}+\s+(?!log|exp|max|min|sup|inf)[a-z]{3,}"
)
_COMMAND = re.compile(r"\\[A-Za-z]+\*?(?:\s*\{[^{}]*\})?|\{[^{}]*\}")
_PRICE = re.compile(r"\s?[\d,.]*\d(?:[kKMB]\b|[\s/](?!log|exp|max|min|sup|inf|sin|cos|poly)[a-z]{3})")
_PRICE_ENDS = re.compile(r"[\d,.]*\d(?:[^\w\\%]*|.*\s)", re.DOTALL)
_NUMBER = re.compile(r"\s?[\d,.]*\d\s?")
_AMOUNT = re.compile(
    r"\$ ?\d[\d,.]*+(?:(?:k|m|bn?|K|M|B|T)(?![\w+^*]|-[a-z])|(?![A-Za-z\\{}^_+*=%]))|(?<=US)\$|(?<=[AC])\$(?=\s?\d)"
)


def is_formula(inside: str, after: str) -> bool:
    """Whether what stands between two dollars is mathematics, not prose between two prices.

    Args:
        inside: the text between them.
        after: the character behind the second one, or nothing.
    """
    if _PRICE.match(inside) or (not any(sign in inside for sign in "\\^_") and _is_price(inside, after)):
        return False
    return not _PROSE.search(_COMMAND.sub(" ", inside))


def _is_price(inside: str, after: str) -> bool:
    """Whether a text without any command runs from one price to the next dollar: ``5-`` before ``10``."""
    if not inside.lstrip()[:1].isdigit():
        return False
    return after.isdigit() or (_PRICE_ENDS.fullmatch(inside) is not None and not _NUMBER.fullmatch(inside))


def is_money(text: str, at: int) -> bool:
    """Whether the dollar at ``at``, which begins no formula, stands before an amount or after ``US``."""
    return _AMOUNT.match(text, at) is not None
