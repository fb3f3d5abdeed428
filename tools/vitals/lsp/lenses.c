/* Code lenses: what the tests of a check give with the files as they are in the editor, and the command that runs them. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text/lines.h"
#include "lsp/lsp.h"

static const char command[] = "vitals.test";

/* ----------------------------------------------------------------------- a run */

typedef struct file_list {
    vitals_test_file *items;
    size_t count, root; /* the size of the directory that holds the tree, with its slash */
} file_list;

static void add_file(void *user, const char *path, vitals_text bytes) {
    file_list *files = user;
    const vt_text inside = vt_text_from(path + files->root);
    files->items = memory_grow(files->items, files->count, sizeof *files->items);
    files->items[files->count++] =
        (vitals_test_file){ { memory_copy(inside.bytes, inside.size), inside.size },
                            { memory_copy(bytes.bytes, bytes.size), bytes.size } };
}

static void free_files(file_list *files) {
    for (size_t i = 0; i < files->count; i++) {
        free((char *)(uintptr_t)files->items[i].path.bytes);
        free((char *)(uintptr_t)files->items[i].text.bytes);
    }
    free(files->items);
}

/* The size of all but group/Kind/; 0: there are not as many parts. */
static size_t root_of(const char *directory) {
    size_t at = strlen(directory);
    for (int slashes = 0; at > 0; at--) {
        if (directory[at - 1] == '/' && ++slashes == 3) return at;
    }
    return 0;
}

vitals_report *lenses_run(const lsp_server *server, const lsp_text *text) {
    vitals_test_options options = VITALS_TEST_OPTIONS_INIT;
    static const char *const all[] = { "." };
    vitals_report *report = NULL;
    file_list files = { NULL, 0, 0 };
    char *directory = check_directory(server, text->path);
    if (directory) {
        files.root = root_of(directory);
        check_each_file(server, directory, add_file, &files);
    }
    options.files = files.items;
    options.file_count = files.count;
    options.now_seconds = clock_wall_ms(NULL) / 1000;
    if (files.count > 0 && vitals_test_run(all, 1, &options, &report, NULL) == VITALS_ENOMEM) {
        memory_exhausted();
    }
    free_files(&files);
    free(directory);
    return report;
}

/* --------------------------------------------------------------------- in words */

static bool is_of(vt_text name, const lsp_text *text) {
    return name.size > 0 && vt_text_ends(vt_text_from(text->path), name);
}

static void write_result(vt_buffer *out, const vitals_test *test) {
    if (test->error.size > 0) {
        vt_text rest = test->error, line;
        vt_text_split(&rest, '\n', &line);
        vt_buffer_printf(out, "%.*s", VT_TEXT_ARG(line));
    } else {
        vt_buffer_printf(out, "%.*s", VT_TEXT_ARG(test->status));
        if (test->message.size > 0) {
            vt_buffer_printf(out, ": %.*s", VT_TEXT_ARG(vt_text_cut(test->message, 120)));
        }
    }
}

static void write_outcome(vt_buffer *out, const vitals_test *test) {
    static const char *const words[] = {
        [VITALS_OUTCOME_PASSED] = "passes",
        [VITALS_OUTCOME_FAILED] = "fails",
        [VITALS_OUTCOME_SKIPPED] = "skipped",
    };
    vt_buffer_printf(out, "%s: ", words[test->outcome]);
    write_result(out, test);
    if (test->outcome == VITALS_OUTCOME_FAILED && test->expected_status.size > 0) {
        vt_buffer_printf(out, "; expected %.*s", VT_TEXT_ARG(test->expected_status));
        if (test->expected_message.size > 0) {
            vt_buffer_printf(out, ": %.*s", VT_TEXT_ARG(vt_text_cut(test->expected_message, 120)));
        }
    }
}

static void write_summary(vt_buffer *out, const vitals_report *report) {
    const size_t passed = vitals_report_count(report, VITALS_OUTCOME_PASSED);
    const size_t failed = vitals_report_count(report, VITALS_OUTCOME_FAILED);
    vt_buffer_printf(out, "%zu of %zu tests pass", passed, passed + failed);
}

void lenses_write_line(vt_buffer *out, const vitals_report *report, const lsp_text *text,
                       size_t line) {
    vitals_test test;
    for (size_t i = 0; vitals_report_test_at(report, i, &test, sizeof test); i++) {
        if (test.script_line != line || !is_of(test.script, text)) continue;
        const char *slash = strrchr(test.input.bytes ? test.input.bytes : "", '/');
        const vt_text input = slash ? vt_text_from(slash + 1) : test.input;
        vt_buffer_printf(out, "- `%.*s` ends here: ", VT_TEXT_ARG(input));
        write_result(out, &test);
        vt_buffer_add_byte(out, '\n');
    }
}

/* ----------------------------------------------------------------------- answers */

static void add_lens(vt_json_writer *list, const lsp_server *server, const lsp_text *text,
                     size_t line, const vt_buffer *title) {
    vt_json_writer lens = vt_json_add_object(list, NULL);
    const vt_lines lines = { vt_buffer_text(&text->bytes), NULL, 0 };
    const size_t at = vt_lines_offset(&lines, (uint32_t)line, 1);
    range_write(&lens, server, text, at, at);
    vt_json_writer action = vt_json_add_object(&lens, "command");
    vt_json_add_text(&action, "title", vt_buffer_text(title));
    vt_json_add_word(&action, "command", command);
    vt_json_writer arguments = vt_json_add_array(&action, "arguments");
    vt_json_add_word(&arguments, NULL, text->uri);
    vt_json_add_unsigned(&arguments, NULL, line);
    vt_json_close(&arguments);
    vt_json_close(&action);
    vt_json_close(&lens);
}

static void add_lenses(vt_json_writer *list, const lsp_server *server, const lsp_text *text,
                       const vitals_report *report) {
    vt_buffer title = BUFFER_INIT;
    vitals_test test;
    write_summary(&title, report);
    if (vitals_report_test_at(report, 0, &test, sizeof test)) {
        add_lens(list, server, text, 1, &title);
    }
    for (size_t i = 0; vitals_report_test_at(report, i, &test, sizeof test); i++) {
        if (!is_of(test.file, text) || test.line <= 1) continue;
        vt_buffer_clear(&title);
        write_outcome(&title, &test);
        add_lens(list, server, text, test.line, &title);
    }
    vt_buffer_done(&title);
}

void lenses_list(vt_json_writer *out, lsp_server *server, const lsp_message *message) {
    const lsp_text *text = texts_find(server, message_text(message, ".params.textDocument.uri"));
    vitals_report *report = text ? lenses_run(server, text) : NULL;
    vt_json_writer list = vt_json_add_array(out, "result");
    if (report) add_lenses(&list, server, text, report);
    vt_json_close(&list);
    vitals_report_free(report);
}

/* The test on a line; of line 1 all of them. */
static void write_results(vt_buffer *out, const vitals_report *report, const lsp_text *text,
                          int64_t line) {
    vitals_test test;
    write_summary(out, report);
    for (size_t i = 0; vitals_report_test_at(report, i, &test, sizeof test); i++) {
        if (line > 1 && (test.line != line || !is_of(test.file, text))) continue;
        vt_buffer_printf(out, "\n%.*s ", VT_TEXT_ARG(test.name));
        write_outcome(out, &test);
    }
}

void lenses_execute(vt_json_writer *out, lsp_server *server, const lsp_message *message) {
    const lsp_text *text = texts_find(server, message_text(message, ".params.arguments[0]"));
    const bool known = vt_text_is(message_text(message, ".params.command"), command);
    vitals_report *report = known && text ? lenses_run(server, text) : NULL;
    vt_buffer words = BUFFER_INIT, body = BUFFER_INIT;
    if (report) {
        const bool failed = vitals_report_count(report, VITALS_OUTCOME_FAILED) > 0;
        write_results(&words, report, text, message_integer(message, ".params.arguments[1]"));
        vt_json_writer shown = vt_json_open_object(&body);
        vt_json_add_word(&shown, "jsonrpc", "2.0");
        vt_json_add_word(&shown, "method", "window/showMessage");
        vt_json_writer params = vt_json_add_object(&shown, "params");
        vt_json_add_unsigned(&params, "type", failed ? 1 : 3); /* error, information */
        vt_json_add_text(&params, "message", vt_buffer_text(&words));
        vt_json_close(&params);
        vt_json_close(&shown);
        wire_send(&body);
    }
    vt_json_add_null(out, "result");
    vt_buffer_done(&words);
    vt_buffer_done(&body);
    vitals_report_free(report);
}
