/* The automaton of a pattern: building, matching, and comparing two. */
#include "base/text/glob_builder.h"

#include "base/text/utf8.h"

#define NOWHERE UINT32_MAX

void vt_glob_builder_begin(vt_glob_builder *builder, vt_arena *arena, vt_text pattern) {
    memset(builder, 0, sizeof *builder);
    builder->arena = arena;
    builder->pattern = pattern;
    /* At most three states for a byte (double stars), and the final one. */
    size_t most = 3 * pattern.size + 1;
    if (most > VT_GLOB_MOST_STATES) {
        vt_glob_builder_fail(builder, "pattern is too long");
        return;
    }
    builder->capacity = (uint32_t)most;
    builder->states = vt_arena_allocate_array(arena, most, sizeof *builder->states);
    if (!builder->states) vt_glob_builder_fail(builder, NULL);
}

void vt_glob_builder_fail(vt_glob_builder *builder, const char *error) {
    if (builder->failed) return;
    builder->failed = true;
    builder->error = error;
}

uint32_t vt_glob_builder_peek(vt_glob_builder *builder) {
    if (builder->failed || builder->at >= builder->pattern.size) return VT_GLOB_EOF;
    size_t offset = builder->at;
    uint32_t code_point = vt_utf8_next(builder->pattern, &offset);
    if (code_point != VT_UTF8_INVALID) return code_point;
    vt_glob_builder_fail(builder, "could not read rune");
    return VT_GLOB_EOF;
}

uint32_t vt_glob_builder_read(vt_glob_builder *builder) {
    uint32_t code_point = vt_glob_builder_peek(builder);
    if (code_point != VT_GLOB_EOF) vt_utf8_next(builder->pattern, &builder->at);
    return code_point;
}

vt_glob_state *vt_glob_builder_add(vt_glob_builder *builder, vt_glob_op op) {
    if (builder->failed) return &builder->scrap;
    if (builder->count == builder->capacity) {
        vt_glob_builder_fail(builder, "pattern is too long");
        return &builder->scrap;
    }
    vt_glob_state *state = &builder->states[builder->count++];
    *state = (vt_glob_state){ .op = (uint8_t)op };
    if (op == VT_GLOB_LIST || op == VT_GLOB_ONE || op == VT_GLOB_MANY) builder->wildcard_count++;
    return state;
}

void vt_glob_builder_literal(vt_glob_builder *builder, uint32_t code_point) {
    vt_glob_state *state = vt_glob_builder_add(builder, VT_GLOB_RANGE);
    state->low = state->high = code_point;
    builder->literal_count++;
}

void vt_glob_builder_open(vt_glob_builder *builder) {
    if (builder->depth == VT_GLOB_MOST_NESTING) {
        vt_glob_builder_fail(builder, "pattern is nested too deeply");
        return;
    }
    vt_glob_terms *terms = &builder->open[builder->depth++];
    *terms = (vt_glob_terms){ builder->count, NOWHERE };
    vt_glob_builder_add(builder, VT_GLOB_FORK);
}

void vt_glob_builder_alternative(vt_glob_builder *builder) {
    vt_glob_terms *terms = &builder->open[builder->depth - 1];
    uint32_t jump = builder->count;
    vt_glob_builder_add(builder, VT_GLOB_JUMP)->target = terms->jump;
    terms->jump = jump;
    uint32_t fork = builder->count;
    vt_glob_builder_add(builder, VT_GLOB_FORK);
    if (builder->failed) return;
    builder->states[terms->fork].target = fork;
    terms->fork = fork;
}

void vt_glob_builder_close(vt_glob_builder *builder) {
    vt_glob_terms terms = builder->open[--builder->depth];
    if (builder->failed) return;
    builder->states[terms.fork].target = terms.fork + 1; /* there is no further alternative */
    while (terms.jump != NOWHERE) {
        vt_glob_state *jump = &builder->states[terms.jump];
        terms.jump = jump->target;
        jump->target = builder->count;
    }
}

vt_glob *vt_glob_builder_end(vt_glob_builder *builder, const char **error) {
    while (builder->depth > 0) vt_glob_builder_close(builder);
    vt_glob_builder_add(builder, VT_GLOB_END);
    vt_glob *glob = builder->failed ? NULL : vt_arena_allocate(builder->arena, sizeof *glob);
    if (!glob) {
        *error = builder->error;
        return NULL;
    }
    *glob = (vt_glob){ .states = builder->states,
                       .state_count = builder->count,
                       .literal_count = builder->literal_count,
                       .wildcard_count = builder->wildcard_count };
    return glob;
}

/* ---------------------------------------------------------------- matching */

enum { WORD_BITS = 64, WORDS = VT_GLOB_MOST_STATES / WORD_BITS };

/* A set of states; only the words that the automaton needs are used. */
typedef struct state_set {
    uint64_t words[WORDS];
} state_set;

static void set_add(state_set *set, uint32_t state) {
    set->words[state / WORD_BITS] |= UINT64_C(1) << (state % WORD_BITS);
}

static bool set_has(const state_set *set, uint32_t state) {
    return set->words[state / WORD_BITS] >> (state % WORD_BITS) & 1;
}

/* The first state of the set at or after `from`; VT_GLOB_MOST_STATES when there is none. States
** that are added after `from` during the iteration are found too. */
static uint32_t next_state(const vt_glob *glob, const state_set *set, uint32_t from) {
    for (uint32_t word = from / WORD_BITS; word * WORD_BITS < glob->state_count; word++) {
        uint64_t bits = set->words[word];
        if (word == from / WORD_BITS) bits &= UINT64_MAX << (from % WORD_BITS);
        if (bits) return word * WORD_BITS + (uint32_t)__builtin_ctzll(bits);
    }
    return VT_GLOB_MOST_STATES;
}

/* Follow the edges that consume nothing. All lead forward, so one pass is enough. */
static void close_set(const vt_glob *glob, state_set *set) {
    for (uint32_t i = next_state(glob, set, 0); i < glob->state_count;
         i = next_state(glob, set, i + 1)) {
        const vt_glob_state *state = &glob->states[i];
        if (state->op == VT_GLOB_MANY || state->op == VT_GLOB_FORK) set_add(set, i + 1);
        if (state->op == VT_GLOB_JUMP || state->op == VT_GLOB_FORK) set_add(set, state->target);
    }
}

static bool in_list(const vt_glob_state *state, uint32_t code_point) {
    for (uint32_t i = 0; i < state->list_count; i++) {
        if (code_point >= state->list[2 * i] && code_point <= state->list[2 * i + 1]) return true;
    }
    return false;
}

static bool matches_one(const vt_glob_state *state, uint32_t code_point) {
    if (state->within_segment && code_point == '/') return false;
    switch ((vt_glob_op)state->op) {
    case VT_GLOB_RANGE:
        return (code_point >= state->low && code_point <= state->high) != state->negated;
    case VT_GLOB_LIST:
        return in_list(state, code_point) != state->negated;
    case VT_GLOB_ONE:
    case VT_GLOB_MANY:
        return true;
    case VT_GLOB_FORK:
    case VT_GLOB_JUMP:
    case VT_GLOB_END:
        return false;
    }
    return false;
}

/* Returns how many states and characters of lists were looked at: 0 when no text matches any more. */
static uint64_t step(const vt_glob *glob, const state_set *from, uint32_t code_point,
                     state_set *to) {
    uint64_t visited = 0;
    for (uint32_t i = next_state(glob, from, 0); i < glob->state_count;
         i = next_state(glob, from, i + 1)) {
        visited += 1 + glob->states[i].list_count;
        if (!matches_one(&glob->states[i], code_point)) continue;
        set_add(to, glob->states[i].op == VT_GLOB_MANY ? i : i + 1);
    }
    close_set(glob, to);
    return visited;
}

static bool has_both_ends(const vt_glob *glob, vt_text text) {
    if (glob->start.size == 0 || text.size < glob->start.size || text.size < glob->end.size) {
        return false;
    }
    return memcmp(text.bytes, glob->start.bytes, glob->start.size) == 0 &&
           memcmp(text.bytes + text.size - glob->end.size, glob->end.bytes, glob->end.size) == 0;
}

/* The only character that a state takes, if it is ASCII; -1: it takes others. */
static int only_character(const vt_glob_state *state) {
    if (state->negated) return -1;
    bool is_list = state->op == VT_GLOB_LIST && state->list_count == 1;
    if (!is_list && state->op != VT_GLOB_RANGE) return -1;
    uint32_t low = is_list ? state->list[0] : state->low;
    uint32_t high = is_list ? state->list[1] : state->high;
    return low == high && low < 0x80 ? (int)low : -1;
}

/* Whether the characters that states want one after another are in the text from `at` on; the first of them,
** so that this takes no time that would have to be charged. */
static bool has_characters(const vt_glob_state *states, vt_text text, size_t at) {
    enum { MOST_CHARACTERS = 16 };
    for (const vt_glob_state *end = states + MOST_CHARACTERS; states < end; states++, at++) {
        int character = only_character(states);
        if (character < 0) return true;
        if (at == text.size || text.bytes[at] != character) return false;
    }
    return true;
}

/* Whether the text has the first characters that every match has, at its start or after a star. Patterns of
** checks begin with a group, or with the end of one, which most texts do not have. */
static bool may_match(const vt_glob *glob, vt_text text) {
    if (glob->states[0].op != VT_GLOB_MANY) return has_characters(glob->states, text, 0);
    for (size_t at = 0; at <= text.size; at++) {
        if (has_characters(glob->states + 1, text, at)) return true;
    }
    return false;
}

bool vt_glob_match(const vt_glob *glob, vt_text text, vt_steps *steps) {
    state_set sets[2];
    if (has_both_ends(glob, text)) return true;
    if (text.size == 0 && glob->ignores_states_for_empty) return glob->matches_empty;
    if (!may_match(glob, text)) return false;
    size_t used_bytes = ((glob->state_count + WORD_BITS - 1) / WORD_BITS) * sizeof(uint64_t);
    memset(&sets[0], 0, used_bytes);
    set_add(&sets[0], 0);
    close_set(glob, &sets[0]);
    int now = 0;
    for (size_t at = 0; at < text.size; now = !now) {
        memset(&sets[!now], 0, used_bytes);
        uint64_t visited = step(glob, &sets[now], vt_utf8_next(text, &at), &sets[!now]);
        if (visited == 0) return false;
        if (steps && !vt_steps_charge(steps, visited + glob->state_count / WORD_BITS)) return false;
    }
    return set_has(&sets[now], glob->state_count - 1);
}

int vt_glob_compare(const vt_glob *a, vt_text a_pattern, const vt_glob *b, vt_text b_pattern) {
    if (a->literal_count != b->literal_count) return a->literal_count > b->literal_count ? -1 : 1;
    if (a->wildcard_count != b->wildcard_count) {
        return a->wildcard_count < b->wildcard_count ? -1 : 1;
    }
    return vt_text_compare(a_pattern, b_pattern);
}
