/* The archive of time zones of a build with VITALS_ZONES; tools/gen/zones generates the C source. */
#ifndef VITALS_CEL_ZONES_EMBEDDED_H
#define VITALS_CEL_ZONES_EMBEDDED_H

#include <stddef.h>

extern const unsigned char vt_cel_zones[];
extern const size_t vt_cel_zones_size;

#endif
