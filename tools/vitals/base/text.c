/* Growing text; widths of UTF-8 on a terminal; escapes for what must not reach one. */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define NOT_UTF8 UINT32_C(0xFFFFFFFF)

void text_done(cli_text *text) {
    free(text->bytes);
    *text = (struct cli_text)TEXT_INIT;
}

void text_clear(cli_text *text) {
    text->size = 0;
}

static void reserve(cli_text *text, size_t more) {
    if (more < text->capacity - text->size) return;
    size_t capacity = text->capacity ? text->capacity * 2 : 256;
    if (capacity < text->size + more + 1) capacity = text->size + more + 1;
    text->bytes = memory_resize(text->bytes, capacity, 1);
    text->capacity = capacity;
}

void text_add(cli_text *text, const char *bytes, size_t size) {
    if (size == 0) return;
    reserve(text, size);
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
}

void text_add_string(cli_text *text, const char *string) {
    text_add(text, string, strlen(string));
}

void text_add_spaces(cli_text *text, size_t count) {
    if (count == 0) return;
    reserve(text, count);
    memset(text->bytes + text->size, ' ', count);
    text->size += count;
}

void text_printf(cli_text *text, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    reserve(text, 0);
    const size_t room = text->capacity - text->size;
    const int needed = vsnprintf(text->bytes + text->size, room, format, arguments);
    va_end(arguments);
    if (needed > 0) {
        reserve(text, (size_t)needed);
        if ((size_t)needed >= room) {
            vsnprintf(text->bytes + text->size, (size_t)needed + 1, format, again);
        }
        text->size += (size_t)needed;
    }
    va_end(again);
}

const char *text_string(cli_text *text) {
    reserve(text, 0);
    text->bytes[text->size] = '\0';
    return text->bytes;
}

char *text_take(cli_text *text) {
    char *taken = memory_resize(text->bytes, text->size + 1, 1);
    taken[text->size] = '\0';
    *text = (struct cli_text)TEXT_INIT;
    return taken;
}

/* ------------------------------------------------------------------- UTF-8 */

/* The length of a sequence by its first byte; 0 for an invalid first byte. */
static size_t sequence_bytes(unsigned char first) {
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first <= 0xDF) return 2;
    if (first >= 0xE0 && first <= 0xEF) return 3;
    return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
}

/* The code point at `*at`, which moves past it; NOT_UTF8 for an invalid byte. */
static uint32_t next_code_point(const char *bytes, size_t size, size_t *at) {
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    const unsigned char first = (unsigned char)bytes[*at];
    const size_t length = sequence_bytes(first);
    if (length == 1) return (uint32_t)(unsigned char)bytes[(*at)++];
    if (length == 0 || length > size - *at) {
        (*at)++;
        return NOT_UTF8;
    }
    uint32_t code = first & (0x7Fu >> length);
    bool valid = true;
    for (size_t i = 1; i < length; i++) {
        const unsigned char next = (unsigned char)bytes[*at + i];
        valid = valid && (next & 0xC0) == 0x80;
        code = code << 6 | (next & 0x3Fu);
    }
    valid = valid && code >= least[length] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    *at += valid ? length : 1;
    return valid ? code : NOT_UTF8;
}

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

/* Sorted; characters that change the direction of text, or that a terminal shows nothing for:
** Unicode's format characters, default-ignorable code points and separators of lines. */
static const code_range hidden[] = {
    { 0x00AD, 0x00AD },   { 0x034F, 0x034F },   { 0x0600, 0x0605 },   { 0x061C, 0x061C },
    { 0x06DD, 0x06DD },   { 0x070F, 0x070F },   { 0x0890, 0x0891 },   { 0x08E2, 0x08E2 },
    { 0x115F, 0x1160 },   { 0x17B4, 0x17B5 },   { 0x180B, 0x180F },   { 0x200B, 0x200F },
    { 0x2028, 0x202E },   { 0x2060, 0x206F },   { 0x3164, 0x3164 },   { 0xFE00, 0xFE0F },
    { 0xFEFF, 0xFEFF },   { 0xFFA0, 0xFFA0 },   { 0xFFF0, 0xFFFB },   { 0x110BD, 0x110BD },
    { 0x110CD, 0x110CD }, { 0x13430, 0x1343F }, { 0x1BCA0, 0x1BCA3 }, { 0x1D173, 0x1D17A },
    { 0xE0000, 0xE0FFF },
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
    const size_t size = strlen(string);
    size_t columns = 0;
    for (size_t at = 0; at < size;) columns += columns_of(next_code_point(string, size, &at));
    return columns;
}

/* The bytes of a colour, ESC [ … m, at `from`; 0: there is none. */
static size_t colour_bytes(const char *from) {
    if (from[0] != '\x1b' || from[1] != '[') return 0;
    const size_t size = 2 + strspn(from + 2, "0123456789;");
    return from[size] == 'm' ? size + 1 : 0;
}

void text_add_cut(cli_text *out, const char *from, size_t columns) {
    static const char plain[] = "\x1b[0m";
    const size_t size = strlen(from);
    if (columns == 0) return;
    size_t used = 0, fits = 0;
    bool coloured = false, coloured_there = false; /* at the end of what fits */
    for (size_t at = 0; at < size;) {
        const size_t colour = colour_bytes(from + at);
        if (colour) coloured = strncmp(from + at, plain, colour) != 0;
        used += colour ? 0 : columns_of(next_code_point(from, size, &at));
        at += colour;
        if (used > columns) {
            text_add(out, from, fits);
            text_add_string(out, "…");
            if (coloured_there) text_add_string(out, plain);
            return;
        }
        if (used >= columns) continue;
        fits = at;
        coloured_there = coloured;
    }
    text_add(out, from, size);
}

/* Where the last `columns` columns of a text begin. */
static const char *last_columns(const char *from, size_t columns) {
    const size_t size = strlen(from);
    size_t left = text_columns(from), at = 0;
    while (at < size && left > columns) left -= columns_of(next_code_point(from, size, &at));
    return from + at;
}

void text_add_cut_middle(cli_text *out, const char *from, size_t columns) {
    if (text_columns(from) <= columns || columns < 3) {
        text_add_cut(out, from, columns);
        return;
    }
    const size_t tail = (columns - 1) / 2;
    text_add_cut(out, from, columns - tail);
    text_add_string(out, last_columns(from, tail));
}

/* ---------------------------------------------------------------- wrapping */

/* How many bytes of a line fit; `*blank` is the last blank among them that may be a break, or 0. */
static size_t fitting_bytes(const char *line, size_t size, size_t columns, size_t *blank) {
    size_t used = 0, at = 0;
    *blank = 0;
    while (at < size) {
        const size_t colour = colour_bytes(line + at);
        size_t next = at;
        const uint32_t code = colour ? 0 : next_code_point(line, size, &next);
        if (!colour && used + columns_of(code) > columns) return at;
        if (code == ' ' && at > strspn(line, " ")) *blank = at;
        used += colour ? 0 : columns_of(code);
        at = colour ? at + colour : next;
    }
    return size;
}

static void add_wrapped_line(cli_text *out, const char *line, size_t size, size_t columns,
                             size_t hang) {
    size_t room = columns, blank = 0;
    for (;;) {
        const size_t fits = fitting_bytes(line, size, room, &blank);
        if (fits == size) break;
        size_t used = blank ? blank : fits;
        size_t shown = used;
        while (shown && line[shown - 1] == ' ') shown--;
        text_add(out, line, shown);
        while (used < size && line[used] == ' ') used++;
        line += used;
        size -= used;
        if (!size) return;
        text_add_string(out, "\n");
        text_add_spaces(out, hang);
        room = columns - hang;
    }
    text_add(out, line, size);
}

void text_add_wrapped(cli_text *out, const char *from, size_t columns, size_t hang) {
    if (hang > columns / 2) hang = columns / 2;
    while (*from) {
        const size_t size = strcspn(from, "\n");
        if (columns) {
            add_wrapped_line(out, from, size, columns, hang);
        } else {
            text_add(out, from, size);
        }
        if (from[size]) text_add_string(out, "\n");
        from += size + (from[size] != '\0');
    }
}

/* ----------------------------------------------------------------- escapes */

static const struct escape {
    char byte, letter;
} escapes[] = { { '\n', 'n' }, { '\t', 't' }, { '\r', 'r' }, { '\b', 'b' }, { '\f', 'f' } };

static char escape_letter(uint32_t code) {
    for (size_t i = 0; i < COUNT_OF(escapes); i++) {
        if ((uint32_t)escapes[i].byte == code) return escapes[i].letter;
    }
    return 0;
}

static void add_code_escaped(cli_text *out, uint32_t code) {
    const char letter = escape_letter(code);
    if (letter) {
        text_printf(out, "\\%c", letter);
    } else if (code < 0x100) {
        text_printf(out, "\\x%02x", (unsigned)code);
    } else {
        text_printf(out, code > 0xFFFF ? "\\U%08x" : "\\u%04x", (unsigned)code);
    }
}

static bool must_hide(uint32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) ||
           (code >= 0xA0 && in_ranges(code, RANGES(hidden)));
}

void text_add_visible(cli_text *out, vitals_text from) {
    for (size_t at = 0, start = 0; at < from.size; start = at) {
        const uint32_t code = next_code_point(from.bytes, from.size, &at);
        if (code == NOT_UTF8) {
            text_printf(out, "\\x%02x", (unsigned)(unsigned char)from.bytes[start]);
        } else if (must_hide(code)) {
            add_code_escaped(out, code);
        } else {
            text_add(out, from.bytes + start, at - start);
        }
    }
}

void text_add_exact(cli_text *text, vitals_text from) {
    size_t begin = 0;
    for (size_t i = 0; i < from.size; i++) {
        const char byte = from.bytes[i];
        const char *escape = byte == '\\'   ? "\\\\"
                             : byte == '\0' ? "\\0"
                             : byte == '\n' ? "\\n"
                                            : NULL;
        if (!escape) continue;
        text_add(text, from.bytes + begin, i - begin);
        text_add_string(text, escape);
        begin = i + 1;
    }
    if (from.size > begin) text_add(text, from.bytes + begin, from.size - begin);
}

void text_add_object(cli_text *out, vitals_text kind, vitals_text namespace_, vitals_text name) {
    text_add_visible(out, kind);
    text_add_string(out, "/");
    text_add_visible(out, name);
    if (namespace_.size) text_add_string(out, " in ");
    text_add_visible(out, namespace_);
}

char *text_visible(vitals_text from) {
    cli_text visible = TEXT_INIT;
    text_add_visible(&visible, from);
    return text_take(&visible);
}

void text_add_for_terminal(cli_text *out, vitals_text from) {
    for (size_t at = 0, start = 0; at < from.size; start = at) {
        const uint32_t code = next_code_point(from.bytes, from.size, &at);
        const bool hides = code >= 0x7F && code <= 0xFFFF && code != NOT_UTF8 && must_hide(code);
        if (hides) {
            text_printf(out, "\\u%04x", (unsigned)code);
        } else {
            text_add(out, from.bytes + start, at - start);
        }
    }
}

void text_add_json(cli_text *out, vitals_text from) {
    text_add(out, "\"", 1);
    for (size_t at = 0, start = 0; at < from.size; start = at) {
        const uint32_t code = next_code_point(from.bytes, from.size, &at);
        const char letter = code < 0x20 ? escape_letter(code) : 0;
        if (code == NOT_UTF8) {
            text_add_string(out, "\xEF\xBF\xBD");
        } else if (letter) {
            text_printf(out, "\\%c", letter);
        } else if (code < 0x20) {
            text_printf(out, "\\u%04x", (unsigned)code);
        } else if (code == '"' || code == '\\') {
            text_printf(out, "\\%c", (char)code);
        } else {
            text_add(out, from.bytes + start, at - start);
        }
    }
    text_add(out, "\"", 1);
}

/* ------------------------------------------------------------------ slices */

vitals_text text_first_line(vitals_text line) {
    const char *end = line.size ? memchr(line.bytes, '\n', line.size) : NULL;
    if (end) line.size = (size_t)(end - line.bytes);
    if (line.size && line.bytes[line.size - 1] == '\r') line.size--;
    return line;
}

vitals_text text_from(const char *string) {
    return (vitals_text){ string, string ? strlen(string) : 0 };
}

bool text_same(vitals_text a, vitals_text b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.bytes, b.bytes, a.size) == 0);
}

bool text_is(vitals_text text, const char *string) {
    const size_t size = strlen(string);
    return text.size == size && (size == 0 || memcmp(text.bytes, string, size) == 0);
}
