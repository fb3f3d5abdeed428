/* The part of the input that is in memory: added at the end, consumed from the front. */
#ifndef VITALS_STREAM_WINDOW_H
#define VITALS_STREAM_WINDOW_H

#include "base/text.h"

typedef struct vt_window {
    vitals_allocator allocator;
    vitals_read_fn read; /* NULL: bytes are fed */
    void *user;
    char *bytes;
    size_t capacity;
    size_t begin, end;    /* what is not consumed yet */
    bool at_end;          /* nothing follows */
    vitals_status status; /* VITALS_EREAD or VITALS_ENOMEM once that happened */
    uint32_t line;        /* of the first byte that is not consumed */
    uint32_t column;      /* of the byte at `counted` */
    size_t counted;       /* the bytes from here to `begin` are on this line and not counted yet */
} vt_window;

void vt_window_init(vt_window *window, const vitals_allocator *allocator, vitals_read_fn read,
                    void *user);
void vt_window_done(vt_window *window);

/* Read once: more text, the end, or a failure in `status`. The text may move. */
void vt_window_read(vt_window *window);
/* Append bytes; a failure is in `status`. The text may move. */
void vt_window_add(vt_window *window, vt_text bytes);
/* Remove bytes from the front. */
void vt_window_consume(vt_window *window, size_t count);

/* The same where none of them is a line break and something follows. */
static inline void vt_window_consume_in_line(vt_window *window, size_t count) {
    window->begin += count;
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
