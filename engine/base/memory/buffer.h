/*
** Growable bytes with a mandatory size limit.
**
** Invariant: after init, `bytes[size]` is NUL whenever bytes is not NULL. A call that cannot
** append leaves the content unchanged, sets `failed` permanently and returns false, so a writer may
** append without checking each call and check `failed` once at the end.
*/
#ifndef VITALS_BASE_BUFFER_H
#define VITALS_BASE_BUFFER_H

#include <stdarg.h>

#include "base/text/text.h"

typedef struct vt_buffer {
    vitals_allocator allocator;
    char *bytes;
    size_t size;
    size_t capacity;
    size_t most_bytes; /* the size limit */
    bool failed;       /* no memory, or the size limit */
    bool over_ceiling; /* it was the size limit */
} vt_buffer;

/* `most_bytes` is the size limit; SIZE_MAX / 2 where the content is bounded elsewhere. */
void vt_buffer_init(vt_buffer *buffer, const vitals_allocator *allocator, size_t most_bytes);
void vt_buffer_done(vt_buffer *buffer);
/* Empty it and clear `failed`; keeps the memory. */
void vt_buffer_clear(vt_buffer *buffer);
/* Keep the first `size` bytes, of at least as many. */
void vt_buffer_cut(vt_buffer *buffer, size_t size);
bool vt_buffer_reserve(vt_buffer *buffer, size_t more_bytes);
/* Whether `size` bytes fit without allocating. */
static inline bool vt_buffer_has_room(const vt_buffer *buffer, size_t size) {
    return size < buffer->capacity - buffer->size && size <= buffer->most_bytes - buffer->size &&
           !buffer->failed;
}

bool vt_buffer_add(vt_buffer *buffer, vt_text text);
bool vt_buffer_add_byte(vt_buffer *buffer, char byte);
bool vt_buffer_add_bytes(vt_buffer *buffer, const char *bytes, size_t size);
bool vt_buffer_add_terminated(vt_buffer *buffer, const char *text);
bool vt_buffer_add_repeated(vt_buffer *buffer, char byte, size_t count);
bool vt_buffer_add_integer(vt_buffer *buffer, int64_t value);
bool vt_buffer_printf(vt_buffer *buffer, const char *format, ...) VITALS_PRINTF(2, 3);
bool vt_buffer_vprintf(vt_buffer *buffer, const char *format, va_list arguments);

/* The content; never absent. Borrowed until the next append. */
vt_text vt_buffer_text(const vt_buffer *buffer);
/* The same, but absent when an append failed and the content is not whole. */
static inline vt_text vt_buffer_whole_text(const vt_buffer *buffer) {
    return buffer->failed ? VT_TEXT_ABSENT : vt_buffer_text(buffer);
}
/* The content, terminated. Borrowed until the next append. */
static inline const char *vt_buffer_string(const vt_buffer *buffer) {
    return buffer->bytes ? buffer->bytes : "";
}
/* Transfer the memory to the caller as a NUL-terminated block of size + 1 bytes; the buffer is then
** empty. NULL when the buffer failed or there is no memory for the terminator. `size` may be NULL. */
char *vt_buffer_take(vt_buffer *buffer, size_t *size);

#endif
