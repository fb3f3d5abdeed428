/* Lua scripts as rules: compiled once for each dialect, run for customizations and checks. */
#include "base/run/limits.h"
#include "health/assessment.h"
#include "health/remote.h"
#include "rules/argocd_kinds.h"
#include "rules/build_context.h"

/* --------------------------------------------------------------- compiling */

vt_lua_dialect vt_dialect_of(vitals_profile profile) {
    return profile == VITALS_PROFILE_ARGOCD ? VT_LUA_ARGOCD : VT_LUA_SAFE;
}

vitals_status vt_script_compile(const vitals_engine *engine, vt_interrupt interrupt,
                                vt_arena *arena, vt_text script, vt_lua_dialect dialect,
                                vt_checked_script *out) {
    vt_lua_problem problem = { 0 };
    vt_buffer error;
    vt_buffer_init(&error, &engine->allocator, SIZE_MAX / 2);
    vitals_status status =
        vt_lua_script_new_asking(&engine->allocator, &engine->limits, script, dialect, interrupt,
                                 &out->script, &error, &problem);
    if (status && status != VITALS_ESTOPPED) {
        out->script = NULL;
        out->line = problem.line;
        out->limit = problem.limit;
        out->error = vt_arena_copy(arena, vt_buffer_text(&error));
        bool has_text = status != VITALS_ENOMEM && !vt_text_is_absent(out->error);
        status = has_text ? VITALS_OK : VITALS_ENOMEM;
    }
    vt_buffer_done(&error);
    return status;
}

/* The script as another engine compiled it for a rule of the same text and helpers, or NULL. */
static vt_lua_script *share(const vt_rule *other, const vt_rule *rule, int dialect) {
    if (!other) return NULL;
    const vt_text left = vt_prelude_text(other->prelude), right = vt_prelude_text(rule->prelude);
    if (!vt_text_equal(left, right)) return NULL;
    vt_lua_script *script = other->checked[dialect].script;
    return script ? vt_lua_script_retain(script) : NULL;
}

vt_text vt_rule_text(const vt_rule *rule, vt_arena *arena) {
    return vt_prelude_expand(vt_prelude_text(rule->prelude), rule->script, arena);
}

/* Put together with the helpers that it names. */
static vitals_status compile_whole(const vitals_engine *engine, const vt_rule *rule,
                                   vt_lua_dialect dialect, const vt_prelude_host *host,
                                   vt_arena *arena, vt_checked_script *out) {
    const vt_text script =
        vt_prelude_expand(vt_prelude_text(rule->prelude), rule->script, host->scratch);
    if (vt_text_is_absent(script)) return VITALS_ENOMEM;
    return vt_script_compile(engine, host->interrupt, arena, script, dialect, out);
}

vitals_status vt_rule_compile(const vitals_engine *engine, const vt_rule *rule,
                              vt_lua_dialect dialect, vt_interrupt interrupt, vt_arena *arena,
                              vt_checked_script *out) {
    vt_arena scratch;
    vt_arena_init(&scratch, &engine->allocator, 0);
    const vt_prelude_host host = { &engine->allocator, &engine->limits, interrupt, &scratch };
    vitals_status status =
        vt_prelude_script(rule->prelude, rule->script, dialect, &host, &out->script);
    if (!status && !out->script) {
        status = compile_whole(engine, rule, dialect, &host, arena, out);
    }
    vt_arena_done(&scratch);
    return status;
}

void vt_script_check(vt_build_context *context, vt_rule *rule) {
    static const unsigned users[VT_LUA_DIALECT_COUNT] = {
        [VT_LUA_ARGOCD] = VT_PROFILE_BIT(VITALS_PROFILE_ARGOCD),
        [VT_LUA_SAFE] = VT_ALL_PROFILES & ~VT_PROFILE_BIT(VITALS_PROFILE_ARGOCD),
    };
    bool reported = false;
    const vt_rule *other = vt_map_get(&context->shared_scripts, rule->script);
    for (int i = 0; i < VT_LUA_DIALECT_COUNT && !context->status; i++) {
        if (!(rule->profiles & users[i])) continue;
        rule->checked[i].script = share(other, rule, i);
        if (rule->checked[i].script) continue;
        context->status = vt_rule_compile(context->engine, rule, (vt_lua_dialect)i,
                                          context->interrupt, context->arena, &rule->checked[i]);
        const vt_checked_script *checked = &rule->checked[i];
        if (checked->script || reported || context->status) continue;
        reported = true;
        vt_diagnose_format(context->diagnostics, VITALS_SEVERITY_WARNING, "lua-syntax",
                           vt_script_place(rule, checked->line), checked->limit, "%.*s: %.*s",
                           VT_TEXT_ARG(rule->id), VT_TEXT_ARG(checked->error));
    }
}

/* Threads may compile the same script at once: the first one to finish is kept. */
static vt_lua_script *keep_first(vt_lua_script *_Atomic *slot, vt_lua_script *script) {
    vt_lua_script *first = NULL;
    if (atomic_compare_exchange_strong(slot, &first, script)) return script;
    vt_lua_script_free(script);
    return first;
}

vitals_status vt_rule_script(const vitals_engine *engine, const vt_rule *rule,
                             vt_lua_dialect dialect, vt_interrupt interrupt, vt_arena *arena,
                             vt_checked_script *out) {
    *out = rule->checked[dialect];
    if (!rule->lazy) return VITALS_OK;
    vt_lua_script *_Atomic *slot = &rule->lazy[dialect];
    out->script = atomic_load(slot);
    if (out->script) return VITALS_OK;
    vitals_status status = vt_rule_compile(engine, rule, dialect, interrupt, arena, out);
    if (!status && out->script) out->script = keep_first(slot, out->script);
    return status;
}

/* ------------------------------------------------------------------ places */

vt_place vt_script_place(const vt_rule *rule, uint32_t line) {
    if (rule->map && line) return vt_source_map_place(rule->map, line, 1);
    vt_place place = rule->place;
    if (line && place.line) place.line += line - 1;
    return place;
}

static vt_text line_of(vt_text script, uint32_t line) {
    vt_text text = VT_TEXT_ABSENT;
    for (uint32_t at = 0; at < line; at++) {
        if (!vt_text_split(&script, '\n', &text)) return VT_TEXT_ABSENT;
    }
    return text;
}

vt_text vt_rule_line(const vt_rule *rule, uint32_t line) {
    return line_of(rule->script, line);
}

void vt_rule_place(const vt_rule *rule, uint32_t line, vt_text *file, uint32_t *file_line,
                   vt_text *text) {
    vt_place place = { rule->place.file, 0, line, 1 };
    if (rule->map && line) place = vt_source_map_place(rule->map, line, 1);
    *file = vt_text_from(place.file && *place.file ? place.file : rule->place.file);
    *file_line = line ? place.line : 0;
    *text = vt_rule_line(rule, line);
}

/* ----------------------------------------------------------------- running */

vt_opinion vt_opinion_broken(const vt_rule *rule) {
    vt_opinion opinion = vt_opinion_failed(rule->broken, NULL);
    opinion.limit = rule->broken_limit;
    return opinion;
}

static vt_opinion not_compiled(vt_assessment *assessment, vitals_status status) {
    if (status == VITALS_ESTOPPED) {
        vt_steps_interrupt(&assessment->steps);
        return vt_look_up_stopped(&assessment->steps);
    }
    assessment->no_memory = true;
    return (vt_opinion){ 0 };
}

vt_opinion vt_evaluate_script(vt_assessment *assessment, const vt_rule *rule) {
    assessment->rule = rule;
    assessment->rule_id = rule->id;
    if (!vt_text_is_absent(rule->broken)) return vt_opinion_broken(rule);
    const vt_lua_dialect dialect = vt_dialect_of(assessment->call->profile);
    if (assessment->call->remote) {
        return vt_remote_run_script(assessment, vt_rule_text(rule, &assessment->worker->arena),
                                    rule->open_libraries, dialect);
    }
    vt_checked_script checked;
    vitals_status status =
        vt_rule_script(assessment->engine, rule, dialect, assessment->steps.interrupt,
                       &assessment->worker->arena, &checked);
    if (status) return not_compiled(assessment, status);
    if (checked.script) {
        return vt_lua_run(assessment->worker->lua, checked.script, rule->open_libraries,
                          &assessment->evaluation);
    }
    vt_opinion opinion = vt_opinion_failed(checked.error, NULL);
    opinion.line = checked.line;
    opinion.limit = checked.limit;
    return opinion;
}

/* ARGO: since 3.6 a script that returns nil leaves the answer to the built-in check. */
static vt_opinion stay_silent(vt_assessment *assessment, const vt_rule *rule,
                              const vt_opinion *opinion) {
    if (vt_argocd_before(&assessment->evaluation, VT_ARGOCD_3_6)) return *opinion;
    if (assessment->silent == VITALS_SOURCE_NONE) {
        assessment->silent = rule->source;
        assessment->silent_rule = rule;
        assessment->silence = *opinion;
    }
    return (vt_opinion){ 0 };
}

/* Evaluate the rule that was found, or say why the look-up ended early. */
static vt_opinion evaluate_found(vt_assessment *assessment, const vt_rule *rule) {
    if (assessment->steps.stopped) return vt_look_up_stopped(&assessment->steps);
    if (!rule) return (vt_opinion){ 0 };
    const vt_opinion opinion = vt_evaluate_script(assessment, rule);
    return opinion.silent ? stay_silent(assessment, rule, &opinion) : opinion;
}

/* What a trace costs has a budget of its own, so that no trace changes a verdict. */
static void trace_overridden(vt_assessment *assessment, const vt_rule *rule) {
    vt_steps steps = vt_health_look_up_steps(assessment->engine, assessment->steps.interrupt);
    vt_registry_trace_overridden(assessment->engine, assessment->call->trace, rule,
                                 assessment->group, assessment->kind, &steps);
    if (vt_steps_interrupted(&steps)) assessment->steps = steps;
}

vt_opinion vt_evaluate_customization(vt_assessment *assessment) {
    const vt_rule *rule = vt_health_find_customization(assessment->engine, assessment->group,
                                                       assessment->kind, &assessment->steps);
    if (rule && assessment->call->trace) trace_overridden(assessment, rule);
    return evaluate_found(assessment, rule);
}

vt_opinion vt_evaluate_bundled(vt_assessment *assessment) {
    /* ARGO: GetHealthScript chooses one script for a kind, whatever it returns then. */
    if (assessment->silent && assessment->call->profile == VITALS_PROFILE_ARGOCD) {
        return (vt_opinion){ 0 };
    }
    const vt_rule *rule =
        vt_found_rules_bundled(&assessment->worker->found, assessment->engine, assessment->group,
                               assessment->kind, assessment->call->profile, &assessment->steps);
    /* What is built in stands for Argo CD's own checks, and older releases have fewer. */
    const unsigned release = assessment->evaluation.argocd_release;
    if (rule && rule->built_in && release &&
        !vt_argocd_revision(release, assessment->group, assessment->kind)) {
        return (vt_opinion){ 0 };
    }
    return evaluate_found(assessment, rule);
}
