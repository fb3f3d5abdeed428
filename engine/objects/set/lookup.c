/* Look-ups by label selector, in both directions over the same lists. */
#include "objects/set/entry.h"

/* -------------------------------------------------------------------- matching */

/* The value of a label, or absent. */
static vt_text label_of(const vt_set_entry *entry, vt_text key) {
    for (size_t i = 0; i < entry->label_count; i++) {
        const vt_list_key *label = &entry->lists[entry->owner_count + i]->key;
        if (vt_text_equal(label->parts[0], key)) return label->parts[1];
    }
    return VT_TEXT_ABSENT;
}

/* Each requirement is charged before it is compared. */
static bool matches(const vt_set_entry *entry, const vt_label_selector *selector, vt_steps *cost) {
    for (size_t i = 0; i < selector->count; i++) {
        const vt_label_requirement *requirement = &selector->requirements[i];
        if (!vt_steps_charge(cost, 1 + entry->label_count + requirement->value_count)) return false;
        if (!vt_label_requirement_holds(requirement, label_of(entry, requirement->key))) {
            return false;
        }
    }
    return true;
}

/* -------------------------------------------------------- objects of a selector */

/* The shortest list that holds all objects that the selector can match; NULL: there are none. */
static const vt_set_list *find_candidates(const vitals_set *set, vt_set_list *kind,
                                          const vt_label_selector *selector, vt_steps *cost) {
    const vt_set_list *best = kind;
    for (size_t i = 0; i < selector->count; i++) {
        const vt_label_requirement *requirement = &selector->requirements[i];
        if (!vt_steps_charge(cost, 1)) return NULL;
        if (!vt_label_requirement_is_pair(requirement)) continue;
        const vt_list_key key = { VT_LIST_LABEL,
                                  kind,
                                  { requirement->key, requirement->values[0] } };
        const vt_set_list *list = vt_set_find_list(set, &key);
        if (!list) return NULL;
        if (list->members.live_count < best->members.live_count) best = list;
    }
    return best;
}

void vt_set_select(vt_set_lookup *lookup, const vitals_set *set, vt_text namespace_, vt_text group,
                   vt_text kind, const vt_label_selector *selector, vt_steps *cost) {
    const vt_list_key key = { VT_LIST_KIND, NULL, { namespace_, group, kind } };
    vt_set_list *all = vt_set_find_list(set, &key);
    *lookup = (vt_set_lookup){ .set = set, .selector = selector, .cost = cost };
    const vt_set_list *candidates = all ? find_candidates(set, all, selector, cost) : NULL;
    if (candidates) lookup->list = &candidates->members;
}

/* ------------------------------------------------------- selectors of an object */

void vt_set_select_reverse(vt_set_lookup *lookup, const vitals_set *set, const vt_set_entry *object,
                           vt_steps *cost) {
    *lookup = (vt_set_lookup){ .set = set, .object = object, .cost = cost };
    lookup->list = &object->kind->selectors;
}

/* The selectors that ask for the next label of the object. NULL: that was the last label. */
static const vt_sequence *next_list(vt_set_lookup *lookup) {
    const vt_set_entry *object = lookup->object;
    lookup->at = 0;
    if (!object || lookup->next_list == object->label_count) return NULL;
    return &object->lists[object->owner_count + lookup->next_list++]->selectors;
}

static bool is_match(const vt_set_lookup *lookup, const vt_set_entry *candidate) {
    return lookup->object ? matches(lookup->object, candidate->selector, lookup->cost)
                          : matches(candidate, lookup->selector, lookup->cost);
}

const vt_set_entry *vt_set_lookup_next(vt_set_lookup *lookup) {
    for (; lookup->list; lookup->list = next_list(lookup)) {
        const vt_sequence *list = lookup->list;
        while (lookup->at < list->count) {
            if (!vt_steps_charge(lookup->cost, 1)) return NULL;
            const vt_set_entry *candidate = list->items[lookup->at++].item;
            if (candidate && is_match(lookup, candidate)) return candidate;
            if (lookup->cost->stopped) return NULL;
        }
        if (!vt_steps_charge(lookup->cost, 1)) return NULL;
    }
    return NULL;
}
