/* Expressions on incomplete objects, whose controller has not acted yet: errors and early results. */
#include "author/lint/expression/expression.h"

typedef struct incomplete_object {
    const char *what;
    const char *json;
} incomplete_object;

#define OBJECT_START                                                                               \
    "{\"apiVersion\":\"v1\",\"kind\":\"K\",\"metadata\":{\"name\":\"x\",\"generation\":1},"        \
    "\"spec\":{}"

static const incomplete_object incomplete_objects[] = {
    { "without status", OBJECT_START "}" },
    { "whose status is empty", OBJECT_START ",\"status\":{}}" },
    { "whose conditions are empty", OBJECT_START ",\"status\":{\"conditions\":[]}}" },
};
enum {
    WITHOUT_STATUS,
    EMPTY_STATUS,
    OBJECT_COUNT = sizeof incomplete_objects / sizeof incomplete_objects[0]
};

/* The outcome of one evaluation. */
typedef struct outcome {
    bool failed, holds;
    vt_text error;
} outcome;

static outcome evaluate(const vt_lint_expression *expression, const vt_cel_program *program,
                        vt_cel_state *state, const incomplete_object *object) {
    vitals_lint *lint = expression->lint;
    outcome out = { .failed = true };
    vt_source source = { vt_text_from(object->json), { 0 }, NULL };
    vitals_document *document = vt_lint_parse(lint, &source, "", VITALS_FORMAT_JSON, NULL);
    if (!document) return out;
    vt_evaluation evaluation = { .reader = { document, NULL },
                                 .arena = &lint->arena,
                                 .limits = &lint->limits,
                                 .interrupt = lint->interrupt.ask,
                                 .interrupt_user = lint->interrupt.user };
    vt_buffer error;
    const char *limit = NULL;
    uint64_t cost = 0;
    vt_buffer_init(&error, &lint->allocator, SIZE_MAX / 2);
    vitals_status status =
        vt_cel_evaluate_bool(program, state, &evaluation, false, &out.holds, &error, &limit, &cost);
    if (status == VITALS_ENOMEM || error.failed) lint->no_memory = true;
    if (status == VITALS_ESTOPPED) lint->stopped = true;
    out.failed = status != VITALS_OK;
    out.error = vt_lint_printf(lint, "%.*s", VT_TEXT_ARG(vt_buffer_text(&error)));
    vt_buffer_done(&error);
    vitals_document_free(document);
    return out;
}

/* ---------------------------------------------------------------------- failing */

/* The node that reads a field of the status. */
static const vt_cel_node *find_status_field(vitals_lint *lint, const vt_cel_node *node,
                                            vt_text name) {
    if (!vt_lint_charge(lint, 1)) return NULL;
    if (node->kind == VT_CEL_NODE_SELECT && vt_text_equal(node->name, name) &&
        vt_lint_begins_with(node, "status")) {
        return node;
    }
    for (uint32_t i = 0; i < node->child_count; i++) {
        const vt_cel_node *found = find_status_field(lint, node->children[i], name);
        if (found) return found;
    }
    return NULL;
}

static void check_missing_status(vt_lint_expression *expression, const outcome *got) {
    if (!got->failed ||
        vt_text_find(got->error, VT_TEXT("no such attribute(s): status"), 0) == SIZE_MAX) {
        return;
    }
    vt_lint_expression_add_once(
        expression, VT_LINT_EXPRESSION_MISSING_STATUS, 0,
        "this fails on an object without status, and Flux waits until the timeout");
}

static void check_missing_field(vt_lint_expression *expression, const outcome *got) {
    static const vt_text phrase = VT_TEXT_INIT("no such key: ");
    size_t at = got->failed ? vt_text_find(got->error, phrase, 0) : SIZE_MAX;
    if (at == SIZE_MAX) return;
    vt_text name = vt_text_trim(vt_text_between(got->error, at + phrase.size, got->error.size));
    const vt_cel_node *field = find_status_field(expression->lint, expression->tree, name);
    const vt_schema *status = vt_schema_get(expression->schema, VT_TEXT("status"));
    const vt_schema_field *known = vt_schema_field_of(status, name);
    if (!field || (expression->typed && known && known->present)) return;
    vt_lint_expression_add(
        expression, VT_LINT_EXPRESSION_MISSING_FIELD, field->start,
        vt_lint_printf(expression->lint, "Add has(status.%.*s) && before it", VT_TEXT_ARG(name)),
        "this fails on an object whose status has no %.*s yet, and Flux waits until the timeout",
        VT_TEXT_ARG(name));
}

/* ---------------------------------------------------------------------- holding */

static void check_holds(vt_lint_expression *expression, const outcome *outcomes) {
    static const vt_lint_rule_id rules[VT_EXPRESSION_PART_COUNT] = {
        [VT_EXPRESSION_IN_PROGRESS] = VT_LINT_RULE_COUNT, /* as it should be */
        [VT_EXPRESSION_FAILED] = VT_LINT_EXPRESSION_FAILED_INCOMPLETE,
        [VT_EXPRESSION_CURRENT] = VT_LINT_EXPRESSION_CURRENT_INCOMPLETE,
    };
    vt_lint_rule_id rule = rules[expression->part];
    if (rule == VT_LINT_RULE_COUNT) return;
    for (size_t i = 0; i < OBJECT_COUNT; i++) {
        if (outcomes[i].failed || !outcomes[i].holds) continue;
        vt_lint_expression_add(expression, rule, 0, VT_TEXT_ABSENT, "%s is true for an object %s",
                               rule == VT_LINT_EXPRESSION_FAILED_INCOMPLETE ? "failed" : "current",
                               incomplete_objects[i].what);
        return;
    }
}

/* The most useful first; what follows from it is not said too. */
static void check_all(vt_lint_expression *expression, const vt_cel_program *program,
                      vt_cel_state *state) {
    outcome outcomes[OBJECT_COUNT];
    for (size_t i = 0; i < OBJECT_COUNT; i++) {
        outcomes[i] = evaluate(expression, program, state, &incomplete_objects[i]);
        if (expression->lint->no_memory || expression->lint->stopped) return;
    }
    check_holds(expression, outcomes);
    if (!expression->found) check_missing_field(expression, &outcomes[EMPTY_STATUS]);
    if (!expression->found) check_missing_status(expression, &outcomes[WITHOUT_STATUS]);
}

void vt_lint_incomplete(vt_lint_expression *expression) {
    vitals_lint *lint = expression->lint;
    vt_cel_program *program = NULL;
    vt_cel_state *state = NULL;
    vt_buffer error;
    vt_buffer_init(&error, &lint->allocator, SIZE_MAX / 2);
    const vt_cel_host host = { .interrupt = lint->interrupt.ask,
                               .interrupt_user = lint->interrupt.user };
    vitals_status status = vt_cel_program_new(&lint->allocator, &lint->limits, &host,
                                              expression->text, &program, &error);
    if (!status) status = vt_cel_state_new(&lint->allocator, &state);
    if (status == VITALS_ENOMEM) lint->no_memory = true;
    if (status == VITALS_ESTOPPED) lint->stopped = true;
    if (!status) check_all(expression, program, state);
    vt_cel_state_free(state);
    vt_cel_program_free(program);
    vt_buffer_done(&error);
}
