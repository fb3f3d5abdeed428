/* Keys of an argocd-cm as patterns. */
#include "base/text/glob.h"
#include "support/table.h"

enum { NO, YES, BAD };

static const struct row {
    TABLE_ROW;
    const char *pattern, *text;
    int want;
} rows[] = {
    { "a star matches everything", "*", "apps/Deployment", YES },
    { "a star matches slashes", "a*d", "a/b/c/d", YES },
    { "more text after a star than is looked for first", "*.abcdefghijklmnopqrstuvwxyz/K",
      "x.abcdefghijklmnopqrstuvwxyz/K", YES },
    { "it differs where nobody looks first", "*.abcdefghijklmnopqrstuvwxyz/K",
      "x.abcdefghijklmnopqrstuvwxyZ/K", NO },
    { "text after a star that begins again", "*aab/K", "aaab/K", YES },
    { "text after a star that is cut off", "*aab", "xaa", NO },
    { "a text that is shorter than the start", "apps/*", "app", NO },
    { "a text that is the start", "apps/*", "apps/", YES },
    { "all in its spelled-out form needs a slash", "*/*", "Pod", NO },
    { "two stars are one", "**", "apps/Deployment", YES },
    { "three stars are one", "***", "", YES },
    { "literal", "apps/Deployment", "apps/Deployment", YES },
    { "case matters", "apps/deployment", "apps/Deployment", NO },
    { "a leading slash never matches a core kind", "/Pod", "Pod", NO },
    { "the version is not part of the key", "v1/Pod", "Pod", NO },
    { "one character", "?od", "Pod", YES },
    { "one character is not two", "?d", "Pod", NO },
    { "one character may be several bytes", "?x", "\xC3\xA9x", YES },
    { "list", "[pP]od", "Pod", YES },
    { "list misses", "[xy]od", "Pod", NO },
    { "negated list", "[!xy]od", "Pod", YES },
    { "range", "[A-Z]od", "Pod", YES },
    { "negated range", "[!A-O]od", "Pod", YES },
    { "range beyond ASCII", "[\xC3\xA0-\xC3\xBC]*", "\xC3\xA9lan", YES },
    { "caret is a character", "[^P]od", "Pod", YES },
    { "caret alone", "[^]od", "^od", YES },
    { "leading dash", "[-a]od", "-od", YES },
    { "escape in a list", "[\\]]", "]", YES },
    { "stars in a list are characters", "[*]", "*", YES },
    { "alternatives", "{Pod,Service}", "Service", YES },
    { "alternatives miss", "{Pod,Service}", "Secret", NO },
    { "alternatives nest", "{a,b{c,d}}*", "bdx", YES },
    { "alternatives hold patterns", "{*.io,*.com}/*", "x.com/Y", YES },
    { "an empty alternative", "{,x}Pod", "Pod", YES },
    { "no alternatives", "{}", "", YES },
    { "an empty alternative beside others and empty text", "{a,}", "", YES },
    { "no alternatives between stars and empty text", "*{}*", "", NO },
    { "no alternatives between stars", "*{}*", "a", YES },
    { "a star as one of several alternatives beside a star, and empty text", "*{a,*}", "", NO },
    { "a star as one of several alternatives beside a star", "*{a,*}", "b", YES },
    { "a star as one of several alternatives and empty text", "{a,*}", "", YES },
    { "alternatives inside of one alternative and empty text", "{{a,*}}*", "", NO },
    { "one alternative inside of another and empty text", "{{*}}*", "", YES },
    { "one character as one of several alternatives and empty text", "{?,b}", "", YES },
    { "one character in braces that are never closed and empty text", "{?", "", YES },
    { "alternatives that are never closed and empty text", "*{a,*", "", NO },
    { "no alternatives before a backslash at the end and empty text", "{}\\", "", YES },
    { "ends that overlap", "Po*od", "Pod", YES },
    { "ends that overlap around stars", "a***a", "a", YES },
    { "ends around no alternatives do not overlap", "Po{}*od", "Pod", NO },
    { "ends around no alternatives", "Po{}*od", "Pood", YES },
    { "ends around no alternatives in braces", "{Po{*{}*}od", "Pod", NO },
    { "ends that overlap, in braces and classes", "{P}o*[o]d", "Pod", YES },
    { "ends that overlap but one is longer than the text", "Pods*od", "Pod", NO },
    { "ends that overlap beside a single character", "a*?a", "a", NO },
    { "ends that overlap around text", "a*b*a", "ba", NO },
    { "ends that overlap beyond ASCII", "\xC3\xA9*\xC3\xA9", "\xC3\xA9", YES },
    { "no alternatives before a star and empty text", "{}*", "", NO },
    { "an empty alternative before a star and empty text", "{a,}*", "", NO },
    { "an empty alternative inside of another and empty text", "*{{}}*", "", NO },
    { "alternatives before a star and empty text", "{*}*", "", YES },
    { "one character in braces and empty text", "{?}", "", YES },
    { "a brace that is never closed", "{Pod", "Pod", YES },
    { "a brace that was never opened", "Pod}", "Pod}", YES },
    { "a bracket that was never opened", "Pod]", "Pod]", YES },
    { "a comma outside of braces", "a,b", "a,b", YES },
    { "escaped comma", "{a\\,b}", "a,b", YES },
    { "escaped star", "a\\*b", "a*b", YES },
    { "escaped letter", "\\Pod", "Pod", YES },
    { "backslash at the end is ignored", "*\\", "anything", YES },
    { "empty pattern, empty text", "", "", YES },
    { "empty pattern", "", "Pod", NO },
    { "a lone ? matches empty text", "?", "", YES },
    { "a lone negated list matches empty text", "[!a]", "", YES },
    { "a lone list does not", "[a]", "", NO },
    { "empty list", "[]", "", BAD },
    { "empty negated list", "[!]", "", BAD },
    { "bracket right after", "[]]", "", BAD },
    { "range and list", "[A-CX]od", "", BAD },
    { "range without an end", "[a-]od", "", BAD },
    { "range of three", "[a-b-c]", "", BAD },
    { "range the wrong way round", "[c-a]", "", BAD },
    { "bracket never closed", "[ab", "", BAD },
    { "not UTF-8", "\xFF", "", BAD },
};

static void check(void **state) {
    const struct row *row = *state;
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    const char *error = NULL;
    const vt_glob *glob = vt_glob_compile(&arena, vt_text_from(row->pattern), &error);
    assert_int_equal(glob == NULL, row->want == BAD);
    assert_int_equal(error != NULL, row->want == BAD);
    if (glob)
        assert_int_equal(vt_glob_match(glob, vt_text_from(row->text), NULL), row->want == YES);
    vt_arena_done(&arena);
}

/* A pattern that makes backtracking matchers take exponential time. */
static void linear(void **state) {
    (void)state;
    char text[20001];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    const char *error = NULL;
    const vt_glob *glob = vt_glob_compile(&arena, VT_TEXT("*a*a*a*a*a*a*a*a*a*a*{a,*a}*b"), &error);
    assert_non_null(glob);
    assert_false(vt_glob_match(glob, vt_text_from(text), NULL));
    vt_arena_done(&arena);
}

static bool matches(const char *pattern, size_t size, const char *text, size_t text_size) {
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    const char *error = NULL;
    const vt_glob *glob = vt_glob_compile(&arena, vt_text_slice(pattern, size), &error);
    assert_non_null(glob);
    bool matched = vt_glob_match(glob, vt_text_slice(text, text_size), NULL);
    vt_arena_done(&arena);
    return matched;
}

/* Patterns of any length up to the longest match texts of just their length; one byte more is
** refused. */
static void of_every_length(void **state) {
    (void)state;
    enum { LONGEST = (VT_GLOB_MOST_STATES - 1) / 3 };
    char pattern[LONGEST + 3], text[LONGEST + 3];
    memset(text, 'a', sizeof text);
    for (size_t size = 1; size <= LONGEST; size += size < 300 ? 1 : 149) {
        for (const char *byte = "a?"; *byte; byte++) {
            memset(pattern, *byte, size);
            assert_true(matches(pattern, size, text, size));
            assert_true(size == 1 || !matches(pattern, size, text, size - 1));
            assert_false(matches(pattern, size, text, size + 1));
        }
        if (size < 5) continue;
        memset(pattern, 'a', size);
        memcpy(pattern, "{a,b}", 5); /* one character of the text */
        assert_true(matches(pattern, size, text, size - 4));
        assert_false(matches(pattern, size, text, size - 3));
        memcpy(pattern + size - 5, "{c,a}", 5);
        if (size >= 10) assert_true(matches(pattern, size, text, size - 8));
        if (size >= 10) assert_false(matches(pattern, size, text, size - 9));
    }
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    const char *error = NULL;
    memset(pattern, 'a', sizeof pattern);
    assert_non_null(vt_glob_compile(&arena, vt_text_slice(pattern, LONGEST), &error));
    assert_null(vt_glob_compile(&arena, vt_text_slice(pattern, LONGEST + 1), &error));
    assert_string_equal(error, "pattern is too long");
    vt_arena_done(&arena);
}

static void rejects_the_unbounded(void **state) {
    (void)state;
    char pattern[VT_GLOB_MOST_STATES + 1];
    memset(pattern, '{', sizeof pattern);
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    const char *error = NULL;
    assert_null(vt_glob_compile(&arena, (vt_text){ pattern, sizeof pattern }, &error));
    assert_string_equal(error, "pattern is too long");
    assert_null(vt_glob_compile(&arena, (vt_text){ pattern, VT_GLOB_MOST_NESTING + 1 }, &error));
    assert_string_equal(error, "pattern is nested too deeply");
    assert_non_null(vt_glob_compile(&arena, (vt_text){ pattern, VT_GLOB_MOST_NESTING }, &error));
    vt_arena_done(&arena);
}

static int order(const char *a, const char *b) {
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    const char *error = NULL;
    vt_text first = vt_text_from(a), second = vt_text_from(b);
    int order = vt_glob_compare(vt_glob_compile(&arena, first, &error), first,
                                vt_glob_compile(&arena, second, &error), second);
    vt_arena_done(&arena);
    return order;
}

static void most_specific_first(void **state) {
    (void)state;
    assert_true(order("*.crossplane.io/Bucket", "*.crossplane.io/*") < 0);
    assert_true(order("apps/*", "*/*") < 0);
    assert_true(order("ab*", "a*b*") < 0); /* as many characters, fewer wildcards */
    assert_true(order("a*", "b*") < 0);    /* byte order */
    assert_true(order("ab*", "a?b*") < 0); /* a question mark is a wildcard, and so is a class */
    assert_true(order("ab*", "a[xy]b*") < 0);
    assert_true(order("ab*", "a[!x]b*") < 0);
    assert_int_equal(order("a*", "a*"), 0);
    /* Neither a class nor the separator of alternatives is a literal character. */
    assert_true(order("*.example.com/*", "*.[a-f]xample.com/*") < 0);
    assert_true(order("*/*", "[!a]*/*") < 0);
    assert_true(order("{apps,batch}/*", "*.example/*") < 0);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(linear), cmocka_unit_test(of_every_length),
                                        cmocka_unit_test(rejects_the_unbounded),
                                        cmocka_unit_test(most_specific_first) };
    return TABLE_RUN("glob", check, rows) + cmocka_run_group_tests(tests, NULL, NULL);
}
