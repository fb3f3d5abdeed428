/* simdjson's DOM parser for a C program. */
#include "simdjson_dom.h"

#include <simdjson.h>

void *simdjson_dom_new(void) {
    return new simdjson::dom::parser();
}

void simdjson_dom_free(void *parser) {
    delete static_cast<simdjson::dom::parser *>(parser);
}

bool simdjson_dom_parse(void *parser, const char *bytes, size_t size) {
    auto *dom = static_cast<simdjson::dom::parser *>(parser);
    return dom->parse(bytes, size).error() == simdjson::SUCCESS;
}
