"""The exceptions for what a user can put right."""


class UserError(Exception):
    """Something the user can put right; the message says what, where and how, in one line."""

    def __init__(self, message: str):
        super().__init__(message.replace("\n", "\\n"))  # a file name can have one


class LineError(UserError):
    """What is wrong with one of several lines, the one at this index"""

    def __init__(self, message, index):
        super().__init__(message)
        self.index = index


def first_line(error: BaseException) -> str:
    """The first line of its message, or the name of its class"""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
