/* Durations as Go's time package reads and writes them. */
#ifndef VITALS_CEL_DURATION_H
#define VITALS_CEL_DURATION_H

#include "base/memory/buffer.h"

/* An optional sign, then "0" or numbers with units: h m s ms us µs ns. false: it does not parse or
** does not fit int64 nanoseconds. */
bool vt_cel_duration_parse(vt_text text, int64_t *nanoseconds);
/* time.Duration.String(): "1h30m0.5s", "1.5ms". */
bool vt_cel_duration_append(vt_buffer *out, int64_t nanoseconds);

#endif
