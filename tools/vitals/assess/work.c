/* What the threads do with one object, and what the main thread does with the answer. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "output/memory.h"

/* Scratch memory of one thread. */
typedef struct cli_scratch {
    vitals_worker *worker;
    vitals_document *document; /* lent to items, see work_on_streamed */
    vitals_verdict *verdict;   /* lent to items; otherwise for the verdict of Flux */
    vitals_diagnostics *diagnostics;
} cli_scratch;

static void *start(void *user) {
    const cli_run *run = user;
    cli_scratch *scratch = memory_new(1, sizeof *scratch);
    if (vitals_worker_new(run->rules.engine, &scratch->worker) != VITALS_OK ||
        vitals_verdict_new(NULL, &scratch->verdict) != VITALS_OK ||
        vitals_diagnostics_new(NULL, &scratch->diagnostics) != VITALS_OK)
        memory_exhausted();
    return scratch;
}

static void stop(void *user, void *memory) {
    (void)user;
    cli_scratch *scratch = memory;
    vitals_worker_free(scratch->worker);
    vitals_document_free(scratch->document);
    vitals_verdict_free(scratch->verdict);
    vitals_diagnostics_free(scratch->diagnostics);
    free(scratch);
}

/* ----------------------------------------------------------------- parsing */

static void report_no_kind(cli_item *item, const vitals_document *document) {
    vitals_origin origin;
    vitals_document_origin(document, &origin, sizeof origin);
    const vitals_diagnostic diagnostic = {
        VITALS_SEVERITY_ERROR,
        "object-without-kind",
        origin.file,
        origin.document,
        origin.line,
        1,
        NULL,
        text_from("this is not a Kubernetes object: it has no kind"),
    };
    problems_add(&item->problems, &diagnostic);
}

static bool is_mapping(const vitals_document *document) {
    char *json = NULL;
    size_t size = 0;
    if (vitals_document_write_json(document, 0, NULL, &json, &size) != VITALS_OK)
        memory_exhausted();
    const bool mapping = size && *json == '{';
    vitals_text_free(NULL, json, size);
    return mapping;
}

/* Whether there is an object to assess. A mapping that does not claim to be a Kubernetes object (Helm
** values beside the manifests) is not an error in a directory, but is one when the file is named. A
** stream answers a mapping without kind all the same: one answer per object. */
static bool check_object(const cli_run *run, cli_item *item) {
    const vitals_document *document = item->document;
    if (vitals_document_kind(document).size) return true;
    const bool claims =
        vitals_document_api_version(document).size || vitals_document_name(document).size;
    item->holds_no_object = !claims && !item->source->named;
    if (item->holds_no_object) return false;
    report_no_kind(item, document);
    return run->streams && run->options->output == OUTPUT_NDJSON && is_mapping(document);
}

static void check_event(cli_item *item) {
    static const char *const skipped[] = {
        [VITALS_EVENT_BOOKMARK] = "",
        [VITALS_EVENT_ERROR] = "the watch ended with an error event",
    };
    if (item->event < VITALS_EVENT_BOOKMARK) return;
    item->holds_no_object = true;
    if (*skipped[item->event])
        problems_add_error(&item->problems, item->source->path, "%s", skipped[item->event]);
}

/* Parse the item's piece into its document. Returns whether there is an object. */
static bool parse(const cli_run *run, cli_item *item, vitals_diagnostics *diagnostics) {
    const vitals_status status =
        vitals_piece_parse(item->piece, &item->document, &item->event, diagnostics);
    item->holds_no_object = status == VITALS_ENOTFOUND;
    if (status != VITALS_ENOTFOUND)
        problems_add_all(&item->problems, item->source->path, status, diagnostics);
    vitals_diagnostics_clear(diagnostics);
    if (status != VITALS_OK) return false;
    check_event(item);
    return !item->holds_no_object && check_object(run, item);
}

/* ---------------------------------------------------------------- assessing */

/* The verdict of Flux on a kind without a rule: the generic rules of kstatus cover every kind. */
static void note_flux(const cli_run *run, cli_scratch *scratch, const vitals_document *document,
                      cli_answer *answer) {
    if (answer->health != VITALS_HEALTH_UNASSESSED || answer->without_health) return;
    vitals_call call = run->rules.call;
    call.profile = VITALS_PROFILE_FLUX;
    if (vitals_assess(scratch->worker, document, &call, scratch->verdict) != VITALS_OK) return;
    answer_add_flux(answer, vitals_verdict_kstatus(scratch->verdict));
}

static void fill_line(const cli_run *run, const vitals_document *document, vitals_verdict *verdict,
                      cli_item *item) {
    text_clear(&item->line);
    answer_add_line(&item->line, document, verdict, run->parts);
    text_add_string(&item->line, "\n");
}

static void assess(const cli_run *run, cli_scratch *scratch, const vitals_document *document,
                   vitals_verdict *verdict, cli_item *item) {
    const vitals_status status =
        vitals_assess(scratch->worker, document, &run->rules.call, verdict);
    if (status != VITALS_OK) {
        vitals_origin origin;
        vitals_document_origin(document, &origin, sizeof origin);
        problems_add_error(&item->problems, origin.file, "%s", vitals_status_text(status));
        return;
    }
    answer_fill(&item->answer, document, verdict, run->streams ? 0 : run->parts);
    if (run->streams) fill_line(run, document, verdict, item);
    if (run->options->output == OUTPUT_TREE) note_flux(run, scratch, document, &item->answer);
    item->answered = true;
}

static void reserve_verdict(cli_item *item) {
    if (!item->verdict && vitals_verdict_new(NULL, &item->verdict) != VITALS_OK) memory_exhausted();
}

/* Parse and assess. */
static void work_on_piece(const cli_run *run, cli_scratch *scratch, cli_item *item) {
    item->selected =
        parse(run, item, scratch->diagnostics) && selection_matches(run->selection, item->document);
    if (!item->selected || run->keeps_set) return;
    if (item->event == VITALS_EVENT_DELETED) {
        answer_fill_identity(&item->answer, item->document);
        return;
    }
    reserve_verdict(item);
    if (run->desired) item->desired = entries_find_desired(run, item->document);
    assess(run, scratch, item->document, item->verdict, item);
}

/* Only the answer of a streamed object is needed later, so one document and one verdict serve a whole
** thread and stay in its cache. Otherwise they belong to the item. */
static void work_on_streamed(const cli_run *run, cli_scratch *scratch, cli_item *item) {
    item->document = scratch->document;
    item->verdict = scratch->verdict;
    work_on_piece(run, scratch, item);
    scratch->document = item->document;
    item->document = NULL;
    item->verdict = NULL;
}

static void work_in_set(const cli_run *run, cli_scratch *scratch, cli_item *item) {
    const vitals_document *live = run->entries[item->entry].live;
    reserve_verdict(item);
    if (run->desired) item->desired = entries_find_desired(run, live);
    assess(run, scratch, live, item->verdict, item);
}

static void work(void *user, void *memory, void *pushed) {
    const cli_run *run = user;
    cli_item *item = pushed;
    if (item->piece && run->streams)
        work_on_streamed(run, memory, item);
    else if (item->piece)
        work_on_piece(run, memory, item);
    else if (!item->source)
        work_in_set(run, memory, item);
}

/* ------------------------------------------------------------------ taking */

bool work_is_wanted(const cli_run *run, const cli_answer *answer) {
    if (run->options->only.count == 0) return true;
    for (size_t i = 0; !answer->without_health && i < run->options->only.count; i++)
        if (strcmp(run->options->only.items[i], answer_word(answer)) == 0) return true;
    return false;
}

static void take_from_stream(cli_run *run, cli_item *item) {
    if (!item->answered) return;
    tally_add(&run->tally, &item->answer, run->failure);
    if (work_is_wanted(run, &item->answer)) terminal_write(item->line.bytes, item->line.size);
}

static size_t add_entry(cli_run *run, cli_item *item) {
    const size_t index = entries_add(run, &(cli_entry){ .answer = item->answer,
                                                        .desired = item->desired,
                                                        .event = item->event,
                                                        .owner = SIZE_MAX,
                                                        .group = SIZE_MAX });
    item->answer = (cli_answer){ .since = -1 };
    return index;
}

static void take_together(cli_run *run, cli_item *item) {
    if (!item->selected) return;
    const bool answered = item->answered;
    const size_t index = add_entry(run, item);
    if (answered) groups_put(run, index, item->document, item->verdict);
}

static void take_into_set(cli_run *run, cli_item *item) {
    if (!item->selected) return;
    answer_fill_identity(&item->answer, item->document);
    const size_t index = add_entry(run, item); /* may move the entries */
    run->entries[index].parsed = item->document;
    item->document = NULL;
}

static void take_from_set(cli_run *run, cli_item *item) {
    cli_entry *entry = &run->entries[item->entry];
    if (!item->answered) return;
    answer_done(&entry->answer);
    entry->answer = item->answer;
    entry->desired = item->desired;
    item->answer = (cli_answer){ .since = -1 };
    groups_put(run, item->entry, entry->live, item->verdict);
}

typedef void (*take_fn)(cli_run *run, cli_item *item);

static take_fn take_function(const cli_run *run, const cli_item *item) {
    if (run->streams) return take_from_stream;
    if (!run->keeps_set) return take_together;
    return item->source ? take_into_set : take_from_set;
}

static void take(void *user, void *pushed) {
    cli_run *run = user;
    cli_item *item = pushed;
    if (item->source) {
        item->source->errors += item->problems.errors;
        item->source->objects += item->problems.errors == 0 && !item->holds_no_object;
    }
    problems_print(&item->problems, &run->errors);
    take_function(run, item)(run, item);
    answer_done(&item->answer);
    vitals_piece_free(item->piece); /* here, in the thread that created it */
    item->piece = NULL;
    item->source = NULL;
    item->desired = NULL;
    item->selected = item->answered = item->holds_no_object = false;
}

static void done(void *pushed) {
    cli_item *item = pushed;
    vitals_verdict_free(item->verdict);
    vitals_document_free(item->document);
    text_done(&item->line);
    problems_done(&item->problems);
}

pool_work work_of(cli_run *run) {
    return (pool_work){ sizeof(cli_item), start, stop, work, take, done, run };
}

void work_assess_set(cli_run *run) {
    for (size_t i = 0; i < run->entry_count; i++) {
        if (!run->entries[i].live) continue;
        cli_item *item = pool_next(run->pool);
        item->entry = i;
        pool_push(run->pool, 0);
    }
    pool_drain(run->pool);
}
