/* Making nodes, and going through them. */
#include "lua/syntax/tree.h"

#include <stdarg.h>

void vt_lua_report_no_memory(vt_lua_parse_error *error) {
    if (error->status == VITALS_OK) error->status = VITALS_ENOMEM;
}

void vt_lua_report_error(vt_lua_parse_error *error, vitals_status status, uint32_t line,
                         uint32_t column, const char *format, ...) {
    if (error->status != VITALS_OK) return;
    error->status = status;
    error->line = line;
    error->column = column;
    va_list arguments;
    va_start(arguments, format);
    vt_buffer_vprintf(error->text, format, arguments);
    va_end(arguments);
}

/* ------------------------------------------------------------------ making */

static void *make(vt_lua_parser *parser, size_t bytes) {
    void *made = vt_arena_allocate_zeroed(parser->arena, bytes);
    if (!made) vt_lua_report_no_memory(&parser->error);
    return made;
}

vt_lua_node *vt_lua_node_new(vt_lua_parser *parser, vt_lua_kind kind, const vt_lua_token *at) {
    vt_lua_node *node = make(parser, sizeof *node);
    if (!node) return NULL;
    node->kind = kind;
    node->offset = at->offset;
    node->line = node->last_line = node->error_line = at->line;
    node->column = at->column;
    node->text = at->text;
    node->symbol = at->symbol;
    node->height = 1;
    return node;
}

vt_lua_node *vt_lua_node_from(vt_lua_parser *parser, vt_lua_kind kind, const vt_lua_node *first) {
    vt_lua_token at = { .offset = first->offset, .line = first->line, .column = first->column };
    vt_lua_node *node = vt_lua_node_new(parser, kind, &at);
    if (node) node->error_line = first->error_line;
    return node;
}

void vt_lua_list_append(vt_lua_list *list, vt_lua_node *node) {
    if (list->last) {
        list->last->next = node;
    } else {
        list->first = node;
    }
    list->last = node;
    list->count++;
}

vt_lua_local *vt_lua_local_new(vt_lua_parser *parser, vt_lua_locals *locals, vt_lua_local_kind kind,
                               const vt_lua_token *name) {
    vt_lua_local *local = make(parser, sizeof *local);
    vt_lua_binding *binding = make(parser, sizeof *binding);
    if (!local || !binding) return NULL;
    binding->symbol = name->symbol;
    *local = (vt_lua_local){ .name = name->text,
                             .kind = kind,
                             .offset = name->offset,
                             .line = name->line,
                             .column = name->column,
                             .function = parser->function,
                             .binding = binding };
    if (locals->last) {
        locals->last->next_declared = local;
    } else {
        locals->first = local;
    }
    locals->last = local;
    locals->count++;
    return local;
}

vt_lua_function *vt_lua_function_new(vt_lua_parser *parser, uint32_t line) {
    vt_lua_function *function = make(parser, sizeof *function);
    if (!function) return NULL;
    function->parent = parser->function;
    function->depth = function->parent ? function->parent->depth + 1 : 0;
    function->line = line;
    if (parser->last_function) parser->last_function->next = function;
    parser->last_function = function;
    return function;
}

void vt_lua_warning_add(vt_lua_parser *parser, vt_lua_warning_kind kind, uint32_t offset,
                        uint32_t line, uint32_t column) {
    vt_lua_warning *warning = make(parser, sizeof *warning);
    if (!warning) return;
    *warning = (vt_lua_warning){ .kind = kind, .offset = offset, .line = line, .column = column };
    if (parser->last_warning) {
        parser->last_warning->next = warning;
    } else {
        parser->tree->warnings = warning;
    }
    parser->last_warning = warning;
}

bool vt_lua_node_raise(vt_lua_parser *parser, vt_lua_node *node, const vt_lua_node *child) {
    if (!child || node->height > child->height) return true;
    node->height = child->height + 1;
    if (node->height <= VT_LUA_MAX_NESTING) return true;
    vt_lua_report_error(&parser->error, VITALS_ELIMIT, node->line, node->column,
                        "<string>:%u: the script nests deeper than %d", node->line,
                        VT_LUA_MAX_NESTING);
    return false;
}

bool vt_lua_node_raise_list(vt_lua_parser *parser, vt_lua_node *node, const vt_lua_list *list) {
    for (const vt_lua_node *child = list->first; child; child = child->next) {
        if (!vt_lua_node_raise(parser, node, child)) return false;
    }
    return true;
}

bool vt_lua_is_multiple(const vt_lua_node *node) {
    return (node->kind == VT_LUA_CALL || node->kind == VT_LUA_METHOD ||
            node->kind == VT_LUA_VARARG) &&
           !node->parenthesised;
}

/* ------------------------------------------------------------------ walking */

typedef bool (*visitor)(void *user, vt_lua_node *node);

static bool walk_node(vt_lua_node *node, visitor visit, void *user);

static bool walk_list(const vt_lua_list *list, visitor visit, void *user) {
    for (vt_lua_node *node = list->first; node; node = node->next) {
        if (!walk_node(node, visit, user)) return false;
    }
    return true;
}

/* Children in the order of the source: a repeat has its condition behind its block. The label of a
** goto is no child. */
static bool walk_node(vt_lua_node *node, visitor visit, void *user) {
    if (!visit(user, node)) return false;
    bool left = node->left && node->kind != VT_LUA_GOTO;
    bool left_last = node->kind == VT_LUA_REPEAT;
    if (left && !left_last && !walk_node(node->left, visit, user)) return false;
    if (node->right && !walk_node(node->right, visit, user)) return false;
    if (!walk_list(&node->targets, visit, user) || !walk_list(&node->list, visit, user) ||
        !walk_list(&node->block, visit, user)) {
        return false;
    }
    if (node->kind == VT_LUA_FUNCTION && !walk_list(&node->function->block, visit, user)) {
        return false;
    }
    return !left || !left_last || walk_node(node->left, visit, user);
}

/* A reader that may not change what it is shown. */
typedef struct reader {
    vt_lua_visit visit;
    void *user;
} reader;

static bool show(void *user, vt_lua_node *node) {
    const reader *shown = user;
    return shown->visit(shown->user, node);
}

bool vt_lua_walk(const vt_lua_function *function, vt_lua_visit visit, void *user) {
    reader shown = { visit, user };
    return walk_list(&function->block, show, &shown);
}

static bool number_node(void *user, vt_lua_node *node) {
    vt_lua_tree *tree = user;
    node->index = tree->node_count++;
    return true;
}

void vt_lua_tree_number(vt_lua_tree *tree) {
    walk_list(&tree->script->block, number_node, tree);
}

/* ------------------------------------------------------------------ names of kinds */

/* clang-format off */
static const char *const kind_names[] = {
    "nil", "true", "false", "number", "string", "vararg", "name", "index", "call", "method",
    "function", "table", "unary", "binary", "concat", "and", "or",
    "field", "arm",
    "local", "assign", "call statement", "do", "while", "repeat", "if", "numeric for",
    "generic for", "function statement", "local function", "return", "break", "goto", "label"
};
/* clang-format on */
_Static_assert(sizeof kind_names / sizeof kind_names[0] == VT_LUA_KIND_COUNT, "one name a kind");

const char *vt_lua_kind_name(vt_lua_kind kind) {
    return kind_names[kind];
}

bool vt_lua_is_statement(vt_lua_kind kind) {
    return kind >= VT_LUA_LOCAL;
}
