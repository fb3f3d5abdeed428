import json

import pytest

NOW = 1767225600  # 2026-01-01


def pod(name="web", phase="Running", **metadata):
    ready = {"type": "Ready", "status": "True", "lastTransitionTime": "2025-12-31T23:00:00Z"}
    status = {"phase": phase, "conditions": [ready]} if phase == "Running" else {"phase": phase, "message": "it failed"}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": "shop", "uid": f"uid-{name}", **metadata},
        "spec": {"restartPolicy": "Always", "containers": [{"name": "main", "image": "web:1"}]},
        "status": status,
    }


@pytest.fixture
def pods():
    """A healthy and a failed Pod, as bytes."""
    return [json.dumps(pod()).encode(), json.dumps(pod("job", "Failed")).encode()]
