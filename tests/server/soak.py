"""A16 by hand: A1's load for a while, with the rules of a cluster changed each minute; memory and descriptors.

    VITALS=build/bin/vitals LOAD=build/bin/server_load python3 tests/server/soak.py SECONDS [option…]
"""
import json
import os
import subprocess
import sys
import threading
import time

from served import Server, deployment, folder
from test_clusters import Api
from test_load import LOAD


def sample(server):
    return server.rss_kb() // 1024, len(os.listdir("/proc/%d/fd" % server.process.pid))


def swap(api, stop):
    for i in range(1000000):
        api.put_configmap({"resource.customizations.health.apps_Deployment":
                           "return {status = '%s', message = 'round %d'}" % (("Healthy", "Degraded")[i % 2], i)})
        api.put(deployment("web", uid="u-1", version=i))
        if stop.wait(60):
            return


def main():
    seconds, api = int(sys.argv[1]), Api()
    api.put(deployment("web", uid="u-1"))
    with folder() as place:
        config = os.path.join(place, "config")
        with open(config, "w") as file:
            json.dump({"apiVersion": "v1", "kind": "Config", "current-context": "here", "users": [{"name": "u", "user": {}}],
                       "clusters": [{"name": "here", "cluster": {"server": "http://127.0.0.1:%d" % api.server_port}}],
                       "contexts": [{"name": "here", "context": {"cluster": "here", "user": "u"}}]}, file)
        with Server("--kubeconfig", config, "--rules-from", "here=cluster", "--push", "load", "--grace", "0", *sys.argv[2:],
                    wait_ready=False) as server:
            stop = threading.Event()
            swapper = threading.Thread(target=swap, args=(api, stop))
            swapper.start()
            load = subprocess.Popen([LOAD, *map(str, (server.port, server.process.pid, 10000, 100, 200, 0, seconds))],
                                    stdout=subprocess.PIPE, text=True)
            while load.poll() is None:
                print("%4d s: %d MB, %d descriptors, load %.1f" % (time.monotonic() % 100000, *sample(server), os.getloadavg()[0]), flush=True)
                time.sleep(20)
            print(load.stdout.read())
            stop.set()
            swapper.join()
            time.sleep(2)
            print("at the end: %d MB, %d descriptors" % sample(server), server.json("/v1/resources?q=web&cluster=here")["items"][0]["m"])


main()
