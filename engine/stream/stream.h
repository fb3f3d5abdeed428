/*
** Inside a stream: where it stands in its input, and what it has cut already.
**
** A step looks at the front of the window, cuts off what is there and puts pieces in the queue.
** An envelope of a list is never kept: its items become pieces as they come. Up to
** VT_STREAM_LOOKAHEAD_BYTES of an object are looked at before it is taken for a list, so that one
** that merely has a field `items` is told from one whose kind ends in List.
*/
#ifndef VITALS_STREAM_STREAM_H
#define VITALS_STREAM_STREAM_H

#include "base/buffer.h"
#include "stream/cut.h"
#include "stream/piece.h"
#include "stream/window.h"

/* More than etcd takes for one object. */
#define VT_STREAM_LOOKAHEAD_BYTES (2 * 1024 * 1024)

typedef struct vt_piece_queue {
    vitals_piece *first, *last;
} vt_piece_queue;

typedef enum vt_list_form { VT_LIST_NONE, VT_LIST_JSON, VT_LIST_YAML } vt_list_form;

/* The list whose items are at the front of the window. */
typedef struct vt_stream_list {
    vt_list_form form;
    bool bare;            /* a JSON array without an envelope */
    bool type_known;      /* the envelope's kind was found, or there is none to wait for */
    uint32_t last_line;   /* JSON: on which the item before ended */
    uint32_t item_column; /* JSON: of the last item that was the first thing on its line, or 0 */
    bool type_lost;       /* limit envelope_bytes was hit: items without a type are dropped */
    size_t indentation;   /* YAML: of the dashes */
    vt_buffer type;       /* apiVersion and kind of items, one after the other */
    size_t version_size;  /* of the first of them */
    vt_buffer envelope;   /* YAML: the lines before and behind the items */
    vt_piece_queue held;  /* items that wait for the envelope's kind */
    uint64_t held_bytes;
} vt_stream_list;

struct vitals_stream {
    vitals_allocator allocator;
    vitals_limits limits;
    vitals_read_options options; /* with the two above and an own copy of the file's name */
    size_t file_size;            /* of that copy, terminator included; 0: none */
    vt_window window;
    uint32_t document; /* number of the document at the front of the window */
    bool started, finished;
    bool json_section; /* a JSON value stood here: what follows is no YAML until --- */
    bool lost;         /* behind a broken JSON value: look for a line to start from */
    vt_stream_list list;
    vt_piece_queue ready;
};

/* ------------------------------------------------------------------ stream.c */

/* How much of an object is looked at before it may be taken for a list. */
static inline uint64_t vt_stream_lookahead(const vitals_stream *stream) {
    uint64_t most_bytes = stream->limits.document_bytes;
    return most_bytes < VT_STREAM_LOOKAHEAD_BYTES ? most_bytes : VT_STREAM_LOOKAHEAD_BYTES;
}
/* Where the first byte of the window stands. */
vt_place vt_stream_place(vitals_stream *stream);
/* Report that a limit was hit at `place`. Always VITALS_ELIMIT. */
vitals_status vt_stream_over_limit(const vitals_stream *stream, vt_place place, const char *limit,
                                   vitals_diagnostics *diagnostics);
/* Make a piece of the first `size` bytes of the window and consume them; NULL: no memory. */
vitals_piece *vt_stream_cut(vitals_stream *stream, vt_piece_form form, size_t size);
/* The same, and put it in the queue. */
vitals_status vt_stream_emit(vitals_stream *stream, vt_piece_form form, size_t size);

/* ------------------------------------------------------------- stream_list.c */

void vt_piece_queue_push(vt_piece_queue *queue, vitals_piece *piece);
vitals_piece *vt_piece_queue_pop(vt_piece_queue *queue);
void vt_piece_queue_done(vt_piece_queue *queue);

/* "Deployment" of "DeploymentList", empty of "List"; absent when it is no kind of a list. */
vt_text vt_list_item_kind(vt_text list_kind);
/* A list begins; `kind` absent: not known yet. */
vitals_status vt_stream_open_list(vitals_stream *stream, vt_list_form form, vt_text api_version,
                                  vt_text kind);
/* The envelope's kind is known now, or it has none (absent): held items are ready. */
vitals_status vt_stream_set_list_type(vitals_stream *stream, vt_text api_version, vt_text kind);
/* The list is over. */
void vt_stream_close_list(vitals_stream *stream);
/* Put an item in the queue. Takes the piece over. */
vitals_status vt_stream_add_item(vitals_stream *stream, vitals_piece *piece,
                                 vitals_diagnostics *diagnostics);
/* Put the items of a list within a piece in the queue, and those of lists among them, by way of
** its tree; a piece that is no list goes in as it is. Takes the piece over. */
vitals_status vt_stream_expand(vitals_stream *stream, vitals_piece *piece);

/* --------------------------------------------- stream_json.c and stream_yaml.c */

/* One step at a JSON value that stands at the front of the window. */
vitals_status vt_stream_json_value(vitals_stream *stream, vitals_diagnostics *diagnostics);
/* One step inside a JSON list. */
vitals_status vt_stream_json_item(vitals_stream *stream, vitals_diagnostics *diagnostics);
/* What is no JSON where JSON must be: one piece, up to the end of the line. */
vitals_status vt_stream_json_garbage(vitals_stream *stream);
/* Skip to a line that starts with a bracket or ---. */
vitals_status vt_stream_json_recover(vitals_stream *stream);

/* One step at a YAML document that starts at the front of the window. */
vitals_status vt_stream_yaml_document(vitals_stream *stream, vitals_diagnostics *diagnostics);
/* One step inside a YAML list. */
vitals_status vt_stream_yaml_item(vitals_stream *stream, vitals_diagnostics *diagnostics);

#endif
