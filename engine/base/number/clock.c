/* Calendar arithmetic and RFC 3339, as Go's time package reads and writes it. */
#include "base/number/clock.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/text/ascii.h"

#define SECONDS_PER_DAY 86400
#define DAYS_PER_400_YEARS 146097
#define LAYOUT "2006-01-02T15:04:05Z07:00"

/* ----------------------------------------------------------------- calendar */

/* Division that rounds down; `by` is above 0. */
static int64_t floor_divide(int64_t value, int64_t by) {
    return value / by - (value % by < 0);
}

/* Years start in March here, so that the leap day is the last day of a year and the days before
** a month follow one linear formula. 719468 days lie between 0000-03-01 and 1970-01-01. */
static int64_t days_from_civil(int64_t year, int month, int day) {
    year -= month <= 2;
    int64_t era = floor_divide(year, 400);
    int64_t year_of_era = year - era * 400;
    int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * DAYS_PER_400_YEARS + day_of_era - 719468;
}

/* The inverse: first the era of 400 years, then the year within it, then the month by the inverse
** of the same linear formula. */
vt_civil vt_civil_from_seconds(int64_t seconds) {
    int64_t days = floor_divide(seconds, SECONDS_PER_DAY);
    int in_day = (int)(seconds % SECONDS_PER_DAY);
    if (in_day < 0) in_day += SECONDS_PER_DAY;
    int64_t shifted = days + 719468;
    int64_t era = floor_divide(shifted, DAYS_PER_400_YEARS);
    int64_t day_of_era = shifted - era * DAYS_PER_400_YEARS;
    int64_t year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int shifted_month = (int)((5 * day_of_year + 2) / 153);

    vt_civil civil = { 0 };
    civil.day = (int)(day_of_year - (153 * shifted_month + 2) / 5 + 1);
    civil.month = shifted_month + (shifted_month < 10 ? 3 : -9);
    civil.year = year_of_era + era * 400 + (civil.month <= 2);
    civil.hour = in_day / 3600;
    civil.minute = in_day / 60 % 60;
    civil.second = in_day % 60;
    civil.weekday = (int)(days + 4 - 7 * floor_divide(days + 4, 7)); /* 1970-01-01: Thursday */
    civil.day_of_year = (int)(days - days_from_civil(civil.year, 1, 1)) + 1;
    return civil;
}

/* a * factor + b, wrapping around. */
static int64_t add_scaled(int64_t a, int64_t factor, int64_t b) {
    return (int64_t)((uint64_t)a * (uint64_t)factor + (uint64_t)b);
}

int64_t vt_civil_to_seconds(int64_t year, int64_t month, int64_t day, int64_t hour, int64_t minute,
                            int64_t second) {
    int64_t month_index = add_scaled(month, 1, -1);
    year = add_scaled(floor_divide(month_index, 12), 1, year);
    int month_in_year = (int)(month_index - floor_divide(month_index, 12) * 12) + 1;
    /* Whole cycles of 400 years are counted separately, so that no year can overflow. */
    int64_t cycles = floor_divide(year, 400);
    int64_t days = days_from_civil(year - cycles * 400, month_in_year, 1);
    days = add_scaled(cycles, DAYS_PER_400_YEARS, days);
    days = add_scaled(day, 1, add_scaled(days, 1, -1));
    int64_t minutes = add_scaled(add_scaled(add_scaled(days, 24, hour), 60, minute), 1, 0);
    return add_scaled(minutes, 60, second);
}

static bool is_leap(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_in(int month, int year) {
    static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    return days[month - 1] + (month == 2 && is_leap(year));
}

/* ------------------------------------------------------------ times of Kubernetes */

/* Eight bytes of a time: 0 stands for any digit. */
typedef struct time_part {
    char form[9], digits[9]; /* 15 for each digit */
} time_part;

static bool is_part(const char *text, const time_part *part) {
    uint64_t bytes, form, digits;
    memcpy(&bytes, text, 8);
    memcpy(&form, part->form, 8);
    memcpy(&digits, part->digits, 8);
    uint64_t low = bytes & digits, six = digits & UINT64_C(0x0606060606060606);
    /* The high half of a digit is 3. Its low half is at most 9, so that 6 can be added. */
    return (bytes & ~digits) == form && ((low + six) & UINT64_C(0xF0F0F0F0F0F0F0F0)) == 0;
}

static int two_at(const char *text, int at) {
    return (text[at] - '0') * 10 + text[at + 1] - '0';
}

bool vt_is_plain_time(const char *text) {
    static const time_part year_and_month = { "0000-00-", "\17\17\17\17\0\17\17\0" };
    static const time_part day_and_hour = { "00T00:00", "\17\17\0\17\17\0\17\17" };
    static const time_part minute_and_second = { "0:00:00Z", "\17\0\17\17\0\17\17\0" };
    if (!is_part(text, &year_and_month) || !is_part(text + 8, &day_and_hour) ||
        !is_part(text + 12, &minute_and_second)) {
        return false;
    }
    int month = two_at(text, 5), day = two_at(text, 8);
    return month >= 1 && month <= 12 && day >= 1 && day <= 28 && two_at(text, 11) < 24 &&
           two_at(text, 14) < 60 && two_at(text, 17) < 60;
}

static vt_instant plain_time(const char *text) {
    int64_t days =
        days_from_civil(two_at(text, 0) * 100 + two_at(text, 2), two_at(text, 5), two_at(text, 8));
    int minutes = two_at(text, 11) * 60 + two_at(text, 14);
    return (vt_instant){ days * SECONDS_PER_DAY + minutes * 60 + two_at(text, 17), 0 };
}

/* ---------------------------------------------------------------- RFC 3339 */

/* Why a text is not a time, in the terms of Go's ParseError. */
typedef struct parse_error {
    const char *expected; /* the part of the layout that did not match; NULL: see `range` */
    vt_text found;        /* the text from there on */
    const char *range;    /* what is out of range, or NULL */
    bool extra;           /* `found` is left over */
} parse_error;

/* The time read so far, and the rest of the text. */
typedef struct reading {
    vt_text rest;
    int year, month, day, hour, minute, second;
    int32_t nanoseconds;
    int32_t zone_seconds;
    parse_error why;
} reading;

static bool digit_at(vt_text text, size_t index) {
    return index < text.size && vt_is_digit(text.bytes[index]);
}

static void advance(reading *r, size_t bytes) {
    r->rest = vt_text_between(r->rest, bytes, r->rest.size);
}

static bool fail(reading *r, const char *expected, vt_text found) {
    r->why = (parse_error){ expected, found, NULL, false };
    return false;
}

static bool fail_range(reading *r, const char *what) {
    r->why = (parse_error){ NULL, VT_TEXT_ABSENT, what, false };
    return false;
}

static bool literal(reading *r, const char *byte) {
    if (r->rest.size == 0 || r->rest.bytes[0] != *byte) return fail(r, byte, r->rest);
    advance(r, 1);
    return true;
}

/* Two digits, or one when that is allowed. */
static bool two_digits(vt_text text, bool one_allowed, int *value, size_t *used) {
    if (!digit_at(text, 0)) return false;
    *value = text.bytes[0] - '0';
    *used = 1;
    if (!digit_at(text, 1)) return one_allowed;
    *value = *value * 10 + text.bytes[1] - '0';
    *used = 2;
    return true;
}

/* One two-digit field: its part of the layout, its range, and the name used in errors. */
typedef struct field_form {
    const char *layout;
    const char *name;
    int from, to;
    bool one_digit_allowed;
} field_form;

/* clang-format off */
static const field_form month_field  = { "01", "month",  1, 12, false };
/* The day is checked against its month after everything is read. */
static const field_form day_field    = { "02", "day",    0, 99, false };
static const field_form hour_field   = { "15", "hour",   0, 23, true };
static const field_form minute_field = { "04", "minute", 0, 59, false };
static const field_form second_field = { "05", "second", 0, 59, false };
/* clang-format on */

static bool read_field(reading *r, const field_form *form, int *value) {
    size_t used;
    if (!two_digits(r->rest, form->one_digit_allowed, value, &used)) {
        return fail(r, form->layout, r->rest);
    }
    if (*value < form->from || *value > form->to) return fail_range(r, form->name);
    advance(r, used);
    return true;
}

static bool read_year(reading *r) {
    for (size_t i = 0; i < 4; i++) {
        if (!digit_at(r->rest, i)) return fail(r, "2006", r->rest);
        r->year = r->year * 10 + r->rest.bytes[i] - '0';
    }
    advance(r, 4);
    return true;
}

/* A fraction after the seconds, with a point or a comma; digits past the ninth are dropped. */
static void read_fraction(reading *r) {
    if (r->rest.size < 2 || (r->rest.bytes[0] != '.' && r->rest.bytes[0] != ',')) return;
    if (!digit_at(r->rest, 1)) return;
    size_t at = 1;
    int32_t scale = 100000000;
    for (; digit_at(r->rest, at); at++) {
        r->nanoseconds += (r->rest.bytes[at] - '0') * scale;
        scale /= 10;
    }
    advance(r, at);
}

/* Z, or +hh:mm. Go allows an offset of 24 hours and 60 minutes, and checks the range before it
** checks the rest. */
static bool read_zone(reading *r) {
    vt_text rest = r->rest;
    if (rest.size >= 1 && rest.bytes[0] == 'Z') {
        advance(r, 1);
        return true;
    }
    if (rest.size < 6 || rest.bytes[3] != ':') return fail(r, "Z07:00", rest);
    int hours = 0, minutes = 0;
    size_t used;
    bool hours_read = two_digits(vt_text_between(rest, 1, 3), false, &hours, &used);
    bool minutes_read =
        hours_read && two_digits(vt_text_between(rest, 4, 6), false, &minutes, &used);
    if (minutes_read && minutes > 60) return fail_range(r, "time zone offset minute");
    if (hours_read && hours > 24) return fail_range(r, "time zone offset hour");
    bool sign = rest.bytes[0] == '+' || rest.bytes[0] == '-';
    if (!minutes_read || !sign) return fail(r, "Z07:00", rest);
    r->zone_seconds = (hours * 60 + minutes) * 60 * (rest.bytes[0] == '-' ? -1 : 1);
    advance(r, 6);
    return true;
}

/* 2006-01-02 */
static bool read_date(reading *r) {
    return read_year(r) && literal(r, "-") && read_field(r, &month_field, &r->month) &&
           literal(r, "-") && read_field(r, &day_field, &r->day);
}

/* 15:04:05, and an optional fraction that is not part of the layout */
static bool read_time(reading *r) {
    if (!read_field(r, &hour_field, &r->hour) || !literal(r, ":")) return false;
    if (!read_field(r, &minute_field, &r->minute) || !literal(r, ":")) return false;
    if (!read_field(r, &second_field, &r->second)) return false;
    read_fraction(r);
    return true;
}

/* The whole layout, part by part; r->why reports the first part that does not match. */
static bool read_instant(reading *r) {
    if (!read_date(r) || !literal(r, "T") || !read_time(r) || !read_zone(r)) return false;
    if (r->rest.size) {
        r->why = (parse_error){ NULL, r->rest, NULL, true };
        return false;
    }
    if (r->day < 1 || r->day > days_in(r->month, r->year)) return fail_range(r, "day");
    return true;
}

/* Quoting as in Go's time package: byte by byte. */
static void append_quoted(vt_buffer *buffer, vt_text text) {
    vt_buffer_add_byte(buffer, '"');
    for (size_t i = 0; i < text.size; i++) {
        unsigned char byte = (unsigned char)text.bytes[i];
        if (byte >= 0x80 || byte < ' ') {
            vt_buffer_printf(buffer, "\\x%02x", byte);
            continue;
        }
        if (byte == '"' || byte == '\\') vt_buffer_add_byte(buffer, '\\');
        vt_buffer_add_byte(buffer, (char)byte);
    }
    vt_buffer_add_byte(buffer, '"');
}

/* GO: (*time.ParseError).Error */
static void append_error(vt_buffer *buffer, vt_text text, const parse_error *why) {
    vt_buffer_add_terminated(buffer, "parsing time ");
    append_quoted(buffer, text);
    if (why->range) {
        vt_buffer_printf(buffer, ": %s out of range", why->range);
    } else if (why->extra) {
        vt_buffer_add_terminated(buffer, ": extra text: ");
        append_quoted(buffer, why->found);
    } else {
        vt_buffer_add_terminated(buffer, " as \"" LAYOUT "\": cannot parse ");
        append_quoted(buffer, why->found);
        vt_buffer_printf(buffer, " as \"%s\"", why->expected);
    }
}

bool vt_instant_parse_explained(vt_text text, vt_instant *out, vt_buffer *error) {
    if (text.size == VT_PLAIN_TIME_BYTES && vt_is_plain_time(text.bytes)) {
        *out = plain_time(text.bytes);
        return true;
    }
    reading r = { 0 };
    r.rest = text;
    if (!read_instant(&r)) {
        if (error) append_error(error, text, &r.why);
        return false;
    }
    out->seconds = vt_civil_to_seconds(r.year, r.month, r.day, r.hour, r.minute, r.second);
    out->seconds -= r.zone_seconds;
    out->nanoseconds = r.nanoseconds;
    return true;
}

bool vt_instant_parse(vt_text text, vt_instant *out) {
    return vt_instant_parse_explained(text, out, NULL);
}

bool vt_is_instant(vt_text text) {
    vt_instant instant;
    return (text.size == VT_PLAIN_TIME_BYTES && vt_is_plain_time(text.bytes)) ||
           vt_instant_parse(text, &instant);
}

bool vt_instant_append(vt_buffer *buffer, vt_instant instant) {
    vt_civil civil = vt_civil_from_seconds(instant.seconds);
    vt_buffer_printf(buffer, "%s%04" PRId64 "-%02d-%02dT%02d:%02d:%02d", civil.year < 0 ? "-" : "",
                     civil.year < 0 ? -civil.year : civil.year, civil.month, civil.day, civil.hour,
                     civil.minute, civil.second);
    if (instant.nanoseconds) {
        char digits[12];
        int size = snprintf(digits, sizeof digits, ".%09d", (int)instant.nanoseconds);
        while (size > 0 && digits[size - 1] == '0') size--;
        vt_buffer_add_bytes(buffer, digits, (size_t)size);
    }
    return vt_buffer_add_byte(buffer, 'Z');
}

int vt_instant_compare(vt_instant a, vt_instant b) {
    if (a.seconds != b.seconds) return a.seconds < b.seconds ? -1 : 1;
    return (a.nanoseconds > b.nanoseconds) - (a.nanoseconds < b.nanoseconds);
}
