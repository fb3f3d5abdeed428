/*
** `vitals compare`, in parts: rules.c creates the engines, views.c assesses each object with them and
** finds the disagreements, and show.c prints.
**
** A view is one way to assess an object: as Argo CD does, as Flux does and so on, or by the old and
** the new rules.
*/
#ifndef CLI_COMPARE_COMPARE_H
#define CLI_COMPARE_COMPARE_H

#include "assess/assess.h"

typedef struct compare_options {
    option_list from, to;
    unsigned output;  /* compare_form */
    unsigned colour;  /* colour_choice */
    unsigned threads; /* 0: all cores */
    bool quiet, without_headers;
    bool wait_for_jobs;       /* of Helm */
    const char *helm_version; /* NULL: the newest */
} compare_options;

typedef enum compare_form { COMPARE_TABLE, COMPARE_JSON, COMPARE_NDJSON } compare_form;

enum { MAX_VIEWS = 6, MAX_ENGINES = 2 };

typedef struct compare_view {
    const char *name;
    size_t engine; /* of compare_run.engines */
    vitals_profile profile;
    bool helm;             /* the library's reader for Helm instead of a profile */
    vitals_source decider; /* the view answers only when this source decides; NONE: always */
    uint16_t release;      /* of Argo CD; 0: the newest */
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
    bool without_health; /* its kind never has health */
    char *note;          /* about its generations, or the releases; NULL */
    bool other_check;    /* no change, but Argo CD has another check for it in the other release */
    unsigned changed_at; /* the release that changes its status first; 0: not looked for */
} compare_result;

typedef struct compare_run {
    cli_run base; /* the objects */
    assess_options assess;
    const compare_options *options;
    bool by_rules;    /* --from and --to: the views are two versions of the rules */
    bool by_releases; /* and of Argo CD */
    cli_rules engines[MAX_ENGINES];
    uint16_t releases[2]; /* --from and --to, with by_releases */
    compare_view views[MAX_VIEWS];
    size_t view_count;
    unsigned helm_reader;    /* vitals_kstatus_reader */
    compare_result *results; /* disagreements first, else in the order of the input */
    size_t result_count;
    size_t disagreements;
} compare_run;

/* ----------------------------------------------------------------- rules.c */

/* Create the engines and the views. false: the reason is among the problems of `run->base`. */
bool compare_make_engines(compare_run *run, const rule_options *options);

/* ----------------------------------------------------------------- views.c */

/* Assess every object of the set in all views. */
void compare_all(compare_run *run);
void compare_results_done(compare_run *run);
/* "Progressing", "InProgress", "Unassessed" and so on. Static. */
const char *compare_word(const compare_answer *answer);

/* ------------------------------------------------------------------ show.c */

void compare_show(compare_run *run);

/* -------------------------------------------------------------- releases.c */

/* The reader of the release of Helm 4 that the options name. false: one sentence is in `problem`. */
bool compare_read_helm(compare_run *run, const compare_options *options, char *problem,
                       size_t size);
/* The release that a RULES argument names, "argocd@3.1"; NULL: it names none. */
const char *compare_release_of(const char *word);
/* Read the releases of --from and --to, and remove them from the lists. false: one sentence is in
** `problem`. */
bool compare_read_releases(compare_run *run, compare_options *options, char *problem, size_t size);
/* Why a status changes, or might change: `result->note`. */
void compare_note_releases(const compare_run *run, const vitals_document *document,
                           compare_result *result);
/* Append what changed between the releases, one line each. */
void compare_add_releases(const compare_run *run, vt_buffer *out);
/* "4 objects: 1 disagrees, 3 agree". */
void compare_print_summary(const compare_run *run);

#endif
