/* Library functions of a script that Argo CD's Lua does not have or vitals does not allow. */
#include "lint/script.h"

/* Find a function of a library among those that Argo CD's open libraries have. */
static bool find_allowed(const char *library, vt_text name, vt_lua_allowed *out) {
    for (size_t i = 0; vt_lua_allowed_at(VT_LUA_ARGOCD, true, i, out); i++) {
        if (strcmp(out->library, library) == 0 && vt_text_is(name, out->name)) return true;
    }
    return false;
}

/* Libraries that are always open; all others need useOpenLibs. */
static bool is_always_open(vt_text library) {
    return vt_text_is(library, "table") || vt_text_is(library, "package");
}

static bool is_library(vt_text name) {
    vt_lua_allowed allowed;
    for (size_t i = 0; vt_lua_allowed_at(VT_LUA_ARGOCD, true, i, &allowed); i++) {
        if (*allowed.library && vt_text_is(name, allowed.library)) return true;
    }
    return false;
}

bool vt_lint_is_global(vt_text name, bool open_libraries) {
    vt_lua_allowed allowed;
    if (find_allowed("", name, &allowed)) return true;
    return is_library(name) && (open_libraries || is_always_open(name));
}

/* --------------------------------------------------------------------- closed */

/* The library that a node needs to be opened; absent: none. */
static vt_text needed_library(const vt_lua_node *node) {
    vt_lua_allowed allowed;
    if (vt_lint_is_global_name(node) && is_library(node->text) && !is_always_open(node->text)) {
        return node->text;
    }
    if (node->kind == VT_LUA_METHOD && find_allowed("string", node->text, &allowed)) {
        return VT_TEXT("string");
    }
    return VT_TEXT_ABSENT;
}

static bool visit_closed(void *user, const vt_lua_node *node) {
    vt_lint_script *script = user;
    vt_text library = needed_library(node);
    if (vt_text_is_absent(library)) return true;
    vt_text advice = VT_TEXT_ABSENT;
    if (vt_text_is(library, "os")) {
        advice = VT_TEXT("Write local os = require(\"os\"), which has time and date, or set "
                         "useOpenLibs for the key");
    }
    vt_lint_add(script->lint, VT_LINT_LIBRARY_CLOSED, vt_lint_node_place(script, node), advice,
                node->kind == VT_LUA_METHOD
                    ? "without useOpenLibs strings have no methods: the library %.*s is closed"
                    : "without useOpenLibs %.*s is nil",
                VT_TEXT_ARG(library));
    return true;
}

void vt_lint_library_closed(vt_lint_script *script) {
    if (!script->open_libraries) vt_lint_walk(script, script->tree->script, visit_closed, script);
}

static bool visit_needed(void *user, const vt_lua_node *node) {
    (void)user;
    return vt_text_is_absent(needed_library(node));
}

bool vt_lint_needs_open(vt_lint_script *script) {
    return !vt_lint_walk(script, script->tree->script, visit_needed, NULL);
}

/* -------------------------------------------------------------------- unknown */

static void check_module(vt_lint_script *script, const vt_lua_node *call) {
    static const char *const modules[] = { "os", "table", "_G" };
    const vt_lua_node *name = call->list.first;
    if (!vt_lint_is_global_name(call->left) || !vt_text_is(call->left->text, "require")) return;
    if (!name || name->kind != VT_LUA_STRING) return;
    for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++) {
        if (vt_text_is(name->text, modules[i])) return;
    }
    vt_lint_add(
        script->lint, VT_LINT_LIBRARY_UNKNOWN, vt_lint_node_place(script, call),
        is_library(name->text) ? VT_TEXT("Use the global, with useOpenLibs") : VT_TEXT_ABSENT,
        "Argo CD has no module %.*s: require has os, table and _G", VT_TEXT_ARG(name->text));
}

static void check_function(vt_lint_script *script, const vt_lua_node *index) {
    const vt_lua_node *library = index->left, *name = index->right;
    vt_lua_allowed allowed;
    if (!vt_lint_is_global_name(library) || name->kind != VT_LUA_STRING) return;
    if (!is_library(library->text) || vt_text_is(library->text, "package")) return;
    if (find_allowed(vt_lint_printf(script->lint, "%.*s", VT_TEXT_ARG(library->text)).bytes,
                     name->text, &allowed)) {
        return;
    }
    vt_lint_add(script->lint, VT_LINT_LIBRARY_UNKNOWN, vt_lint_node_place(script, index),
                VT_TEXT_ABSENT, "Argo CD's Lua has no %.*s.%.*s", VT_TEXT_ARG(library->text),
                VT_TEXT_ARG(name->text));
}

static bool visit_unknown(void *user, const vt_lua_node *node) {
    if (node->kind == VT_LUA_CALL) check_module(user, node);
    if (node->kind == VT_LUA_INDEX) check_function(user, node);
    return true;
}

void vt_lint_library_unknown(vt_lint_script *script) {
    vt_lint_walk(script, script->tree->script, visit_unknown, script);
}

/* -------------------------------------------------------------------- refused */

static bool visit_refused(void *user, const vt_lua_node *node) {
    vt_lint_script *script = user;
    vt_lua_allowed allowed;
    bool found = false;
    if (vt_lint_is_global_name(node)) {
        found = find_allowed("", node->text, &allowed);
    } else if (node->kind == VT_LUA_INDEX && vt_lint_is_global_name(node->left) &&
               node->right->kind == VT_LUA_STRING) {
        vt_text library = vt_lint_printf(script->lint, "%.*s", VT_TEXT_ARG(node->left->text));
        found = library.size && find_allowed(library.bytes, node->right->text, &allowed);
    }
    if (!found || !allowed.is_refused) return true;
    vt_lint_add(script->lint, VT_LINT_LIBRARY_REFUSED, vt_lint_node_place(script, node),
                VT_TEXT_ABSENT, "vitals refuses %s%s%s: %s", allowed.library,
                *allowed.library ? "." : "", allowed.name, allowed.summary);
    return true;
}

void vt_lint_library_refused(vt_lint_script *script) {
    vt_lint_walk(script, script->tree->script, visit_refused, script);
}

/* -------------------------------------------------------------------- differs */

/* Functions that docs/lua.md lists as different in vitals: random numbers and CPU time. */
static const struct {
    const char *library, *name;
} differing[] = {
    { "math", "random" },
    { "math", "randomseed" },
    { "os", "clock" },
};

static bool is_differing(const vt_lua_node *node) {
    if (node->kind != VT_LUA_INDEX || !vt_lint_is_global_name(node->left)) return false;
    if (node->right->kind != VT_LUA_STRING) return false;
    for (size_t i = 0; i < sizeof differing / sizeof differing[0]; i++) {
        if (vt_text_is(node->left->text, differing[i].library) &&
            vt_text_is(node->right->text, differing[i].name)) {
            return true;
        }
    }
    return false;
}

/* tostring of a table or function constructor, which is an address. */
static bool is_address(const vt_lua_node *node) {
    if (node->kind != VT_LUA_CALL || !vt_lint_is_global_name(node->left)) return false;
    const vt_lua_node *argument = node->list.first;
    return vt_text_is(node->left->text, "tostring") && argument &&
           (argument->kind == VT_LUA_TABLE || argument->kind == VT_LUA_FUNCTION);
}

static bool visit_differs(void *user, const vt_lua_node *node) {
    vt_lint_script *script = user;
    vt_place place = vt_lint_node_place(script, node);
    if (is_differing(node)) {
        vt_lint_add(script->lint, VT_LINT_LIBRARY_DIFFERS, place, VT_TEXT_ABSENT,
                    "%.*s.%.*s returns a different value each time in Argo CD, but not in vitals",
                    VT_TEXT_ARG(node->left->text), VT_TEXT_ARG(node->right->text));
    } else if (is_address(node)) {
        vt_lint_add(script->lint, VT_LINT_LIBRARY_DIFFERS, place, VT_TEXT_ABSENT,
                    "tostring of a table or function is an address in Argo CD, but not in vitals");
    }
    return true;
}

void vt_lint_library_differs(vt_lint_script *script) {
    vt_lint_walk(script, script->tree->script, visit_differs, script);
}
