"""Dumps of made-up clusters, each an object a line, for tests and measurements.

    python dumps.py FOLDER OBJECTS APPLICATIONS CLUSTERS FILES [SEED]

FILES is per cluster: FOLDER/CLUSTER/00.jsonl and so on. An application has its resources in several files of its
cluster, in the order of groups, kinds and names, and the Pods of its workloads anywhere.
"""

import json
import random
import sys
from pathlib import Path

CONDITION = {"lastTransitionTime": "2026-01-05T08:00:00Z", "lastUpdateTime": "2026-01-05T08:00:00Z"}
TEMPLATE = {
    "metadata": {"labels": {"app": "NAME", "team": "payments"}},
    "spec": {
        "containers": [
            {
                "name": "main",
                "image": "registry.example.com/team/NAME:1.2.3",
                "ports": [{"containerPort": 8080, "protocol": "TCP"}],
                "env": [{"name": f"SETTING_{i}", "value": f"value-{i}"} for i in range(8)],
                "resources": {"limits": {"cpu": "500m", "memory": "256Mi"}, "requests": {"cpu": "100m"}},
                "readinessProbe": {"httpGet": {"path": "/ready", "port": 8080}, "periodSeconds": 10},
            }
        ],
        "serviceAccountName": "NAME",
        "terminationGracePeriodSeconds": 30,
    },
}


def deployment(good):
    state = ("True", "NewReplicaSetAvailable") if good else ("False", "ProgressDeadlineExceeded")
    return {
        "spec": {"replicas": 2, "selector": {"matchLabels": {"app": "NAME"}}, "template": TEMPLATE},
        "status": {
            "observedGeneration": 3, "replicas": 2, "updatedReplicas": 2, "availableReplicas": 2 if good else 0,
            "conditions": [
                {"type": "Available", "status": str(good), "reason": "MinimumReplicas", **CONDITION},
                {"type": "Progressing", "status": state[0], "reason": state[1], "message": "of NAME", **CONDITION},
            ],
        },
    }  # fmt: skip


def stateful_set(good):
    return {
        "spec": {"replicas": 1, "selector": {"matchLabels": {"app": "NAME"}}, "template": TEMPLATE},
        "status": {
            "observedGeneration": 3, "replicas": 1, "readyReplicas": int(good), "updatedReplicas": 1,
            "currentRevision": "NAME-1", "updateRevision": "NAME-1",
        },
    }  # fmt: skip


def replica_set(good):
    return {
        "spec": {"replicas": 1, "selector": {"matchLabels": {"app": "NAME"}}, "template": TEMPLATE},
        "status": {"observedGeneration": 3, "replicas": 1, "fullyLabeledReplicas": 1, "readyReplicas": int(good),
                   "availableReplicas": int(good)},
    }  # fmt: skip


def pod(good):
    state = {"running": {"startedAt": "2026-01-05T08:00:00Z"}}
    if not good:
        state = {"waiting": {"reason": "CrashLoopBackOff", "message": "back-off 5m0s"}}
    return {
        "spec": TEMPLATE["spec"] | {"restartPolicy": "Always", "nodeName": "node-17"},
        "status": {
            "phase": "Running", "startTime": "2026-01-05T08:00:00Z",
            "conditions": [{"type": "PodScheduled", "status": "True", **CONDITION},
                           {"type": "Ready", "status": str(good), **CONDITION}],
            "containerStatuses": [{"name": "main", "ready": good, "restartCount": 0, "state": state}],
        },
    }  # fmt: skip


def certificate(good):
    reason = "Ready" if good else "Failed"
    condition = {"type": "Ready", "status": str(good), "reason": reason, "message": "of NAME", **CONDITION}
    return {"spec": {"secretName": "NAME"}, "status": {"conditions": [condition]}}


def service(good):
    address = {"ingress": [{"ip": "192.0.2.7"}]} if good else {}
    return {"spec": {"type": "LoadBalancer", "ports": [{"port": 80}]}, "status": {"loadBalancer": address}}


def config_map(good):
    return {"data": {f"key-{i}": f"value {i} of NAME" for i in range(12)}}


# In the order of group and kind. The share of those that are not healthy is one in HEALTHY_PER_BAD.
KINDS = [
    ("v1", "ConfigMap", config_map),
    ("v1", "Service", service),
    ("apps/v1", "Deployment", deployment),
    ("apps/v1", "StatefulSet", stateful_set),
    ("cert-manager.io/v1", "Certificate", certificate),
]
DEPLOYMENT = 2
OWNED = [("apps/v1", "ReplicaSet", replica_set, "Deployment"), ("v1", "Pod", pod, "ReplicaSet")]
HEALTHY_PER_BAD = 40


def text_of(version, kind, body, owner=None):
    metadata = {"name": "NAME", "namespace": "NAMESPACE", "uid": f"{kind}-NAME", "generation": 3,
                "resourceVersion": "123456", "creationTimestamp": "2026-01-05T07:59:00Z"}  # fmt: skip
    if owner:
        metadata["ownerReferences"] = [{"apiVersion": "apps/v1", "kind": owner, "name": "OWNER",
                                        "uid": f"{owner}-OWNER", "controller": True}]  # fmt: skip
    else:
        tracking = f"APPLICATION:{version.partition('/')[0]}/{kind}:NAMESPACE/NAME"
        metadata["annotations"] = {"argocd.argoproj.io/tracking-id": tracking}
    return json.dumps({"apiVersion": version, "kind": kind, "metadata": metadata, **body}) + "\n"


def texts():
    """The text of each kind, good and bad."""
    tracked = [[text_of(version, kind, make(good)) for good in (False, True)] for version, kind, make in KINDS]
    owned = [
        [text_of(version, kind, make(good), owner) for good in (False, True)] for version, kind, make, owner in OWNED
    ]
    return tracked, owned


def write_cluster(folder, name, objects, applications, files, seed):
    chance = random.Random(f"{seed} {name}")
    folder = Path(folder) / name
    folder.mkdir(parents=True)
    outputs = [(folder / f"{i:02}.jsonl").open("w") for i in range(files)]
    tracked, owned = texts()
    written = 0
    for i in range(applications):
        application = f"app-{i:05}"
        wanted = (objects - written) // (applications - i)
        kinds = sorted([DEPLOYMENT, *chance.choices(range(len(KINDS)), k=wanted * 3 // 5 - 1)])
        owner = f"{application}-{kinds.index(DEPLOYMENT):03}"
        places = sorted(chance.choices(range(files), k=len(kinds)))
        members = list(zip(kinds, places, strict=True))
        for number in range(wanted):
            good = chance.randrange(HEALTHY_PER_BAD) > 0
            name = f"{application}-{number:03}"
            if number < len(members):
                kind, place = members[number]
                if number == kinds.index(DEPLOYMENT):
                    owner_good = good
                text = tracked[kind][good]
            else:  # a ReplicaSet of the Deployment, and then its Pods
                text = owned[number > len(members)][owner_good].replace("OWNER", owner)
                owner = name if number == len(members) else owner
                place = chance.randrange(files)
            full = text.replace("NAMESPACE", f"ns-{i % 500:03}").replace("APPLICATION", application)
            outputs[place].write(full.replace("NAME", name))
        written += wanted
    for output in outputs:
        output.close()


def write_fleet(folder, objects, applications, clusters, files, seed=1):
    """Returns the names of the clusters."""
    names = [f"cluster-{i:02}" for i in range(clusters)]
    for name in names:
        write_cluster(folder, name, objects // clusters, applications // clusters, files, seed)
    return names


if __name__ == "__main__":
    write_fleet(sys.argv[1], *map(int, sys.argv[2:]))
