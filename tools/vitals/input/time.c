/* The clock, the local zone, and ages. */
#include "input/time.h"

#include <stdio.h>
#include <time.h>

bool time_read_now(const char *now, int64_t *seconds, char *problem, size_t problem_bytes) {
    *seconds = (int64_t)time(NULL);
    vt_instant given = { *seconds, 0 };
    const bool good = !now || vt_instant_parse(vt_text_from(now), &given);
    *seconds = given.seconds;
    if (good) return true;
    snprintf(problem, problem_bytes, "--now takes a time such as 2026-01-07T10:06:11Z, not '%s'",
             now);
    return false;
}

int32_t time_local_offset(int64_t seconds) {
    const time_t at = (time_t)seconds;
    struct tm local;
    if (!localtime_r(&at, &local)) return 0;
    const int64_t as_utc =
        vt_civil_to_seconds(local.tm_year + INT64_C(1900), local.tm_mon + 1, local.tm_mday,
                            local.tm_hour, local.tm_min, local.tm_sec);
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
