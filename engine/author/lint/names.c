/* Unused locals, assignments to globals, and globals that are never set. */
#include "author/lint/script.h"

/* ----------------------------------------------------------------- unused */

static void report_unused(vt_lint_script *script, const vt_lua_node *node,
                          const vt_lua_local *local) {
    if (local->reads || vt_text_starts(local->name, VT_TEXT("_"))) return;
    vt_place place = vt_lint_script_place(script, local->line, local->column);
    vt_lint_add(script->lint, VT_LINT_LUA_UNUSED, place, VT_TEXT_ABSENT,
                local->writes ? "%.*s is set and never read" : "%.*s is never read",
                VT_TEXT_ARG(local->name));
    vt_lint_propose_unused(script, node, place);
}

/* Loop variables and parameters may be needed for their position, and so may locals before a used
** one. */
static bool visit_locals(void *user, const vt_lua_node *node) {
    if (node->kind != VT_LUA_LOCAL && node->kind != VT_LUA_LOCAL_FUNCTION) return true;
    const vt_lua_local *first_unused = NULL;
    for (const vt_lua_local *at = node->locals.first; at; at = at->next_declared) {
        if (at->reads) {
            first_unused = NULL;
        } else if (!first_unused) {
            first_unused = at;
        }
    }
    for (; first_unused; first_unused = first_unused->next_declared) {
        report_unused(user, node, first_unused);
    }
    return true;
}

void vt_lint_unused(vt_lint_script *script) {
    vt_lint_walk(script, script->tree->script, visit_locals, script);
}

/* ----------------------------------------------------------------- globals */

/* Globals by name, each with the node that sets it first. */
typedef struct global_names {
    vt_lint_script *script;
    vt_map set;
    vt_map functions; /* declared as such: nobody does that by accident, and Karmada calls them */
    vt_map reported;
} global_names;

static void note_global(global_names *names, const vt_lua_node *target) {
    if (!vt_lint_is_global_name(target) || vt_map_get(&names->set, target->text)) return;
    if (!vt_map_put(&names->set, target->text, (void *)(uintptr_t)target)) {
        names->script->lint->no_memory = true;
    }
}

static void note_function(global_names *names, const vt_lua_node *target) {
    note_global(names, target);
    if (vt_lint_is_global_name(target) && !vt_map_put(&names->functions, target->text, names))
        names->script->lint->no_memory = true;
}

static bool visit_assignments(void *user, const vt_lua_node *node) {
    if (node->kind == VT_LUA_FUNCTION_STATEMENT) note_function(user, node->left);
    if (node->kind != VT_LUA_ASSIGN) return true;
    for (const vt_lua_node *at = node->targets.first; at; at = at->next) note_global(user, at);
    return true;
}

static void open_names(global_names *names, vt_lint_script *script) {
    *names = (global_names){ .script = script };
    vt_map_init(&names->set, &script->lint->allocator, 0);
    vt_map_init(&names->functions, &script->lint->allocator, 0);
    vt_map_init(&names->reported, &script->lint->allocator, 0);
    vt_lint_walk(script, script->tree->script, visit_assignments, names);
}

static void close_names(global_names *names) {
    vt_map_done(&names->set);
    vt_map_done(&names->functions);
    vt_map_done(&names->reported);
}

void vt_lint_global(vt_lint_script *script) {
    global_names names;
    open_names(&names, script);
    size_t at = 0;
    for (const vt_map_entry *found; (found = vt_map_next(&names.set, &at));) {
        if (vt_map_get(&names.functions, found->key)) continue;
        vt_lint_add(script->lint, VT_LINT_LUA_GLOBAL, vt_lint_node_place(script, found->value),
                    VT_TEXT_ABSENT, "%.*s is a global variable", VT_TEXT_ARG(found->key));
    }
    if (names.set.live_count) vt_lint_propose_locals(script);
    close_names(&names);
}

/* ---------------------------------------------------------------- undefined */

static bool is_given(vt_text name) {
    return vt_text_is(name, "obj") || vt_text_is(name, "actionParams") || vt_text_is(name, "_G") ||
           vt_lint_is_global(name, true);
}

static vt_text advice_for(vt_lint_script *script, vt_text name) {
    if (vt_text_distance(name, VT_TEXT("obj"), 2) > 2) return VT_TEXT_ABSENT;
    return vt_lint_printf(script->lint, "Write obj");
}

static bool visit_names(void *user, const vt_lua_node *node) {
    global_names *names = user;
    if (!vt_lint_is_global_name(node) || is_given(node->text)) return true;
    if (vt_map_get(&names->set, node->text) || vt_map_get(&names->reported, node->text))
        return true;
    if (!vt_map_put(&names->reported, node->text, names)) names->script->lint->no_memory = true;
    vt_lint_add(names->script->lint, VT_LINT_LUA_UNDEFINED, vt_lint_node_place(names->script, node),
                advice_for(names->script, node->text), "the global %.*s is never set, so it is nil",
                VT_TEXT_ARG(node->text));
    return true;
}

void vt_lint_undefined(vt_lint_script *script) {
    global_names names;
    open_names(&names, script);
    vt_lint_walk(script, script->tree->script, visit_names, &names);
    close_names(&names);
}

/* ------------------------------------------------------------------ top level */

/* obj.Status: a field that differs from a known one in case, or in one character. */
static bool visit_fields(void *user, const vt_lua_node *node) {
    static const char *const fields[] = { "apiVersion", "kind", "metadata", "spec", "status" };
    vt_lint_script *script = user;
    if (node->kind != VT_LUA_INDEX || !vt_lint_is_global_name(node->left) ||
        !vt_text_is(node->left->text, "obj") || node->right->kind != VT_LUA_STRING) {
        return true;
    }
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        vt_text field = vt_text_from(fields[i]), word = node->right->text;
        if (!vt_lint_is_misspelt(word, field)) continue;
        vt_lint_add(script->lint, VT_LINT_LUA_FIELD, vt_lint_node_place(script, node),
                    vt_lint_printf(script->lint, "Write obj.%s", fields[i]),
                    "objects have no field %.*s, so it is nil", VT_TEXT_ARG(word));
    }
    return true;
}

void vt_lint_top_level(vt_lint_script *script) {
    vt_lint_walk(script, script->tree->script, visit_fields, script);
}
