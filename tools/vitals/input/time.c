/* RFC 3339, the local zone, and ages. */
#include "input/time.h"

#include <ctype.h>
#include <stdio.h>
#include <time.h>

#include "base/memory.h"

typedef struct cursor {
    const char *at, *end;
    bool failed;
} cursor;

/* Exactly `digits` digits, from `least` to `most`. */
static int64_t read_number(cursor *c, int digits, int64_t least, int64_t most) {
    int64_t number = 0;
    for (int i = 0; i < digits; i++) {
        if (c->failed || c->at == c->end || !isdigit((unsigned char)*c->at)) {
            c->failed = true;
            return least;
        }
        number = number * 10 + (*c->at++ - '0');
    }
    if (number < least || number > most) c->failed = true;
    return number;
}

static void read_sign(cursor *c, char sign) {
    if (c->failed || c->at == c->end || toupper((unsigned char)*c->at) != sign) {
        c->failed = true;
    } else {
        c->at++;
    }
}

static bool at_byte(const cursor *c, char byte) {
    return !c->failed && c->at < c->end && *c->at == byte;
}

/* Days since 1970-01-01 in the Gregorian calendar; years begin in March, so that leap days are
** the last of their year. */
static int64_t days_from_civil(int64_t year, int64_t month, int64_t day) {
    const int64_t shifted = month <= 2 ? year - 1 : year;
    const int64_t month_from_march = (month + 9) % 12;
    return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 +
           (month_from_march * 153 + 2) / 5 + day - 1 - 719468;
}

static int64_t days_of_month(int64_t year, int64_t month) {
    return days_from_civil(month == 12 ? year + 1 : year, month % 12 + 1, 1) -
           days_from_civil(year, month, 1);
}

static void skip_fraction(cursor *c) {
    if (!at_byte(c, '.')) return;
    c->at++;
    read_number(c, 1, 0, 9);
    while (!c->failed && c->at < c->end && isdigit((unsigned char)*c->at)) c->at++;
}

/* Z, or +hh:mm and -hh:mm. */
static int64_t read_offset(cursor *c) {
    const bool west = at_byte(c, '-');
    if (!west && !at_byte(c, '+')) {
        read_sign(c, 'Z');
        return 0;
    }
    c->at++;
    const int64_t hours = read_number(c, 2, 0, 23);
    read_sign(c, ':');
    const int64_t offset = hours * 3600 + read_number(c, 2, 0, 59) * 60;
    return west ? -offset : offset;
}

static int64_t read_date(cursor *c) {
    const int64_t year = read_number(c, 4, 0, 9999);
    read_sign(c, '-');
    const int64_t month = read_number(c, 2, 1, 12);
    read_sign(c, '-');
    const int64_t day = read_number(c, 2, 1, days_of_month(year, month));
    return days_from_civil(year, month, day) * 86400;
}

static int64_t read_time(cursor *c) {
    const int64_t hour = read_number(c, 2, 0, 23);
    read_sign(c, ':');
    const int64_t minute = read_number(c, 2, 0, 59);
    read_sign(c, ':');
    const int64_t second = read_number(c, 2, 0, 60);
    skip_fraction(c);
    return hour * 3600 + minute * 60 + second;
}

bool time_parse(vitals_text from, int64_t *seconds) {
    cursor c = { from.bytes, from.bytes + from.size, from.size == 0 };
    if (c.failed) return false;
    int64_t result = read_date(&c);
    read_sign(&c, 'T');
    result += read_time(&c);
    result -= read_offset(&c);
    if (c.failed || c.at != c.end) return false;
    *seconds = result;
    return true;
}

void time_add(vt_buffer *out, int64_t seconds) {
    const time_t at = (time_t)seconds;
    struct tm utc;
    char text[40];
    if (!gmtime_r(&at, &utc)) return;
    text[strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc)] = '\0';
    vt_buffer_add_terminated(out, text);
}

bool time_read_now(const char *now, int64_t *seconds, char *problem, size_t problem_bytes) {
    *seconds = (int64_t)time(NULL);
    if (!now || time_parse(vt_text_from(now), seconds)) return true;
    snprintf(problem, problem_bytes, "--now takes a time such as 2026-01-07T10:06:11Z, not '%s'",
             now);
    return false;
}

void time_add_utc(vt_buffer *out, int64_t seconds) {
    const time_t at = (time_t)seconds;
    struct tm utc;
    char text[32];
    if (gmtime_r(&at, &utc) && utc.tm_year >= 0 && utc.tm_year < 8100 &&
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc)) {
        vt_buffer_add_terminated(out, text);
    }
}

int32_t time_local_offset(int64_t seconds) {
    const time_t at = (time_t)seconds;
    struct tm local;
    if (!localtime_r(&at, &local)) return 0;
    const int64_t days =
        days_from_civil(local.tm_year + INT64_C(1900), local.tm_mon + 1, local.tm_mday);
    const int64_t as_utc = days * 86400 + local.tm_hour * 3600 + local.tm_min * 60 + local.tm_sec;
    return (int32_t)(as_utc - seconds);
}

void time_add_age(vt_buffer *out, int64_t seconds) {
    static const struct unit {
        int64_t seconds, from; /* used from this age on */
        char letter;
    } units[] = {
        { 86400, 2 * 86400, 'd' }, { 3600, 3 * 3600, 'h' }, { 60, 120, 'm' }, { 1, 0, 's' }
    };
    if (seconds < 0) return;
    for (size_t i = 0; i < COUNT_OF(units); i++) {
        if (seconds < units[i].from) continue;
        vt_buffer_printf(out, "%lld%c", (long long)(seconds / units[i].seconds), units[i].letter);
        return;
    }
}
