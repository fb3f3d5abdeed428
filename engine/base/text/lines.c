/* Lines and columns of a text, found from marks at known offsets. */
#include "base/text/lines.h"

#include "base/text/utf8.h"

enum { BYTES_PER_MARK = 1024 };

static const vt_line_mark start_of_text = { 0, 1, 1 };

/* The position of `offset`, which is at or after a mark. */
static vt_line_mark advance(vt_text text, vt_line_mark mark, size_t offset) {
    vt_text upto = vt_text_between(text, 0, offset);
    size_t from = mark.offset;
    for (size_t end; (end = vt_text_find_byte(upto, '\n', from)) != SIZE_MAX;) {
        from = end + 1;
        mark.line++;
        mark.column = 1;
    }
    mark.column += (uint32_t)vt_utf8_count(vt_text_between(upto, from, upto.size));
    mark.offset = (uint32_t)upto.size;
    return mark;
}

/* The first code point at or after `offset`. */
static size_t skip_continuation(vt_text text, size_t offset) {
    while (offset < text.size && ((unsigned char)text.bytes[offset] & 0xC0) == 0x80) offset++;
    return offset;
}

bool vt_lines_index(vt_arena *arena, vt_text text, vt_lines *out) {
    *out = (vt_lines){ text, NULL, 0 };
    size_t most = text.size / BYTES_PER_MARK;
    if (most == 0) return true;
    vt_line_mark *marks = vt_arena_allocate_array(arena, most, sizeof *marks);
    if (!marks) return false;
    vt_line_mark mark = start_of_text;
    for (size_t i = 0; i < most; i++) {
        mark = advance(text, mark, skip_continuation(text, (i + 1) * BYTES_PER_MARK));
        marks[i] = mark;
    }
    out->marks = marks;
    out->mark_count = most;
    return true;
}

/* The last mark that is not after `wanted`; both are compared by `is_after`. */
static vt_line_mark find_mark(const vt_lines *lines, vt_line_mark wanted,
                              bool (*is_after)(const vt_line_mark *mark, vt_line_mark wanted)) {
    size_t low = 0, high = lines->mark_count; /* marks before `low` are not after it */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (is_after(&lines->marks[middle], wanted)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low ? lines->marks[low - 1] : start_of_text;
}

static bool has_later_offset(const vt_line_mark *mark, vt_line_mark wanted) {
    return mark->offset > wanted.offset;
}

void vt_lines_locate(const vt_lines *lines, size_t offset, uint32_t *line, uint32_t *column) {
    *line = *column = 1;
    if (offset == 0) return; /* where most objects begin */
    if (offset > lines->text.size) offset = lines->text.size;
    vt_line_mark wanted = { (uint32_t)offset, 0, 0 };
    vt_line_mark mark = find_mark(lines, wanted, has_later_offset);
    mark = advance(lines->text, mark, offset);
    *line = mark.line;
    *column = mark.column;
}

static bool has_later_place(const vt_line_mark *mark, vt_line_mark wanted) {
    return mark->line > wanted.line || (mark->line == wanted.line && mark->column > wanted.column);
}

static bool is_end_of_line(vt_text text, size_t at) {
    char byte = text.bytes[at];
    return byte == '\n' || (byte == '\r' && at + 1 < text.size && text.bytes[at + 1] == '\n');
}

size_t vt_lines_offset(const vt_lines *lines, uint32_t line, uint32_t column) {
    vt_text text = lines->text;
    vt_line_mark wanted = { 0, line ? line : 1, column ? column : 1 };
    vt_line_mark mark = find_mark(lines, wanted, has_later_place);
    size_t at = mark.offset;
    for (; mark.line < wanted.line; mark.line++) {
        size_t line_break = vt_text_find_byte(text, '\n', at);
        if (line_break == SIZE_MAX) return text.size;
        at = line_break + 1;
        mark.column = 1;
    }
    while (mark.column < wanted.column && at < text.size && !is_end_of_line(text, at)) {
        vt_utf8_next(text, &at);
        mark.column++;
    }
    return at;
}
