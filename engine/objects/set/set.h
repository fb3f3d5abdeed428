/*
** The header of the set for the rest of the library: entries, which may hold facts in place of a
** document, and look-ups by label selector in both directions.
*/
#ifndef VITALS_SET_SET_H
#define VITALS_SET_SET_H

#include "base/run/steps.h"
#include "document/document.h"
#include "document/label_selector.h"

/* What an evaluator noted about an object, so that the object itself need not be kept. The set does
** not interpret it. */
typedef struct vt_set_fact {
    unsigned marks;              /* of the evaluator: see kstatus/kstatus.h */
    int64_t valid_until_seconds; /* INT64_MAX: until the object changes */
} vt_set_fact;

/* One object of the set. Valid until it is replaced or removed. */
typedef struct vt_set_entry vt_set_entry;

/* NULL for an entry that holds a fact. */
const vitals_document *vt_set_entry_document(const vt_set_entry *entry);
/* NULL for an entry that holds a document. */
const vt_set_fact *vt_set_entry_fact(const vt_set_entry *entry);
vt_text vt_set_entry_uid(const vt_set_entry *entry);
vt_text vt_set_entry_group(const vt_set_entry *entry);
vt_text vt_set_entry_kind(const vt_set_entry *entry);
vt_text vt_set_entry_namespace(const vt_set_entry *entry);
vt_text vt_set_entry_name(const vt_set_entry *entry);
/* A number of the caller's, such as a row; 0 until it is set. */
uint64_t vt_set_entry_tag(const vt_set_entry *entry);

/* vitals_set_put, with the entry and its tag. `out` may be NULL. */
vitals_status vt_set_put(vitals_set *set, vitals_document *document, uint64_t tag,
                         const vt_set_entry **out);
/* The same for an object of which only identity, owners, labels, selector and `fact` are kept: the
** document remains the caller's. Such an entry is found by the functions below and by no public one,
** except that vitals_set_count counts it. */
vitals_status vt_set_put_fact(vitals_set *set, const vitals_document *document,
                              const vt_set_fact *fact, uint64_t tag, const vt_set_entry **out);
/* Replace the fact of an entry that holds one. */
void vt_set_change_fact(vitals_set *set, const vt_set_entry *entry, const vt_set_fact *fact);
void vt_set_remove_entry(vitals_set *set, const vt_set_entry *entry);

/* The entry with this UID, of several the first one, or NULL; and the one that a put of `document` would replace as the same
** object, or NULL. */
const vt_set_entry *vt_set_find_uid(const vitals_set *set, vt_text uid);
const vt_set_entry *vt_set_find_same(const vitals_set *set, const vitals_document *document);
/* The entries that name `owner_uid` among their owners; cursor as in vitals_set_next. */
const vt_set_entry *vt_set_next_child(const vitals_set *set, vt_text owner_uid, uint64_t *cursor);

/* ------------------------------------------------------------- label selectors */

/* Which objects a kind selects by .spec.selector. */
typedef struct vt_set_selection {
    const char *group, *kind; /* of the objects with the selector */
    vt_text selected_group, selected_kind;
} vt_set_selection;

/* KSTATUS: the kinds whose children its readers look up; NULL for all others. */
const vt_set_selection *vt_set_selection_of(const vitals_document *document);

/* A look-up on its way. Valid while the set does not change. */
typedef struct vt_set_lookup {
    const vitals_set *set;
    const vt_label_selector *selector; /* of the objects that are looked for, or NULL */
    const vt_set_entry *object;        /* whose selectors are looked for, or NULL */
    const void *list;                  /* the candidates */
    size_t at;                         /* among them */
    size_t next_list;                  /* of the object's */
    vt_steps *cost;
} vt_set_lookup;

/* The entries of a kind and namespace that a selector matches. Each candidate, and each label or
** requirement that is compared, is a step of `cost`. Candidates are the objects with the
** rarest label that the selector asks for by value; without one, all of that kind and namespace.
** In the order of their last put. NULL at the end, and when `cost->stopped` is set. */
void vt_set_select(vt_set_lookup *lookup, const vitals_set *set, vt_text namespace_, vt_text group,
                   vt_text kind, const vt_label_selector *selector, vt_steps *cost);
/* The reverse: the entries whose selector matches `object`, in any order. Ask before and after an
** object changes: both answers concern it. */
void vt_set_select_reverse(vt_set_lookup *lookup, const vitals_set *set, const vt_set_entry *object,
                           vt_steps *cost);
const vt_set_entry *vt_set_lookup_next(vt_set_lookup *lookup);

#endif
