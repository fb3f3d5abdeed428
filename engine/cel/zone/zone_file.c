/* The files of time zones, where the system keeps them. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cel/zone/zone.h"

/* What Go says of a file that cannot be read; NULL: it goes on to the next directory. */
static const char *problem_of(int error) {
    return error == EISDIR ? "is a directory" : error == ENOTDIR ? "not a directory" : NULL;
}

size_t vt_cel_zone_file(vt_text name, unsigned char *bytes, const char **problem) {
    static const char *const directories[] = { "/usr/share/zoneinfo", "/usr/lib/zoneinfo",
                                               "/usr/share/lib/zoneinfo", "/etc/zoneinfo" };
    for (size_t i = 0; i < sizeof directories / sizeof directories[0]; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%.*s", directories[i], VT_TEXT_ARG(name));
        errno = 0;
        FILE *file = fopen(path, "rb");
        size_t size = file ? fread(bytes, 1, VT_CEL_ZONE_MOST_BYTES, file) : 0;
        int error = errno;
        if (file) fclose(file);
        if (size >= VT_CEL_ZONE_HEADER_BYTES && memcmp(bytes, "TZif", 4) == 0) return size;
        if (!*problem) *problem = size > 0 ? VT_CEL_ZONE_MALFORMED : problem_of(error);
    }
    return 0;
}
