/* YAML in a stream: documents between `---` lines, and items of block-style lists. */
#include "stream/stream.h"

#include "base/limits.h"

/* ---------------------------------------------------------------- the envelope */

typedef struct envelope_type {
    vt_text api_version, kind;
} envelope_type;

/* Parse the lines of an envelope. The texts of the type are in the document, which the caller
** frees. Returns false when memory runs out. An envelope that does not parse has no type. */
static bool read_envelope(vitals_stream *stream, vt_text text, vitals_document **document,
                          envelope_type *type) {
    vitals_read_options options = stream->options;
    options.format = VITALS_FORMAT_YAML;
    *type = (envelope_type){ VT_TEXT_ABSENT, VT_TEXT_ABSENT };
    vitals_status status = vitals_document_parse(text.bytes, text.size, &options, document, NULL);
    if (status != VITALS_OK) return status != VITALS_ENOMEM;
    type->api_version = vitals_document_api_version(*document);
    type->kind = vitals_document_kind(*document);
    return true;
}

/* The position of the items of a block-style list in a text. */
typedef struct item_lines {
    size_t first; /* start of the first dash's line */
    size_t indentation;
    size_t end; /* after the last item */
} item_lines;

typedef enum found_items { ITEMS_FOUND, ITEMS_NOT, ITEMS_LATER } found_items;

/* Find the first item of a block sequence below `items:` at `items_at`. */
static found_items find_first_item(vt_text text, size_t items_at, bool at_end, item_lines *out) {
    found_items missing = at_end ? ITEMS_NOT : ITEMS_LATER;
    vt_text line;
    size_t at = items_at;
    if (!vt_yaml_cut_next_line(text, at, at_end, &line)) return missing;
    do {
        at += line.size;
        if (!vt_yaml_cut_next_line(text, at, at_end, &line)) return missing;
    } while (vt_yaml_cut_is_blank(line));
    out->first = at;
    out->indentation = vt_yaml_cut_indentation(line);
    bool dash = vt_yaml_cut_line(line, out->indentation) == VT_YAML_LINE_ITEM;
    return dash ? ITEMS_FOUND : ITEMS_NOT;
}

static void find_last_item(vt_text text, item_lines *lines) {
    vt_text line;
    lines->end = lines->first;
    while (vt_yaml_cut_next_line(text, lines->end, true, &line)) {
        if (vt_yaml_cut_line(line, lines->indentation) >= VT_YAML_LINE_AFTER) return;
        lines->end += line.size;
    }
}

/* ----------------------------------------------------------------------- lists */

/* Enter a list whose envelope, as far as it is known, is `envelope`, and consume up to its first
** item. `opened` is false, and nothing has changed, when its kind is not that of a list. */
static vitals_status open_list(vitals_stream *stream, vt_text envelope, const item_lines *lines,
                               bool whole, bool *opened) {
    vitals_document *document = NULL;
    envelope_type type;
    vitals_status status = VITALS_ENOMEM;
    *opened = false;
    if (read_envelope(stream, envelope, &document, &type)) {
        bool unknown = vt_text_is_absent(type.kind) && !whole;
        status = VITALS_OK;
        *opened = unknown || !vt_text_is_absent(vt_list_item_kind(type.kind));
    }
    if (*opened) {
        status = vt_stream_open_list(stream, VT_LIST_YAML, type.api_version, type.kind);
        stream->list.indentation = lines->indentation;
        if (!stream->list.type_known && !vt_buffer_add(&stream->list.envelope, envelope)) {
            status = VITALS_ENOMEM;
        }
        vt_window_consume(&stream->window, lines->first);
    }
    vitals_document_free(document);
    return status;
}

/* A complete document with the key `items`: its whole envelope is known. */
static vitals_status open_whole(vitals_stream *stream, const vt_yaml_cut *cut, bool *opened) {
    vt_text text = vt_text_between(vt_window_text(&stream->window), 0, cut->at);
    item_lines lines;
    *opened = false;
    if (find_first_item(text, cut->items_at, true, &lines) != ITEMS_FOUND) return VITALS_OK;
    find_last_item(text, &lines);
    vt_buffer envelope;
    vt_buffer_init(&envelope, &stream->allocator, SIZE_MAX / 2);
    vt_buffer_add(&envelope, vt_text_between(text, 0, cut->items_at));
    vt_buffer_add(&envelope, vt_text_between(text, lines.end, text.size));
    vitals_status status = VITALS_ENOMEM;
    if (!envelope.failed) {
        status = open_list(stream, vt_buffer_text(&envelope), &lines, true, opened);
    }
    vt_buffer_done(&envelope);
    return status;
}

/* A document longer than the lookahead: only the envelope before the items is known. */
static vitals_status open_long(vitals_stream *stream, const vt_yaml_cut *cut, bool *opened) {
    vt_window *window = &stream->window;
    item_lines lines;
    *opened = false;
    for (;;) {
        vt_text text = vt_window_text(window);
        found_items found = find_first_item(text, cut->items_at, window->at_end, &lines);
        if (found == ITEMS_FOUND) {
            return open_list(stream, vt_text_between(text, 0, cut->items_at), &lines, false,
                             opened);
        }
        if (found == ITEMS_NOT || text.size > stream->limits.document_bytes) return VITALS_OK;
        if (!vt_window_more(window) && window->status != VITALS_OK) return window->status;
    }
}

/* ------------------------------------------------------------------- documents */

typedef enum cut_end { CUT_WHOLE, CUT_LIST, CUT_TOO_LONG, CUT_FAILED } cut_end;

static cut_end find_end(vitals_stream *stream, vt_yaml_cut *cut, uint64_t most_bytes,
                        bool may_be_list) {
    vt_window *window = &stream->window;
    for (;;) {
        vt_cut_outcome outcome = vt_yaml_cut_document(cut, vt_window_text(window), window->at_end);
        size_t seen = outcome == VT_CUT_MORE ? vt_window_text(window).size : cut->at;
        if (may_be_list && cut->items_at != SIZE_MAX && cut->at > vt_stream_lookahead(stream)) {
            return CUT_LIST;
        }
        if (seen > most_bytes &&
            (outcome == VT_CUT_DONE || cut->at > most_bytes || seen - cut->at > most_bytes)) {
            return CUT_TOO_LONG;
        }
        if (outcome == VT_CUT_DONE) return CUT_WHOLE;
        if (!vt_window_more(window) && window->status != VITALS_OK) return CUT_FAILED;
    }
}

/* Skip to the end of the document. */
static vitals_status skip_document(vitals_stream *stream, vt_yaml_cut *cut) {
    vt_window *window = &stream->window;
    for (;;) {
        vt_cut_outcome outcome = vt_yaml_cut_document(cut, vt_window_text(window), window->at_end);
        size_t done = cut->at;
        bool inside_line = outcome == VT_CUT_MORE && done == 0 && cut->looked > 3;
        if (inside_line) done = cut->looked - 1; /* a line that is too long for the window */
        cut->at = done;
        vt_window_consume(window, done);
        vt_yaml_cut_shift(cut, done);
        if (outcome == VT_CUT_DONE) return VITALS_OK;
        if (!vt_window_more(window) && window->status != VITALS_OK) return window->status;
    }
}

static vitals_status too_long(vitals_stream *stream, vt_yaml_cut *cut,
                              vitals_diagnostics *diagnostics) {
    vt_place place = vt_stream_place(stream);
    vitals_status status = skip_document(stream, cut);
    if (status != VITALS_OK) return status;
    return vt_stream_over_limit(stream, place, VT_LIMIT_NAME(document_bytes), diagnostics);
}

/* Whether the tree needs to be examined for a list in flow style, or with items elsewhere. */
static bool looks_like_list(vt_text text) {
    return vt_text_find(text, VT_TEXT("items"), 0) != SIZE_MAX &&
           vt_text_find(text, VT_TEXT("List"), 0) != SIZE_MAX;
}

static vitals_status emit_document(vitals_stream *stream, const vt_yaml_cut *cut) {
    if (!cut->content) {
        vt_window_consume(&stream->window, cut->at);
        return VITALS_OK;
    }
    bool is_list = looks_like_list(vt_text_between(vt_window_text(&stream->window), 0, cut->at));
    vitals_piece *piece = vt_stream_cut(stream, VT_PIECE_YAML, cut->at);
    if (!piece) return VITALS_ENOMEM;
    if (is_list) return vt_stream_expand(stream, piece);
    vt_piece_queue_push(&stream->ready, piece);
    return VITALS_OK;
}

static vitals_status cut_document(vitals_stream *stream, bool may_be_list,
                                  vitals_diagnostics *diagnostics) {
    vt_yaml_cut cut = VT_YAML_CUT_INIT;
    cut_end end = find_end(stream, &cut, stream->limits.document_bytes, may_be_list);
    if (end == CUT_FAILED) return stream->window.status;
    if (end == CUT_TOO_LONG) return too_long(stream, &cut, diagnostics);
    bool has_items = may_be_list && cut.items_at != SIZE_MAX;
    bool opened = false;
    if (has_items) {
        vitals_status status =
            end == CUT_LIST ? open_long(stream, &cut, &opened) : open_whole(stream, &cut, &opened);
        if (opened || status != VITALS_OK) return status;
    }
    if (end == CUT_LIST) return cut_document(stream, false, diagnostics);
    return emit_document(stream, &cut);
}

vitals_status vt_stream_yaml_document(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    stream->document++;
    stream->json_section = false;
    return cut_document(stream, true, diagnostics);
}

/* ----------------------------------------------------------------------- items */

/* The column of the keys of an item: after the dash, or on the next line. */
static size_t key_column(vt_text text, size_t indentation) {
    size_t at = indentation + 1;
    while (at < text.size && text.bytes[at] == ' ') at++;
    if (at < text.size && text.bytes[at] != '\n' && text.bytes[at] != '\r') return at;
    vt_text line;
    if (!vt_yaml_cut_next_line(text, 0, true, &line)) return 0;
    for (at = line.size; vt_yaml_cut_next_line(text, at, true, &line); at += line.size) {
        if (!vt_yaml_cut_is_blank(line)) return vt_yaml_cut_indentation(line);
    }
    return 0;
}

/* Whether the item has its own type. */
static bool has_own_type(vt_text text, size_t indentation) {
    size_t column = key_column(text, indentation);
    vt_text line;
    for (size_t at = 0; vt_yaml_cut_next_line(text, at, true, &line); at += line.size) {
        vt_text key = vt_text_between(line, column, line.size);
        if (!vt_text_starts(key, VT_TEXT("apiVersion:")) && !vt_text_starts(key, VT_TEXT("kind:")))
            continue;
        if (at == 0 || vt_yaml_cut_indentation(line) == column) return true;
    }
    return false;
}

/* The extent of the item at the front. */
typedef struct item_cut {
    size_t at;    /* start of the next line to examine */
    bool started; /* its own first line was seen */
} item_cut;

static bool find_item_end(vitals_stream *stream, item_cut *cut) {
    vt_window *window = &stream->window;
    vt_text line;
    for (;;) {
        vt_text text = vt_window_text(window);
        if (!vt_yaml_cut_next_line(text, cut->at, window->at_end, &line)) {
            if (window->at_end || cut->at > stream->limits.document_bytes) return true;
            if (!vt_window_more(window) && window->status != VITALS_OK) return false;
            continue;
        }
        vt_yaml_line kind = vt_yaml_cut_line(line, stream->list.indentation);
        if (cut->started && kind != VT_YAML_LINE_INSIDE) return true;
        if (cut->at > stream->limits.document_bytes) return true;
        cut->started = true;
        cut->at += line.size;
    }
}

/* Skip the lines of an item. */
static vitals_status skip_item(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    vt_window *window = &stream->window;
    vt_place place = vt_stream_place(stream);
    item_cut cut = { 0, false };
    uint64_t most_bytes = stream->limits.document_bytes;
    do {
        if (!find_item_end(stream, &cut)) return window->status;
        vt_window_consume(window, cut.at);
        if (cut.at <= most_bytes) break;
        cut.at = 0;
    } while (vt_window_text(window).size > 0 || vt_window_more(window));
    return vt_stream_over_limit(stream, place, VT_LIMIT_NAME(document_bytes), diagnostics);
}

static vitals_status add_item(vitals_stream *stream, size_t size, vitals_diagnostics *diagnostics) {
    vt_text text = vt_text_between(vt_window_text(&stream->window), 0, size);
    bool has_type = has_own_type(text, stream->list.indentation);
    bool is_list = looks_like_list(text);
    vitals_piece *piece = vt_stream_cut(stream, VT_PIECE_YAML_ITEM, size);
    if (!piece) return VITALS_ENOMEM;
    piece->has_type = has_type;
    if (is_list && has_type && !stream->list.held.first) return vt_stream_expand(stream, piece);
    return vt_stream_add_item(stream, piece, diagnostics);
}

/* The rest of the envelope is at the front. */
static vitals_status finish_envelope(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    vt_yaml_cut cut = VT_YAML_CUT_INIT;
    cut.marker = cut.content = true;
    vt_place place = vt_stream_place(stream);
    uint64_t most_bytes = stream->limits.envelope_bytes;
    cut_end end = find_end(stream, &cut, most_bytes, false);
    if (end == CUT_FAILED) return stream->window.status;
    if (end == CUT_TOO_LONG) {
        vitals_status status = skip_document(stream, &cut);
        vt_stream_close_list(stream);
        if (status != VITALS_OK) return status;
        return vt_stream_over_limit(stream, place, VT_LIMIT_NAME(envelope_bytes), diagnostics);
    }
    vitals_document *document = NULL;
    envelope_type type = { VT_TEXT_ABSENT, VT_TEXT_ABSENT };
    vt_buffer *envelope = &stream->list.envelope;
    vt_buffer_add(envelope, vt_text_between(vt_window_text(&stream->window), 0, cut.at));
    bool read = !envelope->failed;
    if (read && !stream->list.type_known) {
        read = read_envelope(stream, vt_buffer_text(envelope), &document, &type);
    }
    vt_window_consume(&stream->window, cut.at);
    vitals_status status =
        read ? vt_stream_set_list_type(stream, type.api_version, type.kind) : VITALS_ENOMEM;
    vitals_document_free(document);
    vt_stream_close_list(stream);
    return status;
}

vitals_status vt_stream_yaml_item(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    vt_window *window = &stream->window;
    vt_text line;
    while (!vt_yaml_cut_next_line(vt_window_text(window), 0, window->at_end, &line)) {
        if (window->at_end) return finish_envelope(stream, diagnostics);
        if (!vt_window_more(window) && window->status != VITALS_OK) return window->status;
    }
    if (vt_yaml_cut_line(line, stream->list.indentation) != VT_YAML_LINE_ITEM) {
        return finish_envelope(stream, diagnostics);
    }
    item_cut cut = { 0, false };
    if (!find_item_end(stream, &cut)) return window->status;
    if (cut.at > stream->limits.document_bytes) return skip_item(stream, diagnostics);
    return add_item(stream, cut.at, diagnostics);
}
