/* simdjson's DOM parser for a C program. */
#include "simdjson_dom.h"

#include <cstring>
#include <string>

#include <simdjson.h>

/* simdjson's names for our levels. */
static const struct {
    const char *level, *implementation;
} same_level[] = {
    { "scalar", "fallback" }, { "sse2", "westmere" }, { "avx2", "haswell" },
    { "avx512", "icelake" },  { "neon", "arm64" },
};

struct dom {
    explicit dom(const simdjson::implementation *one) : implementation(one), name(one->name()) {}
    const simdjson::implementation *implementation;
    std::string name;
    simdjson::dom::parser parser;
};

static const simdjson::implementation *find(const char *level) {
    for (const auto &row : same_level) {
        if (std::strcmp(row.level, level) != 0) continue;
        for (auto *one : simdjson::get_available_implementations()) {
            if (one->name() == row.implementation && one->supported_by_runtime_system()) return one;
        }
    }
    return nullptr;
}

static const simdjson::implementation *best() {
    return simdjson::get_available_implementations().detect_best_supported();
}

void *simdjson_dom_new(const char *level) {
    auto *implementation = level ? find(level) : best();
    return implementation ? new dom(implementation) : nullptr;
}

void simdjson_dom_free(void *parser) {
    delete static_cast<dom *>(parser);
}

const char *simdjson_dom_name(const void *parser) {
    return static_cast<const dom *>(parser)->name.c_str();
}

bool simdjson_dom_parse(void *parser, const char *bytes, size_t size) {
    auto *one = static_cast<dom *>(parser);
    simdjson::get_active_implementation() = one->implementation;
    return one->parser.parse(bytes, size).error() == simdjson::SUCCESS;
}
