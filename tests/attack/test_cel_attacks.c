/*
** Expressions that mean harm. Each ends at a named limit or by itself, within 2 s of CPU time and
** 64 MB; the state that ran it then evaluates the next expression correctly. docs/security.md has
** the figures.
**
** The longest CPU time between two polls of the interrupt is measured over all of them. Run with
** VITALS_ATTACK_FIGURES=1 to print time, memory and gap of each row.
*/
#include <stdio.h>

#include <vitals/cel.h>

#include "base/memory/buffer.h"
#include "base/memory/memory.h"
#include "document/document.h"
#include "support/gaps.h"
#include "support/table.h"

enum { MOST_BYTES = 64 << 20, MOST_MILLISECONDS = 2000 };

/* Sanitizers and builds without optimization are slower, whatever is measured. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__)
#define SLOWNESS 30
#elif !defined(NDEBUG)
#define SLOWNESS 5
#else
#define SLOWNESS 1
#endif

enum {
    SPEC = 1,   /* the environment, otherwise flux */
    CHECK = 2,  /* types are checked */
    TRACE = 4,  /* evaluated with a trace */
    REFUSED = 8 /* it does not compile */
};

/* The expression is `head`, then `part` so many times, then `tail`. */
static const struct attack_row {
    TABLE_ROW;
    const char *limit; /* NULL: it ends by itself */
    int how;
    const char *head, *part;
    int times;
    const char *tail;
} rows[] = {
/* clang-format off */
#define ROW(name, limit, expression) { name, limit, 0, expression, "", 0, "" }
#define SPEC_ROW(name, limit, expression) { name, limit, SPEC, expression, "", 0, "" }
#define TRACED(name, limit, expression) { name, limit, TRACE | SPEC, expression, "", 0, "" }
#define LONG(name, limit, how, head, part, times, tail) { name, limit, how, head, part, times, tail }
#define LOOP(name, body) ROW(name, "cel_cost", "list.all(i, " body ")")
#define SPEC_LOOP(name, body) SPEC_ROW(name, "cel_cost", "list.all(i, " body ")")
    LOOP("equal texts", "a == b"),
    LOOP("unequal texts", "a != c || true && a == b"),
    LOOP("equal lists of texts", "[a] == [b]"),
    LOOP("equal maps of texts", "{'k': a} == {'k': b}"),
    LOOP("equal nested texts", "[[{'k': [a]}]] == [[{'k': [b]}]]"),
    LOOP("equal optionals", "optional.of(a) == optional.of(b)"),
    LOOP("equal bytes", "bytes(a) == bytes(b)"),
    LOOP("long keys", "{a: 1} == {b: 1}"),
    LOOP("look up a long key", "!(a in {b: 1}) || true"),
    LOOP("long keys of the object", "!(a in map)"),
    LOOP("equal maps of the object", "map == map"),
    LOOP("equal lists of the object", "list == list"),
    LOOP("equal lists of maps", "maps == maps"),
    LOOP("equal deep values", "deep == deep"),
    LOOP("text in list", "a in [c, b]"),
    LOOP("list in list", "[a] in [[c], [b]]"),
    LOOP("number in list", "!(-1 in list)"),
    LOOP("less texts", "a <= b"),
    LOOP("less bytes", "bytes(a) <= bytes(b)"),
    LOOP("elements by index", "maps[i % 20000].x == 1"),
    LOOP("last element", "maps.last().value().x == 1"),
    LOOP("fields of many objects", "maps.all(m, m.x == 1)"),
    ROW("subset of texts", "cel_cost", "sets.contains(strs, strs)"),
    ROW("the same numbers", "cel_cost", "sets.equivalent(list, list)"),
    ROW("no common text", "cel_cost", "sets.intersects(strs, list)"),
    LOOP("subset of long texts", "sets.contains([c, a], [b])"),

    ROW("contains nearly the same", "cel_memory_bytes", "list.all(i, !a.contains(b + 'y'))"),
    LOOP("contains half of itself", "t.contains(t.substring(1000000) + 'b') || true"),
    LOOP("contains short", "!t.contains('abb')"),
    LOOP("contains nine", "!a.contains('xxxxxxxxy')"),
    LOOP("starts with", "a.startsWith(b)"),
    LOOP("ends with", "a.endsWith(b)"),
    LOOP("index of", "a.indexOf('xy') == -1"),
    LOOP("index of itself", "a.indexOf(b) == 0"),
    LOOP("last index of", "a.lastIndexOf('xy') == -1"),
    LOOP("last index of itself", "a.lastIndexOf(b) == 0"),
    LOOP("replace all", "t.replace('a', 'b') != ''"),
    ROW("replace nothing", "cel_memory_bytes", "list.all(i, a.replace('y', '') == b)"),
    ROW("replace grows", "cel_memory_bytes", "t.replace('', 'xxxxxxxxxxxxxxxxxxxxxxxx').size() > 0"),
    ROW("split", "cel_memory_bytes", "list.all(i, 'a,b,c,d,e,f,g,h'.split(',').size() == 8)"),
    ROW("split a long text", "cel_memory_bytes", "t.split('').size() > 0"),
    ROW("split and join", "cel_memory_bytes", "t.split('b').join('').split('').join('x').size() > 0"),
    ROW("join by a long text", "cel_memory_bytes", "strs.join(a)"),
    ROW("lower case", "cel_memory_bytes", "list.all(i, a.lowerAscii() != '')"),
    ROW("upper case", "cel_memory_bytes", "list.all(i, a.upperAscii() != '')"),
    ROW("reverse", "cel_memory_bytes", "list.all(i, a.reverse() != '')"),
    LOOP("trim", "a.trim() == b"),
    LOOP("size", "a.size() == 4000000"),
    LOOP("size of wide characters", "wide.size() == 1000000"),
    LOOP("character at the end", "a.charAt(3999999) == 'x'"),
    LOOP("substring", "a.substring(3999999) == 'x'"),
    ROW("quote", "cel_memory_bytes", "list.all(i, strings.quote(a) != '')"),
    ROW("concatenation", "cel_memory_bytes", "list.all(i, a + b != c)"),
    ROW("doubling", "cel_memory_bytes", "[1,2,3,4,5,6,7,8].map(i, a + a).size() > 0"),
    ROW("format text", "cel_memory_bytes", "list.all(i, '%s'.format([a]) != '')"),
    ROW("format as hex", "cel_memory_bytes", "list.all(i, '%x'.format([a]) != '')"),
    ROW("format a map", "cel_memory_bytes", "list.all(i, '%s'.format([map]) != '')"),
    ROW("format a list", "cel_memory_bytes", "list.all(i, '%s'.format([list]) != '')"),
    LOOP("format a fraction", "'%.1000f'.format([1.0 / 3.0]) != ''"),
    LOOP("format a large number", "'%.1000f'.format([1e308]) != ''"),
    LOOP("format with an exponent", "'%.1000e'.format([1.0 / 3.0]) != ''"),
    ROW("format without clauses", "cel_memory_bytes", "list.all(i, 'x'.format(list) == 'x' && a.format([]) == b)"),
    ROW("base64", "cel_memory_bytes", "list.all(i, base64.encode(bytes(a)) != '')"),
    ROW("base64 and back", "cel_memory_bytes", "list.all(i, base64.decode(base64.encode(bytes(t))) == bytes(t))"),
    ROW("base64 of line breaks", "cel_cost", "list.all(i, base64.decode(breaks) == b'')"),
    LOOP("text of bytes", "string(bytes(wide)) == wide"),
    ROW("int of zeroes", NULL, "list.all(i, !(list.exists(x, int(zeroes) == 1)))"),
    LOOP("double of zeroes", "list.exists(x, double(zeroes) == 1.0) || true"),
    LOOP("duration of zeroes", "!(list.exists(x, duration(zeroes) == duration('1s')))"),
    LOOP("timestamp of zeroes", "!(list.exists(x, timestamp(zeroes) == timestamp(0)))"),
    ROW("numbers as text", "cel_cost", "list.all(i, string(double(i) / 3.0) != '' && double(string(i)) >= 0.0)"),

    ROW("missing keys", NULL, "list.all(i, i >= 0 || maps[0].missing == i)"),
    ROW("errors of missing keys", "cel_memory_bytes", "list.exists(i, maps[0]['missing' + a] == i)"),
    ROW("errors of names", NULL, "list.exists(i, missing.name == i)"),
    ROW("errors of zones", "cel_memory_bytes", "list.exists(i, timestamp(i).getHours(a) == 25)"),
    ROW("errors of offsets", "cel_memory_bytes", "list.exists(i, timestamp(i).getHours(zeroes + ':x') == 25)"),
    SPEC_ROW("errors of addresses", "cel_memory_bytes", "list.exists(i, ip(a) == ip('1.1.1.1'))"),
    SPEC_ROW("errors that show lists", "cel_memory_bytes", "list.exists(i, {1: 2}[list] == 1)"),
    SPEC_ROW("errors that show maps", "cel_memory_bytes", "list.exists(i, {1: 2}[map] == 1)"),
    ROW("errors of join", "cel_cost", "list.exists(i, dyn([a, map]).join() == '')"),
    LOOP("time zones", "timestamp(i).getHours('Europe/Berlin') >= 0"),
    LOOP("more zones than are kept", "['Europe/Berlin', 'Europe/Paris', 'Europe/Rome', 'Europe/Madrid', 'Asia/Tokyo', 'Asia/Seoul', 'Asia/Dubai', 'America/Lima', 'America/New_York', 'Africa/Cairo', 'Australia/Sydney'].all(z, timestamp(i).getHours(z) >= 0)"),
    LOOP("zones that do not exist", "!(list.exists(x, timestamp(i).getHours('x' + string(x)) == 25))"),

    ROW("pattern over a long text", "cel_match_steps", "t.matches('[ab]*a[ab]{0,300}[ab]{0,300}[ab]{400}c')"),
    ROW("pattern over a long text in a loop", "cel_match_steps", "list.all(i, t.matches('a.{900}c'))"),
    LOOP("large pattern", "!strs[i % 100].matches('a.{900}c')"),
    LOOP("pattern of many states", "!states.matches('(a|b)*a(a|b){12}c')"),
    LOOP("pattern without states", "!states.matches('(a?){500}c')"),
    LOOP("alternatives", "!states.matches('([ab]|[ab][ab]|[ab][ab][ab]){0,30}c')"),
    ROW("patterns made in a loop", "cel_cost", "strs.all(x, !('a'.matches('((a{1,30}b?){1,30})' + x)))"),
    ROW("small patterns made in a loop", "cel_cost", "list.all(i, strs.all(x, !'a'.matches('^' + x + '$')))"),
    ROW("invalid patterns made in a loop", "cel_cost", "list.exists(i, strs.exists(x, 'a'.matches('(' + x)))"),
    ROW("pattern of classes", "cel_cost", "strs.all(x, !x.matches('(?i)\\\\pL{3}' + x + 'y'))"),
    ROW("pattern too large", "cel_pattern_size", "'a'.matches(strs[0] + 'a{1000}b{1000}c{1000}d{1000}e{1000}f{1000}g{1000}h{1000}i{1000}j{1000}k{1000}')"),
    ROW("pattern too large for RE2", "cel_pattern_size", "'a'.matches(strs[0] + '\\\\pL{1000}')"),
    ROW("pattern too long", "cel_pattern_bytes", "'a'.matches(a)"),
    LONG("constant pattern too large", "cel_pattern_size", REFUSED, "'a'.matches('", "(a{30}b{30}){30}", 20, "')"),
    LONG("repeats in a constant pattern", "cel_pattern_size", REFUSED, "'a'.matches('", "a{1000}", 500, "')"),
    LONG("more constant patterns than are kept", "cel_cost", 0, "list.all(i, !(", "('a'.matches('b{300}c') && 'a'.matches('b{301}d') && 'a'.matches('b{302}e')) || ", 60, "false))"),

    LOOP("loop in a loop", "list.all(j, i >= 0 && j >= 0)"),
    LOOP("loop over a map", "map.all(k, k != '')"),
    LOOP("exists_one", "!list.exists_one(j, j == -1)"),
    LOOP("filter", "list.filter(j, j < 0).size() == 0"),
    ROW("list of lists", "cel_memory_bytes", "list.map(i, list.map(j, [i, j])).size() > 0"),
    ROW("list of texts", "cel_memory_bytes", "strs.map(s, s + a).size() > 0"),
    ROW("list of joined lists", "cel_memory_bytes", "list.map(i, list + [i]).size() > 0"),
    ROW("list of parts that share", "cel_memory_bytes", "list.map(i, strs)"),
    SPEC_ROW("map of a map", "cel_memory_bytes", "list.all(i, map.transformMap(k, v, v).size() > 0 || i == 0)"),
    SPEC_ROW("map of a large map", NULL, "map.transformMap(k, v, v).size() > 0"),
    SPEC_ROW("map of a list", "cel_memory_bytes", "list.transformMap(i, v, v).size() > 0 && list.map(i, list.transformMap(k, v, [k])).size() > 0"),
    SPEC_ROW("map of entries", "cel_memory_bytes", "list.transformMapEntry(i, v, {string(v): [v]}).size() > 0"),
    SPEC_ROW("map of the same entries", NULL, "list.transformMapEntry(i, v, {'k': v}).size() > 0"),
    ROW("map literal", "cel_memory_bytes", "list.all(i, {i: 1, 'b': 2, 3u: 3, true: 4, 5: i, 6: i, 7: i, 8: i, 9: i, 10: i, 11: i}.size() > 0 || true)"),
    LOOP("optional fields", "maps[?i].?x.orValue(1) == 1 || true"),
    ROW("optMap", NULL, "list.all(i, optional.of(i).optMap(x, x + 1).optMap(x, x + 1).hasValue())"),
    SPEC_LOOP("greatest of a list", "math.greatest(list) > 0"),
    SPEC_ROW("addresses", "cel_memory_bytes", "list.all(i, ip('::1').isLoopback() && cidr('10.0.0.0/8').containsIP('10.1.2.3'))"),

    SPEC_ROW("equal shared values", "cel_cost", "cel.bind(a, [1, 1], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], a == a && [a] == [a, a][1])))))))))))))))))))))))))"),
    SPEC_ROW("shown shared values", "cel_memory_bytes", "cel.bind(a, [1, 1], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], a)))))))))))))))))))))))))"),
    TRACED("traced shared values", NULL, "cel.bind(a, [1, 1], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], cel.bind(a, [a, a], a.size() == 2)))))))))))))))))))))))))"),
    TRACED("traced list in a loop", "cel_cost", "list.all(i, list.size() > 0 && map.size() > 0 && a.size() > 0 || i >= 0)"),
    TRACED("traced loop in a loop", "cel_cost", "list.all(i, list.all(j, i >= 0 && j >= 0))"),
    TRACED("traced maps", "cel_memory_bytes", "list.all(i, map.map(k, k).size() > 0)"),

    LONG("many constants", "cel_cost", 0, "list.all(i, ", "true && ", 12000, "true)"),
    LONG("many fields", "cel_memory_bytes", 0, "list.all(i, ", "has(maps.x) || ", 6000, "true || has(map.k1)) && list.all(i, maps.all(m, has(m.x)))"),
    LONG("chain of conditionals", "cel_cost", 0, "list.all(i, ", "i < 0 ? false : ", 200, "true)"),
    LONG("large list in a loop", "cel_memory_bytes", 0, "list.all(i, [", "i,", 20000, "0].size() > 0)"),
    LONG("large map in a loop", "cel_memory_bytes", 0, "list.all(i, {", "i:i,", 20000, "0: 0}.size() > 0)"),
    LONG("large constant map in a loop", NULL, 0, "list.all(i, {", "'k':1,", 12000, "0: 0} == {0: 0, 'k': 1})"),
    LONG("list of optionals", "cel_cost", 0, "list.all(i, [", "?maps[?i],", 9000, "1].size() > 0)"),
    LONG("format of many clauses", "cel_cost", 0, "list.all(i, '", "%s", 30000, "'.format(list) != '')"),
    LONG("call of many arguments", NULL, 0, "f(", "1,", 40000, "1)"),

    LONG("opening parentheses", NULL, REFUSED, "", "(", 99999, ""),
    LONG("opening brackets", NULL, REFUSED, "", "[", 99999, ""),
    LONG("opening braces", NULL, REFUSED, "", "{", 99999, ""),
    LONG("calls in calls", NULL, REFUSED, "", "f(", 49999, ""),
    LONG("macros in macros", NULL, REFUSED, "", "[1].all(x,", 9000, ""),
    LONG("negations", NULL, 0, "", "!", 90000, "true"),
    LONG("minus signs", NULL, 0, "", "-", 90000, "i || true"),
    LONG("fields of fields", NULL, REFUSED, "a", ".b", 49000, ""),
    LONG("a long name", NULL, 0, "", "a", 99000, " == 1 || true"),
    LONG("a long text", NULL, 0, "'", "x", 99000, "' != ''"),
    LONG("a text of escapes", NULL, 0, "'", "\\n", 49000, "' != ''"),
    LONG("a long comment", NULL, 0, "true //", "x", 90000, ""),
    LONG("a long number", NULL, REFUSED, "", "9", 99000, ""),
    LONG("a long fraction", NULL, 0, "1.", "9", 99000, " > 1.0"),
    LONG("characters that match nothing", NULL, REFUSED, "", "#", 99999, ""),
    LONG("texts without end", NULL, REFUSED, "", "'\n", 49999, ""),
    LONG("mistakes on one line", NULL, REFUSED, "", "1 1 ", 24999, ""),
    LONG("mistakes on many lines", NULL, REFUSED, "", "a b\n", 24999, ""),
    LONG("reserved words", NULL, REFUSED, "", "for||", 19999, "true"),
    LONG("a sum", NULL, REFUSED, "1", "+1", 49000, ""),
    LONG("many operands", NULL, 0, "", "i||", 33000, "true"),
    LONG("many names", NULL, 0, "", "a.b.c.d||", 11000, "true"),
    LONG("many texts", NULL, 0, "[", "'x',", 24000, "1].size() > 0"),
    LONG("many keys", NULL, 0, "{", "1:1,", 24000, "1:1}.size() > 0"),
    LONG("many patterns", "cel_compile_cost", REFUSED, "", "'a'.matches('b{1000}c{999}')||", 3200, "true"),
    LONG("many small patterns", NULL, 0, "", "'a'.matches('b')||", 5000, "true"),
    LONG("many conversions", NULL, 0, "", "int('1')==1&&", 7000, "true"),
    LONG("many unknown calls", NULL, 0, "", "a.f()||", 14000, "true"),
    LONG("many calls", "cel_cost", 0, "", "size(a)<0||", 9000, "true"),
    LONG("names in nested loops", NULL, 0, "[1].all(a,[1].all(b,[1].all(c,[1].all(d,[1].all(e,[1].all(f,[1].all(g,[1].all(h,", "z||", 30000, "true))))))))"),
    LONG("selects from conditionals", NULL, REFUSED, "", "(a?b:c).d||(", 8000, ""),
    LONG("checked operands", NULL, CHECK, "", "1<2||", 19000, "true"),
    LONG("checked lists", NULL, CHECK, "[", "1,", 49000, "1] != []"),
    LONG("checked mixed lists", NULL, CHECK | REFUSED, "[", "1,'a',", 16000, "1] != []"),
    LONG("checked maps", NULL, CHECK, "{", "1:[[1]],", 12000, "1:[[1]]} != {}"),
    LONG("checked names", NULL, CHECK | REFUSED, "", "z||", 33000, "true"),
    LONG("checked calls", NULL, CHECK, "", "size('a')>0||", 7000, "true"),
    LONG("checked loops", NULL, CHECK, "", "[1].all(x,x>0)&&", 6000, "true"),
    LONG("checked formats", NULL, CHECK, "'", "%%", 40000, "%d'.format([1]) == '' || true"),
    LONG("checked optMap", NULL, CHECK, "optional.of(1)", ".optMap(x,x)", 120, ".hasValue()"),
    LONG("checked overloads", "cel_program_bytes", CHECK | REFUSED, "", "f(y)||", 15000, "true"),
    LONG("types that double", NULL, CHECK | REFUSED, "", "g(", 60, "1 + 'a')))))))))))))))))))))))))))))))))))))))))))))))))))))))))))"),
    LONG("checked patterns", "cel_compile_cost", CHECK | REFUSED, "", "'a'.matches('b{1000}c{999}')||", 3200, "true"),
    /* clang-format on */
};

/* ---- the object, and what is measured */

typedef struct attack_fixture {
    vt_counted_memory memory;
    vitals_allocator allocator;
    vitals_document *object;
    vitals_cel_state *state;
    vt_buffer declarations;
    gaps gaps;      /* of this row */
    double gap;     /* milliseconds of CPU: the longest between two polls */
    double longest; /* over all rows */
    const char *longest_row;
} attack_fixture;

static attack_fixture fixture;

static bool poll_interrupt(void *user) {
    (void)user;
    gaps_note(&fixture.gaps);
    return false;
}

static void add_times(vt_buffer *text, const char *part, int times) {
    for (int i = 0; i < times; i++) vt_buffer_add_terminated(text, part);
}

/* "NAME": then `head`, `part` so many times, and `tail`. */
static void add_member(vt_buffer *text, const char *name, const char *head, const char *part,
                       int times, const char *tail) {
    vt_buffer_printf(text, "\"%s\":%s", name, head);
    add_times(text, part, times);
    vt_buffer_add_terminated(text, tail);
    vt_buffer_add_byte(text, ',');
}

/* The same where each part is formatted with its number. */
static void add_numbered(vt_buffer *text, const char *name, char open, const char *format,
                         int times, const char *tail) {
    vt_buffer_printf(text, "\"%s\":%c", name, open);
    for (int i = 0; i < times; i++) vt_buffer_printf(text, format, i);
    vt_buffer_add_terminated(text, tail);
}

static void add_states(vt_buffer *text) {
    uint32_t random = 1;
    vt_buffer_add_terminated(text, "\"states\":\"");
    for (int i = 0; i < 900; i++) {
        random = random * 1664525 + 1013904223;
        vt_buffer_add_byte(text, random >> 31 ? 'a' : 'b');
    }
    vt_buffer_add_terminated(text, "\"}");
}

static vitals_document *make_object(void) {
    vitals_document *document = NULL;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_limits *limits = NULL;
    vt_buffer text;
    assert_int_equal(vitals_limits_new(NULL, &limits), VITALS_OK);
    assert_int_equal(vitals_limits_set(limits, "document_bytes", 1 << 27), VITALS_OK);
    assert_int_equal(vitals_limits_set(limits, "document_values", 4000000), VITALS_OK);
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    vt_buffer_add_byte(&text, '{');
    add_member(&text, "a", "\"", "x", 4000000, "\"");
    add_member(&text, "b", "\"", "x", 4000000, "\"");
    add_member(&text, "c", "\"", "x", 3999999, "y\"");
    add_member(&text, "t", "\"", "ab", 1000000, "\"");
    add_member(&text, "wide", "\"", "\xE2\x82\xAC", 1000000, "\"");
    add_member(&text, "breaks", "\"", "\\n", 1000000, "\"");
    add_member(&text, "zeroes", "\"", "0", 60000, "1\"");
    add_member(&text, "deep", "", "[", 400, "1");
    text.size--;
    add_times(&text, "]", 400);
    vt_buffer_add_byte(&text, ',');
    add_numbered(&text, "list", '[', "%d,", 500000, "0],");
    add_numbered(&text, "strs", '[', "\"s%05d\",", 100000, "\"\"],");
    add_numbered(&text, "map", '{', "\"k%d\":1,", 200000, "\"k\":1},");
    add_numbered(&text, "maps", '[', "{\"n\":%d,\"x\":1},", 20000, "{\"x\":1}],");
    add_states(&text);
    options.limits = limits;
    assert_int_equal(vitals_document_parse(text.bytes, text.size, &options, &document, NULL),
                     VITALS_OK);
    vt_buffer_done(&text);
    vitals_limits_free(limits);
    return document;
}

/* Many overloads of long types, and a function that doubles its type. */
static void declare(vt_buffer *text) {
    vt_buffer_init(text, NULL, SIZE_MAX / 2);
    vt_buffer_add_terminated(text, "a: string i: int y: dyn list: list(int) g(A): map(A, A) ");
    for (int i = 0; i < 23; i++) {
        vt_buffer_add_terminated(text, "f(");
        add_times(text, "list(", 220 + i);
        vt_buffer_add_byte(text, 'A');
        add_times(text, ")", 220 + i);
        vt_buffer_add_terminated(text, "): bool ");
    }
}

/* ---- one attack */

typedef struct attack_result {
    vitals_status status;
    vitals_cel_answer answer;
    vt_buffer problem; /* of compiling */
    double milliseconds;
} attack_result;

static vitals_cel_program *compile(const struct attack_row *row, vt_text text,
                                   attack_result *result) {
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vitals_cel_program *program = NULL;
    vitals_diagnostics *diagnostics = NULL;
    options.allocator = &fixture.allocator;
    options.environment =
        row->how & SPEC ? VITALS_CEL_ENVIRONMENT_SPEC : VITALS_CEL_ENVIRONMENT_FLUX;
    options.check = (row->how & CHECK) != 0;
    if (options.check) options.declarations = vt_buffer_text(&fixture.declarations);
    options.interrupt = poll_interrupt;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    gaps_skip(&fixture.gaps);
    result->status = vitals_cel_compile(text, &options, &program, diagnostics);
    (void)poll_interrupt(NULL);
    if (result->status)
        vt_buffer_add(&result->problem, vitals_diagnostics_at(diagnostics, 0)->text);
    vitals_diagnostics_free(diagnostics);
    return program;
}

static void evaluate(const struct attack_row *row, const vitals_cel_program *program,
                     attack_result *result) {
    vitals_cel_input input = VITALS_CEL_INPUT_INIT;
    vitals_trace *trace = NULL;
    if (row->how & TRACE) assert_int_equal(vitals_trace_new(&fixture.allocator, &trace), VITALS_OK);
    input.object = fixture.object;
    input.interrupt = poll_interrupt;
    input.trace = trace;
    gaps_skip(&fixture.gaps);
    result->status =
        vitals_cel_evaluate(program, fixture.state, &input, &result->answer, sizeof result->answer);
    (void)poll_interrupt(NULL);
    vitals_trace_free(trace);
}

static void run(const struct attack_row *row, attack_result *result) {
    vt_buffer text;
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    vt_buffer_add_terminated(&text, row->head);
    add_times(&text, row->part, row->times);
    vt_buffer_add_terminated(&text, row->tail);
    fixture.memory.peak_bytes = fixture.memory.live_bytes;
    gaps_begin(&fixture.gaps);
    double start = thread_ms();
    vitals_cel_program *program = compile(row, vt_buffer_text(&text), result);
    if (program) evaluate(row, program, result);
    result->milliseconds = thread_ms() - start;
    fixture.gap = gaps_end(&fixture.gaps);
    vitals_cel_program_free(program);
    vt_buffer_done(&text);
}

/* The state works as before. */
static void check_next(void) {
    vitals_cel_program *program = NULL;
    vitals_cel_input input = VITALS_CEL_INPUT_INIT;
    vitals_cel_answer answer;
    input.object = fixture.object;
    assert_int_equal(
        vitals_cel_compile(VT_TEXT("maps[1].x == 1 && 'abc'.matches('b')"), NULL, &program, NULL),
        VITALS_OK);
    assert_int_equal(vitals_cel_evaluate(program, fixture.state, &input, &answer, sizeof answer),
                     VITALS_OK);
    assert_true(answer.is_true);
    vitals_cel_program_free(program);
}

static void print_figures(const struct attack_row *row, const attack_result *result) {
    vt_text text = result->status ? vt_buffer_text(&result->problem) : vt_text_slice("", 0);
    if (!getenv("VITALS_ATTACK_FIGURES")) return;
    print_message("| %s | %s | %.0f ms | %.1f ms | %.1f MB | %.*s\n", row->name,
                  !result->status && result->answer.limit ? result->answer.limit : "-",
                  result->milliseconds, fixture.gap, (double)fixture.memory.peak_bytes / 1048576,
                  (int)(text.size > 70 ? 70 : text.size), text.bytes);
}

static void check_end(const struct attack_row *row, const attack_result *result) {
    if (row->how & REFUSED) {
        assert_int_equal(result->status, VITALS_ESYNTAX);
        if (row->limit) assert_non_null(strstr(result->problem.bytes, row->limit));
        return;
    }
    assert_int_equal(result->status, VITALS_OK);
    if (row->limit) {
        assert_true(result->answer.failed);
        assert_non_null(result->answer.limit);
        assert_string_equal(result->answer.limit, row->limit);
    } else {
        assert_null(result->answer.limit);
    }
}

/* CPU time has outliers on a busy machine, so a row that is late runs again. */
static void check(void **state) {
    const struct attack_row *row = *state;
    double gap = 1e9, milliseconds = 1e9;
    for (int i = 0; i < GAPS_TRIES && (gap > GAPS_MOST_MS || milliseconds > MOST_MILLISECONDS);
         i++) {
        attack_result result = { .status = VITALS_OK };
        vt_buffer_init(&result.problem, NULL, SIZE_MAX / 2);
        run(row, &result);
        print_figures(row, &result);
        check_end(row, &result);
        vt_buffer_done(&result.problem);
        if (fixture.gap < gap) gap = fixture.gap;
        if (result.milliseconds < milliseconds) milliseconds = result.milliseconds;
        assert_true(fixture.memory.peak_bytes < MOST_BYTES);
    }
    check_next();
    if (gap > fixture.longest) {
        fixture.longest = gap;
        fixture.longest_row = row->name;
    }
    gaps_done(&fixture.gaps);
    assert_true(milliseconds <= MOST_MILLISECONDS * SLOWNESS * slowness());
    assert_true(gap <= GAPS_MOST_MS * SLOWNESS * slowness());
}

int main(void) {
    fixture.allocator = (vitals_allocator){ vt_counted_allocate, &fixture.memory };
    fixture.memory.parent = vt_allocator_or_default(NULL);
    fixture.object = make_object();
    declare(&fixture.declarations);
    if (vitals_cel_state_new(&fixture.allocator, &fixture.state)) return 1;
    int failed = TABLE_RUN("cel attacks", check, rows);
    print_message("longest gap between two polls: %.1f ms, in '%s'\n", fixture.longest,
                  fixture.longest_row ? fixture.longest_row : "");
    vitals_cel_state_free(fixture.state);
    vitals_document_free(fixture.object);
    vt_buffer_done(&fixture.declarations);
    return failed;
}
