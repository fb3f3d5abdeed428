/* The last version of each object, found by UID and by identity as the library's sets find them. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assess/assess.h"
#include "base/memory.h"

void entries_start(cli_run *run) {
    run->hash_seed = (uint32_t)run->rules.call.now_seconds ^ (uint32_t)getpid() << 16;
    run->seen.seed = (uint64_t)run->hash_seed << 32 | run->hash_seed;
    run->last_gone = NO_ENTRY;
}

void entries_done(cli_run *run) {
    for (size_t i = 0; i < run->entry_count; i++) {
        answer_done(&entry_at(run, i)->answer);
        because_keep(entry_at(run, i), NULL);
        free(entry_at(run, i)->kept);
        if (!entry_at(run, i)->in_set) vitals_document_free(entry_at(run, i)->parsed);
    }
    for (size_t i = 0; i < run->entry_count; i += ENTRY_BLOCK)
        free(run->entry_blocks[i / ENTRY_BLOCK]);
    free(run->entry_blocks);
    index_done(&run->by_uid);
    index_done(&run->by_identity);
    index_done(&run->by_version);
    names_done(&run->names);
    seen_done(&run->seen);
    vitals_set_free(run->set);
    vitals_set_free(run->no_pods);
    vitals_set_free(run->desired);
}

/* ------------------------------------------------------------------- keys */

/* What is looked for: a UID, or an identity. */
typedef struct wanted_entry {
    const cli_run *run;
    const cli_answer *answer;
    const char *cluster, *uid;
    size_t uid_size;
} wanted_entry;

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool has_uid(const void *user, size_t item) {
    const wanted_entry *wanted = user;
    const cli_answer *answer = &entry_at(wanted->run, item)->answer;
    return strncmp(answer->uid, wanted->uid, wanted->uid_size) == 0 &&
           answer->uid[wanted->uid_size] == '\0' && same_text(answer->cluster, wanted->cluster);
}

/* Whether it is the same but for the group. */
static bool has_names(const cli_answer *a, const cli_answer *b) {
    return strcmp(a->name, b->name) == 0 && strcmp(a->namespace, b->namespace) == 0 &&
           strcmp(a->kind, b->kind) == 0 && same_text(a->exact, b->exact) &&
           same_text(a->cluster, b->cluster);
}

static bool has_identity(const void *user, size_t item) {
    const wanted_entry *wanted = user;
    const cli_answer *a = wanted->answer, *b = &entry_at(wanted->run, item)->answer;
    return has_names(a, b) && strcmp(a->group, b->group) == 0;
}

static bool has_version(const void *user, size_t item) {
    const wanted_entry *wanted = user;
    const cli_answer *a = wanted->answer, *b = &entry_at(wanted->run, item)->answer;
    return has_names(a, b) && strcmp(a->uid, b->uid) == 0;
}

static uint32_t uid_hash(const cli_run *run, const char *uid, size_t size) {
    return index_hash_bytes(run->hash_seed, uid, size);
}

static uint32_t names_hash(uint32_t hash, const cli_answer *answer) {
    hash = index_hash(hash, answer->name);
    return index_hash(index_hash(hash, answer->namespace), answer->kind);
}

static uint32_t identity_hash(const cli_run *run, const cli_answer *answer) {
    return index_hash(names_hash(run->hash_seed, answer), answer->group);
}

static uint32_t version_hash(const cli_run *run, const cli_answer *answer) {
    return index_hash(names_hash(~run->hash_seed, answer), answer->uid);
}

static uint32_t entry_of(size_t found) {
    return found == SIZE_MAX ? NO_ENTRY : (uint32_t)found;
}

uint32_t entries_find_uid(const cli_run *run, const char *cluster, const char *uid, size_t size) {
    const wanted_entry wanted = { run, NULL, cluster, uid, size };
    return entry_of(index_find(&run->by_uid, uid_hash(run, uid, size), has_uid, &wanted));
}

/* The first entry with the UID of this answer, which has one. */
static uint32_t first_of_uid(const cli_run *run, const cli_answer *answer) {
    return entries_find_uid(run, answer->cluster, answer->uid, strlen(answer->uid));
}

static uint32_t find_same_version(const cli_run *run, const cli_answer *answer) {
    const wanted_entry wanted = { run, answer, NULL, NULL, 0 };
    if (!answer->uid) return NO_ENTRY;
    return entry_of(index_find(&run->by_version, version_hash(run, answer), has_version, &wanted));
}

static uint32_t find_identity(const cli_run *run, const cli_answer *answer) {
    const wanted_entry wanted = { run, answer, NULL, NULL, 0 };
    if (!*answer->name) return NO_ENTRY;
    return entry_of(
        index_find(&run->by_identity, identity_hash(run, answer), has_identity, &wanted));
}

/* The index has the first entry of a UID; all of them are in a ring, in the order in which they came. */
static void add_uid(cli_run *run, uint32_t index) {
    cli_entry *entry = entry_at(run, index);
    const uint32_t first = first_of_uid(run, &entry->answer);
    entry->uid_next = entry->uid_before = index;
    if (first == NO_ENTRY) {
        const char *uid = entry->answer.uid;
        index_add(&run->by_uid, uid_hash(run, uid, strlen(uid)), index);
        return;
    }
    cli_entry *head = entry_at(run, first);
    entry->uid_next = first;
    entry->uid_before = head->uid_before;
    entry_at(run, head->uid_before)->uid_next = index;
    head->uid_before = index;
}

static void remove_uid(cli_run *run, uint32_t index) {
    const cli_entry *entry = entry_at(run, index);
    const uint32_t next = entry->uid_next;
    if (first_of_uid(run, &entry->answer) == index) {
        const char *uid = entry->answer.uid;
        const uint32_t hash = uid_hash(run, uid, strlen(uid));
        index_remove(&run->by_uid, hash, index);
        if (next != index) index_add(&run->by_uid, hash, next);
    }
    entry_at(run, next)->uid_before = entry->uid_before;
    entry_at(run, entry->uid_before)->uid_next = next;
}

static void add_to_indexes(cli_run *run, uint32_t index) {
    const cli_answer *answer = &entry_at(run, index)->answer;
    if (answer->uid) add_uid(run, index);
    if (answer->uid) index_add(&run->by_version, version_hash(run, answer), index);
    if (*answer->name) index_add(&run->by_identity, identity_hash(run, answer), index);
}

static void remove_from_indexes(cli_run *run, uint32_t index) {
    const cli_answer *answer = &entry_at(run, index)->answer;
    if (answer->uid) remove_uid(run, index);
    if (answer->uid) index_remove(&run->by_version, version_hash(run, answer), index);
    if (*answer->name) index_remove(&run->by_identity, identity_hash(run, answer), index);
}

/* ------------------------------------------------------------- shared UIDs */

static void add_place(vt_buffer *text, const cli_answer *answer) {
    text_add_object(text, vt_text_from(answer->kind), vt_text_from(answer->namespace),
                    vt_text_from(answer->name));
    if (!answer->file || !*answer->file) return;
    vt_buffer_add_terminated(text, " (");
    answer_add_origin(text, answer);
    vt_buffer_add_terminated(text, ")");
}

/* A copied manifest may have kept the UID of its original, and owners are found by their UIDs. */
static void warn_of_shared_uid(cli_run *run, const cli_answer *answer) {
    const uint32_t first = answer->uid ? first_of_uid(run, answer) : NO_ENTRY;
    vt_buffer *lines = &run->problems.lines;
    if (first == NO_ENTRY) return;
    if (++run->shared_uids > SHARED_UIDS_SHOWN) return;
    vt_buffer_add_terminated(lines, "warning: ");
    add_place(lines, &entry_at(run, first)->answer);
    vt_buffer_add_terminated(lines, " and ");
    add_place(lines, answer);
    vt_buffer_printf(lines, " have the same uid %s: both count\n", answer->uid);
    problems_print(&run->problems, &run->errors);
}

void entries_warn_rest(const cli_run *run) {
    if (run->shared_uids <= SHARED_UIDS_SHOWN) return;
    (void)fprintf(stderr, "warning: %zu more objects have the uid of another object\n",
                  run->shared_uids - SHARED_UIDS_SHOWN);
}

/* ------------------------------------------------------------------ places */

/* So many gone entries keep their place in the order of the input; of more the places are used again. */
enum { GONE_KEPT = 1024 };

static uint32_t new_place(cli_run *run) {
    if (run->gone_count > GONE_KEPT) {
        const uint32_t index = run->last_gone;
        run->last_gone = entry_at(run, index)->owner;
        run->gone_count--;
        answer_done(&entry_at(run, index)->answer);
        return index;
    }
    if (run->entry_count % ENTRY_BLOCK == 0) {
        const size_t blocks = run->entry_count / ENTRY_BLOCK;
        run->entry_blocks = memory_grow(run->entry_blocks, blocks, sizeof *run->entry_blocks);
        run->entry_blocks[blocks] = memory_new(ENTRY_BLOCK, sizeof **run->entry_blocks);
    }
    return (uint32_t)run->entry_count++;
}

static void drop_document(cli_run *run, cli_entry *entry) {
    /* The set has it, and frees it. */
    if (!entry->in_set || vitals_set_remove(run->set, entry->parsed) != VITALS_OK) {
        vitals_document_free(entry->parsed);
    }
    free(entry->kept);
    entry->parsed = NULL;
    entry->kept = NULL;
    entry->live = NULL;
    entry->in_set = entry->keeps_pod = entry->saw_pods = false;
}

static void remove_entry(cli_run *run, uint32_t index) {
    cli_entry *entry = entry_at(run, index);
    remove_from_indexes(run, index);
    groups_remove(run, index);
    drop_document(run, entry);
    because_keep(entry, NULL);
    entry->gone = true;
    entry->event = VITALS_EVENT_DELETED;
    entry->owner = run->last_gone;
    run->last_gone = index;
    run->gone_count++;
}

static uint32_t add_entry(cli_run *run, cli_answer *answer) {
    const uint32_t index = new_place(run);
    *entry_at(run, index) = (cli_entry){ .answer = *answer, .owner = NO_ENTRY, .group = NO_ENTRY };
    add_to_indexes(run, index);
    return index;
}

/* ---------------------------------------------------------------- versions */

static void replace(cli_run *run, uint32_t index, cli_answer *answer) {
    cli_entry *entry = entry_at(run, index);
    remove_from_indexes(run, index);
    answer_done(&entry->answer);
    entry->answer = *answer;
    add_to_indexes(run, index);
}

/* The entry that a version of the object replaces, or NO_ENTRY. What had its identity under another
** UID was deleted and created again. */
static uint32_t find_version(cli_run *run, const cli_answer *answer) {
    const uint32_t version = find_same_version(run, answer),
                   by_identity = find_identity(run, answer);
    if (by_identity == NO_ENTRY || version == by_identity) return version;
    if (version == NO_ENTRY && (!answer->uid || !entry_at(run, by_identity)->answer.uid)) {
        return by_identity;
    }
    remove_entry(run, by_identity);
    return version;
}

uint32_t entries_put(cli_run *run, cli_answer *answer, vitals_document *document,
                     vitals_event event) {
    answer_keep(answer, &run->names, event == VITALS_EVENT_NONE && !run->watching);
    uint32_t index = find_version(run, answer);
    if (index == NO_ENTRY) {
        warn_of_shared_uid(run, answer);
        index = add_entry(run, answer);
    } else {
        replace(run, index, answer);
    }
    cli_entry *entry = entry_at(run, index);
    drop_document(run, entry);
    because_keep(entry, NULL);
    entry->parsed = document;
    entry->event = (uint8_t)event;
    entry->context = false;
    *answer = (cli_answer){ .since = -1 };
    return index;
}

void entries_set_answer(cli_run *run, uint32_t index, cli_answer *answer) {
    answer_keep(answer, &run->names, !run->watching);
    replace(run, index, answer);
    *answer = (cli_answer){ .since = -1 };
}

uint32_t entries_find(const cli_run *run, const cli_answer *answer) {
    uint32_t index = find_same_version(run, answer);
    if (index == NO_ENTRY) {
        index = find_identity(run, answer);
        if (index == NO_ENTRY || (answer->uid && entry_at(run, index)->answer.uid)) return NO_ENTRY;
    }
    return index;
}

uint32_t entries_remove(cli_run *run, const cli_answer *answer) {
    const uint32_t index = entries_find(run, answer);
    if (index != NO_ENTRY) remove_entry(run, index);
    return index;
}

/* ----------------------------------------------------------------- the set */

void entries_start_set(cli_run *run) {
    if (vitals_set_new(NULL, &run->no_pods) != VITALS_OK) memory_exhausted();
    run->rules.call.set = run->no_pods;
}

void entries_fill_set(cli_run *run) {
    if (!run->set && vitals_set_new(NULL, &run->set) != VITALS_OK) memory_exhausted();
    for (size_t i = 0; i < run->entry_count; i++) {
        cli_entry *entry = entry_at(run, i);
        entry->live = entry->parsed;
        if (!entry->parsed || entry->in_set) continue;
        if (vitals_set_put(run->set, entry->parsed) != VITALS_OK) memory_exhausted();
        entry->in_set = true;
    }
    run->rules.call.set = run->set;
}
