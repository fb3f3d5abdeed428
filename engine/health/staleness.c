/* How old an answer is: what the controller has not seen yet, and since when a condition holds. */
#include "base/clock.h"
#include "health/engine.h"

/* Whether an observedGeneration is there and behind. */
static bool lags(const vt_value *observed, int64_t generation) {
    return vt_value_is_integer(observed) && observed->as.integer < generation;
}

static const vt_value *conditions_of(const vt_reader *reader) {
    const vt_value *list = vt_read_conditions(reader);
    return vt_value_is_array(list) ? list : NULL;
}

bool vt_is_stale(const vt_reader *reader) {
    const vt_value *generation = vt_read_generation(reader);
    if (!vt_value_is_integer(generation)) return false;
    int64_t wanted = generation->as.integer;
    if (lags(vt_read_observed_generation(reader), wanted)) return true;
    const vt_value *list = conditions_of(reader);
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        if (lags(vt_read_field(reader, item, "observedGeneration"), wanted)) return true;
    }
    return false;
}

/* Lua and CEL do not say which condition decided; the one whose message the verdict repeats is. */
static const vt_value *condition_saying(const vt_reader *reader, vt_text message) {
    if (message.size == 0) return NULL;
    const vt_value *list = conditions_of(reader);
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        if (vt_value_text_is(vt_read_field(reader, item, "message"), message)) return item;
    }
    return NULL;
}

vt_text vt_since(const vt_reader *reader, const vt_value *condition, vt_text message) {
    if (!condition) condition = condition_saying(reader, message);
    vt_text time = vt_value_text(vt_read_field(reader, condition, "lastTransitionTime"));
    vt_instant instant;
    return vt_instant_parse(time, &instant) ? time : VT_TEXT_ABSENT;
}
