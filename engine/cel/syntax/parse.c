/*
** Recursive descent over cel.g4, with the error recovery of ANTLR: an extra token is skipped, a
** missing token is assumed, and after any other error the parser skips to a token that may follow
** one of the open rules. Each function starts with its production.
*/
#include "cel/syntax/parse.h"

#include <stdio.h>

#include "base/memory/memory.h"
#include "base/run/limits.h"
#include "base/text/utf8.h"
#include "cel/syntax/literal.h"
#include "cel/syntax/macro.h"
#include "cel/syntax/token.h"

#define BIT(name) (UINT64_C(1) << VT_CEL_TOKEN_##name)

#define RELATIONS                                                                                  \
    (BIT(EQUALS) | BIT(NOT_EQUALS) | BIT(IN) | BIT(LESS) | BIT(LESS_EQUALS) |                      \
     BIT(GREATER_EQUALS) | BIT(GREATER))
#define OPERATORS                                                                                  \
    (RELATIONS | BIT(AND) | BIT(OR) | BIT(QUESTION) | BIT(PLUS) | BIT(MINUS) | BIT(STAR) |         \
     BIT(SLASH) | BIT(PERCENT))
#define AFTER_PRIMARY (OPERATORS | BIT(DOT) | BIT(LEFT_BRACKET))
/* First tokens of a primary and of an expression. */
#define PRIMARY                                                                                    \
    (BIT(LEFT_BRACKET) | BIT(LEFT_BRACE) | BIT(LEFT_PAREN) | BIT(DOT) | BIT(MINUS) | BIT(TRUE) |   \
     BIT(FALSE) | BIT(NULL) | BIT(FLOAT) | BIT(INT) | BIT(UINT) | BIT(STRING) | BIT(BYTES) |       \
     BIT(IDENTIFIER))
#define START (PRIMARY | BIT(NOT))
#define FIELD (BIT(IDENTIFIER) | BIT(QUOTED_IDENTIFIER))

typedef struct parser {
    const vt_cel_language *language;
    vt_cel_issues *issues;  /* syntax errors, then all */
    vt_cel_issues semantic; /* of well-formed syntax */
    vt_arena *arena;
    vt_text source;
    vt_cel_token *tokens; /* the last one is END */
    size_t token_count, token_capacity;
    size_t at;
    uint64_t follow;   /* what may follow the expression being read */
    uint64_t recovery; /* the same of all open rules */
    uint32_t depth;    /* of expressions being read */
    uint32_t last_id;
    bool recovering; /* no token has matched since the last error */
    bool stopped;    /* too deep or no memory: unwind */
} parser;

/* A list of nodes being collected; lives in the allocator until it becomes children. */
typedef struct list_entry {
    vt_cel_node *node;
    bool optional;
} list_entry;

typedef struct node_list {
    list_entry *entries;
    size_t count, capacity;
    bool any_optional;
} node_list;

static vt_cel_node *read_expression(parser *p);

/* ---------------------------------------------------------------- tokens */

static vt_cel_token current(const parser *p) {
    return p->tokens[p->at];
}

static vt_cel_token peek(const parser *p, size_t ahead) {
    size_t at = p->at + ahead;
    return p->tokens[at < p->token_count ? at : p->token_count - 1];
}

static bool is(const parser *p, uint64_t set) {
    return (set >> current(p).kind) & 1;
}

static void advance(parser *p) {
    if (p->at + 1 < p->token_count) p->at++;
}

static void take(parser *p) {
    p->recovering = false;
    advance(p);
}

static bool accept(parser *p, uint64_t set) {
    if (p->stopped || !is(p, set)) return false;
    take(p);
    return true;
}

static uint32_t end_of_last(const parser *p) {
    return p->at > 0 ? p->tokens[p->at - 1].offset + p->tokens[p->at - 1].size : 0;
}

static void stop(parser *p) {
    p->stopped = true;
    if (p->token_count > 0) p->at = p->token_count - 1;
}

/* Charge work. false: the parser is stopped. */
static bool charge(parser *p, uint64_t cost) {
    if (vt_cel_issues_charge(p->issues, cost)) return true;
    stop(p);
    return false;
}

static void out_of_memory(parser *p) {
    p->issues->out_of_memory = true;
    stop(p);
}

static vt_text token_text(const parser *p, vt_cel_token token) {
    if (token.kind == VT_CEL_TOKEN_END) return VT_TEXT("<EOF>");
    return vt_text_slice(p->source.bytes + token.offset, token.size);
}

/* ---------------------------------------------------------------- errors */

/* "')'" or "{'[', '{', …}". */
static void append_set(vt_buffer *buffer, uint64_t set) {
    bool many = (set & (set - 1)) != 0, first = true;
    if (many) vt_buffer_add_byte(buffer, '{');
    for (int kind = 0; kind < VT_CEL_TOKEN_COUNT; kind++) {
        if (!((set >> kind) & 1)) continue;
        if (!first) vt_buffer_add(buffer, VT_TEXT(", "));
        vt_buffer_add_terminated(buffer, vt_cel_token_name((vt_cel_token_kind)kind));
        first = false;
    }
    if (many) vt_buffer_add_byte(buffer, '}');
}

/* How ANTLR's parser escapes what would break the line of its message; its lexer does not. NULL: not
** at all. */
static const char *shown_as(char c) {
    return c == '\n' ? "\\n" : c == '\r' ? "\\r" : c == '\t' ? "\\t" : NULL;
}

static void append_shown(vt_buffer *buffer, vt_text text) {
    for (size_t at = 0; at < text.size; at++) {
        size_t from = at;
        while (at < text.size && !shown_as(text.bytes[at])) at++;
        vt_buffer_add(buffer, vt_text_between(text, from, at));
        if (at < text.size) vt_buffer_add_terminated(buffer, shown_as(text.bytes[at]));
    }
}

/* "Syntax error: WHAT 'x' expecting …"; `set` 0 leaves the last part out. */
static void report(parser *p, const char *what, vt_text shown, uint64_t set) {
    if (p->recovering || p->stopped) return;
    p->recovering = true;
    if (p->issues->count >= VT_CEL_MOST_ISSUES) return;
    vt_buffer text;
    vt_buffer_init(&text, &p->arena->allocator, SIZE_MAX / 2);
    vt_buffer_printf(&text, "%s '", what);
    append_shown(&text, shown);
    vt_buffer_add_byte(&text, '\'');
    if (set) {
        vt_buffer_add(&text, VT_TEXT(" expecting "));
        append_set(&text, set);
    }
    vt_text message = vt_buffer_text(&text);
    vt_cel_issue_add(p->issues, current(p).offset, "Syntax error: %.*s", VT_TEXT_ARG(message));
    vt_buffer_done(&text);
}

static void recover(parser *p) {
    uint64_t stop_at = p->recovery | BIT(END);
    while (!is(p, stop_at)) advance(p);
}

/* No alternative of a rule matches at the current token; `from` is where the rule started. */
static vt_cel_node *no_alternative(parser *p, vt_cel_token from) {
    vt_cel_token bad = current(p);
    vt_text text = vt_text_between(p->source, from.offset, bad.offset + bad.size);
    report(p, "no viable alternative at input", text, 0);
    recover(p);
    return NULL;
}

static vt_cel_node *mismatch(parser *p, uint64_t set) {
    report(p, "mismatched input", token_text(p, current(p)), set);
    recover(p);
    return NULL;
}

/* Whether the current token is one of `set`, after skipping one extra token. */
static bool sync_with(parser *p, uint64_t set) {
    if (p->stopped) return false;
    if (is(p, set)) return true;
    if (!((set >> peek(p, 1).kind) & 1)) {
        mismatch(p, set);
        return false;
    }
    report(p, "extraneous input", token_text(p, current(p)), set);
    advance(p);
    return true;
}

/* The token that must come next; `after` is the set of tokens that may follow it. */
static bool expect(parser *p, vt_cel_token_kind kind, uint64_t after) {
    uint64_t wanted = UINT64_C(1) << kind;
    if (p->stopped) return false;
    if (is(p, wanted)) {
        take(p);
        return true;
    }
    if (peek(p, 1).kind == kind && current(p).kind != VT_CEL_TOKEN_END) {
        report(p, "extraneous input", token_text(p, current(p)), wanted);
        advance(p);
        take(p);
        return true;
    }
    if (is(p, after)) {
        if (p->recovering) return true;
        char what[32];
        snprintf(what, sizeof what, "missing %s at", vt_cel_token_name(kind));
        report(p, what, token_text(p, current(p)), 0);
        return true;
    }
    mismatch(p, wanted);
    return false;
}

/* Read an expression inside brackets or between signs: `follow` may come after it. */
static vt_cel_node *read_inside(parser *p, uint64_t follow) {
    uint64_t outer_follow = p->follow, outer_recovery = p->recovery;
    p->follow = follow;
    p->recovery |= follow | AFTER_PRIMARY;
    vt_cel_node *node = read_expression(p);
    p->follow = outer_follow;
    p->recovery = outer_recovery;
    return node;
}

/* ----------------------------------------------------------------- nodes */

/* CEL-GO: nodes are numbered as their operators are read, after their left operands. Only the
** number of a call ever appears in a message. */
static uint32_t new_id(parser *p) {
    return ++p->last_id;
}

/* What a node costs; a macro is a node like any other, since it is not expanded. */
#define COST_OF_NODE 4

/* Set the position of a node, and enforce the recursion limit of cel-go's visitor. */
static vt_cel_node *finish(parser *p, vt_cel_node *node, uint32_t offset, uint32_t start) {
    if (!node) {
        if (!p->stopped) out_of_memory(p);
        return NULL;
    }
    if (!charge(p, COST_OF_NODE + node->child_count)) return NULL;
    for (uint32_t i = 0; i < node->child_count; i++) {
        if (!node->children[i]) return NULL; /* an error was reported below */
    }
    node->offset = offset;
    node->start = start;
    node->end = end_of_last(p);
    vt_cel_node_measure(node);
    if (node->depth <= p->language->most_depth + 1) return node;
    vt_cel_issue_add(p->issues, VT_CEL_NO_POSITION, "max recursion depth exceeded");
    p->issues->limit = VT_LIMIT_NAME(cel_depth);
    stop(p);
    return NULL;
}

static vt_cel_node *new_call(parser *p, vt_text name, vt_cel_node *const *arguments, uint32_t count,
                             uint32_t offset, uint32_t start) {
    vt_cel_node *node = vt_cel_node_new(p->arena, VT_CEL_NODE_CALL, count);
    if (node) {
        node->name = name;
        if (count > 0) memcpy(node->children, arguments, count * sizeof *arguments);
    }
    return finish(p, node, offset, start);
}

static vt_cel_node *new_binary(parser *p, vt_text name, vt_cel_node *left, vt_cel_node *right,
                               uint32_t offset) {
    vt_cel_node *operands[2] = { left, right };
    return new_call(p, name, operands, 2, offset, left ? left->start : offset);
}

static void list_done(parser *p, node_list *list) {
    vt_release_array(&p->arena->allocator, list->entries, list->capacity, sizeof *list->entries);
}

static void list_add(parser *p, node_list *list, vt_cel_node *node, bool optional) {
    void *entries = list->entries;
    if (!vt_grow(&p->arena->allocator, &entries, &list->capacity, list->count,
                 sizeof *list->entries)) {
        out_of_memory(p);
        return;
    }
    list->entries = entries;
    list->entries[list->count++] = (list_entry){ node, optional };
    list->any_optional |= optional;
}

/* A node of `kind` with the nodes of the list; `stride` children share one optional mark. */
static vt_cel_node *list_to_node(parser *p, node_list *list, vt_cel_node_kind kind,
                                 uint32_t stride) {
    if (p->stopped) return NULL;
    vt_cel_node *node = vt_cel_node_new(p->arena, kind, (uint32_t)list->count);
    if (!node) return NULL;
    for (size_t i = 0; i < list->count; i++) node->children[i] = list->entries[i].node;
    if (!list->any_optional) return node;
    node->optionals = vt_arena_allocate(p->arena, list->count / stride);
    if (!node->optionals) return NULL;
    for (size_t i = 0; i < list->count / stride; i++) {
        node->optionals[i] = list->entries[i * stride].optional;
    }
    return node;
}

/* --------------------------------------------------------------- primary */

static bool is_reserved(vt_text word) {
    static const char *const reserved[] = { "as",   "break",    "const",     "continue", "else",
                                            "for",  "function", "if",        "import",   "let",
                                            "loop", "package",  "namespace", "return",   "var",
                                            "void", "while" };
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++) {
        if (reserved[i][0] == word.bytes[0] && vt_text_is(word, reserved[i])) return true;
    }
    return false;
}

/* false: the word cannot be a name. */
static bool check_reserved(parser *p, vt_cel_token token) {
    vt_text word = token_text(p, token);
    if (!is_reserved(word)) return true;
    vt_cel_issue_add(&p->semantic, token.offset, "reserved identifier: %.*s", VT_TEXT_ARG(word));
    return false;
}

/* exprList: expr (',' expr)*   up to and including ')' */
static bool read_arguments(parser *p, node_list *list) {
    if (!sync_with(p, START | BIT(RIGHT_PAREN))) return false;
    if (!is(p, BIT(RIGHT_PAREN))) {
        do {
            list_add(p, list, read_inside(p, BIT(COMMA) | BIT(RIGHT_PAREN)), false);
        } while (accept(p, BIT(COMMA)));
    }
    return expect(p, VT_CEL_TOKEN_RIGHT_PAREN, AFTER_PRIMARY | p->follow);
}

static vt_cel_node *expand(parser *p, vt_cel_node *call) {
    if (!call) return call;
    uint32_t issues = p->semantic.count;
    vt_cel_node *expanded = vt_cel_macro_expand(p->language->environment, &p->semantic, call);
    if (!expanded && p->semantic.count == issues) out_of_memory(p);
    if (expanded && expanded != call) {
        expanded->offset = call->offset;
        expanded->start = call->start;
        expanded->end = call->end;
        p->last_id += vt_cel_node_own_ids(expanded);
    }
    return expanded ? expanded : call;
}

/* '(' exprList? ')'   after a name; `receiver` is NULL for a global call */
static vt_cel_node *read_call(parser *p, vt_text name, vt_cel_node *receiver, uint32_t start,
                              bool member) {
    uint32_t offset = current(p).offset, id = new_id(p);
    take(p);
    node_list list = { 0 };
    if (member) list_add(p, &list, receiver, false);
    vt_cel_node *node = NULL;
    if (read_arguments(p, &list)) {
        node = list_to_node(p, &list, VT_CEL_NODE_CALL, 1);
        if (node) {
            node->id = id;
            node->name = name;
            node->member = member;
            node->rooted = !member && p->source.bytes[start] == '.';
        }
        node = expand(p, finish(p, node, offset, start));
    }
    list_done(p, &list);
    return node;
}

/* fieldInitializerList: '?'? field ':' expr (',' …)*   up to and including '}' */
static bool read_fields(parser *p, node_list *list) {
    while (is(p, FIELD | BIT(QUESTION))) {
        bool optional = accept(p, BIT(QUESTION));
        vt_cel_token field = current(p);
        if (!sync_with(p, FIELD)) return false;
        take(p);
        vt_cel_node *name = vt_cel_node_new(p->arena, VT_CEL_NODE_CONSTANT, 0);
        (void)new_id(p);
        vt_text text = token_text(p, field);
        if (field.kind == VT_CEL_TOKEN_QUOTED_IDENTIFIER)
            text = vt_text_between(text, 1, text.size - 1);
        if (name) name->constant = vt_cel_of_string(text);
        list_add(p, list, finish(p, name, field.offset, field.offset), optional);
        if (!expect(p, VT_CEL_TOKEN_COLON, START)) return false;
        list_add(p, list, read_inside(p, BIT(COMMA) | BIT(RIGHT_BRACE)), optional);
        if (!accept(p, BIT(COMMA))) break;
    }
    (void)accept(p, BIT(COMMA)); /* {,} is allowed */
    return expect(p, VT_CEL_TOKEN_RIGHT_BRACE, AFTER_PRIMARY | p->follow);
}

/* '.'? IDENTIFIER ('.' IDENTIFIER)* '{' fieldInitializerList? ','? '}' */
static vt_cel_node *read_message(parser *p, uint32_t start, size_t name_tokens) {
    vt_cel_token first = current(p), last = peek(p, name_tokens - 1);
    vt_text written = vt_text_between(p->source, first.offset, last.offset + last.size);
    for (size_t i = 0; i < name_tokens; i++) take(p);
    uint32_t offset = current(p).offset;
    take(p);
    (void)new_id(p);
    node_list list = { 0 };
    vt_cel_node *node = NULL;
    if (read_fields(p, &list)) {
        node = list_to_node(p, &list, VT_CEL_NODE_MESSAGE, 2);
        if (node) node->name = written;
        node = finish(p, node, offset, start);
    }
    list_done(p, &list);
    return node;
}

/* How many tokens the name of a message takes when one starts here, else 0. */
static size_t message_name(const parser *p) {
    size_t count = 1;
    while (peek(p, count).kind == VT_CEL_TOKEN_DOT &&
           peek(p, count + 1).kind == VT_CEL_TOKEN_IDENTIFIER) {
        count += 2;
    }
    return peek(p, count).kind == VT_CEL_TOKEN_LEFT_BRACE ? count : 0;
}

/* '.'? IDENTIFIER | '.'? IDENTIFIER '(' exprList? ')' | message */
static vt_cel_node *read_name(parser *p) {
    vt_cel_token first = current(p);
    bool rooted = accept(p, BIT(DOT));
    if (rooted && !is(p, BIT(IDENTIFIER))) return no_alternative(p, first);
    size_t name_tokens = message_name(p);
    if (name_tokens > 0) return read_message(p, first.offset, name_tokens);
    vt_cel_token word = current(p);
    vt_text name = token_text(p, word);
    take(p);
    bool is_name = check_reserved(p, word);
    vt_cel_node *node;
    if (is(p, BIT(LEFT_PAREN))) {
        node = read_call(p, name, NULL, first.offset, false);
    } else {
        node =
            vt_cel_node_new(p->arena, is_name ? VT_CEL_NODE_IDENTIFIER : VT_CEL_NODE_CONSTANT, 0);
        if (node) node->name = name;
        (void)new_id(p);
        node = finish(p, node, word.offset, first.offset);
    }
    if (node && rooted) node->rooted = true;
    if (node && !is_name) node->offset = word.offset;
    return node;
}

/* '-'? NUM_INT | NUM_UINT | '-'? NUM_FLOAT | STRING | BYTES | 'true' | 'false' | 'null' */
static vt_cel_node *read_literal(parser *p) {
    uint32_t start = current(p).offset;
    bool negative = accept(p, BIT(MINUS));
    vt_cel_token token = current(p);
    take(p);
    (void)new_id(p);
    vt_cel_node *node = vt_cel_node_new(p->arena, VT_CEL_NODE_CONSTANT, 0);
    if (node) {
        vt_text text = token_text(p, token);
        token.offset = start; /* of the sign */
        (void)vt_cel_literal(&p->semantic, token, text, negative, &node->constant);
    }
    return finish(p, node, start, start);
}

/* '[' ('?'? expr (',' '?'? expr)*)? ','? ']' */
static vt_cel_node *read_list(parser *p) {
    uint32_t offset = current(p).offset;
    take(p);
    (void)new_id(p);
    node_list list = { 0 };
    vt_cel_node *node = NULL;
    bool fits = sync_with(p, START | BIT(QUESTION) | BIT(COMMA) | BIT(RIGHT_BRACKET));
    while (fits && is(p, START | BIT(QUESTION))) {
        bool optional = accept(p, BIT(QUESTION));
        list_add(p, &list, read_inside(p, BIT(COMMA) | BIT(RIGHT_BRACKET)), optional);
        if (!accept(p, BIT(COMMA))) break;
    }
    if (fits && list.count == 0) (void)accept(p, BIT(COMMA)); /* [,] is allowed */
    if (fits && expect(p, VT_CEL_TOKEN_RIGHT_BRACKET, AFTER_PRIMARY | p->follow)) {
        node = finish(p, list_to_node(p, &list, VT_CEL_NODE_LIST, 1), offset, offset);
    }
    list_done(p, &list);
    return node;
}

/* '{' ('?'? expr ':' expr (',' …)*)? ','? '}' */
static vt_cel_node *read_map(parser *p) {
    uint32_t offset = current(p).offset;
    take(p);
    (void)new_id(p);
    node_list list = { 0 };
    vt_cel_node *node = NULL;
    bool fits = sync_with(p, START | BIT(QUESTION) | BIT(COMMA) | BIT(RIGHT_BRACE));
    while (fits && is(p, START | BIT(QUESTION))) {
        bool optional = accept(p, BIT(QUESTION));
        (void)new_id(p); /* the entry */
        list_add(p, &list, read_inside(p, BIT(COLON)), optional);
        fits = expect(p, VT_CEL_TOKEN_COLON, START);
        if (!fits) break;
        list_add(p, &list, read_inside(p, BIT(COMMA) | BIT(RIGHT_BRACE)), optional);
        if (!accept(p, BIT(COMMA))) break;
    }
    if (fits && list.count == 0) (void)accept(p, BIT(COMMA));
    if (fits && expect(p, VT_CEL_TOKEN_RIGHT_BRACE, AFTER_PRIMARY | p->follow)) {
        node = finish(p, list_to_node(p, &list, VT_CEL_NODE_MAP, 2), offset, offset);
    }
    list_done(p, &list);
    return node;
}

/* '(' expr ')' */
static vt_cel_node *read_nested(parser *p) {
    take(p);
    vt_cel_node *node = read_inside(p, BIT(RIGHT_PAREN));
    if (!expect(p, VT_CEL_TOKEN_RIGHT_PAREN, AFTER_PRIMARY | p->follow)) return NULL;
    return node;
}

static vt_cel_node *read_primary(parser *p) {
    vt_cel_token first = current(p);
    if (!sync_with(p, PRIMARY)) return NULL;
    switch ((int)current(p).kind) {
    case VT_CEL_TOKEN_DOT:
    case VT_CEL_TOKEN_IDENTIFIER:
        return read_name(p);
    case VT_CEL_TOKEN_LEFT_PAREN:
        return read_nested(p);
    case VT_CEL_TOKEN_LEFT_BRACKET:
        return read_list(p);
    case VT_CEL_TOKEN_LEFT_BRACE:
        return read_map(p);
    case VT_CEL_TOKEN_MINUS:
        if (!((BIT(INT) | BIT(FLOAT)) >> peek(p, 1).kind & 1)) {
            advance(p);
            return no_alternative(p, first);
        }
        return read_literal(p);
    default:
        return read_literal(p);
    }
}

/* ---------------------------------------------------------------- member */

/* The name of a field, without its backticks. */
static vt_text field_name(parser *p, vt_cel_token token) {
    vt_text text = token_text(p, token);
    if (token.kind != VT_CEL_TOKEN_QUOTED_IDENTIFIER) return text;
    if (!p->language->quoted_fields) {
        vt_cel_issue_add(&p->semantic, token.offset, "unsupported syntax: '`'");
    }
    return vt_text_between(text, 1, text.size - 1);
}

/* '.' '?'? field | '.' IDENTIFIER '(' exprList? ')' */
static vt_cel_node *read_dot(parser *p, vt_cel_node *operand, uint32_t start) {
    vt_cel_token dot = current(p);
    take(p);
    bool optional = accept(p, BIT(QUESTION));
    if (!optional && !is(p, FIELD)) return no_alternative(p, dot);
    if (!sync_with(p, FIELD)) return NULL;
    vt_cel_token field = current(p);
    take(p);
    if (!optional && field.kind == VT_CEL_TOKEN_IDENTIFIER && is(p, BIT(LEFT_PAREN))) {
        return read_call(p, token_text(p, field), operand, start, true);
    }
    p->last_id += optional ? 2 : 1; /* the optional form is a call with the name as a literal */
    vt_cel_node *node = vt_cel_node_new(p->arena, VT_CEL_NODE_SELECT, 1);
    if (node) {
        node->name = field_name(p, field);
        node->optional = optional;
        node->children[0] = operand;
    }
    return finish(p, node, dot.offset, start);
}

/* '[' '?'? expr ']' */
static vt_cel_node *read_index(parser *p, vt_cel_node *operand) {
    uint32_t offset = current(p).offset;
    take(p);
    (void)new_id(p);
    if (!sync_with(p, START | BIT(QUESTION))) return NULL;
    bool optional = accept(p, BIT(QUESTION));
    vt_cel_node *index = read_inside(p, BIT(RIGHT_BRACKET));
    if (!expect(p, VT_CEL_TOKEN_RIGHT_BRACKET, AFTER_PRIMARY | p->follow)) return NULL;
    return new_binary(p, optional ? VT_TEXT("_[?_]") : VT_TEXT("_[_]"), operand, index, offset);
}

/* member: primary ('.' … | '[' … ']')* */
static vt_cel_node *read_member(parser *p) {
    uint32_t start = current(p).offset;
    vt_cel_node *node = read_primary(p);
    while (!p->stopped && is(p, BIT(DOT) | BIT(LEFT_BRACKET))) {
        node = is(p, BIT(DOT)) ? read_dot(p, node, start) : read_index(p, node);
        if (!node && p->recovering) break;
    }
    return node;
}

/* unary: member | '!'+ member | '-'+ member   where '-' before a number belongs to it */
static vt_cel_node *read_unary(parser *p) {
    vt_cel_token first = current(p);
    if (!sync_with(p, START)) return NULL;
    uint64_t sign = is(p, BIT(NOT)) ? BIT(NOT) : BIT(MINUS);
    vt_cel_token_kind next = peek(p, 1).kind;
    bool is_number = sign == BIT(MINUS) && ((BIT(INT) | BIT(FLOAT)) >> next & 1);
    if (!is(p, sign) || is_number) return read_member(p);
    if (sign == BIT(MINUS) && !((PRIMARY >> next) & 1)) {
        advance(p);
        return no_alternative(p, first);
    }
    first = current(p);
    uint32_t count = 0;
    while (accept(p, sign)) count++;
    p->last_id += count % 2;
    vt_cel_node *node = read_member(p);
    /* An even number of signs is dropped, whatever the type is. */
    if (count % 2 == 0) return node;
    vt_text name = sign == BIT(NOT) ? VT_TEXT("!_") : VT_TEXT("-_");
    return new_call(p, name, &node, 1, first.offset, first.offset);
}

/* ------------------------------------------------------------- operators */

/* By token kind; level 0: not an operator. A higher level binds tighter. */
static const struct {
    uint8_t level;
    vt_text name;
} operators[VT_CEL_TOKEN_COUNT] = {
    [VT_CEL_TOKEN_STAR] = { 3, VT_TEXT_INIT("_*_") },
    [VT_CEL_TOKEN_SLASH] = { 3, VT_TEXT_INIT("_/_") },
    [VT_CEL_TOKEN_PERCENT] = { 3, VT_TEXT_INIT("_%_") },
    [VT_CEL_TOKEN_PLUS] = { 2, VT_TEXT_INIT("_+_") },
    [VT_CEL_TOKEN_MINUS] = { 2, VT_TEXT_INIT("_-_") },
    [VT_CEL_TOKEN_EQUALS] = { 1, VT_TEXT_INIT("_==_") },
    [VT_CEL_TOKEN_NOT_EQUALS] = { 1, VT_TEXT_INIT("_!=_") },
    [VT_CEL_TOKEN_IN] = { 1, VT_TEXT_INIT("@in") },
    [VT_CEL_TOKEN_LESS] = { 1, VT_TEXT_INIT("_<_") },
    [VT_CEL_TOKEN_LESS_EQUALS] = { 1, VT_TEXT_INIT("_<=_") },
    [VT_CEL_TOKEN_GREATER_EQUALS] = { 1, VT_TEXT_INIT("_>=_") },
    [VT_CEL_TOKEN_GREATER] = { 1, VT_TEXT_INIT("_>_") },
};

/* relation, calc: operands of a higher level, joined left to right by operators of this one */
static vt_cel_node *read_operators(parser *p, uint8_t level) {
    if (level > 3) return read_unary(p);
    vt_cel_node *left = read_operators(p, level + 1);
    for (;;) {
        vt_cel_token_kind found = current(p).kind;
        if (p->stopped || operators[found].level != level) return left;
        uint32_t offset = current(p).offset;
        take(p);
        (void)new_id(p);
        vt_cel_node *right = read_operators(p, level + 1);
        left = new_binary(p, operators[found].name, left, right, offset);
    }
}

/* conditionalAnd: relation ('&&' relation)* */
static vt_cel_node *read_logic(parser *p, vt_cel_token_kind sign) {
    bool is_or = sign == VT_CEL_TOKEN_OR;
    uint64_t bit = UINT64_C(1) << sign;
    uint32_t start = current(p).offset;
    vt_cel_node *node = is_or ? read_logic(p, VT_CEL_TOKEN_AND) : read_operators(p, 1);
    if (p->stopped || !is(p, bit)) return node;
    uint32_t offset = current(p).offset;
    node_list list = { 0 };
    list_add(p, &list, node, false);
    while (accept(p, bit)) {
        list_add(p, &list, is_or ? read_logic(p, VT_CEL_TOKEN_AND) : read_operators(p, 1), false);
        (void)new_id(p);
    }
    node = list_to_node(p, &list, is_or ? VT_CEL_NODE_OR : VT_CEL_NODE_AND, 1);
    node = finish(p, node, offset, start);
    list_done(p, &list);
    return node;
}

/* After the condition: '?' conditionalOr ':' expr */
static vt_cel_node *read_branches(parser *p, vt_cel_node *condition, uint32_t start) {
    uint32_t offset = current(p).offset;
    uint64_t outer_follow = p->follow, outer_recovery = p->recovery;
    take(p);
    (void)new_id(p);
    p->follow = BIT(COLON);
    p->recovery |= BIT(COLON);
    vt_cel_node *then = read_logic(p, VT_CEL_TOKEN_OR);
    p->follow = outer_follow;
    p->recovery = outer_recovery;
    if (!expect(p, VT_CEL_TOKEN_COLON, START)) return NULL;
    vt_cel_node *otherwise = read_expression(p);
    vt_cel_node *node = vt_cel_node_new(p->arena, VT_CEL_NODE_CONDITIONAL, 3);
    if (node) {
        node->children[0] = condition;
        node->children[1] = then;
        node->children[2] = otherwise;
    }
    return finish(p, node, offset, start);
}

/* expr: conditionalOr ('?' conditionalOr ':' expr)? */
static vt_cel_node *read_expression(parser *p) {
    if (p->stopped) return NULL;
    if (p->depth >= p->language->most_depth) {
        vt_cel_issue_add(p->issues, VT_CEL_NO_POSITION, "expression recursion limit exceeded: %u",
                         p->language->most_depth);
        p->issues->limit = VT_LIMIT_NAME(cel_depth);
        stop(p);
        return NULL;
    }
    p->depth++;
    uint32_t start = current(p).offset;
    vt_cel_node *node = read_logic(p, VT_CEL_TOKEN_OR);
    if (!p->stopped && is(p, BIT(QUESTION))) node = read_branches(p, node, start);
    p->depth--;
    return node;
}

/* ----------------------------------------------------------- entry point */

static bool read_tokens(parser *p) {
    uint32_t offset = 0;
    p->token_capacity = p->source.size / 2 + 2; /* enough for most texts */
    p->tokens = vt_allocate_array(&p->arena->allocator, p->token_capacity, sizeof *p->tokens);
    if (!p->tokens) {
        p->token_capacity = 0;
        p->issues->out_of_memory = true;
        return false;
    }
    do {
        void *tokens = p->tokens;
        if (!vt_grow(&p->arena->allocator, &tokens, &p->token_capacity, p->token_count,
                     sizeof *p->tokens)) {
            p->issues->out_of_memory = true;
            return false;
        }
        p->tokens = tokens;
        if (!charge(p, 1)) return false;
        p->tokens[p->token_count++] = vt_cel_lex(p->source, &offset, p->issues);
    } while (p->tokens[p->token_count - 1].kind != VT_CEL_TOKEN_END);
    return true;
}

/* start: expr EOF */
static vt_cel_node *read_start(parser *p) {
    p->follow = BIT(END);
    p->recovery = BIT(END) | OPERATORS;
    vt_cel_node *node = read_expression(p);
    if (!p->stopped) (void)expect(p, VT_CEL_TOKEN_END, 0);
    return node;
}

vt_cel_node *vt_cel_parse(const vt_cel_language *language, vt_cel_issues *issues) {
    parser p = {
        .language = language, .issues = issues, .arena = issues->arena, .source = issues->source
    };
    /* There are never more code points than bytes. */
    bool is_short = issues->source.size <= language->most_code_points;
    size_t code_points = is_short ? 0 : vt_utf8_count(issues->source);
    if (code_points > language->most_code_points || issues->source.size >= UINT32_MAX) {
        vt_cel_issue_add(issues, VT_CEL_NO_POSITION,
                         "expression code point size exceeds limit: size: %zu, limit %llu",
                         code_points, (unsigned long long)language->most_code_points);
        issues->limit = VT_LIMIT_NAME(cel_expression_code_points);
        return NULL;
    }
    vt_cel_issues_init(&p.semantic, issues->arena, issues->source);
    vt_cel_node *node = read_tokens(&p) ? read_start(&p) : NULL;
    vt_release_array(&p.arena->allocator, p.tokens, p.token_capacity, sizeof *p.tokens);
    if (!p.stopped) vt_cel_issues_merge(issues, &p.semantic);
    return issues->count == 0 && !issues->out_of_memory ? node : NULL;
}
