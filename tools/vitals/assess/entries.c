/* Relations between objects: watch events, the set, desired state, and owners. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "output/memory.h"

size_t entries_add(cli_run *run, const cli_entry *entry) {
    run->entries = memory_grow(run->entries, run->entry_count, sizeof *run->entries);
    run->entries[run->entry_count] = *entry;
    return run->entry_count++;
}

void entries_done(cli_run *run) {
    for (size_t i = 0; i < run->entry_count; i++) {
        answer_done(&run->entries[i].answer);
        vitals_document_free(run->entries[i].parsed);
    }
    free(run->entries);
    vitals_set_free(run->set);
    vitals_set_free(run->desired);
}

/* ------------------------------------------------------------ watch events */

static int compare_identities(const cli_answer *a, const cli_answer *b) {
    const char *const left[] = { a->name, a->namespace, a->kind, a->group };
    const char *const right[] = { b->name, b->namespace, b->kind, b->group };
    for (size_t i = 0; i < COUNT_OF(left); i++) {
        const int order = strcmp(left[i], right[i]);
        if (order) return order;
    }
    return 0;
}

/* By identity, then in the order of arrival. */
static int compare_arrivals(const void *a, const void *b) {
    const cli_entry *const *left = a, *const *right = b;
    const int order = compare_identities(&(*left)->answer, &(*right)->answer);
    return order ? order : (*left > *right) - (*left < *right);
}

static bool saw_events(const cli_run *run) {
    for (size_t i = 0; i < run->entry_count; i++)
        if (run->entries[i].event != VITALS_EVENT_NONE) return true;
    return false;
}

void entries_apply_events(cli_run *run) {
    if (!saw_events(run)) return;
    cli_entry **sorted = memory_new(run->entry_count, sizeof *sorted);
    for (size_t i = 0; i < run->entry_count; i++) sorted[i] = &run->entries[i];
    qsort(sorted, run->entry_count, sizeof *sorted, compare_arrivals);
    for (size_t i = 0; i < run->entry_count; i++) {
        const bool replaced = i + 1 < run->entry_count &&
                              sorted[i + 1]->event != VITALS_EVENT_NONE &&
                              compare_identities(&sorted[i]->answer, &sorted[i + 1]->answer) == 0;
        sorted[i]->gone = replaced || sorted[i]->event == VITALS_EVENT_DELETED;
    }
    free(sorted);
}

/* ----------------------------------------------------------------- the set */

/* Whether a later version of the object is in the set. */
static bool is_superseded(const cli_run *run, const vitals_document *document) {
    const vitals_text name = vitals_document_name(document);
    if (vitals_set_find_uid(run->set, vitals_document_uid(document))) return true;
    return name.size && vitals_set_find(run->set, vitals_document_group(document),
                                        vitals_document_kind(document),
                                        vitals_document_namespace(document), name);
}

/* From the last to the first, so that the set holds the last version of each object. The others are
** assessed too, and stay with their entries. */
void entries_fill_set(cli_run *run) {
    if (vitals_set_new(NULL, &run->set) != VITALS_OK) memory_exhausted();
    for (size_t i = run->entry_count; i-- > 0;) {
        cli_entry *entry = &run->entries[i];
        if (entry->gone) continue;
        entry->live = entry->parsed;
        if (is_superseded(run, entry->parsed)) continue;
        if (vitals_set_put(run->set, entry->parsed) != VITALS_OK) memory_exhausted();
        entry->parsed = NULL;
    }
    run->rules.call.set = run->set;
}

/* ------------------------------------------------------------------ owners */

static int compare_keys(const void *a, const void *b) {
    const cli_key *left = a, *right = b;
    return strcmp(left->text, right->text);
}

/* The UIDs of all entries that are not gone, sorted. */
static cli_key *sort_uids(const cli_run *run, size_t *count) {
    cli_key *keys = memory_new(run->entry_count, sizeof *keys);
    *count = 0;
    for (size_t i = 0; i < run->entry_count; i++)
        if (run->entries[i].answer.uid && !run->entries[i].gone)
            keys[(*count)++] = (cli_key){ run->entries[i].answer.uid, i };
    qsort(keys, *count, sizeof *keys, compare_keys);
    return keys;
}

/* The first of `owners` (one UID per line) that is among the entries. */
static size_t find_owner(const char *owners, const cli_key *keys, size_t count) {
    while (owners && *owners) {
        const size_t size = strcspn(owners, "\n");
        char *uid = memory_copy(owners, size);
        const cli_key wanted = { uid, 0 };
        const cli_key *found = bsearch(&wanted, keys, count, sizeof *keys, compare_keys);
        free(uid);
        if (found) return found->entry;
        owners += size + 1;
    }
    return SIZE_MAX;
}

/* Whether following owners from `start` leads back to it. */
static bool is_in_cycle(const cli_run *run, size_t start) {
    size_t slow = start, fast = start;
    for (;;) {
        for (int step = 0; step < 2; step++) {
            fast = run->entries[fast].owner;
            if (fast == SIZE_MAX) return false;
            if (fast == start) return true;
        }
        slow = run->entries[slow].owner;
        if (slow == fast) return false; /* a cycle, but one that `start` is not part of */
    }
}

/* Where objects own each other in a cycle, the link that would close it is dropped. */
void entries_find_owners(cli_run *run) {
    size_t count = 0;
    cli_key *keys = sort_uids(run, &count);
    for (size_t i = 0; i < run->entry_count; i++) {
        cli_entry *entry = &run->entries[i];
        if (entry->gone) continue;
        entry->owner = find_owner(entry->answer.owners, keys, count);
        if (entry->owner == i) entry->owner = SIZE_MAX;
        entry->answer.owned = entry->owner != SIZE_MAX;
        if (entry->answer.owned && is_in_cycle(run, i)) entry->owner = SIZE_MAX;
    }
    free(keys);
}

/* ----------------------------------------------------------------- desired */

/* A manifest may leave its namespace to be set when it is applied. */
const vitals_document *entries_find_desired(const cli_run *run, const vitals_document *live) {
    const vitals_text group = vitals_document_group(live), kind = vitals_document_kind(live);
    const vitals_text name = vitals_document_name(live);
    const vitals_document *desired =
        vitals_set_find(run->desired, group, kind, vitals_document_namespace(live), name);
    return desired ? desired : vitals_set_find(run->desired, group, kind, text_from(""), name);
}

static void keep_desired(void *user, vitals_document *desired) {
    cli_run *run = user;
    if (!vitals_document_kind(desired).size || !selection_matches(run->selection, desired)) {
        vitals_document_free(desired);
        return;
    }
    if (vitals_set_put(run->desired, desired) != VITALS_OK) memory_exhausted();
}

void entries_read_desired(cli_run *run) {
    const option_list words = { (const char *[]){ run->options->desired }, 1 };
    source_list sources = { NULL, 0 };
    if (vitals_set_new(NULL, &run->desired) != VITALS_OK) memory_exhausted();
    sources_find(&sources, &words, &run->problems);
    for (size_t i = 0; i < sources.count; i++)
        source_read_documents(&sources.items[i], run->rules.limits, keep_desired, run,
                              &run->problems, &run->errors);
    problems_print(&run->problems, &run->errors);
    sources_done(&sources);
}

static int compare_pointers(const void *a, const void *b) {
    const uintptr_t left = (uintptr_t) * (void *const *)a, right = (uintptr_t) * (void *const *)b;
    return (left > right) - (left < right);
}

void entries_add_missing(cli_run *run) {
    const size_t before = run->entry_count;
    const vitals_document **met = memory_new(before, sizeof *met);
    size_t count = 0;
    for (size_t i = 0; i < before; i++)
        if (run->entries[i].desired && !run->entries[i].gone)
            met[count++] = run->entries[i].desired;
    qsort(met, count, sizeof *met, compare_pointers);
    uint64_t cursor = 0;
    for (const vitals_document *desired; (desired = vitals_set_next(run->desired, &cursor));) {
        if (bsearch(&desired, met, count, sizeof *met, compare_pointers)) continue;
        cli_entry missing = { .desired = desired, .owner = SIZE_MAX, .group = SIZE_MAX };
        answer_fill_missing(&missing.answer, desired, run->rules.call.profile, run->parts);
        groups_put(run, entries_add(run, &missing), NULL, NULL);
    }
    free(met);
}
