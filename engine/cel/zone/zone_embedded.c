/* Time zones that are in the library: a build with VITALS_ZONES opens no file for them. */
#include <string.h>

#include "cel/zone/zone.h"
#include "cel/zone/zones_embedded.h"

size_t vt_cel_zone_file(vt_text name, unsigned char *bytes, const char **problem) {
    const vt_text archive = vt_text_slice((const char *)vt_cel_zones, vt_cel_zones_size);
    const vt_text zone = vt_cel_zone_in(archive, name);
    (void)problem;
    if (vt_text_is_absent(zone) || zone.size > VT_CEL_ZONE_MOST_BYTES) return 0;
    memcpy(bytes, zone.bytes, zone.size);
    return zone.size;
}
