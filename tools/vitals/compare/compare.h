/*
** `vitals compare`, in parts: compare_rules.c makes the engines, compare_views.c asks them about
** each object and says where they disagree, and compare_show.c prints.
**
** A view is one way of looking at an object: Argo CD's, Flux's and so on, or the old rules and the
** new ones.
*/
#ifndef CLI_COMPARE_COMPARE_H
#define CLI_COMPARE_COMPARE_H

#include "assess/assess.h"

typedef struct compare_options {
    option_list files;
    const char *namespace;
    const char *labels;
    option_list from, to;
    unsigned output;  /* compare_form */
    unsigned colour;  /* colour_choice */
    unsigned threads; /* 0: all cores */
} compare_options;

typedef enum compare_form { COMPARE_TABLE, COMPARE_JSON, COMPARE_NDJSON } compare_form;

enum { MAX_VIEWS = 6, MAX_ENGINES = 2 };

typedef struct compare_view {
    const char *name;
    size_t engine; /* of compare_run.engines */
    vitals_profile profile;
    bool helm;             /* the library's reader for Helm instead of a profile */
    vitals_source decider; /* the view has an answer where this decides; NONE: always */
    size_t replaces;       /* the view that it replaces where it has an answer; or itself */
} compare_view;

/* What one view says of one object. */
typedef struct compare_answer {
    bool given;    /* the view has an answer at all */
    bool compared; /* and it counts in the comparison */
    vitals_health health;
    vitals_kstatus kstatus; /* NONE where the view speaks of health */
    vitals_kstatus common;  /* what is compared; NONE: no status */
    char *message, *rule;   /* visible; owned */
} compare_answer;

/* One object seen from all sides. */
typedef struct compare_result {
    size_t entry;
    compare_answer answers[MAX_VIEWS];
    bool disagree;
    bool without_health; /* its kind has none by nature */
    char *note;          /* about its generations; NULL */
} compare_result;

typedef struct compare_run {
    cli_run base; /* the objects */
    assess_options assess;
    object_options objects;
    const compare_options *options;
    bool by_rules; /* --from and --to: the views are two versions of the rules */
    cli_rules engines[MAX_ENGINES];
    compare_view views[MAX_VIEWS];
    size_t view_count;
    compare_result *results; /* disagreements first, else in the order of the input */
    size_t result_count;
    size_t disagreements;
} compare_run;

/* -------------------------------------------------------- compare_rules.c */

/* Make the engines and the views. false: the problems of `run->base` say why. */
bool compare_make_engines(compare_run *run, const rule_options *options);

/* -------------------------------------------------------- compare_views.c */

/* Ask all views about every object of the set. */
void compare_all(compare_run *run);
void compare_results_done(compare_run *run);
/* "Progressing", "InProgress", "Unassessed" and so on. Static. */
const char *compare_word(const compare_answer *answer);

/* --------------------------------------------------------- compare_show.c */

void compare_show(compare_run *run);
/* "4 objects: 1 disagrees, 3 agree". */
void compare_print_summary(const compare_run *run);

#endif
