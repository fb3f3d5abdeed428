/* Helpers that the checks of a tree share: vt_prelude_expand. */
#include "health/prelude.h"
#include "support/table.h"

static const char PRELUDE[] = "-- Of this tree.\n"
                              "\n"
                              "-- One.\n"
                              "local function one(value)\n"
                              "  return value\n"
                              "end\n"
                              "\n"
                              "local words = { \"a\", \"b\" }\n"
                              "\n"
                              "-- Two of them.\n"
                              "-- uses: one, words\n"
                              "local function two()\n"
                              "  return one(words[1])\n"
                              "end\n";

typedef struct prelude_row {
    const char *id;
    const char *script;
    const char *expanded; /* NULL: as it is */
    const char *alone;    /* the same for readers */
    const char *missing;  /* NULL: nothing */
} prelude_row;

#define ONE "local function one(value) return value end "
#define WORDS "local words = { \"a\", \"b\" } "
#define TWO "local function two() return one(words[1]) end "
#define ONE_LINES "local function one(value)\n  return value\nend\n\n"
#define WORDS_LINES "local words = { \"a\", \"b\" }\n\n"
#define TWO_LINES "local function two()\n  return one(words[1])\nend\n\n"

static const prelude_row rows[] = {
    { "names nothing", "local x = 1\nreturn x\n", NULL, NULL, NULL },
    { "names in another line", "\n-- uses: one\nreturn 1\n", NULL, NULL, NULL },
    { "one", "-- uses: one\nreturn one(1)\n", "--[[ uses: one ]] " ONE "\nreturn one(1)\n",
      ONE_LINES "return one(1)\n", NULL },
    { "below its comments", "-- uses: one\n-- What.\n\nreturn one(1)\n",
      "--[[ uses: one ]] " ONE "\n-- What.\n\nreturn one(1)\n",
      "-- What.\n\n" ONE_LINES "return one(1)\n", NULL },
    { "with those that it uses", "-- uses: two\nreturn two()\n",
      "--[[ uses: two ]] " ONE WORDS TWO "\nreturn two()\n",
      ONE_LINES WORDS_LINES TWO_LINES "return two()\n", NULL },
    { "each once, in the order of the prelude", "-- uses: two, one\n",
      "--[[ uses: two, one ]] " ONE WORDS TWO "\n", ONE_LINES WORDS_LINES TWO_LINES, NULL },
    { "a value", "-- uses: words\n", "--[[ uses: words ]] " WORDS "\n", WORDS_LINES, NULL },
    { "without a line break at the end", "-- uses: one", "--[[ uses: one ]] " ONE "\n", ONE_LINES,
      NULL },
    { "missing", "-- uses: one, three\n", "--[[ uses: one, three ]] " ONE "\n", ONE_LINES,
      "three" },
    { "empty", "", NULL, NULL, NULL },
};

static void check_expand(void **state) {
    const prelude_row *row = *state;
    const vt_text script = vt_text_from(row->script);
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    vt_text text = vt_prelude_expand(VT_TEXT(PRELUDE), script, &arena);
    vt_text missing = vt_prelude_missing(VT_TEXT(PRELUDE), script);
    assert_true(vt_text_is(text, row->expanded ? row->expanded : row->script));
    text = vt_prelude_stand_alone(VT_TEXT(PRELUDE), script, &arena);
    assert_true(vt_text_is(text, row->alone ? row->alone : row->script));
    assert_true(row->missing ? vt_text_is(missing, row->missing) : vt_text_is_absent(missing));
    /* A tree without a prelude: a script of a user is never changed. */
    text = vt_prelude_expand(VT_TEXT_ABSENT, script, &arena);
    assert_true(text.bytes == script.bytes && text.size == script.size);
    text = vt_prelude_stand_alone(VT_TEXT_ABSENT, script, &arena);
    assert_true(text.bytes == script.bytes && text.size == script.size);
    assert_true(vt_text_is_absent(vt_prelude_missing(VT_TEXT_ABSENT, script)));
    vt_arena_done(&arena);
}

int main(void) {
    return TABLE_RUN("prelude", check_expand, rows);
}
