/* Corrections of scripts: statements that have no effect are removed, globals are declared local. */
#include "author/lint/script.h"

/* ------------------------------------------------------------ whole statements */

/* The lines of the script from one to another. */
static vt_text lines_of(const vt_lint_script *script, uint32_t first, uint32_t last) {
    vt_text rest = script->source, line = VT_TEXT("");
    const char *start = NULL, *end = NULL;
    for (uint32_t number = 1; number <= last && vt_text_split(&rest, '\n', &line); number++) {
        if (number == first) start = line.bytes;
        end = line.bytes + line.size;
    }
    return start ? vt_text_slice(start, (size_t)(end - start)) : VT_TEXT_ABSENT;
}

/* Whether lines are so many statements and nothing else: not half of a block. */
static bool are_statements(vt_lint_script *script, vt_text lines, size_t count) {
    vt_arena arena;
    vt_buffer error;
    vt_lua_tree *tree = NULL;
    vitals_lint *lint = script->lint;
    if (!vt_lint_charge(lint, lines.size)) return false;
    vt_arena_init(&arena, &lint->allocator, 0);
    vt_buffer_init(&error, &lint->allocator, SIZE_MAX / 2);
    vitals_status status = vt_lua_parse_asking(&arena, &lint->limits, lines, false, lint->interrupt,
                                               &tree, &error, NULL);
    if (status == VITALS_ENOMEM || error.failed) lint->no_memory = true;
    bool all = status == VITALS_OK && tree->script->block.count == count;
    vt_buffer_done(&error);
    vt_arena_done(&arena);
    return all;
}

void vt_lint_propose_removal(vt_lint_script *script, vt_lint_rule_id rule, vt_place place,
                             const vt_lua_node *first, const vt_lua_node *last_one) {
    uint32_t last_line = last_one->last_line;
    vt_text lines = lines_of(script, first->line, last_line);
    size_t count = 1;
    for (const vt_lua_node *node = first; node != last_one; node = node->next) count++;
    vt_place at = vt_lint_script_place(script, first->line, 1);
    vt_place last = vt_lint_script_place(script, last_line, 1);
    /* In a quoted scalar the lines of the script are not those of the file. */
    if (vt_text_is_absent(lines) || last.line - at.line != last_line - first->line) return;
    if (!are_statements(script, lines, count)) return;
    vt_text old = lines_of(script, first->line, first->line);
    vt_lint_propose(script->lint, (vt_lint_proposal){ .change = VT_LINT_REMOVE_LINES,
                                                      .rule = rule,
                                                      .place = place,
                                                      .at = at,
                                                      .old = old,
                                                      .last_line = last.line });
}

static bool is_without_effect(const vt_lua_list *values) {
    for (const vt_lua_node *at = values->first; at; at = at->next) {
        if (at->kind > VT_LUA_STRING && at->kind != VT_LUA_FUNCTION) return false;
    }
    return true;
}

void vt_lint_propose_unused(vt_lint_script *script, const vt_lua_node *node, vt_place place) {
    const vt_lua_local *local = node->locals.first;
    if (node->locals.count != 1 || local->writes) return;
    if (node->kind == VT_LUA_LOCAL && !is_without_effect(&node->list)) return;
    vt_lint_propose_removal(script, VT_LINT_LUA_UNUSED, place, node, node);
}

/* --------------------------------------------------------------------- globals */

/* What speaks against declaring globals local where they are first set. */
typedef struct global_uses {
    vt_lint_script *script;
    vt_map first;  /* the first use of each */
    bool jumps;    /* a goto could jump into the scope of a local */
    bool protects; /* after a failed pcall, captured locals have two copies in Argo CD */
} global_uses;

static bool visit_uses(void *user, const vt_lua_node *node) {
    global_uses *uses = user;
    if (node->kind == VT_LUA_GOTO || node->kind == VT_LUA_LABEL) uses->jumps = true;
    if (!vt_lint_is_global_name(node)) return true;
    if (vt_text_is(node->text, "pcall") || vt_text_is(node->text, "xpcall")) uses->protects = true;
    const vt_lua_node *first = vt_map_get(&uses->first, node->text);
    if (first && first->offset < node->offset) return true;
    if (!vt_map_put(&uses->first, node->text, (void *)(uintptr_t)node)) {
        uses->script->lint->no_memory = true;
    }
    return true;
}

/* The global that a statement sets alone; NULL: none. */
static const vt_lua_node *global_set_by(const vt_lua_node *statement) {
    const vt_lua_node *name = NULL;
    if (statement->kind == VT_LUA_FUNCTION_STATEMENT) name = statement->left;
    if (statement->kind == VT_LUA_ASSIGN && statement->targets.count == 1) {
        name = statement->targets.first;
    }
    return vt_lint_is_global_name(name) ? name : NULL;
}

static void propose_local(vt_lint_script *script, const vt_lua_node *statement,
                          const vt_lua_node *name) {
    bool function = statement->kind == VT_LUA_FUNCTION_STATEMENT;
    vt_text old = function ? VT_TEXT("function") : name->text;
    vt_lint_propose(
        script->lint,
        (vt_lint_proposal){ .change = VT_LINT_REPLACE,
                            .rule = VT_LINT_LUA_GLOBAL,
                            .place = vt_lint_node_place(script, name),
                            .at = vt_lint_node_place(script, statement),
                            .old = old,
                            .text = vt_lint_printf(script->lint, "local %.*s", VT_TEXT_ARG(old)) });
}

/* More local variables than a function may have would not compile. */
enum { MOST_LOCALS = 100 };

void vt_lint_propose_locals(vt_lint_script *script) {
    global_uses uses = { .script = script };
    unsigned count = 0;
    vt_map_init(&uses.first, &script->lint->allocator, 0);
    vt_lint_walk(script, script->tree->script, visit_uses, &uses);
    const vt_lua_node *at = script->tree->script->block.first;
    for (; at && !uses.jumps && !uses.protects && count < MOST_LOCALS; at = at->next) {
        const vt_lua_node *name = global_set_by(at);
        if (!name || vt_map_get(&uses.first, name->text) != name) continue;
        propose_local(script, at, name);
        count++;
    }
    vt_map_done(&uses.first);
}
