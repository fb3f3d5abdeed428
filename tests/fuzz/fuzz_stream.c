/* Streams: the same pieces and errors for every way in which the bytes arrive. */
#include "support/stream.h"

#include "base/run/limits.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    vitals_limits limits = { 0 };
    limits.document_bytes = 300;
    limits.envelope_bytes = 300;
    limits.document_depth = 20;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.limits = &limits;
    stream_require_same((const char *)bytes, size, &options);
    return 0;
}
