/* Calendar arithmetic and RFC 3339, as Go's time package reads and writes it. No clock is read. */
#ifndef VITALS_BASE_CLOCK_H
#define VITALS_BASE_CLOCK_H

#include "base/memory/buffer.h"

/* A point in time: seconds since 1970-01-01T00:00:00Z, plus nanoseconds. */
typedef struct vt_instant {
    int64_t seconds;
    int32_t nanoseconds; /* 0 to 999,999,999 */
} vt_instant;

/* A date in the proleptic Gregorian calendar. */
typedef struct vt_civil {
    int64_t year;
    int month, day; /* from 1 */
    int hour, minute, second;
    int weekday;     /* 0 is Sunday */
    int day_of_year; /* from 1 */
} vt_civil;

vt_civil vt_civil_from_seconds(int64_t seconds);
/* Fields outside their range carry over, as mktime and Go's time.Date do. */
int64_t vt_civil_to_seconds(int64_t year, int64_t month, int64_t day, int64_t hour, int64_t minute,
                            int64_t second);

/* Whether 20 bytes are a time as Kubernetes writes it, "2006-01-02T15:04:05Z", on a day that every month
** has. Such a time parses. */
enum { VT_PLAIN_TIME_BYTES = 20 };
bool vt_is_plain_time(const char *text);
/* Whether vt_instant_parse parses the text. */
bool vt_is_instant(vt_text text);
/* time.Parse(time.RFC3339, text). Returns false when it does not parse. */
bool vt_instant_parse(vt_text text, vt_instant *out);
/* The same, and appends Go's error text when it does not parse:
** parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006" */
bool vt_instant_parse_explained(vt_text text, vt_instant *out, vt_buffer *error);
/* 2006-01-02T15:04:05.999999999Z, in UTC, without trailing zeroes of the fraction. */
bool vt_instant_append(vt_buffer *buffer, vt_instant instant);
int vt_instant_compare(vt_instant a, vt_instant b);

#endif
