#include "grammar_yaml.h"

#include <stdio.h>

#include "base/text/utf8.h"

/* Where a value is written: `indentation` is the column of the collection around it. */
typedef enum yaml_place { AT_ROOT, AFTER_KEY, AFTER_DASH, IN_FLOW } yaml_place;

enum { MOST_DEPTH = 6, MOST_ALIASED = 400 };

static void add_value(made_yaml *made, yaml_place place, unsigned indentation, unsigned depth);

static void add_both(made_yaml *made, const char *text) {
    add(&made->json, text);
    add(&made->yaml, text);
}

static void add_line_end(made_yaml *made) {
    static const char *const ends[] = { "\n", "\n",      "\n",          " # note\n",
                                        "\n", "\n# a\n", "\n    # b\n", "\n\n" };
    ADD_ONE_OF(&made->yaml, &made->from, ends);
}

/* Blanks in a flow collection. */
static void add_flow_space(made_yaml *made, unsigned indentation) {
    unsigned kind = choose(&made->from, 12);
    if (kind < 6) add(&made->yaml, " ");
    if (kind == 6) add(&made->yaml, " # note");
    if (kind >= 6 && kind < 9) {
        add(&made->yaml, "\n");
        add_times(&made->yaml, " ", indentation + 1);
    }
}

/* ------------------------------------------------------------------- strings */

typedef struct made_string {
    char bytes[256];
    size_t size;
    bool is_plain; /* may be written without quotes */
    bool is_block; /* may be written as a block scalar */
    bool is_single;
    bool has_indented_line;
} made_string;

static void append(made_string *string, const char *text) {
    size_t size = strlen(text);
    if (size > sizeof string->bytes - string->size) return;
    memcpy(string->bytes + string->size, text, size);
    string->size += size;
}

/* Text that starts with a letter and means nothing else. */
static void append_words(made_yaml *made, made_string *string) {
    static const char *const parts[] = { "a", "b-c", "1.5", "d/e", "f_g", "h:i", "é", "x#y" };
    append(string, "s");
    for (unsigned count = choose(&made->from, 4); count > 0; count--) {
        if (choose(&made->from, 2)) append(string, " ");
        append(string, parts[choose(&made->from, 8)]);
    }
}

static void append_lines(made_yaml *made, made_string *string) {
    static const char *const ends[] = { "", "\n", "\n", "\n\n", "\n\n\n" };
    for (unsigned count = 1 + choose(&made->from, 4); count > 0; count--) {
        if (choose_rarely(&made->from, 4)) {
            append(string, "  ");
            string->has_indented_line = true;
        }
        append_words(made, string);
        if (count > 1) append(string, choose_rarely(&made->from, 4) ? "\n\n" : "\n");
    }
    append(string, ends[choose(&made->from, 5)]);
}

/* Text that means something else, or cannot be written, without quotes. */
static void append_odd(made_yaml *made, made_string *string) {
    static const char *const printable[] = {
        "",   " ",   "null", "true", "1",   "~",   "- a", "a: b", "a #b", "'",    "\"",
        "{}", "[",   "*a",   "&a",   "!x",  "%",   "@",   "`",    "|",    ">",    "<<",
        "\\", "---", "...",  "😀",    "0x1", "1e3", ", ",  "? a",  " a ",  "yes",  "2020-01-01",
        ":",  "#",   "''",   "\\n",  "a:",  "-",   "=",   ".inf", ".nan", "1_000"
    };
    static const char *const others[] = { "\t",           "\x01",         "\x7f",
                                          "\xC2\x85",     "\xE2\x80\xA8", "\xEF\xBB\xBF",
                                          "a\nb",         "\n",           "\r\n",
                                          "\xE2\x80\xAE", "\xEF\xBF\xBD", "\x1b[31m" };
    unsigned count = sizeof printable / sizeof *printable;
    string->is_single = !choose_rarely(&made->from, 3);
    if (string->is_single) {
        append(string, printable[choose(&made->from, count)]);
    } else {
        append(string, others[choose(&made->from, sizeof others / sizeof *others)]);
    }
}

static void make_string(made_yaml *made, made_string *string) {
    *string = (made_string){ 0 };
    switch (choose(&made->from, 4)) {
    case 0:
        append_lines(made, string);
        string->is_block = true;
        break;
    case 1:
        append_odd(made, string);
        break;
    default:
        append_words(made, string);
        string->is_plain = string->is_block = string->is_single = true;
    }
}

static void add_json_string(made_text *text, const made_string *string) {
    add(text, "\"");
    for (size_t i = 0; i < string->size; i++) {
        char byte = string->bytes[i], escape[8];
        if ((unsigned char)byte < 0x20) {
            snprintf(escape, sizeof escape, "\\u%04x", (unsigned)byte);
            add(text, escape);
        } else {
            if (byte == '"' || byte == '\\') add(text, "\\");
            add_bytes(text, &byte, 1);
        }
    }
    add(text, "\"");
}

/* YAML takes some characters beyond ASCII for line breaks, so odd ones are escaped. */
static bool must_escape(uint32_t code_point) {
    return code_point < 0x20 || code_point == 0x7f || code_point == 0x85 || code_point == 0xfeff ||
           (code_point & ~UINT32_C(1)) == 0x2028;
}

static void add_escape(made_yaml *made, uint32_t code_point) {
    static const char *const formats[] = { "\\U%08x", "\\u%04x", "\\x%02x" };
    char escape[16];
    unsigned count = code_point < 0x100 ? 3 : code_point < 0x10000 ? 2 : 1;
    snprintf(escape, sizeof escape, formats[choose(&made->from, count)], code_point);
    add(&made->yaml, escape);
}

static void add_double_quoted(made_yaml *made, const made_string *string, unsigned indentation) {
    made_text *yaml = &made->yaml;
    vt_text text = { string->bytes, string->size };
    bool is_broken = false;
    add(yaml, "\"");
    for (size_t start = 0, end = 0; start < text.size; start = end) {
        uint32_t code_point = vt_utf8_next(text, &end);
        bool is_hidden = is_broken && code_point == ' ';
        if (must_escape(code_point) || is_hidden || choose_rarely(&made->from, 12)) {
            add_escape(made, code_point);
        } else {
            if (code_point == '"' || code_point == '\\') add(yaml, "\\");
            add_bytes(yaml, text.bytes + start, end - start);
        }
        /* An escaped line break stands for nothing, with the blanks after it. */
        is_broken = choose_rarely(&made->from, 40);
        if (is_broken) {
            add(yaml, "\\\n");
            add_times(yaml, " ", indentation + 2);
        }
    }
    add(yaml, "\"");
}

static void add_single_quoted(made_text *text, const made_string *string) {
    add(text, "'");
    for (size_t i = 0; i < string->size; i++) {
        if (string->bytes[i] == '\'') add(text, "'");
        add_bytes(text, string->bytes + i, 1);
    }
    add(text, "'");
}

/* `|` or `>`, the indentation where the first line hides it, and what becomes of the `breaks` at the
** end of the text. */
static void add_block_header(made_yaml *made, const made_string *string, bool is_folded,
                             unsigned spaces, size_t breaks) {
    char digit[2] = { (char)('0' + spaces), '\0' };
    add(&made->yaml, is_folded ? ">" : "|");
    if (string->bytes[0] == ' ' || choose_rarely(&made->from, 4)) add(&made->yaml, digit);
    if (breaks != 1) add(&made->yaml, breaks == 0 ? "-" : "+");
    if (choose_rarely(&made->from, 8)) add(&made->yaml, " # note");
    add(&made->yaml, "\n");
}

static void add_block_scalar(made_yaml *made, const made_string *string, unsigned indentation) {
    bool is_folded = !string->has_indented_line && choose(&made->from, 2);
    unsigned spaces = 1 + choose(&made->from, 4);
    bool at_line_start = true;
    size_t end = string->size;
    while (end > 0 && string->bytes[end - 1] == '\n') end--;
    add_block_header(made, string, is_folded, spaces, string->size - end);
    for (size_t i = 0; i < string->size; i++) {
        bool is_break = string->bytes[i] == '\n';
        if (at_line_start && !is_break) add_times(&made->yaml, " ", indentation + spaces);
        add_bytes(&made->yaml, string->bytes + i, 1);
        /* The first line break between lines of text would be folded. */
        if (is_folded && is_break && !at_line_start && i < end) add(&made->yaml, "\n");
        at_line_start = is_break;
    }
    if (!at_line_start) add(&made->yaml, "\n");
}

/* Returns whether it ended its line. */
static bool add_string(made_yaml *made, yaml_place place, unsigned indentation) {
    made_string string;
    make_string(made, &string);
    add_json_string(&made->json, &string);
    if (choose_rarely(&made->from, 8)) add(&made->yaml, "!!str ");
    unsigned style = choose(&made->from, 4);
    if (style == 0 && string.is_plain) {
        add_bytes(&made->yaml, string.bytes, string.size);
    } else if (style == 1 && string.is_single) {
        add_single_quoted(&made->yaml, &string);
    } else if (style <= 2 && string.is_block && (place == AFTER_KEY || place == AFTER_DASH)) {
        add_block_scalar(made, &string, indentation);
        return true;
    } else {
        add_double_quoted(made, &string, indentation);
    }
    return false;
}

/* --------------------------------------------------------------- other scalars */

static const struct {
    const char *yaml, *json;
} scalars[] = {
    { "null", "null" },
    { "~", "null" },
    { "Null", "null" },
    { "NULL", "null" },
    { "true", "true" },
    { "True", "true" },
    { "FALSE", "false" },
    { "yes", "true" },
    { "Off", "false" },
    { "0", "0" },
    { "1", "1" },
    { "-7", "-7" },
    { "+5", "5" },
    { "0x1F", "31" },
    { "017", "15" },
    { "0b101", "5" },
    { "1_000", "1000" },
    { "9223372036854775807", "9223372036854775807" },
    { "1.5", "1.5" },
    { ".5", "0.5" },
    { "1e3", "1000" },
    { "-1.25e2", "-125" },
    { "6.02e23", "6.02e+23" },
    { "18446744073709551615", "18446744073709551615" },
    { "1e-7", "1e-7" },
    { "!!str 5", "\"5\"" },
    { "!!int \"5\"", "5" },
    { "!!null ''", "null" },
    { "!!float 2.5", "2.5" },
    { "!!bool 'true'", "true" },
    { "!x 5", "\"5\"" },
    { "2020-01-01", "\"2020-01-01\"" },
    { "0o17", "15" },
    { "1:30", "\"1:30\"" },
};

static void add_scalar(made_yaml *made) {
    unsigned at = choose(&made->from, sizeof scalars / sizeof *scalars);
    add(&made->json, scalars[at].json);
    add(&made->yaml, scalars[at].yaml);
}

/* A key, unique in the document but for a few that are written without quotes and are not strings. */
static void add_key(made_yaml *made, bool is_first) {
    static const char *const bare[] = { "1", "true", "7", "1.5", "-3", "false" };
    static const char *const quotes[] = { "", "\"", "'", "" };
    char key[16];
    if (is_first && choose_rarely(&made->from, 6)) {
        const char *word = bare[choose(&made->from, 6)];
        add(&made->yaml, word);
        snprintf(key, sizeof key, "\"%s\"", word);
    } else {
        unsigned number = made->key_count++;
        const char *quote = quotes[choose(&made->from, 4)];
        snprintf(key, sizeof key, "%sk%u%s", quote, number, quote);
        add(&made->yaml, key);
        snprintf(key, sizeof key, "\"k%u\"", number);
    }
    add(&made->json, key);
    add(&made->json, ":");
}

/* ----------------------------------------------------------------- collections */

/* Merge a map with an anchor: its members come first, so that those that follow replace them. */
static bool add_merge(made_yaml *made, unsigned *count) {
    if (made->anchor_count == 0 || !choose_rarely(&made->from, 6)) return false;
    unsigned at = choose(&made->from, made->anchor_count);
    const struct made_anchor *anchor = &made->anchors[at];
    size_t size = anchor->end - anchor->start;
    if (!anchor->is_map || size <= 2 || size > MOST_ALIASED) return false;
    char text[24];
    snprintf(text, sizeof text, "<<: *a%u", at);
    add(&made->yaml, text);
    add_bytes(&made->json, made->json.bytes + anchor->start + 1, size - 2);
    made->has_aliases = true;
    if (*count > 1) add(&made->json, ",");
    return true;
}

static void add_flow_map(made_yaml *made, unsigned indentation, unsigned depth) {
    add_both(made, "{");
    unsigned count = choose(&made->from, 4), total = count;
    for (; count > 0; count--) {
        add_flow_space(made, indentation);
        if (count != total || !add_merge(made, &count)) {
            add_key(made, count == total);
            add(&made->yaml, ": ");
            add_value(made, IN_FLOW, indentation, depth + 1);
            if (count > 1) add(&made->json, ",");
        }
        add_flow_space(made, indentation);
        if (count > 1) add(&made->yaml, ",");
    }
    add_both(made, "}");
}

static void add_flow_list(made_yaml *made, unsigned indentation, unsigned depth) {
    add_both(made, "[");
    for (unsigned count = choose(&made->from, 4); count > 0; count--) {
        add_flow_space(made, indentation);
        add_value(made, IN_FLOW, indentation, depth + 1);
        add_flow_space(made, indentation);
        if (count > 1) add_both(made, ",");
    }
    add_both(made, "]");
}

/* The key of a block, its colon and value; or an explicit key with a question mark. */
static void add_block_entry(made_yaml *made, unsigned indentation, unsigned depth, bool is_first) {
    bool is_explicit = choose_rarely(&made->from, 12);
    if (is_explicit) add(&made->yaml, "? ");
    add_key(made, is_first);
    if (is_explicit) {
        add(&made->yaml, "\n");
        add_times(&made->yaml, " ", indentation);
    }
    add(&made->yaml, ":");
    add_value(made, AFTER_KEY, indentation, depth + 1);
}

static void add_block_map(made_yaml *made, unsigned indentation, unsigned depth, bool is_compact) {
    add(&made->json, "{");
    unsigned count = 1 + choose(&made->from, 4), total = count;
    for (; count > 0; count--) {
        if (count != total || !is_compact) add_times(&made->yaml, " ", indentation);
        if (count == total && add_merge(made, &count)) {
            add_line_end(made);
            continue;
        }
        add_block_entry(made, indentation, depth, count == total);
        if (count > 1) add(&made->json, ",");
    }
    add(&made->json, "}");
}

static void add_block_list(made_yaml *made, unsigned indentation, unsigned depth, bool is_compact) {
    add(&made->json, "[");
    unsigned count = 1 + choose(&made->from, 4), total = count;
    for (; count > 0; count--) {
        if (count != total || !is_compact) add_times(&made->yaml, " ", indentation);
        add(&made->yaml, "-");
        add_value(made, AFTER_DASH, indentation, depth + 1);
        if (count > 1) add(&made->json, ",");
    }
    add(&made->json, "]");
}

/* A collection over lines of its own. After a dash it may start on the line of the dash, unless it
** has an anchor or a tag; below a key a list may be as far left as the key. */
static void add_block(made_yaml *made, yaml_place place, unsigned indentation, unsigned depth,
                      bool has_properties) {
    bool is_map = choose(&made->from, 3) > 0;
    unsigned spaces = 1 + choose(&made->from, 3);
    bool is_compact = place == AFTER_DASH && !has_properties && choose(&made->from, 4) > 0;
    if (is_compact) {
        add_times(&made->yaml, " ", spaces);
        spaces++;
    } else if (place != AT_ROOT) {
        add_line_end(made);
    }
    if (place == AT_ROOT) spaces = 0;
    if (place == AFTER_KEY && !is_map && choose(&made->from, 2)) spaces = 0;
    if (is_map || place == AT_ROOT) {
        add_block_map(made, indentation + spaces, depth, is_compact);
    } else {
        add_block_list(made, indentation + spaces, depth, is_compact);
    }
}

/* ---------------------------------------------------------------------- values */

static bool add_alias(made_yaml *made) {
    if (made->anchor_count == 0) return false;
    unsigned at = choose(&made->from, made->anchor_count);
    const struct made_anchor *anchor = &made->anchors[at];
    size_t size = anchor->end - anchor->start;
    if (size > MOST_ALIASED) return false;
    char text[16];
    snprintf(text, sizeof text, "*a%u ", at);
    add(&made->yaml, text);
    add_bytes(&made->json, made->json.bytes + anchor->start, size);
    made->has_aliases = true;
    return true;
}

/* A value on one line, or in flow style. Returns whether it ended its line. */
static bool add_inline(made_yaml *made, yaml_place place, unsigned indentation, unsigned depth) {
    switch (depth >= MOST_DEPTH ? choose(&made->from, 4) : choose(&made->from, 7)) {
    case 4:
        add_flow_map(made, indentation, depth);
        return false;
    case 5:
        add_flow_list(made, indentation, depth);
        return false;
    case 0:
    case 1:
        add_scalar(made);
        return false;
    default:
        return add_string(made, place, indentation);
    }
}

static bool add_anchor(made_yaml *made, struct made_anchor *anchor) {
    char text[16];
    if (made->anchor_count == MADE_YAML_ANCHORS || !choose_rarely(&made->from, 8)) return false;
    snprintf(text, sizeof text, "&a%u", made->anchor_count);
    add(&made->yaml, text);
    anchor->start = made->json.size;
    return true;
}

/* Only complete values get into the list, so that no alias is inside its own anchor. The name was
** given before: anchors inside this value would have taken it too, and the last one counts. */
static void note_anchor(made_yaml *made, struct made_anchor anchor, unsigned number) {
    if (made->anchor_count != number) return;
    anchor.end = made->json.size;
    anchor.is_map = made->json.bytes[anchor.start] == '{';
    made->anchors[made->anchor_count++] = anchor;
}

static void add_value(made_yaml *made, yaml_place place, unsigned indentation, unsigned depth) {
    struct made_anchor anchor;
    unsigned number = made->anchor_count;
    bool is_block = place != IN_FLOW && depth < MOST_DEPTH && choose(&made->from, 3) == 1;
    if (!is_block && place != IN_FLOW) add(&made->yaml, " ");
    if (!is_block && choose_rarely(&made->from, 8) && add_alias(made)) {
        if (place != IN_FLOW) add_line_end(made);
        return;
    }
    if (is_block) {
        made_text *yaml = &made->yaml;
        size_t before = yaml->size;
        add(yaml, " ");
        bool has_anchor = add_anchor(made, &anchor);
        if (!has_anchor) yaml->size = before;
        add_block(made, place, indentation, depth, has_anchor);
        if (has_anchor) note_anchor(made, anchor, number);
        return;
    }
    bool has_anchor = add_anchor(made, &anchor);
    if (has_anchor) add(&made->yaml, " ");
    bool ended = add_inline(made, place, indentation, depth);
    if (has_anchor) note_anchor(made, anchor, number);
    if (!ended && place != IN_FLOW) add_line_end(made);
}

/* -------------------------------------------------------------------- documents */

static void add_document(made_yaml *made, bool is_first) {
    static const char *const starts[] = { "---\n", "--- # note\n", "# note\n---\n", "...\n---\n" };
    static const char *const first[] = { "", "", "---\n", "# note\n", "%YAML 1.1\n---\n", "\n\n" };
    made->anchor_count = 0;
    if (is_first) {
        ADD_ONE_OF(&made->yaml, &made->from, first);
    } else {
        ADD_ONE_OF(&made->yaml, &made->from, starts);
    }
    if (choose_rarely(&made->from, 8)) {
        made->has_flow_root = true;
        add_flow_map(made, 0, 0);
        add(&made->yaml, "\n");
    } else {
        add_block(made, AT_ROOT, 0, 0, false);
    }
    made->json_ends[made->document_count++] = made->json.size;
}

static void use_carriage_returns(made_text *text) {
    static char bytes[sizeof((made_yaml *)0)->yaml_bytes];
    size_t size = text->size;
    memcpy(bytes, text->bytes, size);
    text->size = 0;
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] == '\n') add(text, "\r");
        add_bytes(text, bytes + i, 1);
    }
}

static void damage(made_yaml *made) {
    static const char bytes[] = "{}[]\",:\n -#\\\xC3\xA9.%x\t&*!|>'?<\r\x85";
    for (unsigned count = 1 + choose(&made->from, 3); count > 0 && made->yaml.size > 0; count--) {
        size_t at = (choose(&made->from, 256) * 256u + choose(&made->from, 256)) % made->yaml.size;
        made->yaml.bytes[at] = bytes[choose(&made->from, sizeof bytes - 1)];
    }
    made->is_damaged = true;
}

void make_yaml(made_yaml *made, const uint8_t *choices_, size_t count) {
    made->from = (choices){ choices_, count };
    made->json = (made_text){ made->json_bytes, 0, sizeof made->json_bytes, false };
    made->yaml = (made_text){ made->yaml_bytes, 0, sizeof made->yaml_bytes, false };
    made->document_count = made->key_count = 0;
    made->has_aliases = made->has_flow_root = made->is_damaged = false;
    unsigned finish = choose(&made->from, 16), documents = 1 + choose(&made->from, 3);
    if (finish == 1) add(&made->yaml, "\xEF\xBB\xBF");
    do {
        add_document(made, made->document_count == 0);
    } while (made->document_count < documents && made->from.count > 0);
    if (finish == 2) use_carriage_returns(&made->yaml);
    if (finish >= 3 && finish <= 5) damage(made);
    made->is_damaged |= made->json.is_cut || made->yaml.is_cut;
}
