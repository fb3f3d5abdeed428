/* Finding the end of a YAML document and the items of a block sequence by their line starts. */
#include "base/ascii.h"
#include "stream/cut.h"

static bool is_break_or_space(vt_text line, size_t at) {
    return at >= line.size || vt_is_space(line.bytes[at]);
}

/* `---` or `...` at the start of a line, followed by white space or nothing. */
static bool is_mark(vt_text line, const char *mark) {
    return line.size >= 3 && memcmp(line.bytes, mark, 3) == 0 && is_break_or_space(line, 3);
}

size_t vt_yaml_cut_indentation(vt_text line) {
    size_t spaces = 0;
    while (spaces < line.size && line.bytes[spaces] == ' ') spaces++;
    return spaces;
}

bool vt_yaml_cut_is_blank(vt_text line) {
    vt_text text = vt_text_trim(line);
    return text.size == 0 || text.bytes[0] == '#';
}

bool vt_yaml_cut_next_line(vt_text text, size_t at, bool at_end, vt_text *line) {
    size_t line_break = vt_text_find_byte(text, '\n', at);
    if (line_break == SIZE_MAX && (!at_end || at >= text.size)) return false;
    *line = vt_text_between(text, at, line_break == SIZE_MAX ? text.size : line_break + 1);
    return true;
}

/* `items:` followed by nothing but a comment. */
static bool is_items_key(vt_text line) {
    vt_text key = VT_TEXT("items:");
    if (!vt_text_starts(line, key) || !is_break_or_space(line, key.size)) return false;
    return vt_yaml_cut_is_blank(vt_text_between(line, key.size, line.size));
}

/* A line `---` starts this document or, once it has begun, the next one. */
static bool starts_next(vt_yaml_cut *cut, vt_text line) {
    if (cut->marker || cut->content) return true;
    cut->marker = true;
    cut->content = !vt_yaml_cut_is_blank(vt_text_between(line, 3, line.size));
    return false;
}

/* Process one line; false when the document ends before it. */
static bool take_line(vt_yaml_cut *cut, vt_text line) {
    if (is_mark(line, "---")) return !starts_next(cut, line);
    if (vt_yaml_cut_is_blank(line)) return true;
    if (line.bytes[0] == '%' && !cut->marker && !cut->content) {
        cut->directive = true;
        return true;
    }
    if (cut->items_at == SIZE_MAX && is_items_key(line)) cut->items_at = cut->at;
    cut->content = true;
    return true;
}

vt_cut_outcome vt_yaml_cut_document(vt_yaml_cut *cut, vt_text text, bool at_end) {
    while (cut->at < text.size) {
        size_t from = cut->looked > cut->at ? cut->looked : cut->at;
        size_t line_break = vt_text_find_byte(text, '\n', from);
        if (line_break == SIZE_MAX && !at_end) {
            cut->looked = text.size;
            return VT_CUT_MORE;
        }
        size_t end = line_break == SIZE_MAX ? text.size : line_break + 1;
        vt_text line = vt_text_between(text, cut->at, end);
        if (is_mark(line, "...")) {
            cut->at = end;
            return VT_CUT_DONE;
        }
        if (!take_line(cut, line)) return VT_CUT_DONE;
        cut->at = end;
    }
    return at_end ? VT_CUT_DONE : VT_CUT_MORE;
}

void vt_yaml_cut_shift(vt_yaml_cut *cut, size_t count) {
    cut->at -= count;
    cut->looked = cut->looked > count ? cut->looked - count : 0;
    cut->items_at = SIZE_MAX;
}

vt_yaml_line vt_yaml_cut_line(vt_text line, size_t indentation) {
    if (is_mark(line, "---") || is_mark(line, "...")) return VT_YAML_LINE_END;
    if (vt_yaml_cut_is_blank(line)) return VT_YAML_LINE_INSIDE;
    size_t spaces = vt_yaml_cut_indentation(line);
    if (spaces > indentation) return VT_YAML_LINE_INSIDE;
    bool dash =
        spaces == indentation && line.bytes[spaces] == '-' && is_break_or_space(line, spaces + 1);
    return dash ? VT_YAML_LINE_ITEM : VT_YAML_LINE_AFTER;
}
