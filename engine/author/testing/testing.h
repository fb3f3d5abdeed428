/*
** Inside the testing module: check directories, the runner of their scripts, the report, and copies
** of objects with one change.
*/
#ifndef VITALS_TESTING_TESTING_H
#define VITALS_TESTING_TESTING_H

#include <vitals/testing.h>

#include "base/run/limits.h"
#include "health/health.h"
#include "lua/syntax/syntax.h"

/* ------------------------------------------------------------- directories */

/* A directory that holds a check, tests, or both. Texts are terminated. */
typedef struct vt_check_directory {
    vt_text path; /* as it was given */
    vt_text tree; /* its root, two levels up */
    vt_text name; /* "group/Kind" */
    bool has_script, has_tests, has_expressions, has_actions;
    bool has_interpreter; /* tests of Karmada for InterpretHealth */
} vt_check_directory;

typedef struct vt_check_directories {
    vt_check_directory *items;
    size_t count, capacity;
} vt_check_directories;

/* Find the check directories below `path`, which may itself be one, or a file in one. They are
** added in the order of their paths. Errors: VITALS_EREAD; VITALS_EINVAL, neither a tree nor a
** check; VITALS_ENOMEM. */
vitals_status vt_find_check_directories(vitals_report *report, const char *path,
                                        vt_check_directories *directories,
                                        vitals_diagnostics *diagnostics);

/* Read a whole file below a directory, up to limit configuration_bytes. One that is not below it,
** or that a link leads out of it to, is not opened. Both texts are terminated. */
vitals_status vt_test_read_file(vitals_report *report, vt_text directory, vt_text name,
                                vt_buffer *text, vitals_diagnostics *diagnostics);

/* ------------------------------------------------------------ memory files */

/* Option `files`: what the functions above do with directories, for files in memory. */

/* Sort the files of the options by path. Errors: VITALS_ENOMEM. */
vitals_status vt_index_memory_files(vitals_report *report);
/* The check directories at or below `path`, an entry for each of their files; "." is all of them. Errors:
** VITALS_ENOMEM. */
vitals_status vt_find_memory_directories(vitals_report *report, const char *path,
                                         vt_check_directories *directories);
/* Join the entries of the same directory, from `first` on, which are sorted by path. */
void vt_join_memory_directories(vt_check_directories *directories, size_t first);
/* Append the content of a file. NULL: success; otherwise why not, static. */
const char *vt_read_memory_file(const vitals_report *report, vt_text path, vt_buffer *text);
/* Add the scripts of a tree. Errors: those of vitals_configuration_add_check. */
vitals_status vt_add_memory_checks(vitals_report *report, vt_text tree,
                                   vitals_configuration *configuration,
                                   vitals_diagnostics *diagnostics);

/* ---------------------------------------------------------------- fixtures */

/* One item of `tests:`. Texts are borrowed from the document or the report. */
typedef struct vt_fixture {
    vt_text input; /* relative to the directory */
    vt_text status, message, deletion_message;
    const vt_value *item;                         /* of the list */
    const vt_value *status_value, *message_value; /* or NULL */
} vt_fixture;

/* The items of a parsed health_test.yaml in order: start with `at` NULL. As in sigs.k8s.io/yaml,
** keys are matched case-insensitively and scalars become text. */
const vt_value *vt_fixture_next(vitals_report *report, const vitals_document *tests,
                                const vt_value *at, vt_fixture *out);
/* A member by its name, case-insensitively; of several, the last one in byte order. */
const vt_value *vt_fixture_member(const vt_value *object, vt_text name);

/* ------------------------------------------------------------------ runner */

/* Runs scripts and expressions on fixtures. */
typedef struct vt_runner {
    vitals_engine *engine;
    vt_lua_state *lua;
    vitals_worker *worker; /* for expressions only */
    vt_interrupt interrupt;
    bool closed_libraries; /* option of the same name */
    /* With closed libraries: the check that was run last among those that the engine does not compile for
    ** Argo CD, and its script. */
    const vt_rule *closed_rule;
    vt_lua_script *closed_script;
} vt_runner;

vitals_status vt_runner_init(vt_runner *runner, const vitals_report *report,
                             const vitals_configuration *configuration,
                             vitals_diagnostics *diagnostics);
void vt_runner_done(vt_runner *runner);

/* The rule for an object: a customization, else a check of the tree. NULL: there is none. */
const vt_rule *vt_runner_find_rule(const vt_runner *runner, const vitals_document *object);
/* The check of a tree by its directory; NULL: there is none. */
const vt_rule *vt_runner_find_check(const vt_runner *runner, vt_text directory);
/* Whether its script compiles in its dialect. */
bool vt_runner_compiles(vt_runner *runner, const vt_rule *rule, vt_arena *arena);
/* That of its profiles; Argo CD's where the libraries of checks are closed. */
vt_lua_dialect vt_runner_dialect(const vt_runner *runner, const vt_rule *rule);
bool vt_runner_opens_libraries(const vt_runner *runner, const vt_rule *rule);
/* ARGO: health_test.go: only the script is run; deletionTimestamp is not considered. */
vt_opinion vt_runner_run(vt_runner *runner, const vt_rule *rule, const vitals_document *object,
                         const vitals_limits *limits, int64_t now_seconds, vt_arena *arena,
                         vitals_trace *trace);

/* ------------------------------------------------------------------ report */

typedef struct vt_coverage_entry {
    vitals_coverage coverage;
    vitals_coverage_point *points;
    size_t point_count, point_capacity;
} vt_coverage_entry;

/* One script whose coverage is being measured. */
typedef struct vt_covered {
    const vt_rule *rule;
    vt_lua_script *script; /* watched; NULL: it cannot be */
    vt_lua_tree *tree;
    uint64_t (*visits)[3]; /* by node and vt_lua_visited */
    uint32_t node_count;
    unsigned statuses; /* bit 1 << vitals_health for each that was returned */
    struct vt_covered *next;
} vt_covered;

struct vitals_report {
    vitals_allocator allocator;
    vitals_limits limits;
    vitals_test_options options; /* `interrupt` asks `host` */
    vt_interrupt host;
    bool stopped;                   /* the host has once wanted it: it is not asked again */
    const vitals_test_file **files; /* of the options, by path */
    size_t file_count;
    vt_arena arena; /* all texts */
    vitals_test *tests;
    size_t test_count, test_capacity;
    size_t outcomes[3];
    vitals_incomplete_finding *incomplete;
    size_t incomplete_count, incomplete_capacity;
    vt_coverage_entry *coverage;
    size_t coverage_count, coverage_capacity;
};

/* The interrupt of the run. */
static inline vt_interrupt vt_report_interrupt(const vitals_report *report) {
    return (vt_interrupt){ report->options.interrupt, report->options.interrupt_user };
}
/* Keep a copy of a text until the report goes; absent stays absent. */
vt_text vt_report_keep(vitals_report *report, vt_text text);
/* "directory/name" in the report's memory, terminated; absent when memory runs out. */
vt_text vt_report_join(vitals_report *report, vt_text directory, vt_text name);

/* --------------------------------------------------------------- test run */

/* The state of one vitals_test_run. */
typedef struct vt_test_run {
    vitals_report *report;
    vitals_diagnostics *diagnostics;
    vitals_diagnostics *problems; /* of one file */
    vt_arena arena;               /* of one evaluation */
    vt_buffer text;               /* of one file */
    vitals_trace *trace;
    vt_runner runner;
    vt_text tree;           /* the tree that `runner` has the scripts of; absent: none yet */
    bool stopped;           /* by fail_fast */
    bool degraded_when_new; /* a fixture of the directory without a status, or with an empty one,
                               expects Degraded */
    vt_arena covered_arena;
    vt_covered *covered; /* scripts of `runner`, the last one first */
} vt_test_run;

/* Read and parse one object in a file below a directory. On failure `*error` says why; it is absent
** when memory ran out. */
bool vt_run_parse(vt_test_run *run, vt_text directory, vt_text name, vitals_document **document,
                  vt_text *error);
/* Run the tests of Karmada for InterpretHealth. */
vitals_status vt_run_interpreter(vt_test_run *run, const vt_check_directory *directory);
/* Add the result of a test and report it to the caller. */
vitals_status vt_run_add(vt_test_run *run, vitals_test *test);

/* Find out whether the fixtures of a directory say that a new object is Degraded. */
vitals_status vt_incomplete_begin(vt_test_run *run, const vt_check_directory *directory,
                                  const vitals_document *tests);
/* Try a check on incomplete variants of the object of a fixture. */
vitals_status vt_incomplete_try(vt_test_run *run, const vt_check_directory *directory,
                                const vt_rule *rule, const vitals_document *object);
/* The same for a check without fixtures, on an object with nothing but its kind. */
vitals_status vt_incomplete_try_kind(vt_test_run *run, const vt_check_directory *directory,
                                     const vt_rule *rule);

/* Add the coverage of one object to that of a script; with `object` NULL the script is only
** registered. */
vitals_status vt_coverage_measure(vt_test_run *run, const vt_rule *rule,
                                  const vitals_document *object);
/* Move the coverage of the scripts of `runner` into the report. */
vitals_status vt_coverage_finish(vt_test_run *run);

/* Run the fixtures of one directory against the healthCheckExprs beside them. */
vitals_status vt_run_expressions(vt_test_run *run, const vt_check_directory *directory,
                                 const vitals_document *tests);

/* ----------------------------------------------------------------- patches */

/* One change of an object: a member or an element is replaced, added or dropped. */
typedef struct vt_patch {
    const vt_value *parent;      /* an object or array of the document */
    vt_text key;                 /* of an object; absent for an element */
    size_t index;                /* of an array */
    const vitals_document *from; /* holds `value` */
    const vt_value *value;       /* the new value; NULL: drop it */
} vt_patch;

/* Find what a path such as .status.conditions[0].type refers to. The last step may be missing: a
** member, or the element after the last one. Returns false when there is no such place. */
bool vt_patch_find(const vitals_document *document, vt_text path, vt_patch *out);
/* The value that a patch would change; NULL when it is missing. */
const vt_value *vt_patch_target(const vitals_document *document, const vt_patch *patch);
/* A copy of the document with the patch applied. Errors: VITALS_ELIMIT, VITALS_ENOMEM. */
vitals_status vt_patch_apply(const vitals_report *report, const vitals_document *document,
                             const vt_patch *patch, vitals_document **out);

#endif
