/* Tokens, in the order of cel-go's grammar: sets of expected tokens are printed in this order. */
#ifndef VITALS_CEL_TOKEN_H
#define VITALS_CEL_TOKEN_H

#include "cel/syntax/issue.h"

#define VT_CEL_TOKEN_MAP(X)                                                                        \
    X(END, "<EOF>")                                                                                \
    X(EQUALS, "'=='")                                                                              \
    X(NOT_EQUALS, "'!='")                                                                          \
    X(IN, "'in'")                                                                                  \
    X(LESS, "'<'")                                                                                 \
    X(LESS_EQUALS, "'<='")                                                                         \
    X(GREATER_EQUALS, "'>='")                                                                      \
    X(GREATER, "'>'")                                                                              \
    X(AND, "'&&'")                                                                                 \
    X(OR, "'||'")                                                                                  \
    X(LEFT_BRACKET, "'['")                                                                         \
    X(RIGHT_BRACKET, "']'")                                                                        \
    X(LEFT_BRACE, "'{'")                                                                           \
    X(RIGHT_BRACE, "'}'")                                                                          \
    X(LEFT_PAREN, "'('")                                                                           \
    X(RIGHT_PAREN, "')'")                                                                          \
    X(DOT, "'.'")                                                                                  \
    X(COMMA, "','")                                                                                \
    X(MINUS, "'-'")                                                                                \
    X(NOT, "'!'")                                                                                  \
    X(QUESTION, "'?'")                                                                             \
    X(COLON, "':'")                                                                                \
    X(PLUS, "'+'")                                                                                 \
    X(STAR, "'*'")                                                                                 \
    X(SLASH, "'/'")                                                                                \
    X(PERCENT, "'%'")                                                                              \
    X(TRUE, "'true'")                                                                              \
    X(FALSE, "'false'")                                                                            \
    X(NULL, "'null'")                                                                              \
    X(FLOAT, "NUM_FLOAT")                                                                          \
    X(INT, "NUM_INT")                                                                              \
    X(UINT, "NUM_UINT")                                                                            \
    X(STRING, "STRING")                                                                            \
    X(BYTES, "BYTES")                                                                              \
    X(IDENTIFIER, "IDENTIFIER")                                                                    \
    X(QUOTED_IDENTIFIER, "ESC_IDENTIFIER")

typedef enum vt_cel_token_kind {
#define VT_X(name, text) VT_CEL_TOKEN_##name,
    VT_CEL_TOKEN_MAP(VT_X)
#undef VT_X
        VT_CEL_TOKEN_COUNT
} vt_cel_token_kind;

_Static_assert(VT_CEL_TOKEN_COUNT <= 64, "sets of tokens are 64 bits");

typedef struct vt_cel_token {
    vt_cel_token_kind kind;
    uint32_t offset;
    uint32_t size;
} vt_cel_token;

/* How cel-go's parser names a kind. */
const char *vt_cel_token_name(vt_cel_token_kind kind);

/* The token at or after `*offset`, which moves past it. Text that matches no token is reported and
** skipped, as ANTLR does. */
vt_cel_token vt_cel_lex(vt_text source, uint32_t *offset, vt_cel_issues *issues);

#endif
