/* An expression in either environment: it parses and plans, or there is a text that says why not.
** */
#include "support/fuzz_cel.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_cel_compile(data, size, false);
    return 0;
}
