/* Times as people read and write them. */
#ifndef CLI_INPUT_TIME_H
#define CLI_INPUT_TIME_H

#include "base/text.h"

/* RFC 3339 to Unix time; a fraction of a second is dropped. */
bool time_parse(vitals_text text, int64_t *seconds);
/* Unix time as RFC 3339 in UTC, without a fraction. */
void time_add(vt_buffer *out, int64_t seconds);
/* The value of --now, or the system's clock when it is NULL. false: one sentence is in `problem`. */
bool time_read_now(const char *now, int64_t *seconds, char *problem, size_t problem_bytes);
/* "2026-01-07T10:06:11Z"; nothing for a year that has not four digits. */
void time_add_utc(vt_buffer *out, int64_t seconds);
/* Local time at `seconds`, in seconds east of UTC. */
int32_t time_local_offset(int64_t seconds);
/* "45s", "9m", "4h", "12d" as kubectl shows ages; nothing for a time in the future. */
void time_add_age(vt_buffer *out, int64_t seconds);

#endif
