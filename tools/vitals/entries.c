/* The objects that are kept: watch events, the set, and what is desired. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assess.h"
#include "memory.h"

void entries_add(cli_run *run, const cli_entry *entry) {
    run->entries = memory_grow(run->entries, run->entry_count, sizeof *run->entries);
    run->entries[run->entry_count++] = *entry;
}

void entries_done(cli_run *run) {
    for (size_t i = 0; i < run->entry_count; i++) {
        answer_done(&run->entries[i].answer);
        vitals_document_free(run->entries[i].parsed);
    }
    free(run->entries);
    free(run->by_document);
    vitals_set_free(run->set);
    vitals_set_free(run->desired);
}

/* ------------------------------------------------------------ watch events */

typedef vitals_text (*identity_fn)(const vitals_document *document);

static const identity_fn identity[] = { vitals_document_group, vitals_document_kind,
                                        vitals_document_namespace, vitals_document_name };

static int compare_texts(vitals_text a, vitals_text b) {
    const size_t shorter = a.size < b.size ? a.size : b.size;
    const int order = shorter ? memcmp(a.bytes, b.bytes, shorter) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static int compare_identities(const cli_entry *a, const cli_entry *b) {
    for (size_t i = 0; i < COUNT_OF(identity); i++) {
        const int order = compare_texts(identity[i](a->parsed), identity[i](b->parsed));
        if (order) return order;
    }
    return 0;
}

/* By identity, then in the order of arrival. */
static int compare_arrivals(const void *a, const void *b) {
    const cli_entry *const *left = a, *const *right = b;
    const int order = compare_identities(*left, *right);
    return order ? order : (*left > *right) - (*left < *right);
}

static void drop_hidden(cli_run *run) {
    size_t kept = 0;
    for (size_t i = 0; i < run->entry_count; i++) {
        if (run->entries[i].shown)
            run->entries[kept++] = run->entries[i];
        else
            vitals_document_free(run->entries[i].parsed);
    }
    run->entry_count = kept;
}

/* Of each object only the last event stays, and that only if it did not delete the object. */
static void apply_events(cli_run *run) {
    cli_entry **sorted = memory_new(run->entry_count, sizeof *sorted);
    for (size_t i = 0; i < run->entry_count; i++) sorted[i] = &run->entries[i];
    qsort(sorted, run->entry_count, sizeof *sorted, compare_arrivals);
    for (size_t i = 0; i < run->entry_count; i++) {
        const bool replaced = i + 1 < run->entry_count &&
                              sorted[i + 1]->event != VITALS_EVENT_NONE &&
                              compare_identities(sorted[i], sorted[i + 1]) == 0;
        sorted[i]->shown = !replaced && sorted[i]->event != VITALS_EVENT_DELETED;
    }
    free(sorted);
    drop_hidden(run);
}

static bool saw_events(const cli_run *run) {
    for (size_t i = 0; i < run->entry_count; i++)
        if (run->entries[i].event != VITALS_EVENT_NONE) return true;
    return false;
}

/* ----------------------------------------------------------------- the set */

static int compare_documents(const void *a, const void *b) {
    const document_index *left = a, *right = b;
    const uintptr_t x = (uintptr_t)left->document, y = (uintptr_t)right->document;
    return (x > y) - (x < y);
}

static void index_documents(cli_run *run) {
    run->by_document = memory_new(run->entry_count, sizeof *run->by_document);
    run->by_document_count = run->entry_count;
    for (size_t i = 0; i < run->entry_count; i++)
        run->by_document[i] = (document_index){ run->entries[i].live, i };
    qsort(run->by_document, run->by_document_count, sizeof *run->by_document, compare_documents);
}

size_t entries_find(const cli_run *run, const vitals_document *live) {
    const document_index wanted = { live, 0 };
    const document_index *found = bsearch(&wanted, run->by_document, run->by_document_count,
                                          sizeof *run->by_document, compare_documents);
    return found ? found->entry : SIZE_MAX;
}

void entries_fill_set(cli_run *run) {
    if (saw_events(run)) apply_events(run);
    if (vitals_set_new(NULL, &run->set) != VITALS_OK) memory_exhausted();
    for (size_t i = 0; i < run->entry_count; i++) {
        cli_entry *entry = &run->entries[i];
        if (vitals_set_add(run->set, entry->parsed) != VITALS_OK) memory_exhausted();
        entry->live = entry->parsed;
        entry->parsed = NULL;
    }
    run->rules.call.set = run->set;
    index_documents(run);
}

/* ----------------------------------------------------------------- desired */

/* A manifest may leave its namespace to whoever applies it. */
static const vitals_document *find_live(const cli_run *run, const vitals_document *desired) {
    const vitals_text group = vitals_document_group(desired), kind = vitals_document_kind(desired);
    const vitals_text name = vitals_document_name(desired);
    const vitals_text namespace = vitals_document_namespace(desired);
    const vitals_document *live = vitals_set_find(run->set, group, kind, namespace, name);
    if (live || namespace.size) return live;
    if (run->objects->namespace)
        return vitals_set_find(run->set, group, kind, text_from(run->objects->namespace), name);
    for (size_t i = 0; !live && i < run->entry_count; i++) {
        const vitals_document *other = run->entries[i].live;
        if (other && text_equal(vitals_document_name(other), name) &&
            text_equal(vitals_document_kind(other), kind) &&
            text_equal(vitals_document_group(other), group))
            live = other;
    }
    return live;
}

static void keep_desired(cli_run *run, vitals_document *desired) {
    if (!vitals_document_kind(desired).size || !selection_matches(&run->selection, desired)) {
        vitals_document_free(desired);
        return;
    }
    if (vitals_set_add(run->desired, desired) != VITALS_OK) memory_exhausted();
}

static ptrdiff_t read_descriptor(void *user, char *buffer, size_t capacity) {
    ssize_t got;
    do {
        got = read(*(int *)user, buffer, capacity);
    } while (got < 0 && errno == EINTR);
    return got;
}

static void read_stream(cli_run *run, const cli_source *source, vitals_stream *stream,
                        vitals_diagnostics *diagnostics) {
    for (vitals_status status = VITALS_OK; status != VITALS_ENOTFOUND;) {
        vitals_piece *piece = NULL;
        vitals_document *document = NULL;
        status = vitals_stream_next(stream, &piece, diagnostics);
        const vitals_status parsed =
            piece ? vitals_piece_parse(piece, &document, NULL, diagnostics) : status;
        vitals_piece_free(piece);
        if (parsed == VITALS_OK)
            keep_desired(run, document);
        else
            vitals_document_free(document);
        if (parsed != VITALS_ENOTFOUND)
            problems_add_all(&run->problems, source->path, parsed, diagnostics);
        vitals_diagnostics_clear(diagnostics);
        problems_print(&run->problems, &run->errors);
        if (status == VITALS_EREAD || status == VITALS_ENOMEM) return;
    }
}

static void read_desired(cli_run *run, const cli_source *source) {
    int descriptor = source_open(source, &run->problems);
    if (descriptor < 0) return;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.limits = &run->rules.limits;
    options.file = source->path;
    vitals_stream *stream = NULL;
    vitals_diagnostics *diagnostics = NULL;
    if (vitals_stream_new(&options, read_descriptor, &descriptor, &stream) != VITALS_OK ||
        vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK)
        memory_exhausted();
    read_stream(run, source, stream, diagnostics);
    vitals_diagnostics_free(diagnostics);
    vitals_stream_free(stream);
    source_close(descriptor);
}

static void join(cli_run *run) {
    for (size_t i = 0; i < vitals_set_count(run->desired); i++) {
        const vitals_document *desired = vitals_set_at(run->desired, i);
        const vitals_document *live = find_live(run, desired);
        if (live)
            run->entries[entries_find(run, live)].desired = desired;
        else
            entries_add(run, &(cli_entry){ .desired = desired, .owner = SIZE_MAX, .shown = true });
    }
}

void entries_join_desired(cli_run *run) {
    const option_list words = { (const char *[]){ run->options->desired }, 1 };
    source_list sources = { NULL, 0 };
    if (vitals_set_new(NULL, &run->desired) != VITALS_OK) memory_exhausted();
    sources_find(&sources, &words, &run->problems);
    for (size_t i = 0; i < sources.count; i++) read_desired(run, &sources.items[i]);
    problems_print(&run->problems, &run->errors);
    sources_done(&sources);
    join(run);
}
