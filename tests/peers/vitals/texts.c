/*
** vitals on texts that it reads before any rule runs, one question on every line of stdin:
**
**     {"pattern":"*.example.com/{A,B}","texts":["…"]}    {"matches":[true]} or {"error":true}
**     {"yaml":"…"}                                       {"json":"…"} or {"error":"…"}
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <vitals/vitals.h>

#include "base/memory/arena.h"
#include "base/text/glob.h"

static vt_text text_of(const cJSON *value) {
    const char *bytes = cJSON_GetStringValue(value);
    return (vt_text){ bytes, bytes ? strlen(bytes) : 0 };
}

static bool add_matches(const cJSON *line, vt_text pattern, cJSON *answer) {
    vt_arena arena;
    const char *error = NULL;
    const cJSON *one = NULL;
    vt_arena_init(&arena, NULL, 0);
    const vt_glob *glob = vt_glob_compile(&arena, pattern, &error);
    bool good = glob || error;
    if (glob) {
        cJSON *matches = cJSON_AddArrayToObject(answer, "matches");
        cJSON_ArrayForEach(one, cJSON_GetObjectItemCaseSensitive(line, "texts")) {
            cJSON_AddItemToArray(matches,
                                 cJSON_CreateBool(vt_glob_match(glob, text_of(one), NULL)));
        }
    } else {
        cJSON_AddTrueToObject(answer, "error");
    }
    vt_arena_done(&arena);
    return good;
}

static bool add_json(vt_text yaml, vitals_diagnostics *diagnostics, cJSON *answer) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_document *document = NULL;
    char *json = NULL;
    size_t size = 0;
    bool good = true;
    options.format = VITALS_FORMAT_YAML;
    vitals_diagnostics_clear(diagnostics);
    vitals_status status =
        vitals_document_parse(yaml.bytes, yaml.size, &options, &document, diagnostics);
    if (status == VITALS_OK) {
        good = vitals_document_write_json(document, 0, NULL, &json, &size) == VITALS_OK &&
               cJSON_AddStringToObject(answer, "json", json);
    } else {
        const vitals_diagnostic *first = vitals_diagnostics_at(diagnostics, 0);
        good = first && cJSON_AddStringToObject(answer, "error", first->text.bytes);
    }
    vitals_text_free(NULL, json, size);
    vitals_document_free(document);
    return good;
}

static bool answer(const char *text, vitals_diagnostics *diagnostics) {
    cJSON *line = cJSON_Parse(text), *out = cJSON_CreateObject();
    vt_text pattern = text_of(cJSON_GetObjectItemCaseSensitive(line, "pattern"));
    vt_text yaml = text_of(cJSON_GetObjectItemCaseSensitive(line, "yaml"));
    bool good = false;
    if (pattern.bytes) good = add_matches(line, pattern, out);
    if (yaml.bytes) good = add_json(yaml, diagnostics, out);
    char *shown = cJSON_PrintUnformatted(out);
    if (shown) puts(shown);
    cJSON_free(shown);
    cJSON_Delete(out);
    cJSON_Delete(line);
    return good && shown;
}

int main(void) {
    vitals_diagnostics *diagnostics = NULL;
    char *line = NULL;
    size_t capacity = 0;
    bool good = vitals_diagnostics_new(NULL, &diagnostics) == VITALS_OK;
    while (good && getline(&line, &capacity, stdin) > 0) good = answer(line, diagnostics);
    free(line);
    vitals_diagnostics_free(diagnostics);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
