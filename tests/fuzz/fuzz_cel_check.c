/* An expression in either environment, in the compiled mode. */
#include <vitals/cel.h>

#include "support/fuzz_cel.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    vitals_text text = { (const char *)data, size };
    fuzz_cel_compile(text, VITALS_CEL_ENVIRONMENT_FLUX, true);
    fuzz_cel_compile(text, VITALS_CEL_ENVIRONMENT_SPEC, true);
    return 0;
}
