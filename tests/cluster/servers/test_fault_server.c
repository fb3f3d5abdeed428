/* The C side of the fault server: commands and answers, several servers at once, and their end. */
#include "support/server.h"
#include "support/table.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

static void test_commands(void **state) {
    (void)state;
    test_server *first = server_start_faults(), *second = server_start_faults();
    assert_memory_equal(server_ask(first, "listen api"), "127.0.0.1:", 10);
    assert_memory_equal(server_ask(second, "listen api tls=none"), "127.0.0.1:", 10);
    assert_string_equal(server_ask(first, "on GET /x\nsend %s\nend", "hello"), "");
    assert_int_equal(server_count(first, "count /x"), 0);
    assert_string_equal(server_ask(first, "clear\nconnections api"), "0 open, 0 in all");
    server_stop(first);
    assert_int_equal(server_count(second, "readers pods"), 0);
    server_stop(second);
}

static void test_end(void **state) {
    (void)state;
    test_server *one = server_start_faults();
    pid_t process = server_process(one);
    server_ask(one, "sync here");
    assert_int_equal(kill(process, 0), 0);
    server_stop(one);
    assert_int_equal(kill(process, 0), -1);
    assert_int_equal(errno, ESRCH);
    server_stop(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_commands),
                                        cmocka_unit_test(test_end) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
