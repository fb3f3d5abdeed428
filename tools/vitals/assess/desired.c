/* Desired state: the manifests of objects that should exist. */
#include <stdint.h>
#include <stdlib.h>

#include "assess/assess.h"
#include "base/memory.h"

/* A manifest may leave its namespace to be set when it is applied. */
const vitals_document *desired_find(const cli_run *run, const vitals_document *live) {
    const vitals_text group = vitals_document_group(live), kind = vitals_document_kind(live);
    const vitals_text name = vitals_document_name(live);
    const vitals_document *desired =
        vitals_set_find(run->desired, group, kind, vitals_document_namespace(live), name);
    return desired ? desired : vitals_set_find(run->desired, group, kind, vt_text_from(""), name);
}

static void keep_desired(void *user, vitals_document *desired) {
    cli_run *run = user;
    if (!vitals_document_kind(desired).size || !selection_matches(run->selection, desired)) {
        vitals_document_free(desired);
        return;
    }
    if (vitals_set_put(run->desired, desired) != VITALS_OK) memory_exhausted();
}

void desired_read(cli_run *run) {
    const option_list words = { (const char *[]){ run->options->desired }, 1 };
    source_list sources = { NULL, 0 };
    if (vitals_set_new(NULL, &run->desired) != VITALS_OK) memory_exhausted();
    sources_find(&sources, &words, &run->problems);
    problems_print_unread(&run->problems, &run->errors, &run->coverage, SIZE_MAX);
    for (size_t i = 0; i < sources.count; i++) {
        source_read_documents(&sources.items[i], run->rules.limits, keep_desired, run,
                              &run->problems, &run->errors, &run->coverage);
    }
    sources_done(&sources);
}

static int compare_pointers(const void *a, const void *b) {
    const uintptr_t left = (uintptr_t) * (void *const *)a, right = (uintptr_t) * (void *const *)b;
    return (left > right) - (left < right);
}

void desired_add_missing(cli_run *run) {
    const size_t before = run->entry_count;
    const vitals_document **met = memory_new(before, sizeof *met);
    size_t count = 0;
    for (size_t i = 0; i < before; i++) {
        if (entry_at(run, i)->desired && !entry_at(run, i)->gone) {
            met[count++] = entry_at(run, i)->desired;
        }
    }
    qsort(met, count, sizeof *met, compare_pointers);
    uint64_t cursor = 0;
    const answer_absence absence = { .profile = run->rules.call.profile,
                                     .message = "desired, but not among the live objects" };
    for (const vitals_document *desired; (desired = vitals_set_next(run->desired, &cursor));) {
        if (bsearch(&desired, met, count, sizeof *met, compare_pointers)) continue;
        cli_answer missing;
        answer_fill_missing(&missing, desired, &absence, run->parts);
        const uint32_t index = entries_put(run, &missing, NULL, VITALS_EVENT_NONE);
        entry_at(run, index)->desired = desired;
        groups_put(run, index, NULL, NULL);
    }
    free(met);
}
