/* Functions over regular expressions. */
#include "base/run/limits.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cel/library/named_formats.h"
#include "cel/library/rows.h"
#include "cel/run/program.h"

/* Cost of compiling: for each byte of the pattern, and for each instruction that is made. */
#define COST_OF_BYTE 4
#define COST_OF_INSTRUCTION 8
/* Steps of a match, one instruction at one byte, for one unit. */
#define STEPS_PER_UNIT 16

/* The sum of the counts of all repeats, as in a{3,7}: a program has at least so many instructions.
** RE2 expands repeats before it looks at its limits. */
static uint64_t count_repeats(vt_text pattern) {
    uint64_t sum = 0;
    for (size_t at = 0; at < pattern.size; at++) {
        uint64_t count = 0, number = 0;
        if (pattern.bytes[at] != '{') continue;
        for (at++; at < pattern.size; at++) {
            char c = pattern.bytes[at];
            if (c != ',' && !vt_is_digit(c)) break;
            number = c == ',' ? 0 : number < 10000 ? number * 10 + (uint64_t)(c - '0') : number;
            if (number > count) count = number;
        }
        if (at < pattern.size && pattern.bytes[at] == '}') sum += count;
    }
    return sum;
}

static void append_error(void *buffer, const char *bytes, size_t size) {
    vt_buffer_add_bytes(buffer, bytes, size);
}

/* Stop with the limit that a pattern is over. */
static vt_cel_value stop_at(vt_cel_state *state, const char *limit) {
    return vt_cel_stop(state, VITALS_ELIMIT, limit);
}

vt_cel_value vt_cel_pattern_borrow(vt_cel_state *state, vt_text text, vt_cel_pattern *out) {
    const vitals_limits *limits = &state->program->limits;
    if (text.size > limits->cel_pattern_bytes)
        return stop_at(state, VT_LIMIT_NAME(cel_pattern_bytes));
    if (!vt_cel_charge(state, 1 + COST_OF_BYTE * text.size)) return vt_cel_stopped_error(state);
    if (count_repeats(text) > limits->cel_pattern_size)
        return stop_at(state, VT_LIMIT_NAME(cel_pattern_size));
    vt_buffer *error = vt_cel_scratch(state);
    switch (vt_cel_patterns_borrow(state->program->patterns, text, limits->cel_pattern_size,
                                   append_error, error, out)) {
    case VT_CEL_REGEX_INVALID:
        return vt_cel_scratch_error(state);
    case VT_CEL_REGEX_TOO_LARGE:
        return stop_at(state, VT_LIMIT_NAME(cel_pattern_size));
    case VT_CEL_REGEX_NO_MEMORY:
        return vt_cel_stop(state, VITALS_ENOMEM, NULL);
    case VT_CEL_REGEX_COMPILED:
        break;
    }
    if (vt_cel_charge(state, COST_OF_INSTRUCTION * vt_cel_regex_size(out->regex)))
        return vt_cel_null_value();
    vt_cel_patterns_give_back(state->program->patterns, out);
    return vt_cel_stopped_error(state);
}

/* RE2 cannot be interrupted, so the work of one match is limited. */
static vt_cel_value search(vt_cel_state *state, const vt_cel_regex *regex, vt_text text) {
    uint64_t steps = ((uint64_t)text.size + 1) * vt_cel_regex_size(regex);
    if (steps > state->program->limits.cel_match_steps)
        return stop_at(state, VT_LIMIT_NAME(cel_match_steps));
    if (!vt_cel_charge(state, 1 + steps / STEPS_PER_UNIT)) return vt_cel_stopped_error(state);
    return vt_cel_of_bool(vt_cel_regex_search(regex, text, 0, NULL, 0));
}

static vt_cel_value matches(const vt_cel_call *call) {
    if (call->arguments[0].kind != VT_CEL_STRING || call->arguments[1].kind != VT_CEL_STRING) {
        return call->step->has_pattern
                   ? vt_cel_no_such_overload()
                   : vt_cel_method_error(call->state, call->step, call->arguments[0]);
    }
    vt_cel_pattern pattern;
    vt_cel_value problem =
        vt_cel_pattern_borrow(call->state, vt_cel_text(call->arguments[1]), &pattern);
    if (vt_cel_is_error(problem)) return problem;
    vt_cel_value found = search(call->state, pattern.regex, vt_cel_text(call->arguments[0]));
    vt_cel_patterns_give_back(call->state->program->patterns, &pattern);
    return found;
}

vt_cel_value vt_cel_pattern_search(vt_cel_state *state, vt_text text, vt_text wanted) {
    vt_cel_pattern pattern;
    const vt_cel_value problem = vt_cel_pattern_borrow(state, wanted, &pattern);
    if (vt_cel_is_error(problem)) return problem;
    const vt_cel_value found = search(state, pattern.regex, text);
    vt_cel_patterns_give_back(state->program->patterns, &pattern);
    return found;
}

/* ------------------------------------------------------ find and findAll */

/* Where the search goes on, and where the last match ended. */
typedef struct finder {
    vt_cel_state *state;
    const vt_cel_regex *regex;
    vt_text text;
    size_t at, last_end;
} finder;

/* The next match. GO: an empty one right behind another does not count. false: there is none, or the state is
** stopped. */
static bool find_next(finder *f, vt_cel_group *match) {
    while (f->at <= f->text.size) {
        const uint64_t steps = ((uint64_t)f->text.size - f->at + 1) * vt_cel_regex_size(f->regex);
        if (!vt_cel_charge(f->state, 1 + steps / STEPS_PER_UNIT)) return false;
        if (!vt_cel_regex_search(f->regex, f->text, f->at, match, 1)) return false;
        const bool is_empty = match->end == match->start;
        const bool counts = !is_empty || match->start != f->last_end;
        f->last_end = f->at = match->end;
        if (is_empty && f->at < f->text.size)
            (void)vt_utf8_next(f->text, &f->at);
        else if (is_empty)
            f->at++;
        if (counts) return true;
    }
    return false;
}

/* K8S: pkg/cel/library/regex.go. variant: 0 the first match, 1 all, or up to so many. */
static vt_cel_value find(const vt_cel_call *call) {
    vt_cel_state *state = call->state;
    const vt_text text = vt_cel_text(call->arguments[0]);
    const int64_t most = call->count > 2 ? call->arguments[2].as.integer : -1;
    vt_cel_pattern pattern;
    vt_cel_group match;
    vt_cel_items items = { 0 };
    const vt_cel_value problem =
        vt_cel_pattern_borrow(state, vt_cel_text(call->arguments[1]), &pattern);
    if (vt_cel_is_fatal(problem)) return problem;
    if (vt_cel_is_error(problem)) {
        return vt_cel_fail(state, "Illegal regex: %s",
                           vt_arena_copy(&state->arena, vt_cel_text(problem)).bytes);
    }
    if (((uint64_t)text.size + 1) * vt_cel_regex_size(pattern.regex) >
        state->program->limits.cel_match_steps)
        vt_cel_stop(state, VITALS_ELIMIT, VT_LIMIT_NAME(cel_match_steps));
    finder f = { state, pattern.regex, text, 0, SIZE_MAX };
    const bool one = call->function->variant == 0;
    while (!state->meter.stopped && (most < 0 || items.count < (uint64_t)most) &&
           find_next(&f, &match)) {
        const vt_text found = vt_text_between(text, match.start, match.end);
        if (!vt_cel_items_append(state, &items, vt_cel_of_string(found)) || one) break;
    }
    vt_cel_patterns_give_back(state->program->patterns, &pattern);
    if (state->meter.stopped) return vt_cel_stopped_error(state);
    if (one) return items.count ? items.items[0] : vt_cel_of_string(VT_TEXT(""));
    return vt_cel_of_list(items.items, items.count);
}

#define IN (KUBERNETES | OCM | KRO)

const vt_cel_function vt_cel_regex_functions[] = {
    { "find",
      "string_find_string",
      STRING,
      { STRING, STRING },
      find,
      0,
      MEMBER,
      IN,
      "regex",
      0,
      "the first match of an RE2 pattern, or \'\'",
      "'abc 123'.find('[0-9]+') == '123'",
      COST_PATTERN },
    { "findAll",
      "string_find_all_string",
      LIST(string),
      { STRING, STRING },
      find,
      1,
      MEMBER,
      IN,
      "regex",
      0,
      "all matches of an RE2 pattern",
      "'1 22'.findAll('[0-9]+') == ['1', '22']",
      COST_PATTERN },
    { "findAll",
      "string_find_all_string_int",
      LIST(string),
      { STRING, STRING, INT },
      find,
      1,
      MEMBER,
      IN,
      "regex",
      0,
      "up to so many matches of an RE2 pattern",
      "'1 22'.findAll('[0-9]+', 1) == ['1']",
      COST_PATTERN },
    { "matches",
      "matches",
      BOOL,
      { STRING, STRING },
      matches,
      0,
      VT_CEL_ANY_TYPES,
      ALL,
      "stdlib",
      0,
      "whether some part of the text matches the RE2 pattern",
      "matches('hello', 'l+')",
      COST_PATTERN },
    { "matches",
      "matches_string",
      BOOL,
      { STRING, STRING },
      matches,
      0,
      VT_CEL_ANY_TYPES | MEMBER,
      ALL,
      "stdlib",
      0,
      "whether some part of the text matches the RE2 pattern",
      "'hello'.matches('^h.*o$')",
      COST_PATTERN },
    VT_CEL_END,
};
