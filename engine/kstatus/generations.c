/* Generations that cannot be compared: what is there but is no integer, or is ahead. */
#include <inttypes.h>
#include <stdio.h>

#include <vitals/kstatus.h>

#include "document/document.h"

enum { VALUE_MOST_BYTES = 40 };

/* Where the sentence goes. */
typedef struct sentence {
    char *bytes;
    size_t size;
} sentence;

static const char *type_name(const vt_value *value) {
    static const char *const names[] = {
        [VT_NULL] = "null",        [VT_FALSE] = "a boolean",  [VT_TRUE] = "a boolean",
        [VT_INTEGER] = "a number", [VT_DOUBLE] = "a float",   [VT_STRING] = "a string",
        [VT_ARRAY] = "a list",     [VT_OBJECT] = "a mapping",
    };
    return names[vt_value_type(value)];
}

/* `value` is no int64: say so. */
static bool tell_type(sentence *out, const char *path, const vt_value *value) {
    const vt_text text = vt_value_text(value);
    if (vt_value_is_string(value) && text.size <= VALUE_MOST_BYTES) {
        snprintf(out->bytes, out->size, "%s is the string \"%.*s\", not an integer", path,
                 VT_TEXT_ARG(text));
    } else {
        snprintf(out->bytes, out->size, "%s is %s, not an integer", path, type_name(value));
    }
    return true;
}

/* An observedGeneration that is there: is it one? */
static bool check(sentence *out, const char *path, const vt_value *observed, int64_t generation) {
    if (!observed) return false;
    if (!vt_value_is_integer(observed)) return tell_type(out, path, observed);
    if (observed->as.integer <= generation) return false;
    snprintf(out->bytes, out->size,
             "%s is %" PRId64 ", ahead of .metadata.generation, which is %" PRId64, path,
             observed->as.integer, generation);
    return true;
}

bool vitals_kstatus_generation_problem(const vitals_document *document, char *text, size_t size) {
    sentence out = { text, size };
    const vt_value *generation = vt_document_find(document, "metadata", "generation", NULL);
    if (generation && !vt_value_is_integer(generation)) {
        return tell_type(&out, ".metadata.generation", generation);
    }
    const int64_t wanted = generation ? generation->as.integer : INT64_MAX;
    if (check(&out, ".status.observedGeneration",
              vt_document_find(document, "status", "observedGeneration", NULL), wanted)) {
        return true;
    }
    const vt_value *list = vt_document_find(document, "status", "conditions", NULL);
    size_t index = 0;
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        char path[64];
        snprintf(path, sizeof path, ".status.conditions[%zu].observedGeneration", index++);
        if (check(&out, path, vt_document_get(document, item, VT_TEXT("observedGeneration")),
                  wanted)) {
            return true;
        }
    }
    return false;
}
