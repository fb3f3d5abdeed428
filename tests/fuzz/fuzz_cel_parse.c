/* An expression in either environment: it parses and plans, or there is a text that says why not. */
#include <vitals/cel.h>

#include "support/fuzz_cel.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    vitals_text text = { (const char *)data, size };
    fuzz_cel_compile(text, VITALS_CEL_ENVIRONMENT_FLUX, false);
    fuzz_cel_compile(text, VITALS_CEL_ENVIRONMENT_SPEC, false);
    return 0;
}
