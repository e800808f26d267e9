"""Variants of a scenario, based on other settings than its base rules."""

from __future__ import annotations

import pathlib
from dataclasses import dataclass
from functools import cached_property

from balancer.scenario.faults import Faults
from balancer.scenario.file.yaml_source import YamlDocument
from balancer.scenario.resolve import Resolver
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import Setting


@dataclass(frozen=True)
class Variants:
    """The variants of a scenario."""

    scenario: Scenario

    @cached_property
    def _faults(self) -> Faults:
        folder = self.scenario.file.parent if self.scenario.file else pathlib.Path()
        return Faults(YamlDocument("", folder, "", {}), [])

    @cached_property
    def _resolver(self) -> Resolver:
        return Resolver(self.scenario.game, self._faults.document, self._faults)

    def upon(self, setting: Setting, name: str) -> Setting | None:
        """Return a setting with the changes that a variant makes itself; None if the game does not allow them."""
        changed = variant_upon(self.scenario, setting, name, self._resolver)
        problems = [*self._resolver.problems(changed, ()), *self._faults.found]
        self._faults.found.clear()
        return None if problems else changed


def variant_upon(scenario: Scenario, setting: Setting, name: str, resolver: Resolver) -> Setting:
    """Return a setting with the changes that a variant makes itself."""
    for lever in scenario.own.get(name, ()):
        setting = lever.set(setting, lever.get(scenario.variants[name], resolver), resolver)
    return setting
