/*
** Patterns of an argocd-cm: the language of gobwas/glob v0.2.3 without separators, so that
** `*` and `**` both match slashes. Exactly what compiles there compiles here.
*/
#include "base/text/glob_builder.h"

#include "base/text/utf8.h"

/*
** ARGO: what gobwas/glob says about empty text does not follow from the parts of a pattern alone. It
** decodes the missing character to U+FFFD, so `?` and `[!a]` match empty text, but only on their own. Beside
** other parts, braces with several alternatives or with nothing inside are searched for in the text, which finds
** nothing in empty text. Braces with one alternative are as if they were not there.
*/
typedef struct sequence {
    uint32_t items;
    bool alone;     /* the last item matches empty text when it is the only one */
    bool together;  /* every item matches empty text beside others */
    bool is_search; /* some item is searched for */
    /* of the braces around: */
    uint32_t commas;
    bool some_empty; /* an earlier alternative matches empty text */
} sequence;

typedef struct parser {
    vt_glob_builder builder;
    sequence sequences[VT_GLOB_MOST_NESTING + 1]; /* by depth of braces */
} parser;

static bool matches_empty(const sequence *all) {
    if (all->items == 1) return all->alone;
    return all->items == 0 || (all->together && !all->is_search);
}

static void add_item(sequence *all, bool alone, bool together, bool is_search) {
    all->items++;
    all->alone = alone;
    all->together &= together;
    all->is_search |= is_search;
}

static void begin_alternative(sequence *inner) {
    inner->items = 0;
    inner->together = true;
    inner->is_search = false;
}

/* The braces of `inner` are an item of `outer`. */
static void end_braces(const sequence *inner, sequence *outer) {
    bool empty = inner->some_empty || matches_empty(inner);
    if (inner->commas > 0) {
        add_item(outer, empty, false, true);
    } else {
        add_item(outer, empty, inner->together, inner->is_search || inner->items == 0);
    }
}

/* Characters that end plain text, outside and inside of braces. */
static bool ends_text(const vt_glob_builder *builder, uint32_t code_point) {
    if (code_point == '?' || code_point == '*' || code_point == '[' || code_point == '{')
        return true;
    return builder->depth > 0 && (code_point == '}' || code_point == ',');
}

/* Plain text up to a special character; false if there was none. A backslash escapes the next character; at
** the end of the pattern it is ignored. */
static bool parse_text(vt_glob_builder *builder) {
    for (uint32_t count = 0;; count++) {
        uint32_t code_point = vt_glob_builder_peek(builder);
        if (code_point == VT_GLOB_EOF || ends_text(builder, code_point)) return count > 0;
        vt_glob_builder_read(builder);
        if (code_point == '\\') {
            code_point = vt_glob_builder_read(builder);
            if (code_point == VT_GLOB_EOF) return count > 0;
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
** A class is one range or a list, never both; `^` is a character like any other. Returns whether it is negated.
*/
static bool parse_class(vt_glob_builder *builder) {
    bool negated = vt_glob_builder_peek(builder) == '!';
    if (negated) vt_glob_builder_read(builder);
    size_t before_first = builder->at;
    uint32_t first = vt_glob_builder_read(builder);
    if (first != VT_GLOB_EOF && vt_glob_builder_peek(builder) == '-') {
        vt_glob_builder_read(builder);
        parse_range(builder, first, negated);
        return negated;
    }
    builder->at = before_first;
    size_t most = builder->pattern.size - builder->at;
    uint32_t *list = vt_arena_allocate_array(builder->arena, 2 * most + 1, sizeof *list);
    if (!list) {
        vt_glob_builder_fail(builder, NULL);
        return negated;
    }
    uint32_t count = parse_list(builder, list);
    if (count == 0) vt_glob_builder_fail(builder, "could not parse range");
    vt_glob_state *state = vt_glob_builder_add(builder, VT_GLOB_LIST);
    state->negated = negated;
    state->list = list;
    state->list_count = count;
    return negated;
}

/* One item of the pattern; its first character `code_point` has been read. */
static void parse_special(parser *all, uint32_t code_point) {
    vt_glob_builder *builder = &all->builder;
    sequence *here = &all->sequences[builder->depth];
    switch (code_point) {
    case '{':
        vt_glob_builder_open(builder);
        if (builder->failed) return;
        here[1] = (sequence){ .together = true };
        break;
    case ',':
        vt_glob_builder_alternative(builder);
        here->some_empty |= matches_empty(here);
        here->commas++;
        begin_alternative(here);
        break;
    case '}':
        vt_glob_builder_close(builder);
        end_braces(here, here - 1);
        break;
    case '[':
        add_item(here, parse_class(builder), false, false);
        break;
    case '?':
        vt_glob_builder_add(builder, VT_GLOB_ONE);
        add_item(here, true, false, false);
        break;
    default:
        vt_glob_builder_add(builder, VT_GLOB_MANY);
        add_item(here, true, true, false);
        break;
    }
}

static void parse_pattern(parser *all) {
    vt_glob_builder *builder = &all->builder;
    all->sequences[0] = (sequence){ .together = true };
    for (;;) {
        uint32_t code_point = vt_glob_builder_peek(builder);
        if (code_point == VT_GLOB_EOF) break;
        if (ends_text(builder, code_point)) {
            vt_glob_builder_read(builder);
            parse_special(all, code_point);
        } else if (parse_text(builder)) {
            add_item(&all->sequences[builder->depth], false, false, false);
        }
    }
    for (uint32_t depth = builder->depth; depth > 0; depth--) {
        end_braces(&all->sequences[depth], &all->sequences[depth - 1]);
    }
}

/* The state after `state` where only that one can follow. */
static uint32_t past_braces(const vt_glob *glob, uint32_t state) {
    while (glob->states[state].op == VT_GLOB_FORK && glob->states[state].target == state + 1)
        state++;
    return state;
}

static bool is_one_character(const vt_glob_state *state) {
    if (state->negated) return false;
    if (state->op == VT_GLOB_LIST)
        return state->list_count == 1 && state->list[0] == state->list[1];
    return state->op == VT_GLOB_RANGE && state->low == state->high;
}

/* Append the characters from `*state` on to `*out`, and move both past them. */
static vt_text take_text(const vt_glob *glob, uint32_t *state, char **out) {
    vt_text text = { *out, 0 };
    for (;; ++*state) {
        *state = past_braces(glob, *state);
        const vt_glob_state *one = &glob->states[*state];
        if (!is_one_character(one)) break;
        *out += vt_utf8_encode(one->op == VT_GLOB_LIST ? one->list[0] : one->low, *out);
    }
    text.size = (size_t)(*out - text.bytes);
    return text;
}

/* False without memory. */
static bool find_ends(vt_arena *arena, vt_glob *glob, vt_text pattern) {
    uint32_t state = 0;
    char *next = vt_arena_allocate(arena, pattern.size + 4);
    if (!next) return false;
    vt_text start = take_text(glob, &state, &next);
    const uint32_t stars = state;
    while (glob->states[state].op == VT_GLOB_MANY) state = past_braces(glob, state + 1);
    if (state == stars) return true;
    vt_text end = take_text(glob, &state, &next);
    if (glob->states[state].op != VT_GLOB_END || start.size == 0 || end.size == 0) return true;
    glob->start = start;
    glob->end = end;
    return true;
}

const vt_glob *vt_glob_compile(vt_arena *arena, vt_text pattern, const char **error) {
    parser all;
    vt_glob_builder_begin(&all.builder, arena, pattern);
    parse_pattern(&all);
    vt_glob *glob = vt_glob_builder_end(&all.builder, error);
    if (!glob) return NULL;
    *error = NULL;
    glob->ignores_states_for_empty = true;
    glob->matches_empty = matches_empty(&all.sequences[0]);
    bool is_plain = !all.sequences[0].is_search; /* ARGO: otherwise the ends do not overlap */
    return !is_plain || find_ends(arena, glob, pattern) ? glob : NULL;
}
