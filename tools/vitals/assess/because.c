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

/* Objects around each other: of one cluster, or of the files. */
struct cli_around {
    char *cluster; /* NULL: of the files */
    vitals_set *objects;
    vitals_worker *worker;
    vitals_why *why; /* over `objects`; NULL: nobody has asked since they changed */
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
    *found = (cli_around){ .cluster = memory_copy_string(cluster) };
    if (vitals_set_new(NULL, &found->objects) != VITALS_OK) memory_exhausted();
    return found;
}

void because_take(cli_run *run, const char *cluster, vitals_document *document) {
    if (vitals_set_put(around_of(run, cluster)->objects, document) != VITALS_OK) {
        memory_exhausted();
    }
}

/* A version that is not needed replaces one that was; most objects were never kept. */
static void drop(const cli_run *run, const char *cluster, const vitals_document *document) {
    const cli_around *around = find_around(run, cluster);
    const vitals_status status =
        around && document ? vitals_set_remove(around->objects, document) : VITALS_OK;
    (void)status;
}

void because_keep(cli_run *run, cli_item *item) {
    if (!run->explains) return;
    if (!item->needed) {
        drop(run, NULL, item->document);
        return;
    }
    vitals_document **from = item->around ? &item->around : &item->document;
    because_take(run, NULL, *from);
    *from = NULL;
}

void because_keep_copy(cli_run *run, const char *cluster, const vitals_document *document,
                       const vitals_verdict *verdict) {
    if (!run->explains) return;
    if (vitals_why_needs(document, verdict)) {
        because_take(run, cluster, copy_document(document));
    } else {
        drop(run, cluster, document);
    }
}

/* ------------------------------------------------------------------ asking */

static void forget(cli_around *around) {
    vitals_why_free(around->why);
    vitals_worker_free(around->worker);
    around->why = NULL;
    around->worker = NULL;
}

void because_done(cli_run *run) {
    for (size_t i = 0; i < run->around_count; i++) {
        forget(&run->around[i]);
        vitals_set_free(run->around[i].objects);
        free(run->around[i].cluster);
    }
    free(run->around);
    run->around = NULL;
    run->around_count = 0;
}

static vitals_text text_of(const char *text) {
    return text_from(text ? text : "");
}

static const vitals_document *document_of(const cli_around *around, const cli_answer *answer) {
    const vitals_document *found = NULL;
    if (answer->uid) found = vitals_set_find_uid(around->objects, text_from(answer->uid));
    if (found) return found;
    return vitals_set_find(around->objects, text_of(answer->group), text_of(answer->kind),
                           text_of(answer->namespace), text_of(answer->name));
}

void because_each(const cli_run *run, because_fn take, void *user) {
    for (size_t i = 0; i < run->around_count; i++) {
        uint64_t cursor = 0;
        const vitals_document *document;
        while ((document = vitals_set_next(run->around[i].objects, &cursor))) {
            take(user, run->around[i].cluster, document);
        }
    }
}

const vitals_document *because_find(const cli_run *run, const cli_answer *answer) {
    const cli_around *around = find_around(run, answer->cluster);
    return around ? document_of(around, answer) : NULL;
}

void because_drop(cli_run *run, const cli_answer *answer) {
    const vitals_document *document = because_find(run, answer);
    if (document) drop(run, answer->cluster, document);
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
    const cli_around *around = find_around(run, entry->answer.cluster);
    size_t number = 0;
    if (!around || !around->why || entry->gone || entry->missing) return false;
    if (!entry->context && entry->group == NO_ENTRY) return false;
    const vitals_document *document = document_of(around, &entry->answer);
    const vitals_status status =
        document ? vitals_why_ask(around->why, document, &number) : VITALS_ENOTFOUND;
    if (status == VITALS_ENOMEM) memory_exhausted();
    return status == VITALS_OK &&
           vitals_why_finding_at(around->why, number, finding, sizeof *finding) &&
           finding->because.size && !is_said(&entry->answer, finding->because);
}

/* The first by its name, where objects arrive in no order. */
static bool is_worse(const cli_run *run, uint32_t index, uint32_t other) {
    const cli_answer *a = &run->entries[index].answer, *b = &run->entries[other].answer;
    const int more = answer_badness(a) - answer_badness(b);
    return more > 0 || (more == 0 && answer_compare(a, b) < 0);
}

/* The worst member that counts and has a cause. */
static void find_worst(cli_run *run, uint32_t index) {
    vitals_why_finding finding;
    const cli_entry *entry = &run->entries[index];
    if (entry->group == NO_ENTRY || entry->answer.owned || !entry->answer.counted) return;
    uint32_t *worst = &run->groups[entry->group].explained;
    if ((*worst == NO_ENTRY || is_worse(run, index, *worst)) && ask(run, index, &finding))
        *worst = index;
}

static void start_asking(const cli_run *run, cli_around *around) {
    vitals_why_options options = VITALS_WHY_OPTIONS_INIT;
    options.set = around->objects;
    forget(around);
    if (vitals_worker_new(run->rules.engine, &around->worker) != VITALS_OK ||
        vitals_why_new(around->worker, &run->rules.call, &options, &around->why) != VITALS_OK) {
        memory_exhausted();
    }
}

void because_prepare(cli_run *run) {
    for (size_t i = 0; i < run->around_count; i++) start_asking(run, &run->around[i]);
    for (size_t i = 0; i < run->group_count; i++) run->groups[i].explained = NO_ENTRY;
    for (uint32_t i = 0; i < run->entry_count; i++) find_worst(run, i);
}

char *because_of_entry(const cli_run *run, uint32_t index) {
    vitals_why_finding finding;
    return ask(run, index, &finding) ? text_visible(finding.because) : NULL;
}

char *because_of_group(const cli_run *run, uint32_t group) {
    const uint32_t worst = run->groups[group].explained;
    return run->around_count && worst != NO_ENTRY ? because_of_entry(run, worst) : NULL;
}
