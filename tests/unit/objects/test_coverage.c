/* Lists of coverage: their states, the rule of profile combined, and their JSON. */
#include <vitals/coverage.h>

#include <stdio.h>

#include "support/table.h"

enum { MOST = 6 };

static void assert_text(vitals_text text, const char *expected) {
    assert_int_equal(text.size, strlen(expected));
    assert_memory_equal(text.bytes, expected, text.size);
}

typedef struct row {
    TABLE_ROW;
    vitals_coverage_state states[MOST];
    size_t count, read;
    vitals_health before, after;
    bool incomplete, healthless, members;
    const char *remark;
} row;

#define READ VITALS_COVERAGE_READ
#define EXCLUDED VITALS_COVERAGE_EXCLUDED
#define FORBIDDEN VITALS_COVERAGE_FORBIDDEN
#define UNKNOWN VITALS_COVERAGE_UNKNOWN
#define NARROWED VITALS_COVERAGE_NARROWED
#define LOST VITALS_COVERAGE_LOST
#define UNREADABLE VITALS_COVERAGE_UNREADABLE
#define WELL VITALS_HEALTH_HEALTHY
#define BAD VITALS_HEALTH_DEGRADED
#define NOBODY VITALS_HEALTH_UNKNOWN

/* clang-format off */
static const row rows[] = {
    { "nothing", { 0 }, 0, 0, WELL, WELL, false, false, false, "" },
    { "read", { READ, EXCLUDED }, 2, 3, WELL, WELL, false, false, false, "" },
    { "unreadable", { UNREADABLE }, 1, 1, WELL, NOBODY, false, false, false,
      "1 of 2 parts of the input could not be read: p0 in shop:7:3: because" },
    { "lost alone", { LOST }, 1, 0, WELL, NOBODY, false, false, false,
      "1 part of the input could not be read: p0 in shop:7:3: because" },
    { "narrowed", { READ, NARROWED, LOST }, 3, 0, VITALS_HEALTH_PROGRESSING, NOBODY, false, false, false,
      "2 parts of the input could not be read: p1 in shop:7:3: because; and 1 more" },
    { "stays Degraded", { LOST }, 1, 4, BAD, BAD, false, false, false,
      "1 of 5 parts of the input could not be read: p0 in shop:7:3: because" },
    { "of members", { LOST, FORBIDDEN }, 2, 13, WELL, NOBODY, false, false, true,
      "1 of 14 members could not be read: p0 in shop:7:3: because" },
    { "forbidden", { FORBIDDEN, READ, FORBIDDEN }, 3, 2, WELL, WELL, true, false, false,
      "incomplete: forbidden: p0 in shop:7:3, p2 in shop:7:3" },
    { "unknown", { UNKNOWN }, 1, 2, WELL, WELL, true, false, false, "incomplete: unknown: p0 in shop:7:3" },
    { "both", { UNKNOWN, FORBIDDEN }, 2, 2, BAD, BAD, true, false, false,
      "incomplete: forbidden: p1 in shop:7:3; unknown: p0 in shop:7:3" },
    { "what has no health", { LOST, FORBIDDEN, UNREADABLE }, 3, 1, WELL, WELL, false, true, false, "" },
};
/* clang-format on */

static vitals_coverage_list *list_of(const row *r) {
    vitals_coverage_list *list = NULL;
    assert_int_equal(vitals_coverage_new(NULL, &list), VITALS_OK);
    for (size_t i = 0; i < r->count; i++) {
        char name[8];
        vitals_coverage_part part = VITALS_COVERAGE_PART_INIT;
        snprintf(name, sizeof name, "p%zu", i);
        part.state = r->states[i];
        part.what = (vitals_text){ name, strlen(name) };
        part.namespace_ = (vitals_text){ "shop", 4 };
        part.reason = (vitals_text){ "because", 7 };
        part.line = 7;
        part.column = 3;
        part.healthless = r->healthless;
        assert_int_equal(vitals_coverage_add(list, &part), VITALS_OK);
    }
    return list;
}

static void judged(void **state) {
    const row *r = *state;
    vitals_coverage_list *list = list_of(r);
    vitals_coverage_question question = VITALS_COVERAGE_QUESTION_INIT;
    vitals_health health = r->before;
    bool incomplete = !r->incomplete;
    vitals_text remark;
    question.read = r->read;
    question.members = r->members;
    assert_int_equal(vitals_coverage_judge(list, &question, &health, &incomplete, &remark),
                     VITALS_OK);
    assert_int_equal(health, r->after);
    assert_int_equal(incomplete, r->incomplete);
    assert_text(remark, r->remark);
    vitals_coverage_free(list);
}

/* ------------------------------------------------------------------------ others */

static bool only_first(void *user, const vitals_coverage_part *part) {
    (void)user;
    return part->what.size == 2 && part->what.bytes[1] == '0';
}

static void of_one_part(void **state) {
    (void)state;
    const row two = { .states = { FORBIDDEN, LOST }, .count = 2 };
    vitals_coverage_list *list = list_of(&two);
    vitals_coverage_question question = VITALS_COVERAGE_QUESTION_INIT;
    vitals_health health = WELL;
    bool incomplete = false;
    vitals_text remark;
    question.touches = only_first;
    assert_int_equal(vitals_coverage_lost(list, NULL), 1);
    assert_int_equal(vitals_coverage_lost(list, &question), 0);
    assert_int_equal(vitals_coverage_judge(list, &question, &health, &incomplete, &remark),
                     VITALS_OK);
    assert_int_equal(health, WELL);
    assert_true(incomplete);
    vitals_coverage_free(list);
}

static void names(void **state) {
    (void)state;
    for (int i = 0; i < VITALS_COVERAGE_STATE_COUNT; i++) {
        const char *name = vitals_coverage_state_name((vitals_coverage_state)i);
        const vitals_text text = { name, strlen(name) };
        assert_int_equal(vitals_coverage_state_from_name(text), i);
        assert_int_equal(vitals_coverage_state_loses((vitals_coverage_state)i),
                         i == NARROWED || i == LOST || i == UNREADABLE);
    }
    assert_string_equal(vitals_coverage_state_name(VITALS_COVERAGE_STATE_COUNT), "");
    assert_int_equal(vitals_coverage_state_from_name((vitals_text){ "rea", 3 }),
                     VITALS_COVERAGE_STATE_COUNT);
}

static void more_than_fit(void **state) {
    (void)state;
    vitals_coverage_list *list = NULL, *copy = NULL;
    vitals_coverage_part part = VITALS_COVERAGE_PART_INIT;
    assert_int_equal(vitals_coverage_new(NULL, &list), VITALS_OK);
    assert_int_equal(vitals_coverage_new(NULL, &copy), VITALS_OK);
    for (int i = 0; i < VITALS_COVERAGE_PARTS + 5; i++) {
        part.state = i == VITALS_COVERAGE_PARTS ? FORBIDDEN : LOST;
        part.line = (uint32_t)i + 1;
        assert_int_equal(vitals_coverage_add(list, &part), VITALS_OK);
    }
    assert_int_equal(vitals_coverage_count(list), VITALS_COVERAGE_PARTS);
    assert_int_equal(vitals_coverage_more(list), 4);
    assert_int_equal(vitals_coverage_lost(list, NULL), VITALS_COVERAGE_PARTS + 4);
    assert_int_equal(vitals_coverage_add_list(copy, list, 1), VITALS_OK);
    assert_int_equal(vitals_coverage_lost(copy, NULL), 1);
    assert_int_equal(vitals_coverage_add_list(copy, list, SIZE_MAX), VITALS_OK);
    assert_int_equal(vitals_coverage_lost(copy, NULL), VITALS_COVERAGE_PARTS + 4);
    part.state = VITALS_COVERAGE_STATE_COUNT;
    assert_int_equal(vitals_coverage_add(list, &part), VITALS_EINVAL);
    assert_int_equal(vitals_coverage_add_list(list, list, 1), VITALS_EINVAL);
    vitals_coverage_clear(list);
    assert_int_equal(vitals_coverage_lost(list, NULL), 0);
    vitals_coverage_free(list);
    vitals_coverage_free(copy);
}

/* What is written is read again. */
static void as_json(void **state) {
    (void)state;
    static const char expected[] =
        "{\"complete\":false,\"parts\":[{\"state\":\"read\",\"cluster\":\"eu\",\"what\":\"Pod\","
        "\"listed\":"
        "\"2026-11-23T09:05:00Z\",\"reason\":\"\"},{\"state\":\"lost\",\"cluster\":\"eu\",\"what\":"
        "\"a\\u0000b\",\"namespace\":\"n\",\"line\":2,\"column\":1,\"reason\":\"x\"}]}";
    vitals_coverage_list *list = NULL, *again = NULL;
    vitals_document *document = NULL;
    vitals_text json;
    assert_int_equal(vitals_coverage_new(NULL, &list), VITALS_OK);
    assert_int_equal(vitals_coverage_new(NULL, &again), VITALS_OK);
    vitals_coverage_part part = VITALS_COVERAGE_PART_INIT;
    assert_int_equal(vitals_coverage_json(list, &json), VITALS_OK);
    assert_text(json, "{\"complete\":true,\"parts\":[]}");
    part.what = (vitals_text){ "Pod", 3 };
    part.listed_ms = INT64_C(1795424700000);
    assert_int_equal(vitals_coverage_add(list, &part), VITALS_OK);
    part = (vitals_coverage_part)VITALS_COVERAGE_PART_INIT;
    part.state = LOST;
    part.what = (vitals_text){ "a\0b", 3 };
    part.namespace_ = (vitals_text){ "n", 1 };
    part.line = 2;
    part.column = 1;
    part.reason = (vitals_text){ "x", 1 };
    assert_int_equal(vitals_coverage_add(list, &part), VITALS_OK);
    assert_int_equal(vitals_coverage_set_cluster(list, (vitals_text){ "eu", 2 }), VITALS_OK);
    assert_int_equal(vitals_coverage_json(list, &json), VITALS_OK);
    assert_text(json, expected);
    assert_int_equal(vitals_document_parse(json.bytes, json.size, NULL, &document, NULL),
                     VITALS_OK);
    assert_int_equal(vitals_coverage_add_json(again, document, vitals_document_root(document)),
                     VITALS_OK);
    vitals_text twice;
    assert_int_equal(vitals_coverage_json(again, &twice), VITALS_OK);
    assert_int_equal(twice.size, json.size);
    assert_memory_equal(twice.bytes, json.bytes, json.size);
    vitals_document_free(document);
    vitals_coverage_free(list);
    vitals_coverage_free(again);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_one_part),
        cmocka_unit_test(names),
        cmocka_unit_test(more_than_fit),
        cmocka_unit_test(as_json),
    };
    return TABLE_RUN("coverage", judged, rows) +
           cmocka_run_group_tests_name("lists of coverage", tests, NULL, NULL);
}
