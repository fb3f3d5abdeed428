/* Workers on threads of their own over shared engines that are swapped while they run. */
#include <pthread.h>
#include <stdatomic.h>

#include "support/health.h"
#include "support/table.h"

enum { WORKERS = 2, ROUNDS = 4000, SWAPS = 200 };

#define WIDGET(kind)                                                                               \
    "{\"apiVersion\":\"x.io/v1\",\"kind\":\"" kind "\",\"metadata\":{\"name\":\"w\"}}"
#define CM(status)                                                                                 \
    "kind: ConfigMap\ndata:\n  resource.customizations.health.x.io_W: return {status='" status     \
    "', message=obj.metadata.name}\n"

/* The engine of the day, handed from the thread that swaps to those that assess. */
typedef struct shared {
    pthread_mutex_t lock;
    vitals_engine *engine;
    const vitals_document *scripted, *expressed;
    atomic_bool failed;
} shared;

static const char expressions[] = "- apiVersion: x.io/v1\n  kind: E\n"
                                  "  current: metadata.name.matches('^[w]$')\n";

/* It shares what `from` compiled, which may be NULL. */
static vitals_engine *make_engine(const char *configmap, vitals_engine *from) {
    vitals_configuration *configuration = NULL;
    vitals_engine *engine = NULL;
    vitals_status status = vitals_configuration_new(NULL, &configuration);
    if (!status) {
        vitals_configuration_share(configuration, from);
        status = vitals_configuration_add_expressions(configuration, "e", expressions,
                                                      sizeof expressions - 1, NULL);
    }
    if (!status) {
        status = vitals_configuration_add_argocd_cm(configuration, "cm", configmap,
                                                    strlen(configmap), NULL);
    }
    if (!status) status = vitals_engine_new(configuration, &engine, NULL);
    vitals_configuration_free(configuration);
    return status ? NULL : engine;
}

static vitals_engine *engine_of_the_day(shared *state) {
    pthread_mutex_lock(&state->lock);
    vitals_engine *engine = vitals_engine_retain(state->engine);
    pthread_mutex_unlock(&state->lock);
    return engine;
}

/* Either engine is right; anything else is not. */
static bool is_expected(const vitals_verdict *verdict) {
    vitals_health health = vitals_verdict_health(verdict);
    if (vitals_verdict_source(verdict) == VITALS_SOURCE_EXPRESSION) {
        return health == VITALS_HEALTH_HEALTHY;
    }
    return (health == VITALS_HEALTH_HEALTHY || health == VITALS_HEALTH_DEGRADED) &&
           strcmp(vitals_verdict_message(verdict).bytes, "w") == 0;
}

static bool assess_rounds(shared *state, vitals_worker *worker, vitals_verdict *verdict) {
    for (int i = 0; i < ROUNDS; i++) {
        vitals_engine *engine = engine_of_the_day(state);
        vitals_status status = vitals_worker_use(worker, engine);
        vitals_engine_release(engine);
        const vitals_document *document = i % 2 ? state->scripted : state->expressed;
        if (!status) status = vitals_assess(worker, document, NULL, verdict);
        if (status || !is_expected(verdict)) return false;
    }
    return true;
}

static void *assess(void *user) {
    shared *state = user;
    vitals_worker *worker = NULL;
    vitals_verdict *verdict = NULL;
    vitals_engine *engine = engine_of_the_day(state);
    bool good = vitals_worker_new(engine, &worker) == VITALS_OK &&
                vitals_verdict_new(NULL, &verdict) == VITALS_OK &&
                assess_rounds(state, worker, verdict);
    vitals_engine_release(engine);
    if (!good) atomic_store(&state->failed, true);
    vitals_verdict_free(verdict);
    vitals_worker_free(worker);
    return NULL;
}

static void swap_engines(shared *state) {
    for (int i = 0; i < SWAPS; i++) {
        vitals_engine *fresh = make_engine(i % 2 ? CM("Healthy") : CM("Degraded"), state->engine);
        assert_non_null(fresh);
        pthread_mutex_lock(&state->lock);
        vitals_engine *old = state->engine;
        state->engine = fresh;
        pthread_mutex_unlock(&state->lock);
        vitals_engine_release(old);
    }
}

static vitals_document *parse(const char *text) {
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(text, strlen(text), NULL, &document, NULL), VITALS_OK);
    return document;
}

static void engines_are_swapped(void **unused) {
    (void)unused;
    vitals_document *scripted = parse(WIDGET("W")), *expressed = parse(WIDGET("E"));
    shared state = { .engine = make_engine(CM("Healthy"), NULL),
                     .scripted = scripted,
                     .expressed = expressed };
    assert_non_null(state.engine);
    pthread_mutex_init(&state.lock, NULL);
    pthread_t threads[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, assess, &state), 0);
    }
    swap_engines(&state);
    for (int i = 0; i < WORKERS; i++) pthread_join(threads[i], NULL);
    assert_false(atomic_load(&state.failed));
    vitals_engine_release(state.engine);
    vitals_document_free(scripted);
    vitals_document_free(expressed);
    pthread_mutex_destroy(&state.lock);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(engines_are_swapped) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
