/* RFC 3339 as Go's time.Parse takes and refuses it, and the calendar. */
#include "base/number/clock.h"

#include "support/table.h"

#define AS " as \"2006-01-02T15:04:05Z07:00\": cannot parse "

/* clang-format off */
static const struct row { TABLE_ROW; const char *text; int64_t seconds; int32_t nanoseconds; const char *error; } rows[] = {
    { "the epoch", "1970-01-01T00:00:00Z", 0, 0, NULL },
    { "a day of 2024", "2024-01-02T03:04:05Z", 1704164645, 0, NULL },
    { "before the epoch", "1969-12-31T23:59:59Z", -1, 0, NULL },
    { "the year 0", "0000-01-01T00:00:00Z", -62167219200, 0, NULL },
    { "the last second", "9999-12-31T23:59:59Z", 253402300799, 0, NULL },
    { "leap day", "2024-02-29T00:00:00Z", 1709164800, 0, NULL },
    { "leap day of a century", "2000-02-29T00:00:00Z", 951782400, 0, NULL },
    { "fraction", "2024-01-02T03:04:05.5Z", 1704164645, 500000000, NULL },
    { "comma", "2024-01-02T03:04:05,25Z", 1704164645, 250000000, NULL },
    { "nanosecond", "2024-01-02T03:04:05.000000001Z", 1704164645, 1, NULL },
    { "digits past the ninth", "2024-01-02T03:04:05.1234567899Z", 1704164645, 123456789, NULL },
    { "offset east", "2024-01-02T03:04:05+01:30", 1704164645 - 5400, 0, NULL },
    { "offset west", "2024-01-02T03:04:05-01:30", 1704164645 + 5400, 0, NULL },
    { "offset of a day and an hour's minutes", "2024-01-02T03:04:05-24:60", 1704164645 + 90000, 0, NULL },
    { "one digit hour", "2024-01-02T3:04:05Z", 1704164645, 0, NULL },

    { "no time at all", "bogus", 0, 0, "parsing time \"bogus\"" AS "\"bogus\" as \"2006\"" },
    { "empty", "", 0, 0, "parsing time \"\"" AS "\"\" as \"2006\"" },
    { "year alone", "2024", 0, 0, "parsing time \"2024\"" AS "\"\" as \"-\"" },
    { "five digit year", "10000-01-01T00:00:00Z", 0, 0, "parsing time \"10000-01-01T00:00:00Z\"" AS "\"0-01-01T00:00:00Z\" as \"-\"" },
    { "signed year", "+024-01-01T00:00:00Z", 0, 0, "parsing time \"+024-01-01T00:00:00Z\"" AS "\"+024-01-01T00:00:00Z\" as \"2006\"" },
    { "one digit month", "2024-1-02T00:00:00Z", 0, 0, "parsing time \"2024-1-02T00:00:00Z\"" AS "\"1-02T00:00:00Z\" as \"01\"" },
    { "month 13", "2024-13-01T00:00:00Z", 0, 0, "parsing time \"2024-13-01T00:00:00Z\": month out of range" },
    { "month 0", "2024-00-01T00:00:00Z", 0, 0, "parsing time \"2024-00-01T00:00:00Z\": month out of range" },
    { "one digit day", "2024-01-2T00:00:00Z", 0, 0, "parsing time \"2024-01-2T00:00:00Z\"" AS "\"2T00:00:00Z\" as \"02\"" },
    { "day 0", "2024-01-00T00:00:00Z", 0, 0, "parsing time \"2024-01-00T00:00:00Z\": day out of range" },
    { "day 32", "2024-01-32T00:00:00Z", 0, 0, "parsing time \"2024-01-32T00:00:00Z\": day out of range" },
    { "no leap day", "2023-02-29T00:00:00Z", 0, 0, "parsing time \"2023-02-29T00:00:00Z\": day out of range" },
    { "no leap day of a century", "1900-02-29T00:00:00Z", 0, 0, "parsing time \"1900-02-29T00:00:00Z\": day out of range" },
    { "date alone", "2024-01-02", 0, 0, "parsing time \"2024-01-02\"" AS "\"\" as \"T\"" },
    { "space for T", "2024-01-02 03:04:05Z", 0, 0, "parsing time \"2024-01-02 03:04:05Z\"" AS "\" 03:04:05Z\" as \"T\"" },
    { "small t", "2024-01-02t03:04:05Z", 0, 0, "parsing time \"2024-01-02t03:04:05Z\"" AS "\"t03:04:05Z\" as \"T\"" },
    { "hour 24", "2024-01-02T24:00:00Z", 0, 0, "parsing time \"2024-01-02T24:00:00Z\": hour out of range" },
    { "no hour", "2024-01-02Tx", 0, 0, "parsing time \"2024-01-02Tx\"" AS "\"x\" as \"15\"" },
    { "no colon", "2024-01-02T03-04:05Z", 0, 0, "parsing time \"2024-01-02T03-04:05Z\"" AS "\"-04:05Z\" as \":\"" },
    { "minute 60", "2024-01-02T03:60:05Z", 0, 0, "parsing time \"2024-01-02T03:60:05Z\": minute out of range" },
    { "one digit minute", "2024-01-02T03:4:05Z", 0, 0, "parsing time \"2024-01-02T03:4:05Z\"" AS "\"4:05Z\" as \"04\"" },
    { "second 60", "2024-01-02T03:04:60Z", 0, 0, "parsing time \"2024-01-02T03:04:60Z\": second out of range" },
    { "one digit second", "2024-01-02T03:04:5Z", 0, 0, "parsing time \"2024-01-02T03:04:5Z\"" AS "\"5Z\" as \"05\"" },
    { "point without digits", "2024-01-02T03:04:05.Z", 0, 0, "parsing time \"2024-01-02T03:04:05.Z\"" AS "\".Z\" as \"Z07:00\"" },
    { "no zone", "2024-01-02T03:04:05", 0, 0, "parsing time \"2024-01-02T03:04:05\"" AS "\"\" as \"Z07:00\"" },
    { "small z", "2024-01-02T03:04:05z", 0, 0, "parsing time \"2024-01-02T03:04:05z\"" AS "\"z\" as \"Z07:00\"" },
    { "offset without colon", "2024-01-02T03:04:05+0100", 0, 0, "parsing time \"2024-01-02T03:04:05+0100\"" AS "\"+0100\" as \"Z07:00\"" },
    { "offset without sign", "2024-01-02T03:04:05*01:00", 0, 0, "parsing time \"2024-01-02T03:04:05*01:00\"" AS "\"*01:00\" as \"Z07:00\"" },
    { "offset hour", "2024-01-02T03:04:05+25:00", 0, 0, "parsing time \"2024-01-02T03:04:05+25:00\": time zone offset hour out of range" },
    { "offset minute", "2024-01-02T03:04:05+01:61", 0, 0, "parsing time \"2024-01-02T03:04:05+01:61\": time zone offset minute out of range" },
    { "offset hour and minute", "2024-01-02T03:04:05+25:61", 0, 0, "parsing time \"2024-01-02T03:04:05+25:61\": time zone offset minute out of range" },
    { "extra text", "2024-01-02T03:04:05Zfoo", 0, 0, "parsing time \"2024-01-02T03:04:05Zfoo\": extra text: \"foo\"" },
    { "quoting", "a\"\\\t\xC3\xA9", 0, 0, "parsing time \"a\\\"\\\\\\x09\\xc3\\xa9\"" AS "\"a\\\"\\\\\\x09\\xc3\\xa9\" as \"2006\"" },
};

static const struct write_row { TABLE_ROW; vt_instant instant; const char *text; } write_rows[] = {
    { "whole seconds", { 1704164645, 0 }, "2024-01-02T03:04:05Z" },
    { "half a second", { 1704164645, 500000000 }, "2024-01-02T03:04:05.5Z" },
    { "a nanosecond", { 0, 1 }, "1970-01-01T00:00:00.000000001Z" },
    { "the zero time of Go", { -62135596800, 0 }, "0001-01-01T00:00:00Z" },
};

static const struct date_row { TABLE_ROW; int64_t year, month, day, hour, minute, second, seconds; } date_rows[] = {
    { "plain", 2024, 1, 2, 3, 4, 5, 1704164645 },
    { "month 13 is next January", 2023, 13, 2, 3, 4, 5, 1704164645 },
    { "month 0 is last December", 2024, 0, 33, 3, 4, 5, 1704164645 },
    { "day 0 is the day before", 2024, 2, 0, 0, 0, 0, 1706659200 },
    { "seconds carry", 2024, 1, 2, 3, 4, 5 + 86400, 1704164645 + 86400 },
    { "negative hours", 2024, 1, 3, -21, 4, 5, 1704164645 },
};
/* clang-format on */

static void check(void **state) {
    const struct row *row = *state;
    vt_instant instant = { 42, 42 };
    vt_buffer error;
    vt_buffer_init(&error, NULL, 1000);
    bool parsed = vt_instant_parse_explained(vt_text_from(row->text), &instant, &error);
    assert_int_equal(parsed, row->error == NULL);
    if (parsed) {
        assert_int_equal(instant.seconds, row->seconds);
        assert_int_equal(instant.nanoseconds, row->nanoseconds);
    } else {
        assert_string_equal(error.bytes, row->error);
        assert_int_equal(instant.seconds, 42);
    }
    assert_int_equal(vt_instant_parse(vt_text_from(row->text), &instant), parsed);
    vt_buffer_done(&error);
}

static void check_write(void **state) {
    const struct write_row *row = *state;
    vt_buffer buffer;
    vt_buffer_init(&buffer, NULL, 1000);
    assert_true(vt_instant_append(&buffer, row->instant));
    assert_string_equal(buffer.bytes, row->text);
    vt_buffer_done(&buffer);
}

static void check_date(void **state) {
    const struct date_row *row = *state;
    assert_int_equal(
        vt_civil_to_seconds(row->year, row->month, row->day, row->hour, row->minute, row->second),
        row->seconds);
}

static void every_day_comes_back(void **state) {
    (void)state;
    int weekday = vt_civil_from_seconds(-86400 * INT64_C(800000)).weekday;
    for (int64_t day = -800000; day < 800000; day++) {
        vt_civil civil = vt_civil_from_seconds(day * 86400 + 3723);
        assert_int_equal(civil.weekday, weekday);
        weekday = (weekday + 1) % 7;
        assert_int_equal(civil.hour * 3600 + civil.minute * 60 + civil.second, 3723);
        assert_int_equal(vt_civil_to_seconds(civil.year, civil.month, civil.day, 1, 2, 3),
                         day * 86400 + 3723);
        assert_int_equal(vt_civil_to_seconds(civil.year, 1, civil.day_of_year, 0, 0, 0),
                         day * 86400);
    }
}

/* The ends of int64 do not overflow, and absurd fields wrap around. */
static void ends_of_time(void **state) {
    (void)state;
    vt_civil last = vt_civil_from_seconds(INT64_MAX), first = vt_civil_from_seconds(INT64_MIN);
    assert_int_equal(last.year, 292277026596);
    assert_int_equal(vt_civil_to_seconds(last.year, 12, 4, 15, 30, 7), INT64_MAX);
    assert_int_equal(first.year, -292277022657);
    assert_int_equal(first.second, 52);
    assert_int_equal(vt_civil_to_seconds(first.year, 1, 27, 8, 29, 52), INT64_MIN);
    (void)vt_civil_to_seconds(INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX);
    (void)vt_civil_to_seconds(INT64_MIN, INT64_MIN, INT64_MIN, INT64_MIN, INT64_MIN, INT64_MIN);
}

static void order(void **state) {
    (void)state;
    vt_instant early = { 1, 5 }, late = { 1, 6 }, later = { 2, 0 };
    assert_true(vt_instant_compare(early, late) < 0);
    assert_true(vt_instant_compare(later, late) > 0);
    assert_int_equal(vt_instant_compare(late, late), 0);
}

/* The way of times with a Z beside that of the same time with +00:00. */
static void require_same_time(const char *text) {
    char zoned[32];
    int size = snprintf(zoned, sizeof zoned, "%.19s+00:00", text);
    assert_int_equal(size, 25);
    vt_instant want = { 0, 0 }, got = { 0, 0 };
    bool parses = vt_instant_parse(vt_text_slice(zoned, 25), &want);
    assert_int_equal(vt_instant_parse(vt_text_slice(text, 20), &got), parses);
    if (parses) assert_int_equal(vt_instant_compare(got, want), 0);
    if (vt_is_plain_time(text)) assert_true(parses);
}

static void times_of_kubernetes(void **state) {
    (void)state;
    static const char time[] = "2024-02-19T11:42:53Z";
    assert_true(vt_is_plain_time(time));
    for (size_t place = 0; place < 20; place++) {
        for (int byte = 1; byte < 256; byte++) {
            char text[21];
            memcpy(text, time, sizeof text);
            text[place] = (char)byte;
            if (place < 19) {
                require_same_time(text);
            } else {
                assert_int_equal(vt_is_plain_time(text), byte == 'Z');
            }
        }
    }
    static const size_t fields[] = { 0, 2, 5, 8, 11, 14, 17 };
    for (size_t i = 0; i < TABLE_COUNT(fields); i++) {
        for (int value = 0; value < 100; value++) {
            char text[21];
            memcpy(text, time, sizeof text);
            text[fields[i]] = (char)('0' + value / 10);
            text[fields[i] + 1] = (char)('0' + value % 10);
            require_same_time(text);
        }
    }
    assert_true(vt_is_plain_time("9999-12-28T23:59:59Z"));
    assert_false(vt_is_plain_time("2024-02-29T00:00:00Z")); /* left to the general way */
}

int main(void) {
    const struct CMUnitTest others[] = {
        cmocka_unit_test(times_of_kubernetes),
        cmocka_unit_test(every_day_comes_back),
        cmocka_unit_test(ends_of_time),
        cmocka_unit_test(order),
    };
    return TABLE_RUN("RFC 3339", check, rows) + TABLE_RUN("writing", check_write, write_rows) +
           TABLE_RUN("dates", check_date, date_rows) +
           cmocka_run_group_tests_name("clock", others, NULL, NULL);
}
