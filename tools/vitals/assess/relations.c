/* How objects relate to each other: owners, and names that need more to be distinguished. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "base/memory.h"

/* ------------------------------------------------------------------ owners */

/* The first owner that is among the entries. */
static uint32_t find_owner(const cli_run *run, const cli_answer *answer) {
    const char *owners = answer->owners;
    while (owners && *owners) {
        const size_t size = strcspn(owners, "\n");
        const uint32_t found = entries_find_uid(run, answer->cluster, owners, size);
        if (found != NO_ENTRY) return found;
        owners += size + (owners[size] != '\0');
    }
    return NO_ENTRY;
}

/* What is selected does not belong to what is not. */
static bool is_out_of_sight(const cli_run *run, const cli_entry *entry, uint32_t owner) {
    return owner != NO_ENTRY && !entry->context && entry_at(run, owner)->context;
}

/* Objects that own each other in a ring count, and so do those below them. */
void relations_find_owners(cli_run *run) {
    uint32_t *owners = memory_new(run->entry_count, sizeof *owners);
    for (size_t i = 0; i < run->entry_count; i++) {
        const cli_entry *entry = entry_at(run, i);
        owners[i] = entry->gone ? NO_ENTRY : find_owner(run, &entry->answer);
        if (is_out_of_sight(run, entry, owners[i])) owners[i] = NO_ENTRY;
    }
    if (vitals_owners_settle(owners, run->entry_count) != VITALS_OK) memory_exhausted();
    for (size_t i = 0; i < run->entry_count; i++) {
        cli_entry *entry = entry_at(run, i);
        if (entry->gone) continue; /* its owner is another gone entry */
        entry->owner = owners[i];
        entry->answer.owned = owners[i] != NO_ENTRY;
    }
    free(owners);
}

uint32_t relations_root(const cli_run *run, uint32_t index) {
    while (entry_at(run, index)->owner != NO_ENTRY) index = entry_at(run, index)->owner;
    return index;
}

/* -------------------------------------------------------------- ambiguous */

typedef struct wanted_row {
    const cli_run *run;
    const cli_answer *answer;
} wanted_row;

static bool has_kind(const void *user, size_t item) {
    const wanted_row *wanted = user;
    return entry_at(wanted->run, item)->answer.kind == wanted->answer->kind;
}

static bool has_kind_and_name(const void *user, size_t item) {
    const wanted_row *wanted = user;
    const cli_answer *other = &entry_at(wanted->run, item)->answer;
    return other->kind == wanted->answer->kind && other->group == wanted->answer->group &&
           strcmp(other->name, wanted->answer->name) == 0;
}

/* The first row with the same key; the one at `index` when there was none before. */
static cli_answer *first_like(const cli_run *run, cli_index *found, uint32_t hash, size_t index,
                              bool (*same)(const void *user, size_t item)) {
    const wanted_row wanted = { run, &entry_at(run, index)->answer };
    const size_t first = index_find(found, hash, same, &wanted);
    if (first == SIZE_MAX) index_add(found, hash, index);
    return &entry_at(run, first == SIZE_MAX ? index : first)->answer;
}

/* The first row of a kind learns that another group has the kind; the second pass passes it on. */
static void mark_groups(const cli_run *run, cli_index *kinds) {
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < run->entry_count; i++) {
            cli_answer *answer = &entry_at(run, i)->answer;
            if (!show_has_row(entry_at(run, i))) continue;
            const uint32_t hash = index_hash(run->hash_seed, answer->kind);
            cli_answer *first = first_like(run, kinds, hash, i, has_kind);
            if (first->group != answer->group) first->show_group = true;
            answer->show_group = first->show_group;
        }
    }
}

static void mark_namespaces(const cli_run *run, cli_index *names) {
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < run->entry_count; i++) {
            cli_answer *answer = &entry_at(run, i)->answer;
            if (!show_has_row(entry_at(run, i))) continue;
            const uint32_t hash =
                index_hash(index_hash(run->hash_seed, answer->kind), answer->name);
            cli_answer *first = first_like(run, names, hash, i, has_kind_and_name);
            if (first->namespace != answer->namespace) first->show_namespace = true;
            answer->show_namespace = first->show_namespace;
        }
    }
}

void relations_mark_ambiguous(cli_run *run) {
    cli_index kinds = { .slots = NULL }, names = { .slots = NULL };
    for (size_t i = 0; i < run->entry_count; i++) {
        entry_at(run, i)->answer.show_group = entry_at(run, i)->answer.show_namespace = false;
    }
    mark_groups(run, &kinds);
    /* Tables have a column for it. */
    if (run->options->output == OUTPUT_TREE) mark_namespaces(run, &names);
    index_done(&kinds);
    index_done(&names);
}
