/* What a wait shows as time goes by: one block on a pseudo-terminal, lines and a heartbeat on a pipe. */
#include "cluster/wait.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "support/table.h"

enum { COLUMNS = 40, LINES = 8, MEMBERS = 9 };

/* Where standard output goes, and what came out of it. */
typedef struct outlet {
    int descriptor, stdout_before;
    char text[8192];
} outlet;

static void redirect(outlet *out, int to) {
    fflush(stdout);
    out->stdout_before = dup(STDOUT_FILENO);
    assert_true(dup2(to, STDOUT_FILENO) >= 0);
    close(to);
    fcntl(out->descriptor, F_SETFL, O_NONBLOCK);
}

static void restore(outlet *out) {
    fflush(stdout);
    dup2(out->stdout_before, STDOUT_FILENO);
    close(out->stdout_before);
    close(out->descriptor);
}

static const char *shown(outlet *out) {
    const ssize_t size = read(out->descriptor, out->text, sizeof out->text - 1);
    out->text[size > 0 ? size : 0] = '\0';
    return out->text;
}

/* false: there are no pseudo-terminals here. */
static bool open_terminal(outlet *out) {
    const struct winsize size = { .ws_row = LINES, .ws_col = COLUMNS };
    struct termios raw;
    out->descriptor = posix_openpt(O_RDWR | O_NOCTTY);
    if (out->descriptor < 0 || grantpt(out->descriptor) || unlockpt(out->descriptor)) return false;
    const int end = open(ptsname(out->descriptor), O_RDWR | O_NOCTTY);
    if (end < 0 || tcgetattr(end, &raw) || ioctl(end, TIOCSWINSZ, &size)) return false;
    raw.c_oflag &= ~(tcflag_t)OPOST;
    tcsetattr(end, TCSANOW, &raw);
    redirect(out, end);
    return true;
}

static void open_pipe(outlet *out) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    out->descriptor = ends[0];
    redirect(out, ends[1]);
}

/* Pods p0 to p8, Progressing since the start, but for p8, which is Degraded. */
typedef struct fixture {
    wait_options options;
    cli_wait run;
    wait_member members[MEMBERS];
    char names[MEMBERS][16], message[64];
    outlet out;
} fixture;

static void fill(fixture *f, size_t count) {
    memset(&f->run, 0, sizeof f->run);
    f->run.options = &f->options;
    f->run.members = f->members;
    f->run.member_count = f->run.total = f->run.judged = count;
    f->run.connected = f->run.delivered = true;
    f->run.timeout_ms = 300000;
    f->run.look_ms = f->run.started_ms = f->run.heartbeat_ms = 1000000;
    snprintf(f->message, sizeof f->message, "waits for a message that is far too long for this");
    for (size_t i = 0; i < count; i++) {
        snprintf(f->names[i], sizeof f->names[i], "Pod/p%zu", i);
        f->members[i] =
            (wait_member){ .name = f->names[i],
                           .message = f->message,
                           .health = i == 8 ? VITALS_HEALTH_DEGRADED : VITALS_HEALTH_PROGRESSING,
                           .seen = true,
                           .judged = true,
                           .changed = true,
                           .changed_ms = f->run.started_ms };
    }
}

static void show_after(fixture *f, int64_t seconds) {
    f->run.look_ms = f->run.started_ms + seconds * 1000;
    wait_show(&f->run, f->run.look_ms);
}

static size_t lines_of(const char *text) {
    size_t count = 0;
    while ((text = strchr(text, '\n')) != NULL) count++, text++;
    return count;
}

/* One block in place of the last, within the height and width of the terminal, the worst first. */
static void test_block(void **state) {
    (void)state;
    fixture f = { .options = { .timeout = NULL } };
    fill(&f, MEMBERS);
    if (!open_terminal(&f.out)) skip();
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    f.run.terminal = terminal_of_stdout(COLOUR_AUTO);
    assert_int_equal(f.run.terminal.columns, COLUMNS);
    assert_int_equal(f.run.terminal.lines, LINES);
    show_after(&f, 0);
    const char *first = shown(&f.out);
    assert_int_equal(lines_of(first), LINES - 2);
    assert_ptr_equal(strstr(first, "Pod/p8"), first);
    assert_non_null(strstr(first, "\x1b[31mDegraded\x1b[0m  waits for a message t…\n"));
    assert_null(strstr(first, "Pod/p4"));
    assert_non_null(strstr(first, "\n0 of 9 done; 0s of 5m\n"));
    /* The next one goes up by as many lines as the last had, and clears them. */
    for (size_t i = 2; i < MEMBERS; i++) f.members[i].done = true;
    f.run.done = 7;
    show_after(&f, 65);
    const char *second = shown(&f.out);
    assert_ptr_equal(strstr(second, "\x1b[6A\x1b[J"), second);
    assert_int_equal(lines_of(second), 3);
    assert_non_null(strstr(second, "\n7 of 9 done; 65s of 5m\n"));
    f.run.outcome = WAIT_DONE;
    wait_show_end(&f.run, f.run.look_ms);
    assert_string_equal(shown(&f.out), "\x1b[3A\x1b[J");
    restore(&f.out);
}

/* A line for each change, none without one, and a heartbeat a minute after the last line. */
static void test_lines(void **state) {
    (void)state;
    fixture f = { .options = { .timeout = NULL } };
    fill(&f, 1);
    open_pipe(&f.out);
    show_after(&f, 0);
    assert_string_equal(shown(&f.out), "Pod/p0  Progressing  waits for a message that is far too "
                                       "long for this\n");
    show_after(&f, 59);
    assert_string_equal(shown(&f.out), "");
    show_after(&f, 60);
    assert_string_equal(shown(&f.out), "waiting: 0 of 1 done; 60s of 5m\n");
    show_after(&f, 119);
    assert_string_equal(shown(&f.out), "");
    f.members[0].changed = true;
    f.members[0].health = VITALS_HEALTH_HEALTHY;
    show_after(&f, 119);
    assert_non_null(strstr(shown(&f.out), "Pod/p0  Healthy"));
    show_after(&f, 178);
    assert_string_equal(shown(&f.out), "");
    f.run.connected = false;
    show_after(&f, 179);
    assert_string_equal(shown(&f.out), "waiting: 0 of 1 done; not connected; 2m of 5m\n");
    restore(&f.out);
}

/* Events have the time; there is no heartbeat among them. */
static void test_events(void **state) {
    (void)state;
    fixture f = { .options = { .output = WAIT_NDJSON } };
    fill(&f, 1);
    char delivery[] = "behind";
    f.run.delivery = delivery;
    f.run.delivery_changed = true;
    open_pipe(&f.out);
    show_after(&f, 0);
    const char *events = shown(&f.out);
    assert_non_null(strstr(events, "{\"type\":\"DELIVERY\",\"time\":\"1970-01-01T00:16:40Z\","
                                   "\"delivery\":\"behind\"}\n"));
    assert_non_null(strstr(events, "{\"type\":\"CHANGED\",\"time\":\"1970-01-01T00:16:40Z\","));
    show_after(&f, 3600);
    assert_string_equal(shown(&f.out), "");
    restore(&f.out);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_block), cmocka_unit_test(test_lines),
                                        cmocka_unit_test(test_events) };
    return cmocka_run_group_tests_name("what a wait shows", tests, NULL, NULL);
}
