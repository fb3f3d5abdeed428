/* What the grammar is built on: the next token, and the creation of nodes. */
#include "base/run/limits.h"
#include "lua/syntax/tree.h"

/* ------------------------------------------------------------------ the next token */

bool vt_lua_failed(const vt_lua_parser *parser) {
    return parser->error.status != VITALS_OK;
}

bool vt_lua_goes_on(vt_lua_parser *parser) {
    if (vt_steps_charge(&parser->steps, 1)) return true;
    vt_lua_report_stopped(&parser->error);
    return false;
}

bool vt_lua_advance(vt_lua_parser *parser) {
    if (!vt_lua_goes_on(parser)) return false;
    parser->last_line = parser->token.line;
    return vt_lua_lexer_next(&parser->lexer, &parser->token);
}

bool vt_lua_accept(vt_lua_parser *parser, int kind) {
    return parser->token.kind == kind && vt_lua_advance(parser);
}

bool vt_lua_reject(vt_lua_parser *parser) {
    vt_lua_lexer_reject(&parser->lexer, parser->token.text, "syntax error");
    return false;
}

bool vt_lua_expect(vt_lua_parser *parser, int kind) {
    return parser->token.kind == kind ? vt_lua_advance(parser) : vt_lua_reject(parser);
}

static bool reject_depth(vt_lua_parser *parser, uint32_t line, uint32_t column) {
    vt_lua_report_limit(&parser->error, line, column, VT_LIMIT_NAME(script_depth),
                        parser->limits->script_depth, "the script is nested too deeply");
    return false;
}

bool vt_lua_enter(vt_lua_parser *parser) {
    if (parser->nesting < parser->limits->script_depth) {
        parser->nesting++;
        return true;
    }
    return reject_depth(parser, parser->token.line, parser->token.column);
}

void vt_lua_leave(vt_lua_parser *parser) {
    parser->nesting--;
}

/* ------------------------------------------------------------------ nodes */

/* A part of the tree, which counts against limit script_nodes. */
static void *make(vt_lua_parser *parser, size_t bytes) {
    if (++parser->node_count > parser->limits->script_nodes) {
        vt_lua_report_limit(&parser->error, parser->token.line, parser->token.column,
                            VT_LIMIT_NAME(script_nodes), parser->limits->script_nodes,
                            "the script is too large");
        return NULL;
    }
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
    vt_lua_binding *binding = local ? make(parser, sizeof *binding) : NULL;
    if (!binding) return NULL;
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
    return vt_lua_node_raise_by(parser, node, child->height + 1 - node->height);
}

bool vt_lua_node_raise_by(vt_lua_parser *parser, vt_lua_node *node, uint32_t levels) {
    node->height += levels;
    return node->height <= parser->limits->script_depth ||
           reject_depth(parser, node->line, node->column);
}

bool vt_lua_node_raise_list(vt_lua_parser *parser, vt_lua_node *node, const vt_lua_list *list) {
    for (const vt_lua_node *child = list->first; child; child = child->next) {
        if (!vt_lua_node_raise(parser, node, child)) return false;
    }
    return true;
}
