/* YAML: what parses can be written as YAML and reads back as the same object. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <vitals/vitals.h>

#include "base/run/limits.h"
#include "support/drop.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static vitals_status parse(const char *bytes, size_t size, vitals_document **document) {
    vitals_limits limits = { 0 };
    limits.document_bytes = 1 << 20;
    limits.document_values = 100000;
    limits.alias_values = 10000;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_YAML;
    options.limits = &limits;
    return vitals_document_parse(bytes, size, &options, document, NULL);
}

static void require(bool condition) {
    if (!condition) abort();
}

static void round_trip(const vitals_document *first) {
    vitals_document *second = NULL;
    char *yaml, *before, *after;
    size_t size, before_size, after_size;
    require(vitals_document_write_yaml(first, NULL, &yaml, &size) == VITALS_OK);
    vitals_status status = parse(yaml, size, &second);
    /* Quotes and indentation may push the text over the limit. */
    require(status == VITALS_OK || status == VITALS_ELIMIT);
    if (status == VITALS_OK) {
        require(vitals_document_write_json(first, 0, NULL, &before, &before_size) == VITALS_OK);
        require(vitals_document_write_json(second, 0, NULL, &after, &after_size) == VITALS_OK);
        require(before_size == after_size && memcmp(before, after, after_size) == 0);
        vitals_text_free(NULL, before, before_size);
        vitals_text_free(NULL, after, after_size);
    }
    vitals_text_free(NULL, yaml, size);
    vitals_document_free(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    vitals_document *document = NULL;
    vitals_limits limits = { 0 };
    limits.document_values = 1000;
    limits.alias_values = 100;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_YAML;
    options.limits = &limits;
    drop_require_same((const char *)bytes, size, &options);
    if (parse((const char *)bytes, size, &document) == VITALS_OK) round_trip(document);
    vitals_document_free(document);
    return 0;
}
