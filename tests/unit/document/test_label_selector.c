/* Label selectors: kubectl's text, the LabelSelector of an object, and both held against labels. */
#include "document/label_selector.h"
#include "support/evaluation.h"
#include "support/table.h"
#include "support/torture.h"

static vitals_document *parsed(const char *text) {
    vitals_document *document = NULL;
    assert_int_equal(parse_object(vt_text_from(text), &document, NULL), VITALS_OK);
    return document;
}

/* The labels of all rows below. */
static const char *const labels =
    "{metadata: {labels: {app: shop, tier: web, 'example.com/part-of': a.b_c, empty: '', n: 5}}}";

static const struct match_row {
    TABLE_ROW;
    const char *text;   /* kubectl's form, or NULL */
    const char *object; /* metav1.LabelSelector, or NULL */
    bool matches;
} match_rows[] = {
    { "nothing", "", "{}", true },
    { "white space", " \t", "{matchLabels: {}, matchExpressions: []}", true },
    { "equal", "app=shop", "{matchLabels: {app: shop}}", true },
    { "equal, two signs", "app == shop", NULL, true },
    { "another value", "app=blog", "{matchLabels: {app: blog}}", false },
    { "the beginning of a value", "app=sho", "{matchLabels: {app: sho}}", false },
    { "more than the value", "app=shops", "{matchLabels: {app: shops}}", false },
    { "a missing label", "other=shop", "{matchLabels: {other: shop}}", false },
    { "an empty value", "empty=", "{matchLabels: {empty: ''}}", true },
    { "an empty value of a missing label", "other=", "{matchLabels: {other: ''}}", false },
    { "a key with a prefix", "example.com/part-of=a.b_c",
      "{matchLabels: {example.com/part-of: a.b_c}}", true },
    { "both hold", "app=shop,tier=web", "{matchLabels: {app: shop, tier: web}}", true },
    { "one of two holds", "app=shop, tier=db", "{matchLabels: {app: shop, tier: db}}", false },
    { "a trailing comma", "app=shop,", NULL, true },
    { "not equal", "app!=blog", "{matchExpressions: [{key: app, operator: NotIn, values: [blog]}]}",
      true },
    { "not equal, but it is", "app != shop",
      "{matchExpressions: [{key: app, operator: NotIn, values: [shop]}]}", false },
    { "not equal, without the label", "other!=shop",
      "{matchExpressions: [{key: other, operator: NotIn, values: [shop]}]}", true },
    { "in", "app in (blog, shop)",
      "{matchExpressions: [{key: app, operator: In, values: [blog, shop]}]}", true },
    { "in, without spaces", "app in(blog,shop)", NULL, true },
    { "in, without the label", "other in (blog, shop)",
      "{matchExpressions: [{key: other, operator: In, values: [blog, shop]}]}", false },
    { "in an empty value", "empty in ()",
      "{matchExpressions: [{key: empty, operator: In, values: ['']}]}", true },
    { "not in", "app notin (blog)",
      "{matchExpressions: [{key: app, operator: NotIn, values: [blog]}]}", true },
    { "not in, but it is", "app notin (blog,shop)",
      "{matchExpressions: [{key: app, operator: NotIn, values: [blog, shop]}]}", false },
    { "in nothing", NULL, "{matchExpressions: [{key: app, operator: In}]}", false },
    { "not in nothing", NULL, "{matchExpressions: [{key: app, operator: NotIn}]}", true },
    { "exists", "app", "{matchExpressions: [{key: app, operator: Exists}]}", true },
    { "exists with an empty value", "empty", "{matchExpressions: [{key: empty, operator: Exists}]}",
      true },
    { "does not exist, but should", "other", "{matchExpressions: [{key: other, operator: Exists}]}",
      false },
    { "does not exist", "!other", "{matchExpressions: [{key: other, operator: DoesNotExist}]}",
      true },
    { "exists, but should not", "! app", "{matchExpressions: [{key: app, operator: DoesNotExist}]}",
      false },
    { "lists and single values mixed", "app in (a,shop),!other,tier,empty=,n!=5",
      "{matchLabels: {app: shop}, matchExpressions: [{key: other, operator: DoesNotExist}]}",
      true },
    { "a label that is not a string is missing", "n", "{matchLabels: {n: '5'}}", false },
    { "a value that is not a string", NULL, "{matchLabels: {n: 5}}", false },
    { "a list where one value belongs", NULL, "{matchLabels: {app: [shop]}}", false },
    { "values that are not strings are skipped", NULL,
      "{matchExpressions: [{key: app, operator: In, values: [1, null, shop]}]}", true },
    { "an unknown operator", NULL, "{matchExpressions: [{key: app, operator: in, values: [shop]}]}",
      false },
    { "no operator", NULL, "{matchExpressions: [{key: app}]}", false },
    { "an expression that is not an object", NULL, "{matchExpressions: [app]}", false },
    { "no key", NULL, "{matchExpressions: [{operator: DoesNotExist}]}", true },
    { "members of the wrong type", NULL, "{matchLabels: [app], matchExpressions: {app: x}}", true },
};

static bool text_matches(const char *text, const vitals_document *object) {
    vitals_selector *selector = NULL;
    assert_int_equal(vitals_selector_parse(vt_text_from(text), NULL, &selector, NULL), VITALS_OK);
    bool matches = vitals_selector_matches(selector, object);
    vitals_selector_free(selector);
    return matches;
}

static bool object_matches(const char *text, const vitals_document *object) {
    vitals_document *document = parsed(text);
    vt_arena arena;
    vt_label_selector selector;
    vt_arena_init(&arena, NULL, 0);
    assert_true(vt_label_selector_read(document, vt_document_root(document), &arena, &selector));
    bool matches = vt_label_selector_matches(&selector, object);
    vt_arena_done(&arena);
    vitals_document_free(document);
    return matches;
}

static void check_match(void **state) {
    const struct match_row *row = *state;
    vitals_document *object = parsed(labels);
    if (row->text) assert_int_equal(text_matches(row->text, object), row->matches);
    if (row->object) assert_int_equal(object_matches(row->object, object), row->matches);
    vitals_document_free(object);
}

static const struct error_row {
    TABLE_ROW;
    const char *text;
    unsigned column;
    const char *message;
} error_rows[] = {
    { "two values", "a=b=c", 1, "cannot read the selector 'a=b=c' from 'a=b=c' on" },
    { "in without parentheses", "a in b", 1, "cannot read the selector 'a in b' from 'a in b' on" },
    { "an open list", "x, a in (b", 4, "cannot read the selector 'x, a in (b' from 'a in (b' on" },
    { "a list without commas", "a in (b c)", 1,
      "cannot read the selector 'a in (b c)' from 'a in (b c)' on" },
    { "no key", "a,=b", 3, "cannot read the selector 'a,=b' from '=b' on" },
    { "two commas", "a,,b", 3, "cannot read the selector 'a,,b' from ',b' on" },
    { "two keys", "a b", 1, "cannot read the selector 'a b' from 'a b' on" },
    { "negated and compared", "!a=b", 1, "cannot read the selector '!a=b' from '!a=b' on" },
    { "not a label", "a=b;c", 1, "cannot read the selector 'a=b;c' from 'a=b;c' on" },
};

static void check_error(void **state) {
    const struct error_row *row = *state;
    vitals_selector *selector = NULL;
    vitals_diagnostics *diagnostics = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    assert_int_equal(vitals_selector_parse(vt_text_from(row->text), NULL, &selector, diagnostics),
                     VITALS_ESYNTAX);
    assert_null(selector);
    assert_int_equal(vitals_diagnostics_count(diagnostics), 1);
    const vitals_diagnostic *first = vitals_diagnostics_at(diagnostics, 0);
    assert_string_equal(first->rule, "selector-syntax");
    assert_string_equal(first->text.bytes, row->message);
    assert_int_equal(first->line, 1);
    assert_int_equal(first->column, row->column);
    vitals_diagnostics_free(diagnostics);
}

/* The text belongs to the caller: it may change afterwards. */
static void text_is_copied(void **state) {
    (void)state;
    char text[] = "app=shop";
    vitals_document *object = parsed(labels);
    vitals_selector *selector = NULL;
    assert_int_equal(vitals_selector_parse((vt_text){ text, 8 }, NULL, &selector, NULL), VITALS_OK);
    memset(text, 'x', sizeof text);
    assert_true(vitals_selector_matches(selector, object));
    vitals_selector_free(selector);
    vitals_selector_free(NULL);
    vitals_document_free(object);
}

/* A selector may have any number of requirements and values; a name of any size is cut in messages. */
static void long_selectors(void **state) {
    (void)state;
    vitals_document *object = parsed(labels);
    vt_buffer text;
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    for (int i = 0; i < 1000; i++) vt_buffer_add(&text, VT_TEXT("app,tier in (a,b,web),"));
    vt_buffer_add_byte(&text, '\0');
    assert_true(text_matches(text.bytes, object));
    text.bytes[text.size - 1] = ';';
    vitals_selector *selector = NULL;
    assert_int_equal(vitals_selector_parse(vt_buffer_text(&text), NULL, &selector, NULL),
                     VITALS_ESYNTAX);
    vt_buffer_done(&text);
    vitals_document_free(object);
}

static vitals_status parse_and_read(torture *state, void *user) {
    vitals_allocator allocator = torture_allocator(state);
    const vitals_document *document = user;
    vitals_selector *selector = NULL;
    vitals_status status =
        vitals_selector_parse(VT_TEXT("a in (b,c),d"), &allocator, &selector, NULL);
    vitals_selector_free(selector);
    if (status != VITALS_OK) return status;
    vt_arena arena;
    vt_label_selector read;
    vt_arena_init(&arena, &allocator, 0);
    status = vt_label_selector_read(document, vt_document_root(document), &arena, &read)
                 ? VITALS_OK
                 : VITALS_ENOMEM;
    vt_arena_done(&arena);
    return status;
}

static void memory_runs_out(void **state) {
    (void)state;
    vitals_document *document =
        parsed("{matchLabels: {a: b}, matchExpressions: [{key: c, operator: In, values: [d]}]}");
    assert_true(torture_run(parse_and_read, document) > 1);
    vitals_document_free(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_copied),
        cmocka_unit_test(long_selectors),
        cmocka_unit_test(memory_runs_out),
    };
    return TABLE_RUN("matches", check_match, match_rows) +
           TABLE_RUN("errors", check_error, error_rows) +
           cmocka_run_group_tests_name("label selectors", tests, NULL, NULL);
}
