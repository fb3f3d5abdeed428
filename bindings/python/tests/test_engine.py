"""Engines, verdicts, columns and applications."""

import json
import os
import subprocess
import sys
import threading

import pytest
import vitals
from conftest import NOW, pod
from vitals import Health

CHECKS = {"example.com/Widget": "return { status = obj.status.phase, message = 'as it says' }"}
WIDGET = {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w"}, "status": {"phase": "Degraded"}}


def test_objects_may_be_bytes_text_mappings_and_paths(tmp_path, pods):
    path = tmp_path / "pod.yaml"
    path.write_text("apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nstatus: {phase: Failed, message: gone}\n")
    engine = vitals.Engine()
    assert engine.assess(pods[0]).health == Health.HEALTHY
    assert engine.assess(pods[0].decode()).health == Health.HEALTHY
    assert engine.assess(bytearray(pods[0])).health == Health.HEALTHY
    assert engine.assess(memoryview(pods[0])).health == Health.HEALTHY
    assert engine.assess(json.loads(pods[0])).health == Health.HEALTHY
    assert engine.assess(path).health == Health.DEGRADED


def test_a_verdict_has_what_the_command_line_prints(pods):
    verdict = vitals.Engine(profile="argocd").assess(pods[1], now=NOW)
    assert (verdict.kind, verdict.namespace, verdict.name) == ("Pod", "shop", "job")
    assert (verdict.health, verdict.message, verdict.source) == (Health.DEGRADED, "it failed", "native")
    assert verdict.raw["schema"] == "vitals/v1"
    assert vitals.Engine().assess({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}}).health is None


def test_checks_are_texts_or_a_directory(tmp_path):
    directory = tmp_path / "example.com" / "Widget"
    directory.mkdir(parents=True)
    (directory / "health.lua").write_text(CHECKS["example.com/Widget"])
    for checks in (CHECKS, tmp_path):
        verdict = vitals.Engine(checks=checks).assess(WIDGET)
        assert (verdict.health, verdict.message) == (Health.DEGRADED, "as it says")


def test_checks_name_the_helpers_of_their_directory(tmp_path):
    directory = tmp_path / "example.com" / "Widget"
    directory.mkdir(parents=True)
    prelude = "local function say(text)\n  return {status='Degraded', message=text}\nend\n"
    script = "-- uses: say\nreturn say('as it says')\n"
    (tmp_path / "prelude.lua").write_text(prelude)
    (directory / "health.lua").write_text(script)
    for checks in ({"example.com/Widget": script, "prelude.lua": prelude}, tmp_path):
        verdict = vitals.Engine(checks=checks).assess(WIDGET)
        assert (verdict.health, verdict.message) == (Health.DEGRADED, "as it says")


def test_expressions_and_their_warnings():
    text = "- apiVersion: example.com/v1\n  kind: Widget\n  current: status.phase == 'Degraded'\n"
    assert vitals.Engine(profile="flux", expressions=text).assess(WIDGET).kstatus == "Current"


def test_broken_rules_are_diagnostics_or_errors():
    broken = {"example.com/Widget": "return {"}
    engine = vitals.Engine(checks=broken)
    assert [each.severity for each in engine.diagnostics] == ["warning"]
    assert engine.assess(WIDGET).health == Health.UNKNOWN
    config_map = "kind: ConfigMap\napiVersion: v1\ndata:\n  resource.customizations: '}'\n"
    assert vitals.Engine(argocd_cm=config_map).diagnostics
    with pytest.raises(vitals.VitalsError) as caught:
        vitals.Engine(argocd_cm=config_map, on_broken="reject")
    assert caught.value.status == vitals.Status.ECONFIG
    assert caught.value.diagnostics


def test_a_rule_that_fails_is_a_verdict():
    engine = vitals.Engine(checks={"example.com/Widget": "while true do end"}, limits={"lua_steps": 100_000})
    verdict = engine.assess(WIDGET)
    assert (verdict.health, verdict.limit) == (Health.UNKNOWN, "lua_steps")
    assert engine.assess(pod()).health == Health.HEALTHY


def test_input_that_is_not_an_object():
    with pytest.raises(vitals.VitalsError) as caught:
        vitals.Engine().assess(b'{"apiVersion":')
    assert caught.value.status == vitals.Status.ESYNTAX
    assert caught.value.diagnostics[0].line == 1


def test_a_column_gives_what_single_calls_give(pods):
    engine = vitals.Engine()
    column = engine.assess_many([*pods, b"{"], now=NOW)
    assert list(column) == [Health.HEALTHY, Health.DEGRADED, None]
    assert column[1] == engine.health(pods[1], now=NOW)
    assert column[:2] == [Health.HEALTHY, Health.DEGRADED]
    assert [row for row, _ in column.unreadable] == [2]
    assert len(engine.assess_many([])) == 0


def test_columns_of_arrow(pods):
    arrow = pytest.importorskip("pyarrow")
    engine = vitals.Engine()
    texts = [pods[0].decode(), None, pods[1].decode()]
    for type_ in (arrow.string(), arrow.large_string(), arrow.binary(), arrow.large_binary()):
        array = arrow.array(texts, type_)
        assert list(engine.assess_many(array)) == [Health.HEALTHY, None, Health.DEGRADED]
        assert list(engine.assess_many(array[1:])) == [None, Health.DEGRADED]
        chunked = arrow.chunked_array([array[:1], array[1:], array[:0]])
        assert list(engine.assess_many(chunked)) == [Health.HEALTHY, None, Health.DEGRADED]
    out = arrow.array(engine.assess_many(array))
    assert out.cast(arrow.string()).to_pylist() == ["Healthy", None, "Degraded"]
    with pytest.raises(TypeError, match="strings or bytes"):
        engine.assess_many(arrow.array([1, 2]))


def test_threads_share_an_engine(pods):
    engine, found = vitals.Engine(checks=CHECKS), []

    def work():
        column = engine.assess_many(pods * 200)
        found.append((list(column) == [Health.HEALTHY, Health.DEGRADED] * 200, engine.assess(WIDGET).health))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [(True, Health.DEGRADED)] * 4


def test_an_application_is_as_healthy_as_its_worst_resource(pods):
    engine = vitals.Engine()
    shop, other = engine.application(), engine.application()
    shop.put(pods[0])
    assert shop.health == Health.HEALTHY
    shop.put(pods[1], key="job")
    assert shop.health == Health.DEGRADED
    shop.remove("job")
    assert shop.health == Health.HEALTHY
    other.put(pods[1])
    shop.merge(other)
    assert shop.health == Health.DEGRADED
    assert shop.summary()["counts"] == {"Healthy": 1, "Degraded": 1}
    with pytest.raises(ValueError, match="different"):
        shop.merge(vitals.Engine().application())


def test_partial_aggregates_go_through_text(pods):
    engine = vitals.Engine(profile="argocd")
    one, other = engine.application(name="shop"), engine.application(name="shop")
    one.put(pods[0])
    other.put(pods[1])
    whole = engine.merge([one.partial(), other.partial().encode()])
    assert whole.summary() == {
        "status": "Degraded", "message": "Caused by Pod:shop/job", "resources": 2,
        "counts": {"Healthy": 1, "Degraded": 1},
    }  # fmt: skip
    assert engine.merge([]).health == Health.HEALTHY
    with pytest.raises(vitals.VitalsError, match="schema"):
        one.merge("{}")


def test_an_application_says_what_it_covers(pods):
    application = vitals.Engine().application()
    application.put(pod("good", "Running"), now=NOW)
    assert application.health == Health.HEALTHY and "coverage" not in application.summary()
    application.cover({"state": "forbidden", "what": "jobs.batch", "reason": "no right"})
    assert application.health == Health.HEALTHY and application.summary()["incomplete"]
    application.cover({"state": "lost", "what": "pods", "namespace": "shop", "reason": "no answer"})
    assert application.health == Health.UNKNOWN and "incomplete" not in application.summary()
    assert application.summary()["message"].startswith("1 of 2 members could not be read: pods in shop: no answer")
    assert [part["state"] for part in application.summary()["coverage"]["parts"]] == ["forbidden", "lost"]


def test_a_column_as_partial_aggregates(pods):
    engine = vitals.Engine(profile="argocd")
    tracked = [pod(f"p{i}", "Failed" if i == 3 else "Running") for i in range(6)]
    for i, each in enumerate(tracked):
        each["metadata"]["labels"] = {"app.kubernetes.io/instance": f"app {i % 2}"}
    partials = engine.partials([*tracked, pods[1], b"{"], now=NOW)
    assert [name for name, _ in partials] == ["", "app 0", "app 1"]
    assert [row for row, _ in partials.unreadable] == [7]
    assert engine.merge([dict(partials)["app 1"]]).summary()["message"] == "Caused by Pod:shop/p3"
    assert engine.partials([]) == []
    combined = vitals.Engine()  # in which what could not be read may belong to any application
    lacking = combined.merge([dict(combined.partials([tracked[0], b"{"], now=NOW))["app 0"]])
    assert lacking.health == Health.UNKNOWN
    assert lacking.summary()["message"].startswith("1 of 2 members could not be read: column: 1 of 2 objects")
    assert combined.merge([combined.partials(tracked[:1], now=NOW)[0][1]]).health == Health.HEALTHY
    assert vitals.Engine(profile="flux").merge([vitals.Engine(profile="flux").partials(tracked)[0][1]]).health

    arrow = pytest.importorskip("pyarrow")
    column = arrow.chunked_array([[json.dumps(each) for each in tracked[:3]], [json.dumps(each) for each in tracked[3:]]])
    names = [name for name, _ in engine.partials(column, now=NOW)]
    assert names == ["app 0", "app 1", "app 0", "app 1"]


def test_an_explanation_names_what_was_read(pods):
    assert "status" in json.dumps(vitals.Engine().explain(pods[0]))


ENDLESS = {"checks": {"example.com/Widget": "while true do end"}, "limits": {"lua_steps": 2**50}}


@pytest.mark.parametrize("call", ["assess", "assess_json", "health", "explain", "assess_many", "put"])
def test_a_rule_that_runs_keeps_no_other_thread_and_is_stopped(call):
    engine, found = vitals.Engine(**ENDLESS), []

    def work():
        application = engine.application()
        calls = {"put": application.put, "assess_many": lambda obj: engine.assess_many([obj])}
        try:
            calls.get(call, getattr(engine, call, None))(WIDGET)
        except vitals.VitalsError as error:
            found.append(error.status)

    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():  # this thread goes on, and the call may not have begun
        engine.stop()
        thread.join(0.001)
    assert found == [vitals.Status.ESTOPPED]
    assert engine.assess(pod()).health == Health.HEALTHY


OF_OBJECTS = ["assess", "assess_json", "health", "explain"]


@pytest.mark.parametrize("by_engine", [False, True])
@pytest.mark.parametrize("call", [*OF_OBJECTS, "assess_many", "partials", "put"])
def test_a_call_ends_at_its_timeout_and_no_other_call_does(call, by_engine):
    engine = vitals.Engine(**ENDLESS, timeout=0.05 if by_engine else None)
    own = {} if by_engine else {"timeout": 0.05}
    application = engine.application()
    columns = {name: lambda obj, name=name, **how: getattr(engine, name)([obj], **how) for name in ("assess_many", "partials")}
    function = columns.get(call) or getattr(application if call == "put" else engine, call)
    for _ in range(3):
        with pytest.raises(vitals.VitalsError, match=r"^-: error: the call took more than 0\.05 s$") as caught:
            function(WIDGET, **own)
        assert caught.value.status == vitals.Status.ESTOPPED
        function(pod(), timeout=1e9)
    assert engine.health(pod(), timeout=float("inf")) == Health.HEALTHY


def test_a_timeout_that_is_over_before_the_work_begins():
    engine = vitals.Engine(**ENDLESS)
    for timeout in (1e-12, 5e-324):
        with pytest.raises(vitals.VitalsError, match="took more than"):
            engine.assess(WIDGET, timeout=timeout)
    for timeout in (0, -1, float("nan")):
        for call in (lambda t: engine.assess(pod(), timeout=t), lambda t: vitals.Engine(timeout=t), lambda t: vitals.cel("1", timeout=t)):
            with pytest.raises(ValueError, match="above 0"):
                call(timeout)


def test_each_thread_has_its_own_timeout():
    engine, found = vitals.Engine(**ENDLESS), {}

    def work(timeout):
        try:
            engine.assess(WIDGET, timeout=timeout)
        except vitals.VitalsError as error:
            found[timeout] = str(error)

    threads = [threading.Thread(target=work, args=[timeout]) for timeout in (0.3, 0.02, 0.1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {t: f"-: error: the call took more than {t:g} s" for t in (0.02, 0.1, 0.3)}
    if hasattr(os, "fork"):  # the thread that watches is not in the child
        child = os.fork()
        if child == 0:
            try:
                engine.assess(WIDGET, timeout=0.02)
            except vitals.VitalsError:
                os._exit(7)
            os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def test_everything_says_that_the_engine_is_closed(pods):
    with vitals.Engine() as engine:
        application, live = engine.application(), engine.live()
        application.put(pods[0])
    others = []
    calls = [
        *(lambda name=name: getattr(engine, name)(pods[0]) for name in OF_OBJECTS),
        *(lambda name=name: getattr(engine, name)(pods) for name in ("assess_many", "partials")),
        engine.application, engine.live, lambda: engine.merge([]), lambda: application.put(pods[0]), lambda: application.remove("a"),
        application.partial, lambda: application.merge("{}"), application.summary, lambda: application.health,
        live.view, live.run, lambda: live.source("a"), lambda: live.next_run,
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(vitals.VitalsError, match="the engine is closed$"):
            call()
    thread = threading.Thread(target=lambda: others.append(pytest.raises(vitals.VitalsError, engine.health, pods[0])))
    thread.start()
    thread.join()
    assert "the engine is closed" in str(others[0].value)
    engine.close()
    engine.stop()


def test_close_stops_what_runs():
    engine, found = vitals.Engine(**ENDLESS), []

    def work():
        try:
            while True:
                engine.assess(WIDGET)
        except vitals.VitalsError as error:
            found.append(error.status)

    thread = threading.Thread(target=work)
    thread.start()
    engine.close()
    thread.join()
    assert found in ([vitals.Status.ESTOPPED], [vitals.Status.EINVAL])


class Where:
    """A path of another class than Path."""

    def __init__(self, path):
        self.path = path

    def __fspath__(self):
        return str(self.path)


def test_paths_are_of_any_class_and_a_str_is_none(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "checks" / "example.com" / "Widget"
    folder.mkdir(parents=True)
    (folder / "health.lua").write_text(CHECKS["example.com/Widget"])
    (tmp_path / "widget.json").write_text(json.dumps(WIDGET))
    config_map = "kind: ConfigMap\napiVersion: v1\ndata:\n  resource.customizations.health.example.com_Widget: |\n    "
    (tmp_path / "settings").write_text(config_map + CHECKS["example.com/Widget"])
    for options in ({"checks": Where(tmp_path / "checks")}, {"argocd_cm": Where("settings")}, {"checks": {"example.com/Widget": Where(folder / "health.lua")}}):
        assert vitals.Engine(**options).health(Where("widget.json")) == Health.DEGRADED
    assert vitals.lint(Where("checks")) == vitals.lint(tmp_path / "checks")
    wrong = {
        "argocd_cm": ["settings", "none.yaml", "a/none.yml"], "policy": ["settings"], "expressions": ["none.yaml", ["settings"]],
        "checks": ["checks", "none", {"example.com/Widget": "none.lua"}, tmp_path / "settings", tmp_path / "none"],
    }  # fmt: skip
    for option, values in wrong.items():
        for value in values:
            with pytest.raises(vitals.VitalsError, match=f"{option}.*(pathlib.Path|is not a directory)") as caught:
                vitals.Engine(**{option: value})
            assert caught.value.status == vitals.Status.EINVAL
    for call in (vitals.lint, vitals.test):
        with pytest.raises(vitals.VitalsError, match="pathlib.Path"):
            call("checks")
        with pytest.raises(vitals.VitalsError, match="is not there"):
            call(tmp_path / "none")
    for option in ("argocd_cm", "checks", "policy"):
        with pytest.raises(TypeError, match=option):
            vitals.Engine(**{option: 5})


@pytest.mark.parametrize("handled", [False, True])
def test_a_signal_ends_a_call_or_only_interrupts_it(handled):
    steps = 3_000_000 if handled else 2**50
    program = f"""
import os, signal, threading, vitals
engine = vitals.Engine(checks={ENDLESS["checks"]!r}, limits={{"lua_steps": {steps}}})
seen = []
# A shell starts programs in the background with the signal ignored.
signal.signal(signal.SIGINT, (lambda *_: seen.append(1)) if {handled} else signal.default_int_handler)
def send():
    while not done.wait(0.01):
        os.kill(os.getpid(), signal.SIGINT)
        if {handled}: break
done = threading.Event()
threading.Thread(target=send, daemon=True).start()
try:
    print(engine.assess({WIDGET!r}).health)
except KeyboardInterrupt:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the next one comes soon
    print("interrupted")
finally:
    done.set()
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert run.stdout == ("Unknown\n" if handled else "interrupted\n"), run.stderr


@pytest.mark.parametrize("profile", ["combined", "argocd", "flux", "kstatus"])
def test_what_is_not_one_object_is_an_error(profile, pods):
    engine = vitals.Engine(profile=profile)
    application = engine.application()
    given = [b"", b" ", None, "null", "[]", "1", "{}", "/etc/passwd", {"kind": "List", "items": []},
             {"type": "ADDED", "object": pod()}, "kind: Pod\n---\nkind: Pod\n"]  # fmt: skip
    for each in given:
        for call in (engine.assess, engine.health, engine.explain, lambda obj: application.put(b"" if obj is None else obj)):
            with pytest.raises(vitals.VitalsError) as caught:
                call(each)
            assert caught.value.status == vitals.Status.EINVAL
            assert len(caught.value.diagnostics) == 1
    column = engine.assess_many([*given, pods[0]])
    assert list(column) == [None] * len(given) + [engine.health(pods[0])]
    assert [row for row, _ in column.unreadable] == list(range(len(given)))
    assert application.summary()["resources"] == 0
    for each in (5, [1], object()):
        with pytest.raises(TypeError, match="an object is bytes"):
            engine.assess_many([each])


def test_columns_of_views_and_dictionaries(pods):
    arrow = pytest.importorskip("pyarrow")
    engine = vitals.Engine()
    texts = [pods[0].decode(), None, "{}", pods[1].decode(), pods[0].decode()]
    want = [Health.HEALTHY, None, None, Health.DEGRADED, Health.HEALTHY]
    plain = arrow.array(texts)
    for array in (plain.cast(arrow.string_view()), plain.dictionary_encode(), plain):
        for start in (0, 1):
            column = engine.assess_many(array[start:])
            assert list(column) == want[start:]
            assert [row for row, _ in column.unreadable] == [2 - start]
    assert list(engine.assess_many(arrow.array([None] * 40 + ["{}"]))) == [None] * 41
    assert len(engine.assess_many(arrow.array([None] * 40 + ["{}"])).unreadable) == 1
    polars = pytest.importorskip("polars")
    assert list(engine.assess_many(polars.Series(texts))) == want
