/* Internal header: writing Lua 5.4. */
#ifndef VITALS_LUA_SYNTAX_TRANSLATE_H
#define VITALS_LUA_SYNTAX_TRANSLATE_H

#include "lua/syntax/syntax.h"

/* Prefix of the names that the translation adds. */
#define VT_LUA_RESERVED "_VT"

typedef struct vt_lua_writer {
    vt_buffer *out;
    uint32_t line;     /* the current line of the output */
    bool instrumented; /* adds calls of _VTvisit */
    bool shallow;      /* plain functions are values of the chunk */
    bool only_object;  /* and obj is, not the environment */
    bool is_shared;    /* one declaration, not a script */
    uint64_t prepared; /* statements that come before the script, a bit each */
    uint32_t parts;    /* functions of other statements that come before it */
    size_t constants;  /* numerals written that take a place among Lua's constants */
} vt_lua_writer;

void vt_lua_write(vt_lua_writer *writer, const char *text);
/* Add line breaks until the output is on `line`, unless it is past it. */
void vt_lua_write_to_line(vt_lua_writer *writer, uint32_t line);
/* "_VT<helper>(" on `line`. */
void vt_lua_write_helper(vt_lua_writer *writer, vt_lua_helper helper, uint32_t line);
void vt_lua_write_local(vt_lua_writer *writer, const vt_lua_local *local);

/* translate_expression.c */
void vt_lua_write_expression(vt_lua_writer *writer, const vt_lua_node *node);
void vt_lua_write_expressions(vt_lua_writer *writer, const vt_lua_list *list);
/* Truncated to one value, as an argument of a helper must be. */
void vt_lua_write_single(vt_lua_writer *writer, const vt_lua_node *node);
/* As a statement: without parentheses around it, which the dialect allows. */
void vt_lua_write_call(vt_lua_writer *writer, const vt_lua_node *node);
/* A condition or an operand of and, or: passed through _VTvisit when instrumented. */
void vt_lua_write_condition(vt_lua_writer *writer, const vt_lua_node *node);
/* As the prefix of a field or call, or as the target of an assignment. */
void vt_lua_write_prefix(vt_lua_writer *writer, const vt_lua_node *node);
/* Whether its value is always a number, unless arithmetic metamethods return something else. */
bool vt_lua_is_number(const vt_lua_node *node);
/* Whether it starts with a parenthesis when written as a prefix. */
bool vt_lua_begins_with_parenthesis(const vt_lua_node *node);

/* translate.c: parameters, body and `end` of a function. */
void vt_lua_write_function(vt_lua_writer *writer, const vt_lua_function *function);

#endif
