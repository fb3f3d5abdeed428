/*
** Lines ahead: objects on lines of their own, which are handed over without being cut.
**
** A line from a brace to a brace becomes a piece. If the reader accepts that as one object, cutting would have ended
** at the same place: brackets are closed by their own kind, and no string has a line break. The text stays in the window
** until the host has settled the piece. If it was refused, the stream goes back to it and cuts it and what follows;
** the pieces behind it are void. As reading twice costs more than cutting alone, no line is handed over then.
*/
#include "stream/stream.h"

void vitals_stream_lines_ahead(vitals_stream *stream, size_t most) {
    /* Paths to drop may start elsewhere. */
    if (stream && !stream->started && stream->options.drop_count == 0) stream->ahead.most = most;
}

/* -------------------------------------------------------------------- handing over */

/* With one at a time nothing moves the text before the piece is settled. */
static vitals_piece *make_piece(vitals_stream *stream, vt_text text) {
    const vt_place place = vt_stream_place(stream);
    vt_stream_ahead *ahead = &stream->ahead;
    if (ahead->most > 1) return vt_piece_new(&stream->options, VT_PIECE_JSON, text, place);
    ahead->piece = vt_piece_borrow(&stream->options, VT_PIECE_JSON, text, place);
    return &ahead->piece;
}

static vitals_status hand_over(vitals_stream *stream, vt_text text) {
    vt_window *window = &stream->window;
    stream->document++;
    stream->json_section = true;
    vitals_piece *piece = make_piece(stream, text);
    if (!piece) return VITALS_ENOMEM;
    piece->ahead_of = stream;
    piece->offset = window->consumed;
    if (stream->ahead.count++ == 0) window->kept = piece->offset;
    vt_window_consume_in_line(window, text.size);
    vt_piece_queue_push(&stream->ready, piece);
    return VITALS_OK;
}

static bool may_be_line(const vitals_stream *stream, vt_text text) {
    return stream->ahead.most && stream->metadata_type.text.size == 0 &&
           stream->options.format != VITALS_FORMAT_YAML && vt_text_starts(text, VT_TEXT("{")) &&
           !vt_cut_is_action(text);
}

/* VITALS_EAGAIN: the line has no end yet. Long lines may be long lists. */
static vitals_status find_line(vitals_stream *stream, vt_text text, vt_text *line) {
    if (!may_be_line(stream, text)) return VITALS_ENOTFOUND;
    const size_t end = vt_text_find_byte(text, '\n', stream->cut.line);
    stream->cut.line = text.size;
    *line = vt_text_trim(vt_text_between(text, 0, end));
    if (line->size > vt_stream_lookahead(stream)) return VITALS_ENOTFOUND;
    if (end == SIZE_MAX) return stream->window.at_end ? VITALS_ENOTFOUND : VITALS_EAGAIN;
    return vt_text_ends(*line, VT_TEXT("}")) ? VITALS_OK : VITALS_ENOTFOUND;
}

vitals_status vt_stream_take_line(vitals_stream *stream, size_t indentation) {
    const vt_text text = vt_text_between(vt_window_text(&stream->window), indentation, SIZE_MAX);
    vt_text line;
    const vitals_status status = find_line(stream, text, &line);
    if (status == VITALS_OK) {
        vt_window_consume_in_line(&stream->window, indentation);
        return hand_over(stream, line);
    }
    /* What is not a line is cut, once it is certain that it starts here. */
    if (stream->ahead.count == 0) return VITALS_ENOTFOUND;
    stream->ahead.waits = status == VITALS_ENOTFOUND;
    return VITALS_EAGAIN;
}

/* ------------------------------------------------------------------------ settling */

bool vt_stream_must_settle(const vitals_stream *stream) {
    const vt_stream_ahead *ahead = &stream->ahead;
    return ahead->count &&
           (ahead->count >= ahead->most || ahead->waits || stream->window.status != VITALS_OK);
}

/* From now on no line is handed over. */
static void go_back(vitals_stream *stream, const vitals_piece *piece) {
    vt_window_go_back(&stream->window, piece->offset, piece->start.line, piece->start.column);
    stream->document = piece->start.document - 1;
    stream->task = NULL;
    stream->ahead.most = 0;
}

bool vitals_piece_settle(const vitals_piece *piece, vitals_status parsed) {
    vitals_stream *stream = piece ? piece->ahead_of : NULL;
    if (!stream) return piece != NULL;
    vt_stream_ahead *ahead = &stream->ahead;
    ahead->count--;
    ahead->waits &= ahead->count > 0;
    if (ahead->most == 0) return false; /* after a refused one */
    if (parsed != VITALS_OK) {
        go_back(stream, piece);
        return false;
    }
    stream->window.kept = ahead->count ? piece->offset + piece->text.size : VT_WINDOW_NONE;
    return true;
}
