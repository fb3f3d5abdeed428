/* What an explanation says about the descendants of an object. */
#include <vitals/explain.h>

#include <stdio.h>
#include <string.h>

#include "support/table.h"
#include "support/text.h"

static vitals_engine *engine;
static vitals_set *set;

/* An object of kind Pod that failed, or of a kind without a rule. */
static vitals_document *parse(const char *uid, const char *owners, bool failed) {
    char text[1024];
    char list[512] = "";
    for (const char *at = owners; *at; at++) {
        text_append(list, sizeof list, "%s{\"uid\":\"%c\"}", *list ? "," : "", *at);
    }
    int size = snprintf(text, sizeof text,
                        "{\"apiVersion\":\"v1\",\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\","
                        "\"uid\":\"%s\",\"ownerReferences\":[%s]},\"spec\":{\"restartPolicy\":"
                        "\"Never\"},\"status\":{\"phase\":\"Failed\"}}",
                        failed ? "Pod" : "Thing", uid, uid, list);
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(text, (size_t)size, NULL, &document, NULL), VITALS_OK);
    return document;
}

static void put(const char *uid, const char *owners, bool failed) {
    assert_int_equal(vitals_set_put(set, parse(uid, owners, failed)), VITALS_OK);
}

/* The names of the descendants that are explained with `a`, joined. */
static void require(const char *expected) {
    vitals_document *top = parse("a", "", false); /* equal to that of the set, not the same */
    vitals_call call = VITALS_CALL_INIT;
    call.set = set;
    vitals_explanation *explanation = NULL;
    assert_int_equal(vitals_explain(engine, top, &call, NULL, &explanation), VITALS_OK);
    char got[256] = "";
    vitals_descendant found;
    for (size_t i = 0; vitals_explanation_descendant_at(explanation, i, &found, sizeof found);
         i++) {
        assert_int_equal(found.health, VITALS_HEALTH_DEGRADED);
        text_append(got, sizeof got, "%.*s", (int)found.name.size, found.name.bytes);
    }
    assert_string_equal(got, expected);
    vitals_explanation_free(explanation);
    vitals_document_free(top);
}

static int set_up(void **state) {
    (void)state;
    return vitals_set_new(NULL, &set);
}

static int tear_down(void **state) {
    (void)state;
    vitals_set_free(set);
    return 0;
}

static void direct_and_through_others(void **state) {
    (void)state;
    put("a", "", false);
    put("b", "a", false);
    put("c", "b", true);
    put("d", "a", true);
    put("e", "x", true); /* owned by nothing here */
    put("f", "", true);
    require("cd");
}

/* The first owner that is in the set decides, as for vitals_set_owner: none comes twice. */
static void several_owners(void **state) {
    (void)state;
    put("a", "", false);
    put("b", "a", true);
    put("c", "ab", true);
    put("d", "xb", true);
    put("e", "fa", true);
    put("f", "", false);
    require("bdc");
}

static void circles(void **state) {
    (void)state;
    put("a", "c", true);
    put("b", "a", true);
    put("c", "b", true);
    put("d", "d", true);
    require("bc");
}

static void deeper_than_the_limit(void **state) {
    (void)state;
    const char *order = "abcdefghijkl";
    put("a", "", false);
    for (size_t i = 1; i < strlen(order); i++) {
        const char uid[] = { order[i], '\0' }, owner[] = { order[i - 1], '\0' };
        put(uid, owner, true);
    }
    require("bcdefghi");
}

int main(void) {
    if (vitals_engine_new(NULL, &engine, NULL)) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(direct_and_through_others, set_up, tear_down),
        cmocka_unit_test_setup_teardown(several_owners, set_up, tear_down),
        cmocka_unit_test_setup_teardown(circles, set_up, tear_down),
        cmocka_unit_test_setup_teardown(deeper_than_the_limit, set_up, tear_down),
    };
    int failed = cmocka_run_group_tests_name("explain_descendants", tests, NULL, NULL);
    vitals_engine_release(engine);
    return failed;
}
