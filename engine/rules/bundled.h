/* The checks of resource_customizations/; tools/gen/embed generates the C source. */
#ifndef VITALS_HEALTH_BUNDLED_H
#define VITALS_HEALTH_BUNDLED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the scripts are recognised by, when they are not in the library. */
typedef struct vt_bundled_sum {
    uint32_t size, crc; /* as `cksum` prints it */
    bool inside;        /* vt_bundled_scripts has them */
} vt_bundled_sum;

/* The directory of each check, "cert-manager.io/Certificate", with its NUL; sorted bytewise. An empty one ends them. */
extern const char vt_bundled_names[];
/* The prelude of the tree, then the scripts in the same order, each with a NUL at its end. */
extern const char vt_bundled_scripts[];
extern const vt_bundled_sum vt_bundled_scripts_sum;
extern const size_t vt_bundled_check_count;
/* "854 checks, 1f2e3d4c": by which a report names them. */
extern const char vt_bundled_version[];

#endif
