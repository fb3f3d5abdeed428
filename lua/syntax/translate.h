/* Inner header: writing Lua 5.4. */
#ifndef VITALS_LUA_SYNTAX_TRANSLATE_H
#define VITALS_LUA_SYNTAX_TRANSLATE_H

#include "lua/syntax/syntax.h"

/* Names that the translation brings along begin with this. */
#define VT_LUA_RESERVED "_VT"

typedef struct vt_lua_writer {
    vt_buffer *out;
    uint32_t line;     /* of what is written next */
    bool instrumented; /* with calls of _VTvisit */
} vt_lua_writer;

void vt_lua_write(vt_lua_writer *writer, const char *text);
/* Break lines until the next text stands on `line`, if it is not past it. */
void vt_lua_write_to_line(vt_lua_writer *writer, uint32_t line);
/* "_VT<helper>(" on `line`. */
void vt_lua_write_helper(vt_lua_writer *writer, vt_lua_helper helper, uint32_t line);
void vt_lua_write_local(vt_lua_writer *writer, const vt_lua_local *local);

/* translate_expression.c */
void vt_lua_write_expression(vt_lua_writer *writer, const vt_lua_node *node);
void vt_lua_write_expressions(vt_lua_writer *writer, const vt_lua_list *list);
/* Cut to one value, as an argument of a helper must be. */
void vt_lua_write_single(vt_lua_writer *writer, const vt_lua_node *node);
/* As a statement: without the parentheses that the dialect allows around it. */
void vt_lua_write_call(vt_lua_writer *writer, const vt_lua_node *node);
/* A condition, or an arm of and, or: shown to _VTvisit where that is wanted. */
void vt_lua_write_condition(vt_lua_writer *writer, const vt_lua_node *node);
/* As a prefix or a target of an assignment. */
void vt_lua_write_prefix(vt_lua_writer *writer, const vt_lua_node *node);
/* Its value is a number, whatever the script does, save for strange metatables. */
bool vt_lua_is_number(const vt_lua_node *node);
/* Written as a prefix it begins with a parenthesis. */
bool vt_lua_begins_with_parenthesis(const vt_lua_node *node);

/* translate.c: parameters, body and `end` of a function. */
void vt_lua_write_function(vt_lua_writer *writer, const vt_lua_function *function);

#endif
