/* Runs the script of an object on its own, as the test harness of Argo CD does. */
#include "testing/testing.h"

vitals_status vt_runner_init(vt_runner *runner, const vitals_report *report,
                             const vitals_configuration *configuration,
                             vitals_diagnostics *diagnostics) {
    *runner = (vt_runner){ .interrupt = vt_report_interrupt(report) };
    vitals_status status = vitals_engine_new(configuration, &runner->engine, diagnostics);
    if (!status) status = vt_lua_state_new(&report->allocator, &report->limits, &runner->lua);
    if (!status) status = vitals_worker_new(runner->engine, &runner->worker);
    if (status) vt_runner_done(runner);
    return status;
}

void vt_runner_done(vt_runner *runner) {
    vitals_worker_free(runner->worker);
    vt_lua_state_free(runner->lua);
    vitals_engine_release(runner->engine);
    *runner = (vt_runner){ .engine = NULL };
}

/* Checks for profiles other than Argo CD's are tested too. */
const vt_rule *vt_runner_find_rule(const vt_runner *runner, const vitals_document *object) {
    vt_text group = vitals_document_group(object), kind = vitals_document_kind(object);
    vt_steps steps = vt_health_look_up_steps(runner->engine, runner->interrupt);
    static const vitals_profile profiles[] = { VITALS_PROFILE_ARGOCD, VITALS_PROFILE_COMBINED };
    const vt_rule *rule = vt_health_find_customization(runner->engine, group, kind, &steps);
    for (size_t i = 0; !rule && i < sizeof profiles / sizeof profiles[0]; i++) {
        rule = vt_health_find_bundled(runner->engine, group, kind, profiles[i], &steps);
    }
    return rule;
}

const vt_rule *vt_runner_find_check(const vt_runner *runner, vt_text directory) {
    const vt_rule *rule;
    for (size_t i = 0; (rule = vt_health_rule_at(runner->engine, i)); i++) {
        if (rule->source == VITALS_SOURCE_BUNDLED && vt_text_equal(rule->id, directory))
            return rule;
    }
    return NULL;
}

vt_lua_dialect vt_runner_dialect(const vt_rule *rule) {
    bool argocd = (rule->profiles & 1u << VITALS_PROFILE_ARGOCD) != 0;
    return argocd ? VT_LUA_ARGOCD : VT_LUA_SAFE;
}

bool vt_runner_compiles(const vt_rule *rule) {
    return rule->lazy || rule->checked[vt_runner_dialect(rule)].script;
}

static vt_opinion not_compiled(vitals_status status, const vt_checked_script *checked) {
    if (status == VITALS_ENOMEM) return vt_opinion_failed(VT_TEXT("no memory"), NULL);
    if (status) return vt_opinion_failed(VT_TEXT("stopped by the host: interrupt"), NULL);
    vt_opinion opinion = vt_opinion_failed(checked->error, NULL);
    opinion.line = checked->line;
    return opinion;
}

vt_opinion vt_runner_run(const vt_runner *runner, const vt_rule *rule,
                         const vitals_document *object, const vitals_limits *limits,
                         int64_t now_seconds, vt_arena *arena, vitals_trace *trace) {
    if (!vt_text_is_absent(rule->broken)) return vt_opinion_broken(rule);
    vt_checked_script checked;
    vitals_status status = vt_rule_script(runner->engine, rule, vt_runner_dialect(rule),
                                          runner->interrupt, arena, &checked);
    if (status || !checked.script) return not_compiled(status, &checked);
    vt_evaluation evaluation = { .reader = { object, trace },
                                 .arena = arena,
                                 .limits = limits,
                                 .now_seconds = now_seconds,
                                 .interrupt = runner->interrupt.ask,
                                 .interrupt_user = runner->interrupt.user };
    return vt_lua_run(runner->lua, checked.script, rule->open_libraries, &evaluation);
}
