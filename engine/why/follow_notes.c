/* Follows a note to what its object leads to. */
#include "why/why.h"

static void reach(vitals_why *why, size_t from, size_t index, const vt_why_lead_note *lead) {
    const vitals_why_note *note = why->notes.items[index];
    if (why->no_memory || why->limited || note->is_event) return;
    if (why->looked++ >= why->most_objects) {
        why->limited = true;
        return;
    }
    const bool reached =
        why->notes.reached[index] == why->question || note == why->steps[0].object->note;
    vt_why_object *object = reached ? NULL : vt_why_object_of_note(why, index);
    if (!object || !vt_why_is_unhealthy(object)) return;
    why->notes.reached[index] = why->question;
    vt_why_add_reached(why, from, object, (vt_why_link)lead->link, lead->beside);
}

/* ---------------------------------------------------------------------- leads */

static void follow(vitals_why *why, size_t from, const vt_why_lead_note *lead) {
    size_t end, at = vt_why_find_places(&why->notes, lead->first, &end);
    if (at == end) at = vt_why_find_places(&why->notes, lead->second, &end);
    for (; at < end && !why->limited; at++) reach(why, from, why->notes.places[at].note, lead);
}

/* Of what a CronJob has started, the last. */
static void follow_last(vitals_why *why, size_t from, const vt_why_lead_note *lead) {
    const vt_why_notes *notes = &why->notes;
    const vitals_why_note *last = NULL;
    size_t end, number = 0;
    for (size_t at = vt_why_find_places(notes, lead->first, &end); at < end; at++) {
        const vitals_why_note *note = notes->items[notes->places[at].note];
        if (note->is_event || (last && note->at_seconds <= last->at_seconds)) continue;
        last = note;
        number = notes->places[at].note;
    }
    if (last) reach(why, from, number, lead);
}

static void follow_owned(vitals_why *why, size_t from, const vitals_why_note *note) {
    const vt_why_lead_note lead = { .first = note->by_uid, .link = VT_WHY_OWNED };
    (note->starts_others ? follow_last : follow)(why, from, &lead);
}

static bool has_key(const vitals_why_note *note, uint64_t key) {
    for (uint32_t i = 0; i < note->key_count; i++) {
        if (vt_why_note_keys(note)[i] == key) return true;
    }
    return false;
}

static bool has_all(const vitals_why_note *note, const vitals_why_note *service) {
    for (uint32_t i = 0; i < service->selected_count; i++) {
        if (!has_key(note, vt_why_note_selected(service)[i])) return false;
    }
    return true;
}

/* The Pods that have the rarest label, and the others too. */
static void follow_selector(vitals_why *why, size_t from, const vitals_why_note *service) {
    static const vt_why_lead_note lead = { .link = VT_WHY_OWNED };
    size_t at = 0, end = SIZE_MAX;
    for (uint32_t i = 0; i < service->selected_count; i++) {
        size_t stop;
        const size_t start =
            vt_why_find_places(&why->notes, vt_why_note_selected(service)[i], &stop);
        if (i == 0 || stop - start < end - at) {
            at = start;
            end = stop;
        }
    }
    for (; service->selected_count && at < end && !why->limited; at++) {
        const size_t pod = why->notes.places[at].note;
        if (has_all(why->notes.items[pod], service)) {
            reach(why, from, pod, &lead);
        } else if (why->looked++ >= why->most_objects) {
            why->limited = true;
        }
    }
}

void vt_why_follow_note(vitals_why *why, size_t step) {
    const vitals_why_note *note = why->steps[step].object->note;
    follow_owned(why, step, note);
    for (uint32_t i = 0; i < note->lead_count; i++) follow(why, step, &vt_why_note_leads(note)[i]);
    follow_selector(why, step, note);
}
