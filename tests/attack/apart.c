#include "attack/apart.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* <sys/wait.h> declares it only together with names that engine/base/run/banned.h refuses. */
pid_t wait4(pid_t child, int *status, int options, struct rusage *usage);

#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
static const bool is_measured = true;
#else
static const bool is_measured = false;
#endif

enum { HANGS_SECONDS = 60 }; /* a process that takes longer is stopped */

/* The resident memory of this process. */
static size_t resident_kilobytes(void) {
    unsigned long all = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    if (fscanf(file, "%lu %lu", &all, &resident) != 2) resident = 0;
    fclose(file);
    return resident * (size_t)sysconf(_SC_PAGESIZE) / 1024;
}

/* In the child: what cmocka prints about a test of its own is of interest only when it fails, and is
** then on standard error. */
static void run(CMUnitTestFunction test, const char *name, void *row, int report) {
    struct rlimit limit = { HANGS_SECONDS, HANGS_SECONDS };
    size_t before = resident_kilobytes();
    struct CMUnitTest one = { name, test, NULL, NULL, row };
    setrlimit(RLIMIT_CPU, &limit);
    if (write(report, &before, sizeof before) != sizeof before ||
        !freopen("/dev/null", "w", stdout)) {
        _exit(1);
    }
    _exit(_cmocka_run_group_tests(name, &one, 1, NULL, NULL) != 0);
}

static double milliseconds(struct timeval time) {
    return (double)time.tv_sec * 1e3 + (double)time.tv_usec / 1e3;
}

void apart_check(CMUnitTestFunction test, const void *row) {
    const char *name = *(const char *const *)row;
    union {
        const void *from;
        void *to;
    } context = { row };
    int report[2], status = 0;
    size_t before = 0;
    struct rusage used;
    assert_int_equal(pipe(report), 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) run(test, name, context.to, report[1]);
    close(report[1]);
    assert_int_equal(read(report[0], &before, sizeof before), sizeof before);
    close(report[0]);
    assert_int_equal(wait4(child, &status, 0, &used), child);
    double cpu_ms = milliseconds(used.ru_utime) + milliseconds(used.ru_stime);
    double megabytes = ((double)used.ru_maxrss - (double)before) / 1024;
    if (getenv("VITALS_ATTACK_FIGURES")) {
        print_message("| %s | %.0f ms | %.1f MB |\n", name, cpu_ms, megabytes);
    }
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    if (!is_measured) return;
    assert_true(cpu_ms < APART_MOST_CPU_MS);
    assert_true(megabytes < APART_MOST_MEGABYTES);
}
