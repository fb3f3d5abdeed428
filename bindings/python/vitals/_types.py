"""Values that the functions of this package take and return."""

from __future__ import annotations

import enum
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


class Health(enum.StrEnum):
    """A health status. NONE: a script ran and returned nothing."""

    UNASSESSED = "Unassessed"
    NONE = ""
    HEALTHY = "Healthy"
    SUSPENDED = "Suspended"
    PROGRESSING = "Progressing"
    MISSING = "Missing"
    DEGRADED = "Degraded"
    UNKNOWN = "Unknown"


#: The statuses by the number that the library gives them.
HEALTHS = tuple(Health)


class Status(enum.IntEnum):
    """Why a call failed: vitals_status."""

    ENOMEM = -1
    EINVAL = -2
    ESYNTAX = -3
    ELIMIT = -4
    ECONFIG = -5
    ENOTFOUND = -6
    EREAD = -7
    ESTOPPED = -8
    EAGAIN = -9
    ELUA = -10


class Membership(enum.IntEnum):
    """Whether a resource counts for its application."""

    TRACKED = 0  #: It counts unless another object controls it.
    YES = 1  #: It counts.
    NO = 2  #: It is shown and never counts.


class ScopeState(enum.IntEnum):
    """How far a scope of a live is known."""

    LISTING = 0
    LIVE = 1
    SILENT = 2
    REFUSED = 3


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Something that was found in rules or input. Lines and columns count from 1; 0 is unknown."""

    severity: str
    text: str
    rule: str = ""
    file: str = ""
    document: int = 0
    line: int = 0
    column: int = 0
    limit: str = ""

    def __str__(self) -> str:
        place = self.file or "-"
        if self.line:
            place += f":{self.line}:{self.column}" if self.column else f":{self.line}"
        return f"{place}: {self.severity}: {self.text}"


def diagnostics_of(text: str) -> list[Diagnostic]:
    """The diagnostics in a text of the library; none when it is something else."""
    if not text.startswith("{"):
        return []
    known = Diagnostic.__dataclass_fields__
    found = json.loads(text).get("diagnostics", [])
    return [Diagnostic(**{k: v for k, v in each.items() if k in known}) for each in found]


class VitalsError(Exception):
    """A call failed and left everything as it was."""

    def __init__(self, status: int, diagnostics: list[Diagnostic]) -> None:
        self.status = Status(status) if status in Status._value2member_map_ else status
        self.diagnostics = diagnostics
        reason = self.status.name if isinstance(self.status, Status) else str(status)
        super().__init__("; ".join(map(str, diagnostics)) or reason)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The health of one object, and which rule decided.

    `health` is None for kinds without health by nature, such as ConfigMap. `raw` is the verdict as
    docs/schema/verdict.schema.json describes it.
    """

    health: Health | None
    message: str
    kind: str
    namespace: str
    name: str
    api_version: str = ""
    uid: str = ""
    source: str = "none"  #: Where the rule is from: "customization", "bundled", "native" and so on.
    rule: str = ""
    rule_at: str = ""  #: file:line of the rule.
    stale: bool = False  #: An observedGeneration lags behind.
    since: str | None = None  #: lastTransitionTime of the deciding condition.
    suspension: str | None = None  #: Why the object is suspended.
    error: str | None = None  #: The error of a rule that failed; the health is then Unknown.
    limit: str | None = None  #: The limit that the rule hit.
    kstatus: str | None = None  #: In profiles flux and kstatus.
    counted: bool = True  #: Whether it counts for its application.
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, text: str) -> Verdict:
        raw = json.loads(text)
        health, rule = raw.get("health"), raw.get("rule", {})
        return cls(
            health=Health(health["status"]) if health else None,
            message=health["message"] if health else "",
            kind=raw.get("kind") or "",
            namespace=raw.get("namespace") or "",
            name=raw.get("name") or "",
            api_version=raw.get("apiVersion") or "",
            uid=raw.get("uid") or "",
            source=rule.get("source", "none"),
            rule=rule.get("id", ""),
            rule_at=rule.get("at", ""),
            stale=raw.get("stale", False),
            since=raw.get("since"),
            suspension=raw.get("suspension"),
            error=raw.get("error"),
            limit=raw.get("limit"),
            kstatus=raw.get("kstatus", {}).get("status"),
            counted=raw.get("counted", True),
            raw=raw,
        )
