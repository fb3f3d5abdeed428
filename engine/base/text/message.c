/* Building texts in an arena. */
#include "base/text/message.h"

#include "base/text/quote.h"

/* An estimate of what the verbs add. */
enum { VERBS_BYTES = 40 };

/* A vitals_allocate_fn over an arena: released blocks stay until the arena is emptied. */
static void *allocate_in_arena(void *arena, void *block, size_t old_bytes, size_t new_bytes) {
    if (new_bytes == 0) return NULL;
    if (block && new_bytes <= old_bytes) return block;
    void *grown = vt_arena_allocate(arena, new_bytes);
    if (grown && block) memcpy(grown, block, old_bytes);
    return grown;
}

vt_buffer vt_arena_buffer(vt_arena *arena) {
    return (vt_buffer){ .allocator = { allocate_in_arena, arena }, .most_bytes = SIZE_MAX / 2 };
}

/* One with capacity already allocated. When memory ran out the first append fails. */
static vt_buffer buffer_with_room(vt_arena *arena, size_t bytes) {
    vt_buffer buffer = vt_arena_buffer(arena);
    buffer.bytes = vt_arena_allocate(arena, bytes);
    if (!buffer.bytes) return buffer;
    buffer.bytes[0] = '\0';
    buffer.capacity = bytes;
    return buffer;
}

vt_text vt_arena_buffer_text(const vt_buffer *buffer) {
    return buffer->failed ? VT_TEXT("out of memory") : vt_buffer_text(buffer);
}

/* The fast path when there is room. The caller adds the terminator at the end. */
static inline void add(vt_buffer *buffer, const char *bytes, size_t size) {
    if (buffer->failed || size >= buffer->capacity - buffer->size) {
        (void)vt_buffer_add_bytes(buffer, bytes, size);
        return;
    }
    if (size) memcpy(buffer->bytes + buffer->size, bytes, size);
    buffer->size += size;
}

/* Most counts have one digit, which needs no buffer. */
vt_text vt_message_count(vt_arena *arena, vt_text text, int64_t count) {
    if (count < 0 || count > 9) return vt_message(arena, "%s%d", text, count);
    char *bytes = vt_arena_allocate(arena, text.size + 2);
    if (!bytes) return VT_TEXT("out of memory");
    memcpy(bytes, text.bytes, text.size);
    bytes[text.size] = (char)('0' + count);
    bytes[text.size + 1] = '\0';
    return vt_text_slice(bytes, text.size + 1);
}

/* Append one verb, and take its argument. */
static void add_verb(vt_buffer *buffer, char verb, va_list *arguments) {
    if (verb == 'd') {
        (void)vt_buffer_add_integer(buffer, va_arg(*arguments, int64_t));
        return;
    }
    vt_text text = va_arg(*arguments, vt_text);
    if (verb == 'q') {
        (void)vt_quote_append_go(buffer, text);
    } else {
        add(buffer, text.bytes, text.size);
    }
}

vt_text vt_message_of(vt_arena *arena, vt_text format, ...) {
    vt_buffer buffer = buffer_with_room(arena, format.size + VERBS_BYTES);
    va_list arguments;
    va_start(arguments, format);
    for (const char *verb; (verb = memchr(format.bytes, '%', format.size));) {
        size_t plain = (size_t)(verb - format.bytes);
        add(&buffer, format.bytes, plain);
        add_verb(&buffer, verb[1], &arguments);
        format = vt_text_slice(verb + 2, format.size - plain - 2);
    }
    va_end(arguments);
    add(&buffer, format.bytes, format.size);
    if (!buffer.failed) buffer.bytes[buffer.size] = '\0';
    return vt_arena_buffer_text(&buffer);
}
