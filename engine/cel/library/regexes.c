/* Functions over regular expressions. */
#include "base/run/limits.h"
#include "base/text/ascii.h"
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

const vt_cel_function vt_cel_regex_functions[] = {
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
