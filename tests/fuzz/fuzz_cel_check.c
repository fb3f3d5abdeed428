/* An expression in either environment, in the compiled mode. */
#include "support/fuzz_cel.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_cel_compile(data, size, true);
    return 0;
}
