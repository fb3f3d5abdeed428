/* Time zones, which are TZif files: of the system, or in an archive. */
#ifndef VITALS_CEL_ZONE_H
#define VITALS_CEL_ZONE_H

#include "base/memory/memory.h"
#include "base/text/text.h"

typedef struct vt_cel_zone vt_cel_zone;

/* Read the zone of that IANA name, which is not empty, from an archive or, when that is absent, from the
** files of the system. VITALS_ENOTFOUND: there is none; `*problem` is Go's message, static, or NULL for an
** unknown name. */
vitals_status vt_cel_zone_new(const vitals_allocator *allocator, vt_text archive, vt_text name,
                              vt_cel_zone **out, const char **problem);
void vt_cel_zone_free(const vitals_allocator *allocator, vt_cel_zone *zone);
vt_text vt_cel_zone_name(const vt_cel_zone *zone);
/* Seconds east of UTC at that time. */
int32_t vt_cel_zone_offset(const vt_cel_zone *zone, int64_t seconds);

/* The bytes of a zone in an archive (zone_archive.c); absent: there is none. */
vt_text vt_cel_zone_in(vt_text archive, vt_text name);

/* Where they come from without an archive: zone_file.c, or zone_none.c in a build without files. */
enum { VT_CEL_ZONE_MOST_BYTES = 65536, VT_CEL_ZONE_HEADER_BYTES = 44 };
#define VT_CEL_ZONE_MALFORMED "malformed time zone information"
/* The whole file of a zone into VT_CEL_ZONE_MOST_BYTES; 0 when there is none, or `*problem` says why. */
size_t vt_cel_zone_file(vt_text name, unsigned char *bytes, const char **problem);

#endif
