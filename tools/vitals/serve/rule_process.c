/* A process that runs rules: requests in, answers out, and nothing else. */
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/exit.h"
#include "serve/isolate.h"

enum { SOCKET = 0 };

/* Beyond what an object and a rule can be; the server is believed, this only finds mistakes. */
#define MOST_REQUEST_BYTES ((uint32_t)1 << 30)
/* What is kept of the buffer between two requests. */
#define MOST_KEPT_BYTES ((size_t)4 << 20)

static bool receive(void *bytes, size_t size) {
    for (char *at = bytes; size > 0;) {
        const ssize_t count = recv(SOCKET, at, size, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        at += count;
        size -= (size_t)count;
    }
    return true;
}

static bool transmit(const void *bytes, size_t size) {
    for (const char *at = bytes; size > 0;) {
        const ssize_t count = send(SOCKET, at, size, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        at += count;
        size -= (size_t)count;
    }
    return true;
}

static bool transmit_message(const char *bytes, size_t size) {
    const uint32_t head = (uint32_t)size;
    return size <= UINT32_MAX && transmit(&head, sizeof head) && transmit(bytes, size);
}

/* Whether the server wants an end: a size of 0 has come, or the server is gone. */
static bool is_stopped(void *user) {
    uint32_t head;
    (void)user;
    const ssize_t size = recv(SOCKET, &head, sizeof head, MSG_DONTWAIT | MSG_PEEK);
    return size == 0 || size == (ssize_t)sizeof head;
}

static bool answer(vitals_runner *runner, vitals_text request) {
    vitals_text out;
    const vitals_status status = vitals_runner_run(runner, request, is_stopped, NULL, &out);
    return status ? transmit_message("", 0) : transmit_message(out.bytes, out.size);
}

int rule_process_run(void) {
    vitals_runner *runner = NULL;
    char *bytes = NULL;
    size_t room = 0;
    uint32_t size;
    const char given_up = (char)confine_rule_process();
    bool good = vitals_runner_new(NULL, &runner) == VITALS_OK && transmit_message(&given_up, 1);
    while (good && receive(&size, sizeof size)) {
        if (size == 0) continue; /* a wish to stop that came too late */
        if (size > MOST_REQUEST_BYTES) break;
        if (size > room || room > MOST_KEPT_BYTES) {
            free(bytes);
            bytes = malloc(size);
            room = bytes ? size : 0;
            if (!bytes) break;
        }
        good = receive(bytes, size) && answer(runner, (vitals_text){ bytes, size });
    }
    free(bytes);
    vitals_runner_free(runner);
    return EXIT_HEALTHY;
}
