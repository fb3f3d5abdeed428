/* Cutting a long input into objects: the public functions, and detecting what is at the front. */
#include "stream/stream.h"

#include "base/memory/memory.h"
#include "base/memory/sized.h"
#include "base/run/limits.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "document/document.h"

/* --------------------------------------------------------------- life cycle */

static bool copy_file_name(vitals_stream *stream, const char *file) {
    stream->options.file = NULL;
    if (!file) return true;
    stream->file_size = strlen(file) + 1;
    char *copy = vt_allocate(&stream->allocator, stream->file_size);
    if (!copy) return false;
    memcpy(copy, file, stream->file_size);
    stream->options.file = copy;
    return true;
}

static bool copy_drop(vitals_stream *stream, const vitals_read_options *options) {
    if (options->drop_count == 0) return true;
    stream->drop_size = vt_piece_drop_bytes(options);
    stream->drop = vt_allocate(&stream->allocator, stream->drop_size);
    if (!stream->drop) return false;
    vt_piece_copy_drop(options, stream->drop);
    stream->options.drop = stream->drop;
    return true;
}

vitals_status vitals_stream_new(const vitals_read_options *options, vitals_read_fn read, void *user,
                                vitals_stream **out) {
    vitals_read_options own;
    if (!out || !vt_read_options_read(options, &own)) return VITALS_EINVAL;
    vitals_allocator allocator = vt_allocator_or_default(own.allocator);
    vitals_stream *stream = vt_allocate_zeroed(&allocator, sizeof *stream);
    if (!stream) return VITALS_ENOMEM;
    stream->allocator = allocator;
    stream->limits = vt_limits_or_default(own.limits);
    stream->options = own;
    stream->options.allocator = &stream->allocator;
    stream->options.limits = &stream->limits;
    vt_window_init(&stream->window, &allocator, read, user);
    vt_buffer_init(&stream->list.type.text, &allocator, SIZE_MAX / 2);
    vt_buffer_init(&stream->list.envelope, &allocator, SIZE_MAX / 2);
    vt_buffer_init(&stream->list.metadata, &allocator, SIZE_MAX / 2);
    vt_buffer_init(&stream->metadata_type.text, &allocator, SIZE_MAX / 2);
    if (!copy_file_name(stream, own.file) || !copy_drop(stream, &own)) {
        vitals_stream_free(stream);
        return VITALS_ENOMEM;
    }
    *out = stream;
    return VITALS_OK;
}

void vitals_stream_free(vitals_stream *stream) {
    if (!stream) return;
    vitals_allocator allocator = stream->allocator;
    vt_piece_queue_done(&stream->ready);
    vt_piece_queue_done(&stream->list.held);
    vitals_piece_free(stream->list.last);
    vt_buffer_done(&stream->list.type.text);
    vt_buffer_done(&stream->list.envelope);
    vt_buffer_done(&stream->list.metadata);
    vt_buffer_done(&stream->metadata_type.text);
    vt_window_done(&stream->window);
    vt_release(&allocator, stream->drop, stream->drop_size);
    if (stream->options.file) {
        /* The copy is ours; the options only show it as constant. */
        union {
            const char *shown;
            char *own;
        } file = { stream->options.file };
        vt_release(&allocator, file.own, stream->file_size);
    }
    vt_release(&allocator, stream, sizeof *stream);
}

/* ------------------------------------------------------------------ beginning */

enum { SAMPLE_BYTES = 4096 };

/* Text has no NUL, and few other control characters or bytes that are not UTF-8. */
static bool is_binary(vt_text sample) {
    if (vt_text_find_byte(sample, '\0', 0) != SIZE_MAX) return true;
    size_t strange = 0;
    for (size_t at = 0; at < sample.size;) {
        uint32_t code_point = vt_utf8_next(sample, &at);
        bool control = code_point < 0x20 && !strchr("\t\n\r\f\x1b", (int)code_point);
        strange += control || code_point == VT_UTF8_INVALID;
    }
    return strange * 10 > sample.size;
}

/* The first line or the start of it, so that a watch delivers its first event without delay. Absent
** while there is too little. */
static vt_text find_sample(vitals_stream *stream) {
    vt_text text = vt_window_text(&stream->window);
    size_t most = text.size < SAMPLE_BYTES ? text.size : SAMPLE_BYTES;
    size_t line_break = vt_text_find_byte(vt_text_between(text, 0, most), '\n', stream->cut.looked);
    stream->cut.looked = most;
    if (line_break != SIZE_MAX) return vt_text_between(text, 0, line_break + 1);
    return vt_stream_has(stream, SAMPLE_BYTES) ? vt_text_between(text, 0, most) : VT_TEXT_ABSENT;
}

/* Whether it is the first line of a table of kubectl: headers in capitals, between which there are at least
** two spaces, as kubectl pads columns. Some have words in brackets. */
static bool is_table(vt_text line) {
    const vt_text text = vt_text_trim(line);
    const bool starts = vt_text_starts(text, VT_TEXT("NAME")) ||
                        vt_text_starts(text, VT_TEXT("LAST SEEN")) ||
                        vt_text_starts(text, VT_TEXT("CLUSTER"));
    for (size_t i = 0; i < text.size; i++) {
        const char byte = text.bytes[i];
        const bool header =
            (byte >= 'A' && byte <= 'Z') || vt_is_digit(byte) || strchr(" -()/%", byte);
        if (!header) return false;
    }
    return starts && vt_text_find(text, VT_TEXT("  "), 0) != SIZE_MAX;
}

static vitals_status refuse(vitals_stream *stream, const char *rule, vt_text why,
                            vitals_diagnostics *diagnostics) {
    stream->finished = true;
    vt_diagnose(diagnostics, VITALS_SEVERITY_ERROR, rule, vt_stream_place(stream), NULL, why);
    return VITALS_ESYNTAX;
}

/* Name input that is not text, and say what to do about it. Absent: it is text. */
static vt_text what_is_binary(vt_text sample) {
    static const struct {
        vt_text begins, why;
    } rows[] = {
        { VT_TEXT_INIT("\x1f\x8b"),
          VT_TEXT_INIT("this is compressed with gzip: pass the output of gunzip -c") },
        { VT_TEXT_INIT("\xFF\xFE"),
          VT_TEXT_INIT("this is UTF-16: convert it to UTF-8, with iconv -f UTF-16 -t UTF-8") },
        { VT_TEXT_INIT("\xFE\xFF"),
          VT_TEXT_INIT("this is UTF-16: convert it to UTF-8, with iconv -f UTF-16 -t UTF-8") },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (vt_text_starts(sample, rows[i].begins)) return rows[i].why;
    }
    return is_binary(sample) ? VT_TEXT("this is binary data, neither YAML nor JSON in UTF-8")
                             : VT_TEXT_ABSENT;
}

/* Task: skip a byte order mark, and refuse what is not text, or not of objects. */
static vitals_status start(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    vt_window *window = &stream->window;
    vt_text sample = find_sample(stream);
    if (vt_text_is_absent(sample) && !window->at_end) return VITALS_EAGAIN;
    stream->started = true;
    if (vt_text_starts(sample, VT_TEXT("\xEF\xBB\xBF"))) {
        vt_window_consume_in_line(window, 3);
        window->counted = window->begin;
        return VITALS_OK;
    }
    const vt_text binary = what_is_binary(sample);
    if (!vt_text_is_absent(binary)) return refuse(stream, "binary-input", binary, diagnostics);
    if (!is_table(sample)) return VITALS_OK;
    return refuse(stream, "yaml-syntax", VT_TEXT("this is kubectl's table: add -o yaml"),
                  diagnostics);
}

/* ---------------------------------------------------------------------- tasks */

/* Consume blank lines and find the first byte that is not white space; its indentation is kept, but
** no more of it than a document may hold. False while there is none. */
static bool find_content(vitals_stream *stream, size_t *indentation) {
    uint64_t most = stream->limits.document_bytes;
    vt_text text = vt_window_text(&stream->window);
    size_t at = stream->cut.looked, line = 0;
    for (; at < text.size && vt_is_space(text.bytes[at]); at++) {
        if (text.bytes[at] == '\n' || at - line >= most) line = at + 1;
    }
    vt_window_consume(&stream->window, line);
    *indentation = stream->cut.looked = at - line;
    return at < text.size;
}

/* Whether `---`, which ends JSON, is at the front. */
static bool at_marker(vitals_stream *stream) {
    vt_text text = vt_window_text(&stream->window);
    if (vt_window_column(&stream->window) != 1) return false;
    return vt_text_starts(text, VT_TEXT("---")) && (text.size == 3 || vt_is_space(text.bytes[3]));
}

static vitals_status take_content(vitals_stream *stream, size_t indentation,
                                  vitals_diagnostics *diagnostics) {
    vitals_format format = stream->options.format;
    const vt_text text = vt_text_between(vt_window_text(&stream->window), indentation, SIZE_MAX);
    const char first = text.bytes[0];
    const bool template = vt_cut_is_action(text) && !stream->json_section;
    if ((first == '{' || first == '[') && !template && format != VITALS_FORMAT_YAML) {
        vt_window_consume(&stream->window, indentation);
        return vt_stream_json_value(stream, diagnostics);
    }
    bool marker = indentation == 0 && format != VITALS_FORMAT_JSON && at_marker(stream);
    if (marker) stream->json_section = false;
    if (stream->json_section || format == VITALS_FORMAT_JSON) {
        vt_window_consume(&stream->window, indentation);
        return vt_stream_json_garbage(stream, diagnostics);
    }
    return vt_stream_yaml_document(stream, diagnostics);
}

/* Task: what is at the front, outside of lists. */
static vitals_status take_next(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    size_t indentation;
    const bool found = find_content(stream, &indentation);
    if (!found && !stream->window.at_end) return VITALS_EAGAIN;
    const vitals_status line = vt_stream_take_line(stream, indentation);
    if (line != VITALS_ENOTFOUND) return line;
    stream->finished = !found;
    if (!found) return VITALS_OK;
    const char first = vt_window_text(&stream->window).bytes[indentation];
    const size_t needed = first == '-' ? 4 : first == '{' ? 3 : 1;
    if (!vt_stream_has(stream, indentation + needed)) return VITALS_EAGAIN;
    return take_content(stream, indentation, diagnostics);
}

static vt_stream_task_fn choose_task(const vitals_stream *stream) {
    if (!stream->started) return start;
    if (stream->lost) return vt_stream_json_recover;
    if (stream->list.form == VT_LIST_JSON) return vt_stream_json_item;
    if (stream->list.form == VT_LIST_YAML) return vt_stream_yaml_item;
    return take_next;
}

static vitals_status run_task(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    vt_stream_task_fn task = stream->task;
    if (!task) {
        task = choose_task(stream);
        stream->cut.looked = stream->cut.line = 0;
    }
    stream->task = NULL;
    vitals_status status = task(stream, diagnostics);
    if (status == VITALS_EAGAIN && !stream->task) stream->task = task;
    return status;
}

/* ------------------------------------------------------------ public functions */

/* The stream cannot continue; a read error is reported. */
static vitals_status give_up(vitals_stream *stream, vitals_status status,
                             vitals_diagnostics *diagnostics) {
    stream->finished = true;
    if (status == VITALS_EREAD) {
        vt_diagnose(diagnostics, VITALS_SEVERITY_ERROR, "read", vt_stream_place(stream), NULL,
                    VT_TEXT("the input could not be read further"));
    }
    return status;
}

vitals_status vitals_stream_feed(vitals_stream *stream, const char *bytes, size_t size) {
    if (!stream || (!bytes && size) || stream->window.read || stream->window.at_end) {
        return VITALS_EINVAL;
    }
    if (!stream->finished) vt_window_add(&stream->window, vt_text_slice(bytes, size));
    return stream->window.status;
}

vitals_status vitals_stream_end(vitals_stream *stream) {
    if (!stream || stream->window.read) return VITALS_EINVAL;
    stream->window.at_end = true;
    return VITALS_OK;
}

/* Hand over a piece. */
static vitals_status give(vitals_stream *stream, vitals_piece *piece, vitals_piece **out) {
    const vt_item_type type = vt_stream_type_get(&stream->metadata_type);
    if (type.kind.size && !vt_piece_set_metadata_type(piece, type)) {
        vitals_piece_free(piece);
        return VITALS_ENOMEM;
    }
    *out = piece;
    return VITALS_OK;
}

vitals_status vitals_stream_set_metadata_type(vitals_stream *stream, vitals_text api_version,
                                              vitals_text kind) {
    if (!stream || !api_version.size || !kind.size) return VITALS_EINVAL;
    const vt_item_type type = { api_version, kind };
    return vt_stream_type_set(&stream->metadata_type, type) ? VITALS_OK : VITALS_ENOMEM;
}

/* What was read before reading failed is taken first. */
static vitals_status go_on(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    const vitals_status failed = stream->window.status;
    if (failed == VITALS_ENOMEM) return failed;
    const vitals_status status = run_task(stream, diagnostics);
    return status == VITALS_EAGAIN && failed ? failed : status;
}

vitals_status vitals_stream_next(vitals_stream *stream, vitals_piece **out,
                                 vitals_diagnostics *diagnostics) {
    if (!stream || !out) return VITALS_EINVAL;
    for (;;) {
        vitals_piece *piece = vt_piece_queue_pop(&stream->ready);
        if (piece) {
            const vitals_status given = give(stream, piece, out);
            return given == VITALS_OK ? given : give_up(stream, given, diagnostics);
        }
        if (stream->finished) return VITALS_ENOTFOUND;
        if (vt_stream_must_settle(stream)) return VITALS_EAGAIN;
        if (vt_stream_is_stopped(stream)) return VITALS_ESTOPPED;
        const vitals_status status = go_on(stream, diagnostics);
        if (status == VITALS_OK || vt_stream_must_settle(stream)) continue;
        if (status == VITALS_EAGAIN && stream->stopped) {
            stream->stopped = false;
            return VITALS_ESTOPPED;
        }
        if (status == VITALS_EAGAIN && stream->window.read) {
            if (!vt_window_read(&stream->window)) return VITALS_EAGAIN;
            continue;
        }
        bool fatal = status == VITALS_EREAD || status == VITALS_ENOMEM;
        return fatal ? give_up(stream, status, diagnostics) : status;
    }
}

vitals_text vitals_stream_list_metadata(const vitals_stream *stream) {
    if (!stream || !stream->list.closed || !stream->list.metadata.size) return VT_TEXT_ABSENT;
    return vt_buffer_text(&stream->list.metadata);
}
