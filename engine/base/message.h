/* Building texts in an arena, piece by piece or from a format. */
#ifndef VITALS_BASE_MESSAGE_H
#define VITALS_BASE_MESSAGE_H

#include "base/arena.h"
#include "base/buffer.h"

/* A buffer whose memory is the arena's; needs no done. */
vt_buffer vt_arena_buffer(vt_arena *arena);
/* Its text, or "out of memory": a status stands, also when its message could not be built. */
vt_text vt_arena_buffer_text(const vt_buffer *buffer);

/* Go's fmt.Sprintf, with three verbs: %d takes an int64_t, %s and %q take a vt_text. The format is a
** literal. */
#define vt_message(arena, format, ...) vt_message_of((arena), VT_TEXT(format), __VA_ARGS__)
vt_text vt_message_of(vt_arena *arena, vt_text format, ...);
/* `text` with a number behind it: what most objects that are as they should be are told. */
vt_text vt_message_count(vt_arena *arena, vt_text text, int64_t count);

#endif
