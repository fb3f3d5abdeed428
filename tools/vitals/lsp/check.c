/* Lint of an open text, beside the files that its check has on the disk and in the editor. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/files.h"
#include "lint/lint.h"
#include "lsp/lsp.h"

enum { MOST_FIXTURES = 500 };

/* ------------------------------------------------------------ files of a check */

static bool is_there(const lsp_server *server, const char *directory, const char *name) {
    vt_buffer path = BUFFER_INIT;
    vt_buffer_printf(&path, "%s%s", directory, name);
    const bool there = texts_find_path(server, vt_buffer_string(&path)) ||
                       access(vt_buffer_string(&path), R_OK) == 0;
    vt_buffer_done(&path);
    return there;
}

static char *parent_of(const char *path) {
    size_t size = strlen(path);
    while (size > 0 && path[size - 1] == '/') size--;
    while (size > 0 && path[size - 1] != '/') size--;
    return memory_copy(path, size);
}

char *check_directory(const lsp_server *server, const char *path) {
    static const char testdata[] = "/testdata/";
    char *directory = parent_of(path);
    const size_t size = strlen(directory), tail = sizeof testdata - 1;
    if (size > tail && strcmp(directory + size - tail, testdata) == 0) {
        directory[size - tail + 1] = '\0';
    }
    if (*directory && (is_there(server, directory, "health.lua") ||
                       is_there(server, directory, "health.cel.yaml"))) {
        return directory;
    }
    free(directory);
    return NULL;
}

static void take_file(const lsp_server *server, const char *path, check_file_fn take, void *user) {
    const lsp_text *open = texts_find_path(server, path);
    if (open) {
        take(user, path, vt_buffer_text(&open->bytes));
        return;
    }
    vt_buffer content = BUFFER_INIT;
    cli_problems problems = PROBLEMS_INIT;
    if (access(path, R_OK) == 0 && file_read(path, MAX_FILE_BYTES, &content, &problems)) {
        take(user, path, vt_buffer_text(&content));
    }
    problems_done(&problems);
    vt_buffer_done(&content);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void take_fixtures(const lsp_server *server, const char *directory, check_file_fn take,
                          void *user) {
    vt_buffer path = BUFFER_INIT;
    option_list names = { NULL, 0 };
    const struct dirent *entry;
    vt_buffer_printf(&path, "%stestdata", directory);
    DIR *listing = opendir(vt_buffer_string(&path));
    while (listing && names.count < MOST_FIXTURES && (entry = readdir(listing))) {
        if (entry->d_name[0] == '.' || !file_has_extension(entry->d_name)) continue;
        option_list_add(&names, memory_copy_string(entry->d_name));
    }
    if (listing) closedir(listing);
    if (names.count > 0) qsort(names.items, names.count, sizeof *names.items, by_name);
    for (size_t i = 0; i < names.count; i++) {
        vt_buffer_clear(&path);
        vt_buffer_printf(&path, "%stestdata/%s", directory, names.items[i]);
        take_file(server, vt_buffer_string(&path), take, user);
    }
    option_list_free_items(&names);
    vt_buffer_done(&path);
}

void check_each_file(const lsp_server *server, const char *directory, check_file_fn take,
                     void *user) {
    static const char *const names[] = { "health.cel.yaml", "health.lua", "health_test.yaml" };
    vt_buffer path = BUFFER_INIT;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        vt_buffer_clear(&path);
        vt_buffer_printf(&path, "%s%s", directory, names[i]);
        take_file(server, vt_buffer_string(&path), take, user);
    }
    vt_buffer_done(&path);
    take_fixtures(server, directory, take, user);
}

/* ------------------------------------------------------------------- findings */

static void add_to_lint(void *lint, const char *path, vitals_text bytes) {
    if (vitals_lint_text(lint, path, bytes.bytes ? bytes.bytes : "", bytes.size) == VITALS_ENOMEM) {
        memory_exhausted();
    }
}

static bool is_file(void *user, const char *file) {
    return strcmp(user, file) == 0;
}

/* NULL: input has come. */
static vitals_lint *lint_of(lsp_server *server, lsp_text *text, bool yields) {
    vitals_lint *lint = NULL;
    cli_problems problems = PROBLEMS_INIT;
    char *directory = check_directory(server, text->path);
    if (vitals_lint_new(NULL, NULL, &lint) != VITALS_OK) memory_exhausted();
    if (yields) vitals_lint_set_interrupt(lint, wire_has_input, server);
    vitals_lint_set_filter(lint, is_file, text->path);
    for (size_t i = 0; i < server->schemas.count; i++) {
        (void)!vitals_lint_schemas(lint, server->schemas.items[i], NULL, NULL);
    }
    lint_find_settings(lint, text->path, &problems);
    if (directory) {
        check_each_file(server, directory, add_to_lint, lint);
    } else {
        add_to_lint(lint, text->path, vt_buffer_text(&text->bytes));
    }
    const vitals_status status = vitals_lint_finish(lint);
    if (status == VITALS_ENOMEM) memory_exhausted();
    problems_done(&problems);
    free(directory);
    if (status == VITALS_OK) return lint;
    vitals_lint_free(lint);
    return NULL;
}

static void add_finding(vt_json_writer *list, const lsp_server *server, const lsp_text *text,
                        const vitals_lint_finding *finding) {
    static const unsigned severities[] = {
        [VITALS_SEVERITY_ERROR] = 1, [VITALS_SEVERITY_WARNING] = 2, [VITALS_SEVERITY_NOTE] = 3
    };
    vt_json_writer item = vt_json_add_object(list, NULL);
    vt_buffer words = BUFFER_INIT;
    size_t from, to;
    finding_span(text, finding, &from, &to);
    range_write(&item, server, text, from, to);
    vt_json_add_unsigned(&item, "severity", severities[finding->severity]);
    vt_json_add_word(&item, "code", finding->rule->id);
    vt_json_add_word(&item, "source", "vitals");
    vt_buffer_printf(&words, "%.*s. %.*s", VT_TEXT_ARG(finding->text),
                     VT_TEXT_ARG(finding->advice));
    vt_json_add_text(&item, "message", vt_buffer_text(&words));
    vt_buffer_done(&words);
    vt_json_close(&item);
}

static void publish(const lsp_server *server, vitals_text uri, const lsp_text *text) {
    vt_buffer out = BUFFER_INIT;
    vt_json_writer message = vt_json_open_object(&out);
    vt_json_add_word(&message, "jsonrpc", "2.0");
    vt_json_add_word(&message, "method", "textDocument/publishDiagnostics");
    vt_json_writer params = vt_json_add_object(&message, "params");
    vt_json_add_text(&params, "uri", uri);
    if (text) vt_json_add_integer(&params, "version", text->version);
    vt_json_writer list = vt_json_add_array(&params, "diagnostics");
    vitals_lint_finding finding;
    for (size_t i = 0; text && vitals_lint_finding_at(text->lint, i, &finding, sizeof finding);
         i++) {
        if (!finding.ignored && strcmp(finding.file, text->path) == 0) {
            add_finding(&list, server, text, &finding);
        }
    }
    vt_json_close(&list);
    vt_json_close(&params);
    vt_json_close(&message);
    wire_send(&out);
    vt_buffer_done(&out);
}

void check_text(lsp_server *server, lsp_text *text, bool yields) {
    vitals_lint *lint = lint_of(server, text, yields);
    if (!lint) return;
    vitals_lint_free(text->lint);
    text->lint = lint;
    text->dirty = false;
    publish(server, vt_text_from(text->uri), text);
}

void check_forget(vitals_text uri) {
    publish(NULL, uri, NULL);
}
