/*
** What is made once for all runs of a shallow script: functions, which are only called, and tables that
** are only read.
**
** They are declared among the first statements of the script. The other statements there run each time;
** their variables are shared with the functions and outlive the run. So none of these statements may end the
** script, and no two of the variables may have the same name.
*/
#include "lua/syntax/syntax.h"

enum {
    MOST_STATEMENTS = 63, /* fewer than the bits of a set */
    MOST_SHARED = 32, /* far from the 255 variables of outer functions that a function may use */
    MOST_TABLES = 16, /* larger tables are made in each run, which is charged for them */
    MOST_FIELDS = 32
};

typedef struct table_reads {
    const vt_lua_local *local;
    uint32_t fields; /* how often a field of it is read */
} table_reads;

typedef struct tables {
    table_reads of[MOST_TABLES];
    size_t count;
} tables;

/* ---- tables of constants */

static bool is_constant(const vt_lua_node *node) {
    return node->kind == VT_LUA_TRUE || node->kind == VT_LUA_FALSE || node->kind == VT_LUA_NUMBER ||
           node->kind == VT_LUA_STRING;
}

/* Numbers as keys could be chosen to collide. */
bool vt_lua_declares_constants(const vt_lua_node *statement) {
    const vt_lua_node *table = statement->list.first;
    if (statement->kind != VT_LUA_LOCAL || statement->locals.count != 1 ||
        statement->list.count != 1 || table->kind != VT_LUA_TABLE ||
        table->list.count > MOST_FIELDS) {
        return false;
    }
    for (const vt_lua_node *field = table->list.first; field; field = field->next) {
        bool is_named = field->left && field->left->kind == VT_LUA_STRING;
        if (!is_named || !is_constant(field->right)) return false;
    }
    return true;
}

static table_reads *find_table(tables *all, const vt_lua_local *local) {
    for (size_t i = 0; local && i < all->count; i++) {
        if (all->of[i].local == local) return &all->of[i];
    }
    return NULL;
}

/* The table of which an expression is a field, or NULL. */
static table_reads *table_of(tables *all, const vt_lua_node *node) {
    bool is_field = node->kind == VT_LUA_INDEX && node->left->kind == VT_LUA_NAME;
    return is_field ? find_table(all, node->left->local) : NULL;
}

/* A field that is assigned to is visited as well: it does not count in the end. */
static bool count_reads(void *user, const vt_lua_node *node) {
    tables *all = user;
    table_reads *read = table_of(all, node);
    if (read) read->fields++;
    if (node->kind != VT_LUA_ASSIGN) return true;
    for (const vt_lua_node *target = node->targets.first; target; target = target->next) {
        table_reads *written = table_of(all, target);
        if (written) written->fields--;
    }
    return true;
}

static bool add_table(tables *all, const vt_lua_node *statement) {
    if (all->count == MOST_TABLES || !vt_lua_declares_constants(statement)) return false;
    all->of[all->count++].local = statement->locals.first;
    return true;
}

static void find_tables(const vt_lua_tree *tree, tables *all) {
    for (const vt_lua_node *node = tree->script->block.first; node; node = node->next) {
        add_table(all, node);
    }
    vt_lua_walk(tree->script, count_reads, all);
}

static bool is_only_read(tables *all, const vt_lua_local *local) {
    const table_reads *reads = find_table(all, local);
    return reads && local->writes == 0 && local->reads == reads->fields;
}

bool vt_lua_only_reads_given(const vt_lua_tree *tree) {
    tables all = { .count = 0 };
    const vt_lua_shared *shared = tree->given;
    const vt_lua_local *name = tree->shared.first;
    for (; name; name = name->next_declared, shared++) {
        if (!shared->is_table) continue;
        if (all.count == MOST_TABLES) return false;
        all.of[all.count++].local = name;
    }
    if (all.count == 0) return true;
    vt_lua_walk(tree->script, count_reads, &all);
    for (size_t i = 0; i < all.count; i++) {
        if (!is_only_read(&all, all.of[i].local)) return false;
    }
    return true;
}

/* ---- statements */

static bool is_prepared(tables *all, const vt_lua_node *statement) {
    if (statement->kind == VT_LUA_LOCAL_FUNCTION) return true;
    return statement->kind == VT_LUA_LOCAL && is_only_read(all, statement->locals.first);
}

static bool may_return(const vt_lua_node *node) {
    if (node->kind == VT_LUA_RETURN) return true;
    for (const vt_lua_node *inner = node->block.first; inner; inner = inner->next) {
        if (may_return(inner)) return true;
    }
    const vt_lua_node *arm = node->kind == VT_LUA_IF ? node->list.first : NULL;
    while (arm && !may_return(arm)) arm = arm->next;
    return arm != NULL;
}

/* The variables that the script has from a statement on; a loop has others. */
static const vt_lua_local *variables_of(const vt_lua_node *statement) {
    bool declares = statement->kind == VT_LUA_LOCAL || statement->kind == VT_LUA_LOCAL_FUNCTION;
    return declares ? statement->locals.first : NULL;
}

/* Whether a variable that is declared before, from `node` on, has the same name. */
static bool is_declared(const vt_lua_node *node, const vt_lua_local *local) {
    for (;; node = node->next) {
        const vt_lua_local *other = variables_of(node);
        for (; other; other = other->next_declared) {
            if (other == local) return false;
            if (vt_text_equal(other->name, local->name)) return true;
        }
    }
}

static bool is_given(const vt_lua_tree *tree, const vt_lua_local *local) {
    const vt_lua_local *given = tree->shared.first;
    while (given && !vt_text_equal(given->name, local->name)) given = given->next_declared;
    return given != NULL;
}

/* Whether the variables of a statement may be declared before it: no name has a meaning there. */
static bool has_new_names(const vt_lua_tree *tree, const vt_lua_node *statement) {
    for (const vt_lua_local *local = variables_of(statement); local; local = local->next_declared) {
        bool is_function = vt_lua_global_use_of(local->name) == VT_LUA_GLOBAL_PLAIN_FUNCTION;
        if (is_function || is_given(tree, local) || is_declared(tree->script->block.first, local))
            return false;
    }
    return true;
}

/* Statements that are run between those that are prepared are a function of their own, one level deeper. Error
** messages can name a level. */
static bool names_levels(const vt_lua_bounds *bounds) {
    for (size_t i = 0; bounds->functions >> i; i++) {
        bool is_called = bounds->functions >> i & 1;
        if (is_called && strcmp(vt_lua_plain_function_at(i), "error") == 0) return true;
    }
    return false;
}

void vt_lua_find_prepared(const vt_lua_tree *tree, vt_lua_bounds *bounds) {
    tables all = { .count = 0 };
    find_tables(tree, &all);
    const bool only_first = names_levels(bounds);
    size_t shared = 0;
    const vt_lua_node *node = tree->script->block.first;
    for (int place = 0; node && node->next && place < MOST_STATEMENTS; place++, node = node->next) {
        bool prepared = is_prepared(&all, node);
        if (!prepared && (only_first || may_return(node))) break;
        if (!prepared && node->kind == VT_LUA_LOCAL) shared += node->locals.count;
        if (shared > MOST_SHARED || !has_new_names(tree, node)) break;
        if (!prepared) continue;
        bounds->prepared |= UINT64_C(1) << place;
        bounds->shared = (uint32_t)shared;
    }
}
