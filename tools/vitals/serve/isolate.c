/* The server's side of the processes that run rules: started, asked, and replaced when they end. */
#include "serve/isolate.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"

enum {
    MOST_PROCESSES = 4,  /* the threads of the server's pool, and the one of its loop */
    ASK_MS = 5,          /* between two looks at the host's wishes while a rule runs */
    STOP_MS = 1000,      /* for an end that was asked for */
    MOST_CPU_MS = 10000, /* of one rule: its limits of steps end it long before */
    MOST_MS = 120000     /* a process that sleeps does not run a rule */
};

/* An answer: a message, and what a rule read and printed. */
#define MOST_ANSWER_BYTES ((uint32_t)64 << 20)

typedef struct rule_process {
    pid_t pid; /* 0: none */
    int socket;
    bool busy;
} rule_process;

struct isolation {
    pthread_mutex_t mutex;
    pthread_cond_t idle;
    rule_process processes[MOST_PROCESSES];
    atomic_uint_fast64_t ended;
};

/* ------------------------------------------------------------------- processes */

static bool spawn(int socket, pid_t *pid) {
    char program[] = "vitals", command[] = "serve", word[] = RULE_PROCESS_WORD;
    char *const arguments[] = { program, command, word, NULL };
    char *const environment[] = { NULL };
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0) return false;
    int error = posix_spawn_file_actions_adddup2(&actions, socket, 0);
    if (!error) error = posix_spawn(pid, "/proc/self/exe", &actions, NULL, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    errno = error;
    return error == 0;
}

/* An end of the pair is never 0, which spawning would leave as it is. */
static bool make_pair(int ends[2]) {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
    for (int i = 0; i < 2; i++) {
        const int moved = fcntl(ends[i], F_DUPFD_CLOEXEC, 3);
        close(ends[i]);
        ends[i] = moved;
    }
    if (ends[0] >= 0 && ends[1] >= 0) return fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
    for (int i = 0; i < 2; i++) {
        if (ends[i] >= 0) close(ends[i]);
    }
    return false;
}

/* Returns the status of wait. */
static int end(rule_process *process) {
    int status = 0;
    if (process->pid == 0) return status;
    kill(process->pid, SIGKILL);
    close(process->socket);
    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR) {
    }
    process->pid = 0;
    return status;
}

static bool is_dead(const rule_process *process) {
    struct pollfd poll_one = { process->socket, POLLIN, 0 };
    return poll(&poll_one, 1, 0) != 0; /* it never writes unasked */
}

/* ---------------------------------------------------------------------- talking */

/* One exchange on its way. */
typedef struct exchange {
    rule_process *process;
    vitals_interrupt_fn interrupt;
    void *interrupt_user;
    int64_t started_ms, looked_ms, stop_ms; /* `stop_ms` 0: nobody wants an end */
    uint64_t cpu_ms;                        /* of the process, when it started */
    vitals_status status;                   /* VITALS_OK while it goes on */
} exchange;

static uint64_t cpu_ms(pid_t pid) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
    return (uint64_t)used.tv_sec * 1000 + (uint64_t)used.tv_nsec / 1000000;
}

static bool fail(exchange *self, vitals_status status) {
    self->status = status;
    return false;
}

static bool ask_to_stop(exchange *self) {
    const uint32_t stop = 0;
    self->stop_ms = clock_monotonic_ms(NULL) + STOP_MS;
    return send(self->process->socket, &stop, sizeof stop, MSG_NOSIGNAL) == sizeof stop;
}

/* Nothing happened for a while: whether to go on waiting. */
static bool goes_on(exchange *self) {
    const int64_t now = clock_monotonic_ms(NULL);
    if (self->stop_ms) return now < self->stop_ms || fail(self, VITALS_ESTOPPED);
    if (self->interrupt && self->interrupt(self->interrupt_user)) {
        return ask_to_stop(self) || fail(self, VITALS_ESTOPPED);
    }
    if (now - self->looked_ms < 1000) return true;
    self->looked_ms = now;
    const bool overdue =
        now - self->started_ms > MOST_MS || cpu_ms(self->process->pid) - self->cpu_ms > MOST_CPU_MS;
    return !overdue || fail(self, VITALS_EREAD);
}

static bool wait_for(exchange *self, short events) {
    for (;;) {
        struct pollfd one = { self->process->socket, events, 0 };
        const int ready = poll(&one, 1, ASK_MS);
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return fail(self, VITALS_EREAD);
        if (!goes_on(self)) return false;
    }
}

static bool is_transient(void) {
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

static bool transmit(exchange *self, const char *bytes, size_t size) {
    while (size > 0) {
        const ssize_t count = send(self->process->socket, bytes, size, MSG_NOSIGNAL);
        if (count < 0 && !is_transient()) return fail(self, VITALS_EREAD);
        if (count < 0) {
            /* A wish to stop cannot be sent in the middle of a request. */
            if (!wait_for(self, POLLOUT)) return false;
            if (self->stop_ms) return fail(self, VITALS_ESTOPPED);
            continue;
        }
        bytes += count;
        size -= (size_t)count;
    }
    return true;
}

static bool receive(exchange *self, char *bytes, size_t size) {
    while (size > 0) {
        const ssize_t count = recv(self->process->socket, bytes, size, 0);
        if (count == 0 || (count < 0 && !is_transient())) return fail(self, VITALS_EREAD);
        if (count < 0) {
            if (!wait_for(self, POLLIN)) return false;
            continue;
        }
        bytes += count;
        size -= (size_t)count;
    }
    return true;
}

/* The answer is a block of `allocator`, as vitals_text_free frees it. */
static bool receive_answer(exchange *self, const vitals_allocator *allocator, char **answer,
                           size_t *size) {
    uint32_t head;
    if (!receive(self, (char *)&head, sizeof head)) return false;
    if (head == 0 || head > MOST_ANSWER_BYTES) return fail(self, VITALS_EREAD);
    char *block = allocator->allocate(allocator->user, NULL, 0, (size_t)head + 1);
    if (!block) return fail(self, VITALS_ENOMEM);
    block[head] = '\0';
    *answer = block;
    *size = head;
    if (receive(self, block, head)) return true;
    vitals_text_free(allocator, block, head);
    *answer = NULL;
    return false;
}

static exchange exchange_with(rule_process *process) {
    const int64_t now = clock_monotonic_ms(NULL);
    return (exchange){
        .process = process, .started_ms = now, .looked_ms = now, .cpu_ms = cpu_ms(process->pid)
    };
}

/* ------------------------------------------------------------------ the processes */

/* `*given_up`: what the process says that it gave up. */
static bool start(rule_process *process, unsigned *given_up) {
    int ends[2];
    if (!make_pair(ends)) return false;
    process->socket = ends[0];
    const bool spawned = spawn(ends[1], &process->pid);
    close(ends[1]);
    if (!spawned) {
        process->pid = 0;
        close(ends[0]);
        return false;
    }
    uint32_t head;
    char bits;
    exchange greeting = exchange_with(process);
    if (receive(&greeting, (char *)&head, sizeof head) && head == sizeof bits &&
        receive(&greeting, &bits, sizeof bits)) {
        *given_up = (unsigned char)bits;
        return true;
    }
    end(process);
    errno = EPROTO;
    return false;
}

/* Threads are as many as processes at most, so that one is free sooner or later; one that has started before
** knows its rules. */
static rule_process *take(isolation *self) {
    rule_process *found = NULL;
    pthread_mutex_lock(&self->mutex);
    while (!found) {
        for (size_t i = 0; i < MOST_PROCESSES; i++) {
            rule_process *each = &self->processes[i];
            if (!each->busy && (!found || (each->pid && !found->pid))) found = each;
        }
        if (!found) pthread_cond_wait(&self->idle, &self->mutex);
    }
    found->busy = true;
    pthread_mutex_unlock(&self->mutex);
    return found;
}

static void give_back(isolation *self, rule_process *process) {
    pthread_mutex_lock(&self->mutex);
    process->busy = false;
    pthread_cond_signal(&self->idle);
    pthread_mutex_unlock(&self->mutex);
}

static void replace(isolation *self, rule_process *process, const char *what) {
    const int status = end(process);
    atomic_fetch_add(&self->ended, 1);
    if (WIFSIGNALED(status)) {
        fprintf(stderr, "vitals: %s: signal %d; a new one is started\n", what, WTERMSIG(status));
    } else {
        fprintf(stderr, "vitals: %s; a new one is started\n", what);
    }
}

static bool make_ready(isolation *self, rule_process *process) {
    unsigned given_up;
    if (process->pid && is_dead(process)) {
        replace(self, process, "a process for rules has ended between two rules");
    }
    for (int tries = 0; process->pid == 0 && tries < 3; tries++) {
        if (start(process, &given_up)) return true;
        atomic_fetch_add(&self->ended, 1);
    }
    if (process->pid) return true;
    fprintf(stderr, "vitals: a process for rules cannot be started: %s\n", strerror(errno));
    return false;
}

vitals_status isolation_carry(void *user, vitals_text request, const vitals_allocator *allocator,
                              vitals_interrupt_fn interrupt, void *interrupt_user, char **answer,
                              size_t *size) {
    isolation *self = user;
    if (request.size == 0 || request.size > UINT32_MAX) return VITALS_EREAD;
    rule_process *process = take(self);
    vitals_status status = VITALS_EREAD;
    if (make_ready(self, process)) {
        exchange one = exchange_with(process);
        const uint32_t head = (uint32_t)request.size;
        one.interrupt = interrupt;
        one.interrupt_user = interrupt_user;
        if (transmit(&one, (const char *)&head, sizeof head) &&
            transmit(&one, request.bytes, request.size)) {
            (void)receive_answer(&one, allocator, answer, size);
        }
        status = one.status;
        if (status != VITALS_OK)
            replace(self, process, "a process for rules has ended with a rule");
    }
    give_back(self, process);
    return status;
}

uint64_t isolation_ended(const void *user) {
    const isolation *self = user;
    return atomic_load(&self->ended);
}

isolation *isolation_new(confinement *confined) {
    isolation *self = memory_new(1, sizeof *self);
    unsigned given_up = 0;
    pthread_mutex_init(&self->mutex, NULL);
    pthread_cond_init(&self->idle, NULL);
    atomic_init(&self->ended, 0);
    if (!start(&self->processes[0], &given_up)) {
        fprintf(stderr, "vitals: --isolate-rules: a process cannot be started: %s\n",
                strerror(errno));
        isolation_free(self);
        return NULL;
    }
    confinement_note(confined, "isolated-rules");
    if (given_up & RULE_PROCESS_LIMITED) confinement_note(confined, "isolated-rules-limits");
    if (given_up & RULE_PROCESS_LANDLOCK) confinement_note(confined, "isolated-rules-landlock");
    if (given_up & RULE_PROCESS_SECCOMP) confinement_note(confined, "isolated-rules-seccomp");
    return self;
}

void isolation_free(isolation *self) {
    if (!self) return;
    for (size_t i = 0; i < MOST_PROCESSES; i++) end(&self->processes[i]);
    pthread_cond_destroy(&self->idle);
    pthread_mutex_destroy(&self->mutex);
    free(self);
}
