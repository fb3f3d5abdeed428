/* Functions over regular expressions. */
#include "base/map.h"
#include "cel/program.h"
#include "cel/rows.h"

static void append_error(void *buffer, const char *bytes, size_t size) {
    vt_buffer_add_bytes(buffer, bytes, size);
}

vt_cel_regex *vt_cel_regex_compile(vt_text pattern, vt_buffer *error) {
    return vt_cel_regex_new(pattern, append_error, error);
}

/* The compiled pattern, from the planner or from the cache of the state. NULL: `*error`. */
static const vt_cel_regex *find_pattern(const vt_cel_call *call, vt_text pattern,
                                        vt_cel_value *error) {
    if (call->step->regex) return call->step->regex;
    vt_cel_state *state = call->state;
    uint64_t hash = vt_hash(pattern, 0);
    for (size_t i = 0; i < VT_CEL_CACHED_PATTERNS; i++) {
        vt_cel_regex *kept = state->patterns[i].regex;
        if (kept && state->patterns[i].hash == hash &&
            vt_text_equal(vt_cel_regex_pattern(kept), pattern)) {
            return kept;
        }
    }
    vt_buffer *text = vt_cel_scratch(state);
    vt_cel_regex *made = vt_cel_regex_compile(pattern, text);
    if (!made) {
        *error = text->size == 0 ? vt_cel_out_of_memory(state) : vt_cel_scratch_error(state);
        return NULL;
    }
    uint32_t at = state->next_pattern++ % VT_CEL_CACHED_PATTERNS;
    vt_cel_regex_free(state->patterns[at].regex);
    state->patterns[at].regex = made;
    state->patterns[at].hash = hash;
    return made;
}

static vt_cel_value matches(const vt_cel_call *call) {
    if (call->arguments[0].kind != VT_CEL_STRING || call->arguments[1].kind != VT_CEL_STRING) {
        return call->step->regex ? vt_cel_no_such_overload()
                                 : vt_cel_method_error(call->state, call->step, call->arguments[0]);
    }
    vt_text text = vt_cel_text(call->arguments[0]), pattern = vt_cel_text(call->arguments[1]);
    vt_cel_value error;
    const vt_cel_regex *regex = find_pattern(call, pattern, &error);
    if (!regex) return error;
    if (!vt_cel_charge(call->state, (1 + text.size / 10) * (1 + pattern.size / 4))) {
        return vt_cel_stopped_error(call->state);
    }
    return vt_cel_of_bool(vt_cel_regex_search(regex, text, 0, NULL, 0));
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
      "matches('hello', 'l+')" },
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
      "'hello'.matches('^h.*o$')" },
    VT_CEL_END,
};
