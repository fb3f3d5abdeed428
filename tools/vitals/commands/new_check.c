/* Drafts of checks: what they are made from, the objects as they can be published, and where they go. */
#include "commands/new_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vitals/testing.h>

#include "base/memory.h"
#include "commands/scrub.h"
#include "input/below.h"
#include "input/files.h"

typedef struct document_list {
    vitals_document **items;
    size_t count;
} document_list;

typedef struct check_session {
    const check_options *options;
    char *group;
    const char *kind;
    document_list objects, schemas;
    cli_scrub *scrub;
    bool only_schemas; /* of what is read now */
    cli_problems problems;
    size_t errors;
} check_session;

static void add_document(document_list *list, vitals_document *document) {
    list->items = memory_grow(list->items, list->count, sizeof *list->items);
    list->items[list->count++] = document;
}

static void list_done(document_list *list) {
    for (size_t i = 0; i < list->count; i++) vitals_document_free(list->items[i]);
    free(list->items);
}

/* ------------------------------------------------------------------- reading */

/* The fixtures of a draft are its objects, so they are made fit to be published before. */
static void add_object(check_session *session, const vitals_document *object) {
    vitals_document *fixture = NULL;
    if (scrub_document(session->scrub, object, &fixture) == VITALS_OK) {
        add_document(&session->objects, fixture);
    } else {
        problems_add_error(&session->problems, NULL, "an object is too large for a fixture");
    }
}

static void take(void *user, vitals_document *document) {
    check_session *session = user;
    const vitals_text kind = vitals_document_kind(document);
    if (!session->only_schemas && vt_text_is(kind, session->kind) &&
        vt_text_is(vitals_document_group(document), session->group)) {
        add_object(session, document);
    } else if (session->only_schemas || vt_text_is(kind, "CustomResourceDefinition")) {
        add_document(&session->schemas, document);
        return;
    }
    vitals_document_free(document);
}

static void read_all(check_session *session, const option_list *paths, bool only_schemas) {
    source_list sources = { NULL, 0 };
    session->only_schemas = only_schemas;
    sources_find(&sources, paths, &session->problems);
    for (size_t i = 0; i < sources.count; i++) {
        source_read_documents(&sources.items[i], NULL, take, session, &session->problems,
                              &session->errors, NULL);
    }
    sources_done(&sources);
}

/* -------------------------------------------------------------------- writing */

static bool write_new(check_session *session, const vitals_draft_file *file) {
    vt_buffer path = BUFFER_INIT, below = BUFFER_INIT;
    const char *why;
    vt_buffer_add_bytes(&below, file->path.bytes, file->path.size);
    vt_buffer_printf(&path, "%s/%s", session->options->directory, vt_buffer_string(&below));
    FILE *out = below_create(session->options->directory, vt_buffer_string(&below), false, &why);
    bool ok = out && fwrite(file->text.bytes, 1, file->text.size, out) == file->text.size;
    if (out && fclose(out) != 0) ok = false;
    if (ok) {
        printf("%s\n", vt_buffer_string(&path));
    } else {
        problems_add_error(&session->problems, vt_buffer_string(&path), "%s",
                           out ? "cannot be written" : why);
    }
    vt_buffer_done(&below);
    vt_buffer_done(&path);
    return ok;
}

static void show_assumptions(const vitals_draft *draft) {
    vitals_text sentence;
    fputs("the draft assumes:\n", stderr);
    for (size_t i = 0; (sentence = vitals_draft_assumption_at(draft, i)).bytes; i++) {
        fprintf(stderr, "- %.*s\n", (int)sentence.size, sentence.bytes);
    }
}

static void write_draft(check_session *session, const vitals_draft *draft) {
    vitals_draft_file file;
    scrub_show_changes(session->scrub);
    for (size_t i = 0; vitals_draft_file_at(draft, i, &file, sizeof file); i++) {
        if (session->options->expressions) {
            fwrite(file.text.bytes, 1, file.text.size, stdout);
        } else if (!write_new(session, &file)) {
            return;
        }
    }
    show_assumptions(draft);
}

static void make_draft(check_session *session) {
    vitals_draft_options options = VITALS_DRAFT_OPTIONS_INIT;
    vitals_draft *draft = NULL;
    options.objects = (const vitals_document *const *)session->objects.items;
    options.object_count = session->objects.count;
    options.schemas = (const vitals_document *const *)session->schemas.items;
    options.schema_count = session->schemas.count;
    options.group = session->group;
    options.kind = session->kind;
    options.expressions = session->options->expressions;
    const vitals_status status = vitals_draft_make(&options, &draft);
    const char *where = session->options->from.count == 1 ? session->options->from.items[0] : NULL;
    if (status == VITALS_ENOMEM) memory_exhausted();
    if (status == VITALS_OK) {
        write_draft(session, draft);
    } else if (status == VITALS_ENOTFOUND) {
        problems_add_error(&session->problems, where, "no object of kind %s, and no schema of it",
                           session->options->kind);
    } else {
        problems_add_error(&session->problems, where, "no check can be named after this kind");
    }
    vitals_draft_free(draft);
}

int new_check(const check_options *options) {
    check_session session = { .options = options, .problems = PROBLEMS_INIT };
    const char *slash = strchr(options->kind, '/');
    session.group = memory_copy_string(options->kind);
    session.group[slash - options->kind] = '\0';
    session.kind = slash + 1;
    session.scrub = scrub_new();
    read_all(&session, &options->from, false);
    read_all(&session, &options->schemas, true);
    problems_print(&session.problems, &session.errors);
    if (session.errors == 0) make_draft(&session);
    problems_print(&session.problems, &session.errors);
    problems_done(&session.problems);
    list_done(&session.objects);
    list_done(&session.schemas);
    scrub_free(session.scrub);
    free(session.group);
    return session.errors ? EXIT_INPUT : EXIT_HEALTHY;
}
