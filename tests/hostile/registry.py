"""The table of inputs. A generator is registered with one line: @case("name", "kind") over a function of a Box."""

import random
from dataclasses import dataclass
from typing import Callable

SEED = 11


@dataclass
class Case:
    """One input. Cases of one `group` lie in one folder and are opened together; when that fails, each is
    opened alone to find the one that is to blame."""

    name: str
    kind: str
    make: Callable
    group: str = ""
    item: str = ""  # what it reproduces
    cpu: float = 0.0  # seconds beside the usual, for inputs whose size does not tell
    only: tuple = ()  # names of commands; nothing: all of its kind
    window: bool = True
    memory: int = 0  # megabytes that the window may take beside the usual
    refused: bool = False  # every command must end with an error

    def dice(self):
        """Random numbers that are the same in every run."""
        return random.Random(f"{SEED} {self.name}")


CASES = {}


def add(name, kind, make, **more):
    if name in CASES:
        raise ValueError(f"two inputs are called {name}")
    CASES[name] = Case(name, kind, make, **more)


def case(name, kind, **more):
    def register(make):
        add(name, kind, make, **more)
        return make

    return register


def text(name, content, group, **more):
    """One file of a repository: `content` is bytes, or a function of Random that gives them."""

    def make(box, dice):
        return {name: content(dice) if callable(content) else content}

    add(f"text/{name}", "text", make, group=group, **more)
