"""Objects that change."""

import resource
import threading

import pytest
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


def test_everything_says_that_the_live_is_closed():
    engine = vitals.Engine()
    with engine.live() as live:
        source = live.source("prod")
        scope, view = source.scope(), live.view()
    live.close()
    calls = [
        lambda: live.source("a"), live.run, live.view, lambda: live.next_run, lambda: live.replace(engine), source.scope, source.use,
        source.remove, scope.begin, lambda: scope.put(pod()), lambda: scope.remove({"uid": "u"}), scope.synced, scope.lost,
        scope.close, view.snapshot, view.changes, lambda: view.application(1), lambda: view.object(1), view.close,
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(vitals.VitalsError, match="the live is closed$"):
            call()
    assert engine.health(pod()) == Health.HEALTHY


@pytest.mark.parametrize("replaced", [False, True])
@pytest.mark.parametrize("way", ["stop", "close"])
def test_the_engine_stops_its_live(way, replaced):
    endless = {"checks": {"example.com/Widget": "while true do end"}, "limits": {"lua_steps": 2**50}}
    engine, other, found = vitals.Engine(**endless), vitals.Engine(**endless), []
    live = engine.live()
    if replaced:
        live.replace(other)
        engine.close()  # no longer its own
    scope = live.source("prod").scope()
    scope.put({"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w", "uid": "w"}})
    scope.synced()

    def work():
        try:
            live.run(now=NOW)
        except vitals.VitalsError as error:
            found.append(error.status)

    thread = threading.Thread(target=work)
    thread.start()
    owner = other if replaced else engine
    while thread.is_alive():
        owner.stop()
        thread.join(0.001)
    assert found == [vitals.Status.ESTOPPED]
    getattr(owner, way)()
    if way == "close":
        with pytest.raises(vitals.VitalsError, match="the engine is closed"):
            live.view()
    else:
        assert live.next_run == 0  # its row is due as before


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
