/* Programs: parse, check, plan; and the functions of the health module. */
#include "cel/run/program.h"

#include "base/run/limits.h"
#include "cel/check/check.h"
#include "cel/syntax/parse.h"

static vitals_status init(vt_cel_program *program, const vitals_limits *limits,
                          const vt_cel_settings *settings) {
    program->limits = vt_limits_or_default(limits);
    program->rules = vt_cel_rules_of(settings->environment);
    program->counts = program->rules->counts && settings->check;
    vt_arena_init(&program->arena, &program->allocator, (size_t)program->limits.cel_program_bytes);
    atomic_init(&program->references, 1);
    if (!settings->patterns) return vt_cel_patterns_new(&program->allocator, &program->patterns);
    program->patterns = vt_cel_patterns_retain(settings->patterns);
    return VITALS_OK;
}

/* Parse and, with declarations, check. NULL: `error` has the issues, or memory ran out. */
static vt_cel_node *read_tree(vt_cel_program *program, const vt_cel_settings *settings,
                              const vt_cel_declarations *declarations, vt_cel_meter *meter,
                              vt_buffer *error, uint32_t *offset) {
    vt_cel_issues issues;
    vt_cel_issues_init(&issues, &program->arena, program->source);
    issues.meter = meter;
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
    if (settings->limit) *settings->limit = issues.limit;
    if (offset) *offset = vt_cel_issues_offset(&issues);
    return NULL;
}

/* The tree, checked if the settings ask for it. NULL as above. */
static vt_cel_node *read_checked(vt_cel_program *program, const vt_cel_settings *settings,
                                 vt_cel_meter *meter, vt_cel_stage *stage, vt_buffer *error,
                                 uint32_t *offset) {
    vt_cel_declarations declarations;
    vt_cel_issues issues;
    vt_cel_node *tree = NULL;
    if (!settings->check) return read_tree(program, settings, NULL, meter, error, offset);
    vt_cel_issues_init(&issues, &program->arena, VT_TEXT_ABSENT);
    issues.name = "<declarations>";
    issues.meter = meter;
    issues.source = vt_arena_copy(&program->arena, settings->declarations);
    if (vt_text_is_absent(issues.source)) return NULL;
    if (vt_cel_declarations_read(&declarations, program->rules, &program->limits, &issues)) {
        tree = read_tree(program, settings, &declarations, meter, error, offset);
    } else if (!issues.out_of_memory && issues.count > 0) {
        *stage = VT_CEL_STAGE_DECLARE;
        vt_cel_issues_append(&issues, error);
        if (offset) *offset = vt_cel_issues_offset(&issues);
    }
    vt_cel_declarations_done(&declarations);
    return tree;
}

static vitals_status build(vt_cel_program *program, const vt_cel_settings *settings,
                           vt_text expression, vt_cel_meter *meter, vt_cel_stage *stage,
                           vt_buffer *error, uint32_t *offset) {
    size_t before = error->size;
    program->source = vt_arena_copy(&program->arena, expression);
    program->container = vt_arena_copy(&program->arena, settings->container);
    if (vt_text_is_absent(program->source) || vt_text_is_absent(program->container)) {
        return VITALS_ENOMEM;
    }
    *stage = VT_CEL_STAGE_PARSE;
    vt_cel_node *tree = read_checked(program, settings, meter, stage, error, offset);
    if (!tree) return error->size > before && !error->failed ? VITALS_ESYNTAX : VITALS_ENOMEM;
    *stage = VT_CEL_STAGE_PLAN;
    program->root = vt_cel_plan(program, tree, meter, error);
    if (!program->root)
        return error->size > before && !error->failed ? VITALS_ESYNTAX : VITALS_ENOMEM;
    *stage = VT_CEL_STAGE_DONE;
    return VITALS_OK;
}

/* The result of a build, which may have been stopped by a limit or the host; only then the text of
** the error is why. */
static vitals_status why_stopped(const vt_cel_program *program, vt_cel_meter *meter,
                                 vitals_status status, size_t before, vt_buffer *error) {
    if (status == VITALS_ENOMEM && program->arena.over_budget)
        vt_cel_meter_stop(meter, VITALS_ELIMIT, VT_LIMIT_NAME(cel_program_bytes));
    if (meter->stopped == VITALS_OK) return status;
    if (error->size > before) error->size = before;
    vt_buffer_add(error, vt_cel_meter_reason(meter));
    return meter->stopped == VITALS_ELIMIT ? VITALS_ESYNTAX : meter->stopped;
}

vitals_status vt_cel_program_build(const vitals_allocator *allocator, const vitals_limits *limits,
                                   const vt_cel_settings *settings, vt_text expression,
                                   vt_cel_program **out, vt_cel_stage *stage, vt_buffer *error,
                                   uint32_t *offset) {
    vitals_allocator chosen = vt_allocator_or_default(allocator);
    vt_cel_program *program = vt_allocate_zeroed(&chosen, sizeof *program);
    if (!program) return VITALS_ENOMEM;
    program->allocator = chosen;
    size_t before = error->size;
    vitals_status status = init(program, limits, settings);
    vt_cel_meter meter =
        vt_cel_meter_of(program->limits.cel_compile_cost, VT_LIMIT_NAME(cel_compile_cost),
                        settings->interrupt, settings->interrupt_user);
    if (!status) status = build(program, settings, expression, &meter, stage, error, offset);
    status = why_stopped(program, &meter, status, before, error);
    if (meter.stopped == VITALS_ELIMIT && settings->limit) *settings->limit = meter.limit;
    if (status == VITALS_OK)
        *out = program;
    else
        vt_cel_program_free(program);
    return status;
}

vt_cel_program *vt_cel_program_retain(vt_cel_program *program) {
    atomic_fetch_add_explicit(&program->references, 1, memory_order_relaxed);
    return program;
}

void vt_cel_program_free(vt_cel_program *program) {
    if (!program) return;
    if (atomic_fetch_sub_explicit(&program->references, 1, memory_order_acq_rel) != 1) return;
    vt_cel_patterns_free(program->patterns);
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
                                 const vt_cel_host *host, vt_text expression, vt_cel_program **out,
                                 vt_buffer *error) {
    vt_cel_settings settings = { .environment = VT_CEL_ENVIRONMENT_FLUX,
                                 .patterns = host ? host->patterns : NULL,
                                 .interrupt = host ? host->interrupt : NULL,
                                 .interrupt_user = host ? host->interrupt_user : NULL,
                                 .limit = host ? host->limit : NULL };
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
    if (limit) *limit = state->meter.limit;
    if (cost) *cost = state->meter.cost;
    if (value.kind == VT_CEL_BOOL) {
        *out = value.as.integer != 0;
        return VITALS_OK;
    }
    if (!vt_cel_is_error(value)) return not_a_bool(error, program->source);
    if (vt_cel_is_missing(value) && missing_is_false) {
        *out = false;
        return VITALS_OK;
    }
    if (state->meter.stopped == VITALS_ENOMEM) return VITALS_ENOMEM;
    wrap_evaluation_error(error, program->source, vt_cel_text(value));
    return state->meter.stopped == VITALS_OK ? VITALS_ESYNTAX : state->meter.stopped;
}

/* ------------------------------------------------------------ other scopes */

vitals_status vt_cel_program_new_in(const vitals_allocator *allocator, const vitals_limits *limits,
                                    const vt_cel_host *host, const vt_cel_setting *scope,
                                    vt_text expression, vt_cel_program **out, vt_buffer *error) {
    const bool named = scope->variable.size > 0;
    const vt_text names[] = { scope->variable, VT_TEXT("result") };
    const vt_cel_type *const types[] = { &vt_cel_dyn, &vt_cel_bool };
    const vt_cel_settings settings = { .environment = scope->environment,
                                       .check = scope->check,
                                       .variables = named ? names : names + 1,
                                       .variable_types = named ? types : types + 1,
                                       .variable_count = (uint32_t)named + scope->has_result,
                                       .patterns = host->patterns,
                                       .interrupt = host->interrupt,
                                       .interrupt_user = host->interrupt_user,
                                       .limit = host->limit };
    vt_cel_stage stage = VT_CEL_STAGE_DONE;
    return vt_cel_program_build(allocator, limits, &settings, expression, out, &stage, error, NULL);
}

bool vt_cel_program_gives_bool(const vt_cel_program *program, bool or_optional) {
    const vt_cel_type *type = program->type;
    if (!type) return true;
    if (or_optional && type->kind == VT_CEL_TYPE_OPTIONAL) type = type->parameters[0];
    return type->kind == VT_CEL_TYPE_BOOL || (or_optional && vt_cel_type_is_any(type));
}

/* KRO: index out of bounds counts as missing, too. */
static bool lacks_something(vt_cel_value error) {
    return vt_cel_is_missing(error) ||
           vt_text_find(vt_cel_text(error), VT_TEXT("index out of bounds"), 0) != SIZE_MAX;
}

static vt_cel_result result_of(const vt_cel_state *state, vt_cel_value value) {
    vt_cel_result result = { .kind = VT_CEL_GIVES_OTHER,
                             .limit = vt_cel_state_limit(state),
                             .status = state->meter.stopped,
                             .cost = state->meter.cost,
                             .counted = state->counted };
    if (value.kind == VT_CEL_OPTIONAL) value = value.as.item ? *value.as.item : vt_cel_null_value();
    if (vt_cel_is_error(value)) {
        result.kind = VT_CEL_FAILS;
        result.is_missing = lacks_something(value);
        result.text = vt_cel_text(value);
    } else if (value.kind == VT_CEL_BOOL) {
        result.kind = VT_CEL_GIVES_BOOL;
        result.is_true = vt_cel_is_true(value);
    } else if (value.kind == VT_CEL_STRING) {
        result.kind = VT_CEL_GIVES_TEXT;
        result.text = vt_cel_text(value);
    } else if (value.kind == VT_CEL_NULL) {
        result.kind = VT_CEL_GIVES_NONE;
    }
    return result;
}

vt_cel_result vt_cel_evaluate_in(const vt_cel_program *program, vt_cel_state *state,
                                 const vt_evaluation *evaluation, const vt_cel_setting *scope) {
    const vitals_document *documents[] = { evaluation->reader.document };
    const bool named = scope->variable.size > 0;
    const vt_value *root = vt_document_root(documents[0]);
    const vt_cel_binding bindings[] = {
        { scope->variable, named ? vt_cel_of_document(root, 0) : vt_cel_null_value() },
        { VT_TEXT("result"), vt_cel_of_bool(scope->result) },
    };
    const vt_cel_activation activation = { .documents = documents,
                                           .document_count = 1,
                                           .keys_are_variables = !named,
                                           .bindings = named ? bindings : bindings + 1,
                                           .binding_count = (uint32_t)named + scope->has_result,
                                           .trace = evaluation->reader.trace };
    return result_of(state, vt_cel_run(program, state, &activation, evaluation));
}
