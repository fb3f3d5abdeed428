/* Widths of UTF-8 on a terminal. */
#include "base/text.h"

#include <string.h>
#include <strings.h>

#include "base/text/utf8.h"

typedef struct code_range {
    uint32_t first, last;
} code_range;

/* Sorted; characters of two columns: East Asian wide and fullwidth, emoji. */
static const code_range wide[] = {
    { 0x1100, 0x115F },   { 0x231A, 0x231B },   { 0x23E9, 0x23F3 },   { 0x25FD, 0x25FE },
    { 0x2614, 0x2615 },   { 0x2648, 0x2653 },   { 0x26A1, 0x26A1 },   { 0x26D4, 0x26D4 },
    { 0x2705, 0x2705 },   { 0x274C, 0x274C },   { 0x2753, 0x2757 },   { 0x2795, 0x2797 },
    { 0x2E80, 0x303E },   { 0x3041, 0x33FF },   { 0x3400, 0x4DBF },   { 0x4E00, 0xA4CF },
    { 0xA960, 0xA97C },   { 0xAC00, 0xD7A3 },   { 0xF900, 0xFAFF },   { 0xFE30, 0xFE6F },
    { 0xFF00, 0xFF60 },   { 0xFFE0, 0xFFE6 },   { 0x1F300, 0x1F64F }, { 0x1F680, 0x1F6FF },
    { 0x1F900, 0x1F9FF }, { 0x1FA70, 0x1FAFF }, { 0x20000, 0x3FFFD },
};

/* Sorted; characters of no column: combining marks, joiners, variation selectors. */
static const code_range narrow[] = {
    { 0x0300, 0x036F }, { 0x0483, 0x0489 }, { 0x0591, 0x05BD },   { 0x064B, 0x065F },
    { 0x093C, 0x093C }, { 0x0941, 0x0948 }, { 0x0E31, 0x0E31 },   { 0x0E34, 0x0E3A },
    { 0x1AB0, 0x1AFF }, { 0x1DC0, 0x1DFF }, { 0x200B, 0x200D },   { 0x20D0, 0x20FF },
    { 0xFE00, 0xFE0F }, { 0xFE20, 0xFE2F }, { 0xE0100, 0xE01EF },
};

#define RANGES(table) (table), COUNT_OF(table)

static bool in_ranges(uint32_t code, const code_range *ranges, size_t count) {
    for (size_t i = 0; i < count && ranges[i].first <= code; i++) {
        if (code <= ranges[i].last) return true;
    }
    return false;
}

static size_t columns_of(uint32_t code) {
    if (code < 0x300) return 1;
    if (in_ranges(code, RANGES(narrow))) return 0;
    return in_ranges(code, RANGES(wide)) ? 2 : 1;
}

size_t text_columns(const char *string) {
    const vt_text text = vt_text_from(string);
    size_t columns = 0;
    for (size_t at = 0; at < text.size;) columns += columns_of(vt_utf8_next(text, &at));
    return columns;
}

/* The bytes of a colour, ESC [ … m, at `from`; 0: there is none. */
static size_t colour_bytes(const char *from) {
    if (from[0] != '\x1b' || from[1] != '[') return 0;
    const size_t size = 2 + strspn(from + 2, "0123456789;");
    return from[size] == 'm' ? size + 1 : 0;
}

void text_add_cut(vt_buffer *out, const char *from, size_t columns) {
    static const char plain[] = "\x1b[0m";
    const size_t size = strlen(from);
    if (columns == 0) return;
    size_t used = 0, fits = 0;
    bool coloured = false, coloured_there = false; /* at the end of what fits */
    for (size_t at = 0; at < size;) {
        const size_t colour = colour_bytes(from + at);
        if (colour) coloured = strncmp(from + at, plain, colour) != 0;
        used += colour ? 0 : columns_of(vt_utf8_next((vt_text){ from, size }, &at));
        at += colour;
        if (used > columns) {
            vt_buffer_add_bytes(out, from, fits);
            vt_buffer_add_terminated(out, "…");
            if (coloured_there) vt_buffer_add_terminated(out, plain);
            return;
        }
        if (used >= columns) continue;
        fits = at;
        coloured_there = coloured;
    }
    vt_buffer_add_bytes(out, from, size);
}

/* Where the last `columns` columns of a text begin. */
static const char *last_columns(const char *from, size_t columns) {
    const size_t size = strlen(from);
    size_t left = text_columns(from), at = 0;
    while (at < size && left > columns)
        left -= columns_of(vt_utf8_next((vt_text){ from, size }, &at));
    return from + at;
}

void text_add_cut_middle(vt_buffer *out, const char *from, size_t columns) {
    if (text_columns(from) <= columns || columns < 3) {
        text_add_cut(out, from, columns);
        return;
    }
    const size_t tail = (columns - 1) / 2;
    text_add_cut(out, from, columns - tail);
    vt_buffer_add_terminated(out, last_columns(from, tail));
}

/* ---------------------------------------------------------------- wrapping */

/* How many bytes of a line fit; `*blank` is the last blank among them that may be a break, or 0. */
static size_t fitting_bytes(const char *line, size_t size, size_t columns, size_t *blank) {
    size_t used = 0, at = 0;
    *blank = 0;
    while (at < size) {
        const size_t colour = colour_bytes(line + at);
        size_t next = at;
        const uint32_t code = colour ? 0 : vt_utf8_next((vt_text){ line, size }, &next);
        if (!colour && used + columns_of(code) > columns) return at;
        if (code == ' ' && at > strspn(line, " ")) *blank = at;
        used += colour ? 0 : columns_of(code);
        at = colour ? at + colour : next;
    }
    return size;
}

static void add_wrapped_line(vt_buffer *out, const char *line, size_t size, size_t columns,
                             size_t hang) {
    size_t room = columns, blank = 0;
    for (;;) {
        const size_t fits = fitting_bytes(line, size, room, &blank);
        if (fits == size) break;
        size_t used = blank ? blank : fits;
        size_t shown = used;
        while (shown && line[shown - 1] == ' ') shown--;
        vt_buffer_add_bytes(out, line, shown);
        while (used < size && line[used] == ' ') used++;
        line += used;
        size -= used;
        if (!size) return;
        vt_buffer_add_terminated(out, "\n");
        vt_buffer_add_repeated(out, ' ', hang);
        room = columns - hang;
    }
    vt_buffer_add_bytes(out, line, size);
}

void text_add_wrapped(vt_buffer *out, const char *from, size_t columns, size_t hang) {
    if (hang > columns / 2) hang = columns / 2;
    while (*from) {
        const size_t size = strcspn(from, "\n");
        if (columns) {
            add_wrapped_line(out, from, size, columns, hang);
        } else {
            vt_buffer_add_bytes(out, from, size);
        }
        if (from[size]) vt_buffer_add_terminated(out, "\n");
        from += size + (from[size] != '\0');
    }
}

/* ------------------------------------------------------------------- names */

void text_add_exact(vt_buffer *text, vitals_text from) {
    size_t begin = 0;
    for (size_t i = 0; i < from.size; i++) {
        const char byte = from.bytes[i];
        const char *escape = byte == '\\'   ? "\\\\"
                             : byte == '\0' ? "\\0"
                             : byte == '\n' ? "\\n"
                                            : NULL;
        if (!escape) continue;
        vt_buffer_add_bytes(text, from.bytes + begin, i - begin);
        vt_buffer_add_terminated(text, escape);
        begin = i + 1;
    }
    if (from.size > begin) vt_buffer_add_bytes(text, from.bytes + begin, from.size - begin);
}

void text_add_object(vt_buffer *out, vitals_text kind, vitals_text namespace_, vitals_text name) {
    vt_quote_append_visible(out, kind);
    vt_buffer_add_terminated(out, "/");
    vt_quote_append_visible(out, name);
    if (namespace_.size) vt_buffer_add_terminated(out, " in ");
    vt_quote_append_visible(out, namespace_);
}

char *text_visible(vitals_text from) {
    vt_buffer visible = BUFFER_INIT;
    vt_quote_append_visible(&visible, from);
    return vt_buffer_take(&visible, NULL);
}

void text_add_for_terminal(vt_buffer *out, vitals_text from) {
    for (size_t at = 0, start = 0; at < from.size; start = at) {
        const uint32_t code = vt_utf8_next(from, &at);
        if (code >= 0x7F && code <= 0xFFFF && vt_quote_hides(code)) {
            vt_buffer_printf(out, "\\u%04x", (unsigned)code);
        } else {
            vt_buffer_add_bytes(out, from.bytes + start, at - start);
        }
    }
}

/* ------------------------------------------------------------------ slices */

vitals_text text_first_line(vitals_text line) {
    const char *end = line.size ? memchr(line.bytes, '\n', line.size) : NULL;
    if (end) line.size = (size_t)(end - line.bytes);
    if (line.size && line.bytes[line.size - 1] == '\r') line.size--;
    return line;
}

bool text_contains(const char *text, const char *word) {
    const size_t size = strlen(word);
    while (*text && strncasecmp(text, word, size) != 0) text++;
    return size == 0 || *text;
}
