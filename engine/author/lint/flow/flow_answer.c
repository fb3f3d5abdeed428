/* Runs a script and reports: results without a status, wrong words, arms that are never taken. */
#include "author/lint/flow/flow_run.h"

/* ---------------------------------------------------------------------- results */

/* The field of a result, whose keys Argo CD compares without regard to case. */
static const vt_flow_binding *member_of(vt_flow_run *run, const vt_flow_state *state,
                                        const vt_lua_node *table, const char *name,
                                        bool *has_others) {
    for (const vt_flow_binding *at = state->bindings; at; at = at->next) {
        if (!vt_lint_charge(run->script->lint, 1)) return NULL;
        if (at->owner != table) continue;
        if (vt_text_equal(at->key, VT_FLOW_MADE)) return NULL;
        if (vt_text_equal_fold(at->key, vt_text_from(name))) return at;
        *has_others = *has_others || at->value.kind != VT_FLOW_NIL;
    }
    return NULL;
}

static bool may_be_nil(vt_flow_run *run, const vt_flow_state *state, const vt_flow_value *value) {
    if (value->kind != VT_FLOW_SYMBOL) return value->kind == VT_FLOW_NIL;
    vt_flow_fact fact = vt_flow_known(run, state, value->symbol);
    return (fact.possible & VT_FLOW_IS_NIL) && value->symbol->optional;
}

static bool is_not_text(const vt_flow_value *value) {
    return value->kind != VT_FLOW_NIL && value->kind != VT_FLOW_STRING &&
           value->kind != VT_FLOW_SYMBOL;
}

/* A word of the script's own that becomes the status. */
static void check_word(vt_flow_run *run, const vt_flow_value *value) {
    if (value->kind != VT_FLOW_STRING || !value->node) return;
    vt_lint_check_status(run->script, value->node, value->text);
}

static void check_type(vt_flow_run *run, const vt_lua_node *node, const vt_flow_value *value,
                       const char *name) {
    if (!is_not_text(value)) return;
    const vt_lua_node *at = value->node ? value->node : node;
    vt_place place = vt_lint_node_place(run->script, at);
    if (vt_lint_has(run->script->lint, VT_LINT_LUA_MESSAGE, place.file, place.line)) return;
    vt_lint_add(run->script->lint, VT_LINT_LUA_MESSAGE, place, VT_TEXT_ABSENT,
                "%s is not a string, so Argo CD treats the result as empty", name);
}

static unsigned check_table(vt_flow_run *run, const vt_flow_state *state, const vt_lua_node *node,
                            const vt_flow_value *table) {
    bool others = false;
    const vt_flow_binding *status = member_of(run, state, table->node, "status", &others);
    const vt_flow_binding *message = member_of(run, state, table->node, "message", &others);
    if (message) check_type(run, node, &message->value, "message");
    if (vt_flow_find(run, state, table->node, VT_FLOW_LOST)) return VT_FLOW_WITH_STATUS;
    if (status) {
        check_type(run, node, &status->value, "status");
        check_word(run, &status->value);
    }
    unsigned filled = others ? VT_FLOW_NOT_EMPTY : 0;
    if (!status || may_be_nil(run, state, &status->value)) return VT_FLOW_WITHOUT_STATUS | filled;
    return VT_FLOW_WITH_STATUS;
}

void vt_flow_answer(vt_flow_run *run, const vt_flow_state *state, const vt_lua_node *node,
                    vt_flow_value value) {
    unsigned bits = VT_FLOW_WITH_STATUS;
    const vt_lua_node *last = node->list.last;
    if (value.kind == VT_FLOW_TABLE) {
        bits = check_table(run, state, node, &value);
    } else if (value.kind == VT_FLOW_NIL && last && last->kind == VT_LUA_NAME) {
        bits = VT_FLOW_WITHOUT_STATUS;
    }
    run->marks[node->index] |= (uint8_t)bits;
}

/* A result without status, where no other rule has reported the return statement. */
static void report_answer(vt_flow_run *run, const vt_lua_node *node) {
    vt_lint_script *script = run->script;
    unsigned bits = run->marks[node->index];
    vt_place place = vt_lint_node_place(script, node);
    if (!(bits & VT_FLOW_WITHOUT_STATUS)) return;
    if (vt_lint_has(script->lint, VT_LINT_LUA_EMPTY_ANSWER, place.file, place.line) ||
        vt_lint_has(script->lint, VT_LINT_LUA_NO_STATUS, place.file, place.line)) {
        return;
    }
    bool never = !(bits & VT_FLOW_WITH_STATUS), empty = never && !(bits & VT_FLOW_NOT_EMPTY);
    const vt_lua_node *last = node->list.last;
    vt_text name = last->kind == VT_LUA_NAME ? last->text : VT_TEXT("the result");
    vt_lint_add(script->lint, empty ? VT_LINT_LUA_EMPTY_ANSWER : VT_LINT_LUA_NO_STATUS, place,
                VT_TEXT_ABSENT,
                never ? "%.*s has no status here%.*s" : "%.*s may have no status here%.*s",
                VT_TEXT_ARG(name), VT_TEXT_ARG(vt_lint_disabled_check(script, false)));
}

/* ------------------------------------------------------------------------- arms */

/* An arm that no state has taken, although all were tried and nothing was assumed. */
static void report_arms(vt_flow_run *run, const vt_lua_node *node) {
    vt_lint_script *script = run->script;
    for (const vt_lua_node *arm = node->list.first; arm; arm = arm->next) {
        unsigned bits = run->marks[arm->index];
        if (!(bits & VT_FLOW_TRIED) || (bits & VT_FLOW_TAKEN) || !arm->block.first) continue;
        vt_place place = vt_lint_node_place(script, arm->block.first);
        if (vt_lint_has(script->lint, VT_LINT_LUA_UNREACHABLE, place.file, place.line)) continue;
        vt_lint_add(script->lint, VT_LINT_LUA_UNREACHABLE, place, VT_TEXT_ABSENT,
                    arm->left ? "this can never run: the conditions before it contradict this one"
                              : "this can never run: the conditions before it cover every case");
    }
}

typedef struct reporting {
    vt_flow_run *run;
} reporting;

static bool visit_answers(void *user, const vt_lua_node *node) {
    vt_flow_run *run = ((reporting *)user)->run;
    if (node->kind == VT_LUA_RETURN) report_answer(run, node);
    if (node->kind == VT_LUA_IF && !run->cut) report_arms(run, node);
    return true;
}

/* --------------------------------------------------------------------- running */

/* Functions may be called with other arguments than those of this script: their arms are not
** judged, and their results are not the script's. */
static void report_all(vt_flow_run *run) {
    reporting reported = { run };
    vt_lint_statements(&run->script->tree->script->block, visit_answers, &reported);
    vt_flow_report_remarks(run);
}

static const vt_schema *schema_of_object(const vt_lint_script *script) {
    const vt_schema *schema =
        vt_schemas_find(&script->lint->schemas, script->group, VT_TEXT_ABSENT, script->kind);
    if (script->lint->schemas.no_memory) script->lint->no_memory = true;
    return schema && schema->type == VT_SCHEMA_OBJECT ? schema : vt_schema_of_any_object();
}

static bool prepare(vt_flow_run *run) {
    uint32_t nodes = run->script->tree->node_count + 1;
    run->object = vt_flow_allocate(run, sizeof *run->object);
    run->hidden = vt_flow_allocate(run, sizeof *run->hidden);
    run->marks = vt_flow_allocate(run, nodes);
    run->unknown = vt_flow_allocate(run, nodes * sizeof *run->unknown);
    if (!run->object || !run->hidden || !run->marks || !run->unknown) return false;
    *run->object = (vt_flow_symbol){ .region = VT_FLOW_ROOT, .number = ++run->symbol_count };
    run->object->possible = VT_FLOW_IS_OTHER;
    run->object->schema = schema_of_object(run->script);
    return true;
}

void vt_lint_flow(vt_lint_script *script) {
    vt_flow_run run = { .script = script };
    vt_flow_state start = { 0 };
    vt_arena_init(&run.arena, &script->lint->allocator, 0);
    if (prepare(&run)) {
        vt_flow_follow(&run, &start, script->tree->script, &start);
        report_all(&run);
    }
    vt_arena_done(&run.arena);
}
