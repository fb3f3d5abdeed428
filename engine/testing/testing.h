/*
** The inside of the testing module: check directories, the rules that judge them, and the report that
** everything ends up in.
*/
#ifndef VITALS_TESTING_TESTING_H
#define VITALS_TESTING_TESTING_H

#include <vitals/testing.h>

#include "health/health.h"
#include "lua/syntax/syntax.h"

/* ------------------------------------------------------------- directories */

/* A directory that holds a check, tests, or both. Texts are terminated. */
typedef struct vt_bench_directory {
    vt_text path; /* as it was named */
    vt_text tree; /* its root, two levels up */
    vt_text name; /* "group/Kind" */
    bool has_script, has_tests, has_expressions, has_actions;
} vt_bench_directory;

typedef struct vt_bench_directories {
    vt_bench_directory *items;
    size_t count, capacity;
} vt_bench_directories;

/* Find the check directories below `path`, which may be one, or a file in one. They are added in
** the order of their paths. Errors: VITALS_EREAD, VITALS_EINVAL (it is an object), VITALS_ENOMEM. */
vitals_status vt_bench_find(vitals_report *report, const char *path,
                            vt_bench_directories *directories, vitals_diagnostics *diagnostics);

/* Read a whole file, up to limit configuration_bytes. */
vitals_status vt_bench_read_file(vitals_report *report, const char *path, vt_buffer *text,
                                 vitals_diagnostics *diagnostics);
/* "directory/name" in the report's memory, terminated; absent without memory. */
vt_text vt_bench_join(vitals_report *report, vt_text directory, vt_text name);

/* ---------------------------------------------------------------- fixtures */

/* One item of `tests:`. Texts are borrowed from the document or the report. */
typedef struct vt_fixture {
    vt_text input; /* relative to the directory */
    vt_text status, message;
    const vt_value *item;                         /* of the list */
    const vt_value *status_value, *message_value; /* or NULL */
} vt_fixture;

/* The items of a health_test.yaml that was parsed, in their order: start with `at` NULL. Keys are
** matched without regard to case, and scalars become text, as sigs.k8s.io/yaml has it. */
const vt_value *vt_fixture_next(vitals_report *report, const vitals_document *tests,
                                const vt_value *at, vt_fixture *out);
/* A member by its name in any case; of several the last one in byte order. */
const vt_value *vt_fixture_member(const vt_value *object, vt_text name);

/* ----------------------------------------------------------------- judging */

/* Scripts and expressions that judge. */
typedef struct vt_judge {
    vitals_engine *engine;
    vt_lua_state *lua;
    vitals_worker *worker; /* for expressions only */
} vt_judge;

vitals_status vt_judge_init(vt_judge *judge, const vitals_report *report,
                            const vitals_configuration *configuration,
                            vitals_diagnostics *diagnostics);
void vt_judge_done(vt_judge *judge);

/* The script that judges a kind: a customization, then a check of the tree. NULL: there is none. */
const vt_rule *vt_judge_rule(const vt_judge *judge, const vitals_document *object);
/* The check of a tree by its directory; NULL: there is none. */
const vt_rule *vt_judge_check(const vt_judge *judge, vt_text directory);
/* The script as the rule's profiles have it; NULL when it does not compile. */
const vt_lua_script *vt_judge_script(const vt_rule *rule);
vt_lua_dialect vt_judge_dialect(const vt_rule *rule);
/* ARGO: health_test.go: the script alone, with no look at deletionTimestamp. */
vt_opinion vt_judge_run(const vt_judge *judge, const vt_rule *rule, const vitals_document *object,
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
    vitals_test_options options;
    vt_arena arena; /* all texts */
    vitals_test *tests;
    size_t test_count, test_capacity;
    size_t outcomes[3];
    vitals_young_finding *young;
    size_t young_count, young_capacity;
    vt_coverage_entry *coverage;
    size_t coverage_count, coverage_capacity;
};

/* Keep a copy of a text until the report goes; absent stays absent. */
vt_text vt_report_keep(vitals_report *report, vt_text text);
vitals_status vt_report_add_test(vitals_report *report, const vitals_test *test);

/* ------------------------------------------------------------------ a run */

/* Tests under way. */
typedef struct vt_bench_run {
    vitals_report *report;
    vitals_diagnostics *diagnostics;
    vitals_diagnostics *told; /* about one file */
    vt_arena arena;           /* of one judgement */
    vt_buffer text;           /* of one file */
    vitals_trace *trace;
    vt_judge judge;
    vt_text judged; /* the tree that `judge` was made from; absent: none yet */
    bool stopped;   /* by fail_fast */
    vt_arena covered_arena;
    vt_covered *covered; /* scripts of `judge`, the last one first */
} vt_bench_run;

/* Read and parse one object. false: `*error` says why; or there is no memory and it is absent. */
bool vt_run_parse(vt_bench_run *run, vt_text path, vitals_document **document, vt_text *error);
/* Add what a test came to and tell it. */
vitals_status vt_run_add(vt_bench_run *run, vitals_test *test);

/* Try a check on what the object of a fixture looks like in states nobody wrote a fixture for. */
vitals_status vt_young_try(vt_bench_run *run, const vt_bench_directory *directory,
                           const vt_rule *rule, const vitals_document *object);
/* The same for a check without fixtures, from an object that has nothing but its kind. */
vitals_status vt_young_try_kind(vt_bench_run *run, const vt_bench_directory *directory,
                                const vt_rule *rule);

/* Measure what one object reaches in a script; with `object` NULL the script is only made known. */
vitals_status vt_coverage_measure(vt_bench_run *run, const vt_rule *rule,
                                  const vitals_document *object);
/* Move what was measured of the scripts of `judge` into the report. */
vitals_status vt_coverage_finish(vt_bench_run *run);

/* Run the fixtures of one directory against the healthCheckExprs beside them. */
vitals_status vt_run_expressions(vt_bench_run *run, const vt_bench_directory *directory,
                                 const vitals_document *tests);

/* ----------------------------------------------------------------- patches */

/* One change of an object: what becomes of a member or an element. */
typedef struct vt_patch {
    const vt_value *parent;      /* an object or array of the document */
    vt_text key;                 /* of an object; absent for an element */
    size_t index;                /* of an array */
    const vitals_document *from; /* that holds `value` */
    const vt_value *value;       /* what it becomes; NULL: it is dropped */
} vt_patch;

/* Find what a path such as .status.conditions[0].type names; the last step may be missing, an element only behind the last one. false: there is no such place. */
bool vt_patch_find(const vitals_document *document, vt_text path, vt_patch *out);
/* The value that a patch would change; NULL when it is missing. */
const vt_value *vt_patch_target(const vitals_document *document, const vt_patch *patch);
/* A copy of the document with the change made. Errors: VITALS_ELIMIT, VITALS_ENOMEM. */
vitals_status vt_patch_apply(const vitals_report *report, const vitals_document *document,
                             const vt_patch *patch, vitals_document **out);

#endif
