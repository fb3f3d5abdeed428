/*
** Inside of <vitals/why.h>. index.c finds events and members; links.c finds what an object leads to, reach.c
** assesses it, search.c picks the cause. message.c and pod.c write what an object says about its own state,
** events.c and changes.c what happened, causes.c which findings share a cause, next.c the next command.
** fields.c reads fields, json.c writes a finding, and why.c is the public interface.
*/
#ifndef VITALS_WHY_WHY_H
#define VITALS_WHY_WHY_H

#include <vitals/why.h>

#include "base/hash_table.h"
#include "base/map.h"
#include "document/document.h"

enum {
    VT_WHY_MOST_EVENTS = 3,
    VT_WHY_MOST_CHANGES = 5,
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

/* An object with its verdict, assessed once. */
typedef struct vt_why_object {
    const vitals_document *document;
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
} vt_why_finding;

struct vitals_why {
    vitals_allocator allocator;
    vt_arena arena; /* what findings point to */
    vitals_worker *worker;
    vitals_call call;
    vitals_verdict *verdict;
    const vitals_set *set; /* or NULL */
    int64_t changes_seconds;
    uint64_t most_objects, set_steps; /* limits */
    vt_map events;                    /* lists: by the UID, or by the names, of an object */
    vt_map members;                   /* lists: by the application */
    vt_map applications;   /* Applications of Argo CD, by the names that tracking ids have */
    vt_map causes;         /* the number of the first finding, by the cause */
    vt_hash_table objects; /* vt_why_object by its document */
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

/* Prepare both maps. false: no memory. */
bool vt_why_index(vitals_why *why, bool with_events);
bool vt_why_is_event(const vitals_document *document);
/* The events of an object; NULL: there are none. */
const vt_why_item *vt_why_events_of(const vitals_why *why, const vitals_document *document);
/* The members of an Application, Kustomization or HelmRelease by labels and annotations. */
const vt_why_item *vt_why_members_of(vitals_why *why, const vitals_document *document);
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
/* Called by links.c for what an object leads to. */
void vt_why_reach(vitals_why *why, size_t from, const vitals_document *to, vt_why_link link,
                  bool beside);
/* links.c: reach what the object of a step leads to. */
void vt_why_follow(vitals_why *why, size_t step);
/* Whether what an object starts may fail although it is healthy itself: a CronJob. */
bool vt_why_starts_others(const vitals_document *document);

/* ------------------------------------------------------------------- message */

/* Append what keeps a Pod from running; nothing for other objects. */
void vt_why_add_pod(vt_buffer *out, const vitals_document *pod);
/* Append one line about the object's state: from the fields of its kind, else the message of its verdict,
** else the message of a condition. */
void vt_why_add_message(vt_buffer *out, const vt_why_object *object);
/* The same and the message of its last event; what `known` has is not repeated. */
void vt_why_add_explanation(const vitals_why *why, vt_buffer *out, const vt_why_object *object,
                            vt_text known);
/* Whether `text` has the message `other`, which may be worded with another prefix. */
bool vt_why_covers(vt_text text, vt_text other);

/* -------------------------------------------------------------------- events */

bool vt_why_read_event(const vitals_document *document, vitals_why_event *out);
/* The message of the object's last Warning event that does not repeat its status; absent: there is none. */
vt_text vt_why_event_message(const vitals_why *why, const vitals_document *document);
/* The last events of the way from `step` to the start. */
void vt_why_find_events(const vitals_why *why, size_t step, vt_why_finding *finding);
/* The last changes before they became unhealthy, of the same objects and of what their Pods read. */
void vt_why_find_changes(vitals_why *why, size_t step, vt_why_finding *finding);

/* ------------------------------------------------------------ causes and next */

/* What findings with this cause share. Absent: no memory. */
vt_text vt_why_cause_key(vitals_why *why, const vitals_document *cause, vt_text because);
/* The command that shows more about a cause; absent: none. */
vt_text vt_why_next(vitals_why *why, const vitals_document *cause, vt_text because);

/* When the health of an object changed; INT64_MIN: not known. */
int64_t vt_why_since(const vt_why_object *object);
/* RFC 3339 as Unix time; INT64_MIN: it is not. */
int64_t vt_why_seconds(vt_text time);

#endif
