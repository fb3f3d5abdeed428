/* Follows notes: all keys in one sorted array of hashes. */
#include "base/sort.h"
#include "why/why.h"

/* --------------------------------------------------------------------- places */

/* By hash, then in the order of the notes. */
static int compare(const void *one, const void *other) {
    const vt_why_place *a = one, *b = other;
    if (a->hash != b->hash) return a->hash < b->hash ? -1 : 1;
    return (a->note > b->note) - (a->note < b->note);
}

/* Labels are looked for by Services alone. */
static bool any_selects(const vt_why_notes *notes) {
    for (size_t i = 0; i < notes->count; i++) {
        if (notes->items[i]->selected_count) return true;
    }
    return false;
}

static uint32_t keys_of(const vitals_why_note *note, bool with_labels) {
    return note->key_count - (with_labels ? 0 : note->label_count);
}

bool vt_why_index_notes(vitals_why *why) {
    vt_why_notes *notes = &why->notes;
    const bool with_labels = any_selects(notes);
    size_t count = 0, at = 0;
    for (size_t i = 0; i < notes->count; i++) count += keys_of(notes->items[i], with_labels);
    notes->reached = vt_allocate_array(&why->allocator, notes->count, sizeof *notes->reached);
    if (count) notes->places = vt_allocate_array(&why->allocator, count, sizeof *notes->places);
    if (notes->places) notes->place_count = count;
    if (!notes->reached || notes->place_count < count) return false;
    for (size_t i = 0; i < notes->count; i++) {
        const vitals_why_note *note = notes->items[i];
        const uint32_t own = keys_of(note, with_labels);
        notes->reached[i] = 0;
        for (uint32_t k = 0; k < own; k++) {
            notes->places[at++] = (vt_why_place){ vt_why_note_keys(note)[k], i };
        }
    }
    return vt_sort(notes->places, count, sizeof *notes->places, compare, (vt_interrupt){ 0 });
}

/* The places with a hash begin at the result; `*end` is behind them. */
static size_t find(const vt_why_notes *notes, uint64_t hash, size_t *end) {
    size_t low = 0, high = notes->place_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (notes->places[middle].hash < hash) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (*end = low; *end < notes->place_count && notes->places[*end].hash == hash;) ++*end;
    return hash ? low : *end;
}

/* -------------------------------------------------------------------- objects */

vt_why_object *vt_why_object_of_note(vitals_why *why, size_t index) {
    const vitals_why_note *note = why->notes.items[index];
    vt_why_object *object = vt_arena_allocate_zeroed(&why->arena, sizeof *object);
    if (!object) {
        why->no_memory = true;
        return NULL;
    }
    object->note = note;
    object->kind = vt_why_note_text(note, VT_WHY_KIND);
    object->namespace_ = vt_why_note_text(note, VT_WHY_NAMESPACE);
    object->name = vt_why_note_text(note, VT_WHY_NAME);
    object->health = (vitals_health)note->health;
    object->message = vt_why_note_text(note, VT_WHY_MESSAGE);
    object->finding = SIZE_MAX;
    return object;
}

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

static void follow_last(vitals_why *why, size_t from, const vt_why_lead_note *lead, size_t at,
                        size_t end) {
    const vt_why_place *places = why->notes.places;
    size_t last = at;
    for (size_t i = at; i < end; i++) {
        if (why->notes.items[places[i].note]->at_seconds >
            why->notes.items[places[last].note]->at_seconds) {
            last = i;
        }
    }
    if (at < end) reach(why, from, places[last].note, lead);
}

static void follow(vitals_why *why, size_t from, const vt_why_lead_note *lead) {
    size_t end, at = find(&why->notes, lead->first, &end);
    if (at == end) at = find(&why->notes, lead->second, &end);
    if (lead->last_only) {
        follow_last(why, from, lead, at, end);
        return;
    }
    for (; at < end && !why->limited; at++) reach(why, from, why->notes.places[at].note, lead);
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
        const size_t start = find(&why->notes, vt_why_note_selected(service)[i], &stop);
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
    for (uint32_t i = 0; i < note->lead_count; i++) follow(why, step, &vt_why_note_leads(note)[i]);
    follow_selector(why, step, note);
}

/* --------------------------------------------------------------------- events */

vt_text vt_why_note_event_message(const vitals_why *why, const vitals_why_note *note) {
    const vitals_why_note *best = NULL;
    size_t end, at = find(&why->notes, note->by_uid, &end);
    if (at == end) at = find(&why->notes, note->by_names, &end);
    for (; at < end; at++) {
        const vitals_why_note *event = why->notes.items[why->notes.places[at].note];
        if (event->is_event && (!best || event->at_seconds >= best->at_seconds)) best = event;
    }
    return best ? vt_why_note_text(best, VT_WHY_MESSAGE) : VT_TEXT_ABSENT;
}
