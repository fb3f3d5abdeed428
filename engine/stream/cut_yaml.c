/* Finding the end of a YAML document and the items of a block sequence by their line starts. */
#include "base/text/ascii.h"
#include "stream/cut.h"

/* So much of a line distinguishes `---` and `...` from anything else. */
enum { MARK_BYTES = 4 };

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

/* A mark starts a node, and a name follows. */
bool vt_yaml_cut_has_mark(vt_text text, char mark) {
    size_t at = 0;
    while ((at = vt_text_find_byte(text, mark, at)) != SIZE_MAX) {
        const bool starts = at == 0 || vt_is_space(text.bytes[at - 1]) ||
                            vt_text_find_byte(VT_TEXT("[{,"), text.bytes[at - 1], 0) != SIZE_MAX;
        at++;
        const bool named = at < text.size && !vt_is_space(text.bytes[at]) &&
                           vt_text_find_byte(VT_TEXT("&*,[]{}"), text.bytes[at], 0) == SIZE_MAX;
        if (starts && named) return true;
    }
    return false;
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

/* ------------------------------------------------------------------ documents */

/* A line `---` starts this document or, once it has begun, the next one. */
static bool starts_next(const vt_yaml_cut *cut, vt_text line) {
    return (cut->marker || cut->content) && is_mark(line, "---");
}

/* Note what the line, of which the end may be missing, says of the document. */
static void take_line(vt_yaml_cut *cut, vt_text line) {
    if (is_mark(line, "---")) {
        cut->marker = true;
        cut->content = !vt_yaml_cut_is_blank(vt_text_between(line, 3, line.size));
    } else if (vt_yaml_cut_is_blank(line)) {
        return;
    } else if (line.bytes[0] == '%' && !cut->marker && !cut->content) {
        cut->directive = true;
    } else {
        cut->content = true;
    }
}

static void take_whole_line(vt_yaml_cut *cut, vt_text line) {
    take_line(cut, line);
    if (cut->items_at != SIZE_MAX || !is_items_key(line)) return;
    cut->items_at = cut->at;
    cut->items_end = cut->at + line.size;
}

/* The offset after the line at `at`, which may be in it already; SIZE_MAX when it is not complete. */
static size_t find_line_end(vt_yaml_cut *cut, vt_text text, bool at_end) {
    size_t from = cut->looked > cut->at ? cut->looked : cut->at;
    size_t line_break = vt_text_find_byte(text, '\n', from);
    if (line_break != SIZE_MAX) return line_break + 1;
    cut->looked = text.size;
    return at_end ? text.size : SIZE_MAX;
}

/* The rest of a line whose start was removed: VT_CUT_DONE after a line `...`, VT_CUT_BROKEN after
** any other one. */
static vt_cut_outcome leave_line(vt_yaml_cut *cut, vt_text text, bool at_end) {
    if (cut->inside == VT_YAML_AFTER_SPACE) {
        size_t at = cut->at;
        while (at < text.size && text.bytes[at] != '\n' && vt_is_space(text.bytes[at])) at++;
        cut->at = at;
        if (at < text.size) {
            if (text.bytes[at] != '\n' && text.bytes[at] != '#') cut->content = true;
            cut->inside = VT_YAML_INSIDE_LINE;
        }
    }
    size_t end = find_line_end(cut, text, at_end);
    if (end == SIZE_MAX) {
        if (cut->inside != VT_YAML_AFTER_SPACE) cut->at = text.size;
        cut->certain = text.size;
        return VT_CUT_MORE;
    }
    bool is_end = cut->inside == VT_YAML_INSIDE_END;
    cut->at = end;
    cut->inside = VT_YAML_AT_LINE;
    return is_end ? VT_CUT_DONE : VT_CUT_BROKEN;
}

static vt_cut_outcome cut_document(vt_yaml_cut *cut, vt_text text, bool at_end) {
    vt_cut_outcome left = cut->inside ? leave_line(cut, text, at_end) : VT_CUT_BROKEN;
    if (left != VT_CUT_BROKEN) return left;
    while (cut->at < text.size) {
        vt_text rest = vt_text_between(text, cut->at, text.size);
        size_t end = find_line_end(cut, text, at_end);
        cut->certain = cut->at;
        if (end == SIZE_MAX && rest.size < MARK_BYTES) return VT_CUT_MORE;
        vt_text line = vt_text_between(text, cut->at, end);
        if (starts_next(cut, line)) return VT_CUT_DONE;
        cut->certain = text.size;
        if (end == SIZE_MAX) return VT_CUT_MORE;
        if (is_mark(line, "...")) {
            cut->at = end;
            return VT_CUT_DONE;
        }
        take_whole_line(cut, line);
        cut->at = end;
    }
    cut->certain = cut->at;
    return at_end ? VT_CUT_DONE : VT_CUT_MORE;
}

vt_cut_outcome vt_yaml_cut_document(vt_yaml_cut *cut, vt_text text, bool at_end) {
    cut->done = cut->done || cut_document(cut, text, at_end) == VT_CUT_DONE;
    return cut->done ? VT_CUT_DONE : VT_CUT_MORE;
}

void vt_yaml_cut_enter_line(vt_yaml_cut *cut, vt_text text) {
    vt_text line = vt_text_between(text, cut->at, text.size);
    if (cut->inside || cut->certain <= cut->at) return;
    vt_text said = vt_text_between(line, is_mark(line, "---") ? 3 : 0, line.size);
    cut->inside = vt_text_trim(said).size == 0 ? VT_YAML_AFTER_SPACE : VT_YAML_INSIDE_LINE;
    if (is_mark(line, "...")) cut->inside = VT_YAML_INSIDE_END;
    take_line(cut, line);
    cut->at = text.size;
}

void vt_yaml_cut_shift(vt_yaml_cut *cut, size_t count) {
    cut->at -= count;
    cut->looked = cut->looked > count ? cut->looked - count : 0;
    cut->certain = cut->certain > count ? cut->certain - count : 0;
    cut->items_at = SIZE_MAX;
}

/* ---------------------------------------------------------------------- items */

/* White space whose line may still turn out to be blank; more of it is treated as a blank line. */
enum { MOST_SPACE = 1024 };

bool vt_yaml_cut_line(vt_text text, size_t indentation, bool at_end, vt_yaml_line *role) {
    size_t spaces = vt_yaml_cut_indentation(text), at = spaces;
    vt_text start = vt_text_between(text, 0, MARK_BYTES);
    bool is_whole = at_end || vt_text_find_byte(start, '\n', 0) != SIZE_MAX;
    if (start.size < MARK_BYTES && !is_whole) return false;
    *role = VT_YAML_LINE_END;
    if (is_mark(text, "---") || is_mark(text, "...")) return true;
    *role = VT_YAML_LINE_INSIDE;
    if (spaces > indentation) return true;
    while (at < text.size && text.bytes[at] != '\n' && vt_is_space(text.bytes[at])) at++;
    if (at - spaces >= MOST_SPACE) return true;
    if (at == text.size) return at_end;
    if (text.bytes[at] == '\n' || text.bytes[at] == '#') return true;
    *role = VT_YAML_LINE_AFTER;
    if (spaces < indentation || text.bytes[spaces] != '-') return true;
    if (spaces + 1 == text.size && !at_end) return false;
    if (is_break_or_space(text, spaces + 1)) *role = VT_YAML_LINE_ITEM;
    return true;
}

vt_cut_outcome vt_yaml_cut_item(vt_yaml_cut *cut, vt_text text, size_t indentation, bool at_end) {
    if (cut->inside && leave_line(cut, text, at_end) == VT_CUT_MORE) return VT_CUT_MORE;
    while (cut->at < text.size) {
        vt_text rest = vt_text_between(text, cut->at, text.size);
        vt_yaml_line role = VT_YAML_LINE_INSIDE;
        cut->certain = cut->at;
        if (cut->content && !vt_yaml_cut_line(rest, indentation, at_end, &role)) return VT_CUT_MORE;
        if (role != VT_YAML_LINE_INSIDE) return VT_CUT_DONE;
        size_t end = find_line_end(cut, text, at_end);
        cut->certain = end == SIZE_MAX ? text.size : end;
        if (end == SIZE_MAX) return VT_CUT_MORE;
        cut->at = end;
        cut->content = true;
    }
    return at_end ? VT_CUT_DONE : VT_CUT_MORE;
}
