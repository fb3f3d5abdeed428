/* Writing one string as a YAML scalar: which characters need quotes, and which escapes. */
#include "document/yaml/yaml_text.h"

#include "base/text/utf8.h"
#include "document/yaml/yaml_scalar.h"

/* -------------------------------------------------------------------- characters */

/* Characters that YAML allows, except line breaks and marks that readers treat differently. */
static bool is_printable(uint32_t code_point) {
    if (code_point < 0x20) return code_point == '\t' || code_point == '\n';
    if (code_point < 0x7F) return true;
    if (code_point < 0xA0 || code_point == 0x2028 || code_point == 0x2029) return false;
    if (code_point == 0xFEFF || code_point == 0xFFFE || code_point == 0xFFFF) return false;
    return code_point != VT_UTF8_INVALID;
}

static bool all_printable(vt_text text) {
    for (size_t at = 0; at < text.size;) {
        if (!is_printable(vt_utf8_next(text, &at))) return false;
    }
    return true;
}

/* ------------------------------------------------------------------- plain text */

static bool contains(const char *bytes, char byte) {
    return byte != '\0' && strchr(bytes, byte) != NULL;
}

/* Digits and the bytes between them in numbers, dates and times of any YAML library. */
static bool looks_like_number(vt_text text) {
    if (!contains("0123456789+-.", text.bytes[0])) return false;
    for (size_t i = 1; i < text.size; i++) {
        if (!contains("0123456789+-._:abcdefABCDEFoOxXtTzZ ", text.bytes[i])) return false;
    }
    return true;
}

/* Whether the first characters may be an indicator. A dash directly before a word is not one. */
static bool starts_with_indicator(vt_text text) {
    if (text.bytes[0] == '-') {
        return text.size == 1 || text.bytes[1] == ' ' || vt_text_starts(text, VT_TEXT("---"));
    }
    return contains("?:,[]{}#&*!|>'\"%@`= ", text.bytes[0]) || vt_text_starts(text, VT_TEXT("..."));
}

/* Whether some reader gives the text another type than string. */
static bool is_typed(vt_text text) {
    vt_buffer scratch;
    vt_yaml_scalar scalar;
    if (looks_like_number(text) || vt_text_is(text, "<<")) return true;
    /* Only numbers use the scratch memory, and they were handled above. */
    vt_buffer_init(&scratch, NULL, 0);
    bool is_string = vt_yaml_resolve(text, &scratch, &scalar) && scalar.kind == VT_YAML_STRING;
    vt_buffer_done(&scratch);
    return !is_string;
}

bool vt_yaml_is_plain(vt_text text) {
    if (text.size == 0 || starts_with_indicator(text) || is_typed(text)) return false;
    char last = text.bytes[text.size - 1];
    if (last == ' ' || last == ':') return false;
    for (size_t i = 0; i < text.size; i++) {
        char byte = text.bytes[i], next = i + 1 < text.size ? text.bytes[i + 1] : '\0';
        if (byte == '\n' || byte == '\t') return false;
        if ((byte == ':' && next == ' ') || (byte == ' ' && next == '#')) return false;
    }
    return all_printable(text);
}

/* ------------------------------------------------------------------ quoted text */

static bool append_escape(vt_buffer *buffer, uint32_t code_point) {
    static const struct {
        uint32_t code_point;
        const char *escape;
    } rows[] = { { '"', "\\\"" }, { '\\', "\\\\" }, { '\n', "\\n" }, { '\t', "\\t" },
                 { '\r', "\\r" }, { 0, "\\0" },     { 0x1B, "\\e" } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].code_point == code_point) {
            return vt_buffer_add_terminated(buffer, rows[i].escape);
        }
    }
    const char *format = code_point < 0x100 ? "\\x%02X" : "\\u%04X";
    return vt_buffer_printf(buffer, format, (unsigned)code_point);
}

static bool needs_escape(uint32_t code_point) {
    return code_point == '"' || code_point == '\\' || code_point == '\n' || code_point == '\t' ||
           !is_printable(code_point);
}

static bool append_quoted(vt_buffer *buffer, vt_text text) {
    size_t written = 0;
    vt_buffer_add_byte(buffer, '"');
    for (size_t at = 0; at < text.size;) {
        size_t start = at;
        uint32_t code_point = vt_utf8_next(text, &at);
        if (!needs_escape(code_point)) continue;
        vt_buffer_add(buffer, vt_text_between(text, written, start));
        append_escape(buffer, code_point);
        written = at;
    }
    vt_buffer_add(buffer, vt_text_between(text, written, text.size));
    return vt_buffer_add_byte(buffer, '"');
}

bool vt_yaml_append_string(vt_buffer *buffer, vt_text text) {
    return vt_yaml_is_plain(text) ? vt_buffer_add(buffer, text) : append_quoted(buffer, text);
}

/* ----------------------------------------------------------------- literal blocks */

bool vt_yaml_fits_literal(vt_text text) {
    if (vt_text_find_byte(text, '\n', 0) == SIZE_MAX) return false;
    size_t first = 0;
    while (first < text.size && text.bytes[first] == '\n') first++;
    if (first == text.size || text.bytes[first] == ' ' || text.bytes[first] == '\t') return false;
    return all_printable(text);
}

/* The indicator for the line breaks at the end: keep one, none, or all. */
static const char *chomping(vt_text text) {
    if (!vt_text_ends(text, VT_TEXT("\n"))) return "|-\n";
    bool more = text.size > 1 && text.bytes[text.size - 2] == '\n';
    return more ? "|+\n" : "|\n";
}

bool vt_yaml_append_literal(vt_buffer *buffer, vt_text text, size_t column) {
    vt_text rest = text, line;
    vt_buffer_add_terminated(buffer, chomping(text));
    while (vt_text_split(&rest, '\n', &line)) {
        if (vt_text_is_absent(rest) && line.size == 0) break;
        if (line.size) vt_buffer_add_repeated(buffer, ' ', column);
        vt_buffer_add(buffer, line);
        vt_buffer_add_byte(buffer, '\n');
    }
    return !buffer->failed;
}
