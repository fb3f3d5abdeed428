/* YAML in a stream: documents between `---` lines, and items of block-style lists. */
#include "stream/stream.h"

#include "base/run/limits.h"

/* ---------------------------------------------------------------- the envelope */

typedef struct envelope_type {
    vt_text api_version, kind;
} envelope_type;

/* Parse the lines of an envelope. The texts of the type are in the document, which the caller
** frees. Returns false when memory runs out. An envelope that does not parse has no type. */
static bool parse_envelope(vitals_stream *stream, vt_text text, vitals_document **document,
                           envelope_type *type) {
    vitals_read_options options = stream->options;
    options.format = VITALS_FORMAT_YAML;
    options.drop_count = 0;
    *type = (envelope_type){ VT_TEXT_ABSENT, VT_TEXT_ABSENT };
    vitals_status status = vitals_document_parse(text.bytes, text.size, &options, document, NULL);
    if (status != VITALS_OK) return status != VITALS_ENOMEM;
    type->api_version = vitals_document_api_version(*document);
    type->kind = vitals_document_kind(*document);
    return true;
}

/* The size of the lines that have an end. */
static size_t whole_lines(vt_text text) {
    size_t size = text.size;
    while (size && text.bytes[size - 1] != '\n') size--;
    return size;
}

/* The same, but where the input is cut in the last line, as in `kind: Li`, that line does not count. */
static bool read_envelope(vitals_stream *stream, vt_text text, vitals_document **document,
                          envelope_type *type) {
    if (!parse_envelope(stream, text, document, type)) return false;
    const size_t whole = whole_lines(text);
    const bool unsure = !*document || vt_text_starts(VT_TEXT("Lis"), type->kind);
    if (whole == text.size || !unsure) return true;
    vitals_document_free(*document);
    *document = NULL;
    return parse_envelope(stream, vt_text_between(text, 0, whole), document, type);
}

/* The position of the items of a block-style list in a text. */
typedef struct item_lines {
    size_t first; /* start of the first dash's line */
    size_t indentation;
    size_t end; /* after the last item */
} item_lines;

typedef enum found_items { ITEMS_FOUND, ITEMS_NOT, ITEMS_LATER } found_items;

/* The offset of the first byte after the line `items:` at `items_at`, and after blank lines and
** comments, that is not white space; its line starts at `*line`. SIZE_MAX when it is not there. */
static size_t find_after_items(vt_text text, size_t items_at, bool at_end, size_t *line) {
    vt_text skipped;
    for (size_t at = items_at; vt_yaml_cut_next_line(text, at, at_end, &skipped);) {
        *line = at += skipped.size;
        size_t content = at;
        while (content < text.size && vt_is_space(text.bytes[content]) &&
               text.bytes[content] != '\n')
            content++;
        if (content == text.size) break;
        if (text.bytes[content] != '\n' && text.bytes[content] != '#') return content;
    }
    return SIZE_MAX;
}

/* Find the first item of a block sequence below `items:` at `items_at`. What shows that it is one
** must be within the first `most_bytes`. */
static found_items find_first_item(vt_text text, size_t items_at, bool at_end, uint64_t most_bytes,
                                   item_lines *out) {
    found_items missing = at_end || text.size > most_bytes ? ITEMS_NOT : ITEMS_LATER;
    size_t content = find_after_items(text, items_at, at_end, &out->first);
    if (content == SIZE_MAX) return missing;
    if (content + 2 > most_bytes || out->first + 4 > most_bytes) return ITEMS_NOT;
    vt_text rest = vt_text_between(text, out->first, text.size);
    vt_yaml_line role;
    out->indentation = vt_yaml_cut_indentation(rest);
    if (!vt_yaml_cut_line(rest, out->indentation, at_end, &role)) return missing;
    return role == VT_YAML_LINE_ITEM ? ITEMS_FOUND : ITEMS_NOT;
}

static void find_last_item(vt_text text, item_lines *lines) {
    vt_text line;
    vt_yaml_line role = VT_YAML_LINE_ITEM;
    lines->end = lines->first;
    while (vt_yaml_cut_next_line(text, lines->end, true, &line)) {
        vt_yaml_cut_line(line, lines->indentation, true, &role);
        if (role >= VT_YAML_LINE_AFTER) return;
        lines->end += line.size;
    }
}

/* ----------------------------------------------------------------------- lists */

/* Enter a list whose envelope, as far as it is known, is `envelope`, and consume up to its first
** item. `opened` is false, and nothing has changed, when its kind is not that of a list. A `whole` one
** without a kind is a list that is cut off if it has an apiVersion, which kubectl writes first. */
static vitals_status open_list(vitals_stream *stream, vt_text envelope, const item_lines *lines,
                               bool whole, bool *opened) {
    vitals_document *document = NULL;
    envelope_type type;
    vitals_status status = VITALS_ENOMEM;
    *opened = false;
    if (read_envelope(stream, envelope, &document, &type)) {
        const bool unknown = !type.kind.size && (!whole || type.api_version.size);
        status = VITALS_OK;
        *opened = unknown || !vt_text_is_absent(vt_list_item_kind(type.kind));
    }
    if (*opened) {
        const vt_text kind = type.kind.size ? type.kind : VT_TEXT_ABSENT;
        status = vt_stream_open_list(stream, VT_LIST_YAML, type.api_version, kind);
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
static vitals_status open_whole(vitals_stream *stream, bool *opened) {
    const vt_yaml_cut *cut = &stream->cut.yaml;
    vt_text text = vt_text_between(vt_window_text(&stream->window), 0, cut->at);
    item_lines lines;
    *opened = false;
    if (find_first_item(text, cut->items_at, true, UINT64_MAX, &lines) != ITEMS_FOUND)
        return VITALS_OK;
    /* Items may use an anchor of the envelope. */
    if (vt_yaml_cut_has_mark(vt_text_between(text, 0, cut->items_at), '&')) return VITALS_OK;
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

/* ------------------------------------------------------------------- documents */

typedef enum cut_end { CUT_WHOLE, CUT_LIST, CUT_TOO_LONG, CUT_AGAIN } cut_end;

enum { BYTES_PER_ASK = 1 << 20 };

/* Continue to cut the document at the front, asking the host on the way: one feed may be long. When it
** stops the stream there is more to cut. */
static vt_cut_outcome cut_document_end(vitals_stream *stream, vt_text text) {
    vt_yaml_cut *cut = &stream->cut.yaml;
    for (size_t end = cut->at > cut->looked ? cut->at : cut->looked;;) {
        end = text.size - end > BYTES_PER_ASK ? end + BYTES_PER_ASK : text.size;
        bool whole = end == text.size;
        vt_cut_outcome outcome = vt_yaml_cut_document(cut, vt_text_between(text, 0, end),
                                                      whole && stream->window.at_end);
        if (whole || outcome != VT_CUT_MORE) return outcome;
        stream->stopped = vt_stream_is_stopped(stream);
        if (stream->stopped) return VT_CUT_MORE;
    }
}

/* Find the end of the document at the front. With `may_be_list`, a document that is longer than the
** lookahead and has items, within the first `most_bytes`, counts as a list. */
static cut_end find_end(vitals_stream *stream, uint64_t most_bytes, bool may_be_list) {
    vt_yaml_cut *cut = &stream->cut.yaml;
    vt_text text = vt_window_text(&stream->window);
    vt_cut_outcome outcome = cut_document_end(stream, text);
    size_t certain = outcome == VT_CUT_DONE ? cut->at : cut->certain;
    bool has_items = may_be_list && cut->items_at != SIZE_MAX && cut->items_end <= most_bytes;
    if (has_items && certain > vt_stream_lookahead(stream)) return CUT_LIST;
    if (certain > most_bytes) return CUT_TOO_LONG;
    return outcome == VT_CUT_DONE ? CUT_WHOLE : CUT_AGAIN;
}

static void begin_cut(vitals_stream *stream, bool may_be_list, bool ends_list) {
    stream->cut.yaml = (vt_yaml_cut)VT_YAML_CUT_INIT;
    stream->cut.may_be_list = may_be_list;
    stream->cut.ends_list = ends_list;
}

/* Continue to skip after `outcome`. */
static vitals_status skip_further(vitals_stream *stream, vt_cut_outcome outcome,
                                  vitals_diagnostics *diagnostics) {
    vt_yaml_cut *cut = &stream->cut.yaml;
    if (outcome == VT_CUT_MORE) vt_yaml_cut_enter_line(cut, vt_window_text(&stream->window));
    size_t done = cut->at;
    vt_window_consume(&stream->window, done);
    vt_yaml_cut_shift(cut, done);
    return outcome == VT_CUT_MORE ? VITALS_EAGAIN : vt_stream_skipped(stream, diagnostics);
}

/* Task: skip to the end of the document. */
static vitals_status skip_document(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    vt_cut_outcome outcome = cut_document_end(stream, vt_window_text(&stream->window));
    return skip_further(stream, outcome, diagnostics);
}

static vitals_status emit_document(vitals_stream *stream) {
    const vt_yaml_cut *cut = &stream->cut.yaml;
    if (!cut->content) {
        vt_window_consume(&stream->window, cut->at);
        return VITALS_OK;
    }
    const vt_text text = vt_text_between(vt_window_text(&stream->window), 0, cut->at);
    const bool is_list = vt_stream_looks_like_list(text);
    vitals_piece *piece = vt_stream_cut(stream, VT_PIECE_YAML, cut->at);
    if (!piece) return VITALS_ENOMEM;
    if (is_list) return vt_stream_expand(stream, piece);
    vt_piece_queue_push(&stream->ready, piece);
    return VITALS_OK;
}

/* Task: a document at the front. */
static vitals_status cut_document(vitals_stream *stream, vitals_diagnostics *diagnostics);

/* It has items, but is not a list. */
static vitals_status cut_again(vitals_stream *stream) {
    begin_cut(stream, false, false);
    stream->task = cut_document;
    return VITALS_OK;
}

/* Task: a document longer than the lookahead. Only the envelope before the items is known. */
static vitals_status open_long(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    (void)diagnostics;
    size_t items_at = stream->cut.yaml.items_at;
    vt_text text = vt_window_text(&stream->window);
    item_lines lines;
    found_items found = find_first_item(text, items_at, stream->window.at_end,
                                        stream->limits.document_bytes, &lines);
    if (found == ITEMS_LATER) return VITALS_EAGAIN;
    if (found == ITEMS_NOT) return cut_again(stream);
    bool opened;
    vitals_status status =
        open_list(stream, vt_text_between(text, 0, items_at), &lines, false, &opened);
    return opened || status != VITALS_OK ? status : cut_again(stream);
}

static vitals_status cut_document(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    (void)diagnostics;
    bool opened = false, may_be_list = stream->cut.may_be_list;
    cut_end end = find_end(stream, stream->limits.document_bytes, may_be_list);
    if (end == CUT_AGAIN) return VITALS_EAGAIN;
    if (end == CUT_TOO_LONG) {
        return vt_stream_skip(stream, skip_document, VT_LIMIT_NAME(document_bytes));
    }
    if (end == CUT_LIST) {
        stream->task = open_long;
        return VITALS_OK;
    }
    if (may_be_list && stream->cut.yaml.items_at != SIZE_MAX) {
        vitals_status status = open_whole(stream, &opened);
        if (opened || status != VITALS_OK) return status;
    }
    return emit_document(stream);
}

vitals_status vt_stream_yaml_document(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    (void)diagnostics;
    stream->document++;
    stream->json_section = false;
    begin_cut(stream, true, false);
    stream->task = cut_document;
    return VITALS_OK;
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

/* Task: skip the lines of an item. */
static vitals_status skip_item(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    vt_cut_outcome outcome = vt_yaml_cut_item(&stream->cut.yaml, vt_window_text(&stream->window),
                                              stream->list.indentation, stream->window.at_end);
    return skip_further(stream, outcome, diagnostics);
}

static vitals_status add_item(vitals_stream *stream, size_t size, vitals_diagnostics *diagnostics) {
    vt_text text = vt_text_between(vt_window_text(&stream->window), 0, size);
    bool has_type = has_own_type(text, stream->list.indentation);
    vitals_piece *piece = vt_stream_cut(stream, VT_PIECE_YAML_ITEM, size);
    if (!piece) return VITALS_ENOMEM;
    piece->has_type = has_type;
    return vt_stream_add_last(stream, piece, diagnostics);
}

/* Enter the next item at the end of the cut. VT_CUT_DONE: there is none. */
static vt_cut_outcome cut_further(vitals_stream *stream) {
    vt_yaml_cut *cut = &stream->cut.yaml;
    const vt_text text = vt_window_text(&stream->window);
    const size_t indentation = stream->list.indentation;
    const bool at_end = stream->window.at_end;
    vt_cut_outcome outcome;
    while ((outcome = vt_yaml_cut_item(cut, text, indentation, at_end)) == VT_CUT_DONE) {
        vt_yaml_line role = VT_YAML_LINE_END;
        if (cut->at > stream->limits.document_bytes || cut->at == text.size) break;
        vt_yaml_cut_line(vt_text_between(text, cut->at, text.size), indentation, at_end, &role);
        if (role != VT_YAML_LINE_ITEM) break;
        cut->content = false;
    }
    return outcome;
}

/* Task: an item with an anchor is at the front: what follows in the list may use it. When that does not
** work, the items are read one by one. */
static vitals_status cut_together(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    const vt_yaml_cut *cut = &stream->cut.yaml;
    const vt_cut_outcome outcome = cut_further(stream);
    const size_t certain = outcome == VT_CUT_DONE ? cut->at : cut->certain;
    const bool fits = certain <= stream->limits.document_bytes;
    if (fits && outcome == VT_CUT_MORE) return VITALS_EAGAIN;
    vitals_status status = VITALS_ENOTFOUND;
    if (fits) status = vt_stream_add_together(stream, cut->at, diagnostics);
    stream->stopped = status == VITALS_ESTOPPED;
    if (stream->stopped) return VITALS_EAGAIN;
    if (status != VITALS_ENOTFOUND) return status;
    stream->list.apart = true;
    return VITALS_OK;
}

/* Task: an item at the front. */
static vitals_status cut_item(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    vt_yaml_cut *cut = &stream->cut.yaml;
    vt_cut_outcome outcome = vt_yaml_cut_item(cut, vt_window_text(&stream->window),
                                              stream->list.indentation, stream->window.at_end);
    size_t certain = outcome == VT_CUT_DONE ? cut->at : cut->certain;
    if (certain > stream->limits.document_bytes) {
        return vt_stream_skip(stream, skip_item, VT_LIMIT_NAME(document_bytes));
    }
    if (outcome == VT_CUT_MORE) return VITALS_EAGAIN;
    const vt_text item = vt_text_between(vt_window_text(&stream->window), 0, cut->at);
    if (stream->list.apart || !vt_yaml_cut_has_mark(item, '&')) {
        return add_item(stream, cut->at, diagnostics);
    }
    stream->task = cut_together;
    return VITALS_OK;
}

/* Whether a line of the rest of an envelope starts with the key `items`. */
static bool has_items_key(vt_text rest) {
    vt_text line;
    for (size_t at = 0; vt_yaml_cut_next_line(rest, at, true, &line); at += line.size) {
        bool quoted = line.bytes[0] == '"' || line.bytes[0] == '\'';
        vt_text key = vt_text_between(line, quoted, line.size);
        vt_text after = vt_text_between(key, VT_TEXT("items").size + quoted, key.size);
        if (vt_text_starts(key, VT_TEXT("items")) && vt_text_starts(after, VT_TEXT(":")))
            return true;
    }
    return false;
}

/* The list has no kind, at its end. The place is where it ends. */
static vitals_status cut_off(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    const vitals_piece *last = stream->list.last;
    vt_diagnose_format(diagnostics, VITALS_SEVERITY_ERROR, "yaml-syntax", vt_stream_place(stream),
                       NULL, "the list ends without its kind: it was cut off%s",
                       last ? ", so its last item is not read" : "");
    vitals_piece_free(stream->list.last);
    stream->list.last = NULL;
    return VITALS_ESYNTAX;
}

/* Task: the rest of the envelope is at the front. */
static vitals_status finish_envelope(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    cut_end end = find_end(stream, stream->limits.envelope_bytes, false);
    if (end == CUT_AGAIN) return VITALS_EAGAIN;
    if (end == CUT_TOO_LONG) {
        return vt_stream_skip(stream, skip_document, VT_LIMIT_NAME(envelope_bytes));
    }
    size_t size = stream->cut.yaml.at;
    vitals_document *document = NULL;
    envelope_type type = { VT_TEXT_ABSENT, VT_TEXT_ABSENT };
    vt_buffer *envelope = &stream->list.envelope;
    vt_buffer_add(envelope, vt_text_between(vt_window_text(&stream->window), 0, size));
    bool read = !envelope->failed;
    if (read && !stream->list.type_known) {
        read = read_envelope(stream, vt_buffer_text(envelope), &document, &type);
    }
    vt_text rest = vt_text_between(vt_window_text(&stream->window), 0, size);
    const bool again = has_items_key(rest);
    const bool is_cut = read && !stream->list.type_known && !type.kind.size;
    vitals_status status = VITALS_OK;
    if (!is_cut) status = vt_stream_add_last(stream, NULL, diagnostics);
    if (status != VITALS_ENOMEM) {
        status =
            read ? vt_stream_set_list_type(stream, type.api_version, type.kind) : VITALS_ENOMEM;
    }
    if (again && !status) status = vt_stream_items_again(stream, diagnostics);
    vt_window_consume(&stream->window, size);
    if (is_cut && !status) status = cut_off(stream, diagnostics);
    vitals_document_free(document);
    vt_stream_close_list(stream);
    return status;
}

vitals_status vt_stream_yaml_item(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    (void)diagnostics;
    vt_window *window = &stream->window;
    vt_text text = vt_window_text(window);
    vt_yaml_line role;
    if (text.size == 0 && !window->at_end) return VITALS_EAGAIN;
    if (!vt_yaml_cut_line(text, stream->list.indentation, window->at_end, &role)) {
        return VITALS_EAGAIN;
    }
    bool is_item = text.size > 0 && role == VT_YAML_LINE_ITEM;
    begin_cut(stream, false, !is_item);
    stream->cut.yaml.marker = stream->cut.yaml.content = !is_item;
    stream->task = is_item ? cut_item : finish_envelope;
    return VITALS_OK;
}
