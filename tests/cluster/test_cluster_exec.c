/* Running credential plugins: what they get, how they end, and that nothing of them is left. */
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory/buffer.h"
#include "cluster/config/exec.h"
#include "cluster/secrets_seen.h"
#include "support/table.h"
#include "support/torture.h"

static char folder[] = "/tmp/vitals-exec-XXXXXX";
static const char *const environment[] = { "PATH=/usr/bin:/bin", "KEPT=yes", "A=parent", NULL };

/* Write an executable script; the name is borrowed until the next call. */
static vt_text script(const char *name, const char *body, mode_t mode) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\n%s\n", body);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, mode), 0);
    return vt_text_from(path);
}

static vt_command command_of(vt_text program) {
    return (vt_command){ .program = program, .most_ms = 60000, .most_output_bytes = 1048576 };
}

/* Wait for the end; the clock stands still at `now_ms`. Fails the test after a long time. */
static vt_command_result wait_for(vt_process *process, int64_t now_ms) {
    vt_command_result result;
    for (int i = 0; i < 3000; i++) {
        if (vt_process_step(process, now_ms, &result)) return result;
        struct pollfd wait = { vt_process_descriptor(process), POLLIN, 0 };
        assert_true(vt_process_due(process) > now_ms);
        poll(&wait, 1, wait.fd < 0 ? 10 : 20);
    }
    fail();
    return result;
}

static size_t open_descriptors(void) {
    size_t count = 0;
    for (int i = 0; i < 256; i++) count += fcntl(i, F_GETFD) >= 0;
    return count;
}

/* Run it; the result is dumped as "exit 0: OUTPUT" and so on. */
static void run(const vt_command *command, char *out, size_t size) {
    static const char *const ends[] = { "exit",        "signal",    "not found",
                                        "not started", "timed out", "too long" };
    size_t before = open_descriptors();
    vt_process *process = NULL;
    assert_int_equal(vt_process_start(command, environment, NULL, 1000, &process), VITALS_OK);
    vt_command_result result = wait_for(process, 1000);
    snprintf(out, size, "%s %d%s%s: %.*s", ends[result.end], result.code, result.why ? " " : "",
             result.why ? result.why : "", VT_TEXT_ARG(result.output));
    vt_process_free(process);
    assert_int_equal(open_descriptors(), before);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child is left */
}

static const struct row {
    TABLE_ROW;
    const char *body, *want;
    mode_t mode;
} rows[] = {
    { "output", "printf '{\"a\":1}'", "exit 0: {\"a\":1}", 0700 },
    { "exit code", "printf x; exit 7", "exit 7: x", 0700 },
    { "signal", "kill -9 $$", "signal 9: ", 0700 },
    { "output in pieces", "printf a; sleep 0.05; printf b", "exit 0: ab", 0700 },
    { "output is closed before the end", "printf a; exec >&-; sleep 0.1; exit 3", "exit 3: a",
      0700 },
    { "standard error is not the output", "printf a; printf b 2>/dev/null >&2", "exit 0: a", 0700 },
    { "the parent's environment", "printf \"$KEPT $A\"", "exit 0: yes parent", 0700 },
    { "standard input is empty", "cat; printf done", "exit 0: done", 0700 },
    { "children that stay do not matter", "sleep 3 2>/dev/null & printf a", "exit 0: a", 0700 },
    { "signals are the usual ones", "kill -PIPE $$; printf 'survived'", "signal 13: ", 0700 },
    { "not executable", "printf a", "not found 0: ", 0600 },
};

static void check(void **state) {
    const struct row *row = *state;
    char got[256];
    vt_command command = command_of(script("plugin", row->body, row->mode));
    signal(SIGPIPE, SIG_IGN); /* as hosts with sockets do */
    run(&command, got, sizeof got);
    assert_string_equal(got, row->want);
}

static void arguments_and_variables(void **state) {
    (void)state;
    char got[256];
    const vt_text arguments[] = { VT_TEXT_INIT("get token"), VT_TEXT_INIT("$(id)"),
                                  VT_TEXT_INIT("") };
    const vt_text variables[] = { VT_TEXT_INIT("A=own"), VT_TEXT_INIT("B=x=y") };
    vt_command command =
        command_of(script("plugin", "printf '%s|' \"$@\" \"$A\" \"$B\" \"$KEPT\" \"$#\"", 0700));
    command.arguments = arguments;
    command.argument_count = 3;
    command.environment = variables;
    command.environment_count = 2;
    run(&command, got, sizeof got);
    assert_string_equal(got, "exit 0: get token|$(id)||own|x=y|yes|3|");
}

/* Sockets of the host that are not marked close-on-exec, too. */
static void other_descriptors_are_closed(void **state) {
    (void)state;
    char got[256];
    int open_one = fcntl(STDERR_FILENO, F_DUPFD, 50);
    assert_true(open_one >= 50);
    vt_command command =
        command_of(script("plugin", "for d in /proc/$$/fd/*; do printf \"${d##*/} \"; done", 0700));
    run(&command, got, sizeof got);
    /* The shell has descriptors of its own, such as the folder that it reads. */
    char number[16];
    snprintf(number, sizeof number, " %d ", open_one);
    assert_memory_equal(got, "exit 0: ", 8);
    assert_null(strstr(got, number));
    close(open_one);
}

static const struct path_row {
    TABLE_ROW;
    const char *path; /* with %s for the folder */
    const char *program;
    bool found;
} paths[] = {
    { "in PATH", "PATH=/nonexistent:%s", "plugin", true },
    { "not in PATH", "PATH=/nonexistent", "plugin", false },
    { "no PATH", "OTHER=%s", "plugin", false },
    { "an empty entry is not the working directory", "PATH=:", "plugin", false },
    { "nor is a dot", "PATH=.", "plugin", false },
    { "nor another relative one", "PATH=../bin", "plugin", false },
    { "a folder is not a program", "PATH=/", "tmp", false },
    { "no name", "PATH=%s", "", false },
    { "PATHS is another variable", "PATHS=%s", "plugin", false },
};

static void find_in_path(void **state) {
    const struct path_row *row = *state;
    char variable[256], before[256];
    script("plugin", "printf ok", 0700);
    snprintf(variable, sizeof variable, row->path, folder);
    const char *const variables[] = { variable, NULL };
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(folder), 0);
    vt_command command = command_of(vt_text_from(row->program));
    vt_process *process = NULL;
    assert_int_equal(vt_process_start(&command, variables, NULL, 0, &process), VITALS_OK);
    vt_command_result result = wait_for(process, 0);
    assert_int_equal(result.end, row->found ? VT_COMMAND_EXITED : VT_COMMAND_NOT_FOUND);
    vt_process_free(process);
    assert_int_equal(chdir(before), 0);
}

static void a_script_without_its_interpreter(void **state) {
    (void)state;
    char got[256];
    vt_text path = script("plugin", "", 0700);
    FILE *file = fopen(path.bytes, "w");
    assert_non_null(file);
    fputs("#!/nonexistent/interpreter\n", file);
    fclose(file);
    vt_command command = command_of(path);
    run(&command, got, sizeof got);
    assert_string_equal(got, "not started 0 No such file or directory: ");
}

static bool is_alive(const char *pid_file) {
    char path[128], text[32] = "";
    snprintf(path, sizeof path, "%s/%s", folder, pid_file);
    FILE *file = fopen(path, "r");
    if (!file) return false;
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    /* A zombie of another parent counts as gone: it takes the init process to collect it. */
    char name[64], line[256] = "";
    snprintf(name, sizeof name, "/proc/%ld/stat", strtol(text, NULL, 10));
    file = size ? fopen(name, "r") : NULL;
    if (!file) return false;
    size = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    const char *after = strrchr(line, ')');
    return after && after[2] != 'Z' && after[2] != 'X';
}

/* 2.8: it is stopped with its children when the time is over. */
static void a_plugin_that_hangs(void **state) {
    (void)state;
    char body[512];
    snprintf(body, sizeof body, "sleep 1000 & echo $! >%s/child; printf x; wait", folder);
    vt_command command = command_of(script("plugin", body, 0700));
    vt_command_result result;
    vt_process *process = NULL;
    assert_int_equal(vt_process_start(&command, environment, NULL, 5000, &process), VITALS_OK);
    for (int i = 0; i < 10000 && !is_alive("child"); i++) {
        assert_false(vt_process_step(process, 5000, &result));
        poll(NULL, 0, 10);
    }
    assert_true(is_alive("child"));
    assert_false(vt_process_step(process, 64999, &result));
    assert_true(vt_process_due(process) <= 65000);
    assert_true(vt_process_step(process, 65000, &result));
    assert_int_equal(result.end, VT_COMMAND_TIMED_OUT);
    assert_int_equal(result.output.size, 0);
    assert_int_equal(vt_process_descriptor(process), -1);
    assert_true(vt_process_step(process, 65001, &result)); /* it stays so */
    vt_process_free(process);
    for (int i = 0; i < 10000 && is_alive("child"); i++) poll(NULL, 0, 10);
    assert_false(is_alive("child"));
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static void freed_while_it_runs(void **state) {
    (void)state;
    size_t before = open_descriptors();
    vt_command command = command_of(script("plugin", "sleep 1000", 0700));
    vt_process *process = NULL;
    assert_int_equal(vt_process_start(&command, environment, NULL, 0, &process), VITALS_OK);
    vt_process_free(process);
    vt_process_free(NULL);
    assert_int_equal(open_descriptors(), before);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static void endless_output(void **state) {
    (void)state;
    char got[256];
    vt_command command = command_of(script("plugin", "exec yes s3cr3t", 0700));
    command.most_output_bytes = 100000;
    run(&command, got, sizeof got);
    assert_string_equal(got, "too long 0 out of memory: ");
}

/* A host that ignores SIGCHLD takes the exit status away: the output decides. */
static void a_host_that_ignores_children(void **state) {
    (void)state;
    char got[256];
    vt_command command = command_of(script("plugin", "printf a; exit 3", 0700));
    signal(SIGCHLD, SIG_IGN);
    run(&command, got, sizeof got);
    signal(SIGCHLD, SIG_DFL);
    assert_string_equal(got, "exit 0: a");
}

static void memory_is_wiped(void **state) {
    (void)state;
    secrets_seen watch = { .needle = "s3cr3t" };
    vitals_allocator allocator = secrets_seen_allocator(&watch);
    const vt_text variables[] = { VT_TEXT_INIT("A=s3cr3t") };
    vt_command command = command_of(
        script("plugin", "i=0; while [ $i -lt 200 ]; do printf 's3cr3t%s' \"$A\"; i=$((i+1)); done",
               0700));
    command.environment = variables;
    command.environment_count = 1;
    vt_process *process = NULL;
    assert_int_equal(vt_process_start(&command, environment, &allocator, 0, &process), VITALS_OK);
    assert_int_equal(wait_for(process, 0).end, VT_COMMAND_EXITED);
    vt_process_free(process);
    assert_int_equal(watch.seen, 0);
    assert_int_equal(watch.live, 0);
}

static vitals_status run_once(torture *memory, void *user) {
    vitals_allocator allocator = torture_allocator(memory);
    const vt_command *command = user;
    vt_process *process = NULL;
    vitals_status status = vt_process_start(command, environment, &allocator, 0, &process);
    if (status != VITALS_OK) return status;
    vt_command_result result = wait_for(process, 0);
    if (result.end == VT_COMMAND_NOT_STARTED && strcmp(result.why, "out of memory") == 0)
        status = VITALS_ENOMEM;
    vt_process_free(process);
    return status;
}

static void every_allocation_fails(void **state) {
    (void)state;
    const vt_text arguments[] = { VT_TEXT_INIT("a") };
    vt_command command = command_of(VT_TEXT("echo"));
    command.arguments = arguments;
    command.argument_count = 1;
    torture_run(run_once, &command);
}

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    static const char *const names[] = { "plugin", "child" };
    char path[128];
    (void)state;
    for (size_t i = 0; i < TABLE_COUNT(names); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest others[] = {
        cmocka_unit_test(arguments_and_variables),
        cmocka_unit_test(other_descriptors_are_closed),
        cmocka_unit_test(a_script_without_its_interpreter),
        cmocka_unit_test(a_plugin_that_hangs),
        cmocka_unit_test(freed_while_it_runs),
        cmocka_unit_test(endless_output),
        cmocka_unit_test(a_host_that_ignores_children),
        cmocka_unit_test(memory_is_wiped),
        cmocka_unit_test(every_allocation_fails),
    };
    if (make_folder(NULL) != 0) return 1;
    int failed = TABLE_RUN("plugins", check, rows) + TABLE_RUN("paths", find_in_path, paths) +
                 cmocka_run_group_tests_name("processes", others, NULL, NULL);
    remove_folder(NULL);
    return failed;
}
