/* Statements, blocks and functions. The comment on each function is its production of the
** grammar. */
#include "lua/syntax/tree.h"

/* The parser of a kind of statement. `node` starts at the statement's first token, which has
** already been read if it is a keyword. */
typedef bool (*parse_fn)(vt_lua_parser *parser, vt_lua_node *node);

/* Parse the block of `node` and update its height. */
static bool parse_block_of(vt_lua_parser *parser, vt_lua_node *node) {
    return vt_lua_parse_block(parser, &node->block, node);
}

static bool parse_condition(vt_lua_parser *parser, vt_lua_node *node) {
    node->left = vt_lua_parse_expression(parser);
    return node->left && vt_lua_node_raise(parser, node, node->left);
}

static bool parse_values(vt_lua_parser *parser, vt_lua_node *node) {
    return vt_lua_parse_expressions(parser, &node->list) &&
           vt_lua_node_raise_list(parser, node, &node->list);
}

/* ------------------------------------------------------------------ functions */

static bool parse_parameter(vt_lua_parser *parser) {
    vt_lua_token name = parser->token;
    return vt_lua_expect(parser, TOKEN_NAME) &&
           vt_lua_local_new(parser, &parser->function->parameters, VT_LUA_LOCAL_PARAMETER, &name);
}

/* A parameter that the author did not write: `self`, `arg`. */
static bool add_hidden_parameter(vt_lua_parser *parser, vt_lua_local_kind kind, vt_text name,
                                 const vt_lua_token *at) {
    vt_lua_token token = *at;
    token.text = name;
    token.symbol = vt_lua_symbol_intern(parser->arena, &parser->lexer.symbols, name);
    if (!token.symbol) vt_lua_report_no_memory(&parser->error);
    return token.symbol && vt_lua_local_new(parser, &parser->function->parameters, kind, &token);
}

/* parameters = '(' [ '...' | name { ',' name } [ ',' '...' ] ] ')' */
static bool parse_parameters(vt_lua_parser *parser) {
    vt_lua_token open = parser->token;
    if (!vt_lua_expect(parser, '(')) return false;
    if (parser->token.kind != ')') {
        do {
            parser->function->vararg = vt_lua_accept(parser, TOKEN_VARARG);
            if (parser->function->vararg) break;
            if (vt_lua_failed(parser) || !parse_parameter(parser)) return false;
        } while (vt_lua_accept(parser, ','));
    }
    if (vt_lua_failed(parser) || !vt_lua_expect(parser, ')')) return false;
    /* ARGO: compatibility with Lua 5.0, the table `arg`. */
    return !parser->function->vararg ||
           add_hidden_parameter(parser, VT_LUA_LOCAL_ARG, VT_TEXT("arg"), &open);
}

/* parameters block 'end' */
vt_lua_function *vt_lua_parse_function(vt_lua_parser *parser, uint32_t line,
                                       const vt_lua_token *self) {
    vt_lua_function *function = vt_lua_function_new(parser, line);
    if (!function) return NULL;
    parser->function = function;
    if (self && !add_hidden_parameter(parser, VT_LUA_LOCAL_SELF, VT_TEXT("self"), self)) {
        return NULL;
    }
    if (!parse_parameters(parser) || !vt_lua_parse_block(parser, &function->block, NULL)) {
        return NULL;
    }
    function->last_line = parser->token.line;
    if (!vt_lua_expect(parser, TOKEN_END_WORD)) return NULL;
    parser->function = function->parent;
    return function;
}

/* The function of a statement that declares one. */
static bool parse_named_function(vt_lua_parser *parser, vt_lua_node *node,
                                 const vt_lua_token *self) {
    node->right = vt_lua_node_from(parser, VT_LUA_FUNCTION, node);
    if (!node->right) return false;
    node->right->function = vt_lua_parse_function(parser, node->line, self);
    if (!node->right->function) return false;
    node->right->last_line = node->right->function->last_line;
    return vt_lua_node_raise_list(parser, node->right, &node->right->function->block) &&
           vt_lua_node_raise(parser, node, node->right);
}

/* One more part of a function's name, after '.' or ':'. */
static bool parse_name_part(vt_lua_parser *parser, vt_lua_node *node) {
    vt_lua_node *index = vt_lua_node_from(parser, VT_LUA_INDEX, node->left);
    if (!index) return false;
    index->dotted = true;
    index->left = node->left;
    index->right = vt_lua_node_new(parser, VT_LUA_STRING, &parser->token);
    if (!index->right || !vt_lua_expect(parser, TOKEN_NAME)) return false;
    node->left = index;
    return vt_lua_node_raise(parser, index, index->left);
}

/* 'function' name { '.' name } [ ':' name ] body */
static bool parse_function_statement(vt_lua_parser *parser, vt_lua_node *node) {
    node->left = vt_lua_node_new(parser, VT_LUA_NAME, &parser->token);
    if (!node->left || !vt_lua_expect(parser, TOKEN_NAME)) return false;
    while (vt_lua_accept(parser, '.')) {
        if (!parse_name_part(parser, node)) return false;
    }
    vt_lua_token colon = parser->token;
    bool method = vt_lua_accept(parser, ':');
    if (vt_lua_failed(parser) || (method && !parse_name_part(parser, node))) return false;
    return vt_lua_node_raise(parser, node, node->left) &&
           parse_named_function(parser, node, method ? &colon : NULL);
}

/* ------------------------------------------------------------------ locals */

/* names = name { ',' name } */
static bool parse_names(vt_lua_parser *parser, vt_lua_locals *locals, vt_lua_local_kind kind) {
    do {
        vt_lua_token name = parser->token;
        if (!vt_lua_expect(parser, TOKEN_NAME) || !vt_lua_local_new(parser, locals, kind, &name)) {
            return false;
        }
    } while (vt_lua_accept(parser, ','));
    return !vt_lua_failed(parser);
}

/* 'local' ( 'function' name body | names [ '=' expressions ] ) */
static bool parse_local(vt_lua_parser *parser, vt_lua_node *node) {
    if (vt_lua_accept(parser, TOKEN_FUNCTION)) {
        vt_lua_token name = parser->token;
        node->kind = VT_LUA_LOCAL_FUNCTION;
        return vt_lua_expect(parser, TOKEN_NAME) &&
               vt_lua_local_new(parser, &node->locals, VT_LUA_LOCAL_VARIABLE, &name) &&
               parse_named_function(parser, node, NULL);
    }
    if (vt_lua_failed(parser) || !parse_names(parser, &node->locals, VT_LUA_LOCAL_VARIABLE)) {
        return false;
    }
    if (vt_lua_accept(parser, '=')) return parse_values(parser, node);
    return !vt_lua_failed(parser);
}

/* ------------------------------------------------------------------ control */

/* 'do' block 'end' */
static bool parse_do(vt_lua_parser *parser, vt_lua_node *node) {
    return parse_block_of(parser, node) && vt_lua_expect(parser, TOKEN_END_WORD);
}

/* 'while' expression 'do' block 'end' */
static bool parse_while(vt_lua_parser *parser, vt_lua_node *node) {
    return parse_condition(parser, node) && vt_lua_expect(parser, TOKEN_DO) &&
           parse_do(parser, node);
}

/* 'repeat' block 'until' expression */
static bool parse_repeat(vt_lua_parser *parser, vt_lua_node *node) {
    return parse_block_of(parser, node) && vt_lua_expect(parser, TOKEN_UNTIL) &&
           parse_condition(parser, node);
}

/* An arm of an if, after the keyword: [ expression 'then' ] block */
static bool parse_arm(vt_lua_parser *parser, vt_lua_node *node, const vt_lua_token *keyword) {
    vt_lua_node *arm = vt_lua_node_new(parser, VT_LUA_ARM, keyword);
    if (!arm) return false;
    vt_lua_list_append(&node->list, arm);
    if (keyword->kind != TOKEN_ELSE &&
        (!parse_condition(parser, arm) || !vt_lua_expect(parser, TOKEN_THEN))) {
        return false;
    }
    if (!parse_block_of(parser, arm)) return false;
    if (node->height < arm->height)
        node->height = arm->height; /* an arm does not count as a level */
    return true;
}

/* 'if' arm { 'elseif' arm } [ 'else' arm ] 'end' */
static bool parse_if(vt_lua_parser *parser, vt_lua_node *node) {
    vt_lua_token keyword = {
        .kind = TOKEN_IF, .offset = node->offset, .line = node->line, .column = node->column
    };
    if (!parse_arm(parser, node, &keyword)) return false;
    while (parser->token.kind == TOKEN_ELSEIF || parser->token.kind == TOKEN_ELSE) {
        keyword = parser->token;
        if (!vt_lua_advance(parser) || !parse_arm(parser, node, &keyword)) return false;
        if (keyword.kind == TOKEN_ELSE) break;
    }
    uint32_t groups = (uint32_t)((node->list.count - 1) / VT_LUA_GROUP_ARMS);
    return (groups == 0 || vt_lua_node_raise_by(parser, node, groups)) &&
           vt_lua_expect(parser, TOKEN_END_WORD);
}

/* '=' expression ',' expression [ ',' expression ], after the only name */
static bool parse_numeric_for(vt_lua_parser *parser, vt_lua_node *node) {
    node->kind = VT_LUA_NUMERIC_FOR;
    for (int i = 0; i < 3; i++) {
        vt_lua_node *value = vt_lua_parse_expression(parser);
        if (!value || !vt_lua_node_raise(parser, node, value)) return false;
        vt_lua_list_append(&node->list, value);
        if (i == 0 && !vt_lua_expect(parser, ',')) return false;
        if (i == 1 && !vt_lua_accept(parser, ',')) break;
    }
    return !vt_lua_failed(parser);
}

/* 'for' ( name '=' … | names 'in' expressions ) 'do' block 'end' */
static bool parse_for(vt_lua_parser *parser, vt_lua_node *node) {
    if (!parse_names(parser, &node->locals, VT_LUA_LOCAL_FOR)) return false;
    if (node->locals.count == 1 && vt_lua_accept(parser, '=')) {
        if (!parse_numeric_for(parser, node)) return false;
    } else if (vt_lua_failed(parser) || !vt_lua_expect(parser, TOKEN_IN) ||
               !parse_values(parser, node)) {
        return false;
    }
    return vt_lua_expect(parser, TOKEN_DO) && parse_do(parser, node);
}

/* ------------------------------------------------------------------ jumps */

static bool parse_jump_name(vt_lua_parser *parser, vt_lua_node *node) {
    node->text = parser->token.text;
    node->symbol = parser->token.symbol;
    return vt_lua_expect(parser, TOKEN_NAME);
}

/* '::' name '::' */
static bool parse_label(vt_lua_parser *parser, vt_lua_node *node) {
    return parse_jump_name(parser, node) && vt_lua_expect(parser, TOKEN_LABEL_MARK);
}

/* Tokens that end a block. Nothing else may follow a return or break. */
static bool ends_block(int token) {
    return token == TOKEN_END || token == TOKEN_END_WORD || token == TOKEN_ELSE ||
           token == TOKEN_ELSEIF || token == TOKEN_UNTIL;
}

/* 'break' [ ';' ], the last of its block */
static bool parse_break(vt_lua_parser *parser, vt_lua_node *node) {
    (void)node;
    vt_lua_accept(parser, ';');
    return !vt_lua_failed(parser) && (ends_block(parser->token.kind) || vt_lua_reject(parser));
}

/* 'return' [ expressions ] [ ';' ], the last of its block */
static bool parse_return(vt_lua_parser *parser, vt_lua_node *node) {
    bool alone = ends_block(parser->token.kind) || parser->token.kind == ';';
    return (alone || parse_values(parser, node)) && parse_break(parser, node);
}

/* ------------------------------------------------------------------ assignments and calls */

static bool is_variable(const vt_lua_node *node) {
    return !node->parenthesised && (node->kind == VT_LUA_NAME || node->kind == VT_LUA_INDEX);
}

/* variable { ',' variable } '=' expressions, after the first variable */
static bool parse_assignment(vt_lua_parser *parser, vt_lua_node *node, vt_lua_node *target) {
    node->kind = VT_LUA_ASSIGN;
    vt_lua_list_append(&node->targets, target);
    while (vt_lua_accept(parser, ',')) {
        target = vt_lua_parse_prefix(parser);
        if (!target) return false;
        if (!is_variable(target)) return vt_lua_reject(parser);
        vt_lua_list_append(&node->targets, target);
    }
    return !vt_lua_failed(parser) && vt_lua_node_raise_list(parser, node, &node->targets) &&
           vt_lua_expect(parser, '=') && parse_values(parser, node);
}

/* assignment | call. ARGO: an expression that is not a call is a "parse error" at the token
** after it. */
static bool parse_expression_statement(vt_lua_parser *parser, vt_lua_node *node) {
    vt_lua_node *prefix = vt_lua_parse_prefix(parser);
    if (!prefix) return false;
    int next = parser->token.kind;
    if (is_variable(prefix) && (next == '=' || next == ',')) {
        return parse_assignment(parser, node, prefix);
    }
    if (prefix->kind != VT_LUA_CALL && prefix->kind != VT_LUA_METHOD) {
        vt_lua_lexer_reject(&parser->lexer, parser->token.text, "parse error");
        return false;
    }
    node->left = prefix;
    return vt_lua_node_raise(parser, node, prefix);
}

/* ------------------------------------------------------------------ blocks */

static const struct statement {
    int token;
    vt_lua_kind kind;
    parse_fn parse;
} statements[] = {
    { TOKEN_LOCAL, VT_LUA_LOCAL, parse_local },
    { TOKEN_IF, VT_LUA_IF, parse_if },
    { TOKEN_FOR, VT_LUA_GENERIC_FOR, parse_for },
    { TOKEN_RETURN, VT_LUA_RETURN, parse_return },
    { TOKEN_FUNCTION, VT_LUA_FUNCTION_STATEMENT, parse_function_statement },
    { TOKEN_WHILE, VT_LUA_WHILE, parse_while },
    { TOKEN_DO, VT_LUA_DO, parse_do },
    { TOKEN_REPEAT, VT_LUA_REPEAT, parse_repeat },
    { TOKEN_BREAK, VT_LUA_BREAK, parse_break },
    { TOKEN_GOTO, VT_LUA_GOTO, parse_jump_name },
    { TOKEN_LABEL_MARK, VT_LUA_LABEL, parse_label },
};

static bool parse_statement(vt_lua_parser *parser, vt_lua_node *node) {
    for (size_t i = 0; i < sizeof statements / sizeof statements[0]; i++) {
        if (parser->token.kind != statements[i].token) continue;
        node->kind = statements[i].kind;
        return vt_lua_advance(parser) && statements[i].parse(parser, node);
    }
    return parse_expression_statement(parser, node);
}

/* Tokens that can start a statement without a keyword. */
static bool begins_expression_statement(int token) {
    return token == TOKEN_NAME || token == '(';
}

static bool begins_statement(int token) {
    if (begins_expression_statement(token)) return true;
    for (size_t i = 0; i < sizeof statements / sizeof statements[0]; i++) {
        if (token == statements[i].token) return true;
    }
    return false;
}

/* block = { statement | ';' } */
bool vt_lua_parse_block(vt_lua_parser *parser, vt_lua_list *block, vt_lua_node *owner) {
    if (!vt_lua_enter(parser)) return false;
    for (;;) {
        while (vt_lua_accept(parser, ';')) continue;
        if (vt_lua_failed(parser)) return false;
        if (!begins_statement(parser->token.kind)) break;
        vt_lua_node *node = vt_lua_node_new(parser, VT_LUA_CALL_STATEMENT, &parser->token);
        if (!node || !parse_statement(parser, node)) return false;
        node->last_line = parser->last_line;
        vt_lua_list_append(block, node);
        if (owner && !vt_lua_node_raise(parser, owner, node)) return false;
        if (node->kind == VT_LUA_RETURN || node->kind == VT_LUA_BREAK) break;
    }
    vt_lua_leave(parser);
    return true;
}
