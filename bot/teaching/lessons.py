"""All lessons, in order."""

from collections.abc import Collection

from bot.teaching.lesson import Lesson
from bot.teaching.lesson_files import lesson_of
from bot.teaching.teaching_files import TeachingFiles


class Lessons:
    """The lessons in a folder, in the learner's language."""

    def __init__(self, shelf: TeachingFiles) -> None:
        self._shelf = shelf
        self._read: dict[tuple[str, str], Lesson] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The lessons' names, in their order."""
        return self._shelf.names

    def lesson(self, name: str, language: str) -> Lesson:
        """A lesson in a language, written as Discord does (``pt-BR``), as far as it is translated.

        Raises KeyError if there is no lesson of that name.
        """
        if (name, language) not in self._read:
            self._read[name, language] = lesson_of(self._shelf, name, language.replace("-", "_"))
        return self._read[name, language]

    def every(self, language: str) -> tuple[Lesson, ...]:
        """All of them."""
        return tuple(self.lesson(name, language) for name in self.names)

    def first_of(self, learnt: Collection[str]) -> str | None:
        """The first lesson that is not among the *learnt* ones; None if all are."""
        return next((name for name in self.names if name not in learnt), None)


LESSONS = Lessons(TeachingFiles("lessons"))
"""The lessons of this program."""
