/* gzip for answers. */
#include "server/http/compress.h"

#ifdef VITALS_WITH_ZLIB
#include <limits.h>
#include <zlib.h>
#endif

#include "base/memory/arena.h"
#include "base/memory/memory.h"

bool vt_takes_gzip(vt_text accept) {
    vt_text each;
    while (vt_text_split(&accept, ',', &each)) {
        vt_text name = vt_text_trim(each), parameter;
        parameter = VT_TEXT("");
        const size_t semicolon = vt_text_find_byte(name, ';', 0);
        if (semicolon != SIZE_MAX) {
            parameter = vt_text_trim(vt_text_between(name, semicolon + 1, name.size));
            name = vt_text_trim(vt_text_between(name, 0, semicolon));
        }
        if (!vt_text_equal_fold(name, VT_TEXT("gzip"))) continue;
        /* "q=0", "q=0.", "q=0.000": none of these has another digit. */
        if (!vt_text_starts(parameter, VT_TEXT("q=0"))) return true;
        for (size_t i = 3; i < parameter.size; i++) {
            if (parameter.bytes[i] >= '1' && parameter.bytes[i] <= '9') return true;
        }
        return false;
    }
    return false;
}

#ifdef VITALS_WITH_ZLIB
static void *allocate(void *user, unsigned count, unsigned bytes) {
    return vt_arena_allocate_array(user, count, bytes);
}

static void release(void *user, void *block) {
    (void)user, (void)block; /* the arena goes as a whole */
}

/* Level 1: rows of JSON shrink to a tenth, and a megabyte takes some milliseconds. */
static bool deflate_into(vt_buffer *out, vt_text content, vt_arena *memory) {
    enum { GZIP_WINDOW = 15 + 16, MEMORY_LEVEL = 8 };
    z_stream stream = { .zalloc = allocate, .zfree = release, .opaque = memory };
    unsigned char *from;
    if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        return false;
    }
    memcpy(&from, &content.bytes, sizeof from);
    stream.next_in = from;
    stream.avail_in = (unsigned)content.size;
    stream.next_out = (unsigned char *)out->bytes;
    stream.avail_out = (unsigned)out->capacity - 1;
    const bool whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    out->size = whole ? stream.total_out : 0;
    out->bytes[out->size] = 0;
    deflateEnd(&stream);
    return whole;
}

/* A client may read it slowly: keep no more than there is. */
static void give_back_room(vt_buffer *out) {
    char *less = vt_reallocate_array(&out->allocator, out->bytes, out->capacity, out->size + 1, 1);
    if (!less) return;
    out->bytes = less;
    out->capacity = out->size + 1;
}

bool vt_gzip(vt_buffer *content) {
    vt_arena memory;
    vt_buffer out;
    if (content->failed || content->size > INT_MAX / 2) return false;
    vt_arena_init(&memory, &content->allocator, 0);
    vt_buffer_init(&out, &content->allocator, content->most_bytes);
    /* Room for less than there was: a form that is not smaller does not fit. */
    const bool smaller = vt_buffer_reserve(&out, content->size) &&
                         deflate_into(&out, vt_buffer_text(content), &memory) &&
                         out.size < content->size;
    if (smaller) {
        give_back_room(&out);
        vt_buffer_done(content);
        *content = out;
    } else {
        vt_buffer_done(&out);
    }
    vt_arena_done(&memory);
    return smaller;
}
#else
bool vt_gzip(vt_buffer *content) {
    (void)content;
    return false;
}
#endif
