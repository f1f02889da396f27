"""Follows markdown code while text streams by: is this character inside a code span or a code fence?"""

_PREFIX = frozenset(" \t>*+-.)0123456789")
"""What may stand before a fence on its line: indentation, quote and list marks."""


class CodeWatch:
    """Tells code from prose, one character at a time, without looking ahead.

    It follows CommonMark with one difference: a code span ends with its line at the latest. A stream cannot
    know whether a lone backtick will ever be closed, and so it hides at most the rest of its own line.
    An unclosed fence lasts to the end of the text, as in CommonMark 0.31, section 4.5.
    """

    def __init__(self) -> None:
        self._run = ""
        """Backticks or tildes right before this character."""
        self._run_opens_line = False
        self._line_open = True
        """Nothing but prefix characters on this line so far."""
        self._span = 0
        """Length of the backtick run that opened the code span; 0 outside of one."""
        self._opening = ""
        """Run of this line that becomes a fence when the line ends."""
        self._fence = ""
        """Run that opened the fence we are in."""
        self._closing = False
        """This line has closed the fence unless something else than blanks follows."""
        self._escaped = False

    @property
    def inside(self) -> bool:
        """Tell whether the last character seen belongs to code or to a code's own marks."""
        return bool(self._span or self._opening or self._fence)

    def see(self, char: str) -> None:
        """Take the next character of the text."""
        escaped, self._escaped = self._escaped, char == "\\" and not self._escaped and not self.inside
        if char in "`~" and not escaped:
            self._extend_run(char)
            return
        self._end_run()
        if char == "\n":
            self._end_line()
            return
        self._closing = self._closing and char in " \t\r"
        self._line_open = self._line_open and char in _PREFIX

    def _extend_run(self, char: str) -> None:
        if self._run and self._run[0] != char:
            self._end_run()
        if not self._run:
            self._run_opens_line, self._line_open = self._line_open, False
        self._run += char

    def _end_run(self) -> None:
        run, self._run = self._run, ""
        if not run:
            return
        if self._fence:
            self._closing = self._run_opens_line and run.startswith(self._fence)
            return
        may_open_fence = self._run_opens_line and len(run) >= 3 and not self._span
        self._opening = run if may_open_fence else self._opening
        if run[0] == "~":
            return
        if self._span:
            # A backtick after the opening run: the line is no fence (its info string may hold none).
            self._opening = ""
            self._span = 0 if self._span == len(run) else self._span
        elif not self._opening or may_open_fence:
            self._span = len(run)

    def _end_line(self) -> None:
        if self._closing:
            self._fence = ""
        self._fence = self._opening or self._fence
        self._opening, self._closing, self._span, self._line_open = "", False, 0, True
