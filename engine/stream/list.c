/* Lists: the type of their items, items that wait for it, and lists within lists. */
#include "stream/stream.h"

#include "base/run/limits.h"
#include "document/document.h"

/* ----------------------------------------------------------------------- types */

vt_text vt_list_item_kind(vt_text list_kind) {
    vt_text tail = VT_TEXT("List");
    if (!vt_text_ends(list_kind, tail)) return VT_TEXT_ABSENT;
    return vt_text_between(list_kind, 0, list_kind.size - tail.size);
}

bool vt_stream_type_set(vt_stream_type *type, vt_item_type from) {
    vt_buffer_clear(&type->text);
    type->version_size = from.api_version.size;
    if (vt_buffer_add(&type->text, from.api_version) && vt_buffer_add(&type->text, from.kind)) {
        return true;
    }
    vt_stream_type_clear(type);
    return false;
}

void vt_stream_type_clear(vt_stream_type *type) {
    vt_buffer_clear(&type->text);
    type->version_size = 0;
}

vt_item_type vt_stream_type_get(const vt_stream_type *type) {
    vt_text both = vt_buffer_text(&type->text);
    return (vt_item_type){ vt_text_between(both, 0, type->version_size),
                           vt_text_between(both, type->version_size, both.size) };
}

/* Store the type of the items; none when the kind is not that of a list. */
static bool set_type(vt_stream_list *list, vt_text api_version, vt_text kind) {
    const vt_item_type type = { api_version, vt_list_item_kind(kind) };
    list->type_known = true;
    if (type.kind.size) return vt_stream_type_set(&list->type, type);
    vt_stream_type_clear(&list->type);
    return true;
}

vitals_status vt_stream_open_list(vitals_stream *stream, vt_list_form form, vt_text api_version,
                                  vt_text kind) {
    vt_stream_list *list = &stream->list;
    list->form = form;
    list->last_line = stream->window.line;
    list->bare = list->type_lost = list->closed = list->apart = false;
    list->held_bytes = 0;
    list->item_column = 0;
    vt_buffer_clear(&list->envelope);
    vt_buffer_clear(&list->metadata);
    if (!vt_text_is_absent(kind)) {
        return set_type(list, api_version, kind) ? VITALS_OK : VITALS_ENOMEM;
    }
    vt_stream_type_clear(&list->type);
    list->type_known = false;
    return VITALS_OK;
}

/* ------------------------------------------------------------------ held items */

vitals_status vt_stream_set_list_type(vitals_stream *stream, vt_text api_version, vt_text kind) {
    vt_stream_list *list = &stream->list;
    if (list->type_known) return VITALS_OK;
    if (!set_type(list, api_version, kind)) return VITALS_ENOMEM;
    vitals_piece *piece;
    while ((piece = vt_piece_queue_pop(&list->held))) {
        vt_piece_queue_push(&stream->ready, piece);
        if (!vt_piece_set_type(piece, vt_stream_type_get(&list->type))) return VITALS_ENOMEM;
    }
    return VITALS_OK;
}

void vt_stream_close_list(vitals_stream *stream) {
    vitals_piece *piece;
    while ((piece = vt_piece_queue_pop(&stream->list.held))) {
        vt_piece_queue_push(&stream->ready, piece);
    }
    if (stream->list.last) vt_piece_queue_push(&stream->ready, stream->list.last);
    stream->list.last = NULL;
    stream->list.form = VT_LIST_NONE;
}

vitals_status vt_stream_skipped(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    if (stream->cut.ends_list) vt_stream_close_list(stream);
    return vt_stream_over_limit(stream, stream->cut.place, stream->cut.limit, diagnostics);
}

vitals_status vt_stream_items_again(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    vt_diagnose(diagnostics, VITALS_SEVERITY_ERROR, "list-items", vt_stream_place(stream), NULL,
                VT_TEXT("the list has items twice: the first ones are read, these are not"));
    return VITALS_ESYNTAX;
}

/* Too many items wait for a kind. Those that need it are dropped. */
static vitals_status lose_type(vitals_stream *stream, vt_place place,
                               vitals_diagnostics *diagnostics) {
    stream->list.type_lost = true;
    vitals_piece *piece;
    while ((piece = vt_piece_queue_pop(&stream->list.held))) {
        if (piece->has_type) {
            vt_piece_queue_push(&stream->ready, piece);
        } else {
            vitals_piece_free(piece);
        }
    }
    return vt_stream_over_limit(stream, place, VT_LIMIT_NAME(envelope_bytes), diagnostics);
}

/* What a piece that waits takes apart from its text, roughly: a fixed number, so that what the limit
** allows does not depend on the build. */
enum { HELD_PIECE_BYTES = 256 };

/* Items after one that waits wait too, which keeps their order. */
static vitals_status hold(vitals_stream *stream, vitals_piece *piece,
                          vitals_diagnostics *diagnostics) {
    stream->list.held_bytes += HELD_PIECE_BYTES + piece->text.size;
    vt_place place = piece->start;
    vt_piece_queue_push(&stream->list.held, piece);
    if (stream->list.held_bytes <= stream->limits.envelope_bytes) return VITALS_OK;
    return lose_type(stream, place, diagnostics);
}

vitals_status vt_stream_add_item(vitals_stream *stream, vitals_piece *piece,
                                 vitals_diagnostics *diagnostics) {
    vt_stream_list *list = &stream->list;
    piece->item = true;
    if (!piece->has_type && list->type_lost) {
        vitals_piece_free(piece);
        return VITALS_OK;
    }
    bool waits = !list->type_known && !list->type_lost && (!piece->has_type || list->held.first);
    if (waits) return hold(stream, piece, diagnostics);
    vt_piece_queue_push(&stream->ready, piece);
    if (piece->has_type || !list->type_known) return VITALS_OK;
    return vt_piece_set_type(piece, vt_stream_type_get(&list->type)) ? VITALS_OK : VITALS_ENOMEM;
}

/* ------------------------------------------------------------ lists in a tree */

static const vt_value *items_of(const vitals_document *document, const vt_value *list,
                                vt_text *kind) {
    *kind = vt_value_text(vt_document_get(document, list, VT_TEXT("kind")));
    const vt_value *items = vt_document_get(document, list, VT_TEXT("items"));
    bool is_list = vt_text_ends(*kind, VT_TEXT("List")) && vt_value_is_array(items);
    return is_list ? items : NULL;
}

/* The item as a piece of its own, written as JSON, which keeps numbers and strings exactly. */
static vitals_piece *make_piece(vitals_stream *stream, const vitals_document *document,
                                const vt_value *item, vt_item_type type) {
    vt_buffer text;
    vt_buffer_init(&text, &stream->allocator, SIZE_MAX / 2);
    vitals_piece *piece = NULL;
    if (vt_document_append_json(document, item, 0, &text)) {
        piece = vt_piece_new(&stream->options, VT_PIECE_JSON, vt_buffer_text(&text),
                             vt_document_place(document, item));
    }
    vt_buffer_done(&text);
    if (piece && !vt_piece_set_type(piece, type)) {
        vitals_piece_free(piece);
        piece = NULL;
    }
    if (piece) piece->item = true;
    return piece;
}

/* Lists within lists: as deep as one document may be nested. */
static vitals_status expand_items(vitals_stream *stream, const vitals_document *document,
                                  const vt_value *list, const vt_value *items, vt_text kind) {
    vt_text version = vt_value_text(vt_document_get(document, list, VT_TEXT("apiVersion")));
    vt_item_type type = { version, vt_list_item_kind(kind) };
    if (type.kind.size == 0) type.api_version = VT_TEXT_ABSENT;
    for (const vt_value *item = vt_array_first(items); item; item = vt_array_next(items, item)) {
        vt_text inner_kind;
        const vt_value *inner = items_of(document, item, &inner_kind);
        if (inner) {
            vitals_status status = expand_items(stream, document, item, inner, inner_kind);
            if (status != VITALS_OK) return status;
            continue;
        }
        vitals_piece *piece = make_piece(stream, document, item, type);
        if (!piece) return VITALS_ENOMEM;
        vt_piece_queue_push(&stream->ready, piece);
    }
    return VITALS_OK;
}

vitals_status vt_stream_expand(vitals_stream *stream, vitals_piece *piece) {
    vitals_document *document = NULL;
    vitals_status status = vt_piece_parse(piece, false, &document, NULL, NULL);
    vt_text kind;
    const vt_value *root = status == VITALS_OK ? vt_document_root(document) : NULL;
    const vt_value *items = root ? items_of(document, root, &kind) : NULL;
    if (items) {
        status = expand_items(stream, document, root, items, kind);
        vitals_piece_free(piece);
    } else {
        vt_piece_queue_push(&stream->ready, piece);
        if (status != VITALS_ENOMEM) status = VITALS_OK; /* reported when the piece is parsed */
    }
    vitals_document_free(document);
    return status;
}

/* ---------------------------------------------------------------- lists in YAML */

/* A list among the items is expanded. */
static vitals_status add_known(vitals_stream *stream, vitals_piece *piece,
                               vitals_diagnostics *diagnostics) {
    const bool is_list = piece->has_type && vt_stream_looks_like_list(piece->text);
    if (is_list && !stream->list.held.first) return vt_stream_expand(stream, piece);
    return vt_stream_add_item(stream, piece, diagnostics);
}

bool vt_stream_looks_like_list(vt_text text) {
    return vt_text_find(text, VT_TEXT("items"), 0) != SIZE_MAX &&
           vt_text_find(text, VT_TEXT("List"), 0) != SIZE_MAX;
}

vitals_status vt_stream_add_last(vitals_stream *stream, vitals_piece *piece,
                                 vitals_diagnostics *diagnostics) {
    vitals_piece *before = stream->list.last;
    stream->list.last = piece;
    vitals_status status = before ? add_known(stream, before, diagnostics) : VITALS_OK;
    if (!piece || !stream->list.type_known || status == VITALS_ENOMEM) return status;
    stream->list.last = NULL;
    return add_known(stream, piece, diagnostics);
}

static bool has_type(const vitals_document *document, const vt_value *item) {
    return vt_value_text(vt_document_get(document, item, VT_TEXT("kind"))).size ||
           vt_value_text(vt_document_get(document, item, VT_TEXT("apiVersion"))).size;
}

/* The last problem is returned; only a lack of memory ends it. */
static vitals_status add_each(vitals_stream *stream, const vitals_document *document,
                              vitals_diagnostics *diagnostics) {
    const vt_value *items = vt_document_root(document);
    vitals_status status = VITALS_OK;
    for (const vt_value *item = vt_array_first(items); item; item = vt_array_next(items, item)) {
        vitals_piece *piece = make_piece(stream, document, item, (vt_item_type){ 0 });
        if (!piece) return VITALS_ENOMEM;
        piece->has_type = vt_value_is_object(item) && has_type(document, item);
        const vitals_status added = vt_stream_add_last(stream, piece, diagnostics);
        if (added == VITALS_ENOMEM) return added;
        if (added != VITALS_OK) status = added;
    }
    return status;
}

vitals_status vt_stream_add_together(vitals_stream *stream, size_t size,
                                     vitals_diagnostics *diagnostics) {
    const vt_text text = vt_text_between(vt_window_text(&stream->window), 0, size);
    if (!vt_yaml_cut_has_mark(text, '*')) return VITALS_ENOTFOUND;
    const vitals_piece piece =
        vt_piece_borrow(&stream->options, VT_PIECE_YAML, text, vt_stream_place(stream));
    vitals_document *document = NULL;
    vitals_status status = vt_piece_parse(&piece, false, &document, NULL, NULL);
    if (status == VITALS_OK) {
        status = add_each(stream, document, diagnostics);
        vt_window_consume(&stream->window, size);
    } else if (status != VITALS_ENOMEM && status != VITALS_ESTOPPED) {
        status = VITALS_ENOTFOUND;
    }
    vitals_document_free(document);
    return status;
}
