/* What every call that takes an object does with what is not one. */
#include <stdio.h>

#include <vitals/binding.h>
#include <vitals/vitals.h>

#include "support/table.h"

#define NOW 1767225600 /* 2026-01-01 */

static void assert_has(vitals_binding *binding, const char *part) {
    const char *text = vitals_binding_text(binding);
    if (!strstr(text, part)) fail_msg("no %s in %s", part, text);
}

static vitals_binding *new_binding(const char *options) {
    vitals_binding *binding = vitals_binding_new();
    assert_non_null(binding);
    assert_int_equal(vitals_binding_configure(binding, options, strlen(options)), VITALS_OK);
    assert_int_equal(vitals_binding_live_open(binding, NULL, 0), VITALS_OK);
    return binding;
}

static int64_t new_scope(vitals_binding *binding) {
    const int64_t source = vitals_binding_live_source(binding, NULL, 0);
    return vitals_binding_live_scope(binding, source, NULL, 0);
}

#define BARE_POD "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\"}}"
#define NO_KIND "this is not a Kubernetes object: it has no kind"

/* What is given in place of an object, and what is one all the same. */
static const struct given_row {
    TABLE_ROW;
    const char *given;
    const char *want; /* NULL: it is an object */
} given_rows[] = {
    { "nothing", "", "no object in the input" },
    { "blank", " \n ", "no object in the input" },
    { "a byte order mark", "\xEF\xBB\xBF", "no object in the input" },
    { "a comment", "# nothing\n", "no object in the input" },
    { "an empty document", "---\n...\n", "no object in the input" },
    { "null", "null", "no object in the input" },
    { "null in YAML", "~", "no object in the input" },
    { "a number", "1", NO_KIND },
    { "a string", "\"x\"", NO_KIND },
    { "a path", "/etc/passwd", NO_KIND },
    { "true", "true", NO_KIND },
    { "an empty map", "{}", NO_KIND },
    { "no kind", "{\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\"}}", NO_KIND },
    { "an empty kind", "{\"apiVersion\":\"v1\",\"kind\":\"\"}", NO_KIND },
    { "a kind that is null", "{\"kind\":null}", NO_KIND },
    { "a kind that is a number", "{\"kind\":5}", NO_KIND },
    { "a kind that is a map", "kind: {a: b}", NO_KIND },
    { "an empty array", "[]", "this is a list" },
    { "an array", "[" BARE_POD "]", "this is a list" },
    { "an array in YAML", "- kind: Pod\n", "this is a list" },
    { "a list", "{\"kind\":\"List\",\"items\":[" BARE_POD "]}", "this is a list" },
    { "a list without items", "{\"apiVersion\":\"v1\",\"kind\":\"List\"}", "this is a list" },
    { "a list of a kind", "kind: PodList\nitems:\n- metadata: {name: p}\n", "this is a list" },
    { "a list with a version", "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"1\"}}",
      "this is a list" },
    { "a list cut in its kind", "items:\n- kind: Pod\n  metadata: {name: p}\nkind: Li",
      "this is a list" },
    { "items that are null", "{\"kind\":\"PodList\",\"items\":null}", "this is a list" },
    { "items that are a map", "{\"kind\":\"List\",\"items\":{}}", "this is a list" },
    { "a watch event", "{\"type\":\"ADDED\",\"object\":" BARE_POD "}", "this is a watch event" },
    { "a watch event in YAML", "type: DELETED\nobject: {kind: Pod}\n", "this is a watch event" },
    { "two documents", "kind: Pod\n---\nkind: Pod\n", "the first YAML document ends" },
    { "a document after an end", "kind: Pod\n...\n---\nkind: Pod\n",
      "the first YAML document ends" },
    { "after an empty one", "---\n---\nkind: Pod\n", "the first YAML document ends" },
    { "an empty one between", "kind: Pod\n---\n# no\n---\nkind: Pod\n",
      "first YAML document ends" },
    { "one that is broken", "kind: Pod\n---\n@\n", "the first YAML document ends" },
    { "lines of old Macs", "kind: Pod\r---\rkind: Pod\r", "the first YAML document ends" },
    { "an indented first line", "  kind: Pod\nmetadata: {name: p}\n", "first YAML document ends" },
    { "two lines of JSON", BARE_POD "\n" BARE_POD, "nothing may follow the value" },
    { "cut", "{\"kind\":", "json-syntax" },
    { "an object", BARE_POD, NULL },
    { "an object in YAML", "kind: Pod\nmetadata: {name: p}\n", NULL },
    { "a document with marks", "%YAML 1.1\n---\nkind: Pod\nmetadata: {name: p}\n...\n", NULL },
    { "empty documents after it", "kind: Pod\nmetadata: {name: p}\n---\n# no\n---\n", NULL },
    { "marks in a text", "kind: Pod\nmetadata: {name: p}\nx: |\n  ---\n  kind: Q\n", NULL },
    { "items that are no objects",
      "{\"kind\":\"Menu\",\"metadata\":{\"name\":\"m\"},\"items\":[{\"name\":\"soup\"}]}" },
    { "a resource with objects as items",
      "{\"kind\":\"Menu\",\"metadata\":{\"name\":\"a\"},\"items\":[{\"kind\":\"Pod\"}]}" },
    { "a resource that is named List", "{\"kind\":\"AllowList\",\"metadata\":{\"name\":\"a\"}}",
      NULL },
    { "items without a list", "kind: Menu\nmetadata: {name: m}\nitems: [a]\n", NULL },
    { "like an event",
      "{\"kind\":\"Odd\",\"metadata\":{\"name\":\"o\"},\"type\":\"ADDED\",\"object\":{}}", NULL },
};

/* Every call that takes an object, by the status that it returns for this one. */
static int64_t give(vitals_binding *b, int call, const char *given, int64_t id) {
    const size_t size = strlen(given);
    const uint32_t offsets[] = { 0, (uint32_t)size };
    uint8_t out = 0;
    int64_t unreadable;
    switch (call) {
    case 0:
        return vitals_binding_assess(b, given, size, NOW);
    case 1:
        return vitals_binding_health(b, given, size, NOW);
    case 2:
        return vitals_binding_explain(b, given, size, NOW);
    case 3:
        return vitals_binding_application_put(b, id, NULL, 0, NULL, 0, given, size, 0, NOW);
    case 4:
        return vitals_binding_application_put(b, id, NULL, 0, given, size, NULL, 0, 0, NOW);
    case 5:
        return vitals_binding_live_put(b, id, given, size);
    case 6:
        return vitals_binding_live_put_at(b, id, given, size, NOW * INT64_C(1000));
    case 7:
        unreadable = vitals_binding_many(b, given, size, offsets, 1, 0, NOW, &out);
        assert_int_equal(unreadable == 1, out == VITALS_BINDING_UNREADABLE);
        return unreadable ? VITALS_EINVAL : out;
    default:
        return vitals_binding_partials(b, given, size, offsets, 1, 0, NOW) ? VITALS_EINVAL : 0;
    }
}

enum { CALLS_WITH_AN_OBJECT = 9 };

static void take_in_every_call(const struct given_row *row, vitals_binding *binding) {
    const int64_t application = vitals_binding_application(binding, NULL, 0);
    const int64_t scope = new_scope(binding);
    for (int call = 0; call < CALLS_WITH_AN_OBJECT; call++) {
        const int64_t result = give(binding, call, row->given, call < 5 ? application : scope);
        if (row->want) {
            if (result >= 0) fail_msg("call %d succeeded", call);
            assert_has(binding, row->want);
        } else if (result < 0) {
            fail_msg("call %d: %s", call, vitals_binding_text(binding));
        }
    }
    vitals_binding_application_health(binding, application);
    assert_has(binding, row->want ? "\"resources\":0" : "\"resources\":1");
}

static void takes_one_object(void **state) {
    static const char *const profiles[] = { "profile: combined", "profile: argocd", "profile: flux",
                                            "profile: kstatus" };
    for (int i = 0; i < 4; i++) {
        vitals_binding *binding = new_binding(profiles[i]);
        take_in_every_call(*state, binding);
        vitals_binding_free(binding);
    }
}

static void a_resource_has_an_object(void **state) {
    vitals_binding *binding = new_binding("");
    const int64_t application = vitals_binding_application(binding, NULL, 0);
    (void)state;
    assert_int_equal(
        vitals_binding_application_put(binding, application, "k", 1, NULL, 0, NULL, 0, 0, NOW),
        VITALS_EINVAL);
    assert_has(binding, "a live or a desired object is needed");
    vitals_binding_free(binding);
}

static void names_what_the_live_needs(void **state) {
    static const char nameless[] = "{\"kind\":\"Pod\"}";
    vitals_binding *binding = new_binding("");
    const int64_t scope = new_scope(binding);
    (void)state;
    assert_int_equal(vitals_binding_live_put(binding, scope, nameless, sizeof nameless - 1),
                     VITALS_EINVAL);
    assert_has(binding, "the object has no name");
    assert_int_equal(vitals_binding_live_put(binding, scope + 9, BARE_POD, strlen(BARE_POD)),
                     VITALS_ENOTFOUND);
    assert_int_equal(vitals_binding_text_size(binding), 0);
    vitals_binding_free(binding);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_resource_has_an_object),
                                        cmocka_unit_test(names_what_the_live_needs) };
    const int wrong = TABLE_RUN("one object", takes_one_object, given_rows);
    return cmocka_run_group_tests(tests, NULL, NULL) + wrong;
}
