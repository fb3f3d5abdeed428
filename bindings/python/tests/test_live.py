"""Objects that change."""

import resource

import vitals
from conftest import NOW, pod
from vitals import Health, ScopeState


def names(rows):
    return {row["name"]: row["health"] for row in rows}


def test_a_snapshot_and_what_changes_after_it():
    with vitals.Engine().live() as live:
        scope = live.source("prod").scope(kind="Pod")
        scope.begin()
        scope.put(pod())
        scope.synced()
        while live.run(now=NOW):
            pass
        view = live.view()
        snapshot = view.snapshot()
        assert names(snapshot["rows"]) == {"web": "Healthy"}
        assert snapshot["scopes"][0]["state"] == "live"
        assert view.changes() == []
        scope.put(pod(phase="Failed", resourceVersion="2"))
        scope.put(pod("other"))
        live.run(now=NOW + 1)
        changed = {change["row"]["name"] for change in view.changes() if "row" in change}
        assert changed == {"web", "other"}
        scope.remove({"uid": "uid-web"})
        live.run(now=NOW + 2)
        assert names(view.snapshot()["rows"]) == {"other": "Healthy"}


def test_views_show_what_their_filter_allows():
    with vitals.Engine().live() as live:
        for name in ("prod", "test"):
            scope = live.source(name).scope()
            scope.put(pod())
            scope.synced()
        live.run(now=NOW)
        assert live.view().snapshot()["counts"]["rows"] == 2
        assert live.view(sources=["prod"]).snapshot()["counts"]["rows"] == 1
        assert live.view(namespaces=["none"]).snapshot()["rows"] == []


def test_pages_hold_all_rows():
    with vitals.Engine().live() as live:
        scope = live.source("prod").scope()
        for i in range(25):
            scope.put(pod(f"web-{i}"))
        scope.synced()
        live.run(now=NOW)
        pages = list(live.view().pages(rows=10))
        assert [len(page["rows"]) for page in pages] == [10, 10, 5]


def test_rules_are_replaced_while_objects_are_followed():
    widget = {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w", "uid": "w"}}
    with vitals.Engine().live(keep="all") as live:
        source = live.source("prod")
        scope = source.scope()
        scope.put(widget)
        scope.synced()
        live.run(now=NOW)
        view = live.view()
        assert names(view.snapshot()["rows"]) == {"w": "Unassessed"}
        live.replace(vitals.Engine(checks={"example.com/Widget": "return { status = 'Healthy', message = '' }"}))
        source.use()
        live.run(now=NOW)
        assert names(view.snapshot()["rows"]) == {"w": Health.HEALTHY}


def test_a_scope_that_is_lost():
    with vitals.Engine().live() as live:
        scope = live.source("prod").scope()
        scope.lost(ScopeState.REFUSED, "pods is forbidden")
        state = live.view().snapshot()["scopes"][0]
        assert (state["state"], state["reason"]) == ("refused", "pods is forbidden")


def test_objects_that_are_put_do_not_pile_up():
    many = {f"field-{i}": i for i in range(200)}

    def put(count):
        for i in range(count):
            scope.put(pod(f"web-{i}") | {"spec": many})

    with vitals.Engine().live() as live:
        scope = live.source("prod").scope()
        put(2000)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        put(20000)
        # In kB. All of them parsed would take several hundred megabytes; their rows take about ten.
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 * 1024
