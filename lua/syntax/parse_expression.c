/* Expressions. The comment on each function is its production of the grammar. */
#include "lua/syntax/tree.h"

/* ------------------------------------------------------------------ operands */

static const struct constant {
    int token;
    vt_lua_kind kind;
} constants[] = {
    { TOKEN_NIL, VT_LUA_NIL },       { TOKEN_TRUE, VT_LUA_TRUE },
    { TOKEN_FALSE, VT_LUA_FALSE },   { TOKEN_NUMBER, VT_LUA_NUMBER },
    { TOKEN_STRING, VT_LUA_STRING }, { TOKEN_VARARG, VT_LUA_VARARG },
};

/* Set the value of a numeral; a surprising one gets a warning. */
static void read_numeral(vt_lua_parser *parser, vt_lua_node *node) {
    bool octal;
    node->number = vt_lua_numeral_value(node->text, &octal);
    if (node->number != node->number) {
        vt_lua_warning_add(parser, VT_LUA_WARNING_NOT_A_NUMBER, node->offset, node->line,
                           node->column);
    } else if (octal && node->number >= 8) {
        vt_lua_warning_add(parser, VT_LUA_WARNING_OCTAL, node->offset, node->line, node->column);
    }
}

static vt_lua_node *parse_constant(vt_lua_parser *parser, vt_lua_kind kind) {
    vt_lua_node *node = vt_lua_node_new(parser, kind, &parser->token);
    if (!node) return NULL;
    if (kind == VT_LUA_NUMBER) read_numeral(parser, node);
    if (kind == VT_LUA_STRING && node->text.size > parser->tree->longest_text) {
        parser->tree->longest_text = node->text.size;
    }
    return vt_lua_advance(parser) ? node : NULL;
}

/* field = '[' expression ']' '=' expression | name '=' expression | expression */
static vt_lua_node *parse_field(vt_lua_parser *parser) {
    vt_lua_node *field = vt_lua_node_new(parser, VT_LUA_FIELD, &parser->token);
    if (!field) return NULL;
    bool bracketed = parser->token.kind == '[';
    if (bracketed && !vt_lua_advance(parser)) return NULL;
    field->right = vt_lua_parse_expression(parser);
    if (!field->right) return NULL;
    if (bracketed && !vt_lua_expect(parser, ']')) return NULL;
    bool named = !bracketed && field->right->kind == VT_LUA_NAME && !field->right->parenthesised &&
                 parser->token.kind == '=';
    if (bracketed || named) {
        if (!vt_lua_expect(parser, '=')) return NULL;
        field->left = field->right;
        if (named) field->left->kind = VT_LUA_STRING;
        field->right = vt_lua_parse_expression(parser);
    }
    return field->right ? field : NULL;
}

/* table = '{' [ field { ( ',' | ';' ) … [ field ] } ] '}'. ARGO: separators may be repeated. */
static vt_lua_node *parse_table(vt_lua_parser *parser) {
    vt_lua_node *table = vt_lua_node_new(parser, VT_LUA_TABLE, &parser->token);
    if (!table || !vt_lua_advance(parser)) return NULL;
    bool separated = true;
    while (parser->token.kind != '}') {
        if (!separated) {
            vt_lua_reject(parser);
            return NULL;
        }
        vt_lua_node *field = parse_field(parser);
        if (!field || !vt_lua_node_raise(parser, table, field->left) ||
            !vt_lua_node_raise(parser, table, field->right)) {
            return NULL;
        }
        vt_lua_list_append(&table->list, field);
        separated = false;
        while (vt_lua_accept(parser, ',') || vt_lua_accept(parser, ';')) separated = true;
        if (vt_lua_failed(parser)) return NULL;
    }
    table->last_line = parser->token.line;
    return vt_lua_advance(parser) ? table : NULL;
}

/* function = 'function' parameters and body */
static vt_lua_node *parse_function_expression(vt_lua_parser *parser) {
    vt_lua_node *node = vt_lua_node_new(parser, VT_LUA_FUNCTION, &parser->token);
    if (!node || !vt_lua_advance(parser)) return NULL;
    node->function = vt_lua_parse_function(parser, node->line, NULL);
    if (!node->function) return NULL;
    node->last_line = node->function->last_line;
    return vt_lua_node_raise_list(parser, node, &node->function->block) ? node : NULL;
}

/* ------------------------------------------------------------------ prefixes */

/* '(' expression ')' */
static vt_lua_node *parse_parenthesised(vt_lua_parser *parser) {
    vt_lua_token open = parser->token;
    vt_lua_node *inner = vt_lua_advance(parser) ? vt_lua_parse_expression(parser) : NULL;
    if (!inner) return NULL;
    /* ARGO: errors of an expression are on the line where its left operand starts. Parentheses
    ** count as its start unless they contain a call. */
    bool call = inner->kind == VT_LUA_CALL || inner->kind == VT_LUA_METHOD;
    if (!call || inner->parenthesised) inner->error_line = open.line;
    inner->parenthesised = true;
    inner->offset = open.offset;
    inner->line = open.line;
    inner->column = open.column;
    inner->last_line = parser->token.line;
    return vt_lua_expect(parser, ')') ? inner : NULL;
}

/* '.' name */
static vt_lua_node *parse_dotted(vt_lua_parser *parser, vt_lua_node *object) {
    vt_lua_node *node = vt_lua_node_from(parser, VT_LUA_INDEX, object);
    if (!node || !vt_lua_advance(parser)) return NULL;
    node->dotted = true;
    node->left = object;
    node->right = vt_lua_node_new(parser, VT_LUA_STRING, &parser->token);
    return node->right && vt_lua_expect(parser, TOKEN_NAME) ? node : NULL;
}

/* '[' expression ']' */
static vt_lua_node *parse_bracketed(vt_lua_parser *parser, vt_lua_node *object) {
    vt_lua_node *node = vt_lua_node_from(parser, VT_LUA_INDEX, object);
    if (!node || !vt_lua_advance(parser)) return NULL;
    node->left = object;
    node->right = vt_lua_parse_expression(parser);
    if (!node->right || !vt_lua_node_raise(parser, node, node->right)) return NULL;
    return vt_lua_expect(parser, ']') ? node : NULL;
}

/* arguments = '(' [ expressions ] ')' | table | string */
static bool parse_arguments(vt_lua_parser *parser, vt_lua_node *call) {
    if (parser->token.kind == TOKEN_STRING || parser->token.kind == '{') {
        vt_lua_node *only =
            parser->token.kind == '{' ? parse_table(parser) : parse_constant(parser, VT_LUA_STRING);
        if (only) vt_lua_list_append(&call->list, only);
        return only != NULL;
    }
    if (!vt_lua_expect(parser, '(')) return false;
    if (parser->token.kind != ')' && !vt_lua_parse_expressions(parser, &call->list)) return false;
    return vt_lua_expect(parser, ')');
}

static vt_lua_node *parse_call(vt_lua_parser *parser, vt_lua_node *callee) {
    bool method = parser->token.kind == ':';
    if (method && !vt_lua_advance(parser)) return NULL;
    vt_lua_node *call = vt_lua_node_from(parser, method ? VT_LUA_METHOD : VT_LUA_CALL, callee);
    if (!call) return NULL;
    call->left = callee;
    if (method) {
        call->text = parser->token.text;
        if (!vt_lua_expect(parser, TOKEN_NAME)) return NULL;
    }
    return parse_arguments(parser, call) && vt_lua_node_raise_list(parser, call, &call->list)
               ? call
               : NULL;
}

/* Parse one suffix of `prefix`, or set `*done`. */
static vt_lua_node *parse_suffix(vt_lua_parser *parser, vt_lua_node *prefix, bool *done) {
    vt_lua_node *node;
    switch (parser->token.kind) {
    case '.':
        node = parse_dotted(parser, prefix);
        break;
    case '[':
        node = parse_bracketed(parser, prefix);
        break;
    case '(':
    case '{':
    case ':':
    case TOKEN_STRING:
        node = parse_call(parser, prefix);
        break;
    default:
        *done = true;
        return prefix;
    }
    if (!node || !vt_lua_node_raise(parser, node, prefix)) return NULL;
    node->last_line = parser->last_line;
    return node;
}

/* prefix = ( name | '(' expression ')' ) { '.' name | '[' expression ']' | [ ':' name ] arguments } */
vt_lua_node *vt_lua_parse_prefix(vt_lua_parser *parser) {
    vt_lua_node *node;
    if (parser->token.kind == '(') {
        node = parse_parenthesised(parser);
    } else {
        node = vt_lua_node_new(parser, VT_LUA_NAME, &parser->token);
        if (node && !vt_lua_expect(parser, TOKEN_NAME)) return NULL;
    }
    bool done = false;
    while (node && !done) node = parse_suffix(parser, node, &done);
    return node;
}

/* operand = constant | table | function | prefix */
static vt_lua_node *parse_operand(vt_lua_parser *parser) {
    for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++) {
        if (parser->token.kind == constants[i].token) {
            return parse_constant(parser, constants[i].kind);
        }
    }
    if (parser->token.kind == '{') return parse_table(parser);
    if (parser->token.kind == TOKEN_FUNCTION) return parse_function_expression(parser);
    return vt_lua_parse_prefix(parser);
}

/* ------------------------------------------------------------------ operators */

/* An operator whose right priority is below the left one is right associative. */
static const struct binary {
    int token;
    vt_lua_kind kind;
    vt_lua_operation operation; /* of BINARY */
    int left, right;
} binaries[] = {
    { TOKEN_OR, VT_LUA_OR, VT_LUA_NOT, 1, 1 },
    { TOKEN_AND, VT_LUA_AND, VT_LUA_NOT, 2, 2 },
    { '<', VT_LUA_BINARY, VT_LUA_LESS, 3, 3 },
    { '>', VT_LUA_BINARY, VT_LUA_GREATER, 3, 3 },
    { TOKEN_LESS_EQUAL, VT_LUA_BINARY, VT_LUA_LESS_EQUAL, 3, 3 },
    { TOKEN_GREATER_EQUAL, VT_LUA_BINARY, VT_LUA_GREATER_EQUAL, 3, 3 },
    { TOKEN_EQUAL, VT_LUA_BINARY, VT_LUA_EQUAL, 3, 3 },
    { TOKEN_NOT_EQUAL, VT_LUA_BINARY, VT_LUA_NOT_EQUAL, 3, 3 },
    { TOKEN_CONCAT, VT_LUA_CONCAT, VT_LUA_NOT, 5, 5 }, /* a chain is parsed at once */
    { '+', VT_LUA_BINARY, VT_LUA_ADD, 6, 6 },
    { '-', VT_LUA_BINARY, VT_LUA_SUB, 6, 6 },
    { '*', VT_LUA_BINARY, VT_LUA_MUL, 7, 7 },
    { '/', VT_LUA_BINARY, VT_LUA_DIV, 7, 7 },
    { '%', VT_LUA_BINARY, VT_LUA_MOD, 7, 7 },
    { '^', VT_LUA_BINARY, VT_LUA_POW, 10, 9 },
};

#define UNARY_PRIORITY 8

static const struct binary *binary_of(int token) {
    for (size_t i = 0; i < sizeof binaries / sizeof binaries[0]; i++) {
        if (binaries[i].token == token) return &binaries[i];
    }
    return NULL;
}

static vt_lua_node *parse_operators_above(vt_lua_parser *parser, int priority);

/* unary = ( '-' | 'not' | '#' ) expression above all but ^ */
static vt_lua_node *parse_unary(vt_lua_parser *parser, vt_lua_operation operation) {
    vt_lua_node *node = vt_lua_node_new(parser, VT_LUA_UNARY, &parser->token);
    if (!node || !vt_lua_advance(parser)) return NULL;
    node->operation = operation;
    node->left = parse_operators_above(parser, UNARY_PRIORITY);
    if (!node->left || !vt_lua_node_raise(parser, node, node->left)) return NULL;
    node->last_line = node->left->last_line;
    node->error_line = node->left->error_line;
    return node;
}

static vt_lua_node *parse_unary_or_operand(vt_lua_parser *parser) {
    switch (parser->token.kind) {
    case '-':
        return parse_unary(parser, VT_LUA_MINUS);
    case TOKEN_NOT:
        return parse_unary(parser, VT_LUA_NOT);
    case '#':
        return parse_unary(parser, VT_LUA_LENGTH);
    default:
        return parse_operand(parser);
    }
}

/* Each level of groups is one more parenthesis and one more operator. */
static bool raise_by_groups(vt_lua_parser *parser, vt_lua_node *chain) {
    uint32_t levels = 0;
    for (size_t size = VT_LUA_GROUP_OPERANDS; size < chain->list.count; levels++) {
        size *= VT_LUA_GROUP_OPERANDS;
    }
    return levels == 0 || vt_lua_node_raise_by(parser, chain, 2 * levels);
}

/* A node of several operands, `left` being the first: and, or, a chain of .. */
static vt_lua_node *parse_chain(vt_lua_parser *parser, const struct binary *binary,
                                vt_lua_node *left) {
    vt_lua_node *chain = vt_lua_node_from(parser, binary->kind, left);
    if (!chain || !vt_lua_node_raise(parser, chain, left)) return NULL;
    vt_lua_list_append(&chain->list, left);
    while (vt_lua_accept(parser, binary->token)) {
        vt_lua_node *operand = parse_operators_above(parser, binary->right);
        if (!operand || !vt_lua_node_raise(parser, chain, operand)) return NULL;
        vt_lua_list_append(&chain->list, operand);
        chain->last_line = operand->last_line;
    }
    bool grouped = chain->kind != VT_LUA_CONCAT;
    if (vt_lua_failed(parser) || (grouped && !raise_by_groups(parser, chain))) return NULL;
    return chain;
}

static vt_lua_node *parse_binary(vt_lua_parser *parser, const struct binary *binary,
                                 vt_lua_node *left) {
    if (binary->kind != VT_LUA_BINARY) return parse_chain(parser, binary, left);
    vt_lua_node *node = vt_lua_node_from(parser, VT_LUA_BINARY, left);
    if (!node || !vt_lua_advance(parser)) return NULL;
    node->operation = binary->operation;
    node->left = left;
    node->right = parse_operators_above(parser, binary->right);
    if (!node->right || !vt_lua_node_raise(parser, node, left) ||
        !vt_lua_node_raise(parser, node, node->right)) {
        return NULL;
    }
    node->last_line = node->right->last_line;
    return node;
}

/* expression = ( unary | operand ) { operator expression }, operators above `priority` only */
static vt_lua_node *parse_operators_above(vt_lua_parser *parser, int priority) {
    if (!vt_lua_enter(parser)) return NULL;
    vt_lua_node *node = parse_unary_or_operand(parser);
    while (node) {
        const struct binary *binary = binary_of(parser->token.kind);
        if (!binary || binary->left <= priority) break;
        node = parse_binary(parser, binary, node);
    }
    vt_lua_leave(parser);
    return node;
}

vt_lua_node *vt_lua_parse_expression(vt_lua_parser *parser) {
    return parse_operators_above(parser, 0);
}

/* expressions = expression { ',' expression } */
bool vt_lua_parse_expressions(vt_lua_parser *parser, vt_lua_list *list) {
    do {
        vt_lua_node *node = vt_lua_parse_expression(parser);
        if (!node) return false;
        vt_lua_list_append(list, node);
    } while (vt_lua_accept(parser, ','));
    return !vt_lua_failed(parser);
}
