/*
** Inside of lint: files are taken apart into subjects (ConfigMaps, scripts, expressions, fixtures)
** as they come, and judged together in the end, because rules about one file look at others.
*/
#ifndef VITALS_LINT_LINT_H
#define VITALS_LINT_LINT_H

#include "base/map.h"
#include "document/document.h"
#include "health/health.h"
#include "lint/rules.h"
#include "lua/syntax/syntax.h"

/* --------------------------------------------------------------- subjects */

/* A document that is kept, and what was recognised in it. */
typedef struct vt_lint_document vt_lint_document;
struct vt_lint_document {
    vitals_document *document;
    vt_text text;            /* of the document alone; lives in the arena */
    uint32_t line;           /* of the file that it begins on */
    const vt_value *data;    /* customizations of an argocd-cm, or NULL */
    bool is_configmap;       /* `data` is that of a ConfigMap */
    bool expressions, ready; /* it carries healthCheckExprs; a readyExpr */
    bool fixture;            /* it stands in testdata */
    const char *file;
    vt_lint_document *next;
};

/* A health script wherever it stands. */
typedef struct vt_lint_script vt_lint_script;
struct vt_lint_script {
    vitals_lint *lint;
    vt_text source;
    const vt_source_map *map; /* of the file that holds it; NULL: it is the file */
    const char *file;
    vt_text key; /* group/Kind, Kind or a pattern */
    vt_text group, kind;
    bool in_tree; /* of a check tree: Argo CD gives it the open libraries */
    bool open_libraries;
    vt_place open_at; /* of useOpenLibs, where it is said */
    vt_lua_tree *tree;
    vt_lint_script *next;
};

/* A comment vitals:ignore. */
typedef struct vt_lint_ignore {
    const char *file;
    uint32_t line, column;
    bool alone; /* it has the line for itself, and holds for the next one */
    bool used;
    const vitals_lint_rule *rule; /* NULL: there is no such rule */
    vt_text name, reason;
} vt_lint_ignore;

struct vitals_lint {
    vitals_allocator allocator;
    vitals_limits limits;
    vt_arena arena;
    bool no_memory, finished;
    size_t file_count;
    vitals_lint_finding *findings;
    size_t finding_count, finding_capacity;
    vt_lint_ignore *ignores;
    size_t ignore_count, ignore_capacity;
    vt_lint_document *documents, **documents_end;
    vt_lint_script *scripts, **scripts_end; /* of check trees */
    vt_map tested;                          /* directories with a health_test.yaml */
};

/* ---------------------------------------------------------------- findings */

/* Tell a finding. `advice` absent: that of the rule. */
void vt_lint_add(vitals_lint *lint, vt_lint_rule_id rule, vt_place place, vt_text advice,
                 const char *format, ...) VITALS_PRINTF(5, 6);
/* Whether that was told of the line already. */
bool vt_lint_has(const vitals_lint *lint, vt_lint_rule_id rule, const char *file, uint32_t line);
/* A text in the lint's arena; never absent, but empty without memory. */
vt_text vt_lint_printf(vitals_lint *lint, const char *format, ...) VITALS_PRINTF(2, 3);
/* A zeroed block in the arena; NULL, and noted, without memory. */
void *vt_lint_allocate(vitals_lint *lint, size_t bytes);
/* Take the comments of a file. */
void vt_lint_take_ignores(vitals_lint *lint, const char *file, vt_text text);
/* Silence what comments silence, tell comments that do not, and sort. */
void vt_lint_settle(vitals_lint *lint);

/* ------------------------------------------------------------------- parts */

/* Parse text of a part of a file; NULL: it does not parse and `diagnostics` say why, or no memory. */
vitals_document *vt_lint_parse(vitals_lint *lint, const vt_source *source, const char *file,
                               vitals_format format, vitals_diagnostics *diagnostics);
vitals_diagnostics *vt_lint_diagnostics(vitals_lint *lint);

/* The text of a document with as many line breaks in front as its file has lines before it, so that
** whoever reads it alone tells lines of the file. */
vt_text vt_lint_in_its_place(vitals_lint *lint, const vt_lint_document *document);

void vt_lint_configmap(vitals_lint *lint, const vt_lint_document *document);
void vt_lint_expressions(vitals_lint *lint, const vt_lint_document *document);
void vt_lint_ready(vitals_lint *lint, const vt_lint_document *document);
/* Whether some dependency has a readyExpr. */
bool vt_lint_has_ready(const vitals_document *document);
/* The whole script: syntax, then every rule of the tree. */
void vt_lint_script_rules(vt_lint_script *script);
/* Whether the script uses something that only open libraries have. */
bool vt_lint_needs_open(const vt_lint_script *script);

/* Group and kind of a directory of a check tree or of a key. `wildcards` are the characters that
** make a part a pattern. */
void vt_lint_group_kind(vitals_lint *lint, vt_place place, vt_text group, vt_text kind,
                        const char *wildcards, char separator);

/* ---------------------------------------------------------------- fixtures */

/* The kept fixture after `previous` (NULL: the first) of a kind; `kind` empty: of a whole group. */
const vt_lint_document *vt_lint_next_fixture(const vitals_lint *lint,
                                             const vt_lint_document *previous, vt_text group,
                                             vt_text kind);

#endif
