/*
** Numbers and texts as bytes, for another process of the same program: the order of bytes and the
** sizes are the machine's own. Nothing here is a format for files.
**
** A reader never reads beyond its bytes: once they end it is `bad`, and whatever it returns from then
** on is zero or absent. Callers check `bad` once, at the end.
*/
#ifndef VITALS_BASE_WIRE_H
#define VITALS_BASE_WIRE_H

#include "base/memory/buffer.h"

typedef struct vt_wire_reader {
    const char *at, *end;
    bool bad;
} vt_wire_reader;

static inline vt_wire_reader vt_wire_read(vt_text text) {
    return (vt_wire_reader){ text.bytes, text.bytes ? text.bytes + text.size : NULL, false };
}
static inline bool vt_wire_is_at_end(const vt_wire_reader *reader) {
    return reader->at == reader->end;
}

/* The next `size` bytes, borrowed; absent when there are not as many. */
static inline vt_text vt_wire_bytes(vt_wire_reader *reader, size_t size) {
    if (reader->bad || (size_t)(reader->end - reader->at) < size) {
        reader->bad = true;
        return VT_TEXT_ABSENT;
    }
    const vt_text bytes = vt_text_slice(reader->at, size);
    reader->at += size;
    return bytes;
}

/* Define vt_wire_TYPE, which reads one, and vt_wire_add_TYPE. */
#define VT_WIRE_NUMBER(name, type)                                                                 \
    static inline type vt_wire_##name(vt_wire_reader *reader) {                                    \
        const vt_text bytes = vt_wire_bytes(reader, sizeof(type));                                 \
        type number = 0;                                                                           \
        if (bytes.bytes) memcpy(&number, bytes.bytes, sizeof number);                              \
        return number;                                                                             \
    }                                                                                              \
    static inline void vt_wire_add_##name(vt_buffer *buffer, type number) {                        \
        (void)vt_buffer_add_bytes(buffer, (const char *)&number, sizeof number);                   \
    }
VT_WIRE_NUMBER(byte, uint8_t)
VT_WIRE_NUMBER(short, uint16_t)
VT_WIRE_NUMBER(word, uint32_t)
VT_WIRE_NUMBER(long, uint64_t)
VT_WIRE_NUMBER(signed, int64_t)
VT_WIRE_NUMBER(double, double)
#undef VT_WIRE_NUMBER

/* A text, or the absence of one. Texts of 4 GiB and more make the buffer fail. */
static inline vt_text vt_wire_text(vt_wire_reader *reader) {
    const uint32_t size = vt_wire_word(reader);
    return size == UINT32_MAX ? VT_TEXT_ABSENT : vt_wire_bytes(reader, size);
}
static inline void vt_wire_add_text(vt_buffer *buffer, vt_text text) {
    if (text.size >= UINT32_MAX) {
        buffer->failed = true;
        return;
    }
    vt_wire_add_word(buffer, vt_text_is_absent(text) ? UINT32_MAX : (uint32_t)text.size);
    (void)vt_buffer_add(buffer, text);
}

#endif
