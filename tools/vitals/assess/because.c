/*
** Why objects are not healthy. A note of each that is not, and of events, is kept for <vitals/why.h>. The questions are
** asked when the answers are shown.
*/
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "base/memory.h"

/* ----------------------------------------------------------------- keeping */

vitals_why_note *because_note(const cli_run *run, const vitals_document *document,
                              const vitals_verdict *verdict) {
    vitals_why_note *note = NULL;
    if (!run->explains || run->is_part) return NULL;
    const vitals_status status =
        vitals_why_note_new(document, verdict, run->hash_seed, NULL, &note);
    if (status == VITALS_ENOMEM) memory_exhausted();
    return note;
}

void because_keep(cli_entry *entry, vitals_why_note *note) {
    vitals_why_note_free(NULL, entry->note);
    entry->note = note;
}

/* ------------------------------------------------------------------ asking */

/* Objects around each other: of one cluster, or of the files. */
struct cli_around {
    const char *cluster; /* NULL: of the files */
    const vitals_why_note **notes;
    size_t count;
    vitals_worker *worker;
    vitals_why *why;
};

static bool same_name(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static cli_around *find_around(const cli_run *run, const char *cluster) {
    size_t i = 0;
    while (i < run->around_count && !same_name(run->around[i].cluster, cluster)) i++;
    return i < run->around_count ? &run->around[i] : NULL;
}

static cli_around *around_of(cli_run *run, const char *cluster) {
    cli_around *found = find_around(run, cluster);
    if (found) return found;
    run->around = memory_grow(run->around, run->around_count, sizeof *run->around);
    found = &run->around[run->around_count++];
    *found = (cli_around){ .cluster = cluster };
    return found;
}

void because_done(cli_run *run) {
    for (size_t i = 0; i < run->around_count; i++) {
        vitals_why_free(run->around[i].why);
        vitals_worker_free(run->around[i].worker);
        free(run->around[i].notes);
    }
    free(run->around);
    run->around = NULL;
    run->around_count = 0;
}

/* Whether the row says it already: the message of a delivery that failed. */
static bool is_said(const cli_answer *answer, vitals_text because) {
    vt_buffer row = BUFFER_INIT;
    char *text = text_visible(because);
    answer_add_message(&row, answer);
    const bool said = strstr(vt_buffer_string(&row), text) != NULL;
    vt_buffer_done(&row);
    free(text);
    return said;
}

char *because_of_entry(const cli_run *run, uint32_t index) {
    const cli_entry *entry = entry_at(run, index);
    const cli_around *around = find_around(run, entry->answer.cluster);
    char *text = NULL, *because = NULL;
    size_t size = 0;
    if (!around || !entry->note || entry->gone || entry->missing) return NULL;
    if (!entry->context && entry->group == NO_ENTRY) return NULL;
    const vitals_status status = vitals_why_because(around->why, entry->note_number, &text, &size);
    if (status == VITALS_ENOMEM) memory_exhausted();
    if (status != VITALS_OK) return NULL;
    const vitals_text found = { text, size };
    if (size && !is_said(&entry->answer, found)) because = text_visible(found);
    vitals_text_free(NULL, text, size);
    return because;
}

char *because_of_group(const cli_run *run, uint32_t group) {
    const uint32_t worst = run->groups[group].explained;
    return run->around_count && worst != NO_ENTRY ? because_of_entry(run, worst) : NULL;
}

/* --------------------------------------------------------------- preparing */

/* The first by its name, where objects arrive in no order. */
static bool is_worse(const cli_run *run, uint32_t index, uint32_t other) {
    const cli_answer *a = &entry_at(run, index)->answer, *b = &entry_at(run, other)->answer;
    const int more = vitals_health_severity(a->counted_as) - vitals_health_severity(b->counted_as);
    return more > 0 || (more == 0 && answer_compare(a, b) < 0);
}

/* A policy has made it harmless: the group has its health for another reason. */
static bool is_excused(const cli_answer *answer) {
    return answer->counted_as != answer->health &&
           vitals_health_severity(answer->counted_as) <
               vitals_health_severity(VITALS_HEALTH_PROGRESSING);
}

/* The worst member that counts and has a cause. */
static void find_worst(cli_run *run, uint32_t index) {
    const cli_entry *entry = entry_at(run, index);
    if (entry->group == NO_ENTRY || entry->answer.owned || !entry->answer.counted) return;
    if (is_excused(&entry->answer)) return;
    uint32_t *worst = &run->groups[entry->group].explained;
    if (*worst != NO_ENTRY && !is_worse(run, index, *worst)) return;
    char *because = because_of_entry(run, index);
    if (because) *worst = index;
    free(because);
}

static void collect(cli_run *run, cli_entry *entry) {
    if (entry->gone || !entry->note) return;
    cli_around *around = around_of(run, entry->answer.cluster);
    around->notes = memory_grow(around->notes, around->count, sizeof *around->notes);
    entry->note_number = (uint32_t)around->count;
    around->notes[around->count++] = entry->note;
}

static void start_asking(const cli_run *run, cli_around *around) {
    vitals_why_options options = VITALS_WHY_OPTIONS_INIT;
    options.notes = around->notes;
    options.note_count = around->count;
    if (vitals_worker_new(run->rules.engine, &around->worker) != VITALS_OK ||
        vitals_why_new(around->worker, &run->rules.call, &options, &around->why) != VITALS_OK) {
        memory_exhausted();
    }
}

void because_prepare(cli_run *run) {
    because_done(run);
    for (size_t i = 0; i < run->entry_count; i++) collect(run, entry_at(run, i));
    for (size_t i = 0; i < run->around_count; i++) start_asking(run, &run->around[i]);
    for (size_t i = 0; i < run->group_count; i++) run->groups[i].explained = NO_ENTRY;
    for (uint32_t i = 0; i < run->entry_count; i++) find_worst(run, i);
}
