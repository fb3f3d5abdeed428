/*
** Local variables that a function shares with the code around it, after a pcall that failed.
**
** When an error is raised under pcall, gopher-lua cuts all captured local variables of the running
** functions off: from then on the functions that captured them have one copy, and the code around
** has another. Under xpcall it does not. A variable is reported when one side sets it after the
** pcall and the other side reads it after that.
*/
#include "author/lint/script.h"

/* A function of the script. */
typedef struct closure {
    const vt_lua_function *function;
    struct closure *outer;     /* the one around it; NULL: the script */
    const vt_lua_local *local; /* what it is called by: a local variable, */
    vt_text global;            /* or a global one; neither: it has no name */
    uint32_t first, last;      /* its nodes, see vt_lua_walk */
    uint32_t protects;         /* its first call that an error may not leave; 0: none */
    struct closure *next;
} closure;

/* A place where a local variable, or the name of a function, is read or set. */
typedef struct use {
    const vt_lua_node *name;
    const closure *in;
    bool sets;
} use;

/* A call of pcall, or of a function that calls it. */
typedef struct protected_call {
    const vt_lua_node *call;
    const closure *in;
    const closure *callee; /* NULL: pcall itself */
    uint32_t end;          /* its last node */
    struct protected_call *next;
} protected_call;

typedef struct captures {
    vt_lint_script *script;
    closure main, *last_closure;
    closure *in; /* the function of the visited node */
    use *uses;
    size_t use_count, most;
    protected_call *calls, **calls_end;
} captures;

/* --------------------------------------------------------------- collecting */

static bool is_pcall(const vt_lua_node *node) {
    return node->kind == VT_LUA_CALL && vt_lint_is_global_name(node->left) &&
           vt_text_is(node->left->text, "pcall");
}

static bool visit_pcall(void *user, const vt_lua_node *node) {
    (void)user;
    return !is_pcall(node);
}

static bool visit_last(void *user, const vt_lua_node *node) {
    *(uint32_t *)user = node->index;
    return true;
}

static closure *add_closure(captures *all, const vt_lua_node *node) {
    closure *added = vt_lint_allocate(all->script->lint, sizeof *added);
    if (!added) return NULL;
    added->function = node->function;
    added->first = added->last = node->index;
    vt_lint_walk(all->script, node->function, visit_last, &added->last);
    all->last_closure->next = added;
    all->last_closure = added;
    return added;
}

/* A statement `name = function`. Its nodes come later. */
static void name_closure(captures *all, const vt_lua_node *value, const vt_lua_local *local,
                         const vt_lua_node *target) {
    if (!value || value->kind != VT_LUA_FUNCTION || (target && target->kind != VT_LUA_NAME)) return;
    closure *named = add_closure(all, value);
    if (!named) return;
    named->local = target ? target->local : local;
    if (!named->local) named->global = target->text;
}

/* The targets of an assignment are added before they are visited as names. */
static bool is_added(const captures *all, const vt_lua_node *name) {
    for (size_t i = all->use_count; i > 0 && all->uses[i - 1].sets; i--) {
        if (all->uses[i - 1].name == name) return true;
    }
    return false;
}

static void add_use(captures *all, const vt_lua_node *name, bool sets) {
    if (name->kind != VT_LUA_NAME || all->use_count == all->most || is_added(all, name)) return;
    all->uses[all->use_count++] = (use){ name, all->in, sets };
}

static void name_functions(captures *all, const vt_lua_node *node) {
    const vt_lua_node *value = node->list.first;
    if (node->kind == VT_LUA_LOCAL_FUNCTION) {
        name_closure(all, node->right, node->locals.first, NULL);
    } else if (node->kind == VT_LUA_FUNCTION_STATEMENT) {
        name_closure(all, node->right, NULL, node->left);
    } else if (node->kind == VT_LUA_LOCAL && node->locals.count == 1) {
        name_closure(all, value, node->locals.first, NULL);
    } else if (node->kind == VT_LUA_ASSIGN && node->targets.count == 1) {
        name_closure(all, value, NULL, node->targets.first);
    }
}

static bool is_called(const closure *callee, const vt_lua_node *name) {
    if (name->kind != VT_LUA_NAME) return false;
    if (callee->local) return name->local == callee->local;
    return callee->global.size && !name->local && vt_text_equal(name->text, callee->global);
}

static const closure *closure_named(captures *all, const vt_lua_node *name) {
    for (const closure *at = all->main.next; at; at = at->next) {
        if (!vt_lint_charge(all->script->lint, 1)) return NULL;
        if (is_called(at, name)) return at;
    }
    return NULL;
}

static closure *closure_of(captures *all, const vt_lua_function *function) {
    for (closure *at = all->main.next; at; at = at->next) {
        if (!vt_lint_charge(all->script->lint, 1)) return NULL;
        if (at->function == function) return at;
    }
    return NULL;
}

/* The last node of a call, near enough: of an argument that is neither a name nor a function, only
** its first node counts. */
static uint32_t end_of(captures *all, const vt_lua_node *call) {
    const vt_lua_node *last = call->list.last;
    uint32_t end = last ? last->index : call->index;
    if (last && last->kind == VT_LUA_FUNCTION) {
        vt_lint_walk(all->script, last->function, visit_last, &end);
    }
    return end;
}

static void add_call(captures *all, const vt_lua_node *node) {
    const closure *callee = is_pcall(node) ? NULL : closure_named(all, node->left);
    if (!is_pcall(node) && (!callee || !callee->protects)) return;
    protected_call *added = vt_lint_allocate(all->script->lint, sizeof *added);
    if (!added) return;
    *added = (protected_call){ node, all->in, callee, end_of(all, node), NULL };
    *all->calls_end = added;
    all->calls_end = &added->next;
    for (closure *at = all->in; at != &all->main; at = at->outer) {
        if (!at->protects) at->protects = added->end;
    }
}

static void enter_closure(captures *all, const vt_lua_node *node) {
    closure *entered = closure_of(all, node->function);
    if (!entered) entered = add_closure(all, node);
    if (!entered) return;
    entered->outer = all->in;
    all->in = entered;
}

static bool visit_node(void *user, const vt_lua_node *node) {
    captures *all = user;
    while (all->in != &all->main && node->index > all->in->last) all->in = all->in->outer;
    name_functions(all, node);
    if (node->kind == VT_LUA_ASSIGN) {
        for (const vt_lua_node *at = node->targets.first; at; at = at->next) add_use(all, at, true);
    }
    add_use(all, node, false);
    if (node->kind == VT_LUA_FUNCTION) enter_closure(all, node);
    if (node->kind == VT_LUA_CALL) add_call(all, node);
    return true;
}

/* ------------------------------------------------------------------ deciding */

/* Whether the use is in the code around the functions that exist when the call returns. */
static bool is_around(const use *at, const protected_call *call) {
    return at->name->index > call->end && (at->in == call->in || at->in->first > call->end);
}

/* The first call of a function past a node; 0: none. */
static uint32_t called_after(const captures *all, const closure *callee, uint32_t index) {
    for (size_t i = 0; i < all->use_count; i++) {
        const use *at = &all->uses[i];
        bool inside = at->name->index >= callee->first && at->name->index <= callee->last;
        if (at->name->index > index && !inside && !at->sets && is_called(callee, at->name)) {
            return at->name->index;
        }
    }
    return 0;
}

/* Whether one side sets the variable and the other reads it later, after the call failed. */
static bool is_cut(const captures *all, const protected_call *call, const closure *capturing,
                   const use *inner) {
    uint32_t called =
        call->callee == capturing ? call->end : called_after(all, capturing, call->end);
    if (!called) return false;
    for (size_t i = 0; i < all->use_count; i++) {
        const use *at = &all->uses[i];
        if (at->name->local != inner->name->local || !is_around(at, call)) continue;
        if (inner->sets && !at->sets && at->name->index > called) return true;
        if (!inner->sets && at->sets && called_after(all, capturing, at->name->index)) return true;
    }
    return false;
}

static void report(captures *all, const protected_call *call, const closure *capturing,
                   const use *inner) {
    const vt_lint_script *script = all->script;
    vt_text name = capturing->local ? capturing->local->name : capturing->global;
    vt_place place = vt_lint_node_place(script, call->call);
    if (vt_lint_has(script->lint, VT_LINT_LUA_CAPTURED, script->file, place.line)) return;
    vt_lint_add(script->lint, VT_LINT_LUA_CAPTURED, place, VT_TEXT_ABSENT,
                "when this call catches an error, Argo CD gives %.*s its own copy of %.*s",
                VT_TEXT_ARG(name), VT_TEXT_ARG(inner->name->text));
}

/* A function that was made before the call, around which the call is not. */
static void decide(captures *all, const protected_call *call, const closure *capturing) {
    const vt_lua_function *around =
        call->in == &all->main ? all->script->tree->script : call->in->function;
    bool called = call->callee == capturing;
    uint32_t first = called ? capturing->protects : capturing->first;
    for (size_t i = 0; i < all->use_count; i++) {
        const use *at = &all->uses[i];
        const vt_lua_local *local = at->name->local;
        if (at->name->index <= first || at->name->index > capturing->last) continue;
        if (!vt_lint_charge(all->script->lint, 1 + all->use_count)) return;
        if (!local || local->function != around || !is_cut(all, call, capturing, at)) continue;
        report(all, call, capturing, at);
        return;
    }
}

void vt_lint_captured(vt_lint_script *script) {
    const vt_lua_function *whole = script->tree->script;
    if (vt_lint_walk(script, whole, visit_pcall, NULL)) return;
    captures all = { .script = script, .most = script->tree->node_count };
    protected_call *calls = NULL;
    all.last_closure = all.in = &all.main;
    all.calls_end = &calls;
    all.uses = vt_lint_allocate(script->lint, all.most * sizeof *all.uses);
    if (!all.uses) return;
    vt_lint_walk(script, whole, visit_node, &all);
    for (const protected_call *call = calls; call; call = call->next) {
        for (const closure *at = all.main.next; at; at = at->next) {
            if (!vt_lint_charge(script->lint, 1 + all.use_count)) return;
            bool named = at->local || at->global.size;
            if (named && at->last < call->call->index) decide(&all, call, at);
        }
    }
}
