/*
** The part of the input that is in memory: added at the end, consumed from the front. What is consumed may be kept
** for a while, to go back to it.
*/
#ifndef VITALS_STREAM_WINDOW_H
#define VITALS_STREAM_WINDOW_H

#include "base/text/text.h"

#define VT_WINDOW_NONE UINT64_MAX

typedef struct vt_window {
    vitals_allocator allocator;
    vitals_read_fn read; /* NULL: bytes are fed */
    void *user;
    char *bytes;
    size_t capacity;
    size_t begin, end;    /* what is not consumed yet */
    uint64_t consumed;    /* bytes of the input before `begin` */
    uint64_t kept;        /* of these, the bytes from here on stay; VT_WINDOW_NONE: none */
    bool at_end;          /* nothing follows */
    vitals_status status; /* VITALS_EREAD or VITALS_ENOMEM once that happened */
    uint32_t line;        /* of the first byte that is not consumed */
    uint32_t column;      /* of the byte at `counted` */
    size_t counted;       /* the bytes from here to `begin` are on this line and not counted yet */
} vt_window;

void vt_window_init(vt_window *window, const vitals_allocator *allocator, vitals_read_fn read,
                    void *user);
void vt_window_done(vt_window *window);

/* Read once: more text, the end, or a failure in `status`. The text may move. False: there is nothing to read yet. */
bool vt_window_read(vt_window *window);
/* Append bytes; a failure is in `status`. The text may move. */
void vt_window_add(vt_window *window, vt_text bytes);
/* Remove bytes from the front. */
void vt_window_consume(vt_window *window, size_t count);
/* Return to the byte at `offset` of the input, which was kept; none is kept any longer. */
void vt_window_go_back(vt_window *window, uint64_t offset, uint32_t line, uint32_t column);

/* The same where none of them is a line break and something follows. */
static inline void vt_window_consume_in_line(vt_window *window, size_t count) {
    window->begin += count;
    window->consumed += count;
}

/* The column of the first byte that is not consumed. It counts the bytes that start a code point,
** so that it does not depend on how the text was consumed. */
uint32_t vt_window_column(vt_window *window);

/* The bytes that are not consumed; never absent, so that callers may compute places in it. */
static inline vt_text vt_window_text(const vt_window *window) {
    const char *begin = window->bytes ? window->bytes + window->begin : "";
    return (vt_text){ begin, window->end - window->begin };
}

#endif
