/*
** Keys of an argocd-cm as globs: the language of gobwas/glob v0.2.3 without separators, so that
** `*` and `**` both match slashes. Exactly what compiles there compiles here.
*/
#include "health/glob_builder.h"

/* Characters that end plain text, outside and inside of braces. */
static bool ends_text(const vt_glob_builder *builder, uint32_t code_point) {
    if (code_point == '?' || code_point == '*' || code_point == '[' || code_point == '{')
        return true;
    return builder->depth > 0 && (code_point == '}' || code_point == ',');
}

/* Plain text up to a special character. A backslash escapes the next character; at the end of the
** pattern it is ignored. */
static void parse_text(vt_glob_builder *builder) {
    for (;;) {
        uint32_t code_point = vt_glob_builder_peek(builder);
        if (code_point == VT_GLOB_EOF || ends_text(builder, code_point)) return;
        vt_glob_builder_read(builder);
        if (code_point == '\\') {
            code_point = vt_glob_builder_read(builder);
            if (code_point == VT_GLOB_EOF) return;
        }
        vt_glob_builder_literal(builder, code_point);
    }
}

/* [lo-hi]; `low` and the dash have been read. */
static void parse_range(vt_glob_builder *builder, uint32_t low, bool negated) {
    uint32_t high = vt_glob_builder_read(builder);
    if (high == VT_GLOB_EOF) {
        vt_glob_builder_fail(builder, "unexpected end of input");
    } else if (vt_glob_builder_read(builder) != ']') {
        vt_glob_builder_fail(builder, "expected close range character");
    } else if (high < low) {
        vt_glob_builder_fail(builder, "hi character should be greater than lo");
    }
    vt_glob_state *state = vt_glob_builder_add(builder, VT_GLOB_RANGE);
    state->low = low;
    state->high = high;
    state->negated = negated;
    builder->wildcard_count++;
}

/* The characters of a list up to `]`, into `list`; returns how many. */
static uint32_t parse_list(vt_glob_builder *builder, uint32_t *list) {
    uint32_t count = 0;
    for (;;) {
        uint32_t code_point = vt_glob_builder_read(builder);
        if (code_point == ']') return count;
        if (code_point == '\\') code_point = vt_glob_builder_read(builder);
        if (code_point == VT_GLOB_EOF) {
            vt_glob_builder_fail(builder, "unexpected end of input");
            return count;
        }
        list[2 * count] = list[2 * count + 1] = code_point;
        count++;
    }
}

/*
** class = "[" ["!"] ( lo "-" hi | characters ) "]"
** A class is one range or a list, never both; `^` is a character like any other.
*/
static void parse_class(vt_glob_builder *builder) {
    bool negated = vt_glob_builder_peek(builder) == '!';
    if (negated) vt_glob_builder_read(builder);
    size_t before_first = builder->at;
    uint32_t first = vt_glob_builder_read(builder);
    if (first != VT_GLOB_EOF && vt_glob_builder_peek(builder) == '-') {
        vt_glob_builder_read(builder);
        parse_range(builder, first, negated);
        return;
    }
    builder->at = before_first;
    size_t most = builder->pattern.size - builder->at;
    uint32_t *list = vt_arena_allocate_array(builder->arena, 2 * most + 1, sizeof *list);
    if (!list) {
        vt_glob_builder_fail(builder, NULL);
        return;
    }
    uint32_t count = parse_list(builder, list);
    if (count == 0) vt_glob_builder_fail(builder, "could not parse range");
    vt_glob_state *state = vt_glob_builder_add(builder, VT_GLOB_LIST);
    state->negated = negated;
    state->list = list;
    state->list_count = count;
}

/* One item of the pattern; its first character `code_point` has been read. */
static void parse_special(vt_glob_builder *builder, uint32_t code_point) {
    switch (code_point) {
    case '{':
        vt_glob_builder_open(builder);
        break;
    case ',':
        vt_glob_builder_alternative(builder);
        break;
    case '}':
        vt_glob_builder_close(builder);
        break;
    case '[':
        parse_class(builder);
        break;
    case '?':
        vt_glob_builder_add(builder, VT_GLOB_ONE);
        break;
    default:
        vt_glob_builder_add(builder, VT_GLOB_MANY);
        break;
    }
}

/* ARGO: gobwas/glob decodes the missing character of empty text to U+FFFD, so a pattern that is
** one single-character matcher, also in braces, matches empty text if it matches U+FFFD. */
static void allow_empty_text(vt_glob_builder *builder) {
    if (builder->failed || builder->count == 0 || builder->pattern.size == 0) return;
    uint32_t last = builder->count - 1;
    for (uint32_t i = 0; i < last; i++) {
        if (builder->states[i].op != VT_GLOB_FORK || builder->states[i].target != i + 1) return;
    }
    vt_glob_state only = builder->states[last];
    if (only.op != VT_GLOB_ONE && !only.negated) return;
    builder->count = 0;
    vt_glob_builder_add(builder, VT_GLOB_FORK)->target = 2;
    builder->states[builder->count++] = only;
}

const vt_glob *vt_glob_compile(vt_arena *arena, vt_text pattern, const char **error) {
    vt_glob_builder builder;
    vt_glob_builder_begin(&builder, arena, pattern);
    for (;;) {
        uint32_t code_point = vt_glob_builder_peek(&builder);
        if (code_point == VT_GLOB_EOF) break;
        if (builder.depth == 0) builder.item_count++;
        if (ends_text(&builder, code_point)) {
            vt_glob_builder_read(&builder);
            parse_special(&builder, code_point);
        } else {
            parse_text(&builder);
        }
    }
    allow_empty_text(&builder);
    return vt_glob_builder_end(&builder, error);
}
