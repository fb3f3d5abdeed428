/* One object of a stream, before it is parsed. */
#ifndef VITALS_STREAM_PIECE_H
#define VITALS_STREAM_PIECE_H

#include "base/run/diagnostic.h"
#include "base/run/interrupt.h"
#include "base/run/limits.h"

/* What the piece's text contains. */
typedef enum vt_piece_form {
    VT_PIECE_JSON,     /* one JSON value */
    VT_PIECE_YAML,     /* one YAML document */
    VT_PIECE_YAML_ITEM /* a block sequence whose only item is the object */
} vt_piece_form;

/* The type that a list gives to items with neither apiVersion nor kind; both absent: none. */
typedef struct vt_item_type {
    vt_text api_version;
    vt_text kind;
} vt_item_type;

struct vitals_piece {
    vitals_allocator allocator;
    vt_document_limits limits; /* a list may hold thousands of pieces */
    uint64_t hash_seed;
    vt_piece_form form;
    bool item;      /* of a list: never a watch event */
    bool has_type;  /* an item with its own type */
    bool metadata;  /* `type` is also that of an object that is a PartialObjectMetadata */
    vt_place start; /* of `text` */
    vt_text text;
    vt_item_type type;
    char *type_bytes; /* memory of `type`, a block of its own */
    size_t type_size;
    const char *const *drop; /* paths of vitals_read_options */
    size_t drop_count;
    vt_interrupt interrupt; /* of the options */
    /* Of a line ahead: its stream, and where `text` starts in the input; otherwise NULL. */
    vitals_stream *ahead_of;
    uint64_t offset;
    /* Of this struct with paths, file and text behind it; 0: it belongs to the stream. */
    size_t block_bytes;
    vitals_piece *next; /* in a queue of the stream */
};

/* Room that copies of the paths take, and copies of them there, the pointers first. */
size_t vt_piece_drop_bytes(const vitals_read_options *options);
char *vt_piece_copy_drop(const vitals_read_options *options, void *room);

/* A piece with copies of its text, of the file name and of the paths to drop; NULL when memory runs
** out. */
vitals_piece *vt_piece_new(const vitals_read_options *options, vt_piece_form form, vt_text text,
                           vt_place start);
/* A piece that borrows its text and the file name of the options, and drops nothing. */
vitals_piece vt_piece_borrow(const vitals_read_options *options, vt_piece_form form, vt_text text,
                             vt_place start);
/* Set the type of an item without its own. Absent and empty texts set none. Returns false when
** memory runs out. */
bool vt_piece_set_type(vitals_piece *piece, vt_item_type type);
/* Set the type that an object of type PartialObjectMetadata stands for, in place of any other. Returns false when
** memory runs out. */
bool vt_piece_set_metadata_type(vitals_piece *piece, vt_item_type type);
/* vitals_piece_parse, with or without dropping. */
vitals_status vt_piece_parse(const vitals_piece *piece, bool drop, vitals_document **document,
                             vitals_event *event, vitals_diagnostics *diagnostics);

/* Pieces one after another; the queue owns them. Zeroed: empty. */
typedef struct vt_piece_queue {
    vitals_piece *first, *last;
} vt_piece_queue;

void vt_piece_queue_push(vt_piece_queue *queue, vitals_piece *piece);
/* The first one, or NULL. */
vitals_piece *vt_piece_queue_pop(vt_piece_queue *queue);
void vt_piece_queue_done(vt_piece_queue *queue);

#endif
