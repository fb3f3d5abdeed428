/* The part of an input that is in memory. */
#include "stream/window.h"

#include "base/memory/memory.h"
#include "base/text/eight.h"

enum { FIRST_CAPACITY = 128 * 1024, MOST_KEPT = 1024 * 1024 };

void vt_window_init(vt_window *window, const vitals_allocator *allocator, vitals_read_fn read,
                    void *user) {
    *window = (vt_window){ .allocator = *allocator, .read = read, .user = user };
    window->kept = VT_WINDOW_NONE;
    window->line = window->column = 1;
}

void vt_window_done(vt_window *window) {
    vt_release(&window->allocator, window->bytes, window->capacity);
    window->bytes = NULL;
}

/* How many bytes before the front are kept. */
static size_t kept_bytes(const vt_window *window) {
    return window->kept < window->consumed ? (size_t)(window->consumed - window->kept) : 0;
}

/* Make room for `needed` bytes at the end: by moving the content to the front if it fills at most
** half, else by growing. */
static bool make_room(vt_window *window, size_t needed) {
    size_t kept = kept_bytes(window), first = window->begin - kept, rest = window->end - first;
    if (window->capacity - window->end >= needed) return true;
    if (rest <= window->capacity / 2 && window->capacity - rest >= needed) {
        vt_window_column(window);
        memmove(window->bytes, window->bytes + first, rest);
        window->begin = window->counted = kept;
        window->end = rest;
        return true;
    }
    size_t wanted = window->capacity ? window->capacity : FIRST_CAPACITY / 2;
    do {
        if (wanted > SIZE_MAX / 2) return false;
        wanted *= 2;
    } while (wanted - window->end < needed);
    char *grown =
        vt_reallocate_array(&window->allocator, window->bytes, window->capacity, wanted, 1);
    if (!grown) return false;
    window->bytes = grown;
    window->capacity = wanted;
    return true;
}

bool vt_window_read(vt_window *window) {
    if (window->at_end || window->status != VITALS_OK) return true;
    if (!make_room(window, 1)) {
        window->status = VITALS_ENOMEM;
        return true;
    }
    size_t room = window->capacity - window->end;
    ptrdiff_t count = window->read(window->user, window->bytes + window->end, room);
    if (count == VITALS_READ_AGAIN) return false;
    if (count < 0 || (size_t)count > room) {
        window->status = VITALS_EREAD;
        return true;
    }
    window->at_end = count == 0;
    window->end += (size_t)count;
    return true;
}

void vt_window_add(vt_window *window, vt_text bytes) {
    if (bytes.size == 0 || window->status != VITALS_OK) return;
    if (!make_room(window, bytes.size)) {
        window->status = VITALS_ENOMEM;
        return;
    }
    memcpy(window->bytes + window->end, bytes.bytes, bytes.size);
    window->end += bytes.size;
}

/* The bytes that are not the second or a later one of a code point. */
static uint32_t count_starts(vt_text text) {
    const uint64_t ones = VT_EIGHT_OF(1);
    size_t at = 0, others = 0;
    for (; text.size - at >= 8; at += 8) {
        const uint64_t eight = vt_eight_bytes(text.bytes + at);
        others += (eight >> 7 & ~eight >> 6 & ones) * ones >> 56;
    }
    for (; at < text.size; at++) others += ((unsigned char)text.bytes[at] & 0xC0) == 0x80;
    return (uint32_t)(text.size - others);
}

uint32_t vt_window_column(vt_window *window) {
    if (window->counted == window->begin) return window->column; /* also before there are bytes */
    vt_text passed =
        vt_text_slice(window->bytes + window->counted, window->begin - window->counted);
    window->column += count_starts(passed);
    window->counted = window->begin;
    return window->column;
}

void vt_window_consume(vt_window *window, size_t count) {
    vt_text text = vt_text_slice(window->bytes + window->begin, count);
    size_t line_break, line_start = 0;
    while ((line_break = vt_text_find_byte(text, '\n', line_start)) != SIZE_MAX) {
        line_start = line_break + 1;
        window->line++;
        window->column = 1;
        window->counted = window->begin + line_start;
    }
    vt_window_consume_in_line(window, count);
    if (window->begin < window->end || kept_bytes(window)) return;
    vt_window_column(window);
    window->begin = window->end = window->counted = 0;
    if (window->capacity <= MOST_KEPT) return;
    /* What a long object is read into is as large again. */
    vt_release(&window->allocator, window->bytes, window->capacity);
    window->bytes = NULL;
    window->capacity = 0;
}

void vt_window_go_back(vt_window *window, uint64_t offset, uint32_t line, uint32_t column) {
    window->begin -= (size_t)(window->consumed - offset);
    window->consumed = offset;
    window->kept = VT_WINDOW_NONE;
    window->counted = window->begin;
    window->line = line;
    window->column = column;
}
