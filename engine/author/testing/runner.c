/* Runs the script of an object on its own, as the test harness of Argo CD does. */
#include "author/testing/testing.h"

vitals_status vt_runner_init(vt_runner *runner, const vitals_report *report,
                             const vitals_configuration *configuration,
                             vitals_diagnostics *diagnostics) {
    *runner = (vt_runner){ .interrupt = vt_report_interrupt(report),
                           .closed_libraries = report->options.closed_libraries };
    vitals_status status = vitals_engine_new(configuration, &runner->engine, diagnostics);
    if (!status) status = vt_lua_state_new(&report->allocator, &report->limits, &runner->lua);
    if (!status) status = vitals_worker_new(runner->engine, &runner->worker);
    if (status) vt_runner_done(runner);
    return status;
}

void vt_runner_done(vt_runner *runner) {
    vitals_worker_free(runner->worker);
    vt_lua_state_free(runner->lua);
    vt_lua_script_free(runner->closed_script);
    vitals_engine_release(runner->engine);
    *runner = (vt_runner){ .engine = NULL };
}

/* ARGO: the exact check comes before wildcards. The line that names the profiles of a check does not
** count: Argo CD would run each check of the tree. */
const vt_rule *vt_runner_find_rule(const vt_runner *runner, const vitals_document *object) {
    vt_text group = vitals_document_group(object), kind = vitals_document_kind(object);
    vt_steps steps = vt_health_look_up_steps(runner->engine, runner->interrupt);
    const vt_rule *rule = vt_health_find_customization(runner->engine, group, kind, &steps);
    return rule ? rule : vt_health_find_check(runner->engine, group, kind, &steps);
}

const vt_rule *vt_runner_find_check(const vt_runner *runner, vt_text directory) {
    const vt_rule *rule;
    for (size_t i = 0; (rule = vt_health_rule_at(runner->engine, i)); i++) {
        if (rule->source == VITALS_SOURCE_BUNDLED && vt_text_equal(rule->id, directory))
            return rule;
    }
    return NULL;
}

static bool is_closed(const vt_runner *runner, const vt_rule *rule) {
    return runner->closed_libraries && rule->source == VITALS_SOURCE_BUNDLED;
}

vt_lua_dialect vt_runner_dialect(const vt_runner *runner, const vt_rule *rule) {
    bool argocd = (rule->profiles & 1u << VITALS_PROFILE_ARGOCD) != 0;
    return argocd || is_closed(runner, rule) ? VT_LUA_ARGOCD : VT_LUA_SAFE;
}

bool vt_runner_opens_libraries(const vt_runner *runner, const vt_rule *rule) {
    return rule->open_libraries && !is_closed(runner, rule);
}

/* Compile a check that the engine does not compile for Argo CD, and keep it until the next one. */
static vitals_status compile_closed(vt_runner *runner, const vt_rule *rule, vt_arena *arena,
                                    vt_checked_script *out) {
    vt_lua_script_free(runner->closed_script);
    *out = (vt_checked_script){ .script = NULL };
    vitals_status status =
        vt_rule_compile(runner->engine, rule, VT_LUA_ARGOCD, runner->interrupt, arena, out);
    runner->closed_rule = out->script ? rule : NULL;
    runner->closed_script = out->script;
    return status;
}

static vitals_status find_script(vt_runner *runner, const vt_rule *rule, vt_arena *arena,
                                 vt_checked_script *out) {
    vt_lua_dialect dialect = vt_runner_dialect(runner, rule);
    bool argocd = (rule->profiles & 1u << VITALS_PROFILE_ARGOCD) != 0;
    if (argocd || dialect != VT_LUA_ARGOCD) {
        return vt_rule_script(runner->engine, rule, dialect, runner->interrupt, arena, out);
    }
    if (runner->closed_rule != rule) return compile_closed(runner, rule, arena, out);
    *out = (vt_checked_script){ .script = runner->closed_script };
    return VITALS_OK;
}

bool vt_runner_compiles(vt_runner *runner, const vt_rule *rule, vt_arena *arena) {
    vt_checked_script checked;
    return rule->lazy || (!find_script(runner, rule, arena, &checked) && checked.script);
}

static vt_opinion not_compiled(vitals_status status, const vt_checked_script *checked) {
    if (status == VITALS_ENOMEM) return vt_opinion_failed(VT_TEXT("no memory"), NULL);
    if (status) return vt_opinion_failed(VT_TEXT("stopped by the host: interrupt"), NULL);
    vt_opinion opinion = vt_opinion_failed(checked->error, NULL);
    opinion.line = checked->line;
    return opinion;
}

vt_opinion vt_runner_run(vt_runner *runner, const vt_rule *rule, const vitals_document *object,
                         const vitals_limits *limits, int64_t now_seconds, vt_arena *arena,
                         vitals_trace *trace) {
    if (!vt_text_is_absent(rule->broken)) return vt_opinion_broken(rule);
    vt_checked_script checked;
    vitals_status status = find_script(runner, rule, arena, &checked);
    if (status || !checked.script) return not_compiled(status, &checked);
    vt_evaluation evaluation = { .reader = { object, trace },
                                 .arena = arena,
                                 .limits = limits,
                                 .now_seconds = now_seconds,
                                 .interrupt = runner->interrupt.ask,
                                 .interrupt_user = runner->interrupt.user };
    return vt_lua_run(runner->lua, checked.script, vt_runner_opens_libraries(runner, rule),
                      &evaluation);
}
