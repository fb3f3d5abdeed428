/* The date of HTTP headers. */
#include "cluster/transport/clock.h"

#include "base/number/clock.h"

/* `count` digits at `*at`, which moves past them; -1 when there are others. */
static int read_digits(vt_text text, size_t *at, size_t count) {
    int value = 0;
    if (text.size - *at < count) return -1;
    for (size_t i = 0; i < count; i++) {
        char digit = text.bytes[(*at)++];
        if (!vt_is_digit(digit)) return -1;
        value = value * 10 + (digit - '0');
    }
    return value;
}

/* 1 to 12; 0: not the name of a month. */
static int month_of(vt_text name) {
    static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    for (int month = 0; month < 12; month++) {
        if (memcmp(names + 3 * month, name.bytes, 3) == 0) return month + 1;
    }
    return 0;
}

/* IMF-fixdate of RFC 9110: every byte has its place. */
bool vt_http_date_parse(vt_text text, int64_t *seconds) {
    static const char shape[] = "ddd, 00 mmm 0000 00:00:00 GMT";
    text = vt_text_trim(text);
    if (text.size != sizeof shape - 1 || memcmp(text.bytes + 3, ", ", 2) != 0 ||
        memcmp(text.bytes + 25, " GMT", 4) != 0)
        return false;
    size_t at = 5;
    int day = read_digits(text, &at, 2);
    int month = month_of(vt_text_slice(text.bytes + 8, 3));
    at = 12;
    int year = read_digits(text, &at, 4);
    at = 17;
    int hour = read_digits(text, &at, 2);
    at = 20;
    int minute = read_digits(text, &at, 2);
    at = 23;
    int second = read_digits(text, &at, 2);
    if (day < 1 || day > 31 || !month || year < 0 || hour < 0 || hour > 23 || minute < 0 ||
        minute > 59 || second < 0 || second > 60)
        return false;
    *seconds = vt_civil_to_seconds(year, month, day, hour, minute, second);
    return true;
}
