/* ClusterRoles from what a server has. */
#include "cluster/conversation.h"
#include "support/table.h"
#include "support/torture.h"

static conversation *discovered(void) {
    const vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    const conversation_options options = { .selection = &selection };
    conversation *talk = NULL;
    assert_int_equal(conversation_new(&options, &talk), VITALS_OK);
    char *text = NULL;
    size_t size = 0;
    assert_int_equal(vitals_cluster_role(conversation_cluster(talk), "get", (vitals_text){ "a", 1 },
                                         NULL, &text, &size),
                     VITALS_EAGAIN);
    conversation_discover(talk, 26);
    return talk;
}

static void a_role(void **state) {
    (void)state;
    conversation *talk = discovered();
    vitals_cluster *cluster = conversation_cluster(talk);
    vitals_document *role = NULL;
    char *text = NULL, *lines = NULL;
    size_t size = 0, line_bytes = 1;
    const vitals_text name = { "vitals", 6 };
    assert_int_equal(vitals_cluster_role(cluster, "get", name, NULL, &text, &size), VITALS_OK);
    assert_int_equal(strlen(text), size);
    assert_non_null(strstr(text, "deployments"));
    assert_null(strstr(text, "secrets"));
    assert_int_equal(vitals_document_parse(text, size, NULL, &role, NULL), VITALS_OK);
    assert_int_equal(
        vitals_cluster_role_difference(cluster, "get", role, NULL, &lines, &line_bytes), VITALS_OK);
    assert_int_equal(line_bytes, 0);
    vitals_text_free(NULL, lines, line_bytes);
    assert_int_equal(
        vitals_cluster_role_difference(cluster, "suspend", role, NULL, &lines, &line_bytes),
        VITALS_OK);
    assert_non_null(strstr(lines, "+ patch deployments.apps\n"));
    assert_non_null(strstr(lines, "- get pods\n"));
    vitals_text_free(NULL, lines, line_bytes);
    vitals_text_free(NULL, text, size);
    vitals_document_free(role);
    assert_int_equal(vitals_cluster_role(cluster, "odd", name, NULL, &text, &size),
                     VITALS_ENOTFOUND);
    conversation_free(talk);
}

static vitals_status role_once(torture *memory, void *user) {
    vitals_allocator allocator = torture_allocator(memory);
    char *text = NULL;
    size_t size = 0;
    vitals_status status =
        vitals_cluster_role(user, "get", (vitals_text){ "a", 1 }, &allocator, &text, &size);
    if (status == VITALS_OK) vitals_text_free(&allocator, text, size);
    return status;
}

static void every_allocation_fails(void **state) {
    (void)state;
    conversation *talk = discovered();
    torture_run(role_once, conversation_cluster(talk));
    conversation_free(talk);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_role),
                                        cmocka_unit_test(every_allocation_fails) };
    return cmocka_run_group_tests_name("rights", tests, NULL, NULL);
}
