/* What all steps have in use: the place in the input, pieces that are cut, and input that is skipped. */
#include "stream/stream.h"

#include "base/run/limits.h"

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

vitals_status vt_stream_skip(vitals_stream *stream, vt_stream_task_fn skip, const char *limit) {
    stream->cut.place = vt_stream_place(stream);
    stream->cut.limit = limit;
    stream->task = skip;
    return VITALS_OK;
}
