/*
** The internals of a stream: its position in the input, and the pieces it has cut.
**
** A task cuts what is at the front of the window and puts pieces in the queue. It keeps its state in
** the stream: when the window holds too little it returns VITALS_EAGAIN, and runs again once there
** is more. Bytes that are read and bytes that are fed differ in nothing else. What a task decides
** depends on the text alone, never on how much of it is in the window: a limit is compared with
** where a thing ends, or with the part of it that is certain.
**
** The envelope of a
** list is never stored as a whole: its items become pieces as they arrive. Up to
** VT_STREAM_LOOKAHEAD_BYTES of an object are examined before it is treated as a list, to
** distinguish an object with a field `items` from one whose kind ends in List.
**
** The items of a list in YAML are pieces of their own, too, which an alias does not cross. From the first
** item that has an anchor the rest of the items is parsed as one, if an alias is in it and
** limit document_bytes allows it; otherwise they are read one by one again. What follows `items:` in a list
** in YAML is the only sign of its end, and kubectl writes the kind there: without a kind the list is
** cut off. Its last item may have lost its status and not be noticed, so it is not handed over.
*/
#ifndef VITALS_STREAM_STREAM_H
#define VITALS_STREAM_STREAM_H

#include "base/memory/buffer.h"
#include "base/run/limits.h"
#include "stream/cut.h"
#include "stream/piece.h"
#include "stream/window.h"

/* More than etcd accepts for one object. */
#define VT_STREAM_LOOKAHEAD_BYTES (2 * 1024 * 1024)

typedef enum vt_list_form { VT_LIST_NONE, VT_LIST_JSON, VT_LIST_YAML } vt_list_form;

/* A copy of a type; empty: none. */
typedef struct vt_stream_type {
    vt_buffer text;      /* apiVersion and kind, concatenated */
    size_t version_size; /* of the first of them */
} vt_stream_type;

/* The list whose items are at the front of the window. */
typedef struct vt_stream_list {
    vt_list_form form;
    bool bare;            /* a JSON array without an envelope */
    bool type_known;      /* the envelope's kind was found, or it has none */
    uint32_t last_line;   /* JSON: on which the item before ended */
    uint32_t item_column; /* JSON: of the last item that was first on its line, or 0 */
    bool type_lost;       /* limit envelope_bytes was hit: items without a type are dropped */
    size_t indentation;   /* YAML: of the dashes */
    vt_stream_type type;  /* of items */
    vt_buffer envelope;   /* YAML: the lines before and after the items */
    vt_buffer metadata;   /* JSON: that of the envelope, as text */
    bool closed;          /* JSON: the envelope was read to its closing brace */
    bool apart;           /* YAML: its items cannot be parsed together */
    vitals_piece
        *last; /* YAML: the last item so far, which may not be whole until the kind is found */
    vt_piece_queue held; /* items that wait for the envelope's kind */
    uint64_t held_bytes;
} vt_stream_list;

/* VITALS_OK: it is done, and may have set the next task. VITALS_EAGAIN: it needs more text. */
typedef vitals_status (*vt_stream_task_fn)(vitals_stream *stream, vitals_diagnostics *diagnostics);

/* How far the task has come with what is at the front. */
typedef struct vt_stream_cut_state {
    union {
        vt_json_cut json;
        vt_yaml_cut yaml;
    };
    size_t looked;     /* bytes examined, where there is no cut */
    size_t line;       /* bytes examined of what may be an object on one line */
    bool may_be_list;  /* it is not known yet that the value is not a list */
    bool ends_list;    /* it is the rest of a list's envelope */
    vt_place place;    /* of what is skipped */
    const char *limit; /* that it hit */
} vt_stream_cut_state;

/* Pieces of vitals_stream_lines_ahead. */
typedef struct vt_stream_ahead {
    size_t most;        /* 0: lines are not wanted, or not any longer */
    size_t count;       /* of those that are not settled */
    bool waits;         /* for all of them: what follows is not such a line */
    vitals_piece piece; /* where there is one at a time */
} vt_stream_ahead;

struct vitals_stream {
    vitals_allocator allocator;
    vitals_limits limits;
    vitals_read_options options; /* with the two above and a copy of the file name */
    size_t file_size;            /* of that copy, terminator included; 0: none */
    void *drop;                  /* the copy of the paths to drop, or NULL */
    size_t drop_size;
    vt_window window;
    uint32_t document;       /* number of the document at the front of the window */
    vt_stream_task_fn task;  /* to continue with; NULL: choose by what is at the front */
    vt_stream_cut_state cut; /* of this task */
    bool started, finished;
    bool stopped;      /* by the host, in the middle of a task, which returned VITALS_EAGAIN */
    bool json_section; /* after a JSON value: what follows is not YAML until `---` */
    bool lost;         /* after a broken JSON value: find a line to continue from */
    vt_stream_list list;
    vt_piece_queue ready;
    vt_stream_type metadata_type; /* of vitals_stream_set_metadata_type */
    vt_stream_ahead ahead;
};

/* -------------------------------------------------------------------- emit.c */

/* How much of an object is examined before it may be treated as a list. */
static inline uint64_t vt_stream_lookahead(const vitals_stream *stream) {
    uint64_t most_bytes = stream->limits.document_bytes;
    return most_bytes < VT_STREAM_LOOKAHEAD_BYTES ? most_bytes : VT_STREAM_LOOKAHEAD_BYTES;
}
/* Asks the host whether to stop. */
static inline bool vt_stream_is_stopped(const vitals_stream *stream) {
    return vt_interrupt_asked(
        (vt_interrupt){ stream->options.interrupt, stream->options.interrupt_user });
}
/* Whether the window holds `size` bytes, or all that there are. */
static inline bool vt_stream_has(const vitals_stream *stream, size_t size) {
    return stream->window.at_end || vt_window_text(&stream->window).size >= size;
}
/* The position of the first byte of the window. */
vt_place vt_stream_place(vitals_stream *stream);
/* Report that a limit was hit at `place`. Always VITALS_ELIMIT. */
vitals_status vt_stream_over_limit(const vitals_stream *stream, vt_place place, const char *limit,
                                   vitals_diagnostics *diagnostics);
/* Make a piece of the first `size` bytes of the window and consume them; NULL when memory runs
** out. */
vitals_piece *vt_stream_cut(vitals_stream *stream, vt_piece_form form, size_t size);
/* The same, and put it in the queue. */
vitals_status vt_stream_emit(vitals_stream *stream, vt_piece_form form, size_t size);
/* What is at the front hit `limit`: continue with `skip`, which reports it at the end. */
vitals_status vt_stream_skip(vitals_stream *stream, vt_stream_task_fn skip, const char *limit);
/* The end of such a task: report the limit. */
vitals_status vt_stream_skipped(vitals_stream *stream, vitals_diagnostics *diagnostics);

/* -------------------------------------------------------------------- line.c */

/* If what follows the white space at the front may be an object on one line, put that line in the queue.
** VITALS_ENOTFOUND: it is not, and lines before are settled. VITALS_EAGAIN: its end is not there yet, or they are not. */
vitals_status vt_stream_take_line(vitals_stream *stream, size_t indentation);
/* Whether nothing can be done before the lines are settled. */
bool vt_stream_must_settle(const vitals_stream *stream);

/* -------------------------------------------------------------------- list.c */

/* Copy a type; on failure none is kept, and the result is false: memory ran out. */
bool vt_stream_type_set(vt_stream_type *type, vt_item_type from);
void vt_stream_type_clear(vt_stream_type *type);
/* The type, as long as the copy is kept. */
vt_item_type vt_stream_type_get(const vt_stream_type *type);
/* "Deployment" of "DeploymentList", empty of "List"; absent when it is not the kind of a list. */
vt_text vt_list_item_kind(vt_text list_kind);
/* A list begins; `kind` absent: not known yet. */
vitals_status vt_stream_open_list(vitals_stream *stream, vt_list_form form, vt_text api_version,
                                  vt_text kind);
/* Report that `items` comes again in the rest of an envelope, which is at the front: returns
** VITALS_ESYNTAX. Go takes the last ones, but a list is read as it comes. */
vitals_status vt_stream_items_again(vitals_stream *stream, vitals_diagnostics *diagnostics);
/* Set the envelope's apiVersion and kind, absent when it has none, and release the held items. */
vitals_status vt_stream_set_list_type(vitals_stream *stream, vt_text api_version, vt_text kind);
/* The list ends. */
void vt_stream_close_list(vitals_stream *stream);
/* Put an item in the queue. Takes ownership of the piece. */
vitals_status vt_stream_add_item(vitals_stream *stream, vitals_piece *piece,
                                 vitals_diagnostics *diagnostics);
/* Put an item of a list in YAML in the queue, or keep it as the last one until the list's kind is
** known. Takes ownership of the piece; NULL: only hand over the last one. */
vitals_status vt_stream_add_last(vitals_stream *stream, vitals_piece *piece,
                                 vitals_diagnostics *diagnostics);
/* Parse `size` bytes at the front, which are items of a list in YAML, as one, and add each. VITALS_ENOTFOUND:
** that does not work; they are still at the front. */
vitals_status vt_stream_add_together(vitals_stream *stream, size_t size,
                                     vitals_diagnostics *diagnostics);
/* Whether the tree needs to be examined for a list in flow style, or with items elsewhere. */
bool vt_stream_looks_like_list(vt_text text);
/* Parse a piece and put the items of the list in it, and of lists among them, in the queue; a piece
** that is not a list is queued unchanged. Takes ownership of the piece. */
vitals_status vt_stream_expand(vitals_stream *stream, vitals_piece *piece);

/* --------------------------------------------------------- json.c and yaml.c */

/* Start with a JSON value at the front of the window. */
vitals_status vt_stream_json_value(vitals_stream *stream, vitals_diagnostics *diagnostics);
/* Task: what comes next in a JSON list. */
vitals_status vt_stream_json_item(vitals_stream *stream, vitals_diagnostics *diagnostics);
/* Invalid input where JSON is expected: one piece, up to the end of the line. */
vitals_status vt_stream_json_garbage(vitals_stream *stream, vitals_diagnostics *diagnostics);
/* Task: skip to a line that starts with a bracket or ---. */
vitals_status vt_stream_json_recover(vitals_stream *stream, vitals_diagnostics *diagnostics);

/* Start with a YAML document at the front of the window. */
vitals_status vt_stream_yaml_document(vitals_stream *stream, vitals_diagnostics *diagnostics);
/* Task: what comes next in a YAML list. */
vitals_status vt_stream_yaml_item(vitals_stream *stream, vitals_diagnostics *diagnostics);

#endif
