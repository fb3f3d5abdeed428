/* Internal header: what the parser and the resolver share. */
#ifndef VITALS_LUA_SYNTAX_TREE_H
#define VITALS_LUA_SYNTAX_TREE_H

#include "lua/syntax/token.h"

typedef struct vt_lua_parser {
    vt_arena *arena;
    vt_lua_parse_error error;
    vt_lua_lexer lexer;
    vt_lua_token token;  /* the look-ahead, always one token */
    uint32_t last_line;  /* line of the previous token */
    uint32_t nesting;    /* statements and operands around the token */
    uint64_t node_count; /* nodes and local variables so far: limit script_nodes */
    vt_steps steps;      /* asks the host; without a limit */
    const vitals_limits *limits;
    vt_lua_function *function;
    vt_lua_function *last_function;
    vt_lua_warning *last_warning;
    vt_lua_tree *tree;
} vt_lua_parser;

/* What the resolver knows of a local variable. */
typedef struct vt_lua_binding {
    vt_lua_symbol *symbol;
    vt_lua_local *shadowed; /* what the name was bound to before */
    vt_lua_local *before;   /* the local variable declared before it */
    vt_lua_function *user;  /* the innermost function that is known to use it */
    uint32_t assignment;    /* the assignment it is a target of */
    uint32_t position;      /* its index among the targets */
} vt_lua_binding;

/* ---- parser.c */

/* Before each token and each node that is resolved: false when the host stops the parser. */
bool vt_lua_goes_on(vt_lua_parser *parser);
/* Read the next token. */
bool vt_lua_advance(vt_lua_parser *parser);
/* Advance if the token is a `kind`. */
bool vt_lua_accept(vt_lua_parser *parser, int kind);
/* Advance past the token, which must be a `kind`; otherwise reject it. */
bool vt_lua_expect(vt_lua_parser *parser, int kind);
/* Report a syntax error at the token; returns false. */
bool vt_lua_reject(vt_lua_parser *parser);
/* Around each recursion of the grammar: false past limit script_depth. */
bool vt_lua_enter(vt_lua_parser *parser);
void vt_lua_leave(vt_lua_parser *parser);
bool vt_lua_failed(const vt_lua_parser *parser);

vt_lua_node *vt_lua_node_new(vt_lua_parser *parser, vt_lua_kind kind, const vt_lua_token *at);
/* A node that starts where `first` does. */
vt_lua_node *vt_lua_node_from(vt_lua_parser *parser, vt_lua_kind kind, const vt_lua_node *first);
void vt_lua_list_append(vt_lua_list *list, vt_lua_node *node);
vt_lua_local *vt_lua_local_new(vt_lua_parser *parser, vt_lua_locals *locals, vt_lua_local_kind kind,
                               const vt_lua_token *name);
vt_lua_function *vt_lua_function_new(vt_lua_parser *parser, uint32_t line);
void vt_lua_warning_add(vt_lua_parser *parser, vt_lua_warning_kind kind, uint32_t offset,
                        uint32_t line, uint32_t column);
/* Raise the height of `node` above that of `child`, which may be NULL. false: nested too deeply. */
bool vt_lua_node_raise(vt_lua_parser *parser, vt_lua_node *node, const vt_lua_node *child);
bool vt_lua_node_raise_by(vt_lua_parser *parser, vt_lua_node *node, uint32_t levels);
bool vt_lua_node_raise_list(vt_lua_parser *parser, vt_lua_node *node, const vt_lua_list *list);

/* ---- tree.c */

/* Whether the expression may give any number of values. */
bool vt_lua_is_multiple(const vt_lua_node *node);
/* Set the index of every node. */
void vt_lua_tree_number(vt_lua_tree *tree);

/* ---- parse_expression.c. NULL or false: the error is in the parser. */

vt_lua_node *vt_lua_parse_expression(vt_lua_parser *parser);
bool vt_lua_parse_expressions(vt_lua_parser *parser, vt_lua_list *list);
/* A name or a parenthesised expression, and the fields, indices and calls after it. */
vt_lua_node *vt_lua_parse_prefix(vt_lua_parser *parser);

/* ---- parse_statement.c */

/* Parameters and body, after `function` and a name; `self` is the colon of a method's name. */
vt_lua_function *vt_lua_parse_function(vt_lua_parser *parser, uint32_t line,
                                       const vt_lua_token *self);
/* Statements up to a token that cannot start one. */
bool vt_lua_parse_block(vt_lua_parser *parser, vt_lua_list *block, vt_lua_node *owner);

/* ---- resolve.c */

/* Bind names and labels, reject what gopher-lua's compiler rejects, collect warnings. */
bool vt_lua_resolve(vt_lua_parser *parser);

#endif
