/* Checks a health script: its syntax, then every rule about its tree. */
#include "author/lint/script.h"

/* What the resolver noticed while it read the script. */
static const vt_lint_rule_id remark_rules[] = {
    [VT_LUA_WARNING_PARALLEL_ASSIGNMENT] = VT_LINT_LUA_PARALLEL,
    [VT_LUA_WARNING_FOR_MISSING_VALUES] = VT_LINT_LUA_NEXT_TABLE,
    [VT_LUA_WARNING_NOT_A_NUMBER] = VT_LINT_LUA_NOT_A_NUMBER,
    [VT_LUA_WARNING_OCTAL] = VT_LINT_LUA_OCTAL,
};

static void report_remarks(vt_lint_script *script) {
    for (const vt_lua_warning *at = script->tree->warnings; at; at = at->next) {
        vt_lint_rule_id rule = remark_rules[at->kind];
        vt_lint_add(script->lint, rule, vt_lint_script_place(script, at->line, at->column),
                    VT_TEXT_ABSENT, "%s", vitals_lint_rule_at(rule)->summary);
    }
}

static const vt_lint_script_rule rules[] = {
    report_remarks,          vt_lint_unreachable,
    vt_lint_no_return,       vt_lint_unused,
    vt_lint_global,          vt_lint_undefined,
    vt_lint_top_level,       vt_lint_library_closed,
    vt_lint_library_unknown, vt_lint_library_refused,
    vt_lint_library_differs, vt_lint_status_words,
    vt_lint_empty_answer,    vt_lint_flow,
    vt_lint_generation,      vt_lint_captured,
    vt_lint_long_concat,     vt_lint_precedence,
    vt_lint_probe,
};

/* gopher-lua's text ends in a line feed. */
static void report_syntax(vt_lint_script *script, const vt_buffer *error,
                          const vt_lua_problem *problem) {
    uint32_t line = problem->line ? problem->line : 1;
    uint32_t column = problem->column ? problem->column : 1;
    vt_text text = vt_text_trim(vt_buffer_text(error));
    vt_text advice = VT_TEXT_ABSENT;
    if (vt_text_starts(script->source, VT_TEXT("#"))) {
        advice = VT_TEXT("Begin comments with --: a first line that starts with # is refused");
    }
    vt_lint_add(script->lint, VT_LINT_LUA_SYNTAX, vt_lint_script_place(script, line, column),
                advice, "%.*s", VT_TEXT_ARG(text));
}

static bool parse(vt_lint_script *script) {
    vitals_lint *lint = script->lint;
    vt_buffer error;
    vt_buffer_init(&error, &lint->allocator, SIZE_MAX / 2);
    vt_lua_problem problem = { 0 };
    vitals_status status = vt_lua_parse_asking(&lint->arena, &lint->limits, script->source, false,
                                               lint->interrupt, &script->tree, &error, &problem);
    if (status == VITALS_ENOMEM || error.failed) {
        lint->no_memory = true;
    } else if (status == VITALS_ESTOPPED) {
        lint->stopped = true;
    } else if (status) {
        report_syntax(script, &error, &problem);
    }
    vt_buffer_done(&error);
    return status == VITALS_OK;
}

void vt_lint_script_rules(vt_lint_script *script) {
    if (!vt_lint_begin(script->lint, vt_lint_script_place(script, 1, 1)) || !parse(script)) return;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        if (!script->lint->stopped) rules[i](script);
    }
}

/* Actions change the object, and what they return is not a status. */
static const vt_lint_script_rule action_rules[] = {
    report_remarks,
    vt_lint_undefined,
    vt_lint_library_unknown,
};

void vt_lint_action_rules(vt_lint_script *script) {
    if (!vt_lint_begin(script->lint, vt_lint_script_place(script, 1, 1)) || !parse(script)) return;
    for (size_t i = 0; i < sizeof action_rules / sizeof action_rules[0]; i++) {
        if (!script->lint->stopped) action_rules[i](script);
    }
}
