"""Parts of a page that a program writes, between marks that a reader doesn't see."""


def put_into(page: str, mark: str, text: str) -> str:
    """The page with the text between `<!-- mark -->` and `<!-- end of mark -->`.

    Raises:
        ValueError: the page has no such marks.
    """
    before, begin, rest = page.partition(f"<!-- {mark} -->\n")
    _, end, after = rest.partition(f"<!-- end of {mark} -->")
    if not end:
        raise ValueError(f"the page has no line <!-- {mark} --> with an <!-- end of {mark} --> below it")
    return f"{before}{begin}{text}{end}{after}"
