/*
** Objects on lines of their own, which need not be cut where the host parses pieces in turn.
**
** A line from a brace to a brace is given to the reader. If that accepts it as one value, cutting would have ended
** at the same place: brackets are closed by their own kind, and no string has a line break. In all other cases nothing has
** happened: the value is cut and parsed, which reports what is wrong with it. As that costs more than cutting
** alone, no other line is tried then.
*/
#include "document/document.h"
#include "stream/stream.h"

void vitals_stream_in_turn(vitals_stream *stream) {
    if (!stream || stream->line.diagnostics) return;
    /* Paths to drop may start elsewhere. */
    stream->line.wanted =
        stream->options.drop_count == 0 &&
        vitals_diagnostics_new(&stream->allocator, &stream->line.diagnostics) == VITALS_OK;
}

void vt_stream_line_done(vt_stream_line *line) {
    vitals_document_free(line->read.document);
    vitals_diagnostics_free(line->diagnostics);
}

/* The line at the front if it may be an object that is short enough not to be a long list, otherwise empty. */
static vt_text find_line(const vitals_stream *stream) {
    vt_text text = vt_window_text(&stream->window);
    size_t end = vt_text_find_byte(text, '\n', 0);
    if (end == SIZE_MAX) return VT_TEXT("");
    vt_text line = vt_text_trim(vt_text_between(text, 0, end));
    return line.size <= vt_stream_lookahead(stream) && vt_text_ends(line, VT_TEXT("}"))
               ? line
               : VT_TEXT("");
}

bool vt_stream_take_line(vitals_stream *stream) {
    vt_stream_line *line = &stream->line;
    if (!line->wanted || stream->metadata_type.text.size) return false;
    vt_text text = find_line(stream);
    if (text.size == 0) return false;
    line->piece = vt_piece_borrow(&stream->options, VT_PIECE_JSON, text, vt_stream_place(stream));
    line->wanted = vt_piece_read_early(&line->piece, &line->read, line->diagnostics);
    if (!line->wanted) return false;
    vt_window_consume_in_line(&stream->window, text.size);
    vt_piece_queue_push(&stream->ready, &line->piece);
    return true;
}
