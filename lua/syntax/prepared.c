/*
** What is made once for all runs of a shallow script: what the statements that it begins with declare, as
** long as they are functions, which are only called, and tables that are only read.
*/
#include "lua/syntax/syntax.h"

/* Larger tables are made in each run, which is charged for them. */
enum { MOST_TABLES = 16, MOST_FIELDS = 32 };

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
static bool declares_constants(const vt_lua_node *statement) {
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

/* ---- statements */

static bool add_table(tables *all, const vt_lua_node *statement) {
    if (all->count == MOST_TABLES || !declares_constants(statement)) return false;
    all->of[all->count++].local = statement->locals.first;
    return true;
}

static bool is_only_read(tables *all, const vt_lua_local *local) {
    const table_reads *reads = find_table(all, local);
    return reads && local->writes == 0 && local->reads == reads->fields;
}

uint32_t vt_lua_prepared_statements(const vt_lua_tree *tree) {
    tables all = { .count = 0 };
    const vt_lua_node *first = tree->script->block.first, *node = first;
    while (node && (node->kind == VT_LUA_LOCAL_FUNCTION || add_table(&all, node))) {
        node = node->next;
    }
    vt_lua_walk(tree->script, count_reads, &all);
    uint32_t count = 0;
    for (; first != node; first = first->next, count++) {
        bool is_table = first->kind == VT_LUA_LOCAL;
        if (is_table && !is_only_read(&all, first->locals.first)) break;
    }
    return count;
}
