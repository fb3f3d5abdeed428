/* Internal to the health module: the inputs that engines are made from. */
#ifndef VITALS_HEALTH_CONFIGURATION_H
#define VITALS_HEALTH_CONFIGURATION_H

#include "base/run/diagnostic.h"
#include "base/run/interrupt.h"
#include "base/run/limits.h"

typedef enum vt_input_kind {
    VT_INPUT_ARGOCD_CM,
    VT_INPUT_CHECK,
    VT_INPUT_PRELUDE,
    VT_INPUT_EXPRESSIONS,
    VT_INPUT_POLICY,
    VT_INPUT_DISABLED_CHECK,
    VT_INPUT_RULES
} vt_input_kind;

/* One input, as text. The configuration owns all of it. */
typedef struct vt_input {
    vt_input_kind kind;
    uint32_t layer; /* CHECK */
    unsigned take;  /* RULES: bits of vitals_rules */
    vt_text name;   /* CHECK and DISABLED_CHECK: the directory; RULES: the path, or empty */
    vt_text file;
    vt_text bytes;
    bool has_prelude;  /* CHECK: it may name helpers of the last PRELUDE before it */
    bool broken;       /* CHECK: `bytes` say why the script could not be read */
    const char *limit; /* that was hit by it, or NULL */
} vt_input;

struct vitals_configuration {
    vitals_allocator allocator;
    vitals_limits limits;
    vitals_on_broken on_broken;
    bool bundled;
    const char *scripts; /* of the bundled checks; NULL: those of the library. Not owned */
    vt_text zones;       /* of time; not owned */
    bool missing_is_false, owned_only;
    vt_interrupt interrupt;
    vitals_engine *shared; /* whose scripts may be used, or NULL */
    uint32_t layers;
    bool has_prelude; /* the checks that are added next may name helpers */
    vt_input *inputs;
    size_t input_count, input_capacity;
};

/* Copy one input and keep it. Errors: VITALS_ENOMEM. */
vitals_status vt_configuration_keep(vitals_configuration *configuration, vt_input_kind kind,
                                    vt_text name, vt_text file, vt_text bytes);
/* The same for a check. `broken`: `bytes` say why it could not be read. */
vitals_status vt_configuration_keep_check(vitals_configuration *configuration, vt_text name,
                                          vt_text file, vt_text bytes, bool broken,
                                          const char *limit);
#endif
