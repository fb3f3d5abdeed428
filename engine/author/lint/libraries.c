/* Library functions of a script that Argo CD's Lua does not have or vitals does not allow. */
#include "author/lint/script.h"

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

static bool is_global(const vt_lua_node *node, const char *name) {
    return vt_lint_is_global_name(node) && vt_text_is(node->text, name);
}

/* Strings have no fields while their library is closed: s:find() and ("x").find. */
static bool is_string_method(const vt_lua_node *node) {
    vt_lua_allowed allowed;
    if (node->kind == VT_LUA_METHOD) return find_allowed("string", node->text, &allowed);
    return node->kind == VT_LUA_INDEX && node->left->kind == VT_LUA_STRING;
}

/* The library that a node needs to be opened; absent: none. */
static vt_text needed_library(const vt_lua_node *node) {
    vt_text name = VT_TEXT_ABSENT;
    if (is_string_method(node)) return VT_TEXT("string");
    if (vt_lint_is_global_name(node)) name = node->text;
    if (node->kind == VT_LUA_INDEX && is_global(node->left, "_G") &&
        node->right->kind == VT_LUA_STRING) {
        name = node->right->text;
    }
    if (vt_text_is_absent(name) || !is_library(name) || is_always_open(name)) return VT_TEXT_ABSENT;
    return name;
}

/* The same for a script of an argocd-cm without useOpenLibs, where it is a mistake, and for one of a
** tree, which Argo CD runs with open libraries where it bundles the tree, and only there. */
static bool visit_closed(void *user, const vt_lua_node *node) {
    vt_lint_script *script = user;
    vt_text library = needed_library(node);
    if (vt_text_is_absent(library)) return true;
    vt_text advice = VT_TEXT_ABSENT;
    if (vt_text_is(library, "os")) {
        advice = VT_TEXT("Write local os = require(\"os\"), which has time and date, or set "
                         "useOpenLibs for the key");
    }
    vt_lint_add(script->lint, script->in_tree ? VT_LINT_LIBRARY_NEEDED : VT_LINT_LIBRARY_CLOSED,
                vt_lint_node_place(script, node), advice,
                is_string_method(node)
                    ? "without useOpenLibs strings have no methods: the library %.*s is closed"
                    : "without useOpenLibs %.*s is nil",
                VT_TEXT_ARG(library));
    return true;
}

void vt_lint_library_closed(vt_lint_script *script) {
    if (script->open_libraries && !script->in_tree) return;
    vt_lint_walk(script, script->tree->script, visit_closed, script);
}

static bool visit_needed(void *user, const vt_lua_node *node) {
    (void)user;
    return vt_text_is_absent(needed_library(node));
}

bool vt_lint_needs_open(vt_lint_script *script) {
    return !vt_lint_walk(script, script->tree->script, visit_needed, NULL);
}

/* -------------------------------------------------------------------- unknown */

/* The module that a call of require names, a STRING; NULL: it is something else. */
static const vt_lua_node *required(const vt_lua_node *node) {
    if (!node || node->kind != VT_LUA_CALL || !is_global(node->left, "require")) return NULL;
    const vt_lua_node *name = node->list.first;
    return name && name->kind == VT_LUA_STRING ? name : NULL;
}

static void check_module(vt_lint_script *script, const vt_lua_node *call) {
    static const char *const modules[] = { "os", "table", "_G" };
    const vt_lua_node *name = required(call);
    if (!name) return;
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

/* A local variable that is require("os") and nothing else. */
typedef struct required_os {
    const vt_lua_local *local;
    struct required_os *next;
} required_os;

typedef struct unknown_search {
    vt_lint_script *script;
    required_os *modules;
} unknown_search;

static bool is_required_os(const unknown_search *search, const vt_lua_node *node) {
    const vt_lua_node *name = required(node);
    if (name) return vt_text_is(name->text, "os");
    if (node->kind != VT_LUA_NAME || !node->local) return false;
    const required_os *at = search->modules;
    while (at && at->local != node->local) at = at->next;
    return at != NULL;
}

static void note_modules(unknown_search *search, const vt_lua_node *statement) {
    const vt_lua_node *value = statement->list.first;
    for (const vt_lua_local *local = statement->locals.first; local && value;
         local = local->next_declared, value = value->next) {
        if (local->writes || !required(value) || !is_required_os(search, value)) continue;
        required_os *added = vt_lint_allocate(search->script->lint, sizeof *added);
        if (!added) return;
        *added = (required_os){ local, search->modules };
        search->modules = added;
    }
}

/* The os of require has fewer functions than the global of open libraries. */
static void check_required_os(const unknown_search *search, const vt_lua_node *index) {
    vt_text name = index->right->text;
    if (index->right->kind != VT_LUA_STRING || !is_required_os(search, index->left)) return;
    if (vt_text_is(name, "time") || vt_text_is(name, "date")) return;
    vt_lint_add(search->script->lint, VT_LINT_LIBRARY_UNKNOWN,
                vt_lint_node_place(search->script, index), VT_TEXT_ABSENT,
                "require(\"os\") has only time and date, so %.*s is nil", VT_TEXT_ARG(name));
}

static bool visit_unknown(void *user, const vt_lua_node *node) {
    unknown_search *search = user;
    if (node->kind == VT_LUA_LOCAL) note_modules(search, node);
    if (node->kind == VT_LUA_CALL) check_module(search->script, node);
    if (node->kind == VT_LUA_INDEX) {
        check_function(search->script, node);
        check_required_os(search, node);
    }
    return true;
}

void vt_lint_library_unknown(vt_lint_script *script) {
    unknown_search search = { script, NULL };
    vt_lint_walk(script, script->tree->script, visit_unknown, &search);
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
