/* JSON in a stream: consecutive values, items of lists, and broken values. */
#include "base/text/ascii.h"
#include "stream/stream.h"

#include "base/run/limits.h"

/* The most of invalid input that becomes one piece. */
enum { GARBAGE_BYTES = 64 };

/* ------------------------------------------------------------- one whole value */

typedef enum cut_end {
    CUT_WHOLE,
    CUT_BROKEN,
    CUT_TRUNCATED, /* the input ends */
    CUT_LIST,      /* incomplete, but it has items */
    CUT_TOO_LONG,
    CUT_AGAIN /* the window ends */
} cut_end;

/* Find the end of the value at the front. With `may_be_list`, an object that is longer than the
** lookahead and has items, within the first `most_bytes`, counts as a list. */
static cut_end find_end(vitals_stream *stream, uint64_t most_bytes, bool may_be_list) {
    vt_json_cut *cut = &stream->cut.json;
    cut->outcome = vt_json_cut_value(cut, vt_window_text(&stream->window));
    bool has_items = may_be_list && cut->items_at < most_bytes;
    if (has_items && cut->at > vt_stream_lookahead(stream)) return CUT_LIST;
    if (cut->at > most_bytes) return CUT_TOO_LONG;
    if (cut->outcome == VT_CUT_DONE) return CUT_WHOLE;
    if (cut->outcome == VT_CUT_BROKEN) return CUT_BROKEN;
    return stream->window.at_end ? CUT_TRUNCATED : CUT_AGAIN;
}

static void begin_cut(vitals_stream *stream, bool may_be_list) {
    stream->cut.json = (vt_json_cut)VT_JSON_CUT_INIT;
    stream->cut.may_be_list = may_be_list;
    stream->cut.ends_list = false;
}

/* Task: skip a value that is too long without keeping it in memory. The byte before what is not
** examined yet stays, so that the cut sees where lines start. */
static vitals_status skip_value(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    vt_json_cut *cut = &stream->cut.json;
    vt_text text = vt_window_text(&stream->window);
    if (cut->outcome == VT_CUT_MORE) cut->outcome = vt_json_cut_value(cut, text);
    bool more = cut->outcome == VT_CUT_MORE;
    bool again = more && !stream->window.at_end;
    size_t done = again ? cut->at - (cut->at > 0) : cut->at;
    vt_json_cut_shift(cut, text, done);
    vt_window_consume(&stream->window, done);
    if (again) return VITALS_EAGAIN;
    if (cut->outcome == VT_CUT_BROKEN) stream->lost = true;
    return vt_stream_skipped(stream, diagnostics);
}

/* ----------------------------------------------------------------------- lists */

/* GO: the kind determines whether an object is a list. Until it is known, an array `items`
** suffices. */
static bool may_be_list(vt_text kind) {
    return vt_text_is_absent(kind) || !vt_text_is_absent(vt_list_item_kind(kind));
}

/* Keep a member `metadata` of the part of an envelope that is at hand. Of two the first one counts. */
static vitals_status keep_metadata(vitals_stream *stream, vt_text envelope) {
    vt_buffer *metadata = &stream->list.metadata;
    if (metadata->size) return VITALS_OK;
    vt_text found = vt_json_cut_member(envelope, VT_TEXT("metadata"));
    return vt_buffer_add(metadata, found) ? VITALS_OK : VITALS_ENOMEM;
}

/* Enter the list and consume the bracket of its items. `text` is the envelope as far as it is
** known. */
static vitals_status open_list(vitals_stream *stream, vt_text text, size_t items_at) {
    vt_text kind = vt_json_cut_string_member(text, VT_TEXT("kind"));
    vt_text version = vt_json_cut_string_member(text, VT_TEXT("apiVersion"));
    vitals_status status = vt_stream_open_list(stream, VT_LIST_JSON, version, kind);
    if (!status) status = keep_metadata(stream, vt_text_between(text, 0, items_at));
    vt_window_consume(&stream->window, items_at + 1);
    return status;
}

/* A value that has items and extends past the lookahead or the end of the input. */
static vitals_status open_unfinished(vitals_stream *stream, bool *opened) {
    size_t items_at = stream->cut.json.items_at;
    vt_text text = vt_text_between(vt_window_text(&stream->window), 0, items_at);
    *opened = may_be_list(vt_json_cut_string_member(text, VT_TEXT("kind")));
    return *opened ? open_list(stream, text, items_at) : VITALS_OK;
}

/* An array without an envelope. */
static vitals_status open_array(vitals_stream *stream) {
    vitals_status status = vt_stream_open_list(stream, VT_LIST_JSON, VT_TEXT_ABSENT, VT_TEXT(""));
    stream->list.bare = true;
    vt_window_consume(&stream->window, 1);
    return status;
}

/* ---------------------------------------------------------------------- values */

/* A list continues only if its items start lines. Trailing white space is cut off, so that the
** parser reports what is missing at the end of the text. */
static vitals_status emit_broken(vitals_stream *stream, size_t size) {
    stream->lost = true;
    if (stream->list.item_column == 0) vt_stream_close_list(stream);
    vt_text text = vt_text_between(vt_window_text(&stream->window), 0, size);
    while (text.size > 1 && vt_is_space(text.bytes[text.size - 1])) text.size--;
    vitals_status status = vt_stream_emit(stream, VT_PIECE_JSON, text.size);
    if (status == VITALS_OK) vt_window_consume(&stream->window, size - text.size);
    return status;
}

static vitals_status emit_whole(vitals_stream *stream) {
    const vt_json_cut *cut = &stream->cut.json;
    if (cut->items_at != SIZE_MAX) {
        vt_text text = vt_text_between(vt_window_text(&stream->window), 0, cut->at);
        vt_text kind = vt_json_cut_string_member(text, VT_TEXT("kind"));
        if (!vt_text_is_absent(vt_list_item_kind(kind))) {
            return open_list(stream, text, cut->items_at);
        }
    }
    return vt_stream_emit(stream, VT_PIECE_JSON, cut->at);
}

/* The value at the front ends in `end`, and is not a list that begins. */
static vitals_status take_value(vitals_stream *stream, cut_end end) {
    switch (end) {
    case CUT_WHOLE:
        return emit_whole(stream);
    case CUT_BROKEN:
        return emit_broken(stream, stream->cut.json.at);
    case CUT_TRUNCATED:
        return vt_stream_emit(stream, VT_PIECE_JSON, vt_window_text(&stream->window).size);
    case CUT_TOO_LONG:
        return vt_stream_skip(stream, skip_value, VT_LIMIT_NAME(document_bytes));
    case CUT_LIST:
    case CUT_AGAIN:
        break;
    }
    return VITALS_EAGAIN;
}

/* Task: an object at the front. */
static vitals_status cut_object(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    bool may_list = stream->cut.may_be_list;
    cut_end end = find_end(stream, stream->limits.document_bytes, may_list);
    bool has_items = may_list && stream->cut.json.items_at != SIZE_MAX;
    bool unfinished = end == CUT_TRUNCATED || end == CUT_BROKEN;
    if (end != CUT_LIST && !(unfinished && has_items)) return take_value(stream, end);
    bool opened;
    vitals_status status = open_unfinished(stream, &opened);
    if (opened) return status;
    begin_cut(stream, false);
    return cut_object(stream, diagnostics);
}

vitals_status vt_stream_json_value(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    stream->document++;
    stream->json_section = true;
    if (vt_window_text(&stream->window).bytes[0] == '[') return open_array(stream);
    (void)diagnostics;
    begin_cut(stream, true);
    stream->task = cut_object;
    return VITALS_OK;
}

/* ----------------------------------------------------------------------- items */

/* Whether the item has its own type, which is the first key in most of them. */
static bool has_own_type(vt_text text) {
    return vt_json_cut_string_member(text, VT_TEXT("apiVersion")).size > 0 ||
           vt_json_cut_string_member(text, VT_TEXT("kind")).size > 0;
}

static bool is_nested_list(const vt_json_cut *cut, vt_text text) {
    if (cut->items_at == SIZE_MAX) return false;
    vt_text kind = vt_json_cut_string_member(text, VT_TEXT("kind"));
    return !vt_text_is_absent(vt_list_item_kind(kind));
}

static vitals_status add_item(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    const vt_json_cut *cut = &stream->cut.json;
    vt_text text = vt_text_between(vt_window_text(&stream->window), 0, cut->at);
    bool is_list = is_nested_list(cut, text);
    bool has_type = stream->list.bare || has_own_type(text);
    vitals_piece *piece = vt_stream_cut(stream, VT_PIECE_JSON, cut->at);
    if (!piece) return VITALS_ENOMEM;
    piece->has_type = has_type;
    if (is_list && !stream->list.held.first) return vt_stream_expand(stream, piece);
    if (!stream->list.bare) return vt_stream_add_item(stream, piece, diagnostics);
    vt_piece_queue_push(&stream->ready, piece);
    return VITALS_OK;
}

/* Task: an object or array at the front of a list. */
static vitals_status cut_item(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    cut_end end = find_end(stream, stream->limits.document_bytes, false);
    if (end == CUT_WHOLE) return add_item(stream, diagnostics);
    if (end == CUT_TRUNCATED) vt_stream_close_list(stream);
    return take_value(stream, end);
}

/* Task: neither an object nor an array: up to a comma, a bracket or the end of the line. */
static vitals_status cut_scalar(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    (void)diagnostics;
    vt_text text = vt_window_text(&stream->window);
    size_t at = stream->cut.looked;
    while (at < text.size && at < stream->limits.document_bytes && !strchr(",]}\n", text.bytes[at]))
        at++;
    stream->cut.looked = at;
    if (!vt_stream_has(stream, at + 1)) return VITALS_EAGAIN;
    return vt_stream_emit(stream, VT_PIECE_JSON, at);
}

/* ---------------------------------------------------------------- ends of lists */

static vitals_status unclosed(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    vt_stream_close_list(stream);
    vt_diagnose(diagnostics, VITALS_SEVERITY_ERROR, "json-syntax", vt_stream_place(stream), NULL,
                VT_TEXT("unexpected end of JSON input: the list is not closed"));
    return VITALS_ESYNTAX;
}

/* Task: the rest of the envelope is at the front, starting after the bracket that closes the items.
** It only matters when the type of the items is not known yet. */
static vitals_status finish_envelope(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    cut_end end = find_end(stream, stream->limits.envelope_bytes, false);
    if (end == CUT_AGAIN) return VITALS_EAGAIN;
    if (end == CUT_TOO_LONG) {
        return vt_stream_skip(stream, skip_value, VT_LIMIT_NAME(envelope_bytes));
    }
    if (end == CUT_TRUNCATED) {
        vt_window_consume(&stream->window, vt_window_text(&stream->window).size);
        return unclosed(stream, diagnostics);
    }
    size_t at = stream->cut.json.at;
    vt_text rest = vt_text_trim(vt_text_between(vt_window_text(&stream->window), 0, at));
    vt_text version = vt_json_cut_string_member(rest, VT_TEXT("apiVersion"));
    vt_text kind = vt_json_cut_string_member(rest, VT_TEXT("kind"));
    vitals_status status = vt_stream_set_list_type(stream, version, kind);
    if (!status) status = keep_metadata(stream, rest);
    bool again = !vt_text_is_absent(vt_json_cut_member(rest, VT_TEXT("items")));
    if (again && !status) status = vt_stream_items_again(stream, diagnostics);
    vt_window_consume(&stream->window, at);
    vt_stream_close_list(stream);
    if (end == CUT_BROKEN) stream->lost = true;
    stream->list.closed = end == CUT_WHOLE;
    return status;
}

static vitals_status end_items(vitals_stream *stream) {
    vt_window_consume(&stream->window, 1);
    if (stream->list.bare) {
        vt_stream_close_list(stream);
        return VITALS_OK;
    }
    begin_cut(stream, false);
    stream->cut.json.depth = 1; /* the envelope's own brace */
    stream->cut.ends_list = true;
    stream->task = finish_envelope;
    return VITALS_OK;
}

/* If this item is first on its line, the next one can be found by its column. */
static void note_start(vitals_stream *stream) {
    vt_window *window = &stream->window;
    uint32_t column = vt_window_column(window);
    bool fresh = window->line > stream->list.last_line || column == 1;
    stream->list.item_column = fresh ? column : 0;
    stream->list.last_line = window->line;
}

vitals_status vt_stream_json_item(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    vt_window *window = &stream->window;
    vt_text text = vt_window_text(window);
    size_t at = 0;
    while (at < text.size && (vt_is_space(text.bytes[at]) || text.bytes[at] == ',')) at++;
    char first = at < text.size ? text.bytes[at] : '\0';
    bool found = at < text.size;
    vt_window_consume(window, at);
    if (!found) return window->at_end ? unclosed(stream, diagnostics) : VITALS_EAGAIN;
    note_start(stream);
    if (first == ']') return end_items(stream);
    if (first == '}') return emit_broken(stream, 1);
    begin_cut(stream, false);
    stream->cut.looked = 1;
    stream->task = first == '{' || first == '[' ? cut_item : cut_scalar;
    return VITALS_OK;
}

/* --------------------------------------------------------------------- recovery */

/* Task. */
static vitals_status cut_garbage(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    (void)diagnostics;
    vt_text text = vt_window_text(&stream->window);
    size_t at = 0;
    while (at < text.size && at < GARBAGE_BYTES && text.bytes[at] != '\n') at++;
    if (at < GARBAGE_BYTES && !vt_stream_has(stream, at + 1)) return VITALS_EAGAIN;
    return vt_stream_emit(stream, VT_PIECE_JSON, at);
}

vitals_status vt_stream_json_garbage(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    (void)diagnostics;
    stream->document++;
    stream->json_section = stream->lost = true;
    stream->task = cut_garbage;
    return VITALS_OK;
}

/* Whether reading can continue at the line at the front: within a list at an item in the column of
** the broken one; otherwise, which ends the list, at a bracket or `---`. */
static bool at_new_start(vitals_stream *stream, uint32_t column) {
    vt_text text = vt_window_text(&stream->window);
    size_t spaces = 0;
    while (spaces < text.size && text.bytes[spaces] == ' ') spaces++;
    if (column && spaces + 1 == column && spaces < text.size && text.bytes[spaces] == '{') {
        return true;
    }
    bool start = text.size && (text.bytes[0] == '{' || text.bytes[0] == '[' ||
                               vt_text_starts(text, VT_TEXT("---")));
    if (start) vt_stream_close_list(stream);
    return start;
}

vitals_status vt_stream_json_recover(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    (void)diagnostics;
    vt_window *window = &stream->window;
    uint32_t column = stream->list.form == VT_LIST_JSON ? stream->list.item_column : 0;
    for (;;) {
        if (vt_window_column(window) == 1) {
            if (!vt_stream_has(stream, column > 3 ? column : 3)) return VITALS_EAGAIN;
            if (at_new_start(stream, column)) break;
        }
        vt_text text = vt_window_text(window);
        size_t line_break = vt_text_find_byte(text, '\n', 0);
        vt_window_consume(window, line_break == SIZE_MAX ? text.size : line_break + 1);
        if (vt_window_text(window).size > 0) continue;
        if (!window->at_end) return VITALS_EAGAIN;
        vt_stream_close_list(stream);
        break;
    }
    stream->lost = false;
    return VITALS_OK;
}
