/*
** Inside of <vitals/why.h>. index.c finds events and members; links.c finds what an object refers to, follow.c
** everything that it leads to, reach.c assesses it, search.c picks the cause. message.c and pod.c write what an object
** says about its own state, events.c and changes.c what happened, causes.c which findings share a cause, lasting.c which do not pass by themselves, next.c the next
** command. Where only notes of objects are kept, note.c makes them, notes.c finds them and follow_notes.c follows them. fields.c reads fields,
** json.c writes a finding, and why.c is the public interface. The lines below a cause are in details.h.
*/
#ifndef VITALS_WHY_WHY_H
#define VITALS_WHY_WHY_H

#include <vitals/why.h>

#include "base/memory/hash_table.h"
#include "base/memory/map.h"
#include "document/document.h"
#include "document/label_selector.h"

enum {
    VT_WHY_MOST_EVENTS = 3,
    VT_WHY_MOST_CHANGES = 5,
    VT_WHY_MOST_DETAILS = 8,
    VT_WHY_MOST_LINE_BYTES = 1024 /* of one object's message */
};

/* Documents in the order of the set. */
typedef struct vt_why_item {
    const vitals_document *document;
    struct vt_why_item *next;
} vt_why_item;
typedef struct vt_why_list {
    vt_why_item *first, *last;
} vt_why_list;

/* An object with its verdict, assessed once; or what its note says. */
typedef struct vt_why_object {
    const vitals_document *document;
    const vitals_why_note *note; /* NULL: `document` is there */
    vt_text kind, namespace_, name;
    vitals_health health;
    vitals_kstatus kstatus;
    vitals_source source;
    vt_text message, since, rule, rule_at, row, line_at;
    uint64_t question; /* the last one that reached it */
    size_t finding;    /* about it; SIZE_MAX: none */
    bool asked;
    bool explanation_checked, has_explanation; /* says more than its status */
} vt_why_object;

/* How one object leads to another. */
typedef enum vt_why_link {
    VT_WHY_START,
    VT_WHY_OWNED,
    VT_WHY_MEMBER,   /* of an application */
    VT_WHY_REFERENCE /* by name */
} vt_why_link;

/* What an object refers to by name: in its own namespace, or without one. */
typedef struct vt_why_reference {
    vt_text group, kind, namespace_, name;
    vt_why_link link; /* MEMBER or REFERENCE */
    bool beside;
} vt_why_reference;
typedef void (*vt_why_lead_fn)(void *user, const vt_why_reference *to);

/* An object that was reached, and from which one. */
typedef struct vt_why_step {
    vt_why_object *object;
    size_t from;
    unsigned depth;
    vt_why_link link;
    bool beside;         /* the object before it is named too */
    int member_severity; /* of the member on the way; 0: there is none */
} vt_why_step;

typedef struct vt_why_finding {
    vitals_why_finding public;
    vitals_why_event events[VT_WHY_MOST_EVENTS];
    vitals_why_change changes[VT_WHY_MOST_CHANGES];
    vt_text *details; /* public.detail_count */
} vt_why_finding;

/* The hash of a key, and the note that has it. */
typedef struct vt_why_place {
    uint64_t hash;
    size_t note;
} vt_why_place;

/* Notes in place of a set, found by the hashes of their keys. */
typedef struct vt_why_notes {
    const vitals_why_note *const *items;
    size_t count;
    vt_why_place *places; /* sorted */
    size_t place_count;
    uint64_t *reached; /* by note: the last question that reached it */
} vt_why_notes;

struct vitals_why {
    vitals_allocator allocator;
    vt_arena arena; /* what findings point to */
    vitals_worker *worker;
    vitals_call call;
    vitals_verdict *verdict;
    const vitals_set *set; /* or NULL */
    vt_why_notes notes;
    int64_t changes_seconds;
    uint64_t most_objects, set_steps; /* limits */
    vt_map events;                    /* lists: by the UID, or by the names, of an object */
    vt_map members;                   /* lists: by the application */
    vt_map applications; /* Applications of Argo CD, by the names that tracking ids have */
    vt_map causes;       /* the number of the first finding, by the cause */
    bool with_blocks;
    bool has_facts;       /* those that follow are collected: facts.c */
    vt_map nodes_by_name; /* vt_why_node */
    struct vt_why_node *nodes;
    size_t node_count, nodes_looked; /* compared with Pods, by all questions */
    vt_map deleted, services;        /* lists, by namespace */
    vt_map blocking;                 /* lists: budgets by the node that has their Pods */
    vt_map claims;                   /* lists: Pods by NAMESPACE/NAME of the claim */
    vt_map kinds;                    /* lists: of a few kinds without a namespace */
    vt_hash_table objects;           /* vt_why_object by its document */
    uint64_t question;
    vt_why_step *steps; /* of the last search, in the order of their depth */
    size_t step_count, step_capacity;
    uint64_t looked; /* objects, in the last search */
    bool limited;
    vt_why_finding *findings;
    size_t finding_count, finding_capacity;
    bool no_memory;
};

/* -------------------------------------------------------------------- fields */

static inline const vt_value *vt_why_field(const vitals_document *document, const vt_value *object,
                                           const char *name) {
    return vt_document_field(document, object, vt_text_from(name));
}
static inline vt_text vt_why_text(const vitals_document *document, const vt_value *object,
                                  const char *name) {
    return vt_value_text(vt_why_field(document, object, name));
}
static inline bool vt_why_is(const vitals_document *document, const char *group, const char *kind) {
    return vt_text_is(vitals_document_kind(document), kind) &&
           vt_text_is(vitals_document_group(document), group);
}
/* Append the first line of `text`, cut, behind `before`; nothing when the text is empty. */
void vt_why_add_line(vt_buffer *out, const char *before, vt_text text);
/* The condition of a type, or NULL. */
const vt_value *vt_why_condition(const vitals_document *document, const char *type);
/* The reason of condition Ready. */
vt_text vt_why_ready_reason(const vitals_document *document);

/* --------------------------------------------------------------------- index */

/* The lists of a map. */
void vt_why_add_to(vitals_why *why, vt_map *map, vt_text key, const vitals_document *document);
const vt_why_item *vt_why_first_of(const vt_map *map, vt_text key);
/* Prepare both maps. false: no memory. */
bool vt_why_index(vitals_why *why, bool with_events);
bool vt_why_is_event(const vitals_document *document);
/* Whether an event is a warning, or one of the autoscaler's. */
bool vt_why_is_read(const vitals_document *event);
/* The events of an object; NULL: there are none. */
const vt_why_item *vt_why_events_of(const vitals_why *why, const vitals_document *document);
/* The members of an Application, Kustomization or HelmRelease by labels and annotations. */
const vt_why_item *vt_why_members_of(vitals_why *why, const vitals_document *document);
/* The labels by which a Service selects its Pods, or NULL. */
const vt_value *vt_why_selector_of(const vitals_document *document);
/* A map of labels as a selector. false: no memory, which is remembered. */
bool vt_why_read_labels(vitals_why *why, const vt_value *labels, vt_label_selector *out);
/* What an object says it belongs to, by the names in its labels and annotations. */
typedef void (*vt_why_belongs_fn)(void *user, vt_text kind, vt_text namespace_, vt_text name);
void vt_why_belongs(const vitals_document *document, vt_why_belongs_fn take, void *user);
/* The Application, Kustomization or HelmRelease that an object says it belongs to, or NULL. */
const vitals_document *vt_why_application_of(const vitals_why *why,
                                             const vitals_document *document);

/* -------------------------------------------------------------------- search */

/* The object with its verdict. NULL: no memory. */
vt_why_object *vt_why_object_of(vitals_why *why, const vitals_document *document);
/* Whether it needs an explanation. */
bool vt_why_is_unhealthy(const vt_why_object *object);
/* Reach everything that `start` leads to and that is not healthy: why->steps. Returns the step of the
** cause, 0 for the object itself. */
size_t vt_why_search(vitals_why *why, vt_why_object *start);
void vt_why_add_step(vitals_why *why, vt_why_step step);
/* A step to an object that is not healthy. */
void vt_why_add_reached(vitals_why *why, size_t from, vt_why_object *object, vt_why_link link,
                        bool beside);
/* Called by follow.c for what an object leads to. */
void vt_why_reach(vitals_why *why, size_t from, const vitals_document *to, vt_why_link link,
                  bool beside);
/* Reach what the object of a step leads to. */
void vt_why_follow(vitals_why *why, size_t step);
void vt_why_follow_note(vitals_why *why, size_t step);
/* Report what an object refers to by name, and lists as its members. */
void vt_why_lead(const vitals_document *from, const vitals_allocator *allocator,
                 vt_why_lead_fn lead, void *user);
bool vt_why_has_members(const vitals_document *document);
/* Whether the members of an application may be why it is not healthy. */
bool vt_why_members_matter(const vitals_document *application);
/* Whether what an object starts may fail although it is healthy itself: a CronJob. */
bool vt_why_starts_others(const vitals_document *document);
/* INT64_MIN: it does not say. */
int64_t vt_why_created(const vitals_document *document);

/* --------------------------------------------------------------------- notes */

/* How the key of an object and what leads to it differ from others of the same names. */
typedef enum vt_why_role {
    VT_WHY_IS = 1,     /* group, kind, namespace, name */
    VT_WHY_OF_UID,     /* the UID of its owner; of an event, that of its object */
    VT_WHY_BELONGS_TO, /* kind, namespace, name */
    VT_WHY_ABOUT,      /* of an event without a UID: kind, namespace and name of its object */
    VT_WHY_LABELLED    /* of a Pod: namespace, key, value */
} vt_why_role;

/* What an object leads to: all with the first key or, where there are none, with the second. */
typedef struct vt_why_lead_note {
    uint64_t first, second; /* 0: none */
    uint8_t link;           /* vt_why_link */
    bool beside;
} vt_why_lead_note;

typedef enum vt_why_note_part {
    VT_WHY_KIND,
    VT_WHY_NAMESPACE,
    VT_WHY_NAME,
    VT_WHY_MESSAGE,     /* of the verdict; of an event its own */
    VT_WHY_OWN_MESSAGE, /* of vt_why_add_message */
    VT_WHY_NOTE_PARTS
} vt_why_note_part;

/* A block of memory: behind the struct are leads, keys, those of the Pods that a Service selects, and texts. */
struct vitals_why_note {
    uint32_t bytes;
    uint8_t health; /* vitals_health */
    bool is_event, starts_others;
    bool own_is_message; /* the own message is the beginning of the message, and not there again */
    uint64_t by_uid, by_names; /* the keys of its events, and by_uid of what it owns; 0: none */
    int64_t at_seconds; /* when it was created; of an event, when it came last; or INT64_MIN */
    uint32_t lead_count, key_count, label_count /* the last of the keys */, selected_count;
    uint32_t sizes[VT_WHY_NOTE_PARTS];
};

static inline const vt_why_lead_note *vt_why_note_leads(const vitals_why_note *note) {
    return (const vt_why_lead_note *)(const void *)(note + 1);
}
static inline const uint64_t *vt_why_note_keys(const vitals_why_note *note) {
    return (const uint64_t *)(const void *)(vt_why_note_leads(note) + note->lead_count);
}
static inline const uint64_t *vt_why_note_selected(const vitals_why_note *note) {
    return vt_why_note_keys(note) + note->key_count;
}
vt_text vt_why_note_text(const vitals_why_note *note, vt_why_note_part part);

/* Sort the keys of all notes. false: no memory. */
bool vt_why_index_notes(vitals_why *why);
/* The places with a hash begin at the result; `*end` is behind them. */
size_t vt_why_find_places(const vt_why_notes *notes, uint64_t hash, size_t *end);
/* What the note at `index` says, for the question at hand. NULL: no memory. */
vt_why_object *vt_why_object_of_note(vitals_why *why, size_t index);
/* vt_why_event_message. */
vt_text vt_why_note_event_message(const vitals_why *why, const vitals_why_note *note);

/* ------------------------------------------------------------------- message */

/* Append what keeps a Pod from running; nothing for other objects. */
void vt_why_add_pod(vt_buffer *out, const vitals_document *pod);
/* Append one line about the object's state: from the fields of its kind, else the message of its verdict,
** else the message of a condition. */
void vt_why_add_message(vt_buffer *out, const vitals_document *document, vt_text message);
/* The same and the message of its last event; what `known` has is not repeated. */
void vt_why_add_explanation(const vitals_why *why, vt_buffer *out, const vt_why_object *object,
                            vt_text known);
/* Whether `text` has the message `other`, which may be worded with another prefix. */
bool vt_why_covers(vt_text text, vt_text other);

/* -------------------------------------------------------------------- events */

bool vt_why_read_event(const vitals_document *document, vitals_why_event *out);
/* The message of the object's last Warning event that does not repeat its status; absent: there is none. */
vt_text vt_why_event_message(const vitals_why *why, const vt_why_object *object);
/* The object that an event is about. */
const vt_value *vt_why_subject_of(const vitals_document *event);
/* Whether messages of events with this reason repeat the status. */
bool vt_why_repeats_status(vt_text reason);
/* Whether an event of type Normal with this reason is read: what the cluster autoscaler says about a Pod that no node
** takes. */
bool vt_why_is_of_autoscaler(vt_text reason);
/* Without what controllers write before the message itself. */
vt_text vt_why_without_prefix(vt_text message);
/* Whether an event is about something that its object has left behind, as the scheduling of a Pod that runs. */
bool vt_why_is_stale(const vitals_document *object, const vitals_why_event *event);
/* The last events of the way from `step` to the start. */
void vt_why_find_events(const vitals_why *why, size_t step, vt_why_finding *finding);
/* The last changes before they became unhealthy, of the same objects and of what their Pods read. */
void vt_why_find_changes(vitals_why *why, size_t step, vt_why_finding *finding);

/* ------------------------------------------------------------ causes and next */

/* What findings with this cause share. Absent: no memory. */
vt_text vt_why_cause_key(vitals_why *why, const vitals_document *cause, vt_text because);
/* Whether the cause at a step of the last search stays until somebody changes something. */
bool vt_why_lasts(const vitals_why *why, size_t step, vt_text because);
/* The lines below the cause at a step. */
void vt_why_find_details(vitals_why *why, size_t step, vt_text because, vt_why_finding *finding);
/* Whether it is a PodDisruptionBudget that lets no Pod go now, and append that it does. */
bool vt_why_blocks_evictions(const vitals_document *document);
/* Whether it is such a budget, or a node that waits for one to be drained. */
bool vt_why_holds_up(vitals_why *why, const vitals_document *document);
void vt_why_add_budget(vt_buffer *out, const vitals_document *budget);
/* The APIService that an autoscaler could not ask, by what it says, or NULL. */
const char *vt_why_metrics_api(vt_text because);
/* The status of the container that the text names as "container NAME:", or NULL. */
const vt_value *vt_why_container_status(const vitals_document *pod, vt_text because);
/* The command that shows more about a cause; absent: none. */
vt_text vt_why_next(vitals_why *why, const vitals_document *cause, vt_text because);

/* When the health of an object changed; INT64_MIN: not known. */
int64_t vt_why_since(const vt_why_object *object);
/* RFC 3339 as Unix time; INT64_MIN: it is not. */
int64_t vt_why_seconds(vt_text time);

#endif
