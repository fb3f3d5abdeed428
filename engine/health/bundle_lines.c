/* The lines of the bundled checks. */
#include <string.h>

#include "health/bundle_lines.h"

enum { BASE = 224, LINE_BYTES = 2 };

bool vt_bundle_lines_init(vt_bundle_lines *lines, vt_arena *arena, vt_text text, size_t count) {
    uint32_t *starts = vt_arena_allocate_array(arena, count + 1, sizeof *starts);
    if (!starts) return false;
    starts[0] = 0;
    for (size_t i = 0; i < count; i++) {
        starts[i + 1] = (uint32_t)vt_text_find_byte(text, '\n', starts[i]) + 1;
    }
    *lines = (vt_bundle_lines){ text.bytes, starts };
    return true;
}

/* The line that the two bytes name, with its '\n'. */
static vt_text line_at(const vt_bundle_lines *lines, const char *bytes) {
    const unsigned high = (unsigned char)bytes[0] - ' ', low = (unsigned char)bytes[1] - ' ';
    const uint32_t *start = &lines->starts[high * BASE + low];
    return vt_text_slice(lines->text + start[0], start[1] - start[0]);
}

vt_text vt_bundle_line(const vt_bundle_lines *lines, vt_text script, uint32_t line) {
    if (line == 0 || line > script.size / LINE_BYTES) return VT_TEXT_ABSENT;
    vt_text text = line_at(lines, script.bytes + (size_t)(line - 1) * LINE_BYTES);
    return vt_text_between(text, 0, text.size - 1);
}

vt_text vt_bundle_script(const vt_bundle_lines *lines, vt_text script, vt_arena *arena) {
    size_t size = 0, end = 0;
    for (size_t at = 0; at < script.size; at += LINE_BYTES) {
        size += line_at(lines, script.bytes + at).size;
    }
    char *text = vt_arena_allocate(arena, size + 1);
    if (!text) return VT_TEXT_ABSENT;
    for (size_t at = 0; at < script.size; at += LINE_BYTES) {
        vt_text line = line_at(lines, script.bytes + at);
        memcpy(text + end, line.bytes, line.size);
        end += line.size;
    }
    text[end] = '\0';
    return vt_text_slice(text, end);
}
