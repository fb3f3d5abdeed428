"""The health of Kubernetes objects, and why.

    import vitals

    engine = vitals.Engine(profile="argocd", argocd_cm=open("argocd-cm.yaml").read())
    verdict = engine.assess(pod)          # bytes, text, a path or a mapping
    verdict.health, verdict.message

The rules are those of Argo CD, Flux and kstatus, run by the C library of the same name.
"""

from vitals._core import version as __version__
from vitals._engine import Application, Column, Engine, Partials
from vitals._live import Live, Scope, Source, View
from vitals._types import Diagnostic, Health, Membership, ScopeState, Status, Verdict, VitalsError
from vitals._tools import cel, lint, test

__all__ = [
    "Application",
    "Column",
    "Diagnostic",
    "Engine",
    "Health",
    "Live",
    "Membership",
    "Partials",
    "Scope",
    "ScopeState",
    "Source",
    "Status",
    "Verdict",
    "View",
    "VitalsError",
    "__version__",
    "cel",
    "lint",
    "test",
]
