/* What the threads do with one object, and what the main thread does with the answer. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "base/memory.h"
#include "input/check.h"
#include "output/answer_json.h"

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
        vitals_diagnostics_new(NULL, &scratch->diagnostics) != VITALS_OK) {
        memory_exhausted();
    }
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

static bool is_mapping(const vitals_document *document) {
    return vitals_value_type_of(vitals_document_root(document)) == VITALS_VALUE_MAP;
}

/* Whether there is an object to assess. A stream answers a mapping without kind all the same: one answer per object. */
static bool check(const cli_run *run, cli_item *item) {
    const object_check found =
        check_object(item->source, item->document, item->event, &item->problems);
    item->holds_no_object = found == OBJECT_NONE;
    return found == OBJECT_THERE ||
           (found == OBJECT_REFUSED && run->streams && run->options->output == OUTPUT_NDJSON &&
            !vitals_document_kind(item->document).size && is_mapping(item->document));
}

/* Parse the item's piece into its document. Returns whether there is an object; what is refused is void. */
static bool parse(const cli_run *run, cli_item *item, vitals_diagnostics *diagnostics) {
    const vitals_status status =
        vitals_piece_parse(item->piece, &item->document, &item->event, diagnostics);
    item->parsed = status;
    if (status == VITALS_EAGAIN) return false;
    item->holds_no_object = status == VITALS_ENOTFOUND;
    if (status != VITALS_ENOTFOUND) {
        problems_add_all(&item->problems, item->source->path, status, diagnostics);
    }
    vitals_diagnostics_clear(diagnostics);
    if (status != VITALS_OK) return false;
    return check(run, item);
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

/* The line of a stream, which names what the object itself says. The event goes in later. `document` NULL: the
** object is not there, and its answer has the line. */
static void fill_line(const cli_run *run, cli_item *item, const vitals_document *document,
                      vitals_verdict *verdict) {
    const cli_answer *answer = &item->answer;
    const answer_relations relations = { .owner_uid = answer->owners,
                                         .application = answer->tracking };
    vt_buffer_clear(&item->line);
    if (run->options->output == OUTPUT_NAME) {
        answer_add_name(&item->line, answer);
    } else if (document) {
        answer_add_json_of(&item->line, answer, document, verdict, &relations);
    } else {
        answer_add_json(&item->line, answer, &relations);
    }
}

/* Which owners are there is not known: an object that names its controller does not count in its line. */
static void fill_line_of_one(const cli_run *run, cli_item *item, const vitals_document *document,
                             vitals_verdict *verdict) {
    const bool owned = item->answer.owned;
    item->answer.owned = vitals_verdict_counting(verdict) == VITALS_COUNTING_OWNED_BY_REFERENCE ||
                         item->event == VITALS_EVENT_DELETED;
    fill_line(run, item, document, verdict);
    item->answer.owned = owned;
}

/* The bundled checks are our own: in profile argocd that is worth a word. */
static void note_own_script(const cli_run *run, cli_answer *answer, const vitals_verdict *verdict) {
    if (run->rules.call.profile != VITALS_PROFILE_ARGOCD ||
        vitals_verdict_source(verdict) != VITALS_SOURCE_BUNDLED ||
        vitals_verdict_rule_at(verdict).bytes) {
        return;
    }
    answer->own_script = true;
    if (!answer->rule) return;
    vt_buffer rule = BUFFER_INIT;
    vt_buffer_printf(&rule, "%s (of vitals)", answer->rule);
    free(answer->rule);
    answer->rule = vt_buffer_take(&rule, NULL);
}

static void note_identity(const cli_run *run, cli_answer *answer, const vitals_document *document) {
    const seen_names names = { vitals_document_group(document), vitals_document_kind(document),
                               vitals_document_namespace(document),
                               vitals_document_name(document) };
    answer->identity = seen_identity(&run->seen, vitals_document_uid(document), &names);
}

/* What the outputs show of a verdict. */
static void fill_answer(const cli_run *run, cli_scratch *scratch, const vitals_document *document,
                        vitals_verdict *verdict, cli_item *item) {
    answer_fill(&item->answer, document, verdict,
                run->streams ? run->parts & ~(unsigned)ANSWER_JSON : run->parts);
    note_own_script(run, &item->answer, verdict);
    /* Kinds without a rule are counted. */
    if (!item->answer.name && item->answer.health == VITALS_HEALTH_UNASSESSED) {
        answer_fill_identity(&item->answer, document);
    }
    if (run->streams) note_identity(run, &item->answer, document);
    if (run->streams) fill_line_of_one(run, item, document, verdict);
    if (run->options->output == OUTPUT_TREE) note_flux(run, scratch, document, &item->answer);
    item->answered = true;
}

static void assess(const cli_run *run, cli_scratch *scratch, const vitals_document *document,
                   vitals_verdict *verdict, cli_item *item) {
    const vitals_status status =
        vitals_assess(scratch->worker, document, &run->rules.call, verdict);
    if (status == VITALS_OK) {
        fill_answer(run, scratch, document, verdict, item);
        return;
    }
    vitals_origin origin;
    vitals_document_origin(document, &origin, sizeof origin);
    problems_add_error(&item->problems, origin.file, "%s", vitals_status_text(status));
}

static void reserve_verdict(cli_item *item) {
    if (!item->verdict && vitals_verdict_new(NULL, &item->verdict) != VITALS_OK) memory_exhausted();
}

/* Parse and assess. */
static void work_on_piece(const cli_run *run, cli_scratch *scratch, cli_item *item) {
    const bool is_object = parse(run, item, scratch->diagnostics);
    item->selected = is_object && selection_finds(run->selection, item->document, &item->found);
    item->context = is_object && !item->selected && run->keeps_context &&
                    vitals_document_owner_uid(item->document, 0).bytes;
    if (!is_object || run->keeps_set) return;
    if (!item->selected && !item->context && !run->explains) return;
    if (item->event == VITALS_EVENT_DELETED && !run->streams) {
        answer_fill_relations(&item->answer, item->document);
        return;
    }
    reserve_verdict(item);
    if (run->desired) item->desired = desired_find(run, item->document);
    assess(run, scratch, item->document, item->verdict, item);
    if (!item->answered) return;
    item->note = because_note(run, item->document, item->verdict);
    item->explains = run->is_part && vitals_why_needs(item->document, item->verdict);
    if (run->keeps_pods && (item->selected || item->context)) {
        item->kept = pods_keep(run, item->document, item->verdict, &item->keeps_pod);
    }
    item->context |= !item->selected && item->note;
}

/* Only the answer of a streamed object is needed later, so one document and one verdict serve a whole
** thread and stay in its cache. Otherwise they belong to the item. */
static void work_on_streamed(const cli_run *run, cli_scratch *scratch, cli_item *item) {
    item->document = scratch->document;
    item->verdict = scratch->verdict;
    work_on_piece(run, scratch, item);
    item->verdict = NULL;
    scratch->document = item->document;
    item->document = NULL;
}

static void work_in_set(const cli_run *run, cli_scratch *scratch, cli_item *item) {
    const vitals_document *live = entry_at(run, item->entry)->live;
    reserve_verdict(item);
    if (run->desired) item->desired = desired_find(run, live);
    assess(run, scratch, live, item->verdict, item);
    if (item->answered) item->note = because_note(run, live, item->verdict);
}

static void work(void *user, void *memory, void *pushed) {
    const cli_run *run = user;
    cli_item *item = pushed;
    if (item->piece && run->streams) {
        work_on_streamed(run, memory, item);
    } else if (item->piece) {
        work_on_piece(run, memory, item);
    } else if (!item->source) {
        work_in_set(run, memory, item);
    }
}

/* ------------------------------------------------------------------ taking */

bool work_is_wanted(const cli_run *run, const cli_answer *answer) {
    if (run->options->only.count == 0) return true;
    for (size_t i = 0; !answer->without_health && i < run->options->only.count; i++) {
        if (strcmp(run->options->only.items[i], answer_word(answer)) == 0) return true;
    }
    return false;
}

static const char *const event_names[] = {
    [VITALS_EVENT_NONE] = NULL,           [VITALS_EVENT_ADDED] = "ADDED",
    [VITALS_EVENT_MODIFIED] = "MODIFIED", [VITALS_EVENT_DELETED] = "DELETED",
    [VITALS_EVENT_BOOKMARK] = NULL,       [VITALS_EVENT_ERROR] = NULL,
};

/* A later version of an object that comes without events is marked as one too. */
static void add_event(vt_buffer *line, vitals_event event, bool known) {
    const char *name = event_names[event];
    if (!name && known) name = event_names[VITALS_EVENT_MODIFIED];
    if (!name) return;
    vt_buffer_cut(line, line->size - 1);
    vt_buffer_add_terminated(line, ",\"event\":\"");
    vt_buffer_add_terminated(line, name);
    vt_buffer_add_terminated(line, "\"}");
}

/* A name is printed once, unless its object was deleted in between; of a cluster what has changed. */
static void take_from_stream(cli_run *run, cli_item *item) {
    if (!item->answered) return;
    const bool is_name = run->options->output == OUTPUT_NAME;
    const bool deleted = item->event == VITALS_EVENT_DELETED;
    tally_note_kind(&run->tally, &item->answer);
    const seen_change change = seen_put(&run->seen, &item->answer, deleted);
    if (run->options->quiet || item->muted || !work_is_wanted(run, &item->answer)) return;
    if (is_name && (change != SEEN_NEW || deleted)) return;
    if (item->answer.cluster && change == SEEN_SAME) return;
    if (item->answer.cluster && change == SEEN_CHANGED && !deleted) {
        item->event = VITALS_EVENT_MODIFIED;
    }
    if (!is_name) add_event(&item->line, item->event, change != SEEN_NEW);
    vt_buffer_add_terminated(&item->line, "\n");
    terminal_write(item->line.bytes, item->line.size);
}

/* It is not selected and explains nothing; an earlier version of it may have. */
static void take_other(cli_run *run, cli_item *item) {
    const uint32_t index = item->answer.name ? entries_find(run, &item->answer) : NO_ENTRY;
    if (index != NO_ENTRY && entry_at(run, index)->context) entries_remove(run, &item->answer);
}

static void take_together(cli_run *run, cli_item *item) {
    if (!item->selected && !item->context) {
        take_other(run, item);
        return;
    }
    if (item->event == VITALS_EVENT_DELETED) {
        entries_remove(run, &item->answer);
        return;
    }
    if (!item->answered) return;
    const size_t before = run->entry_count;
    const uint32_t index = entries_put(run, &item->answer, NULL, item->event);
    /* `kubectl get -w` without events: an object comes again. */
    run->watching |=
        run->entry_count == before && item->source && strcmp(item->source->path, "-") == 0;
    entry_at(run, index)->desired = item->desired;
    entry_at(run, index)->context = item->context;
    because_keep(entry_at(run, index), item->note);
    item->note = NULL;
    if (item->context) {
        groups_remove(run, index);
    } else {
        groups_put(run, index, item->document, item->verdict);
    }
    entry_at(run, index)->kept = item->kept;
    entry_at(run, index)->keeps_pod = item->keeps_pod;
    item->kept = NULL;
}

static void take_into_set(cli_run *run, cli_item *item) {
    if (!item->selected && !item->context) return;
    answer_fill_relations(&item->answer, item->document);
    if (item->event == VITALS_EVENT_DELETED) {
        entries_remove(run, &item->answer);
        return;
    }
    const uint32_t index = entries_put(run, &item->answer, item->document, item->event);
    entry_at(run, index)->context = item->context;
    item->document = NULL;
}

/* Where it was read from is known from the first time. */
static void take_from_set(cli_run *run, cli_item *item) {
    if (!item->answered) return;
    cli_entry *entry = entry_at(run, item->entry);
    item->answer.document = entry->answer.document;
    item->answer.place = entry->answer.place;
    entries_set_answer(run, item->entry, &item->answer);
    entry->desired = item->desired;
    because_keep(entry, item->note);
    item->note = NULL;
    if (!entry->context) groups_put(run, item->entry, entry->live, item->verdict);
}

typedef void (*take_fn)(cli_run *run, cli_item *item);

static take_fn take_function(const cli_run *run, const cli_item *item) {
    if (run->streams) return take_from_stream;
    if (!item->source) return take_from_set;
    return run->keeps_set ? take_into_set : take_together;
}

static void keep_for_part(cli_run *run, cli_item *item) {
    if (!item->document) return;
    if (item->explains) {
        part_objects_take(run, NULL, item->document);
        item->document = NULL;
    } else {
        part_objects_drop(run, NULL, item->document);
    }
}

static void take_counted(cli_run *run, cli_item *item) {
    if (item->source) {
        item->source->errors += item->problems.errors;
        item->source->objects += item->problems.errors == 0 && !item->holds_no_object;
    }
    selection_remember(run->selection, &item->found);
    if (item->problems.lines.size) progress_end(&run->progress);
    problems_print_unread(&item->problems, &run->errors, &run->coverage, 1);
    run->watching |= item->event != VITALS_EVENT_NONE;
    take_function(run, item)(run, item);
    if (run->is_part) keep_for_part(run, item);
}

/* The memory that is not given up is used again. */
static void empty(cli_item *item) {
    answer_done(&item->answer);
    free(item->kept);
    item->kept = NULL;
    vitals_why_note_free(NULL, item->note);
    item->note = NULL;
    item->explains = false;
    selection_found_done(&item->found);
    vitals_piece_free(item->piece); /* here, in the thread that created it */
    item->piece = NULL;
    item->source = NULL;
    item->desired = NULL;
    item->event = VITALS_EVENT_NONE;
    item->context = false;
    item->selected = item->answered = item->holds_no_object = false;
}

static void take(void *user, void *pushed) {
    cli_item *item = pushed;
    if (!item->piece || vitals_piece_settle(item->piece, item->parsed)) take_counted(user, item);
    empty(item);
}

static void done(void *pushed) {
    cli_item *item = pushed;
    vitals_verdict_free(item->verdict);
    vitals_document_free(item->document);
    free(item->kept);
    vitals_why_note_free(NULL, item->note);
    vt_buffer_done(&item->line);
    problems_done(&item->problems);
}

static void make(void *pushed) {
    cli_item *item = pushed;
    *item = (cli_item){ .line = BUFFER_INIT, .problems = PROBLEMS_INIT };
}

pool_work work_of(cli_run *run) {
    return (pool_work){ sizeof(cli_item), start, stop, make, work, take, done, run };
}

/* -------------------------------------------------------- assessed elsewhere */

static cli_item item_of(const work_place *place) {
    return (cli_item){ .line = BUFFER_INIT,
                       .problems = PROBLEMS_INIT,
                       .selected = true,
                       .answered = true,
                       .muted = place->muted,
                       .event = place->follows ? VITALS_EVENT_ADDED : VITALS_EVENT_NONE };
}

static void set_cluster(const cli_run *run, cli_item *item, const work_place *place) {
    item->answer.cluster = memory_copy_string(place->cluster);
    item->answer.show_cluster = run->clusters;
}

/* Put the answer of an item where those of files go, and empty it. `live` and the verdict are NULL for what
** is missing, whose document `kept` is taken. Returns its entry, or NO_ENTRY in a stream. */
static uint32_t put_answer(cli_run *run, cli_item *item, const vitals_document *live,
                           vitals_document *kept) {
    uint32_t index = NO_ENTRY;
    if (run->streams) {
        take_from_stream(run, item);
        vitals_document_free(kept);
    } else {
        const uint32_t before = entries_find(run, &item->answer);
        const bool hidden = before != NO_ENTRY && entry_at(run, before)->context;
        if (before != NO_ENTRY) item->event = VITALS_EVENT_MODIFIED;
        index = entries_put(run, &item->answer, kept, item->event);
        entry_at(run, index)->desired = item->desired;
        entry_at(run, index)->missing = kept != NULL;
        entry_at(run, index)->stale = false;
        groups_put(run, index, live, item->verdict);
        if (hidden) groups_hide(run, index, true);
    }
    answer_done(&item->answer);
    vt_buffer_done(&item->line);
    return index;
}

void work_take_assessed(cli_run *run, const work_place *place, const vitals_document *document,
                        vitals_verdict *verdict) {
    cli_item item = item_of(place);
    set_cluster(run, &item, place);
    if (!run->scratch) run->scratch = start(run);
    item.verdict = verdict;
    if (run->desired) item.desired = desired_find(run, document);
    fill_answer(run, run->scratch, document, verdict, &item);
    const uint32_t index = put_answer(run, &item, document, NULL);
    if (index != NO_ENTRY) {
        because_keep(entry_at(run, index), because_note(run, document, verdict));
    }
}

uint32_t work_take_missing(cli_run *run, const work_place *place, vitals_document *document,
                           const char *unknown) {
    const answer_absence absence = { .profile = run->rules.call.profile,
                                     .message = "listed by its application, but not there",
                                     .unknown = unknown,
                                     .cluster = place->cluster };
    cli_item item = item_of(place);
    answer_fill_missing(&item.answer, document, &absence, run->parts);
    item.answer.show_cluster = run->clusters;
    if (!item.answer.name) answer_fill_identity(&item.answer, document);
    item.desired = document;
    if (run->streams) note_identity(run, &item.answer, document);
    if (run->streams) fill_line(run, &item, NULL, NULL);
    return put_answer(run, &item, NULL, document);
}

void work_take_removed(cli_run *run, const work_place *place, const vitals_live_row *row,
                       const char *api_version) {
    cli_item item = item_of(place);
    set_cluster(run, &item, place);
    const vitals_live_object *object = &row->object;
    const seen_names names = { object->group, object->kind, object->namespace_, object->name };
    answer_fill_row(&item.answer, row, api_version);
    item.answer.identity = seen_identity(&run->seen, object->uid, &names);
    item.event = VITALS_EVENT_DELETED;
    if (run->streams) {
        fill_line(run, &item, NULL, NULL);
        take_from_stream(run, &item);
    } else {
        (void)entries_remove(run, &item.answer);
    }
    answer_done(&item.answer);
    vt_buffer_done(&item.line);
}

void work_done(cli_run *run) {
    if (run->scratch) stop(run, run->scratch);
    run->scratch = NULL;
}

void work_assess_live(cli_run *run, const uint32_t *order, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!entry_at(run, order[i])->live) continue;
        cli_item *item = pool_next(run->pool);
        item->entry = order[i];
        pool_push(run->pool, 0);
    }
    pool_drain(run->pool);
}
