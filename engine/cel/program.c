/* Programs: parse, check, plan; and the functions of the health module. */
#include "cel/program.h"

#include "cel/check.h"
#include "cel/parse.h"

static void init(vt_cel_program *program, const vitals_limits *limits,
                 const vt_cel_settings *settings) {
    program->limits = vt_limits_or_default(limits);
    program->rules = vt_cel_rules_of(settings->environment);
    vt_arena_init(&program->arena, &program->allocator, 0);
}

/* Parse and, with declarations, check. NULL: `error` has the issues, or memory ran out. */
static vt_cel_node *read_tree(vt_cel_program *program, const vt_cel_settings *settings,
                              const vt_cel_declarations *declarations, vt_buffer *error,
                              uint32_t *offset) {
    vt_cel_issues issues;
    vt_cel_issues_init(&issues, &program->arena, program->source);
    vt_cel_language language = { .environment = program->rules->mask,
                                 .quoted_fields = program->rules->quoted_fields,
                                 .most_depth = (uint32_t)program->limits.cel_depth,
                                 .most_code_points = program->limits.cel_expression_code_points };
    vt_cel_node *tree = vt_cel_parse(&language, &issues);
    if (tree && declarations) {
        program->type = vt_cel_check(program->rules, settings, declarations, tree, &issues);
        if (!program->type) tree = NULL;
    }
    if (tree || issues.out_of_memory) return issues.out_of_memory ? NULL : tree;
    vt_cel_issues_append(&issues, error);
    if (offset) *offset = vt_cel_issues_offset(&issues);
    return NULL;
}

/* The tree, checked if the settings ask for it. NULL as above. */
static vt_cel_node *read_checked(vt_cel_program *program, const vt_cel_settings *settings,
                                 vt_cel_stage *stage, vt_buffer *error, uint32_t *offset) {
    vt_cel_declarations declarations;
    vt_cel_issues issues;
    vt_cel_node *tree = NULL;
    if (!settings->check) return read_tree(program, settings, NULL, error, offset);
    vt_cel_issues_init(&issues, &program->arena, VT_TEXT_ABSENT);
    issues.name = "<declarations>";
    issues.source = vt_arena_copy(&program->arena, settings->declarations);
    if (vt_text_is_absent(issues.source)) return NULL;
    if (vt_cel_declarations_read(&declarations, program->rules, &program->limits, &issues)) {
        tree = read_tree(program, settings, &declarations, error, offset);
    } else if (!issues.out_of_memory) {
        *stage = VT_CEL_STAGE_DECLARE;
        vt_cel_issues_append(&issues, error);
        if (offset) *offset = vt_cel_issues_offset(&issues);
    }
    vt_cel_declarations_done(&declarations);
    return tree;
}

static vitals_status build(vt_cel_program *program, const vt_cel_settings *settings,
                           vt_text expression, vt_cel_stage *stage, vt_buffer *error,
                           uint32_t *offset) {
    size_t before = error->size;
    program->source = vt_arena_copy(&program->arena, expression);
    program->container = vt_arena_copy(&program->arena, settings->container);
    if (vt_text_is_absent(program->source) || vt_text_is_absent(program->container)) {
        return VITALS_ENOMEM;
    }
    *stage = VT_CEL_STAGE_PARSE;
    vt_cel_node *tree = read_checked(program, settings, stage, error, offset);
    if (!tree) return error->size > before && !error->failed ? VITALS_ESYNTAX : VITALS_ENOMEM;
    *stage = VT_CEL_STAGE_PLAN;
    program->root = vt_cel_plan(program, tree, error);
    if (!program->root)
        return error->size > before && !error->failed ? VITALS_ESYNTAX : VITALS_ENOMEM;
    *stage = VT_CEL_STAGE_DONE;
    return VITALS_OK;
}

vitals_status vt_cel_program_build(const vitals_allocator *allocator, const vitals_limits *limits,
                                   const vt_cel_settings *settings, vt_text expression,
                                   vt_cel_program **out, vt_cel_stage *stage, vt_buffer *error,
                                   uint32_t *offset) {
    vitals_allocator chosen = vt_allocator_or_default(allocator);
    vt_cel_program *program = vt_allocate_zeroed(&chosen, sizeof *program);
    if (!program) return VITALS_ENOMEM;
    program->allocator = chosen;
    init(program, limits, settings);
    vitals_status status = build(program, settings, expression, stage, error, offset);
    if (status == VITALS_OK)
        *out = program;
    else
        vt_cel_program_free(program);
    return status;
}

void vt_cel_program_free(vt_cel_program *program) {
    if (!program) return;
    for (vt_cel_step *step = program->first_with_regex; step; step = step->next_with_regex) {
        vt_cel_regex_free(step->regex);
    }
    vt_arena_done(&program->arena);
    vitals_allocator allocator = program->allocator;
    vt_release(&allocator, program, sizeof *program);
}

/* ------------------------------------------------- for the health module */

/* FLUX: fluxcd/pkg runtime/cel, NewExpression. */
static void wrap_construction_error(vt_buffer *out, vt_cel_stage stage, vt_text expression,
                                    vt_text text) {
    if (stage == VT_CEL_STAGE_PARSE) {
        vt_buffer_add(out, VT_TEXT("failed to parse the CEL expression '"));
        vt_buffer_add(out, expression);
        vt_buffer_add(out, VT_TEXT("': "));
    } else {
        vt_buffer_add(out, VT_TEXT("failed to create CEL program: "));
    }
    vt_buffer_add(out, text);
}

vitals_status vt_cel_program_new(const vitals_allocator *allocator, const vitals_limits *limits,
                                 vt_text expression, vt_cel_program **out, vt_buffer *error) {
    vt_cel_settings settings = { .environment = VT_CEL_ENVIRONMENT_FLUX };
    vitals_allocator chosen = vt_allocator_or_default(allocator);
    vt_cel_stage stage = VT_CEL_STAGE_DONE;
    vt_buffer text;
    vt_buffer_init(&text, &chosen, SIZE_MAX / 2);
    vitals_status status =
        vt_cel_program_build(allocator, limits, &settings, expression, out, &stage, &text, NULL);
    if (status == VITALS_ESYNTAX && error) {
        wrap_construction_error(error, stage, expression, vt_buffer_text(&text));
    }
    vt_buffer_done(&text);
    return status;
}

/* "failed to evaluate the CEL expression '…': …" */
static void wrap_evaluation_error(vt_buffer *out, vt_text expression, vt_text text) {
    if (!out) return;
    vt_buffer_add(out, VT_TEXT("failed to evaluate the CEL expression '"));
    vt_buffer_add(out, expression);
    vt_buffer_add(out, VT_TEXT("': "));
    vt_buffer_add(out, text);
}

static vitals_status not_a_bool(vt_buffer *out, vt_text expression) {
    if (out) {
        vt_buffer_add(out, VT_TEXT("failed to evaluate CEL expression as boolean: '"));
        vt_buffer_add(out, expression);
        vt_buffer_add_byte(out, '\'');
    }
    return VITALS_ESYNTAX;
}

vitals_status vt_cel_evaluate_bool(const vt_cel_program *program, vt_cel_state *state,
                                   const vt_evaluation *evaluation, bool missing_is_false,
                                   bool *out, vt_buffer *error, const char **limit,
                                   uint64_t *cost) {
    const vitals_document *documents[] = { evaluation->reader.document };
    vt_cel_activation activation = { .documents = documents,
                                     .document_count = 1,
                                     .keys_are_variables = true,
                                     .trace = evaluation->reader.trace };
    vt_cel_value value = vt_cel_run(program, state, &activation, evaluation);
    if (limit) *limit = state->limit;
    if (cost) *cost = state->cost;
    if (value.kind == VT_CEL_BOOL) {
        *out = value.as.integer != 0;
        return VITALS_OK;
    }
    if (!vt_cel_is_error(value)) return not_a_bool(error, program->source);
    if (vt_cel_is_missing(value) && missing_is_false) {
        *out = false;
        return VITALS_OK;
    }
    if (state->stopped == VITALS_ENOMEM) return VITALS_ENOMEM;
    wrap_evaluation_error(error, program->source, vt_cel_text(value));
    return state->stopped == VITALS_OK ? VITALS_ESYNTAX : state->stopped;
}
