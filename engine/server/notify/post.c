/* Messages to a URL, over libcurl on a thread. */
#include "server/notify/post.h"

#ifdef VITALS_WITH_NOTIFY
#include <curl/curl.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
    TRIES = 5,
    FIRST_PAUSE_MS = 1000, /* doubled after each */
    TOTAL_MS = 10000,      /* of one try */
    SIGNATURE_BYTES = 32,
    WHY_BYTES = 256
};

typedef struct message message;
struct message {
    message *next;
    size_t size; /* of all that is allocated */
    vt_text id, body;
};

struct vt_post {
    vt_server *server;
    vitals_allocator allocator;
    char *url;
    vt_text key;
    char *key_bytes;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t filled;
    message *first, *last; /* the first one is being sent */
    vt_post_figures figures;
    char why[WHY_BYTES]; /* the last message was not taken; "": nothing to report */
    int stop, failure;   /* eventfds: for the thread, for the loop */
    bool started, stopping;
};

/* ----------------------------------------------------------------- one request */

static void write_signature(const vt_post *post, vt_text body, char *out, size_t room) {
    unsigned char digest[SIGNATURE_BYTES] = { 0 };
    const int size = snprintf(out, room, "X-Vitals-Signature: sha256=");
    gnutls_hmac_fast(GNUTLS_MAC_SHA256, post->key.bytes, post->key.size, body.bytes, body.size,
                     digest);
    for (int i = 0; i < SIGNATURE_BYTES; i++) {
        snprintf(out + size + 2 * i, room - (size_t)size - 2 * (size_t)i, "%02x", digest[i]);
    }
}

static bool add_header(struct curl_slist **list, const char *line) {
    struct curl_slist *longer = curl_slist_append(*list, line);
    if (longer) *list = longer;
    return longer != NULL;
}

static struct curl_slist *headers_of(const vt_post *post, const message *one) {
    struct curl_slist *list = NULL;
    char line[160];
    snprintf(line, sizeof line, "X-Vitals-Delivery: %.*s", VT_TEXT_ARG(vt_text_cut(one->id, 100)));
    bool good = add_header(&list, "Content-Type: application/json") && add_header(&list, line) &&
                add_header(&list, "Expect:");
    if (post->key.size) {
        write_signature(post, one->body, line, sizeof line);
        good = good && add_header(&list, line);
    }
    if (good) return list;
    curl_slist_free_all(list);
    return NULL;
}

static size_t swallow(char *bytes, size_t size, size_t count, void *user) {
    (void)bytes, (void)user;
    return size * count;
}

static int asked_to_stop(void *user, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    const vt_post *post = user;
    (void)a, (void)b, (void)c, (void)d;
    return __atomic_load_n(&post->stopping, __ATOMIC_RELAXED);
}

/* No redirects: the operator has named this receiver and no other. */
static void set_options(const vt_post *post, CURL *easy, const message *one,
                        struct curl_slist *headers, char *error) {
    curl_easy_reset(easy);
    curl_easy_setopt(easy, CURLOPT_URL, post->url);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, one->body.bytes);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)one->body.size);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)TOTAL_MS);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, swallow);
    curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, asked_to_stop);
    curl_easy_setopt(easy, CURLOPT_XFERINFODATA, post);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, error);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "vitals");
}

typedef enum outcome { TAKEN, AGAIN, REFUSED } outcome;

static outcome outcome_of(long status) {
    if (status >= 200 && status < 300) return TAKEN;
    const bool later = status == 408 || status == 425 || status == 429;
    return status >= 300 && status < 500 && !later ? REFUSED : AGAIN;
}

/* `why` is written when it was not taken. */
static outcome try_once(const vt_post *post, CURL *easy, const message *one, char why[WHY_BYTES]) {
    char error[CURL_ERROR_SIZE] = "";
    long status = 0;
    struct curl_slist *headers = headers_of(post, one);
    if (!headers) {
        snprintf(why, WHY_BYTES, "out of memory");
        return AGAIN;
    }
    set_options(post, easy, one, headers, error);
    const CURLcode code = curl_easy_perform(easy);
    curl_slist_free_all(headers);
    if (code != CURLE_OK) {
        snprintf(why, WHY_BYTES, "%s", *error ? error : curl_easy_strerror(code));
        return AGAIN;
    }
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    snprintf(why, WHY_BYTES, "the receiver answered %ld", status);
    return outcome_of(status);
}

/* ------------------------------------------------------------------- the thread */

/* false: the thread is to stop. */
static bool pause_for(const vt_post *post, int ms) {
    struct pollfd wait = { post->stop, POLLIN, 0 };
    return poll(&wait, 1, ms) <= 0;
}

static outcome try_often(vt_post *post, CURL *easy, const message *one, char why[WHY_BYTES]) {
    outcome last = AGAIN;
    int wait = FIRST_PAUSE_MS;
    for (int i = 0; i < TRIES; i++, wait *= 2) {
        if (i > 0 && !pause_for(post, wait / 2)) break;
        last = try_once(post, easy, one, why);
        if (last != AGAIN) break;
    }
    return last;
}

/* With the mutex. The message stays in the queue while it is sent, so that it counts. */
static void finish(vt_post *post, outcome last, const char *why) {
    const uint64_t one = 1;
    message *done = post->first;
    post->first = done->next;
    if (!post->first) post->last = NULL;
    post->figures.waiting--;
    *(last == TAKEN ? &post->figures.sent : &post->figures.failed) += 1;
    if (last != TAKEN) {
        snprintf(post->why, sizeof post->why, "%s", why);
        /* An eventfd that is full wakes as well. */
        if (write(post->failure, &one, sizeof one) < 0) post->why[0] = 0;
    }
    vt_release(&post->allocator, done, done->size);
}

static void *work(void *user) {
    vt_post *post = user;
    CURL *easy = curl_easy_init();
    char why[WHY_BYTES] = "out of memory";
    pthread_mutex_lock(&post->mutex);
    while (!post->stopping) {
        if (!post->first) {
            pthread_cond_wait(&post->filled, &post->mutex);
            continue;
        }
        const message *one = post->first;
        pthread_mutex_unlock(&post->mutex);
        const outcome last = easy ? try_often(post, easy, one, why) : REFUSED;
        pthread_mutex_lock(&post->mutex);
        if (!post->stopping) finish(post, last, why);
    }
    pthread_mutex_unlock(&post->mutex);
    curl_easy_cleanup(easy);
    return NULL;
}

/* On the loop: report why messages were not taken. */
static void report_failure(void *user, int descriptor, unsigned ready) {
    vt_post *post = user;
    uint64_t count;
    char why[WHY_BYTES];
    (void)ready;
    if (read(descriptor, &count, sizeof count) < 0) return;
    pthread_mutex_lock(&post->mutex);
    memcpy(why, post->why, sizeof why);
    pthread_mutex_unlock(&post->mutex);
    if (*why) vt_server_log(post->server, "a notification was not delivered: %s", why);
}

/* ------------------------------------------------------------------------ door */

static bool has_scheme(const char *url) {
    return vt_text_starts(vt_text_from(url), VT_TEXT("http://")) ||
           vt_text_starts(vt_text_from(url), VT_TEXT("https://"));
}

static char *copy(const vt_post *post, vt_text text) {
    char *bytes = vt_allocate(&post->allocator, text.size + 1);
    if (!bytes) return NULL;
    if (text.size) memcpy(bytes, text.bytes, text.size);
    bytes[text.size] = 0;
    return bytes;
}

static bool start(vt_post *post, const char *url, vt_text key) {
    post->url = copy(post, vt_text_from(url));
    post->key_bytes = copy(post, key);
    post->key = vt_text_slice(post->key_bytes, key.size);
    post->stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    post->failure = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (!post->url || !post->key_bytes || post->stop < 0 || post->failure < 0 ||
        curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK ||
        !vt_poller_watch(post->server->loop, post->failure, VT_POLLER_READABLE, report_failure,
                         post)) {
        return false;
    }
    post->started = pthread_create(&post->thread, NULL, work, post) == 0;
    return post->started;
}

vitals_status vt_post_new(vt_server *server, const char *url, vt_text key, vt_post **out,
                          const char **why) {
    if (!has_scheme(url)) {
        *why = "this is not an http: or https: URL";
        return VITALS_ECONFIG;
    }
    vt_post *post = vt_allocate_zeroed(&server->allocator, sizeof *post);
    if (!post) return VITALS_ENOMEM;
    post->server = server;
    post->allocator = server->allocator;
    post->stop = post->failure = -1;
    pthread_mutex_init(&post->mutex, NULL);
    pthread_cond_init(&post->filled, NULL);
    if (start(post, url, key)) {
        *out = post;
        return VITALS_OK;
    }
    vt_post_free(post);
    return VITALS_ENOMEM;
}

static void stop_thread(vt_post *post) {
    const uint64_t one = 1;
    pthread_mutex_lock(&post->mutex);
    __atomic_store_n(&post->stopping, true, __ATOMIC_RELAXED);
    pthread_cond_signal(&post->filled);
    pthread_mutex_unlock(&post->mutex);
    /* An eventfd that cannot be written to is readable. */
    if (write(post->stop, &one, sizeof one) < 0) post->why[0] = 0;
    pthread_join(post->thread, NULL);
}

void vt_post_free(vt_post *post) {
    if (!post) return;
    if (post->started) stop_thread(post);
    while (post->first) {
        message *next = post->first->next;
        vt_release(&post->allocator, post->first, post->first->size);
        post->first = next;
    }
    if (post->failure >= 0) {
        vt_poller_watch(post->server->loop, post->failure, 0, NULL, NULL);
        close(post->failure);
    }
    if (post->stop >= 0) close(post->stop);
    if (post->key_bytes) memset(post->key_bytes, 0, post->key.size);
    vt_release(&post->allocator, post->key_bytes, post->key.size + 1);
    vt_release(&post->allocator, post->url, post->url ? strlen(post->url) + 1 : 0);
    pthread_cond_destroy(&post->filled);
    pthread_mutex_destroy(&post->mutex);
    const vitals_allocator allocator = post->allocator;
    vt_release(&allocator, post, sizeof *post);
}

static message *new_message(const vt_post *post, vt_text id, vt_text body) {
    const size_t size = sizeof(message) + id.size + body.size;
    message *one = vt_allocate(&post->allocator, size);
    if (!one) return NULL;
    char *bytes = (char *)(one + 1);
    memcpy(bytes, id.bytes, id.size);
    memcpy(bytes + id.size, body.bytes, body.size);
    *one = (message){ NULL, size, { bytes, id.size }, { bytes + id.size, body.size } };
    return one;
}

bool vt_post_send(vt_post *post, vt_text id, vt_text body) {
    message *one = new_message(post, id, body);
    pthread_mutex_lock(&post->mutex);
    const bool room = one && post->figures.waiting < post->server->limits.notify_queue;
    if (room) {
        *(post->last ? &post->last->next : &post->first) = one;
        post->last = one;
        post->figures.waiting++;
        pthread_cond_signal(&post->filled);
    } else {
        post->figures.dropped++;
    }
    pthread_mutex_unlock(&post->mutex);
    if (!room && one) vt_release(&post->allocator, one, one->size);
    return room;
}

vt_post_figures vt_post_figures_of(vt_post *post) {
    pthread_mutex_lock(&post->mutex);
    const vt_post_figures figures = post->figures;
    pthread_mutex_unlock(&post->mutex);
    return figures;
}
#else
vitals_status vt_post_new(vt_server *server, const char *url, vt_text key, vt_post **out,
                          const char **why) {
    (void)server, (void)url, (void)key, (void)out;
    *why = "this build cannot send: it has no libcurl or no GnuTLS";
    return VITALS_ECONFIG;
}

void vt_post_free(vt_post *post) {
    (void)post;
}

bool vt_post_send(vt_post *post, vt_text id, vt_text body) {
    (void)post, (void)id, (void)body;
    return false;
}

vt_post_figures vt_post_figures_of(vt_post *post) {
    (void)post;
    return (vt_post_figures){ 0, 0, 0, 0 };
}
#endif
