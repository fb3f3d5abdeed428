/* Checks as rules: scripts that are looked up by directory, from a tree or built in. */
#include "health/build_context.h"
#include "health/bundled.h"

/* The profiles that use checks. */
#define CHECK_PROFILES                                                                             \
    (VT_PROFILE_BIT(VITALS_PROFILE_COMBINED) | VT_PROFILE_BIT(VITALS_PROFILE_ARGOCD))

/* The profiles that a check names in its first line, `-- vitals:profiles combined`; without such a
** line all that use checks. */
static unsigned profiles_of(vt_text script) {
    vt_text rest = script, line, word;
    if (!vt_text_split(&rest, '\n', &line)) return CHECK_PROFILES;
    vt_text head = VT_TEXT("-- vitals:profiles ");
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

/* Add a rule for one script. `file` "": built in. `read` NULL or how reading it went. */
static void add_check(vt_build_context *context, vt_text directory, const char *file,
                      vt_text script, uint32_t layer, const vt_input *read) {
    vt_place place = { file, 0, *file ? 1 : 0, *file ? 1 : 0 };
    vt_rule *rule = vt_context_add_rule(context, VITALS_SOURCE_BUNDLED, place);
    if (!rule) return;
    rule->id = rule->key = directory;
    if (read && read->broken) {
        rule->broken = script;
        rule->broken_limit = read->limit;
        script = VT_TEXT("");
    }
    rule->script = script;
    rule->layer = layer;
    rule->open_libraries = true; /* ARGO: bundled scripts always get the open libraries */
    rule->profiles = profiles_of(script);
    rule->wildcard = vt_text_find_byte(directory, '_', 0) != SIZE_MAX;
    if (rule->wildcard) {
        const char *error = NULL;
        rule->glob = vt_directory_glob_compile(&context->engine->arena, directory, &error);
        if (!rule->glob) vt_context_report_glob(context, place, directory, error);
    }
    if (*file && !vt_context_charge(context, rule, script)) return;
    if (vt_text_is_absent(rule->broken)) vt_script_check(context, rule);
}

void vt_checks_add(vt_build_context *context, const vt_input *input) {
    vt_arena *arena = &context->engine->arena;
    vt_text directory = vt_arena_copy(arena, input->name);
    vt_text file = vt_arena_copy(arena, input->file);
    vt_text script = vt_arena_copy(arena, input->bytes);
    if (!directory.bytes || !file.bytes || !script.bytes) {
        vt_context_no_memory(context);
        return;
    }
    add_check(context, directory, file.bytes, script, input->layer, input);
}

/* Whether a check was disabled. */
static bool is_disabled(const vitals_configuration *configuration, vt_text directory) {
    for (size_t i = 0; configuration && i < configuration->input_count; i++) {
        const vt_input *input = &configuration->inputs[i];
        if (input->kind == VT_INPUT_DISABLED_CHECK && vt_text_equal(input->name, directory)) {
            return true;
        }
    }
    return false;
}

void vt_bundled_add(vt_build_context *context, const vitals_configuration *configuration) {
    for (size_t i = 0; i < vt_bundled_check_count; i++) {
        const vt_bundled_check *check = &vt_bundled_checks[i];
        vt_text directory = vt_text_from(check->directory);
        if (is_disabled(configuration, directory)) continue;
        add_check(context, directory, "", (vt_text){ check->script, check->size }, 0, NULL);
    }
}

void vt_bundled_disable(vt_build_context *context, const vt_input *input) {
    for (size_t i = 0; i < vt_bundled_check_count; i++) {
        if (vt_text_is(input->name, vt_bundled_checks[i].directory)) return;
    }
    vt_diagnose_format(context->diagnostics, VITALS_SEVERITY_WARNING, "bundled-disable",
                       (vt_place){ "", 0, 0, 0 }, NULL, "there is no bundled check %.*s",
                       VT_TEXT_ARG(input->name));
}
