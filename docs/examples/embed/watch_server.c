/*
** The core of a dashboard: one thread reads watch events, two threads assess them and update the
** health of an application, and meanwhile the argocd-cm changes. The events are generated, so that
** the example runs alone; a server would read them from the API server.
*/
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vitals/vitals.h>

enum { THREADS = 2, QUEUE = 16, OBJECTS = 25, ROUNDS = 40, REPLACE_EVERY = 100 };

/* One watch event and its sequence number. */
struct job {
    vitals_piece *piece; /* NULL: no more events */
    size_t number;
    vitals_engine *engine; /* the rules when it was taken; a reference */
};

/* State shared by the threads, guarded by `lock`. */
struct server {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct job queue[QUEUE]; /* a ring */
    size_t queued, first;
    bool closed;
    vitals_engine *engine; /* the current rules */
    vitals_application *application;
    size_t newest[OBJECTS]; /* by object: the number of the newest event that was put */
    size_t assessed;
};

/* Exit on failure; a real server would recover. */
static void must(vitals_status status) {
    if (status == VITALS_OK) return;
    fprintf(stderr, "watch_server: %s\n", vitals_status_text(status));
    exit(1);
}

/* ------------------------------------------------------------------- rules */

/* Two versions of an argocd-cm, which differ in their message. */
static const char *const config_maps[] = {
    "kind: ConfigMap\n"
    "data:\n"
    "  resource.customizations.health.example.com_Widget:\n"
    "    return {status = obj.status.phase, message = 'first'}\n",
    "kind: ConfigMap\n"
    "data:\n"
    "  resource.customizations.health.example.com_Widget:\n"
    "    return {status = obj.status.phase, message = 'second'}\n",
};

static vitals_engine *make_engine(const char *config_map) {
    vitals_configuration *configuration = NULL;
    vitals_engine *engine = NULL;
    must(vitals_configuration_new(NULL, &configuration));
    must(vitals_configuration_add_argocd_cm(configuration, "argocd-cm", config_map,
                                            strlen(config_map), NULL));
    must(vitals_engine_new(configuration, &engine, NULL));
    vitals_configuration_free(configuration);
    return engine;
}

/* Workers switch at their next event; the old engine is freed with its last reference. */
static void replace_rules(struct server *server, const char *config_map) {
    vitals_engine *engine = make_engine(config_map);
    pthread_mutex_lock(&server->lock);
    vitals_engine *old = server->engine;
    server->engine = engine;
    pthread_mutex_unlock(&server->lock);
    vitals_engine_release(old);
}

/* ------------------------------------------------------------------ workers */

/* Take the next event, to be assessed with the current rules. */
static struct job next_job(struct server *server) {
    struct job job = { NULL, 0, NULL };
    pthread_mutex_lock(&server->lock);
    while (server->queued == 0 && !server->closed)
        pthread_cond_wait(&server->changed, &server->lock);
    if (server->queued) {
        job = server->queue[server->first];
        job.engine = vitals_engine_retain(server->engine);
        server->first = (server->first + 1) % QUEUE;
        server->queued--;
        pthread_cond_broadcast(&server->changed);
    }
    pthread_mutex_unlock(&server->lock);
    return job;
}

static void put_resource(vitals_application *application, vitals_text uid,
                         const vitals_document *live, const vitals_verdict *verdict) {
    vitals_resource resource = VITALS_RESOURCE_INIT;
    resource.key = uid;
    resource.live = live;
    resource.verdict = verdict;
    must(vitals_application_put(application, &resource));
}

/* Threads may finish two events of one object in the wrong order: the newer event wins. */
static void put(struct server *server, const struct job *job, vitals_event event,
                const vitals_document *document, const vitals_verdict *verdict) {
    const vitals_text uid = vitals_document_uid(document);
    const size_t object = (size_t)strtoul(uid.bytes, NULL, 10) % OBJECTS;
    pthread_mutex_lock(&server->lock);
    server->assessed++;
    if (job->number >= server->newest[object]) {
        server->newest[object] = job->number;
        if (event != VITALS_EVENT_DELETED)
            put_resource(server->application, uid, document, verdict);
        else if (vitals_application_remove(server->application, uid) == VITALS_ENOTFOUND)
            fputs("watch_server: gone before it came\n", stderr);
    }
    pthread_mutex_unlock(&server->lock);
}

static void *run_worker(void *shared) {
    struct server *server = shared;
    vitals_worker *worker = NULL;
    vitals_document *document = NULL; /* its memory is reused */
    vitals_verdict *verdict = NULL;
    must(vitals_verdict_new(NULL, &verdict));
    for (struct job job; (job = next_job(server)).piece;) {
        vitals_event event = VITALS_EVENT_NONE;
        must(worker ? vitals_worker_use(worker, job.engine)
                    : vitals_worker_new(job.engine, &worker));
        vitals_engine_release(job.engine); /* the worker has its own reference */
        must(vitals_piece_parse(job.piece, &document, &event, NULL));
        must(vitals_assess(worker, document, NULL, verdict));
        put(server, &job, event, document, verdict);
        vitals_piece_free(job.piece);
    }
    vitals_worker_free(worker);
    vitals_document_free(document);
    vitals_verdict_free(verdict);
    return NULL;
}

/* ------------------------------------------------------------------- events */

/* Generates watch events. */
struct generator {
    size_t event;
    char line[256];
    size_t size, at;
};

/* Each round changes every object once; after the last one a single object is Degraded. */
static void make_line(struct generator *generator) {
    const size_t object = generator->event % OBJECTS, round = generator->event / OBJECTS;
    const bool last = round == ROUNDS - 1;
    const char *phase = last                   ? object == 7 ? "Degraded" : "Healthy"
                        : generator->event % 3 ? "Progressing"
                                               : "Healthy";
    const int size = snprintf(
        generator->line, sizeof generator->line,
        "{\"type\":\"%s\",\"object\":{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\","
        "\"metadata\":{\"name\":\"w%zu\",\"namespace\":\"shop\",\"uid\":\"%zu\"},"
        "\"status\":{\"phase\":\"%s\"}}}\n",
        round ? "MODIFIED" : "ADDED", object, object, phase);
    generator->size = (size_t)size;
    generator->at = 0;
    generator->event++;
}

static ptrdiff_t read_events(void *user, char *buffer, size_t capacity) {
    struct generator *generator = user;
    if (generator->at == generator->size) {
        if (generator->event == (size_t)OBJECTS * ROUNDS) return 0;
        make_line(generator);
    }
    size_t size = generator->size - generator->at;
    if (size > capacity) size = capacity;
    memcpy(buffer, generator->line + generator->at, size);
    generator->at += size;
    return (ptrdiff_t)size;
}

/* Wait while the queue is full, so that events are read as fast as they are assessed. */
static void enqueue(struct server *server, vitals_piece *piece, size_t number) {
    pthread_mutex_lock(&server->lock);
    while (server->queued == QUEUE) pthread_cond_wait(&server->changed, &server->lock);
    server->queue[(server->first + server->queued++) % QUEUE] = (struct job){ piece, number, NULL };
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->lock);
}

static void read_all_events(struct server *server) {
    struct generator generator = { .event = 0 };
    vitals_stream *stream = NULL;
    vitals_piece *piece = NULL;
    must(vitals_stream_new(NULL, read_events, &generator, &stream));
    for (size_t count = 0; vitals_stream_next(stream, &piece, NULL) == VITALS_OK; count++) {
        if (count % REPLACE_EVERY == REPLACE_EVERY - 1)
            replace_rules(server, config_maps[count / REPLACE_EVERY % 2]);
        enqueue(server, piece, count);
    }
    vitals_stream_free(stream);
}

/* -------------------------------------------------------------------- main */

static void serve(struct server *server) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, run_worker, server) != 0) exit(1);
    read_all_events(server);
    pthread_mutex_lock(&server->lock);
    server->closed = true;
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->lock);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

int main(void) {
    static struct server server;
    vitals_health health;
    vitals_text message;
    pthread_mutex_init(&server.lock, NULL);
    pthread_cond_init(&server.changed, NULL);
    server.engine = make_engine(config_maps[0]);
    must(vitals_application_new(server.engine, NULL, &server.application));
    serve(&server);
    must(vitals_application_health(server.application, &health, &message));
    printf("%zu events; the application is %s: %s\n", server.assessed, vitals_health_name(health),
           message.bytes);
    vitals_application_free(server.application);
    vitals_engine_release(server.engine);
    pthread_cond_destroy(&server.changed);
    pthread_mutex_destroy(&server.lock);
    return 0;
}
