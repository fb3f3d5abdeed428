/*
** `vitals compare`, in parts: rules.c creates the engines, clusters.c reads live clusters, views.c assesses each
** object and finds the disagreements, releases.c says which release changed what, applications.c adds objects up,
** and show.c and show_ci.c print.
**
** A view is one way to assess an object: as Argo CD does, as Flux does and so on, or by the old and
** the new rules.
*/
#ifndef CLI_COMPARE_COMPARE_H
#define CLI_COMPARE_COMPARE_H

#include "assess/assess.h"
#include "input/releases.h"
#include "output/judged.h"

typedef struct compare_options {
    option_list from, to;
    unsigned output;  /* compare_form */
    unsigned by;      /* compare_grouping */
    unsigned colour;  /* colour_choice */
    unsigned threads; /* 0: all cores */
    bool quiet, without_headers;
    bool wait_for_jobs;       /* of Helm */
    const char *helm_version; /* NULL: that of the settings, else the newest */
} compare_options;

typedef enum compare_form {
    COMPARE_TABLE,
    COMPARE_JSON,
    COMPARE_NDJSON,
    COMPARE_GITHUB,
    COMPARE_JUNIT
} compare_form;

typedef enum compare_grouping { COMPARE_BY_OBJECT, COMPARE_BY_APPLICATION } compare_grouping;

enum { MAX_VIEWS = 6, MAX_ENGINES = 2 };

typedef struct compare_view {
    const char *name;
    size_t engine; /* of compare_run.engines */
    vitals_profile profile;
    bool helm;             /* the library's reader for Helm instead of a profile */
    vitals_source decider; /* the view answers only when this source decides; NONE: always */
    uint16_t release;      /* of the program that is compared; 0: the newest */
    size_t replaces;       /* the view it replaces when it answers, or itself */
} compare_view;

/* The verdict of one view on one object. */
typedef struct compare_answer {
    bool given;    /* the view answers */
    bool compared; /* the answer takes part in the comparison */
    vitals_health health;
    vitals_kstatus kstatus; /* NONE when the view reports health */
    vitals_kstatus common;  /* what is compared; NONE: no status */
    char *message, *rule;   /* visible; owned */
} compare_answer;

/* One object in all views. */
typedef struct compare_result {
    size_t entry;
    compare_answer answers[MAX_VIEWS];
    bool disagree;
    bool without_health;  /* its kind never has health */
    char *note;           /* about its generations, or the releases; NULL */
    bool other_check;     /* no change, but Argo CD has another check for it in the other release */
    unsigned changed_at;  /* the release that changes its status first; 0: not looked for */
    uint32_t application; /* of compare_run.applications; with --by application */
} compare_result;

/* The objects of an application, added up for both sides. */
typedef struct compare_application {
    char *name, *cluster;         /* visible; `cluster` NULL: of files */
    vitals_application *sides[2]; /* NULL where statuses are added up */
    vitals_kstatus *statuses[2];  /* of its counted objects, where there is no health */
    compare_answer answers[2];    /* `rule` is not set */
    size_t objects, counted;
    size_t disagreements; /* of its objects, owned ones too */
    bool disagree;        /* its health changes */
    char *note;           /* why, where no object changes; or NULL */
} compare_application;

/* A live cluster whose objects were read; its set owns them. */
typedef struct compare_cluster {
    char *name;
    vitals_set *set;
} compare_cluster;

/* What --from and --to are. */
typedef enum compare_sides {
    SIDES_NONE,     /* side by side: the engines */
    SIDES_RULES,    /* files */
    SIDES_BUNDLES,  /* and a bundle of vitals */
    SIDES_RELEASES, /* of one program */
} compare_sides;

typedef struct compare_run {
    cli_run base; /* the objects */
    assess_options assess;
    const compare_options *options;
    compare_sides sides;
    release_program program; /* of `releases` */
    uint16_t releases[2];    /* --from and --to, with SIDES_RELEASES */
    cli_rules engines[MAX_ENGINES];
    cli_judged judged[2]; /* the two sides, or the engines without and with rules of the user */
    compare_view views[MAX_VIEWS];
    size_t view_count;
    uint16_t helm_release; /* of the column helm */
    compare_cluster *clusters;
    size_t cluster_count;
    compare_result *results; /* disagreements first, else in the order of the input */
    size_t result_count;
    size_t disagreements;
    compare_application *applications; /* with --by application: those that change first */
    size_t application_count, changed_applications;
} compare_run;

static inline bool compare_is_by_rules(const compare_run *run) {
    return run->sides != SIDES_NONE;
}

/* ----------------------------------------------------------------- rules.c */

/* Create the engines and the views. false: the reason is among the problems of `run->base`. */
bool compare_make_engines(compare_run *run, const rule_options *options);

/* -------------------------------------------------------------- clusters.c */

struct connect_options;
/* Read the objects of the contexts that the options select. What cannot be read is a problem, and a part of the
** coverage. */
void compare_read_clusters(compare_run *run, const struct connect_options *connect);
void compare_clusters_done(compare_run *run);

/* ----------------------------------------------------------------- views.c */

/* Assess every object of the set in all views. */
void compare_all(compare_run *run);
void compare_results_done(compare_run *run);
/* The options of a call for a view. */
vitals_call compare_call_of(const compare_run *run, const compare_view *view,
                            const vitals_set *set);
const vitals_set *compare_set_of(const compare_run *run, size_t entry);
/* "Progressing", "InProgress", "Unassessed" and so on. Static. */
const char *compare_word(const compare_answer *answer);

/* ---------------------------------------------------------- applications.c */

/* Add the objects up by application, for both sides. */
void compare_add_up(compare_run *run);
void compare_applications_done(compare_run *run);

/* ------------------------------------------------------------------ show.c */

void compare_show(compare_run *run);
/* "4 objects: 1 disagrees, 3 agree", and what judged. */
void compare_print_summary(const compare_run *run);
/* "Healthy becomes Degraded: MESSAGE; NOTE" */
void compare_add_change(vt_buffer *out, const compare_answer *answers, const char *note);
/* "argocd@3.1": what a side is, or the first of its RULES. */
void compare_add_side(vt_buffer *out, const compare_run *run, size_t side);

/* --------------------------------------------------------------- show_ci.c */

/* -o github and junit of two sides. */
void compare_show_github(const compare_run *run);
void compare_show_junit(const compare_run *run);

/* -------------------------------------------------------------- releases.c */

/* Read the releases of --from and --to and the one of the column helm, and remove those from the lists. false: one
** sentence is in `problem`. */
bool compare_read_releases(compare_run *run, compare_options *options, char *problem, size_t size);
/* The part after "vitals@"; NULL: the word names no bundle. */
const char *compare_bundle_of(const char *word);
/* Why a status changes, or might change: `result->note`. */
void compare_note_releases(const compare_run *run, const vitals_document *document,
                           compare_result *result);
/* Append what changed between the releases, one line each. */
void compare_add_releases(const compare_run *run, vt_buffer *out);

#endif
