/* The last version of each object, found by UID and by identity as the library's sets find them. */
#include <stdint.h>
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

static bool has_identity(const void *user, size_t item) {
    const wanted_entry *wanted = user;
    const cli_answer *a = wanted->answer, *b = &entry_at(wanted->run, item)->answer;
    return strcmp(a->name, b->name) == 0 && strcmp(a->namespace, b->namespace) == 0 &&
           strcmp(a->kind, b->kind) == 0 && strcmp(a->group, b->group) == 0 &&
           same_text(a->cluster, b->cluster);
}

static uint32_t uid_hash(const cli_run *run, const char *uid) {
    return index_hash(run->hash_seed, uid);
}

static uint32_t identity_hash(const cli_run *run, const cli_answer *answer) {
    uint32_t hash = index_hash(run->hash_seed, answer->name);
    hash = index_hash(hash, answer->namespace);
    return index_hash(index_hash(hash, answer->kind), answer->group);
}

static uint32_t entry_of(size_t found) {
    return found == SIZE_MAX ? NO_ENTRY : (uint32_t)found;
}

uint32_t entries_find_uid(const cli_run *run, const char *cluster, const char *uid, size_t size) {
    char *copy = memory_copy(uid, size);
    const wanted_entry wanted = { run, NULL, cluster, uid, size };
    const uint32_t hash = uid_hash(run, copy);
    free(copy);
    return entry_of(index_find(&run->by_uid, hash, has_uid, &wanted));
}

static uint32_t find_uid(const cli_run *run, const cli_answer *answer) {
    return answer->uid ? entries_find_uid(run, answer->cluster, answer->uid, strlen(answer->uid))
                       : NO_ENTRY;
}

static uint32_t find_identity(const cli_run *run, const cli_answer *answer) {
    const wanted_entry wanted = { run, answer, NULL, NULL, 0 };
    if (!*answer->name) return NO_ENTRY;
    return entry_of(
        index_find(&run->by_identity, identity_hash(run, answer), has_identity, &wanted));
}

static void add_to_indexes(cli_run *run, uint32_t index) {
    const cli_answer *answer = &entry_at(run, index)->answer;
    if (answer->uid) index_add(&run->by_uid, uid_hash(run, answer->uid), index);
    if (*answer->name) index_add(&run->by_identity, identity_hash(run, answer), index);
}

static void remove_from_indexes(cli_run *run, uint32_t index) {
    const cli_answer *answer = &entry_at(run, index)->answer;
    if (answer->uid) index_remove(&run->by_uid, uid_hash(run, answer->uid), index);
    if (*answer->name) index_remove(&run->by_identity, identity_hash(run, answer), index);
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
    const uint32_t by_uid = find_uid(run, answer), by_identity = find_identity(run, answer);
    if (by_identity == NO_ENTRY || by_uid == by_identity) return by_uid;
    if (by_uid == NO_ENTRY && (!answer->uid || !entry_at(run, by_identity)->answer.uid)) {
        return by_identity;
    }
    remove_entry(run, by_identity);
    return by_uid;
}

uint32_t entries_put(cli_run *run, cli_answer *answer, vitals_document *document,
                     vitals_event event) {
    answer_keep(answer, &run->names, event == VITALS_EVENT_NONE && !run->watching);
    uint32_t index = find_version(run, answer);
    if (index == NO_ENTRY) {
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
    uint32_t index = find_uid(run, answer);
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

/* Whether the set has this object already: names that differ in what a terminal hides are one to us. */
static bool is_in_set(const cli_run *run, const vitals_document *document) {
    const vitals_text name = vitals_document_name(document);
    if (vitals_set_find_uid(run->set, vitals_document_uid(document))) return true;
    return name.size && vitals_set_find(run->set, vitals_document_group(document),
                                        vitals_document_kind(document),
                                        vitals_document_namespace(document), name);
}

void entries_start_set(cli_run *run) {
    if (vitals_set_new(NULL, &run->no_pods) != VITALS_OK) memory_exhausted();
    run->rules.call.set = run->no_pods;
}

void entries_fill_set(cli_run *run) {
    if (!run->set && vitals_set_new(NULL, &run->set) != VITALS_OK) memory_exhausted();
    for (size_t i = 0; i < run->entry_count; i++) {
        cli_entry *entry = entry_at(run, i);
        entry->live = entry->parsed;
        if (!entry->parsed || entry->in_set || is_in_set(run, entry->parsed)) continue;
        if (vitals_set_put(run->set, entry->parsed) != VITALS_OK) memory_exhausted();
        entry->in_set = true;
    }
    run->rules.call.set = run->set;
}
