/*
** vitals with other rules on every line of stdin, for the classes of cases about rules:
**
**     {"profile":"argocd","argocd_cm":"…","expressions":"…","objects":["…"]}
**
** Each text is the content of a file. The answer is {"verdicts":[…]}, one per object as in `assess -o ndjson`, or
** {"error":"…"}, the first problem of the rules.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cjson/cJSON.h>
#include <vitals/vitals.h>

typedef vitals_status (*add_file)(vitals_configuration *configuration, const char *file,
                                  const char *bytes, size_t size, vitals_diagnostics *diagnostics);

static const struct {
    const char *name;
    add_file add;
} files[] = {
    { "argocd_cm", vitals_configuration_add_argocd_cm },
    { "expressions", vitals_configuration_add_expressions },
};

static const char *string_of(const cJSON *line, const char *name) {
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(line, name));
}

static vitals_engine *engine_of(const cJSON *line, vitals_diagnostics *diagnostics) {
    vitals_configuration *configuration = NULL;
    vitals_engine *engine = NULL;
    if (vitals_configuration_new(NULL, &configuration) != VITALS_OK) return NULL;
    vitals_configuration_set_bundled(configuration, false);
    bool added = true;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char *text = string_of(line, files[i].name);
        added &= !text || files[i].add(configuration, files[i].name, text, strlen(text),
                                       diagnostics) == VITALS_OK;
    }
    if (added && vitals_engine_new(configuration, &engine, diagnostics) != VITALS_OK) engine = NULL;
    vitals_configuration_free(configuration);
    return engine;
}

static void tell_problem(const vitals_diagnostics *diagnostics) {
    const vitals_diagnostic *first = vitals_diagnostics_at(diagnostics, 0);
    cJSON *text = cJSON_CreateString(first ? first->text.bytes : "no engine");
    char *quoted = cJSON_PrintUnformatted(text);
    printf("{\"error\":%s}\n", quoted);
    cJSON_free(quoted);
    cJSON_Delete(text);
}

static bool tell_verdicts(const cJSON *line, vitals_worker *worker) {
    vitals_call call = VITALS_CALL_INIT;
    const cJSON *object = NULL;
    const char *separator = "";
    call.now_seconds = (int64_t)time(NULL);
    call.helm_controller_order = true; /* expressions apply to Jobs too */
    const char *profile = string_of(line, "profile");
    bool good = profile && vitals_profile_from_name(profile, &call.profile) == VITALS_OK;
    fputs("{\"verdicts\":[", stdout);
    cJSON_ArrayForEach(object, cJSON_GetObjectItemCaseSensitive(line, "objects")) {
        const char *text = cJSON_GetStringValue(object);
        vitals_text verdict = { "null", 4 };
        good = good && text &&
               vitals_assess_text(worker, text, strlen(text), &call, &verdict, NULL) == VITALS_OK;
        printf("%s%.*s", separator, (int)verdict.size, verdict.bytes);
        separator = ",";
    }
    puts("]}");
    return good;
}

static bool answer(const char *text, vitals_diagnostics *diagnostics) {
    vitals_worker *worker = NULL;
    cJSON *line = cJSON_Parse(text);
    vitals_diagnostics_clear(diagnostics);
    vitals_engine *engine = engine_of(line, diagnostics);
    bool good = line != NULL;
    if (!engine) {
        tell_problem(diagnostics);
    } else {
        good =
            good && vitals_worker_new(engine, &worker) == VITALS_OK && tell_verdicts(line, worker);
    }
    vitals_worker_free(worker);
    vitals_engine_release(engine);
    cJSON_Delete(line);
    return good;
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
