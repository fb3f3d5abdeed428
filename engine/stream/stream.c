/* Cutting a long input into objects: the public functions, and detecting what is at the front. */
#include "stream/stream.h"

#include "base/ascii.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/utf8.h"
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

vitals_status vitals_stream_new(const vitals_read_options *options, vitals_read_fn read, void *user,
                                vitals_stream **out) {
    vitals_read_options own;
    if (!read || !out || !vt_read_options_read(options, &own)) return VITALS_EINVAL;
    vitals_allocator allocator = vt_allocator_or_default(own.allocator);
    vitals_stream *stream = vt_allocate_zeroed(&allocator, sizeof *stream);
    if (!stream) return VITALS_ENOMEM;
    stream->allocator = allocator;
    stream->limits = vt_limits_or_default(own.limits);
    stream->options = own;
    stream->options.allocator = &stream->allocator;
    stream->options.limits = &stream->limits;
    vt_window_init(&stream->window, &allocator, read, user);
    vt_buffer_init(&stream->list.type, &allocator, SIZE_MAX / 2);
    vt_buffer_init(&stream->list.envelope, &allocator, SIZE_MAX / 2);
    if (!copy_file_name(stream, own.file)) {
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
    vt_buffer_done(&stream->list.type);
    vt_buffer_done(&stream->list.envelope);
    vt_window_done(&stream->window);
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

/* --------------------------------------------------- what all steps have in use */

vt_place vt_stream_place(vitals_stream *stream) {
    return (vt_place){ stream->options.file, stream->document, stream->window.line,
                       vt_window_column(&stream->window) };
}

vitals_status vt_stream_over_limit(const vitals_stream *stream, vt_place place, const char *limit,
                                   vitals_diagnostics *diagnostics) {
    place.file = stream->options.file;
    vt_diagnose_limit(diagnostics, place, &stream->limits, limit);
    return VITALS_ELIMIT;
}

vitals_piece *vt_stream_cut(vitals_stream *stream, vt_piece_form form, size_t size) {
    vt_text text = vt_text_between(vt_window_text(&stream->window), 0, size);
    vitals_piece *piece = vt_piece_new(&stream->options, form, text, vt_stream_place(stream));
    if (piece) vt_window_consume(&stream->window, size);
    return piece;
}

vitals_status vt_stream_emit(vitals_stream *stream, vt_piece_form form, size_t size) {
    vitals_piece *piece = vt_stream_cut(stream, form, size);
    if (!piece) return VITALS_ENOMEM;
    vt_piece_queue_push(&stream->ready, piece);
    return VITALS_OK;
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

/* The first line or the start of it, so that a watch delivers its first event without delay. */
static vt_text read_sample(vt_window *window) {
    for (size_t size = 1; size <= SAMPLE_BYTES && vt_window_fill(window, size); size++) {
        if (vt_window_text(window).bytes[size - 1] == '\n') {
            return vt_text_between(vt_window_text(window), 0, size);
        }
    }
    return vt_text_between(vt_window_text(window), 0, SAMPLE_BYTES);
}

static vitals_status start(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    vt_window *window = &stream->window;
    stream->started = true;
    vt_text sample = read_sample(window);
    if (window->status != VITALS_OK) return window->status;
    if (vt_text_starts(sample, VT_TEXT("\xEF\xBB\xBF"))) {
        window->begin = window->counted = 3;
        return VITALS_OK;
    }
    if (!is_binary(sample)) return VITALS_OK;
    stream->finished = true;
    vt_diagnose(diagnostics, VITALS_SEVERITY_ERROR, "binary-input", vt_stream_place(stream), NULL,
                VT_TEXT("this is binary data, neither YAML nor JSON in UTF-8"));
    return VITALS_ESYNTAX;
}

/* --------------------------------------------------------------------- steps */

/* Consume blank lines and find the first byte that is not white space; its indentation is kept.
** SIZE_MAX at the end of the input. */
static size_t find_content(vitals_stream *stream) {
    vt_window *window = &stream->window;
    for (size_t at = 0;;) {
        vt_text text = vt_window_text(window);
        while (at < text.size && vt_is_space(text.bytes[at])) at++;
        size_t lines = at;
        while (lines > 0 && text.bytes[lines - 1] != '\n') lines--;
        bool found = at < text.size;
        vt_window_consume(window, lines);
        at -= lines;
        if (found) return at;
        if (!vt_window_more(window)) return SIZE_MAX;
    }
}

/* Whether `---`, which ends JSON, is at the front. */
static bool at_marker(vitals_stream *stream) {
    if (vt_window_column(&stream->window) != 1) return false;
    vt_window_fill(&stream->window, 4);
    vt_text text = vt_window_text(&stream->window);
    return vt_text_starts(text, VT_TEXT("---")) && (text.size == 3 || vt_is_space(text.bytes[3]));
}

static vitals_status step_at_content(vitals_stream *stream, size_t indentation,
                                     vitals_diagnostics *diagnostics) {
    vitals_format format = stream->options.format;
    char first = vt_window_text(&stream->window).bytes[indentation];
    if ((first == '{' || first == '[') && format != VITALS_FORMAT_YAML) {
        vt_window_consume(&stream->window, indentation);
        return vt_stream_json_value(stream, diagnostics);
    }
    bool marker = indentation == 0 && format != VITALS_FORMAT_JSON && at_marker(stream);
    if (marker) stream->json_section = false;
    if (stream->json_section || format == VITALS_FORMAT_JSON) {
        vt_window_consume(&stream->window, indentation);
        return vt_stream_json_garbage(stream);
    }
    return vt_stream_yaml_document(stream, diagnostics);
}

static vitals_status step(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    if (!stream->started) return start(stream, diagnostics);
    if (stream->lost) return vt_stream_json_recover(stream);
    if (stream->list.form == VT_LIST_JSON) return vt_stream_json_item(stream, diagnostics);
    if (stream->list.form == VT_LIST_YAML) return vt_stream_yaml_item(stream, diagnostics);
    size_t indentation = find_content(stream);
    if (indentation != SIZE_MAX) return step_at_content(stream, indentation, diagnostics);
    stream->finished = true;
    return stream->window.status;
}

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

vitals_status vitals_stream_next(vitals_stream *stream, vitals_piece **out,
                                 vitals_diagnostics *diagnostics) {
    if (!stream || !out) return VITALS_EINVAL;
    for (;;) {
        vitals_piece *piece = vt_piece_queue_pop(&stream->ready);
        if (piece) {
            *out = piece;
            return VITALS_OK;
        }
        if (stream->finished) return VITALS_ENOTFOUND;
        vitals_status status = step(stream, diagnostics);
        if (status == VITALS_OK) continue;
        bool fatal = status == VITALS_EREAD || status == VITALS_ENOMEM;
        return fatal ? give_up(stream, status, diagnostics) : status;
    }
}
