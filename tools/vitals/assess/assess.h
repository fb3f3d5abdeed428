/*
** `vitals assess`, in parts: feed.c splits the input into objects, work.c parses and assesses them
** on all cores, entries.c and groups.c relate them to each other, and the show_*.c files print.
**
** There are three modes, chosen by what the output and the rules need:
**
**   streamed   ndjson, name: each answer is printed and forgotten.
**   together   all other outputs: the answers are kept, the objects are not; ownership and groups
**              are computed at the end.
**   in a set   profiles flux and kstatus, whose rules look at other objects, and reports, whose
**              items say what is counted: all objects are read first, then assessed.
*/
#ifndef CLI_ASSESS_ASSESS_H
#define CLI_ASSESS_ASSESS_H

#include "assess/pool.h"
#include "assess/tally.h"
#include "input/files.h"
#include "input/selection.h"
#include "output/table.h"

typedef enum output_form {
    OUTPUT_TABLE,
    OUTPUT_WIDE,
    OUTPUT_TREE,
    OUTPUT_JSON,
    OUTPUT_YAML,
    OUTPUT_NDJSON,
    OUTPUT_NAME
} output_form;

typedef enum grouping {
    GROUP_ALL,
    GROUP_BY_APPLICATION,
    GROUP_BY_NAMESPACE,
    GROUP_BY_KIND
} grouping;

typedef struct assess_options {
    unsigned output;    /* output_form */
    unsigned by;        /* grouping */
    unsigned aggregate; /* 0: by profile; else vitals_aggregate + 1 */
    option_list only;
    const char *desired;
    const char *application;
    unsigned colour;  /* colour_choice */
    unsigned fail_on; /* 0: the default line */
    bool require_rule;
    unsigned threads; /* 0: all cores */
    const char *batch;
    bool augment;
} assess_options;

/* One object and its place among the others. */
typedef struct cli_entry {
    cli_answer answer;
    vitals_document *parsed;        /* in a set: until it goes into the set, if it does */
    const vitals_document *live;    /* in a set: of the set, or `parsed` */
    const vitals_document *desired; /* from --desired, or NULL */
    vitals_event event;             /* the watch event it came with */
    size_t owner;                   /* the entry that owns it, or SIZE_MAX */
    size_t group;                   /* SIZE_MAX: in no group, and not shown */
    bool gone;                      /* deleted or replaced by a later event */
    bool shown;                     /* --only */
} cli_entry;

/* A text and the entry it belongs to, for sorting and searching. */
typedef struct cli_key {
    const char *text;
    size_t entry;
} cli_key;

/* Objects whose health is aggregated: an application, a namespace, a kind, or all. */
typedef struct cli_group {
    char *name;
    vitals_application *application;
    vitals_health health;
    char *message; /* "Caused by …", visible */
    char *rule;    /* the rule of its members, visible: one, or "several"; NULL */
    char *error;   /* the first failed resource; NULL */
    int worst;     /* answer_badness of its worst member */
    int64_t since; /* when that member changed; below 0: unknown */
    cli_tally tally;
} cli_group;

typedef struct cli_run {
    const assess_options *options;
    const object_options *objects;
    cli_rules rules;
    cli_selection *selection;
    cli_terminal terminal;
    failure_rule failure;
    vitals_aggregate aggregate;
    unsigned parts; /* a set of answer_part */
    bool streams;   /* streamed */
    bool keeps_set; /* in a set */
    bool adds_up;   /* the health of groups is shown */
    cli_pool *pool;
    source_list sources;
    vitals_set *set;     /* NULL unless keeps_set */
    vitals_set *desired; /* NULL without --desired */
    cli_entry *entries;
    size_t entry_count;
    cli_group *groups;
    size_t group_count;
    cli_tally tally;
    cli_problems problems; /* of the main thread */
    size_t errors;         /* printed so far */
} cli_run;

/* One object on its way through the pool. */
typedef struct cli_item {
    vitals_piece *piece; /* to parse; NULL: `entry` is assessed */
    cli_source *source;
    vitals_document *document; /* parsed */
    const vitals_document *desired;
    vitals_event event;
    bool selected;        /* `document` matches the selection */
    bool answered;        /* `answer` is filled from a verdict */
    bool holds_no_object; /* nothing there claims to be an object */
    size_t entry;
    vitals_verdict *verdict;
    cli_answer answer;
    cli_text line;         /* streamed: what is printed; the memory is reused */
    cli_problems problems; /* from splitting and parsing */
} cli_item;

/* ------------------------------------------------------------------ feed.c */

/* Push every object of every source. */
void feed_sources(cli_run *run);

/* ------------------------------------------------------------------ work.c */

pool_work work_of(cli_run *run);
/* Assess all entries of the set. */
void work_assess_set(cli_run *run);
/* Whether --only lets this answer through. */
bool work_is_wanted(const cli_run *run, const cli_answer *answer);

/* --------------------------------------------------------------- entries.c */

/* The index of the new entry. */
size_t entries_add(cli_run *run, const cli_entry *entry);
/* Read --desired, before anything else. */
void entries_read_desired(cli_run *run);
/* The desired state of this object, or NULL. Any number of threads may call this. */
const vitals_document *entries_find_desired(const cli_run *run, const vitals_document *live);
/* Keep the last state of each object that watch events brought, unless it was deleted. */
void entries_apply_events(cli_run *run);
/* Move the objects into the run's set, of each its last version. */
void entries_fill_set(cli_run *run);
/* Add the desired objects that are not among the live ones. */
void entries_add_missing(cli_run *run);
/* Find the owner of each entry. */
void entries_find_owners(cli_run *run);
void entries_done(cli_run *run);

/* ---------------------------------------------------------------- groups.c */

/* Put one entry into its group. `live` and `verdict` are NULL for a missing object. */
void groups_put(cli_run *run, size_t index, const vitals_document *live, vitals_verdict *verdict);
/* Owners, names, health, counts: once all entries are in. */
void groups_finish(cli_run *run);
void groups_done(cli_run *run);

/* ------------------------------------------------------------------ show_* */

void show_table(cli_run *run);
void show_groups_table(cli_run *run);
void show_tree(cli_run *run);
void show_report(cli_run *run);

/* Sort indices of entries: worst first, then in the order of the input. */
void show_sort_worst_first(const cli_run *run, size_t *indices, size_t count);
/* Indices of all groups, worst first; the caller frees them. */
size_t *show_groups_in_order(const cli_run *run);
/* Its health in the terms of the aggregate: Healthy for Argo CD, Current for kstatus. */
const char *show_group_word(const cli_run *run, const cli_group *group);
/* "9m": the age at the clock of the run; nothing when it is unknown. */
void show_add_since(const cli_run *run, cli_text *out, int64_t since);

/* --------------------------------------------------------------- augment.c */

/* `vitals assess --augment`. Returns the exit status. */
int augment_run(cli_run *run);

/* ----------------------------------------------------------------- batch.c */

/* `vitals assess --batch FILE`. Returns the exit status. */
int batch_run(cli_run *run);

#endif
