/*
** Inside lint: files are split into subjects (ConfigMaps, scripts, expressions, fixtures) as they
** come, and all are checked in vitals_lint_finish, because rules about one file look at others.
*/
#ifndef VITALS_LINT_LINT_H
#define VITALS_LINT_LINT_H

#include <stdarg.h>

#include "author/lint/rules.h"
#include "author/schema/schema.h"
#include "base/memory/map.h"
#include "base/run/limits.h"
#include "document/document.h"
#include "health/health.h"
#include "lua/syntax/syntax.h"
#include "rules/argocd_data.h"

/* --------------------------------------------------------------- subjects */

/* A document and what it holds. */
typedef struct vt_lint_document vt_lint_document;
struct vt_lint_document {
    vitals_document *document;
    vt_text text;                 /* of this document only; in the arena */
    uint32_t line;                /* of the file, on which it begins */
    const vt_value *data;         /* customizations of an argocd-cm, or NULL */
    struct vt_lint_script *loose; /* scripts that are not in `data` */
    bool loads;                   /* try whether Argo CD can load what is in `text` */
    bool borrowed;                /* another one owns `document` */
    bool is_configmap;            /* `data` is that of a ConfigMap */
    bool expressions, ready;      /* it has healthCheckExprs; a readyExpr */
    bool waits;                   /* it has healthChecks that nothing reads */
    bool dialect;                 /* rules of other projects */
    bool by_key;                  /* its customizations are where the caller said */
    bool fixture;                 /* it is in testdata */
    bool tests;                   /* it is a health_test.yaml */
    bool action_tests;            /* it is an action_test.yaml */
    const char *file;
    vt_lint_document *next;
};

/* A health script of a ConfigMap or of a check tree. */
typedef struct vt_lint_script vt_lint_script;
struct vt_lint_script {
    vitals_lint *lint;
    vt_text source;
    const vt_source_map *map; /* of the file that holds it; NULL: it is the whole file */
    const char *file;
    vt_text key; /* group/Kind, Kind or a pattern */
    vt_text group, kind;
    bool in_tree; /* of a check tree: Argo CD opens its libraries */
    bool open_libraries;
    vt_lua_tree *tree;
    vt_lint_script *next;
};

/* The script of an action, or of the discovery of actions, in a check tree. */
typedef struct vt_lint_action vt_lint_action;
struct vt_lint_action {
    vt_lint_script script;
    vt_lint_action *next;
};

/* A file that a kustomization names, to be read once all others have been. */
typedef struct vt_lint_named vt_lint_named;
struct vt_lint_named {
    vt_text directory, path; /* of the kustomization with its slash; below it */
    vt_text key;             /* the member whose value the file is; absent: a resource or patch */
    vt_place place;
    vt_lint_named *next;
};

/* A comment vitals:ignore. */
typedef struct vt_lint_ignore {
    const char *file;
    uint32_t line, column;
    bool alone; /* it is alone on its line, and applies to the next one */
    bool used;
    const vitals_lint_rule *rule; /* NULL: there is no such rule */
    vt_text name, reason;
} vt_lint_ignore;

/* A correction that a rule has proposed together with a finding at `place`. */
typedef enum vt_lint_change {
    VT_LINT_REPLACE,      /* `old` at `at` with `text` */
    VT_LINT_REMOVE_LINES, /* `at.line` to `last_line`; the first one is `old` */
    VT_LINT_CUT           /* from `at` to the end of the line; all of it when nothing is before */
} vt_lint_change;

typedef struct vt_lint_proposal vt_lint_proposal;
struct vt_lint_proposal {
    vt_lint_change change;
    vt_lint_rule_id rule;
    vt_place place, at;
    vt_text old, text;
    uint32_t last_line;
    vt_lint_proposal *next;
};

/* What a .vitals.yaml says. */
typedef struct vt_lint_pattern {
    const vt_glob
        *glob;     /* of a path below the directory of the settings, without slashes at its ends */
    bool anywhere; /* it has no slash: a name at any depth */
    struct vt_lint_pattern *next;
} vt_lint_pattern;

typedef struct vt_lint_settings {
    uint8_t levels[VT_LINT_RULE_COUNT]; /* a vitals_lint_level plus 1; 0: that of the rule */
    vt_lint_pattern *excluded;
    vt_text path, relative; /* what is linted, and the same from the directory of the settings */
} vt_lint_settings;

struct vitals_lint {
    vitals_allocator allocator;
    vitals_limits limits;
    vt_arena arena;
    bool no_memory, finished;
    size_t file_count;
    vitals_lint_finding *findings;
    size_t finding_count, finding_capacity;
    vt_map found; /* of each finding its rule, line and file, see vt_lint_has */
    vt_lint_ignore *ignores;
    size_t ignore_count, ignore_capacity;
    vt_lint_document *documents, **documents_end;
    vt_lint_script *scripts, **scripts_end; /* of check trees */
    vt_lint_named *named, **named_end;      /* NULL: they are not noted */
    vt_text key;                            /* the path of the data of an argocd-cm, or absent */
    vt_lint_action *actions;
    vt_map tested;      /* directories with a health_test.yaml */
    vt_steps steps;     /* of the script or ConfigMap at hand */
    uint64_t run_steps; /* of those before it */
    bool out_of_steps;  /* limit lint_run_steps is reached, and reported */
    bool incomplete;    /* the finding that `steps` has ended was added */
    vt_place charged;   /* where that is */
    vt_interrupt interrupt;
    bool stopped;                       /* by the host */
    uint8_t levels[VT_LINT_RULE_COUNT]; /* set by the caller, as in the settings */
    vt_lint_settings *settings;         /* of the files that are added now, or NULL */
    vt_map settings_of;                 /* by file, where there are any */
    bool (*wants)(void *user, const char *file);
    void *wants_user;
    vt_schemas schemas;
    bool only_schemas; /* nothing else is taken from the files that are added now */
    vt_map texts;      /* vt_lines of the files with something to lint, and of preludes */
    vt_lint_proposal *proposals;
    vitals_lint_edit *edits;
    size_t edit_count, edit_capacity;
};

/* ---------------------------------------------------------------- findings */

/* Add a finding. `advice` absent: that of the rule. */
void vt_lint_add(vitals_lint *lint, vt_lint_rule_id rule, vt_place place, vt_text advice,
                 const char *format, ...) VITALS_PRINTF(5, 6);
/* Asks the host; false when lint must end: stopped, or out of memory. */
bool vt_lint_goes_on(vitals_lint *lint);
/* Charge the work on one script or ConfigMap; false once limit lint_steps, or lint_run_steps of the
** whole run, is reached, which is reported, or when the host stopped lint. */
bool vt_lint_charge(vitals_lint *lint, uint64_t steps);
/* Begin with the next script or ConfigMap; false when the host wants to stop, or no steps are left. */
bool vt_lint_begin(vitals_lint *lint, vt_place place);
/* Whether the line has a finding of the rule already. */
bool vt_lint_has(vitals_lint *lint, vt_lint_rule_id rule, const char *file, uint32_t line);
/* A text in the lint's arena; without memory it is empty, never absent, and `no_memory` is set. */
vt_text vt_lint_printf(vitals_lint *lint, const char *format, ...) VITALS_PRINTF(2, 3);
vt_text vt_lint_vprintf(vitals_lint *lint, const char *format, va_list arguments);
/* A zeroed block in the arena; without memory it is NULL and `no_memory` is set. */
void *vt_lint_allocate(vitals_lint *lint, size_t bytes);
/* Read the vitals:ignore comments of a file. */
void vt_lint_read_ignores(vitals_lint *lint, const char *file, vt_text text);
/* Silence findings by their comments, report comments that silence nothing, and sort. */
void vt_lint_finish_findings(vitals_lint *lint);

/* ------------------------------------------------------------- corrections */

/* Propose a correction of the finding of this rule at `place`. What is not found in the file as it is
** described here is not corrected. */
void vt_lint_propose(vitals_lint *lint, vt_lint_proposal proposal);
/* Remember the text of a file that may be corrected. */
void vt_lint_keep_text(vitals_lint *lint, vt_text name, vt_text text);
/* Propose quotes around the keys with a star that make a document unreadable: those on the line of the
** diagnostic and on the line before it. `text` begins on line `first_line` of the file. */
void vt_lint_propose_key_quotes(vitals_lint *lint, const char *file, vt_text text,
                                uint32_t first_line, const vitals_diagnostic *found);
/* Make corrections of the proposals for findings that are reported. */
void vt_lint_finish_edits(vitals_lint *lint);

/* ---------------------------------------------------------------- settings */

/* The rule of that id, or NULL; and the index of a rule. */
const vitals_lint_rule *vt_lint_find_rule(vt_text id);
size_t vt_lint_rule_index(const vitals_lint_rule *rule);
/* The level of a rule in a file. */
vitals_lint_level vt_lint_level_of(const vitals_lint *lint, const char *file,
                                   const vitals_lint_rule *rule);
/* Whether the settings exclude a path that begins with what is linted. */
bool vt_lint_excludes(const vitals_lint *lint, vt_text path);
/* Remember the settings that apply to a file. `name` lives as long as the lint. */
void vt_lint_note_settings(vitals_lint *lint, vt_text name);

/* ------------------------------------------------------------------- parts */

/* Parse a part of a file; NULL: it does not parse and `diagnostics` say why, or out of memory. */
/* The path of the prelude of the tree that a health.lua is in. */
vt_text vt_lint_prelude_path(vitals_lint *lint, vt_text file);

vitals_document *vt_lint_parse(vitals_lint *lint, const vt_source *source, const char *file,
                               vitals_format format, vitals_diagnostics *diagnostics);
vitals_diagnostics *vt_lint_diagnostics(vitals_lint *lint);

/* Take the value of a member of an argocd-cm, which is a file of its own. */
vitals_status vt_lint_take_member(vitals_lint *lint, const char *file, vt_text key, vt_text text);

/* test_keys.c: the keys of a health_test.yaml. */
void vt_lint_test_keys(vitals_lint *lint, const vt_lint_document *document);
/* fixtures.c: fixtures that the tests beside them do not name. */
void vt_lint_fixtures(vitals_lint *lint);

/* Adds a document to a configuration: vitals_configuration_add_argocd_cm and the like. */
typedef vitals_status (*vt_lint_add_fn)(const vitals_lint *lint, const vt_lint_document *document,
                                        vitals_configuration *configuration,
                                        vitals_diagnostics *diagnostics);
/* Load a document as an engine does; `diagnostics` say what it rejects, with lines that count from
** the start of the document. */
void vt_lint_load(vitals_lint *lint, const vt_lint_document *document, vt_lint_add_fn add,
                  vitals_diagnostics *diagnostics);

/* The place of such a diagnostic in the file. */
vt_place vt_lint_loaded_place(const vt_lint_document *document, const vitals_diagnostic *found);

void vt_lint_configmap(vitals_lint *lint, const vt_lint_document *document);
void vt_lint_expressions(vitals_lint *lint, const vt_lint_document *document);
void vt_lint_ready(vitals_lint *lint, const vt_lint_document *document);
/* Whether a document has rules of other projects, also those that vitals does not evaluate. */
bool vt_lint_has_dialect(const vitals_document *document);
void vt_lint_dialect(vitals_lint *lint, const vt_lint_document *document);
/* Whether a Kustomization has healthChecks that Flux ignores; and the rule about them. */
bool vt_lint_has_idle_checks(const vitals_document *document);
void vt_lint_idle_checks(vitals_lint *lint, const vt_lint_document *document);
/* Whether a dependency has a readyExpr. */
bool vt_lint_has_ready(const vitals_document *document);
/* Check a script: its syntax, then every rule about its tree. */
void vt_lint_script_rules(vt_lint_script *script);
/* Check the script of an action: its syntax, and the rules that apply to any script. */
void vt_lint_action_rules(vt_lint_script *script);
/* actions.c: the same for the scripts in the actions of a ConfigMap, a YAML text. */
void vt_lint_actions(vitals_lint *lint, const vt_lint_document *source,
                     const vitals_document *document, const vt_value *value);
/* Whether the script uses anything that needs open libraries. */
bool vt_lint_needs_open(vt_lint_script *script);

/* What to write instead of a value that a field never has. */
vt_text vt_lint_value_advice(vitals_lint *lint, const vt_schema *schema, vt_text value);

/* -------------------------------------------------------------------- keys */

/* The key of a customization, split into group and kind. */
typedef struct vt_lint_key {
    vitals_lint *lint;
    vt_place place;
    vt_text text;          /* as it is written */
    vt_text group, kind;   /* `kind` is all of it without a separator */
    bool has_group;        /* there is a separator */
    const char *wildcards; /* characters that make a part a pattern */
    char separator;        /* '_' in split keys, '/' elsewhere */
} vt_lint_key;

/* Report why the key matches nothing, or is probably misspelt. */
void vt_lint_key_rules(const vt_lint_key *key);
/* The same for the group and kind of a directory of a check tree. */
void vt_lint_group_kind(vitals_lint *lint, vt_place place, vt_text group, vt_text kind,
                        const char *wildcards, char separator);

/* ------------------------------------------------------------------- kinds */

/* Whether Kubernetes itself serves the kind; the core group is empty. */
bool vt_lint_is_built_in(vt_text group, vt_text kind);
/* Whether Kubernetes itself serves the group. */
bool vt_lint_is_built_in_group(vt_text group);
/* Whether the group is one of Kubernetes, or of a kind that Argo CD or vitals has a check for. */
bool vt_lint_is_known_group(vt_text group);
/* The group of a kind of Kubernetes, or of the only well-known kind of this name; absent when there
** is none or more than one. */
vt_text vt_lint_group_of_kind(vt_text kind);
/* The known group that is nearest to an unknown one; absent when none is near. */
vt_text vt_lint_nearest_group(vt_text group);
/* The known kind of a group that is nearest to an unknown one; absent when none is near, or when
** the kind itself is known. */
vt_text vt_lint_nearest_kind(vt_text group, vt_text kind);
/* Whether Argo CD has a check in Go for the kind. */
bool vt_lint_has_native(vt_text group, vt_text kind);
/* All known kinds, those of Kubernetes first; false past the end. */
bool vt_lint_kind_at(size_t index, vt_text *group, vt_text *kind);
/* ", which disables Argo CD's own check for …", for an empty result; "" when it has none. */
vt_text vt_lint_disabled_check(const vt_lint_script *script, bool nil);

/* ---------------------------------------------------------------- fixtures */

/* The fixture of a kind after `previous` (NULL: the first); `kind` empty: of the whole group. */
const vt_lint_document *vt_lint_next_fixture(vitals_lint *lint, const vt_lint_document *previous,
                                             vt_text group, vt_text kind);

#endif
