/* The rules about a health script: one function each, over its syntax tree. */
#ifndef VITALS_LINT_SCRIPT_H
#define VITALS_LINT_SCRIPT_H

#include "lint/lint.h"

typedef void (*vt_lint_script_rule)(vt_lint_script *script);

/* Where a place of the script stands in the file that holds it. */
vt_place vt_lint_script_place(const vt_lint_script *script, uint32_t line, uint32_t column);
static inline vt_place vt_lint_node_place(const vt_lint_script *script, const vt_lua_node *node) {
    return vt_lint_script_place(script, node->line, node->column);
}

/* Visit the statements of a block and of the blocks in it, functions left out. */
void vt_lint_statements(const vt_lua_list *block, vt_lua_visit visit, void *user);

/* lint_flow.c */
void vt_lint_unreachable(vt_lint_script *script);
void vt_lint_no_return(vt_lint_script *script);
/* Whether control can come out of the end of a statement or a block. */
bool vt_lint_continues(const vt_lua_node *statement);
bool vt_lint_block_continues(const vt_lua_list *block);
/* A loop whose condition is constantly true. */
bool vt_lint_is_endless(const vt_lua_node *loop);

/* lint_names.c */
void vt_lint_unused(vt_lint_script *script);
void vt_lint_global(vt_lint_script *script);
void vt_lint_undefined(vt_lint_script *script);
/* lint_libraries.c */
void vt_lint_library_closed(vt_lint_script *script);
void vt_lint_library_unknown(vt_lint_script *script);
void vt_lint_library_refused(vt_lint_script *script);
void vt_lint_library_differs(vt_lint_script *script);
/* Whether Argo CD's Lua has a global of that name, with or without open libraries. */
bool vt_lint_is_global(vt_text name, bool open_libraries);

/* lint_answers.c */
void vt_lint_status_words(vt_lint_script *script);
void vt_lint_empty_answer(vt_lint_script *script);
void vt_lint_generation(vt_lint_script *script);
/* lint_no_status.c */
void vt_lint_no_status(vt_lint_script *script);
/* " Argo CD's own check of …" for what an empty answer switches off; "" when it has none. */
vt_text vt_lint_switched_off(const vt_lint_script *script);

static inline bool vt_lint_is_global_name(const vt_lua_node *node) {
    return node && node->kind == VT_LUA_NAME && !node->local;
}
static inline bool vt_lint_is_string(const vt_lua_node *node, const char *text) {
    return node && node->kind == VT_LUA_STRING && vt_text_is(node->text, text);
}

#endif
