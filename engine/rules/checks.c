/* Checks as rules: scripts that are looked up by directory. */
#include "rules/build_context.h"

/* The profiles that use checks. */
#define CHECK_PROFILES                                                                             \
    (VT_PROFILE_BIT(VITALS_PROFILE_COMBINED) | VT_PROFILE_BIT(VITALS_PROFILE_ARGOCD))

/* The profiles that a check names, `-- vitals:profiles combined`, in its first line or below the helpers
** that it uses; without such a line all that use checks. */
static unsigned profiles_of(const vt_rule *rule) {
    static const vt_text head = VT_TEXT_INIT("-- vitals:profiles ");
    vt_text line = vt_rule_line(rule, 1), word;
    if (!vt_text_starts(line, head) && vt_prelude_is_named(line)) line = vt_rule_line(rule, 2);
    if (!vt_text_starts(line, head)) return CHECK_PROFILES;
    unsigned profiles = 0;
    line = vt_text_trim(vt_text_between(line, head.size, line.size));
    while (vt_text_split(&line, ' ', &word)) {
        for (int i = 0; i < VITALS_PROFILE_COUNT; i++) {
            if (vt_text_is(word, vitals_profile_name((vitals_profile)i))) {
                profiles |= VT_PROFILE_BIT(i);
            }
        }
    }
    return profiles & CHECK_PROFILES;
}

void vt_check_fill(vt_build_context *context, vt_rule *rule, vt_text directory, vt_text script) {
    rule->id = rule->key = directory;
    rule->script = script;
    rule->open_libraries = true; /* ARGO: bundled scripts always get the open libraries */
    rule->profiles = profiles_of(rule);
    rule->wildcard = vt_text_find_byte(directory, '_', 0) != SIZE_MAX;
    if (!rule->wildcard) return;
    const char *error = NULL;
    rule->glob = vt_directory_glob_compile(context->arena, directory, &error);
    if (!rule->glob) vt_context_report_glob(context, rule->place, directory, error);
}

void vt_prelude_take(vt_build_context *context, const vt_input *input) {
    vitals_engine *engine = context->engine;
    const vt_text text = vt_arena_copy(context->arena, input->bytes);
    void *items = engine->preludes;
    bool room = vt_grow(&engine->allocator, &items, &engine->prelude_capacity,
                        engine->prelude_count, sizeof *engine->preludes);
    engine->preludes = items;
    context->prelude =
        room && !vt_text_is_absent(text) ? vt_prelude_new(text, context->arena) : NULL;
    if (context->prelude) {
        engine->preludes[engine->prelude_count++] = context->prelude;
    } else {
        vt_context_no_memory(context);
    }
}

/* Let a check name helpers, if the prelude has them all; otherwise it is broken. */
static void give_helpers(vt_build_context *context, vt_rule *rule, vt_text script) {
    const vt_text missing = vt_prelude_missing(vt_prelude_text(context->prelude), script);
    rule->prelude = context->prelude;
    if (vt_text_is_absent(missing)) return;
    rule->broken = vt_arena_printf(context->arena, VT_PRELUDE_NAME " has no helper '%.*s'",
                                   VT_TEXT_ARG(missing));
    vt_diagnose_format(context->diagnostics, VITALS_SEVERITY_WARNING, "checks-prelude", rule->place,
                       NULL, "%.*s: %.*s", VT_TEXT_ARG(rule->id), VT_TEXT_ARG(rule->broken));
}

void vt_checks_add(vt_build_context *context, const vt_input *input) {
    vt_text directory = vt_arena_copy(context->arena, input->name);
    vt_text file = vt_arena_copy(context->arena, input->file);
    vt_text script = vt_arena_copy(context->arena, input->bytes);
    if (!directory.bytes || !file.bytes || !script.bytes) {
        vt_context_no_memory(context);
        return;
    }
    vt_place place = { file.bytes, 0, file.size ? 1 : 0, file.size ? 1 : 0 };
    vt_rule *rule = vt_context_add_rule(context, VITALS_SOURCE_BUNDLED, place);
    if (!rule) return;
    rule->layer = input->layer;
    if (input->broken) {
        rule->broken = script;
        rule->broken_limit = input->limit;
        script = VT_TEXT("");
    }
    rule->id = directory;
    if (input->has_prelude) give_helpers(context, rule, script);
    if (context->status) return;
    vt_check_fill(context, rule, directory, script);
    if (file.size && !vt_context_charge(context, rule, script)) return;
    if (vt_text_is_absent(rule->broken)) vt_script_check(context, rule);
}
