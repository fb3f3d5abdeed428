/* Times as people read and write them. */
#ifndef CLI_INPUT_TIME_H
#define CLI_INPUT_TIME_H

#include "base/number/clock.h"
#include "base/text.h"

/* The value of --now, RFC 3339, or the system's clock when it is NULL. false: one sentence is in `problem`. */
bool time_read_now(const char *now, int64_t *seconds, char *problem, size_t problem_bytes);
/* Local time at `seconds`, in seconds east of UTC. */
int32_t time_local_offset(int64_t seconds);
/* "45s", "9m", "4h", "12d" as kubectl shows ages; nothing for a time in the future. */
void time_add_age(vt_buffer *out, int64_t seconds);

#endif
