/* Reads the few fields that select and group objects, from the object's own JSON. */
#include "fields.h"

#include <cjson/cJSON.h>

#include "memory.h"

void fields_read(cli_fields *fields, const vitals_document *document) {
    char *json = NULL;
    size_t size = 0;
    fields_done(fields);
    if (vitals_document_write_json(document, 0, NULL, &json, &size) != VITALS_OK)
        memory_exhausted();
    /* Deeper than cJSON goes: such an object is selected by no label. */
    fields->tree = cJSON_ParseWithLength(json, size);
    vitals_text_free(NULL, json, size);
}

void fields_done(cli_fields *fields) {
    cJSON_Delete(fields->tree);
    fields->tree = NULL;
}

static const cJSON *metadata_of(const cli_fields *fields, const char *name) {
    const cJSON *metadata = cJSON_GetObjectItemCaseSensitive(fields->tree, "metadata");
    return cJSON_GetObjectItemCaseSensitive(metadata, name);
}

static const char *string_of(const cJSON *map, const char *key) {
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(map, key));
}

const char *fields_label(const cli_fields *fields, const char *key) {
    return string_of(metadata_of(fields, "labels"), key);
}

const char *fields_annotation(const cli_fields *fields, const char *key) {
    return string_of(metadata_of(fields, "annotations"), key);
}

bool fields_has_status(const cli_fields *fields) {
    return cJSON_GetObjectItemCaseSensitive(fields->tree, "status") != NULL;
}

const char *fields_owner_uid(const cli_fields *fields, size_t index) {
    const cJSON *owners = metadata_of(fields, "ownerReferences");
    if (index >= (size_t)cJSON_GetArraySize(owners)) return NULL;
    const char *uid = string_of(cJSON_GetArrayItem(owners, (int)index), "uid");
    return uid ? uid : "";
}
