"""A cached property without a lock."""

from collections.abc import Callable
from typing import Generic, TypeVar

_Owner = TypeVar("_Owner")
_Value = TypeVar("_Value")


class Once(Generic[_Owner, _Value]):
    """A property computed at first use: functools.cached_property without its lock."""

    def __init__(self, work_out: Callable[[_Owner], _Value]) -> None:
        self._work_out = work_out
        self._name = work_out.__name__
        self.__doc__ = work_out.__doc__

    def __get__(self, owner: _Owner, owner_type: type[_Owner]) -> _Value:
        value: _Value = self._work_out(owner)
        owner.__dict__[self._name] = value
        return value
