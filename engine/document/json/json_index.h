/*
** The structural index of JSON text: where the plain part of each string ends.
**
** One pass over the text in blocks, by the vector instructions of a level, finds the ends of all strings.
** Everything that walks over JSON, to build a tree or to skip a value, goes from one to the next:
**
**     text     {"a":"b","c\n":1}
**     ends        ^   ^   ^  ^
**
** At an opening quote a walk takes the next end. A closing quote there means that the string
** is plain: UTF-8 without escapes, to be used where it is. Any other byte, here the backslash, means that
** the string must be looked at from there on; the ends in it are skipped once its closing quote is known.
** Outside strings the text is read byte by byte, which is where errors are found; a byte that cannot be
** there stops the walk before the index and the walk could disagree about what is a string.
**
** The pass runs a window ahead of the walk, so that the index needs neither memory that grows with the
** text nor a second visit to cold bytes, and text after an error is not looked at.
*/
#ifndef VITALS_DOCUMENT_JSON_INDEX_H
#define VITALS_DOCUMENT_JSON_INDEX_H

#include "document/json/json_level.h"

/* Blocks in a window. The first is small, since managed fields are near the start of an object: what a
** window has of a value that is skipped was found for nothing. */
enum { VT_JSON_FIRST_WINDOW = 4, VT_JSON_WINDOW = 16 };
typedef struct vt_json_index {
    const char *start, *end; /* of the text, which is followed by 64 NULs */
    const char *next;        /* the first block that is not in the index yet */
    const uint32_t *used; /* the first end that is not used; after the last of a window, the size */
    uint32_t size;        /* of the text */
    const vt_json_level *level;
    vt_json_carry carry;
    uint32_t blocks; /* in the next window */
    uint32_t ends[VT_JSON_WINDOW * VT_JSON_BLOCK + VT_JSON_SPARE + 1];
} vt_json_index;

/* Index the text from `start` to `end` with a level, NULL: the best. */
void vt_json_index_begin(vt_json_index *index, const vt_json_level *level, const char *start,
                         const char *end);
/* Begin again at `at`, outside strings, with windows that grow: that costs little when it happens often. */
void vt_json_index_restart(vt_json_index *index, const char *at);
/* Go on at `at`, outside strings and after what was used. */
void vt_json_index_move(vt_json_index *index, const char *at);
/* Fill the next window and return the first end in it. */
uint32_t vt_json_index_refill(vt_json_index *index);
/* Skip the ends up to the closing quote at `closing`. */
void vt_json_index_skip(vt_json_index *index, const char *closing);

/* Use the next end, as a position from `start`. Of a string that is not closed it is the end of the text,
** at the latest. Where a window ends `*used` is the end of the text too: a walk that finds a quote at
** `*used` need not ask which it is. */
static inline uint32_t vt_json_index_next(vt_json_index *index) {
    uint32_t end = *index->used++;
    return end != index->size ? end : vt_json_index_refill(index);
}

#endif
