/* Growable bytes with a mandatory size limit. */
#include "base/memory/buffer.h"

#include <stdio.h>

#include "base/memory/memory.h"

#define SMALLEST_CAPACITY ((size_t)64)
#define SHORT_TEXT_BYTES 128

void vt_buffer_init(vt_buffer *buffer, const vitals_allocator *allocator, size_t most_bytes) {
    *buffer = (vt_buffer){ 0 };
    buffer->allocator = vt_allocator_or_default(allocator);
    buffer->most_bytes = most_bytes < SIZE_MAX / 2 ? most_bytes : SIZE_MAX / 2;
}

void vt_buffer_done(vt_buffer *buffer) {
    vt_release(&buffer->allocator, buffer->bytes, buffer->capacity);
    buffer->bytes = NULL;
    buffer->size = buffer->capacity = 0;
}

void vt_buffer_clear(vt_buffer *buffer) {
    buffer->size = 0;
    buffer->failed = buffer->over_ceiling = false;
    if (buffer->bytes) buffer->bytes[0] = '\0';
}

void vt_buffer_cut(vt_buffer *buffer, size_t size) {
    buffer->size = size;
    if (buffer->bytes) buffer->bytes[size] = '\0';
}

/* Make the block hold `needed` bytes, terminator included. */
static bool grow(vt_buffer *buffer, size_t needed) {
    size_t capacity = buffer->capacity ? buffer->capacity : SMALLEST_CAPACITY;
    while (capacity < needed) capacity *= 2; /* ends: needed <= SIZE_MAX / 2 + 1 */
    char *bytes =
        vt_reallocate_array(&buffer->allocator, buffer->bytes, buffer->capacity, capacity, 1);
    if (!bytes) return false;
    bytes[buffer->size] = '\0';
    buffer->bytes = bytes;
    buffer->capacity = capacity;
    return true;
}

/* The only place that enforces the size limit and makes a failure permanent. */
bool vt_buffer_reserve(vt_buffer *buffer, size_t more_bytes) {
    if (buffer->failed) return false;
    if (more_bytes > buffer->most_bytes - buffer->size) {
        buffer->failed = buffer->over_ceiling = true;
        return false;
    }
    size_t needed = buffer->size + more_bytes + 1;
    if (needed <= buffer->capacity) return true;
    buffer->failed = !grow(buffer, needed);
    return !buffer->failed;
}

bool vt_buffer_add_bytes(vt_buffer *buffer, const char *bytes, size_t size) {
    if (!vt_buffer_has_room(buffer, size) && !vt_buffer_reserve(buffer, size)) return false;
    if (size) memcpy(buffer->bytes + buffer->size, bytes, size);
    buffer->size += size;
    buffer->bytes[buffer->size] = '\0';
    return true;
}

bool vt_buffer_add(vt_buffer *buffer, vt_text text) {
    return vt_buffer_add_bytes(buffer, text.bytes, text.size);
}

bool vt_buffer_add_byte(vt_buffer *buffer, char byte) {
    if (!vt_buffer_has_room(buffer, 1) && !vt_buffer_reserve(buffer, 1)) return false;
    buffer->bytes[buffer->size++] = byte;
    buffer->bytes[buffer->size] = '\0';
    return true;
}

bool vt_buffer_add_terminated(vt_buffer *buffer, const char *text) {
    return vt_buffer_add_bytes(buffer, text, strlen(text));
}

bool vt_buffer_add_repeated(vt_buffer *buffer, char byte, size_t count) {
    if (!vt_buffer_reserve(buffer, count)) return false;
    memset(buffer->bytes + buffer->size, byte, count);
    buffer->size += count;
    buffer->bytes[buffer->size] = '\0';
    return true;
}

/* Digits are written backwards from the end of a block that holds the longest int64. */
bool vt_buffer_add_integer(vt_buffer *buffer, int64_t value) {
    char digits[20];
    size_t at = sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0) digits[--at] = '-';
    return vt_buffer_add_bytes(buffer, digits + at, sizeof digits - at);
}

/* Not for floating point, whose format depends on the locale. Short texts are formatted once, on
** the stack; longer ones a second time, once their size is known. */
bool vt_buffer_vprintf(vt_buffer *buffer, const char *format, va_list arguments) {
    char brief[SHORT_TEXT_BYTES];
    va_list again;
    va_copy(again, arguments);
    int size = vsnprintf(brief, sizeof brief, format, again);
    va_end(again);
    if (size >= 0 && (size_t)size < sizeof brief)
        return vt_buffer_add_bytes(buffer, brief, (size_t)size);
    if (size < 0) buffer->failed = true;
    if (size < 0 || !vt_buffer_reserve(buffer, (size_t)size)) return false;
    vsnprintf(buffer->bytes + buffer->size, (size_t)size + 1, format, arguments);
    buffer->size += (size_t)size;
    return true;
}

bool vt_buffer_printf(vt_buffer *buffer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    bool done = vt_buffer_vprintf(buffer, format, arguments);
    va_end(arguments);
    return done;
}

vt_text vt_buffer_text(const vt_buffer *buffer) {
    return vt_text_slice(buffer->bytes ? buffer->bytes : "", buffer->size);
}

/* The block is shrunk to its content, so that the caller frees exactly size + 1 bytes. */
char *vt_buffer_take(vt_buffer *buffer, size_t *size) {
    if (!vt_buffer_reserve(buffer, 0)) return NULL;
    char *bytes = vt_reallocate_array(&buffer->allocator, buffer->bytes, buffer->capacity,
                                      buffer->size + 1, 1);
    if (!bytes) return NULL;
    bytes[buffer->size] = '\0';
    if (size) *size = buffer->size;
    buffer->bytes = NULL;
    buffer->size = buffer->capacity = 0;
    return bytes;
}
