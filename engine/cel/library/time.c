/* Parts of timestamps and durations. */
#include "base/number/number.h"
#include "base/text/ascii.h"
#include "base/text/quote.h"
#include "cel/library/rows.h"
#include "cel/library/scan.h"

/* Of the numbers of a zone, which are cut in messages beyond. */
#define MOST_ZONE_BYTES 4096

enum {
    YEAR,
    MONTH,
    DATE,
    DAY_OF_MONTH,
    DAY_OF_WEEK,
    DAY_OF_YEAR,
    HOURS,
    MINUTES,
    SECONDS,
    MILLISECONDS
};

static vt_cel_value part_of(vt_cel_value timestamp, int64_t offset_seconds, int32_t part) {
    vt_civil civil = vt_civil_from_seconds(timestamp.as.integer + offset_seconds);
    switch (part) {
    case YEAR:
        return vt_cel_of_int(civil.year);
    case MONTH:
        return vt_cel_of_int(civil.month - 1);
    case DATE:
        return vt_cel_of_int(civil.day);
    case DAY_OF_MONTH:
        return vt_cel_of_int(civil.day - 1);
    case DAY_OF_WEEK:
        return vt_cel_of_int(civil.weekday);
    case DAY_OF_YEAR:
        return vt_cel_of_int(civil.day_of_year - 1);
    case HOURS:
        return vt_cel_of_int(civil.hour);
    case MINUTES:
        return vt_cel_of_int(civil.minute);
    case SECONDS:
        return vt_cel_of_int(civil.second);
    default:
        return vt_cel_of_int(timestamp.size / 1000000);
    }
}

/* In UTC. */
static vt_cel_value get(const vt_cel_call *call) {
    return part_of(call->arguments[0], 0, call->function->variant);
}

/* CEL-GO: a number of a zone, with the error of strconv.Atoi. */
static bool parse_part(vt_cel_state *state, vt_text text, int64_t *number, vt_cel_value *error) {
    if (text.size <= MOST_ZONE_BYTES && vt_number_parse_int64(text, 10, number)) return true;
    vt_text digits = text;
    bool is_signed = text.size > 0 && (text.bytes[0] == '-' || text.bytes[0] == '+');
    if (is_signed) digits = vt_text_between(text, 1, text.size);
    size_t at = 0;
    while (at < digits.size && vt_is_digit(digits.bytes[at]) && at < MOST_ZONE_BYTES) at++;
    bool is_number = digits.size > 0 && at == digits.size;
    vt_buffer *message = vt_cel_scratch(state);
    vt_buffer_add(message, VT_TEXT("strconv.Atoi: parsing "));
    vt_quote_append_go(message, vt_text_between(text, 0, MOST_ZONE_BYTES));
    vt_buffer_add(message,
                  is_number ? VT_TEXT(": value out of range") : VT_TEXT(": invalid syntax"));
    *error = vt_cel_scratch_error(state);
    return false;
}

/* GO: Duration.Hours, Minutes and Seconds, where the last digits may be rounded away. */
static double in_unit(int64_t nanoseconds, int64_t unit) {
    return (double)(nanoseconds / unit) + (double)(nanoseconds % unit) / (double)unit;
}

/* [+-]HH:MM. CEL-GO: hours and minutes are any int, and overflow wraps; the sign of the hours applies
** to both. */
static bool parse_offset(vt_cel_state *state, vt_text text, size_t colon, int64_t *seconds,
                         vt_cel_value *error) {
    int64_t hours, minutes;
    if (!parse_part(state, vt_text_between(text, 0, colon), &hours, error) ||
        !parse_part(state, vt_text_between(text, colon + 1, text.size), &minutes, error)) {
        return false;
    }
    uint64_t sum = (uint64_t)hours * 60;
    sum = text.bytes[0] == '-' ? sum - (uint64_t)minutes : sum + (uint64_t)minutes;
    int64_t nanoseconds = (int64_t)(sum * UINT64_C(60000000000));
    *seconds = (int64_t)in_unit(nanoseconds, 1000000000);
    return true;
}

/* What a named zone costs, whether its file must be read or not. */
#define COST_OF_ZONE 500

/* The zone of that name, cached by the state. NULL: `*error`. */
static const vt_cel_zone *find_zone(vt_cel_state *state, vt_text name, vt_cel_value *error) {
    if (!vt_cel_charge(state, COST_OF_ZONE)) {
        *error = vt_cel_stopped_error(state);
        return NULL;
    }
    for (size_t i = 0; i < VT_CEL_CACHED_ZONES; i++) {
        if (state->zones[i] && vt_text_equal(vt_cel_zone_name(state->zones[i]), name)) {
            return state->zones[i];
        }
    }
    vt_cel_zone *zone;
    const char *problem = NULL;
    vitals_status status =
        vt_cel_zone_new(&state->allocator, state->zone_archive, name, &zone, &problem);
    if (status == VITALS_ENOMEM) {
        *error = vt_cel_out_of_memory(state);
    } else if (status != VITALS_OK) {
        *error = problem ? vt_cel_error(vt_text_from(problem))
                         : vt_cel_fail(state, "unknown time zone %.*s", VT_TEXT_ARG(name));
    }
    if (status != VITALS_OK) return NULL;
    uint32_t at = state->next_zone++ % VT_CEL_CACHED_ZONES;
    vt_cel_zone_free(&state->allocator, state->zones[at]);
    state->zones[at] = zone;
    return zone;
}

static vt_cel_value get_in_zone(const vt_cel_call *call) {
    vt_cel_value timestamp = call->arguments[0], error;
    vt_text name = vt_cel_text(call->arguments[1]);
    int64_t offset = 0;
    size_t colon = vt_cel_scan_find(call->state, name, VT_TEXT(":"), 0);
    if (colon != SIZE_MAX) {
        if (!parse_offset(call->state, name, colon, &offset, &error)) return error;
    } else if (name.size > 0 && !vt_text_is(name, "UTC") && !vt_text_is(name, "Local")) {
        const vt_cel_zone *zone = find_zone(call->state, name, &error);
        if (!zone) return error;
        offset = vt_cel_zone_offset(zone, timestamp.as.integer);
    }
    return part_of(timestamp, offset, call->function->variant);
}

/* variant: the unit. GO: Hours, Minutes and Seconds of a Duration are floating-point numbers, which are
** cut here and so may have been rounded up; Milliseconds is an integer. */
static vt_cel_value get_whole(const vt_cel_call *call) {
    static const int64_t units[] = { [HOURS] = INT64_C(3600000000000),
                                     [MINUTES] = INT64_C(60000000000),
                                     [SECONDS] = INT64_C(1000000000),
                                     [MILLISECONDS] = INT64_C(1000000) };
    int64_t nanoseconds = call->arguments[0].as.integer, unit = units[call->function->variant];
    if (call->function->variant == MILLISECONDS) return vt_cel_of_int(nanoseconds / unit);
    return vt_cel_of_int((int64_t)in_unit(nanoseconds, unit));
}

/* SPEC: the milliseconds within the second. */
static vt_cel_value get_milliseconds_part(const vt_cel_call *call) {
    return vt_cel_of_int(call->arguments[0].as.integer / 1000000 % 1000);
}

#define T "timestamp('2024-02-29T10:20:30.456Z')"
#define D "duration('1h30m5.25s')"

#define PART(name, id, part, doc, value, zone_value)                                               \
    { name,                                                                                        \
      "timestamp_to_" id,                                                                          \
      INT,                                                                                         \
      { TIMESTAMP },                                                                               \
      get,                                                                                         \
      part,                                                                                        \
      MEMBER,                                                                                      \
      ALL,                                                                                         \
      "stdlib",                                                                                    \
      0,                                                                                           \
      doc ", in UTC",                                                                              \
      T "." name "() == " value,                                                                   \
      COST_CALL },                                                                                 \
    {                                                                                              \
        name, "timestamp_to_" id "_with_tz", INT, { TIMESTAMP, STRING }, get_in_zone, part,        \
            MEMBER, ALL, "stdlib", 0, doc ", in a time zone",                                      \
            T "." name "('+14:00') == " zone_value, COST_ZONE                                      \
    }

/* clang-format off */
const vt_cel_function vt_cel_time_functions[] = {
    PART("getFullYear", "year", YEAR, "the year", "2024", "2024"),
    PART("getMonth", "month", MONTH, "the month, from 0", "1", "2"),
    PART("getDayOfYear", "day_of_year", DAY_OF_YEAR, "the day of the year, from 0", "59", "60"),
    PART("getDayOfMonth", "day_of_month", DAY_OF_MONTH, "the day of the month, from 0", "28", "0"),
    PART("getDate", "day_of_month_1_based", DATE, "the day of the month, from 1", "29", "1"),
    PART("getDayOfWeek", "day_of_week", DAY_OF_WEEK, "the day of the week, Sunday 0", "4", "5"),
    PART("getHours", "hours", HOURS, "the hour", "10", "0"),
    { "getHours", "duration_to_hours", INT, { DURATION }, get_whole, HOURS, MEMBER, ALL, "stdlib", 0, "the whole duration in hours", D ".getHours() == 1", COST_CALL },
    PART("getMinutes", "minutes", MINUTES, "the minute", "20", "20"),
    { "getMinutes", "duration_to_minutes", INT, { DURATION }, get_whole, MINUTES, MEMBER, ALL, "stdlib", 0, "the whole duration in minutes", D ".getMinutes() == 90", COST_CALL },
    PART("getSeconds", "seconds", SECONDS, "the second", "30", "30"),
    { "getSeconds", "duration_to_seconds", INT, { DURATION }, get_whole, SECONDS, MEMBER, ALL, "stdlib", 0, "the whole duration in seconds", D ".getSeconds() == 5405", COST_CALL },
    PART("getMilliseconds", "milliseconds", MILLISECONDS, "the milliseconds of the second", "456", "456"),
    { "getMilliseconds", "duration_to_milliseconds", INT, { DURATION }, get_whole, MILLISECONDS, MEMBER, ALL & ~SPEC, "stdlib", 0, "the whole duration in milliseconds", D ".getMilliseconds() == 5405250", COST_CALL },
    { "getMilliseconds", "duration_to_milliseconds_part", INT, { DURATION }, get_milliseconds_part, 0, MEMBER, SPEC, "stdlib", 0, "the milliseconds of the second", D ".getMilliseconds() == 250", COST_CALL },
    VT_CEL_END,
};
/* clang-format on */
