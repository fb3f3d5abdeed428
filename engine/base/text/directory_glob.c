/*
** Directories of a check tree as wildcards: with every `_` replaced by `*` they are patterns of
** bmatcuk/doublestar, where `*` stays within a segment and `**` as a whole segment does not. Paths are
** the same without classes, braces, escapes and `_`. Text with stars has nothing else.
*/
#include "base/text/glob_builder.h"

static const char BAD_PATTERN[] = "syntax error in pattern";

/* The next character, with `_` of a directory as `*`. */
static uint32_t peek(vt_glob_builder *builder) {
    uint32_t code_point = vt_glob_builder_peek(builder);
    return code_point == '_' && !builder->is_path ? '*' : code_point;
}

static uint32_t next(vt_glob_builder *builder) {
    uint32_t code_point = peek(builder);
    vt_glob_builder_read(builder);
    return code_point;
}

/* `**` and a slash: any number of whole segments, each with its slash. */
static void add_segments(vt_glob_builder *builder) {
    uint32_t fork = builder->count;
    vt_glob_builder_add(builder, VT_GLOB_FORK);
    vt_glob_builder_add(builder, VT_GLOB_MANY);
    vt_glob_builder_literal(builder, '/');
    if (!builder->failed) builder->states[fork].target = builder->count;
}

static void add_star(vt_glob_builder *builder) {
    vt_glob_builder_add(builder, VT_GLOB_MANY)->within_segment = true;
}

/* Stars; the first one has been read. Two that fill a segment match slashes. */
static void parse_stars(vt_glob_builder *builder, bool starts_segment) {
    if (peek(builder) != '*') {
        add_star(builder);
        return;
    }
    next(builder);
    uint32_t ahead = peek(builder);
    if (starts_segment && ahead == VT_GLOB_EOF) {
        vt_glob_builder_add(builder, VT_GLOB_MANY);
    } else if (starts_segment && ahead == '/') {
        next(builder);
        add_segments(builder);
    } else {
        add_star(builder);
    }
}

/* One end of a range in a class, escapes resolved. */
static uint32_t read_class_character(vt_glob_builder *builder) {
    uint32_t code_point = next(builder);
    if (code_point == '\\') code_point = next(builder);
    if (code_point == VT_GLOB_EOF) vt_glob_builder_fail(builder, BAD_PATTERN);
    return code_point;
}

/* class = "[" ["^" | "!"] ( character | lo "-" hi )+ "]" */
static void parse_class(vt_glob_builder *builder) {
    size_t most = builder->pattern.size - builder->at;
    uint32_t *list = vt_arena_allocate_array(builder->arena, 2 * most + 2, sizeof *list);
    if (!list) vt_glob_builder_fail(builder, NULL);
    uint32_t ahead = peek(builder);
    bool negated = ahead == '^' || ahead == '!';
    if (negated) next(builder);
    uint32_t count = 0;
    while (!builder->failed && (count == 0 || peek(builder) != ']')) {
        if (peek(builder) == ']' || peek(builder) == '-')
            vt_glob_builder_fail(builder, BAD_PATTERN);
        list[2 * count] = list[2 * count + 1] = read_class_character(builder);
        if (peek(builder) == '-') {
            next(builder);
            if (peek(builder) == ']') vt_glob_builder_fail(builder, BAD_PATTERN);
            list[2 * count + 1] = read_class_character(builder);
        }
        count++;
    }
    next(builder);
    vt_glob_state *state = vt_glob_builder_add(builder, VT_GLOB_LIST);
    state->within_segment = true;
    state->negated = negated;
    state->list = list;
    state->list_count = count;
}

static void parse_close(vt_glob_builder *builder) {
    if (builder->depth == 0) {
        vt_glob_builder_fail(builder, BAD_PATTERN);
    } else {
        vt_glob_builder_close(builder);
    }
}

/* A slash and two stars at the end: everything below, and the directory itself. */
static bool parse_everything_below(vt_glob_builder *builder) {
    vt_text rest = vt_text_between(builder->pattern, builder->at, builder->pattern.size);
    const char *stars = builder->is_path ? "*" : "_*";
    if (rest.size != 2 || !strchr(stars, rest.bytes[0]) || !strchr(stars, rest.bytes[1]))
        return false;
    uint32_t fork = builder->count;
    vt_glob_builder_add(builder, VT_GLOB_FORK);
    vt_glob_builder_literal(builder, '/');
    vt_glob_builder_add(builder, VT_GLOB_MANY);
    if (!builder->failed) builder->states[fork].target = builder->count;
    builder->at = builder->pattern.size;
    return true;
}

static void parse_other(vt_glob_builder *builder, uint32_t code_point) {
    if (code_point == ',' && builder->depth > 0) {
        vt_glob_builder_alternative(builder);
        return;
    }
    if (code_point == '/' && parse_everything_below(builder)) return;
    if (code_point == '\\' && !builder->is_path) code_point = next(builder);
    if (code_point == VT_GLOB_EOF) vt_glob_builder_fail(builder, BAD_PATTERN);
    vt_glob_builder_literal(builder, code_point);
}

/* false: nothing special. */
static bool parse_group(vt_glob_builder *builder, uint32_t code_point) {
    if (builder->is_path) return false;
    switch (code_point) {
    case '[':
        parse_class(builder);
        return true;
    case '{':
        vt_glob_builder_open(builder);
        return true;
    case '}':
        parse_close(builder);
        return true;
    default:
        return false;
    }
}

static const vt_glob *compile(vt_arena *arena, vt_text pattern, bool is_path, const char **error) {
    vt_glob_builder builder;
    vt_glob_builder_begin(&builder, arena, pattern);
    builder.is_path = is_path;
    bool starts_segment = true;
    uint32_t code_point;
    while ((code_point = next(&builder)) != VT_GLOB_EOF) {
        if (code_point == '*') {
            parse_stars(&builder, starts_segment);
        } else if (code_point == '?') {
            vt_glob_builder_add(&builder, VT_GLOB_ONE)->within_segment = true;
        } else if (!parse_group(&builder, code_point)) {
            parse_other(&builder, code_point);
        }
        size_t at = builder.at;
        starts_segment = at > 0 && builder.pattern.bytes[at - 1] == '/';
    }
    if (builder.depth > 0) vt_glob_builder_fail(&builder, BAD_PATTERN);
    return vt_glob_builder_end(&builder, error);
}

const vt_glob *vt_directory_glob_compile(vt_arena *arena, vt_text directory, const char **error) {
    return compile(arena, directory, false, error);
}

const vt_glob *vt_path_glob_compile(vt_arena *arena, vt_text path, const char **error) {
    return compile(arena, path, true, error);
}

const vt_glob *vt_star_glob_compile(vt_arena *arena, vt_text pattern, const char **error) {
    vt_glob_builder builder;
    vt_glob_builder_begin(&builder, arena, pattern);
    uint32_t code_point;
    while ((code_point = vt_glob_builder_read(&builder)) != VT_GLOB_EOF) {
        if (code_point == '*')
            vt_glob_builder_add(&builder, VT_GLOB_MANY);
        else
            vt_glob_builder_literal(&builder, code_point);
    }
    return vt_glob_builder_end(&builder, error);
}
