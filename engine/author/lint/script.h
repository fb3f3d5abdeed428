/* The rules about a health script: one function each, over its syntax tree. */
#ifndef VITALS_LINT_SCRIPT_H
#define VITALS_LINT_SCRIPT_H

#include "author/lint/lint.h"

typedef void (*vt_lint_script_rule)(vt_lint_script *script);

/* Where a position in the script is in the file that holds it. */
static inline vt_place vt_lint_script_place(const vt_lint_script *script, uint32_t line,
                                            uint32_t column) {
    vt_place place = { script->file, 0, line, column };
    if (script->map && line) place = vt_source_map_place(script->map, line, column);
    place.file = script->file;
    return place;
}
static inline vt_place vt_lint_node_place(const vt_lint_script *script, const vt_lua_node *node) {
    return vt_lint_script_place(script, node->line, node->column);
}

/* walk.c */
/* Visit all nodes of a function of the script, as vt_lua_walk does; charged. Once limit lint_steps
** is reached no more nodes are visited. */
bool vt_lint_walk(vt_lint_script *script, const vt_lua_function *function, vt_lua_visit visit,
                  void *user);

/* flow.c */
/* Visit the statements of a block and of the blocks in it, functions left out. */
void vt_lint_statements(const vt_lua_list *block, vt_lua_visit visit, void *user);
void vt_lint_unreachable(vt_lint_script *script);
void vt_lint_no_return(vt_lint_script *script);
/* Whether control can reach the end of a statement or a block. */
bool vt_lint_continues(const vt_lua_node *statement);
bool vt_lint_block_continues(const vt_lua_list *block);
/* A while loop whose condition is always true and that has no break. */
bool vt_lint_is_endless(const vt_lua_node *loop);

/* names.c */
void vt_lint_unused(vt_lint_script *script);
void vt_lint_global(vt_lint_script *script);
void vt_lint_undefined(vt_lint_script *script);
void vt_lint_top_level(vt_lint_script *script);
/* Whether a field of an object is a known one in another case, or but for one character. */
static inline bool vt_lint_is_misspelt(vt_text word, vt_text field) {
    return !vt_text_equal(word, field) && vt_text_distance(word, field, 1) <= 1;
}
/* libraries.c */
void vt_lint_library_closed(vt_lint_script *script);
void vt_lint_library_unknown(vt_lint_script *script);
void vt_lint_library_refused(vt_lint_script *script);
void vt_lint_library_differs(vt_lint_script *script);
/* Whether Argo CD's Lua has a global of that name, with or without open libraries. */
bool vt_lint_is_global(vt_text name, bool open_libraries);

/* answers.c */
void vt_lint_status_words(vt_lint_script *script);
/* Report a status that Argo CD does not know, once a place. */
void vt_lint_check_status(vt_lint_script *script, const vt_lua_node *node, vt_text word);
void vt_lint_empty_answer(vt_lint_script *script);
void vt_lint_generation(vt_lint_script *script);
/* captured.c */
void vt_lint_captured(vt_lint_script *script);
/* precedence.c */
void vt_lint_precedence(vt_lint_script *script);
/* probe.c: the script runs on a few objects, see there */
void vt_lint_probe(vt_lint_script *script);
/* concat.c */
void vt_lint_long_concat(vt_lint_script *script);
/* flow_answer.c: run the script on all objects at once, see flow_run.h */
void vt_lint_flow(vt_lint_script *script);

/* script_edits.c: corrections of the findings at `place`: removing statements of a block, and so on. They are proposed where the statements have
** lines of their own, and removing them changes no result. */
void vt_lint_propose_removal(vt_lint_script *script, vt_lint_rule_id rule, vt_place place,
                             const vt_lua_node *first, const vt_lua_node *last);
void vt_lint_propose_unused(vt_lint_script *script, const vt_lua_node *node, vt_place place);
void vt_lint_propose_locals(vt_lint_script *script);

static inline bool vt_lint_is_global_name(const vt_lua_node *node) {
    return node && node->kind == VT_LUA_NAME && !node->local;
}
static inline bool vt_lint_is_string(const vt_lua_node *node, const char *text) {
    return node && node->kind == VT_LUA_STRING && vt_text_is(node->text, text);
}

#endif
