/* Describes the first document of a file. */
#include "input/shape.h"

#include <cjson/cJSON.h>

#include "base/memory.h"

enum { KEYS_NAMED = 4 };

static void add_keys(cli_text *out, const cJSON *map) {
    const cJSON *member = NULL;
    int index = 0;
    const int count = cJSON_GetArraySize(map);
    cJSON_ArrayForEach(member, map) {
        if (index == KEYS_NAMED) {
            text_printf(out, " and %d more", count - KEYS_NAMED);
            break;
        }
        text_add_string(out, index == 0 ? " " : index + 1 == count ? " and " : ", ");
        text_add_visible(out, text_from(member->string));
        index++;
    }
}

static void add_map(cli_text *out, const cJSON *map) {
    const int count = cJSON_GetArraySize(map);
    text_add_string(out, "a map");
    if (count == 0)
        text_add_string(out, " without any key");
    else
        text_printf(out, " with the key%s", count == 1 ? "" : "s");
    add_keys(out, map);
}

/* A ConfigMap is told by its data: the keys may be those of another file. */
static void add_object(cli_text *out, const cJSON *object, const char *kind) {
    const cJSON *data = cJSON_GetObjectItemCaseSensitive(object, "data");
    text_add_string(out, "an object of kind ");
    text_add_visible(out, text_from(kind));
    if (!cJSON_IsObject(data)) return;
    text_add_string(out, cJSON_GetArraySize(data) ? " with the data" : " without data");
    add_keys(out, data);
}

static void add_value(cli_text *out, const cJSON *value) {
    const char *kind = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(value, "kind"));
    if (kind)
        add_object(out, value, kind);
    else if (cJSON_IsObject(value))
        add_map(out, value);
    else if (cJSON_IsArray(value))
        text_printf(out, "a list of %d", cJSON_GetArraySize(value));
    else
        text_add_string(out, cJSON_IsString(value) ? "plain text" : "a single value");
}

static cJSON *parse(const char *bytes, size_t size) {
    vitals_document *document = NULL;
    char *json = NULL;
    size_t json_size = 0;
    cJSON *value = NULL;
    if (vitals_document_parse(bytes, size, NULL, &document, NULL) == VITALS_OK &&
        vitals_document_write_json(document, 0, NULL, &json, &json_size) == VITALS_OK) {
        value = cJSON_ParseWithLength(json, json_size);
        vitals_text_free(NULL, json, json_size);
    }
    vitals_document_free(document);
    return value;
}

void shape_describe(cli_text *out, const char *bytes, size_t size) {
    cJSON *value = parse(bytes, size);
    if (!value)
        text_add_string(out, "neither YAML nor JSON");
    else if (cJSON_IsNull(value))
        text_add_string(out, "an empty file");
    else
        add_value(out, value);
    cJSON_Delete(value);
}

bool shape_is_empty_list(const char *bytes, size_t size, const char *name) {
    cJSON *value = parse(bytes, size);
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(value, name);
    const bool empty = cJSON_IsArray(list) && cJSON_GetArraySize(list) == 0;
    cJSON_Delete(value);
    return empty;
}
