/* One row an environment. */
#include "cel/environment.h"

#include "cel/function.h"

static const vt_cel_rules environments[] = {
    [VT_CEL_ENVIRONMENT_FLUX] = { .name = "flux",
                                  .mask = VT_CEL_IN_FLUX,
                                  .folded_errors = true,
                                  .keys_checked = true,
                                  .dotted_names_first = true,
                                  .lenient_or = true,
                                  .optionals_reread = true,
                                  .mixed_literals_refused = true,
                                  .formats_checked = true,
                                  .first_type_kept = true },
    [VT_CEL_ENVIRONMENT_SPEC] = { .name = "spec",
                                  .mask = VT_CEL_IN_SPEC,
                                  .quoted_fields = true,
                                  .bad_presence_is_error = true,
                                  .strict_map_literals = true },
};

const vt_cel_rules *vt_cel_rules_of(vt_cel_environment environment) {
    return &environments[environment];
}
