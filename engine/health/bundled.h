/* The checks of resource_customizations/; tools/gen/embed generates the C source. */
#ifndef VITALS_HEALTH_BUNDLED_H
#define VITALS_HEALTH_BUNDLED_H

#include <stddef.h>
#include <stdint.h>

/* Where its texts begin in vt_bundled_text; both end with a NUL. */
typedef struct vt_bundled_check {
    uint32_t directory; /* "cert-manager.io/Certificate" */
    uint32_t script;
    uint32_t size; /* of the script */
} vt_bundled_check;

extern const char vt_bundled_text[];
/* Sorted by directory, bytewise. */
extern const vt_bundled_check vt_bundled_checks[];
extern const size_t vt_bundled_check_count;

#endif
