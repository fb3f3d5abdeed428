/* Customizations and bundled checks as sources of opinions: both are Lua scripts. */
#include "health/engine.h"

/* Run the script of a rule in the dialect of the call's profile. */
static vt_opinion run(vt_assessment *assessment, const vt_rule *rule) {
    assessment->rule = rule;
    assessment->rule_id = rule->id;
    if (!vt_text_is_absent(rule->broken)) return vt_opinion_failed(rule->broken, NULL);
    vt_lua_dialect dialect =
        assessment->call->profile == VITALS_PROFILE_ARGOCD ? VT_LUA_ARGOCD : VT_LUA_SAFE;
    const vt_checked_script *checked = &rule->checked[dialect];
    if (checked->script) {
        return vt_lua_run(assessment->worker->lua, checked->script, rule->open_libraries,
                          &assessment->evaluation);
    }
    vt_opinion opinion = vt_opinion_failed(checked->error, NULL);
    opinion.line = checked->line;
    opinion.limit = checked->limit;
    return opinion;
}

vt_opinion vt_ask_customization(vt_assessment *assessment) {
    const vt_rule *rule =
        vt_health_find_customization(assessment->engine, assessment->group, assessment->kind);
    if (rule && assessment->call->trace) {
        vt_registry_trace_losers(assessment->engine, assessment->call->trace, rule,
                                 assessment->group, assessment->kind);
    }
    return rule ? run(assessment, rule) : (vt_opinion){ 0 };
}

vt_opinion vt_ask_bundled(vt_assessment *assessment) {
    const vt_rule *rule = vt_health_find_bundled(assessment->engine, assessment->group,
                                                 assessment->kind, assessment->call->profile);
    return rule ? run(assessment, rule) : (vt_opinion){ 0 };
}
