/* Streams made by a grammar: the same pieces and errors for every way in which the bytes arrive. */
#include "grammar_stream.h"
#include "support/stream.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static made_stream made;
    make_stream(&made, bytes, size);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.limits = &made.limits;
    stream_require_same(made.text, made.size, &options);
    return 0;
}
