/* Objects made by a grammar, read with and without dropping members, the same but for them, and at every
** level of vector instructions. */
#include "base/run/limits.h"
#include "grammar_json.h"
#include "support/defer.h"
#include "support/drop.h"
#include "support/levels.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static made_json made;
    make_json(&made, bytes, size);
    vitals_limits limits = { 0 };
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.limits = &limits;
    options.format = VITALS_FORMAT_JSON;
    levels_require_same(made.text, made.size, &options);
    drop_require_same(made.text, made.size, &options);
    defer_require_same(made.text, made.size, &options);
    limits.document_values = 1 + size % 60;
    levels_require_same(made.text, made.size, &options);
    drop_require_same(made.text, made.size, &options);
    defer_require_same(made.text, made.size, &options);
    limits.document_values = 0;
    limits.document_depth = 1 + size % 10;
    levels_require_same(made.text, made.size, &options);
    drop_require_same(made.text, made.size, &options);
    defer_require_same(made.text, made.size, &options);
    return 0;
}
