/* Building texts in an arena, by appending or from a format. */
#ifndef VITALS_BASE_MESSAGE_H
#define VITALS_BASE_MESSAGE_H

#include "base/memory/arena.h"
#include "base/memory/buffer.h"

/* A buffer that allocates from the arena; vt_buffer_done is not needed. */
vt_buffer vt_arena_buffer(vt_arena *arena);
/* Its text, or "out of memory": a health status is valid even when its message could not be
** built. */
vt_text vt_arena_buffer_text(const vt_buffer *buffer);

/* Go's fmt.Sprintf with three verbs: %d takes an int64_t, %s and %q take a vt_text. The format must
** be a literal. */
#define vt_message(arena, format, ...) vt_message_of((arena), VT_TEXT(format), __VA_ARGS__)
vt_text vt_message_of(vt_arena *arena, vt_text format, ...);
/* `text` followed by a number: the most common message of a healthy object. */
vt_text vt_message_count(vt_arena *arena, vt_text text, int64_t count);

#endif
