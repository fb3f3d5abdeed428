/* Notes and their keys: all of them in one sorted array of hashes. */
#include "base/memory/sort.h"
#include "why/why.h"

/* ---------------------------------------------------------------------- texts */

vt_text vt_why_note_text(const vitals_why_note *note, vt_why_note_part part) {
    const char *at = (const char *)(vt_why_note_selected(note) + note->selected_count);
    if (part == VT_WHY_OWN_MESSAGE && note->own_is_message) {
        return vt_text_slice(vt_why_note_text(note, VT_WHY_MESSAGE).bytes, note->sizes[part]);
    }
    for (size_t i = 0; i < (size_t)part; i++) at += note->sizes[i];
    return vt_text_slice(at, note->sizes[part]);
}

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

size_t vt_why_find_places(const vt_why_notes *notes, uint64_t hash, size_t *end) {
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

/* --------------------------------------------------------------------- events */

/* The last event with a key; NULL: there is none. */
static const vitals_why_note *last_event(const vt_why_notes *notes, uint64_t key) {
    const vitals_why_note *last = NULL;
    size_t end;
    for (size_t at = vt_why_find_places(notes, key, &end); at < end; at++) {
        const vitals_why_note *event = notes->items[notes->places[at].note];
        if (event->is_event && (!last || event->at_seconds >= last->at_seconds)) last = event;
    }
    return last;
}

vt_text vt_why_note_event_message(const vitals_why *why, const vitals_why_note *note) {
    const vitals_why_note *event = last_event(&why->notes, note->by_uid);
    if (!event) event = last_event(&why->notes, note->by_names);
    return event ? vt_why_note_text(event, VT_WHY_MESSAGE) : VT_TEXT_ABSENT;
}
