/*
** Hostile scripts. Each must end at a named limit, within a bound on steps, in less than 64 MB, and
** the same state must then assess the next object correctly. docs/security.md has the figures.
**
** Run with VITALS_ATTACK_FIGURES=1 to print them. VITALS_ATTACK_STEPS=N lowers the limit on steps
** for slow environments such as Valgrind; attacks on other limits may then end at that one.
*/
#include <stdio.h>
#include <time.h>

#include "base/limits.h"
#include "base/memory.h"
#include "document/builder.h"
#include "lua/host.h"
#include "support/table.h"

typedef enum attack_class {
    CLASS_VM,
    CLASS_PATTERN,
    CLASS_CONCATENATION,
    CLASS_COMPARISON,
    CLASS_TABLE,
    CLASS_COROUTINE,
    CLASS_METAMETHOD,
    CLASS_COLLECTOR,
    CLASS_PARSER,
    CLASS_OBJECT,
    CLASS_RESULT,
    CLASS_COUNT
} attack_class;

/* The object. */
typedef enum attack_object {
    OBJECT_SMALL,
    OBJECT_WIDE,     /* one map of 2,000,000 keys */
    OBJECT_LONG,     /* one list of 2,000,000 numbers */
    OBJECT_DEEP,     /* 500 nested maps */
    OBJECT_BIG_TEXT, /* one text of 4 MB */
    OBJECT_COUNT
} attack_object;

/* How the script is made from the row's text. */
typedef enum attack_text {
    TEXT_PLAIN,
    TEXT_REPEATED, /* 100,000 times, then the text after the line break */
    TEXT_WRAPPED,  /* the text up to | 50,000 times, then the text after it 50,000 times */
    TEXT_LARGE     /* followed by 2 MB of spaces */
} attack_text;

enum { STEPS_MOST = 26000000 }; /* the limit, and what the last charge may exceed it by */

static const struct attack_row {
    TABLE_ROW;
    attack_class class;
    const char *limit; /* NULL: rejected before it runs, or ends with an error of its own */
    const char *script;
    attack_object object;
    attack_text text;
} rows[] = {
    /* clang-format off */
    { "endless while", CLASS_VM, "lua_steps", "while true do end", OBJECT_SMALL, TEXT_PLAIN },
    { "endless repeat", CLASS_VM, "lua_steps", "repeat until false", OBJECT_SMALL, TEXT_PLAIN },
    { "endless goto", CLASS_VM, "lua_steps", "::again:: goto again", OBJECT_SMALL, TEXT_PLAIN },
    { "endless for", CLASS_VM, "lua_steps", "for i = 1, 1e300 do end", OBJECT_SMALL, TEXT_PLAIN },
    { "endless tail call", CLASS_VM, "lua_steps", "local function f() return f() end return f()", OBJECT_SMALL, TEXT_PLAIN },
    { "loop inside pcall", CLASS_VM, "lua_steps", "pcall(function() while true do end end)", OBJECT_SMALL, TEXT_PLAIN },
    { "pcall that swallows", CLASS_VM, "lua_steps", "for i = 1, 2000 do pcall(function() while true do end end) end return {status='Healthy'}", OBJECT_SMALL, TEXT_PLAIN },
    { "pcall of pcall for ever", CLASS_VM, "lua_steps", "while true do pcall(pcall, error) end", OBJECT_SMALL, TEXT_PLAIN },
    { "xpcall whose handler loops", CLASS_VM, "lua_steps", "xpcall(error, function() while true do end end)", OBJECT_SMALL, TEXT_PLAIN },
    { "xpcall whose handler swallows the abort", CLASS_VM, "lua_steps", "while true do xpcall(function() while true do end end, function() return 1 end) end", OBJECT_SMALL, TEXT_PLAIN },
    { "error handler that errs", CLASS_VM, "lua_steps", "while true do xpcall(error, error) end", OBJECT_SMALL, TEXT_PLAIN },
    { "sort inside sort", CLASS_VM, NULL, "local function d() return (table.sort({2, 1}, d)) end d()", OBJECT_SMALL, TEXT_PLAIN },
    { "deep recursion", CLASS_VM, "lua_steps", "local function f(n) return 1 + f(n) end while true do pcall(f, 1) end", OBJECT_SMALL, TEXT_PLAIN },
    { "print for ever", CLASS_VM, "lua_steps", "while true do print('x') end", OBJECT_SMALL, TEXT_PLAIN },

    { "four lazy repeats", CLASS_PATTERN, "lua_steps", "return string.find(('a'):rep(300), '.-.-.-b')", OBJECT_SMALL, TEXT_PLAIN },
    { "four lazy repeats over 2000", CLASS_PATTERN, "lua_steps", "return string.find(('a'):rep(2000), '.-.-.-b')", OBJECT_SMALL, TEXT_PLAIN },
    { "28 bytes, eight lazy repeats", CLASS_PATTERN, "lua_steps", "return string.find(('a'):rep(28), ('a-'):rep(8) .. 'b')", OBJECT_SMALL, TEXT_PLAIN },
    { "28 bytes, fourteen lazy repeats", CLASS_PATTERN, "lua_steps", "return string.find(('a'):rep(28), ('a-'):rep(14) .. 'b')", OBJECT_SMALL, TEXT_PLAIN },
    { "greedy repeats", CLASS_PATTERN, "lua_steps", "return string.match(('a'):rep(100), ('a*'):rep(20) .. 'b')", OBJECT_SMALL, TEXT_PLAIN },
    { "optional items", CLASS_PATTERN, "lua_steps", "return string.match(('a'):rep(40), ('a?'):rep(40) .. ('a'):rep(41))", OBJECT_SMALL, TEXT_PLAIN },
    { "more repeats than calls", CLASS_PATTERN, "lua_call_depth", "return string.match(('a'):rep(1000), ('a-'):rep(1000))", OBJECT_SMALL, TEXT_PLAIN },
    { "balanced text over and over", CLASS_PATTERN, "lua_steps", "return string.gsub(('('):rep(200000), '%b()', '')", OBJECT_SMALL, TEXT_PLAIN },
    { "back reference over and over", CLASS_PATTERN, "lua_steps", "return string.find(('a'):rep(20000), '(.-)%1b')", OBJECT_SMALL, TEXT_PLAIN },
    { "gsub that matches nothing", CLASS_PATTERN, "lua_steps", "local s = ('a'):rep(100000) while true do s:gsub('b', 'c') end", OBJECT_SMALL, TEXT_PLAIN },
    { "gmatch for ever", CLASS_PATTERN, "lua_steps", "local s = ('a '):rep(100000) while true do for w in s:gmatch('%a+') do end end", OBJECT_SMALL, TEXT_PLAIN },
    { "plain find of nearly the same", CLASS_PATTERN, "lua_steps", "local s = ('a'):rep(1000000) return s:find(('a'):rep(500000) .. 'b', 1, true)", OBJECT_SMALL, TEXT_PLAIN },
    { "pattern of a megabyte", CLASS_PATTERN, "lua_memory_bytes", "return string.find('a', ('a'):rep(1000000))", OBJECT_SMALL, TEXT_PLAIN },
    { "callback of gsub swallows", CLASS_PATTERN, "lua_steps", "while true do pcall(string.gsub, ('a'):rep(1000), 'a', function() while true do end end) end", OBJECT_SMALL, TEXT_PLAIN },

    { "rep of a gigabyte", CLASS_CONCATENATION, "lua_memory_bytes", "return string.rep('x', 1073741824)", OBJECT_SMALL, TEXT_PLAIN },
    { "rep beyond any size", CLASS_CONCATENATION, "lua_memory_bytes", "return string.rep('xx', 9e18)", OBJECT_SMALL, TEXT_PLAIN },
    { "rep over and over", CLASS_CONCATENATION, "lua_steps", "while true do local s = string.rep('x', 10000000) end", OBJECT_SMALL, TEXT_PLAIN },
    { "doubling", CLASS_CONCATENATION, "lua_memory_bytes", "local s = 'x' while true do s = s .. s end", OBJECT_SMALL, TEXT_PLAIN },
    { "doubling inside pcall", CLASS_CONCATENATION, "lua_memory_bytes", "while true do pcall(function() local s = 'x' while true do s = s .. s end end) end", OBJECT_SMALL, TEXT_PLAIN },
    { "growing by one", CLASS_CONCATENATION, "lua_steps", "local s = '' while true do s = s .. 'x' end", OBJECT_SMALL, TEXT_PLAIN },
    { "long text joined over and over", CLASS_CONCATENATION, "lua_steps", "local s = ('x'):rep(1000000) while true do local t = s .. 'y' end", OBJECT_SMALL, TEXT_PLAIN },
    { "table.concat of one long text", CLASS_CONCATENATION, "lua_memory_bytes", "local s, t = ('x'):rep(1000000), {} for i = 1, 100 do t[i] = s end return table.concat(t)", OBJECT_SMALL, TEXT_PLAIN },
    { "format of wide fields", CLASS_CONCATENATION, "lua_memory_bytes", "local t = {} for i = 1, 1000 do t[i] = string.format('%999999d', i) end", OBJECT_SMALL, TEXT_PLAIN },
    { "format of long fractions", CLASS_CONCATENATION, "lua_steps", "while true do string.format('%.999999f', 1/3) end", OBJECT_SMALL, TEXT_PLAIN },
    { "upper of long text", CLASS_CONCATENATION, "lua_steps", "local s = ('\\195\\169'):rep(500000) while true do s:upper() end", OBJECT_SMALL, TEXT_PLAIN },
    { "gsub that grows", CLASS_CONCATENATION, "lua_steps", "local s = 'a' while true do s = s:gsub('a', 'aa') end", OBJECT_SMALL, TEXT_PLAIN },

    { "equal long texts", CLASS_COMPARISON, "lua_steps", "local a = ('x'):rep(4000000) local b = a .. 'y' a = a .. 'y' while true do local c = a == b end", OBJECT_SMALL, TEXT_PLAIN },
    { "less of long texts", CLASS_COMPARISON, "lua_steps", "local a = ('x'):rep(4000000) while true do local c = a < a end", OBJECT_SMALL, TEXT_PLAIN },
    { "rawequal of long texts", CLASS_COMPARISON, "lua_steps", "local a = ('x'):rep(4000000) local b = a .. 'y' a = a .. 'y' while true do rawequal(a, b) end", OBJECT_SMALL, TEXT_PLAIN },
    { "long texts as keys", CLASS_COMPARISON, "lua_steps", "local a = ('x'):rep(4000000) local b = a .. 'y' a = a .. 'y' local t = {[a] = 1} while true do local c = t[b] end", OBJECT_SMALL, TEXT_PLAIN },
    { "sort of long texts", CLASS_COMPARISON, "lua_steps", "local s, t = ('x'):rep(100000), {} for i = 1, 100 do t[i] = s .. i end while true do table.sort(t) end", OBJECT_SMALL, TEXT_PLAIN },
    { "text of the object compared", CLASS_COMPARISON, "lua_steps", "local a = obj.text while true do local c = a <= a end", OBJECT_BIG_TEXT, TEXT_PLAIN },

    { "growing list", CLASS_TABLE, "lua_memory_bytes", "local t = {} for i = 1, 1e9 do t[i] = i end", OBJECT_SMALL, TEXT_PLAIN },
    { "growing map", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 1e9 do t['k' .. i] = i end", OBJECT_SMALL, TEXT_PLAIN },
    { "many tables", CLASS_TABLE, "lua_memory_bytes", "local t = {} while true do t = {t} end", OBJECT_SMALL, TEXT_PLAIN },
    { "insert in front", CLASS_TABLE, "lua_steps", "local t = {} while true do table.insert(t, 1, 1) end", OBJECT_SMALL, TEXT_PLAIN },
    { "remove in front", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 100000 do t[i] = i end while true do table.remove(t, 1) t[#t + 1] = 1 end", OBJECT_SMALL, TEXT_PLAIN },
    { "sort that contradicts itself", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 10000 do t[i] = i end while true do table.sort(t, function() return true end) end", OBJECT_SMALL, TEXT_PLAIN },
    { "comparator that loops", CLASS_TABLE, "lua_steps", "pcall(table.sort, {3, 2, 1}, function() while true do end end)", OBJECT_SMALL, TEXT_PLAIN },
    { "unpack of ten million", CLASS_TABLE, NULL, "return unpack({}, 1, 1e7)", OBJECT_SMALL, TEXT_PLAIN },
    { "unpack to the end of numbers", CLASS_TABLE, NULL, "return unpack({}, -9e18, 9e18)", OBJECT_SMALL, TEXT_PLAIN },
    { "pairs over a growing table", CLASS_TABLE, "lua_steps", "local t = {a = 1} while true do for k in pairs(t) do t[k .. 'x'] = 1 end end", OBJECT_SMALL, TEXT_PLAIN },
    { "length over and over", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 100000 do t['k' .. i] = i end while true do local n = #t end", OBJECT_SMALL, TEXT_PLAIN },
    { "numbers that collide as keys", CLASS_TABLE, "lua_steps", "local t, m = {}, 2^17 - 1 for i = 1, 120000 do t[i * m] = i end", OBJECT_SMALL, TEXT_PLAIN },
    { "look-ups of numbers that collide", CLASS_TABLE, "lua_steps", "local t, m = {}, 2^10 - 1 for i = 1, 1000 do t[i * m] = i end local k = 5000 * m while true do local x = t[k] end", OBJECT_SMALL, TEXT_PLAIN },
    { "next with any key", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 1000 do t['k' .. i] = i end while true do next(t) next(t, 'k1000') end", OBJECT_SMALL, TEXT_PLAIN },

    { "many short coroutines", CLASS_COROUTINE, "lua_steps", "while true do coroutine.wrap(function() for i = 1, 200 do end end)() end", OBJECT_SMALL, TEXT_PLAIN },
    { "2000 coroutines of 20000 rounds", CLASS_COROUTINE, "lua_steps", "for i = 1, 2000 do local c = coroutine.create(function() for j = 1, 20000 do end end) coroutine.resume(c) end while true do end", OBJECT_SMALL, TEXT_PLAIN },
    { "coroutine that swallows", CLASS_COROUTINE, "lua_steps", "while true do coroutine.resume(coroutine.create(function() while true do end end)) end", OBJECT_SMALL, TEXT_PLAIN },
    { "coroutine inside coroutine", CLASS_COROUTINE, "lua_call_depth", "local function f() return coroutine.wrap(f)() end f()", OBJECT_SMALL, TEXT_PLAIN },
    { "coroutines kept", CLASS_COROUTINE, "lua_steps", "local t = {} for i = 1, 1e9 do t[i] = coroutine.create(print) end", OBJECT_SMALL, TEXT_PLAIN },
    { "yield for ever", CLASS_COROUTINE, "lua_steps", "local f = coroutine.wrap(function() while true do coroutine.yield() end end) while true do f() end", OBJECT_SMALL, TEXT_PLAIN },

    { "index in a circle", CLASS_METAMETHOD, NULL, "local t = setmetatable({}, {}) getmetatable(t).__index = t return t.x", OBJECT_SMALL, TEXT_PLAIN },
    { "newindex in a circle", CLASS_METAMETHOD, NULL, "local t = setmetatable({}, {}) getmetatable(t).__newindex = t t.x = 1", OBJECT_SMALL, TEXT_PLAIN },
    { "index that loops", CLASS_METAMETHOD, "lua_steps", "local t = setmetatable({}, {__index = function() while true do end end}) while true do pcall(function() return t.x end) end", OBJECT_SMALL, TEXT_PLAIN },
    { "call in a circle", CLASS_METAMETHOD, "lua_steps", "local t = setmetatable({}, {}) getmetatable(t).__call = function(self) return pcall(self) end while true do t() end", OBJECT_SMALL, TEXT_PLAIN },
    { "equality that loops", CLASS_METAMETHOD, "lua_steps", "local m = {__eq = function() while true do end end} return setmetatable({}, m) == setmetatable({}, m)", OBJECT_SMALL, TEXT_PLAIN },
    { "concatenation that recurses", CLASS_METAMETHOD, "lua_steps", "local m = {} m.__concat = function(a, b) return a .. b end local t = setmetatable({}, m) while true do pcall(function() return t .. t end) end", OBJECT_SMALL, TEXT_PLAIN },
    { "tostring that loops", CLASS_METAMETHOD, "lua_steps", "tostring(setmetatable({}, {__tostring = function() while true do end end}))", OBJECT_SMALL, TEXT_PLAIN },

    { "finalizer that loops", CLASS_COLLECTOR, "lua_steps", "while true do setmetatable({}, {__gc = function() while true do end end}) end", OBJECT_SMALL, TEXT_PLAIN },
    { "finalizer at the end of the state", CLASS_COLLECTOR, "lua_steps", "x = setmetatable({}, {__gc = function() while true do end end}) while true do end", OBJECT_SMALL, TEXT_PLAIN },
    { "finalizer of a proxy", CLASS_COLLECTOR, "lua_steps", "while true do getmetatable(newproxy(true)).__gc = function() while true do end end end", OBJECT_SMALL, TEXT_PLAIN },
    { "weak tables", CLASS_COLLECTOR, "lua_steps", "local t = setmetatable({}, {__mode = 'kv'}) while true do t[{}] = {} t = setmetatable({}, {__mode = 'k'}) end", OBJECT_SMALL, TEXT_PLAIN },
    { "garbage for ever", CLASS_COLLECTOR, "lua_steps", "while true do local t = {{}, {}, {}, 'x' .. tostring({})} end", OBJECT_SMALL, TEXT_PLAIN },
    { "collectgarbage for ever", CLASS_COLLECTOR, "lua_steps", "local t = {} for i = 1, 10000 do t[i] = {} end while true do collectgarbage() end", OBJECT_SMALL, TEXT_PLAIN },

    { "100,000 statements", CLASS_PARSER, "script_nodes", "a = a \n", OBJECT_SMALL, TEXT_REPEATED },
    { "100,000 local variables", CLASS_PARSER, "script_nodes", "local a \n", OBJECT_SMALL, TEXT_REPEATED },
    { "100,000 opening parentheses", CLASS_PARSER, NULL, "(\n", OBJECT_SMALL, TEXT_REPEATED },
    { "100,000 opening braces", CLASS_PARSER, NULL, "{\n", OBJECT_SMALL, TEXT_REPEATED },
    { "50,000 nested functions", CLASS_PARSER, NULL, "local f = function() | end", OBJECT_SMALL, TEXT_WRAPPED },
    { "50,000 nested blocks", CLASS_PARSER, NULL, "do | end", OBJECT_SMALL, TEXT_WRAPPED },
    { "100,000 minus signs", CLASS_PARSER, NULL, "- \nreturn 1", OBJECT_SMALL, TEXT_REPEATED },
    { "100,000 nots", CLASS_PARSER, NULL, "not \nreturn 1", OBJECT_SMALL, TEXT_REPEATED },
    { "a script of two megabytes", CLASS_PARSER, NULL, "return {status='Healthy'}", OBJECT_SMALL, TEXT_LARGE },
    { "an unfinished long text", CLASS_PARSER, NULL, "return [==[\n", OBJECT_SMALL, TEXT_REPEATED },
    { "compiled code", CLASS_PARSER, NULL, "\033Lua\123", OBJECT_SMALL, TEXT_PLAIN },

    { "a map of two million keys", CLASS_OBJECT, "lua_object_values", "return {status='Healthy', message=tostring(obj.wide.k1)}", OBJECT_WIDE, TEXT_PLAIN },
    { "a map of two million keys, inside pcall", CLASS_OBJECT, "lua_object_values", "while true do pcall(function() return obj.wide.k1 end) end", OBJECT_WIDE, TEXT_PLAIN },
    { "a list of two million", CLASS_OBJECT, "lua_object_values", "for i, v in ipairs(obj.long) do end", OBJECT_LONG, TEXT_PLAIN },
    { "length of a list of two million", CLASS_OBJECT, "lua_object_values", "return #obj.long", OBJECT_LONG, TEXT_PLAIN },
    { "a text of four megabytes, copied", CLASS_OBJECT, "lua_memory_bytes", "local t = {} for i = 1, 100 do t[i] = obj.text .. i end", OBJECT_BIG_TEXT, TEXT_PLAIN },

    { "a result nested without end", CLASS_RESULT, "document_depth", "local t = {} local r = t for i = 1, 100000 do r.x = {} r = r.x end return t", OBJECT_SMALL, TEXT_PLAIN },
    { "a result in a circle", CLASS_RESULT, NULL, "local t = {} t.t = t return t", OBJECT_SMALL, TEXT_PLAIN },
    { "a wide result", CLASS_RESULT, "lua_steps", "local t = {} for i = 1, 1e6 do t['k' .. i] = 1 end return t", OBJECT_SMALL, TEXT_PLAIN },
    { "an error that is a table", CLASS_RESULT, NULL, "error(setmetatable({}, {__tostring = function() while true do end end}))", OBJECT_SMALL, TEXT_PLAIN },
    { "a result whose fields loop", CLASS_RESULT, NULL, "return setmetatable({}, {__index = function() while true do end end, __pairs = error})", OBJECT_SMALL, TEXT_PLAIN },
    /* clang-format on */
};

/* ---- running one attack */

typedef struct attack_fixture {
    vt_counted_memory memory;
    vitals_allocator allocator;
    vitals_limits limits;
    vt_lua_state *lua;
    vt_arena arena;
    vitals_document *objects[OBJECT_COUNT];
    bool has_fewer_steps;
} attack_fixture;

static attack_fixture fixture;

static bool build_wide(vt_builder *builder, bool with_keys) {
    char key[24];
    bool good = vt_build_open(builder, with_keys ? VT_OBJECT : VT_ARRAY, 0);
    for (unsigned index = 0; good && index < 1999990; index++) {
        if (with_keys) {
            int size = snprintf(key, sizeof key, "k%u", index);
            good = vt_build_string(builder, vt_text_slice(key, (size_t)size), 0);
        }
        good = good && vt_build_integer(builder, index, 0);
    }
    return good && vt_build_close(builder);
}

static bool build_deep(vt_builder *builder) {
    bool good = true;
    for (int level = 0; good && level < 500; level++) {
        good = vt_build_open(builder, VT_OBJECT, 0) && vt_build_string(builder, VT_TEXT("x"), 0);
    }
    good = good && vt_build_null(builder, 0);
    for (int level = 0; good && level < 500; level++) {
        good = vt_build_close(builder);
    }
    return good;
}

static bool build_text(vt_builder *builder) {
    size_t size = 4 << 20;
    char *text = malloc(size);
    memset(text, 'x', size);
    bool good = vt_build_string(builder, vt_text_slice(text, size), 0);
    free(text);
    return good;
}

static bool build_member(vt_builder *builder, attack_object object) {
    switch ((int)object) {
    case OBJECT_WIDE:
        return vt_build_string(builder, VT_TEXT("wide"), 0) && build_wide(builder, true);
    case OBJECT_LONG:
        return vt_build_string(builder, VT_TEXT("long"), 0) && build_wide(builder, false);
    case OBJECT_DEEP:
        return vt_build_string(builder, VT_TEXT("deep"), 0) && build_deep(builder);
    case OBJECT_BIG_TEXT:
        return vt_build_string(builder, VT_TEXT("text"), 0) && build_text(builder);
    default:
        return vt_build_string(builder, VT_TEXT("kind"), 0) &&
               vt_build_string(builder, VT_TEXT("Widget"), 0);
    }
}

/* Created once: building them is not part of the attack. */
static const vitals_document *object_of(attack_object object) {
    if (!fixture.objects[object]) {
        vt_builder builder;
        vitals_read_options options = VITALS_READ_OPTIONS_INIT;
        assert_true(vt_builder_begin(&builder, &options, VT_TEXT("{}"), &fixture.objects[object]));
        assert_true(vt_build_open(&builder, VT_OBJECT, 0) && build_member(&builder, object) &&
                    vt_build_close(&builder) && vt_builder_end(&builder));
    }
    return fixture.objects[object];
}

static void append_times(vt_buffer *out, vt_text text, int times) {
    for (int round = 0; round < times; round++) {
        vt_buffer_add(out, text);
    }
}

static void make_text(const struct attack_row *row, vt_buffer *out) {
    vt_text text = vt_text_from(row->script);
    size_t cut;
    switch (row->text) {
    case TEXT_PLAIN:
        vt_buffer_add(out, text);
        break;
    case TEXT_REPEATED:
        cut = vt_text_find_byte(text, '\n', 0);
        append_times(out, vt_text_between(text, 0, cut), 100000);
        vt_buffer_add(out, vt_text_between(text, cut + 1, text.size));
        break;
    case TEXT_WRAPPED:
        cut = vt_text_find_byte(text, '|', 0);
        append_times(out, vt_text_between(text, 0, cut), 50000);
        append_times(out, vt_text_between(text, cut + 1, text.size), 50000);
        break;
    case TEXT_LARGE:
        vt_buffer_add(out, text);
        vt_buffer_add_repeated(out, ' ', 2 << 20);
        break;
    }
}

/* Run a script; a rejected script gives a failed opinion. */
static vt_opinion assess(vt_text text, const vitals_document *object) {
    vt_buffer error;
    vt_buffer_init(&error, NULL, SIZE_MAX / 2);
    vt_lua_script *script = NULL;
    vt_lua_problem problem;
    vitals_status status = vt_lua_script_new(&fixture.allocator, &fixture.limits, text,
                                             VT_LUA_ARGOCD, &script, &error, &problem);
    vt_opinion opinion;
    if (status == VITALS_OK) {
        vt_evaluation evaluation = {
            { object, NULL }, &fixture.arena, &fixture.limits, 0, 0, NULL, NULL, NULL
        };
        opinion = vt_lua_run(fixture.lua, script, true, &evaluation);
    } else {
        opinion = vt_opinion_failed(vt_arena_copy(&fixture.arena, vt_buffer_text(&error)), NULL);
        opinion.limit = problem.limit;
    }
    vt_lua_script_free(script);
    vt_buffer_done(&error);
    return opinion;
}

/* Check that the state still works. */
static void assess_the_next(void) {
    vt_opinion opinion =
        assess(VT_TEXT("local n = 0 for k, v in pairs(obj) do n = n + 1 end "
                       "return {status = 'Healthy', message = obj.kind .. n .. tostring(x)}"),
               object_of(OBJECT_SMALL));
    assert_int_equal(opinion.kind, VT_OPINION_STATUS);
    assert_int_equal(opinion.health, VITALS_HEALTH_HEALTHY);
    assert_true(vt_text_is(opinion.message, "Widget1nil"));
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void check_limit(const struct attack_row *row, vt_opinion opinion) {
    assert_int_equal(opinion.kind, VT_OPINION_FAILED);
    assert_non_null(opinion.limit);
    if (!fixture.has_fewer_steps || strcmp(opinion.limit, "lua_steps") != 0) {
        assert_string_equal(opinion.limit, row->limit);
    }
    assert_non_null(strstr(opinion.message.bytes, opinion.limit));
}

static void check(void **state) {
    const struct attack_row *row = *state;
    vt_buffer text;
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    make_text(row, &text);
    const vitals_document *object = object_of(row->object);
    fixture.memory.peak_bytes = fixture.memory.live_bytes;
    double start = seconds_now();
    vt_opinion opinion = assess(vt_buffer_text(&text), object);
    double seconds = seconds_now() - start;
    if (getenv("VITALS_ATTACK_FIGURES")) {
        print_message(
            "| %s | %s | %.0f ms | %.1f MB | %llu | %.*s\n", row->name,
            opinion.limit ? opinion.limit : "", seconds * 1000,
            (double)fixture.memory.peak_bytes / 1048576, (unsigned long long)opinion.steps,
            (int)(opinion.message.size > 60 ? 60 : opinion.message.size), opinion.message.bytes);
    }
    vt_buffer_done(&text);
    if (row->limit) {
        check_limit(row, opinion);
    }
    assert_true(opinion.steps <= STEPS_MOST);
    assert_true(fixture.memory.peak_bytes < (size_t)64 << 20);
    vt_arena_empty(&fixture.arena);
    assess_the_next();
    vt_arena_empty(&fixture.arena);
}

/* Check that every class has enough attacks. */
static void check_quota(void **state) {
    (void)state;
    size_t counts[CLASS_COUNT] = { 0 };
    for (size_t index = 0; index < TABLE_COUNT(rows); index++) {
        counts[rows[index].class]++;
    }
    for (int class = 0; class < CLASS_COUNT; class ++) {
        assert_true(counts[class] >= 5);
    }
    assert_true(TABLE_COUNT(rows) >= 60);
}

static void lower_steps(const char *steps) {
    if (steps) {
        fixture.limits.lua_steps = strtoull(steps, NULL, 10);
        fixture.has_fewer_steps = true;
    }
}

int main(void) {
    fixture.memory.parent = vt_allocator_or_default(NULL);
    fixture.allocator = (vitals_allocator){ vt_counted_allocate, &fixture.memory };
    fixture.limits = vt_limits_or_default(NULL);
    lower_steps(getenv("VITALS_ATTACK_STEPS"));
    vt_arena_init(&fixture.arena, NULL, 0);
    if (vt_lua_state_new(&fixture.allocator, &fixture.limits, &fixture.lua) != VITALS_OK) {
        return 1;
    }
    const struct CMUnitTest quota = cmocka_unit_test(check_quota);
    int failed = _cmocka_run_group_tests("attack quota", &quota, 1, NULL, NULL);
    failed += TABLE_RUN("attacks", check, rows);
    vt_lua_state_free(fixture.lua);
    vt_arena_done(&fixture.arena);
    for (int object = 0; object < OBJECT_COUNT; object++) {
        vitals_document_free(fixture.objects[object]);
    }
    return failed;
}
