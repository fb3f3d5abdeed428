/* Time zones from the system's TZif files. */
#ifndef VITALS_CEL_ZONE_H
#define VITALS_CEL_ZONE_H

#include "base/memory.h"
#include "base/text.h"

typedef struct vt_cel_zone vt_cel_zone;

/* Read the zone of that IANA name, which is not empty. VITALS_ENOTFOUND: there is none; `*problem` is
** Go's message, static, or NULL for an unknown name. */
vitals_status vt_cel_zone_new(const vitals_allocator *allocator, vt_text name, vt_cel_zone **out,
                              const char **problem);
void vt_cel_zone_free(const vitals_allocator *allocator, vt_cel_zone *zone);
vt_text vt_cel_zone_name(const vt_cel_zone *zone);
/* Seconds east of UTC at that time. */
int32_t vt_cel_zone_offset(const vt_cel_zone *zone, int64_t seconds);

#endif
