/*
** Why objects are not healthy. Of the objects around them those are kept that <vitals/why.h> needs: what is not
** healthy itself, and events. The questions are asked when the answers are shown.
*/
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "base/memory.h"

/* ----------------------------------------------------------------- keeping */

static vitals_document *copy_document(const vitals_document *document) {
    char *json = NULL;
    size_t size = 0;
    vitals_document *copy = NULL;
    if (vitals_document_write_json(document, 0, NULL, &json, &size) != VITALS_OK ||
        vitals_document_parse(json, size, NULL, &copy, NULL) != VITALS_OK) {
        memory_exhausted();
    }
    vitals_text_free(NULL, json, size);
    return copy;
}

void because_note(cli_item *item, const vitals_verdict *verdict) {
    const vitals_document *document = item->document ? item->document : item->kept;
    item->needed = vitals_why_needs(document, verdict);
    if (item->needed && !item->document) item->around = copy_document(item->kept);
}

/* A version that is not needed replaces one that was. */
void because_keep(cli_run *run, cli_item *item) {
    if (!run->explains || !(item->document || item->around)) return;
    if (!run->around && vitals_set_new(NULL, &run->around) != VITALS_OK) memory_exhausted();
    if (!item->needed) {
        const vitals_status status = vitals_set_remove(run->around, item->document);
        (void)status; /* most objects were never kept */
        return;
    }
    vitals_document **from = item->around ? &item->around : &item->document;
    if (vitals_set_put(run->around, *from) != VITALS_OK) memory_exhausted();
    *from = NULL;
}

/* ------------------------------------------------------------------ asking */

static void forget(cli_run *run) {
    vitals_why_free(run->why);
    vitals_worker_free(run->why_worker);
    run->why = NULL;
    run->why_worker = NULL;
}

void because_done(cli_run *run) {
    forget(run);
    vitals_set_free(run->around);
    run->around = NULL;
}

static vitals_text text_of(const char *text) {
    return text_from(text ? text : "");
}

static const vitals_document *document_of(const cli_run *run, const cli_answer *answer) {
    const vitals_document *found = NULL;
    if (answer->uid) found = vitals_set_find_uid(run->around, text_from(answer->uid));
    if (found) return found;
    return vitals_set_find(run->around, text_of(answer->group), text_of(answer->kind),
                           text_of(answer->namespace), text_of(answer->name));
}

/* Whether the row says it already: the message of a delivery that failed. */
static bool is_said(const cli_answer *answer, vitals_text because) {
    cli_text row = TEXT_INIT;
    char *text = text_visible(because);
    answer_add_message(&row, answer);
    const bool said = strstr(text_string(&row), text) != NULL;
    text_done(&row);
    free(text);
    return said;
}

static bool ask(const cli_run *run, uint32_t index, vitals_why_finding *finding) {
    const cli_entry *entry = &run->entries[index];
    size_t number = 0;
    if (!run->why || entry->gone || (!entry->context && entry->group == NO_ENTRY)) return false;
    const vitals_document *document = document_of(run, &entry->answer);
    const vitals_status status =
        document ? vitals_why_ask(run->why, document, &number) : VITALS_ENOTFOUND;
    if (status == VITALS_ENOMEM) memory_exhausted();
    return status == VITALS_OK &&
           vitals_why_finding_at(run->why, number, finding, sizeof *finding) &&
           finding->because.size && !is_said(&entry->answer, finding->because);
}

/* The worst member that counts and has a cause, the first in the input. */
static void find_worst(cli_run *run, uint32_t index) {
    vitals_why_finding finding;
    const cli_entry *entry = &run->entries[index];
    if (entry->group == NO_ENTRY || entry->answer.owned || !entry->answer.counted) return;
    uint32_t *worst = &run->groups[entry->group].explained;
    const bool worse = *worst == NO_ENTRY || answer_badness(&entry->answer) >
                                                 answer_badness(&run->entries[*worst].answer);
    if (worse && ask(run, index, &finding)) *worst = index;
}

void because_prepare(cli_run *run) {
    vitals_why_options options = VITALS_WHY_OPTIONS_INIT;
    forget(run);
    if (run->around) {
        options.set = run->around;
        if (vitals_worker_new(run->rules.engine, &run->why_worker) != VITALS_OK ||
            vitals_why_new(run->why_worker, &run->rules.call, &options, &run->why) != VITALS_OK) {
            memory_exhausted();
        }
    }
    for (size_t i = 0; i < run->group_count; i++) run->groups[i].explained = NO_ENTRY;
    for (uint32_t i = 0; i < run->entry_count; i++) find_worst(run, i);
}

char *because_of_entry(const cli_run *run, uint32_t index) {
    vitals_why_finding finding;
    return ask(run, index, &finding) ? text_visible(finding.because) : NULL;
}

char *because_of_group(const cli_run *run, uint32_t group) {
    const uint32_t worst = run->groups[group].explained;
    return run->why && worst != NO_ENTRY ? because_of_entry(run, worst) : NULL;
}
