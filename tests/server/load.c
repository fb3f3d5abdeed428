/*
** Load for `vitals serve --push load`: objects, changes at a rate, and clients of /v1/events.
**
**     load PORT PID OBJECTS RATE CLIENTS STALLED SECONDS
**
** CLIENTS follow all resources and read at once; STALLED follow and never read. One line of JSON is printed: latency
** from sending a change to reading its event, in milliseconds; events and resets; memory and CPU of the process PID.
** Every reading client must have the last change, or a reset: otherwise the exit status is 1.
*/
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { LINE = 4096, BLOCK = 65536, BATCH_MS = 10, WAIT_MS = 120000, BUCKETS = 60000 };

typedef struct settings {
    int port, pid, objects, rate, clients, stalled, seconds;
} settings;

typedef struct client {
    int socket;
    bool in_body, finished, reset;
    long chunk; /* bytes left of the chunk; -1: in its size line, -2: behind it */
    size_t size, frame_size;
    char line[LINE], frame[24];
    uint64_t events, resets;
} client;

/* Latencies in tenths of milliseconds. */
static uint64_t histogram[BUCKETS];
static uint64_t latencies;
static int64_t pushed_us; /* when the last change was sent; 0: not yet */
static int64_t heard_us;  /* when the last event about a change came */

static int64_t now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void fail(const char *what) {
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(2);
}

static int connect_to(int port) {
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int one = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    /* A head and its body are two segments: the second one must not wait for an acknowledgement. */
    setsockopt(one, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (one < 0 || connect(one, (struct sockaddr *)&at, sizeof at) != 0) fail("connect");
    return one;
}

static void send_all(int to, const char *bytes, size_t size) {
    while (size) {
        const ssize_t sent = send(to, bytes, size, MSG_NOSIGNAL);
        if (sent <= 0) fail("send");
        bytes += sent;
        size -= (size_t)sent;
    }
}

/* --------------------------------------------------------------------- changes */

/* An object of about 1.9 kB, whose message is a time. */
static int write_object(char *to, size_t room, int number, uint64_t version, int64_t at) {
    static char padding[1400];
    if (!padding[0]) memset(padding, 'x', sizeof padding - 1);
    return snprintf(
        to, room,
        "{\"apiVersion\":\"cert-manager.io/v1\",\"kind\":\"Certificate\",\"metadata\":{"
        "\"name\":\"object-%d\",\"namespace\":\"load-%d\",\"uid\":\"uid-%d\","
        "\"resourceVersion\":\"%llu\",\"annotations\":{\"padding\":\"%s\"}},\"status\":{"
        "\"conditions\":[{\"type\":\"Ready\",\"status\":\"False\",\"reason\":\"Load\","
        "\"message\":\"t=%lld.\"}]}}",
        number, number % 100, number, (unsigned long long)version, padding, (long long)at);
}

static void post(int to, const char *method, const char *path, const char *body, size_t size) {
    char head[300], answer[BLOCK];
    const int length = snprintf(head, sizeof head,
                                "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                                "application/x-ndjson\r\nContent-Length: %zu\r\n\r\n",
                                method, path, size);
    send_all(to, head, (size_t)length);
    send_all(to, body, size);
    const ssize_t got = recv(to, answer, sizeof answer - 1, 0);
    if (got < 12 || strncmp(answer + 9, "200", 3) != 0) {
        answer[got > 0 ? got : 0] = 0;
        fprintf(stderr, "load: %s %s: %s\n", method, path, answer);
        exit(2);
    }
}

static void put_snapshot(const settings *self) {
    const size_t room = (size_t)self->objects * 2400 + 1;
    char *body = malloc(room);
    size_t size = 0;
    if (!body) fail("malloc");
    for (int i = 0; i < self->objects; i++) {
        size += (size_t)write_object(body + size, room - size, i, 1, 0);
        body[size++] = '\n';
    }
    const int to = connect_to(self->port);
    post(to, "PUT", "/v1/clusters/load/objects", body, size);
    close(to);
    free(body);
}

/* A batch each BATCH_MS; the last change of all has the time -1. */
static void *push(void *user) {
    const settings *self = user;
    const int to = connect_to(self->port), of_batch = self->rate * BATCH_MS / 1000;
    const int64_t begun = now_us();
    const int batches = self->seconds * 1000 / BATCH_MS;
    const size_t room = (size_t)(of_batch + 1) * 2500;
    char *body = malloc(room);
    uint64_t version = 2;
    if (!body) fail("malloc");
    for (int batch = 0; batch <= batches; batch++) {
        const bool last = batch == batches;
        size_t size = 0;
        for (int i = 0; i < (last ? 1 : of_batch); i++, version++) {
            const int number = last ? 0 : 1 + (int)(version % (uint64_t)(self->objects - 1));
            size +=
                (size_t)snprintf(body + size, room - size, "{\"type\":\"MODIFIED\",\"object\":");
            size += (size_t)write_object(body + size, room - size, number, version,
                                         last ? -1 : now_us());
            size += (size_t)snprintf(body + size, room - size, "}\n");
        }
        if (size) post(to, "POST", "/v1/clusters/load/events", body, size);
        const int64_t wait = begun + (int64_t)(batch + 1) * BATCH_MS * 1000 - now_us();
        if (wait > 0) usleep((useconds_t)wait);
    }
    free(body);
    close(to);
    __atomic_store_n(&pushed_us, now_us(), __ATOMIC_SEQ_CST);
    return NULL;
}

/* --------------------------------------------------------------------- clients */

static void take_line(client *self) {
    self->line[self->size] = 0;
    if (strncmp(self->line, "event: reset", 12) == 0) {
        self->resets++;
        self->reset = true;
    }
    const char *at =
        strncmp(self->line, "data: ", 6) == 0 ? strstr(self->line, "\"m\":\"t=") : NULL;
    if (!at) return;
    heard_us = now_us();
    const long long sent = strtoll(at + 7, NULL, 10);
    if (sent == 0) return; /* of the snapshot */
    /* All clients read the same order, and end somewhere behind the last change of all: an object whose rule ran
    ** longer may come after that. */
    if (!self->finished) self->events++;
    if (sent < 0) self->finished = true;
    if (sent <= 0) return;
    int64_t tenths = (now_us() - sent) / 100;
    if (tenths < 0) tenths = 0;
    histogram[tenths < BUCKETS ? tenths : BUCKETS - 1]++;
    latencies++;
}

static void take_text(client *self, const char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] == '\n') {
            take_line(self);
            self->size = 0;
        } else if (self->size < LINE - 1) {
            self->line[self->size++] = bytes[i];
        }
    }
}

/* A byte of a chunk's size line, or of the line end behind its content. */
static void take_frame(client *self, char byte) {
    if (self->chunk == -2) {
        if (byte == '\n') self->chunk = -1;
    } else if (byte == '\n') {
        self->frame[self->frame_size] = 0;
        self->chunk = strtol(self->frame, NULL, 16);
        self->frame_size = 0;
    } else if (self->frame_size < sizeof self->frame - 1) {
        self->frame[self->frame_size++] = byte;
    }
}

static void take_bytes(client *self, const char *bytes, size_t size) {
    for (size_t i = 0; i < size;) {
        if (self->chunk <= 0) {
            take_frame(self, bytes[i++]);
            continue;
        }
        const size_t part = size - i < (size_t)self->chunk ? size - i : (size_t)self->chunk;
        take_text(self, bytes + i, part);
        i += part;
        self->chunk -= (long)part;
        if (self->chunk == 0) self->chunk = -2;
    }
}

static void take(client *self) {
    static char block[BLOCK];
    const ssize_t got = recv(self->socket, block, sizeof block, 0);
    if (got <= 0) fail("a stream ended");
    const char *bytes = block;
    size_t size = (size_t)got;
    if (!self->in_body) {
        block[got < BLOCK ? got : BLOCK - 1] = 0;
        const char *end = strstr(block, "\r\n\r\n");
        if (!end) fail("a head that is not whole");
        self->in_body = true;
        self->chunk = -1;
        size -= (size_t)(end + 4 - block);
        bytes = end + 4;
    }
    take_bytes(self, bytes, size);
}

static void follow(client *self, int port) {
    static const char request[] =
        "GET /v1/events?resources=1&cluster=load HTTP/1.1\r\nHost: localhost\r\n\r\n";
    self->socket = connect_to(port);
    send_all(self->socket, request, sizeof request - 1);
}

static bool all_finished(const client *clients, int count) {
    for (int i = 0; i < count; i++) {
        if (!clients[i].finished && !clients[i].reset) return false;
    }
    return true;
}

/* ---------------------------------------------------------------------- figures */

static long rss_kb(int pid) {
    char path[64], line[256];
    long kb = -1;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, "VmRSS:", 6) == 0) kb = strtol(line + 6, NULL, 10);
    }
    if (file) fclose(file);
    return kb;
}

static double cpu_seconds(int pid) {
    char path[64], line[1024];
    unsigned long user = 0, system_ = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "r");
    if (file && fgets(line, sizeof line, file)) {
        const char *at = strrchr(line, ')');
        char *end;
        for (int field = 2; at && field < 14; field++) at = strchr(at + 1, ' ');
        if (at) {
            user = strtoul(at, &end, 10);
            system_ = strtoul(end, NULL, 10);
        }
    }
    if (file) fclose(file);
    return (double)(user + system_) / (double)sysconf(_SC_CLK_TCK);
}

static double quantile_ms(double part) {
    uint64_t seen = 0;
    for (int i = 0; i < BUCKETS; i++) {
        seen += histogram[i];
        if ((double)seen >= part * (double)latencies && seen) return i / 10.0;
    }
    return 0;
}

static void report(const settings *self, const client *clients, double cpu, double took,
                   bool finished) {
    uint64_t least = UINT64_MAX, most = 0, resets = 0;
    for (int i = 0; i < self->clients; i++) {
        if (clients[i].events < least) least = clients[i].events;
        if (clients[i].events > most) most = clients[i].events;
        resets += clients[i].resets;
    }
    printf(
        "{\"objects\":%d,\"rate\":%d,\"clients\":%d,\"stalled\":%d,\"seconds\":%.1f,\"p50\":%.1f,"
        "\"p99\":%.1f,\"max\":%.1f,\"leastEvents\":%llu,\"mostEvents\":%llu,\"resets\":%llu,"
        "\"rssMB\":%.1f,\"cpuPercent\":%.1f,\"finished\":%s}\n",
        self->objects, self->rate, self->clients, self->stalled, took, quantile_ms(0.5),
        quantile_ms(0.99), quantile_ms(1.0), (unsigned long long)least, (unsigned long long)most,
        (unsigned long long)resets, (double)rss_kb(self->pid) / 1024, 100 * cpu / took,
        finished ? "true" : "false");
}

/* Read the events of the snapshot, until none has come for a while: they are not measured. Figures of the whole server
** come all the time where others change it as well. */
static void drain(int loop, client *clients, int count) {
    enum { QUIET_US = 1500000 };
    struct epoll_event ready[64];
    heard_us = now_us();
    while (now_us() < heard_us + QUIET_US) {
        const int found = epoll_wait(loop, ready, 64, 100);
        for (int i = 0; i < found; i++) take(ready[i].data.ptr);
    }
    memset(histogram, 0, sizeof histogram);
    latencies = 0;
    for (int i = 0; i < count; i++) {
        clients[i].events = clients[i].resets = 0;
        clients[i].reset = false;
    }
}

static bool run(const settings *self, client *clients, double *took, double *cpu) {
    int64_t begun;
    struct epoll_event event = { .events = EPOLLIN }, ready[64];
    const int loop = epoll_create1(0);
    pthread_t pusher;
    if (loop < 0) fail("epoll");
    for (int i = 0; i < self->clients; i++) {
        event.data.ptr = &clients[i];
        epoll_ctl(loop, EPOLL_CTL_ADD, clients[i].socket, &event);
    }
    drain(loop, clients, self->clients);
    begun = now_us();
    *cpu = cpu_seconds(self->pid);
    if (pthread_create(&pusher, NULL, push, (void *)(uintptr_t)self) != 0) fail("thread");
    while (!all_finished(clients, self->clients)) {
        const int64_t pushed = __atomic_load_n(&pushed_us, __ATOMIC_SEQ_CST);
        if (pushed && now_us() > pushed + WAIT_MS * INT64_C(1000)) break;
        const int count = epoll_wait(loop, ready, 64, 100);
        for (int i = 0; i < count; i++) take(ready[i].data.ptr);
    }
    pthread_join(pusher, NULL);
    close(loop);
    *cpu = cpu_seconds(self->pid) - *cpu;
    *took = (double)(pushed_us - begun) / 1e6;
    return all_finished(clients, self->clients);
}

int main(int argc, char **argv) {
    settings self;
    int *const numbers[] = { &self.port,    &self.pid,     &self.objects, &self.rate,
                             &self.clients, &self.stalled, &self.seconds };
    if (argc != 8) {
        fputs("usage: load PORT PID OBJECTS RATE CLIENTS STALLED SECONDS\n", stderr);
        return 2;
    }
    for (int i = 0; i < 7; i++) *numbers[i] = (int)strtol(argv[i + 1], NULL, 10);
    put_snapshot(&self);
    client *clients = calloc((size_t)(self.clients + self.stalled), sizeof *clients);
    if (!clients) fail("calloc");
    for (int i = 0; i < self.clients + self.stalled; i++) follow(&clients[i], self.port);
    double took, cpu;
    const bool finished = run(&self, clients, &took, &cpu);
    report(&self, clients, cpu, took, finished);
    free(clients);
    return finished ? 0 : 1;
}
