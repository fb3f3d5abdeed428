/* The checks of resource_customizations/; tools/gen/embed generates the C source. */
#ifndef VITALS_HEALTH_BUNDLED_H
#define VITALS_HEALTH_BUNDLED_H

#include <stddef.h>

typedef struct vt_bundled_check {
    const char *directory; /* "cert-manager.io/Certificate" */
    const char *script;    /* NUL-terminated */
    size_t size;
} vt_bundled_check;

/* Sorted by directory, bytewise. */
extern const vt_bundled_check vt_bundled_checks[];
extern const size_t vt_bundled_check_count;

#endif
