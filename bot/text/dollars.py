"""Whether a dollar begins a formula, is money, or is a slip of the pen."""

import re

_PROSE = re.compile(
    r"(?:^|[\s,.;])(?:the|and|of|is|are|for|with|we|that|to|in|on|by|as|from|or|where|which|our|this|be|at|an|was"
    r"|were|can|per|vs|versus|when|then|than|it|its|not|while|but|has|have|between|such)(?=$|[\s,.;])"
    r"|\b[a-z]{3,}+\s+(?!log|exp|max|min|sup|inf)[a-z]{3,}"
)
_COMMAND = re.compile(r"\\[A-Za-z]+\*?(?:\s*\{[^{}]*\})?|\{[^{}]*\}")
_PRICE = re.compile(r"[\d,.]++(?:[kKMB]\b|\s?/?[a-z]{3}|[^\w\\]*$|.*\s$)", re.DOTALL)
_AMOUNT = re.compile(
    r"\$ ?\d[\d,.]*+(?:(?:k|m|bn?|K|M|B|T)(?![\w+^*]|-[a-z])|(?![A-Za-z\\{}^_+*=]))|(?<=US)\$|(?<=[AC])\$(?=\s?\d)"
)


def is_formula(inside: str, after: str) -> bool:
    """Whether what stands between two dollars is mathematics, not prose between two prices.

    Args:
        inside: the text between them.
        after: the character behind the second one, or nothing.
    """
    formal = any(sign in inside for sign in "\\^_")
    if not formal and inside.lstrip()[:1].isdigit() and _is_price(inside, after):
        return False
    return not _PROSE.search(_COMMAND.sub(" ", inside))


def _is_price(inside: str, after: str) -> bool:
    """Of a text that begins with a number and stands between two dollars."""
    number = inside.strip()
    if after.isdigit():
        return True  # $5-$10
    return _PRICE.match(number + inside[len(inside.rstrip()) :]) is not None and not number[-1].isdigit()


def is_money(text: str, at: int) -> bool:
    """Whether the dollar at ``at``, which begins no formula, stands before an amount or after ``US``."""
    return _AMOUNT.match(text, at) is not None
