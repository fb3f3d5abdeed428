/* The checks of resource_customizations/; tools/gen/embed generates the C source. */
#ifndef VITALS_HEALTH_BUNDLED_H
#define VITALS_HEALTH_BUNDLED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct vt_bundled_check {
    uint32_t directory; /* in vt_bundled_names: "cert-manager.io/Certificate" */
    uint32_t script;    /* in vt_bundled_scripts: the numbers of its lines, see bundle_lines.h */
    uint32_t size;      /* of those */
} vt_bundled_check;

/* What the scripts are recognised by, when they are not in the library. */
typedef struct vt_bundled_sum {
    uint32_t size, crc; /* as `cksum` prints it */
    bool inside;        /* vt_bundled_scripts has them */
} vt_bundled_sum;

/* Every name ends with a NUL. */
extern const char vt_bundled_names[];
extern const char vt_bundled_scripts[];
extern const size_t vt_bundled_line_count; /* the scripts begin with so many lines */
extern const vt_bundled_sum vt_bundled_scripts_sum;
/* Sorted by directory, bytewise. */
extern const vt_bundled_check vt_bundled_checks[];
extern const size_t vt_bundled_check_count;

#endif
