/* Building texts in an arena. */
#include "base/message.h"

#include "base/quote.h"

/* A guess at what the verbs add. */
enum { VERBS_BYTES = 40 };

/* The shape of vitals_allocate_fn over an arena: what is given back stays until it is emptied. */
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

/* One that has room already. Without memory it fails at the first byte. */
static vt_buffer roomy_buffer(vt_arena *arena, size_t bytes) {
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

/* One verb; the arguments move on. */
static void add_verb(vt_buffer *buffer, char verb, va_list *arguments) {
    if (verb == 'd') {
        (void)vt_buffer_add_integer(buffer, va_arg(*arguments, int64_t));
        return;
    }
    vt_text text = va_arg(*arguments, vt_text);
    (void)(verb == 'q' ? vt_quote_append_go(buffer, text) : vt_buffer_add(buffer, text));
}

vt_text vt_message(vt_arena *arena, const char *format, ...) {
    vt_text rest = vt_text_from(format);
    vt_buffer buffer = roomy_buffer(arena, rest.size + VERBS_BYTES);
    va_list arguments;
    va_start(arguments, format);
    for (const char *verb; (verb = memchr(rest.bytes, '%', rest.size));) {
        size_t plain = (size_t)(verb - rest.bytes);
        (void)vt_buffer_add_bytes(&buffer, rest.bytes, plain);
        add_verb(&buffer, verb[1], &arguments);
        rest = vt_text_slice(verb + 2, rest.size - plain - 2);
    }
    va_end(arguments);
    (void)vt_buffer_add(&buffer, rest);
    return vt_arena_buffer_text(&buffer);
}
