/* Runs the script that judges an object, alone, as the test harness of Argo CD does. */
#include "testing/testing.h"

vitals_status vt_judge_init(vt_judge *judge, const vitals_report *report,
                            const vitals_configuration *configuration,
                            vitals_diagnostics *diagnostics) {
    *judge = (vt_judge){ NULL, NULL, NULL };
    vitals_status status = vitals_engine_new(configuration, &judge->engine, diagnostics);
    if (!status) status = vt_lua_state_new(&report->allocator, &report->limits, &judge->lua);
    if (!status) status = vitals_worker_new(judge->engine, &judge->worker);
    if (status) vt_judge_done(judge);
    return status;
}

void vt_judge_done(vt_judge *judge) {
    vitals_worker_free(judge->worker);
    vt_lua_state_free(judge->lua);
    vitals_engine_release(judge->engine);
    *judge = (vt_judge){ NULL, NULL, NULL };
}

/* Checks that serve other profiles than Argo CD's are tested too. */
const vt_rule *vt_judge_rule(const vt_judge *judge, const vitals_document *object) {
    vt_text group = vitals_document_group(object), kind = vitals_document_kind(object);
    const vt_rule *rule = vt_health_find_customization(judge->engine, group, kind);
    if (!rule) rule = vt_health_find_bundled(judge->engine, group, kind, VITALS_PROFILE_ARGOCD);
    if (!rule) rule = vt_health_find_bundled(judge->engine, group, kind, VITALS_PROFILE_COMBINED);
    return rule;
}

const vt_rule *vt_judge_check(const vt_judge *judge, vt_text directory) {
    const vt_rule *rule;
    for (size_t i = 0; (rule = vt_health_rule_at(judge->engine, i)); i++) {
        if (rule->source == VITALS_SOURCE_BUNDLED && vt_text_equal(rule->id, directory))
            return rule;
    }
    return NULL;
}

vt_lua_dialect vt_judge_dialect(const vt_rule *rule) {
    bool argocd = (rule->profiles & 1u << VITALS_PROFILE_ARGOCD) != 0;
    return argocd ? VT_LUA_ARGOCD : VT_LUA_SAFE;
}

static const vt_checked_script *checked_script(const vt_rule *rule) {
    return &rule->checked[vt_judge_dialect(rule)];
}

const vt_lua_script *vt_judge_script(const vt_rule *rule) {
    return checked_script(rule)->script;
}

vt_opinion vt_judge_run(const vt_judge *judge, const vt_rule *rule, const vitals_document *object,
                        const vitals_limits *limits, int64_t now_seconds, vt_arena *arena,
                        vitals_trace *trace) {
    if (!vt_text_is_absent(rule->broken)) return vt_opinion_failed(rule->broken, NULL);
    const vt_checked_script *checked = checked_script(rule);
    if (!checked->script) {
        vt_opinion opinion = vt_opinion_failed(checked->error, NULL);
        opinion.line = checked->line;
        return opinion;
    }
    vt_evaluation evaluation = {
        .reader = { object, trace }, .arena = arena, .limits = limits, .now_seconds = now_seconds
    };
    return vt_lua_run(judge->lua, checked->script, rule->open_libraries, &evaluation);
}
