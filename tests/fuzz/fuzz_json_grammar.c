/* Objects made by a grammar, read with and without dropping members: the same but for them. */
#include "base/limits.h"
#include "grammar_json.h"
#include "support/defer.h"
#include "support/drop.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static made_json made;
    make_json(&made, bytes, size);
    vitals_limits limits = { 0 };
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.limits = &limits;
    options.format = VITALS_FORMAT_JSON;
    drop_require_same(made.text, made.size, &options);
    defer_require_same(made.text, made.size, &options);
    limits.document_values = 1 + size % 60;
    drop_require_same(made.text, made.size, &options);
    defer_require_same(made.text, made.size, &options);
    limits.document_values = 0;
    limits.document_depth = 1 + size % 10;
    drop_require_same(made.text, made.size, &options);
    defer_require_same(made.text, made.size, &options);
    return 0;
}
