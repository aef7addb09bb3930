"""Signs in the last words of prose that the code below it corrects other code, or is not to be used."""

import re

_CODE = re.compile(r"(?:```|~~~)[^\n]*|(`)[^`\n]*`")  # in prose, where a method may be called `update`
_SENTENCE_END = re.compile(r"[.!?;](?=\s)|\n")
_CORRECTED = re.compile(
    r"(?i)^\W*(?:change|edit|update)\b|\b(?:actually|correct(?:ed|ion)?|fix(?:ed|es)?|improved|instead|replaced?|revised"
    r"|(?:on )?second (?:attempt|thought|try)|the right|updated|i made|i forgot"
    r"|(?:should|must|has to|needs to) (?:be|have|look|read|return))\b"
)
_WRONG = re.compile(r"(?i)\b(?:wait|oops|oh no|sorry|mistake|bugs?|buggy|wrong|bad|incorrect|error)\b")
_THEREFORE = re.compile(r"(?i)\b(?:so|therefore|thus|hence)\b")  # behind the last comma
_OTHERWISE = re.compile(
    r"(?i)\b(?:original|previous\w*|old|older|earlier|before|first(?! fix)|naive|alternativ\w*|example|instance|e\.g"
    r"|also|could|might|would|optional\w*|if|unless|compare\w*|avoid|don't|never)\b"
)
_FAULT = "wrong|incorrect|buggy|bad|broken|faulty|naive"
_NOUN = "version|way|approach|code|implementation|solution|class|method|example|pattern|attempt"
_DISOWNED = re.compile(
    r"(?i)\b(?:don't|do not|never|not to|not|avoid) (?:do|use|write|doing|using|writing)(?: (?:this|that|it)\b|$)"
    r"|\b(?:(?:should|must)(?: not|n't) (?:do|use|write)|for comparison|common mistake|what not to do"
    rf"|(?:{_FAULT}) (?:{_NOUN})|(?:what|which|this|that|it|following)(?: is|'s| was| would be) (?:{_FAULT})"
    r"|(?:this|that|it|following) (?:won't|will not|do(?:es)? not|doesn't|would not|wouldn't|did not|didn't) work"
    rf"|(?:avoid|not)(?: code)?(?: like)? (?:this|that|it)|(?:what|that|{_NOUN}) (?:you|i|we) had)\b"
    r"|\b(?:was|were)(?: this| so)?$|^before\b[^,]*$|^(?:instead of|rather than)(?: (?:this|that|it))?$"
    r"|^(?:for reference (?:, )?)?(?:(?:here is|here's|this is|this was|that was) )?(?:(?:the|your|my|an?) )?"
    rf"(?:(?:{_FAULT}|original|old|previous(?:ly)?|earlier|anti|counter) ?)+(?:{_NOUN})?(?: ?,? ?for reference)?$"
)  # in words and commas with one blank between them


def is_correction(prose: str) -> bool:
    """Whether the last words of prose between two blocks mean that the second one corrects the first."""
    sentences = _sentences(prose)
    last = sentences[-1] if sentences else ""
    if not last or is_disowned(prose) or _OTHERWISE.search(last) is not None:
        return False
    is_wrong = [_WRONG.search(" ".join(part)) is not None for part in (sentences[-2:-1], sentences[-1:])]
    is_said = _CORRECTED.search(last) is not None or (is_wrong[1] and _THEREFORE.search(last.rpartition(",")[2]))
    return bool(is_said) or is_wrong == [True, False]


def is_disowned(prose: str) -> bool:
    """Whether the last words of prose above a block mean that its code is not to be used."""
    last = "".join(_sentences(prose)[-1:])
    words = " ".join(re.findall(r"[\w']+|,", last.replace("\u2019", "'")))
    return _DISOWNED.search(words) is not None and _CORRECTED.search(last.replace("nstead of", "")) is None


def _sentences(prose: str) -> list[str]:
    return [part for part in _SENTENCE_END.split(_CODE.sub(r"\1", prose)) if part.strip(" \t*#_:")]
