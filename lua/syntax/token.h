/*
** Internal header: the lexer of the dialect, and error reports of the front end.
**
** The lexer follows gopher-lua's scanner step by step, because its habits are visible: a column
** counts bytes up to the end of the last byte read, and once the end of the text has been read
** every error is "at EOF".
*/
#ifndef VITALS_LUA_SYNTAX_TOKEN_H
#define VITALS_LUA_SYNTAX_TOKEN_H

#include "lua/syntax/syntax.h"

/* The first error; later ones are ignored. */
typedef struct vt_lua_parse_error {
    vitals_status status;
    vt_buffer *text;
    vt_lua_problem problem;
} vt_lua_parse_error;

/* Report out of memory, which has no message. */
void vt_lua_report_no_memory(vt_lua_parse_error *error);
/* Report that the host stopped the parser. */
void vt_lua_report_stopped(vt_lua_parse_error *error);
/* Report an error of gopher-lua's compiler, with its position. */
void vt_lua_report_error(vt_lua_parse_error *error, uint32_t line, uint32_t column,
                         const char *format, ...) VITALS_PRINTF(4, 5);
/* Report that a limit was hit: its static name, its value, and what there is too much of. */
void vt_lua_report_limit(vt_lua_parse_error *error, uint32_t line, uint32_t column,
                         const char *limit, uint64_t value, const char *what);

/* A name, one for each spelling. The resolver keeps what it is bound to. */
typedef struct vt_lua_symbol {
    vt_text name;
    uint64_t hash;
    vt_lua_local *in_scope;            /* the innermost local variable; NULL: a global */
    struct vt_lua_jump_point *label;   /* the innermost label */
    struct vt_lua_jump_point *pending; /* gotos without a label so far, the latest first */
} vt_lua_symbol;

typedef struct vt_lua_symbols {
    vt_lua_symbol **slots; /* open addressing */
    size_t slot_count;     /* a power of two, or 0 */
    size_t count;
} vt_lua_symbols;

/* The symbol of a name, created on first use. NULL: no memory. */
vt_lua_symbol *vt_lua_symbol_intern(vt_arena *arena, vt_lua_symbols *symbols, vt_text name);

/* A token of one character is that character; keywords are in the order of their table. */
typedef enum vt_lua_token_kind {
    TOKEN_END = 256,
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_EQUAL,
    TOKEN_NOT_EQUAL,
    TOKEN_LESS_EQUAL,
    TOKEN_GREATER_EQUAL,
    TOKEN_CONCAT,
    TOKEN_VARARG,
    TOKEN_LABEL_MARK,
    TOKEN_AND,
    TOKEN_BREAK,
    TOKEN_DO,
    TOKEN_ELSE,
    TOKEN_ELSEIF,
    TOKEN_END_WORD,
    TOKEN_FALSE,
    TOKEN_FOR,
    TOKEN_FUNCTION,
    TOKEN_GOTO,
    TOKEN_IF,
    TOKEN_IN,
    TOKEN_LOCAL,
    TOKEN_NIL,
    TOKEN_NOT,
    TOKEN_OR,
    TOKEN_REPEAT,
    TOKEN_RETURN,
    TOKEN_THEN,
    TOKEN_TRUE,
    TOKEN_UNTIL,
    TOKEN_WHILE
} vt_lua_token_kind;

typedef struct vt_lua_token {
    int kind;              /* vt_lua_token_kind, or a character */
    vt_text text;          /* as errors show it: "near '<text>'"; for a string, its value */
    vt_lua_symbol *symbol; /* of a name */
    uint32_t offset;       /* the first byte */
    uint32_t line, column; /* of it; columns are code points */
} vt_lua_token;

typedef struct vt_lua_lexer {
    vt_arena *arena;
    vt_lua_parse_error *error;
    vt_lua_symbols symbols;
    vt_text source;
    size_t at;            /* the next byte to read */
    uint32_t line;        /* of the last byte read */
    uint32_t byte_column; /* of it, from 1; 0 after a line feed */
    uint32_t column;      /* the same in code points */
    bool at_end;          /* the end of the text has been read */
    vt_buffer scratch;    /* the text of the token being read */
} vt_lua_lexer;

void vt_lua_lexer_init(vt_lua_lexer *lexer, vt_arena *arena, vt_lua_parse_error *error,
                       vt_text source, bool skip_hash_line);
void vt_lua_lexer_done(vt_lua_lexer *lexer);
/* The next token; TOKEN_END again and again at the end. false: the error has been reported. */
bool vt_lua_lexer_next(vt_lua_lexer *lexer, vt_lua_token *token);
/* Report a syntax error near `text`, at the current position. */
void vt_lua_lexer_reject(vt_lua_lexer *lexer, vt_text text, const char *message);

/* The value of a numeral as in gopher-lua: strconv.ParseInt with base 0, for which 0010 is
** octal, otherwise strconv.ParseFloat; NaN when both fail. */
double vt_lua_numeral_value(vt_text text, bool *octal);

#endif
