/* Follows an object of a set to what it owns, to its members, and to what it refers to. */
#include "base/run/limits.h"
#include "objects/set/set.h"
#include "why/why.h"

typedef struct follower {
    vitals_why *why;
    size_t step;
    const vitals_document *from;
} follower;

/* ----------------------------------------------------------------------- owned */

static void follow_owned(const follower *f) {
    const vt_text uid = vitals_document_uid(f->from);
    const bool last_only = vt_why_starts_others(f->from);
    const vitals_document *child, *last = NULL;
    uint64_t cursor = 0;
    if (uid.size == 0) return;
    while ((child = vitals_set_next_child(f->why->set, uid, &cursor))) {
        if (!last_only) vt_why_reach(f->why, f->step, child, VT_WHY_OWNED, false);
        if (!last || vt_why_created(child) > vt_why_created(last)) last = child;
    }
    if (last_only) vt_why_reach(f->why, f->step, last, VT_WHY_OWNED, false);
}

/* ------------------------------------------------------------------ by their names */

static void find(void *user, const vt_why_reference *to) {
    const follower *f = user;
    const vitals_set *set = f->why->set;
    const vitals_document *found =
        vitals_set_find(set, to->group, to->kind, to->namespace_, to->name);
    if (!found) found = vitals_set_find(set, to->group, to->kind, VT_TEXT(""), to->name);
    vt_why_reach(f->why, f->step, found, to->link, to->beside);
}

/* ----------------------------------------------------------------- by their labels */

static void follow_members(const follower *f) {
    if (!vt_why_members_matter(f->from)) return;
    const vt_why_item *item = vt_why_members_of(f->why, f->from);
    for (; item; item = item->next) {
        vt_why_reach(f->why, f->step, item->document, VT_WHY_MEMBER, false);
    }
}

static void follow_selector(const follower *f) {
    const vt_value *labels = vt_why_selector_of(f->from);
    vt_label_selector selector;
    vt_set_lookup lookup;
    vt_steps cost = vt_steps_of(VT_LIMIT_NAME(set_steps), f->why->set_steps, (vt_interrupt){ 0 });
    if (!labels || !vt_why_read_labels(f->why, labels, &selector)) return;
    vt_set_select(&lookup, f->why->set, vitals_document_namespace(f->from), VT_TEXT(""),
                  VT_TEXT("Pod"), &selector, &cost);
    for (const vt_set_entry *entry; (entry = vt_set_lookup_next(&lookup));) {
        vt_why_reach(f->why, f->step, vt_set_entry_document(entry), VT_WHY_OWNED, false);
    }
}

void vt_why_follow(vitals_why *why, size_t step) {
    follower f = { why, step, why->steps[step].object->document };
    if (why->steps[step].object->note) {
        vt_why_follow_note(why, step);
    } else if (why->set) {
        follow_owned(&f);
        follow_members(&f);
        follow_selector(&f);
        vt_why_lead(f.from, &why->allocator, find, &f);
    }
}
