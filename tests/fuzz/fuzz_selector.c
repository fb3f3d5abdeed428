/* Label selectors: what parses matches without a fault, and leaves no requirement without a key. */
#include "document/label_selector.h"
#include "support/evaluation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const vt_text object =
        VT_TEXT_INIT("{\"metadata\":{\"labels\":{\"a\":\"b\",\"c\":\"\"}}}");
    vt_text text = { (const char *)data, size };
    vitals_document *document = NULL;
    vt_arena arena;
    vt_label_selector selector;
    size_t offset = 0;
    if (parse_object(object, &document, NULL) != VITALS_OK) return 0;
    vt_arena_init(&arena, NULL, 0);
    if (vt_label_selector_parse(text, &arena, &selector, &offset) == VITALS_OK) {
        for (size_t i = 0; i < selector.count; i++) {
            if (selector.requirements[i].key.size == 0) __builtin_trap();
        }
        (void)vt_label_selector_matches(&selector, document);
    } else if (offset > size) {
        __builtin_trap();
    }
    vt_arena_done(&arena);
    vitals_document_free(document);
    return 0;
}
