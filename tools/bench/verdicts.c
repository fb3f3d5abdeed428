/*
** How long one verdict takes. Each line of stdin is a job, answered with the nanoseconds of one
** turn, so that the caller can interleave vitals with other engines:
**
**     {"peer":"kstatus","file":"pod.json","parse":true,"times":1000}
**
** "peer" names the engine that vitals is compared with: argocd-native, argocd-lua ("script"), kstatus, cel-go and
** cel-plan ("expr"), flux-cel ("current", for the kind of the object); or what is done instead: simdjson at our
** level of vector instructions, simdjson-best, and argocd-cm, which makes an engine from the bundle and the file beside the
** engine before it. With "parse" a turn starts at the bytes of the file; without it the object is parsed before the clock
** starts. A turn ends with the verdict in hand, not written.
**
** verdicts levels prints our level of vector instructions, simdjson's name for it, and its best.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cjson/cJSON.h>
#include <vitals/cel.h>
#include <vitals/vitals.h>

#include "document/json/json_level.h"
#include "simdjson_dom.h"

#define MAX_LINE_BYTES ((size_t)1 << 20)
#define MAX_FILE_BYTES ((size_t)16 << 20)

/* The state of one job; what its engine does not need is NULL. */
typedef struct bench {
    char *bytes;
    size_t size;
    const char *script, *expression, *current;
    vitals_profile profile;
    vitals_document *document;
    vitals_engine *engine;
    vitals_worker *worker;
    vitals_verdict *verdict;
    vitals_cel_program *program;
    vitals_cel_state *state;
    void *simdjson;
} bench;

static vitals_text text_of(const char *text) {
    return (vitals_text){ text, text ? strlen(text) : 0 };
}

/* -------------------------------------------------------------------- turns */

static bool parse(bench *b) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_JSON;
    return vitals_document_parse(b->bytes, b->size, &options, &b->document, NULL) == VITALS_OK;
}

static bool assess(bench *b) {
    vitals_call call = VITALS_CALL_INIT;
    call.profile = b->profile;
    return vitals_assess(b->worker, b->document, &call, b->verdict) == VITALS_OK;
}

static bool evaluate(bench *b) {
    vitals_cel_input input = VITALS_CEL_INPUT_INIT;
    vitals_cel_answer answer;
    input.object = b->document;
    return vitals_cel_evaluate(b->program, b->state, &input, &answer, sizeof answer) == VITALS_OK;
}

static bool plan(bench *b) {
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vitals_cel_program *program = NULL;
    bool done = vitals_cel_compile(text_of(b->expression), &options, &program, NULL) == VITALS_OK;
    vitals_cel_program_free(program);
    return done;
}

/* What a program that watches its argocd-cm does when it changes. */
static bool reload(bench *b) {
    vitals_configuration *configuration = NULL;
    vitals_engine *engine = NULL;
    if (vitals_configuration_new(NULL, &configuration) != VITALS_OK) return false;
    vitals_configuration_share(configuration, b->engine);
    bool made = vitals_configuration_add_argocd_cm(configuration, "argocd-cm.yaml", b->bytes,
                                                   b->size, NULL) == VITALS_OK &&
                vitals_engine_new(configuration, &engine, NULL) == VITALS_OK;
    vitals_configuration_free(configuration);
    if (!made) return false;
    vitals_engine_release(b->engine);
    b->engine = engine;
    return true;
}

static bool read_with_simdjson(bench *b) {
    return simdjson_dom_parse(b->simdjson, b->bytes, b->size);
}

/* ------------------------------------------------------------------ readiness */

/* The expression as healthCheckExprs of the kind of the object. */
static bool add_expression(bench *b, vitals_configuration *configuration) {
    char text[4096];
    vitals_text version = vitals_document_api_version(b->document);
    vitals_text kind = vitals_document_kind(b->document);
    int size =
        snprintf(text, sizeof text, "- {apiVersion: \"%s\", kind: \"%s\", current: \"%s\"}\n",
                 version.bytes, kind.bytes, b->current);
    return size > 0 && (size_t)size < sizeof text &&
           vitals_configuration_add_expressions(configuration, "exprs.yaml", text, (size_t)size,
                                                NULL) == VITALS_OK;
}

/* An engine whose only rule is the script or the expression, or one without rules. */
static bool ready_engine(bench *b) {
    vitals_configuration *configuration = NULL;
    if (vitals_configuration_new(NULL, &configuration) != VITALS_OK) return false;
    vitals_configuration_set_bundled(configuration, false);
    vitals_text script = text_of(b->script);
    bool ready = !b->script ||
                 vitals_configuration_add_check(configuration, "argoproj.io/Rollout", "health.lua",
                                                script.bytes, script.size, NULL) == VITALS_OK;
    if (ready && b->current) ready = add_expression(b, configuration);
    ready = ready && vitals_engine_new(configuration, &b->engine, NULL) == VITALS_OK &&
            vitals_worker_new(b->engine, &b->worker) == VITALS_OK &&
            vitals_verdict_new(NULL, &b->verdict) == VITALS_OK;
    vitals_configuration_free(configuration);
    return ready;
}

static bool ready_argocd(bench *b) {
    b->profile = VITALS_PROFILE_ARGOCD;
    return ready_engine(b);
}

static bool ready_kstatus(bench *b) {
    b->profile = VITALS_PROFILE_KSTATUS;
    return ready_engine(b);
}

static bool ready_flux(bench *b) {
    b->profile = VITALS_PROFILE_FLUX;
    return ready_engine(b);
}

static bool ready_cel(bench *b) {
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    return vitals_cel_compile(text_of(b->expression), &options, &b->program, NULL) == VITALS_OK &&
           vitals_cel_state_new(NULL, &b->state) == VITALS_OK;
}

static bool ready_simdjson(bench *b) {
    return (b->simdjson = simdjson_dom_new(vt_json_level_best()->name)) != NULL;
}

static bool ready_simdjson_best(bench *b) {
    return (b->simdjson = simdjson_dom_new(NULL)) != NULL;
}

static bool ready_reload(bench *b) {
    return vitals_engine_new(NULL, &b->engine, NULL) == VITALS_OK;
}

static const struct {
    const char *name;
    bool (*ready)(bench *b);
    bool (*turn)(bench *b);
} engines[] = {
    { "argocd-native", ready_argocd, assess },
    { "argocd-lua", ready_argocd, assess },
    { "kstatus", ready_kstatus, assess },
    { "cel-go", ready_cel, evaluate },
    { "cel-plan", ready_cel, plan },
    { "simdjson", ready_simdjson, read_with_simdjson },
    { "flux-cel", ready_flux, assess },
    { "simdjson-best", ready_simdjson_best, read_with_simdjson },
    { "argocd-cm", ready_reload, reload },
};

/* ---------------------------------------------------------------------- a job */

static int64_t now_nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static bool read_file(bench *b, const char *path) {
    FILE *file = path ? fopen(path, "rb") : NULL;
    b->bytes = malloc(MAX_FILE_BYTES);
    b->size = file && b->bytes ? fread(b->bytes, 1, MAX_FILE_BYTES, file) : 0;
    if (file) fclose(file);
    return b->size > 0;
}

/* Nanoseconds of one turn, or -1. The first turn is not timed: scripts are compiled in it. */
static int64_t timed(bench *b, bool (*turn)(bench *b), bool parse_too, int times) {
    if (!turn(b)) return -1;
    int64_t start = now_nanoseconds();
    for (int i = 0; i < times; i++) {
        if ((parse_too && !parse(b)) || !turn(b)) return -1;
    }
    return (now_nanoseconds() - start) / times;
}

static int64_t run(bench *b, const char *name, const char *path, bool parse_too, int times) {
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        if (strcmp(engines[i].name, name) != 0) continue;
        if (!read_file(b, path) || !parse(b) || !engines[i].ready(b)) return -1;
        return timed(b, engines[i].turn, parse_too, times);
    }
    return -1;
}

static void done(bench *b) {
    vitals_verdict_free(b->verdict);
    vitals_worker_free(b->worker);
    vitals_engine_release(b->engine);
    vitals_cel_state_free(b->state);
    vitals_cel_program_free(b->program);
    vitals_document_free(b->document);
    if (b->simdjson) simdjson_dom_free(b->simdjson);
    free(b->bytes);
}

static const char *string_of(const cJSON *job, const char *name) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(job, name));
    return text && *text ? text : NULL;
}

static bool answer(const char *line) {
    bench b = { .bytes = NULL };
    cJSON *job = cJSON_Parse(line);
    const char *name = string_of(job, "peer");
    int times = (int)cJSON_GetNumberValue(cJSON_GetObjectItem(job, "times"));
    bool parse_too = cJSON_IsTrue(cJSON_GetObjectItem(job, "parse"));
    b.script = string_of(job, "script");
    b.expression = string_of(job, "expr");
    b.current = string_of(job, "current");
    int64_t nanoseconds =
        name && times > 0 ? run(&b, name, string_of(job, "file"), parse_too, times) : -1;
    printf("%lld\n", (long long)nanoseconds);
    fflush(stdout);
    done(&b);
    cJSON_Delete(job);
    return nanoseconds >= 0;
}

static int print_levels(void) {
    const char *level = vt_json_level_best()->name;
    void *same = simdjson_dom_new(level), *best = simdjson_dom_new(NULL);
    if (same && best) printf("%s %s %s\n", level, simdjson_dom_name(same), simdjson_dom_name(best));
    simdjson_dom_free(same);
    simdjson_dom_free(best);
    return same && best ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int count, char **arguments) {
    if (count > 1 && strcmp(arguments[1], "levels") == 0) return print_levels();
    char *line = malloc(MAX_LINE_BYTES);
    bool good = line != NULL;
    while (good && fgets(line, (int)MAX_LINE_BYTES, stdin)) good = answer(line);
    free(line);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
