/*
** `vitals assess`, in parts: feed.c splits the input into objects, work.c parses and assesses them
** on all cores, entries.c keeps the last version of each, relations.c and groups.c relate them to each
** other, and the show_*.c files print; watch.c prints while a watch goes on. partial.c writes groups for
** `vitals merge`, and merge.c reads them.
**
** There are three modes, chosen by what the output and the rules need:
**
**   streamed   ndjson, name: each answer is printed at once; only its counts are kept (seen.c).
**   together   all other outputs: the answers are kept, the objects are not; ownership and groups
**              are computed at the end.
**              In profiles flux and kstatus a few fields are kept that rules look at: see pods.c.
**   in a set   commands that want the objects themselves.
*/
#ifndef CLI_ASSESS_ASSESS_H
#define CLI_ASSESS_ASSESS_H

#include <vitals/live.h>
#include <vitals/why.h>

#include "assess/pool.h"
#include "assess/seen.h"
#include "assess/tally.h"
#include "input/files.h"
#include "input/selection.h"
#include "output/progress.h"
#include "output/table.h"

/* What a form of output shows, and when. */
enum {
    FORM_LISTS = 1,      /* objects; aggregates only with --by */
    FORM_GROUPS = 2,     /* --by, and what is watched by showing all of it again */
    FORM_STREAMS = 4,    /* each answer at once, where nothing else is needed for it */
    FORM_CHANGES = 8,    /* what changes, as get --watch prints it */
    FORM_JSON = 16,      /* of answers */
    FORM_FOR_PEOPLE = 32 /* to be read on a terminal */
};

/* X(id, name, what it shows, function that prints it) */
#define OUTPUT_MAP(X)                                                                              \
    X(TABLE, "table", FORM_LISTS | FORM_GROUPS | FORM_CHANGES | FORM_FOR_PEOPLE, show_tables)      \
    X(WIDE, "wide", FORM_LISTS | FORM_GROUPS | FORM_CHANGES | FORM_FOR_PEOPLE, show_tables)        \
    X(TREE, "tree", FORM_GROUPS | FORM_FOR_PEOPLE, show_tree)                                      \
    X(JSON, "json", FORM_GROUPS | FORM_JSON, show_report)                                          \
    X(YAML, "yaml", FORM_GROUPS | FORM_JSON, show_report)                                          \
    X(NDJSON, "ndjson", FORM_LISTS | FORM_STREAMS | FORM_CHANGES | FORM_JSON, show_all_lines)      \
    X(NAME, "name", FORM_LISTS | FORM_STREAMS | FORM_CHANGES, show_all_lines)                      \
    X(JUNIT, "junit", FORM_LISTS, show_junit)                                                      \
    X(GITHUB, "github", FORM_LISTS, show_github)                                                   \
    X(SARIF, "sarif", FORM_LISTS, show_sarif)                                                      \
    X(PARTIAL, "partial", 0, show_partials)

typedef enum output_form {
#define VITALS_X(id, name, shows, show) OUTPUT_##id,
    OUTPUT_MAP(VITALS_X)
#undef VITALS_X
        OUTPUT_COUNT
} output_form;

/* Their names, and NULL. */
extern const char *const output_names[];
/* Whether a form shows all of these. */
bool output_shows(unsigned form, unsigned what);

typedef enum sorting {
    SORT_BY_STATUS,
    SORT_BY_NAME,
    SORT_BY_NAMESPACE,
    SORT_BY_KIND,
    SORT_BY_SINCE,
    SORT_BY_INPUT
} sorting;

typedef enum grouping {
    GROUP_ALL,
    GROUP_BY_APPLICATION,
    GROUP_BY_NAMESPACE,
    GROUP_BY_KIND,
    GROUP_BY_CLUSTER
} grouping;

typedef struct assess_options {
    unsigned output;  /* output_form */
    unsigned by;      /* grouping */
    unsigned sort_by; /* sorting */
    bool without_headers, quiet;
    unsigned aggregate; /* 0: by profile; else vitals_aggregate + 1 */
    option_list only;
    const char *desired;
    const char *application;
    const char *cluster;   /* with OUTPUT_PARTIAL: of all objects; or NULL */
    unsigned colour;       /* colour_choice */
    unsigned fail_on;      /* 0: the default line */
    unsigned require_rule; /* 0: no; else rule_requirement */
    unsigned threads;      /* 0: all cores */
    const char *batch;
    bool augment;
    bool cost;        /* in JSON */
    bool health_only; /* a failed delivery does not count for the exit status */
} assess_options;

#define NO_ENTRY VITALS_NO_OWNER
/* So many warnings about UIDs that objects share are printed; the rest is counted. */
enum { SHARED_UIDS_SHOWN = 20 };

/* The last version of one object, and its place among the others. */
typedef struct cli_entry {
    cli_answer answer;
    vitals_document *parsed;        /* in a set or missing; or NULL */
    char *kept;                     /* of pods_keep, or NULL */
    const vitals_document *live;    /* in a set: `parsed`, to be assessed */
    const vitals_document *desired; /* from --desired, or NULL */
    vitals_why_note *note;          /* why it is not healthy, or others are not; or NULL */
    uint32_t note_number;           /* of because_prepare */
    uint32_t owner;                 /* the entry that owns it, or NO_ENTRY */
    uint32_t uid_next, uid_before;  /* a ring of the entries with its UID */
    uint32_t group;                 /* NO_ENTRY: in no group, and not shown */
    uint8_t event;                  /* vitals_event: the last one */
    bool context;                   /* not selected: it may explain one that is */
    bool gone;                      /* deleted or replaced */
    bool shown;                     /* --only */
    bool in_set;                    /* the set owns `parsed` */
    bool keeps_pod, saw_pods;       /* `kept` is a Pod; it was assessed with failed Pods */
    bool missing;                   /* an application lists it, and it is not there */
    bool stale;                     /* missing, and not looked at again yet */
    bool printed;                   /* by watch.c, and the verdict that was */
    uint64_t printed_verdict;
} cli_entry;

/* Objects whose health is aggregated: an application, a namespace, a kind, or all. */
typedef struct cli_group {
    const char *key; /* one of run->names */
    char *name;      /* as it is shown */
    char *cluster;   /* `merge`: where all its members are, or ""; else NULL */
    vitals_application *application;
    uint64_t number; /* for run->group_health; 0: it does not know it */
    vitals_health health;
    bool incomplete;    /* it may lack what is forbidden: `message` says what */
    char *message;      /* "Caused by …", visible */
    char *rule;         /* the rule of its members, visible: one, or "several"; NULL */
    char *error;        /* the first failed resource; NULL */
    uint32_t explained; /* its worst member with a cause, or NO_ENTRY; see because_prepare */
    int worst;          /* vitals_health_severity of its worst member */
    int64_t since;      /* when that member changed; below 0: unknown */
    cli_tally tally;
} cli_group;

typedef struct cli_watch cli_watch;
typedef struct cli_around cli_around;
typedef struct cli_part_objects cli_part_objects;

/* An application that is known elsewhere, by its number; the message is borrowed until the next call. false: the members
** decide. */
typedef bool (*group_health_fn)(void *user, uint64_t number, vitals_live_application *application,
                                vitals_text *message);

typedef struct cli_run {
    const assess_options *options;
    const object_options *objects;
    cli_rules rules;
    cli_selection *selection;
    cli_terminal terminal;
    failure_rule failure;
    vitals_aggregate aggregate;
    unsigned parts;     /* a set of answer_part */
    bool streams;       /* streamed */
    bool keeps_set;     /* in a set */
    bool keeps_pods;    /* together, and what rules look at is kept */
    bool adds_up;       /* the health of groups is shown */
    bool explains;      /* causes are shown */
    bool lists_groups;  /* and no objects */
    bool allow_partial; /* what could not be read is not exit status 3 */
    bool is_part;       /* the groups will be merged with those of other parts */
    bool
        keeps_context; /* what is not selected may be looked at: for causes, and by rules of a set */
    const char *title;            /* of all objects, where they are not from files; or NULL */
    bool clusters;                /* the objects are of several clusters */
    group_health_fn group_health; /* or NULL */
    char *access; /* of a report: what could not be read, as items of JSON; or NULL */
    void *group_health_user;
    uint64_t
        application; /* whose members all objects are, for group_health; 0: of none or several */
    cli_pool *pool;  /* NULL where the objects are assessed elsewhere */
    void *scratch;   /* of this thread, then; or NULL */
    source_list sources;
    vitals_set *set;          /* NULL unless keeps_set */
    vitals_set *no_pods;      /* empty, for objects that are assessed as they are read; or NULL */
    vitals_set *desired;      /* NULL without --desired */
    cli_entry **entry_blocks; /* of ENTRY_BLOCK each: see entry_at */
    size_t entry_count;
    /* Of the entries that are not gone; by_uid has the first entry of each UID. */
    cli_index by_uid, by_identity, by_version;
    size_t shared_uids; /* entries that came with the UID of another object */
    uint32_t hash_seed;
    uint32_t last_gone; /* entries to be used again, linked by `owner`; NO_ENTRY: none */
    size_t gone_count;
    cli_names names;    /* texts that answers share */
    cli_around *around; /* the notes of entries, in because.c */
    size_t around_count;
    cli_part_objects *part_objects; /* with is_part, and of `merge` */
    size_t part_count;
    cli_group *groups;
    size_t group_count;
    cli_index by_key; /* of the groups */
    cli_seen seen;    /* streamed */
    bool watching;    /* there are watch events */
    cli_watch *watch; /* what was printed of them, or NULL */
    cli_progress progress;
    cli_tally tally;
    cli_problems problems; /* of the main thread */
    size_t errors;         /* printed so far */
    cli_coverage coverage; /* what was to be judged, and was not read */
} cli_run;

/* One object on its way through the pool. */
typedef struct cli_item {
    vitals_piece *piece; /* to parse; NULL: `entry` is assessed */
    cli_source *source;
    vitals_status parsed;
    vitals_document *document; /* parsed */
    const vitals_document *desired;
    vitals_event event;
    bool muted;    /* streamed: not printed */
    bool selected; /* `document` matches the selection */
    selection_found found;
    bool context;  /* it does not, but has an owner that may */
    bool answered; /* `answer` is filled from a verdict */
    char *kept;    /* of pods_keep, or NULL */
    bool keeps_pod;
    vitals_why_note *note; /* or NULL */
    bool explains;         /* with is_part: `document` may explain others */
    bool holds_no_object;  /* nothing there claims to be an object */
    uint32_t entry;
    vitals_verdict *verdict;
    cli_answer answer;
    vt_buffer line;        /* streamed: what is printed; the memory is reused */
    cli_problems problems; /* from splitting and parsing */
} cli_item;

/* --------------------------------------------------------------- command.c */

/* All options of `assess`, which `get` has too. */
typedef struct assess_settings {
    object_options objects;
    rule_options rules;
    assess_options own;
} assess_settings;

extern const option_group assess_option_group;
/* The values of --fail-on. */
extern const char *const assess_failures[];

/* Several applications, "a,b", are shown each by itself, where groups are shown. */
void assess_group_applications(assess_options *own, const char *applications);
/* The options of rules and answers. false: one sentence is in `problem`. */
bool assess_check(cli_run *run, assess_settings *settings, char *problem, size_t size);
/* What follows from the options. Both outlive the run. */
void assess_prepare(cli_run *run, const assess_settings *settings);
/* Around the objects that are read, or taken by work_take_assessed. */
void assess_begin(cli_run *run);
void assess_end(cli_run *run);
/* Print the answers and the summary. Returns the exit status. */
int assess_report(cli_run *run);
void assess_done(cli_run *run);

/* ------------------------------------------------------------------ feed.c */

/* Push every object of every source. */
void feed_sources(cli_run *run);
/* ------------------------------------------------------------------ work.c */

pool_work work_of(cli_run *run);
/* Where an object of a cluster is from, for what is assessed elsewhere. */
typedef struct work_place {
    const char *cluster;
    bool follows; /* what was there at the beginning is known: a new object is an event */
    bool muted;   /* a stream does not print it */
} work_place;
void work_take_assessed(cli_run *run, const work_place *place, const vitals_document *document,
                        vitals_verdict *verdict);
/* An object that an application lists and that is not there; `unknown`, or NULL: why it may be there. Takes
** `document`, which has its identity. Returns its entry, or NO_ENTRY in a stream. */
uint32_t work_take_missing(cli_run *run, const work_place *place, vitals_document *document,
                           const char *unknown);
/* The object is gone. */
void work_take_removed(cli_run *run, const work_place *place, const vitals_live_row *row,
                       const char *api_version);
/* Frees the memory of the functions above. */
void work_done(cli_run *run);
/* Assess those of the entries that have a document in `live`. */
void work_assess_live(cli_run *run, const uint32_t *order, size_t count);
/* Whether --only lets this answer through. */
bool work_is_wanted(const cli_run *run, const cli_answer *answer);

/* --------------------------------------------------------------- entries.c */

/* Entries stay where they are as more come: one array that is moved as it grows would for a while take twice its
** memory, and WebAssembly never gives that back. */
enum { ENTRY_BLOCK = 512 };

static inline cli_entry *entry_at(const cli_run *run, size_t index) {
    return &run->entry_blocks[index / ENTRY_BLOCK][index % ENTRY_BLOCK];
}

void entries_start(cli_run *run);
/* Put an object whose identity is filled, in place of its earlier version. It is selected. Takes the texts of `answer`
** and `document`, which may be NULL. Returns its number. */
uint32_t entries_put(cli_run *run, cli_answer *answer, vitals_document *document,
                     vitals_event event);
/* Replace the answer of an entry by one about the same object. */
void entries_set_answer(cli_run *run, uint32_t index, cli_answer *answer);
/* The object was deleted. NO_ENTRY: it is not there, or was created again since. */
uint32_t entries_remove(cli_run *run, const cli_answer *answer);
/* At the end: how many objects share the UID of another one, beyond those that were warned of. */
void entries_warn_rest(const cli_run *run);
/* The first entry of this UID, given with its size, in a cluster, or with NULL of the files; or NO_ENTRY. */
uint32_t entries_find_uid(const cli_run *run, const char *cluster, const char *uid, size_t size);
/* The entry of the object that this answer is about, or NO_ENTRY. */
uint32_t entries_find(const cli_run *run, const cli_answer *answer);
/* An empty set for objects that are assessed as they are read, and see none of the others. */
void entries_start_set(cli_run *run);
/* Move the objects that are not there yet into the run's set. */
void entries_fill_set(cli_run *run);
void entries_done(cli_run *run);

/* ------------------------------------------------------------------ pods.c */

/* What is kept of an object for the rules of others, a `pod`, or to be assessed again, given the verdict with an empty
** set; NULL: nothing. The caller frees it. In any thread. */
char *pods_keep(const cli_run *run, const vitals_document *document, const vitals_verdict *verdict,
                bool *pod);
/* Assess what Pods have a say in once more, now that all are read. */
void pods_assess(cli_run *run);

/* --------------------------------------------------------------- desired.c */

/* Read --desired, before anything else. */
void desired_read(cli_run *run);
/* The desired state of this object, or NULL. Any number of threads may call this. */
const vitals_document *desired_find(const cli_run *run, const vitals_document *live);
/* Add the desired objects that are not among the live ones. */
void desired_add_missing(cli_run *run);

/* ------------------------------------------------------------- relations.c */

/* Find the owner of each entry. */
void relations_find_owners(cli_run *run);
/* Find out which rows need their group or namespace to be distinguished. */
void relations_mark_ambiguous(cli_run *run);
/* The entry at the top of the chain of owners. */
uint32_t relations_root(const cli_run *run, uint32_t index);

/* --------------------------------------------------------------- because.c */

/* What the object may explain, itself or others; NULL: nothing, or causes are not shown. In any thread. */
vitals_why_note *because_note(const cli_run *run, const vitals_document *document,
                              const vitals_verdict *verdict);
/* The entry has this note, which is taken; NULL: none. */
void because_keep(cli_entry *entry, vitals_why_note *note);
/* Before the others below: once all objects are in, or again after more have come. */
void because_prepare(cli_run *run);
/* "Pod/web-1: container web: CrashLoopBackOff", visible, or NULL; the caller frees it. Of a group it is that
** of its worst member. */
char *because_of_entry(const cli_run *run, uint32_t index);
char *because_of_group(const cli_run *run, uint32_t group);
void because_done(cli_run *run);

/* ---------------------------------------------------------- part_objects.c */

/* Keep an object that may explain others of its cluster, NULL for files; it is taken. */
void part_objects_take(cli_run *run, const char *cluster, vitals_document *document);
/* Forget it, if it is there. */
void part_objects_drop(cli_run *run, const char *cluster, const vitals_document *document);
typedef void (*part_object_fn)(void *user, const char *cluster, const vitals_document *document);
void part_objects_each(const cli_run *run, part_object_fn take, void *user);
/* By its identity; NULL: it is not there. */
const vitals_document *part_objects_find(const cli_run *run, const cli_answer *answer);
void part_objects_done(cli_run *run);

/* ---------------------------------------------------------------- groups.c */

/* Put one entry into its group. `live` and `verdict` are NULL for a missing object. */
void groups_put(cli_run *run, uint32_t index, const vitals_document *live, vitals_verdict *verdict);
/* The object is gone. */
void groups_remove(cli_run *run, uint32_t index);
/* It was read to find out that it is not selected: it has no row, unless that changes. */
void groups_hide(cli_run *run, uint32_t index, bool hidden);
/* It belongs to this application, or with NULL and 0 to none. */
void groups_track(cli_run *run, uint32_t index, const char *tracking, uint64_t application);
/* The group of this name, which is made when it is new; `application` is what tracks its members, or NULL. */
uint32_t groups_named(cli_run *run, const char *name, const char *application);
/* What was not read makes groups that may lack it Unknown in profile combined, unless they are Degraded. Once all
** else about them is known, and all that was not read. */
void groups_note_coverage(cli_run *run);
/* Health, message and error of each group. */
void groups_aggregate(cli_run *run);
/* Owners, names, health, counts: once all entries are in, or again after more have come. */
void groups_finish(cli_run *run);
void groups_done(cli_run *run);

/* ----------------------------------------------------------------- watch.c */

/* The input is quiet: show what a watch has brought since the last call. */
void watch_show(cli_run *run);
/* Show only what changes from now on. */
void watch_skip(cli_run *run);
/* What is left at the end. Returns whether the watch has shown it all: a terminal gets the final table. */
bool watch_end(cli_run *run);
void watch_done(cli_run *run);

/* ------------------------------------------------------------------ show_* */

void show_table(cli_run *run);
void show_groups_table(cli_run *run);
void show_tree(cli_run *run);
void show_report(cli_run *run);
void show_lines(cli_run *run);
void show_junit(cli_run *run);
void show_github(cli_run *run);
void show_sarif(cli_run *run);

/* -o ndjson of groups, and of objects. */
void show_group_lines(cli_run *run);
/* In partial.c: a line for each group, and one for each object that may explain others. */
void show_partials(cli_run *run);

/* The table of show_table, for rows as they come: measure, table_begin, put. */
void show_start_table(const cli_run *run, cli_table *table);
void show_measure_row(const cli_run *run, cli_table *table, uint32_t index);
void show_put_row(const cli_run *run, const cli_table *table, uint32_t index);
/* Append the JSON of an entry, with what the others say about it. */
void show_add_json(const cli_run *run, vt_buffer *out, uint32_t index);

/* Whether the entry has a row of its own. */
bool show_has_row(const cli_entry *entry);
/* Entries, the worst first, then in the order of the input; or as --sort-by says. The caller frees
** them. */
uint32_t *show_order(const cli_run *run, bool (*wanted)(const cli_entry *entry), size_t *count);
/* The same in the order of the input, of clusters by their names. */
uint32_t *show_input_order(const cli_run *run, bool (*wanted)(const cli_entry *entry),
                           size_t *count);
/* Whether --only lets a group through, where groups are shown. */
bool show_has_group(const cli_run *run, const cli_group *group);
/* Indices of all groups, worst first; the caller frees them. */
size_t *show_groups_in_order(const cli_run *run);
/* Its health in the terms of the aggregate: Healthy for Argo CD, Current for kstatus. */
const char *show_group_word(const cli_run *run, const cli_group *group);
/* What was not read, as lines below the answers or as the last line of a stream. */
void show_coverage(const cli_run *run);
/* "9m": the age at the clock of the run; nothing when it is unknown. */
void show_add_since(const cli_run *run, vt_buffer *out, int64_t since);

/* --------------------------------------------------------------- augment.c */

/* `vitals assess --augment`. Returns the exit status. */
int augment_run(cli_run *run);

/* ----------------------------------------------------------------- batch.c */

/* `vitals assess --batch FILE`. Returns the exit status. */
int batch_run(cli_run *run);

#endif
