/* Replaces expected results by the actual ones, byte by byte, so that comments and order stay. */
#include "author/testing/testing.h"
#include "base/memory/memory.h"
#include "base/memory/sort.h"
#include "base/text/ascii.h"

/* Bytes [from, to) of the text become `bytes`. */
typedef struct splice {
    size_t from, to;
    vt_text bytes;
} splice;

/* One file that is being updated. */
typedef struct update {
    const vitals_report *report;
    const char *file;
    vt_text text;
    vt_arena arena;
    splice *splices;
    size_t count, capacity;
    size_t changed;
} file_update;

/* ------------------------------------------------------------ where values end */

static bool is_in_flow(vt_text text, size_t key_offset) {
    size_t at = key_offset;
    while (at > 0 && text.bytes[at - 1] != '\n') at--;
    return vt_text_find_byte(vt_text_between(text, at, key_offset), '{', 0) != SIZE_MAX;
}

static size_t end_of_quoted(vt_text text, size_t at) {
    char quote = text.bytes[at++];
    for (; at < text.size; at++) {
        if (quote == '"' && text.bytes[at] == '\\') {
            at++;
        } else if (text.bytes[at] == quote) {
            if (quote == '"' || at + 1 >= text.size || text.bytes[at + 1] != '\'') return at + 1;
            at++;
        }
    }
    return text.size;
}

static size_t line_start(vt_text text, size_t at) {
    while (at > 0 && text.bytes[at - 1] != '\n') at--;
    return at;
}

static size_t indentation(vt_text text, size_t line) {
    size_t at = line;
    while (at < text.size && text.bytes[at] == ' ') at++;
    return at - line;
}

/* The end of the lines of a scalar that begins on the line at `at`: those that are indented more
** than its key, up to the first blank one. */
static size_t end_of_lines(vt_text text, size_t at, size_t key_column) {
    size_t end = vt_text_find_byte(text, '\n', at);
    while (end != SIZE_MAX && end + 1 < text.size) {
        size_t next = end + 1, stop = vt_text_find_byte(text, '\n', next);
        vt_text line = vt_text_between(text, next, stop == SIZE_MAX ? text.size : stop);
        if (vt_text_trim(line).size > 0 && indentation(text, next) <= key_column) break;
        if (vt_text_trim(line).size == 0) break;
        end = stop;
    }
    return end == SIZE_MAX ? text.size : end;
}

static size_t end_of_plain(vt_text text, size_t at, bool in_flow) {
    size_t end = at;
    while (end < text.size && text.bytes[end] != '\n') {
        bool comment = text.bytes[end] == '#' && end > at && text.bytes[end - 1] == ' ';
        bool flow_end = in_flow && (text.bytes[end] == ',' || text.bytes[end] == '}');
        if (comment || flow_end) break;
        end++;
    }
    while (end > at && (text.bytes[end - 1] == ' ' || text.bytes[end - 1] == '\r')) end--;
    return end;
}

/* Where the value of the key at `key` ends, its value starting at `at`. */
static size_t end_of_value(vt_text text, size_t key, size_t at) {
    if (at >= text.size) return text.size;
    char first = text.bytes[at];
    if (first == '"' || first == '\'') return end_of_quoted(text, at);
    size_t column = key - line_start(text, key);
    if (first == '|' || first == '>') return end_of_lines(text, at, column);
    bool in_flow = is_in_flow(text, key);
    size_t end = end_of_plain(text, at, in_flow);
    size_t lines = in_flow ? end : end_of_lines(text, at, column);
    return lines > vt_text_find_byte(text, '\n', at) ? lines : end;
}

/* --------------------------------------------------------------------- splices */

static bool add_splice(file_update *update, size_t from, size_t to, vt_text bytes) {
    void *items = update->splices;
    bool room =
        !vt_text_is_absent(bytes) && vt_grow(&update->report->allocator, &items, &update->capacity,
                                             update->count, sizeof *update->splices);
    update->splices = items;
    if (room) update->splices[update->count++] = (splice){ from, to, bytes };
    return room;
}

/* Plain scalars that YAML reads as another type. */
static const char *const reserved[] = { "",   "~",   "null", "true", "false", "yes", "no",
                                        "on", "off", "y",    "n",    ".inf",  ".nan" };

static bool is_plain(vt_text text) {
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++) {
        if (vt_text_equal_fold(text, vt_text_from(reserved[i]))) return false;
    }
    for (size_t i = 0; i < text.size; i++) {
        unsigned char byte = (unsigned char)text.bytes[i];
        bool letter = vt_is_letter(byte);
        bool inner = i > 0 && (vt_is_digit(byte) || strchr(" .-_/()", byte));
        if (!letter && !(inner && byte)) return false;
    }
    return text.bytes[text.size - 1] != ' ';
}

/* A scalar that parses as `text`: plain where possible, else in double quotes. */
static vt_text quoted(file_update *update, vt_text text) {
    if (is_plain(text)) return vt_arena_copy(&update->arena, text);
    vt_buffer out;
    vt_buffer_init(&out, &update->report->allocator, SIZE_MAX / 2);
    vt_buffer_add_byte(&out, '"');
    for (size_t i = 0; i < text.size; i++) {
        unsigned char byte = (unsigned char)text.bytes[i];
        if (byte == '"' || byte == '\\') {
            vt_buffer_printf(&out, "\\%c", byte);
        } else if (byte == '\n') {
            vt_buffer_add_terminated(&out, "\\n");
        } else if (byte < ' ' || byte == 0x7F) {
            vt_buffer_printf(&out, "\\x%02x", byte);
        } else {
            vt_buffer_add_byte(&out, (char)byte);
        }
    }
    vt_buffer_add_byte(&out, '"');
    vt_text copy =
        out.failed ? VT_TEXT_ABSENT : vt_arena_copy(&update->arena, vt_buffer_text(&out));
    vt_buffer_done(&out);
    return copy;
}

/* Replace an existing value. Its key is the value just before it. */
static bool replace(file_update *update, const vt_value *value, vt_text by) {
    size_t key = (value - 1)->offset, at = value->offset;
    return add_splice(update, at, end_of_value(update->text, key, at), quoted(update, by));
}

/* Add a missing message after the status, in the same style. */
static bool insert_message(file_update *update, const vt_value *status, vt_text message) {
    vt_text text = update->text, scalar = quoted(update, message);
    size_t key = (status - 1)->offset;
    size_t end = end_of_value(text, key, status->offset);
    if (vt_text_is_absent(scalar)) return false;
    if (is_in_flow(text, key)) {
        return add_splice(update, end, end,
                          vt_arena_printf(&update->arena, ", message: %.*s", VT_TEXT_ARG(scalar)));
    }
    size_t stop = vt_text_find_byte(text, '\n', end);
    if (stop == SIZE_MAX) stop = text.size;
    return add_splice(update, stop, stop,
                      vt_arena_printf(&update->arena, "\n%*smessage: %.*s",
                                      (int)(key - line_start(text, key)), "", VT_TEXT_ARG(scalar)));
}

/* --------------------------------------------------------------------- one file */

static const vitals_test *find_test(const file_update *update, uint32_t line) {
    for (size_t i = 0; i < update->report->test_count; i++) {
        const vitals_test *test = &update->report->tests[i];
        if (test->line == line && test->outcome == VITALS_OUTCOME_FAILED && test->status.bytes &&
            vt_text_is(test->file, update->file)) {
            return test;
        }
    }
    return NULL;
}

/* false: out of memory, or there is no status to replace. */
static bool update_fixture(file_update *update, const vt_fixture *fixture,
                           const vitals_test *test) {
    if (!fixture->status_value) return false;
    bool ok = vt_text_equal(fixture->status, test->status) ||
              replace(update, fixture->status_value, test->status);
    if (update->report->options.statuses_only || vt_text_equal(fixture->message, test->message)) {
        return ok;
    }
    return ok &&
           (fixture->message_value ? replace(update, fixture->message_value, test->message)
                                   : insert_message(update, fixture->status_value, test->message));
}

static int by_place(const void *a, const void *b) {
    const splice *left = a, *right = b;
    if (left->from != right->from) return left->from < right->from ? -1 : 1;
    return (left->to > right->to) - (left->to < right->to); /* what is inserted comes first */
}

static char *apply(file_update *update, size_t *size) {
    vt_buffer out;
    vt_buffer_init(&out, &update->report->allocator, SIZE_MAX / 2);
    if (!vt_sort(update->splices, update->count, sizeof *update->splices, by_place,
                 (vt_interrupt){ NULL, NULL })) {
        return NULL;
    }
    size_t at = 0;
    for (size_t i = 0; i < update->count; i++) {
        const splice *edit = &update->splices[i];
        vt_buffer_add(&out, vt_text_between(update->text, at, edit->from));
        vt_buffer_add(&out, edit->bytes);
        at = edit->to;
    }
    vt_buffer_add(&out, vt_text_between(update->text, at, update->text.size));
    char *text = vt_buffer_take(&out, size);
    vt_buffer_done(&out);
    return text;
}

static vitals_status refuse(vitals_diagnostics *diagnostics, const char *file, uint32_t line) {
    vt_diagnose(diagnostics, VITALS_SEVERITY_ERROR, "test-update", (vt_place){ file, 0, line, 1 },
                NULL, VT_TEXT("this test cannot be updated: write its healthStatus in full"));
    return VITALS_ESYNTAX;
}

static vitals_status collect(file_update *update, vitals_report *scratch,
                             const vitals_document *document, vitals_diagnostics *diagnostics) {
    vt_fixture fixture;
    for (const vt_value *at = NULL; (at = vt_fixture_next(scratch, document, at, &fixture));) {
        uint32_t line = vt_document_place(document, fixture.item).line;
        const vitals_test *test = find_test(update, line);
        if (!test) continue;
        if (!update_fixture(update, &fixture, test)) {
            return refuse(diagnostics, update->file, line);
        }
        update->changed++;
    }
    return VITALS_OK;
}

/* Parse the new text: each updated test must now expect the actual result. */
static vitals_status check(file_update *update, vitals_report *scratch,
                           const vitals_read_options *options, const char *text, size_t size,
                           vitals_diagnostics *diagnostics) {
    vitals_document *document = NULL;
    vitals_status status = vitals_document_parse(text, size, options, &document, diagnostics);
    vt_fixture fixture;
    size_t index = 0;
    for (const vt_value *at = NULL;
         !status && (at = vt_fixture_next(scratch, document, at, &fixture)); index++) {
        const vitals_test *test = NULL;
        size_t seen = 0;
        for (size_t i = 0; i < update->report->test_count && !test; i++) {
            const vitals_test *other = &update->report->tests[i];
            if (vt_text_is(other->file, update->file) && seen++ == index) test = other;
        }
        if (!test || !test->status.bytes || test->outcome != VITALS_OUTCOME_FAILED) continue;
        bool same = vt_text_equal(fixture.status, test->status) &&
                    (update->report->options.statuses_only ||
                     vt_text_equal(fixture.message, test->message));
        if (!same) status = refuse(diagnostics, update->file, test->line);
    }
    vitals_document_free(document);
    return status;
}

vitals_status vitals_report_update(const vitals_report *report, const char *file, const char *bytes,
                                   size_t size, char **text, size_t *text_size, size_t *changed,
                                   vitals_diagnostics *diagnostics) {
    if (!report || !text || !text_size) return VITALS_EINVAL;
    vitals_report scratch = { .allocator = report->allocator };
    file_update update = { .report = report, .file = file, .text = vt_text_slice(bytes, size) };
    vt_arena_init(&scratch.arena, &report->allocator, 0);
    vt_arena_init(&update.arena, &report->allocator, 0);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &report->allocator;
    options.limits = &report->limits;
    options.format = VITALS_FORMAT_YAML;
    options.file = file;
    vitals_document *document = NULL;
    char *spliced = NULL;
    size_t spliced_size = 0;
    vitals_status status = vitals_document_parse(bytes, size, &options, &document, diagnostics);
    if (!status) status = collect(&update, &scratch, document, diagnostics);
    if (!status && !(spliced = apply(&update, &spliced_size))) status = VITALS_ENOMEM;
    if (!status) {
        status = check(&update, &scratch, &options, spliced, spliced_size, diagnostics);
    }
    vitals_document_free(document);
    vt_release_array(&report->allocator, update.splices, update.capacity, sizeof *update.splices);
    vt_arena_done(&update.arena);
    vt_arena_done(&scratch.arena);
    if (status) {
        vitals_text_free(&report->allocator, spliced, spliced_size);
        return status;
    }
    *text = spliced;
    *text_size = spliced_size;
    *changed = update.changed;
    return VITALS_OK;
}
