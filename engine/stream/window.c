/* The part of an input that is in memory. */
#include "stream/window.h"

#include "base/memory.h"
#include "base/utf8.h"

enum { FIRST_CAPACITY = 128 * 1024 };

void vt_window_init(vt_window *window, const vitals_allocator *allocator, vitals_read_fn read,
                    void *user) {
    *window = (vt_window){ .allocator = *allocator, .read = read, .user = user };
    window->line = window->column = 1;
}

void vt_window_done(vt_window *window) {
    vt_release(&window->allocator, window->bytes, window->capacity);
    window->bytes = NULL;
}

/* Make room at the end: by moving the content to the front if it fills at most half, else by
** growing. */
static bool make_room(vt_window *window) {
    if (window->end < window->capacity) return true;
    size_t rest = window->end - window->begin;
    if (rest <= window->capacity / 2 && window->capacity > 0) {
        vt_window_column(window);
        memmove(window->bytes, window->bytes + window->begin, rest);
        window->begin = window->counted = 0;
        window->end = rest;
        return true;
    }
    size_t wanted = window->capacity ? window->capacity * 2 : FIRST_CAPACITY;
    char *grown =
        vt_reallocate_array(&window->allocator, window->bytes, window->capacity, wanted, 1);
    if (!grown) return false;
    window->bytes = grown;
    window->capacity = wanted;
    return true;
}

bool vt_window_more(vt_window *window) {
    if (window->at_end || window->status != VITALS_OK) return false;
    if (!make_room(window)) {
        window->status = VITALS_ENOMEM;
        return false;
    }
    size_t room = window->capacity - window->end;
    ptrdiff_t count = window->read(window->user, window->bytes + window->end, room);
    if (count < 0 || (size_t)count > room) {
        window->status = VITALS_EREAD;
        return false;
    }
    window->at_end = count == 0;
    window->end += (size_t)count;
    return count > 0;
}

bool vt_window_fill(vt_window *window, size_t size) {
    while (window->end - window->begin < size) {
        if (!vt_window_more(window)) return false;
    }
    return true;
}

uint32_t vt_window_column(vt_window *window) {
    vt_text passed =
        vt_text_slice(window->bytes + window->counted, window->begin - window->counted);
    if (passed.size) window->column += (uint32_t)vt_utf8_count(passed);
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
    window->begin += count;
    if (window->begin < window->end) return;
    vt_window_column(window);
    window->begin = window->end = window->counted = 0;
}
