/* What every run of a script is bound by, and that a run without the hook is charged like one with it. */
#include <stdio.h>

#include "base/memory/memory.h"
#include "lua/syntax/syntax.h"
#include "support/script.h"

static vt_lua_bounds bounds_of(const char *script) {
    vt_arena arena;
    vt_buffer error;
    vt_lua_tree *tree;
    vitals_allocator allocator = vt_allocator_or_default(NULL);
    vt_arena_init(&arena, &allocator, 0);
    vt_buffer_init(&error, &allocator, 1000);
    assert_int_equal(vt_lua_parse(&arena, NULL, vt_text_from(script), false, &tree, &error, NULL),
                     VITALS_OK);
    vt_lua_bounds bounds = vt_lua_bounds_of(tree);
    vt_buffer_done(&error);
    vt_arena_done(&arena);
    return bounds;
}

static const struct row {
    TABLE_ROW;
    const char *script;
    bool is_shallow, is_counted, only_object;
} rows[] = {
    /* clang-format off */
    { "nothing", "", true, true, true },
    { "functions called by name", "local function f(x) return type(x) end local function g(x) return f(f(x)) end return { status = g(obj) }", true, true, true },
    { "loops over parts", "for _, c in ipairs(obj.l) do for k, v in pairs(c) do hs = { message = k } end end return hs", true, true, false },
    { "functions of libraries", "local s = string.format('%d', math.floor(1.5)) return { message = s:sub(1) .. table.concat({}) .. os.date() }", true, true, false },
    { "a local with the name of a function", "local type = obj.type return type .. tostring(type)", true, true, true },
    { "a number for", "for i = 1, 10 do end", true, false, true },
    { "while", "while obj do obj = nil end", true, false, false },
    { "repeat", "repeat until obj", true, false, true },
    { "an iterator of another kind", "for w in string.gmatch('a b', '%a') do end", true, false, false },
    { "next as the iterator", "for k in next, obj do end", false, false, false },
    { "ipairs as a local", "local ipairs = obj.f for k in ipairs(obj) do end", true, false, true },
    { "ipairs with more values", "for k in ipairs(obj), nil do end", true, false, true },
    { "recursion", "local function f(x) return x and f() end", false, false, false },
    { "recursion by an inner function", "local function f(x) local function g() return f() end return g() end", false, false, false },
    { "recursion by a declaration", "local f local function g() return f() end f = g", false, false, false },
    { "a function that is assigned to", "local function f() end f = nil", false, false, false },
    { "a function as a value", "local function f() end local g = f", false, false, false },
    { "a function as an argument", "local function f() end type(f)", false, false, false },
    { "a function in a table", "return { f = function() end }", false, false, false },
    { "a global function", "function f() end", false, false, false },
    { "a method", "local t = {} function t:f() end", false, false, false },
    { "a function without a name", "local f = function() end", false, false, false },
    { "a builtin as a value", "local t = type", false, false, false },
    { "a library as a value", "local s = string", false, false, false },
    { "a function of a library as a value", "table.sort({}, math.max)", false, false, false },
    { "a library by a computed name", "string[obj.name]('x')", false, false, false },
    { "a builtin that is assigned to", "type = nil", false, false, false },
    { "a library that is assigned to", "string.format = nil", false, false, false },
    { "pcall", "pcall(error)", false, false, false },
    { "setmetatable", "setmetatable({}, {})", false, false, false },
    { "_G", "_G.x = 1", false, false, false },
    { "getfenv", "getfenv(1)", false, false, false },
    { "coroutine", "coroutine.yield()", false, false, false },
    { "require", "require('os')", false, false, false },
    { "...", "local x = ...", false, false, false },
    { "a function with ...", "local function f(...) end f()", false, false, false },
    { "obj alone", "local function f() return obj end obj.a = f().b return { status = obj.a }", true, true, true },
    { "obj that is assigned to", "obj = nil", true, true, false },
    { "obj that is one of several targets", "local a a, obj = 1, 2", true, true, false },
    { "obj as a local", "local obj = obj obj = nil", true, true, true },
    { "a global of the script", "x = 1 return { status = x }", true, true, false },
    { "a global that is missing", "return { status = x }", true, true, false },
    { "goto", "::top:: if obj then goto top end", false, false, false },
    /* clang-format on */
};

static void check(void **state) {
    const struct row *row = *state;
    vt_lua_bounds bounds = bounds_of(row->script);
    assert_int_equal(bounds.is_shallow, row->is_shallow);
    assert_int_equal(bounds.is_counted, row->is_counted);
    assert_int_equal(bounds.only_object, row->only_object);
}

/* Which of its first statements are run once. */
static void some_statements_are_prepared(void **state) {
    (void)state;
    static const struct {
        const char *script;
        uint64_t prepared; /* a bit for each statement */
        uint32_t shared;
    } scripts[] = {
        { "local function f() end local t = {a = 1, ['b c'] = 'x', d = true} local function g() "
          "end f()",
          7, 0 },
        { "local t = {a = 1} return {status = t[obj.a], message = t.a}", 1, 0 },
        { "local t = {a = 1} t.a = 2", 0, 0 },
        { "local t = {a = 1} return t", 0, 0 },
        { "local t = {a = 1} for k in pairs(t) do end", 0, 0 },
        { "local t = {a = 1} t:f()", 0, 0 },
        { "local t = {a = 1} t = nil", 0, 0 },
        { "local t = {a = {}} return t.a", 0, 0 },
        { "local t = {a = obj} return t.a", 0, 0 },
        { "local t = {[1] = 1} return t.a", 0, 0 },
        { "local t = {'a'} return t.a", 0, 0 },
        { "local t, u = {a = 1} return t.a", 0, 0 },
        { "local t = nil return obj", 0, 0 },
        { "local function f() end local x = obj local function g() end", 1, 0 },
        { "local function f() end local x = obj local function g() end g()", 5, 1 },
        { "local a, b = obj f() local t = {a = 1} local c local function g() end return t.a", 20,
          3 },
        { "local a = obj for b, c in pairs(a) do local d end local function f() end f()", 4, 1 },
        { "local a = obj if a then f() else return end local function f() end f()", 0, 0 },
        { "do while obj do return end end local function f() end f()", 0, 0 },
        { "do local function f() return end end local function f() end f()", 2, 0 },
        { "error(obj) local function f() end f()", 0, 0 },
        { "local function f() error(obj) end local t = {a = 1} local x local function g() end "
          "return t.a",
          3, 0 },
        { "local type = obj local function f() end f()", 0, 0 },
        { "local a, a = obj local function f() end f()", 0, 0 },
        { "local function f() end local a local b local function a() end a()", 1, 0 },
        { "local t = {a = 1} local u = {b = 1} return t.a == u", 1, 0 },
        { "local t = {a = 1} pcall(error) return t.a", 0, 0 },
    };
    for (size_t i = 0; i < TABLE_COUNT(scripts); i++) {
        vt_lua_bounds bounds = bounds_of(scripts[i].script);
        if (bounds.prepared != scripts[i].prepared || bounds.shared != scripts[i].shared) {
            fail_msg("%s: %x, %u", scripts[i].script, (unsigned)bounds.prepared, bounds.shared);
        }
    }
}

/* A bit for each of 63 statements, and as many variables as no function has trouble with. */
static void prepared_statements_are_few(void **state) {
    (void)state;
    static char script[20000];
    for (int count = 1; count < 100; count++) {
        size_t at = (size_t)snprintf(script, sizeof script, "local function f0() end ");
        for (int i = 1; i < count; i++) {
            at += (size_t)snprintf(script + at, sizeof script - at, "f%d() ", i % 2 ? 0 : i - 1);
            if (i % 2) {
                at += (size_t)snprintf(script + at, sizeof script - at, "local v%d ", i);
            }
        }
        snprintf(script + at, sizeof script - at, "local function last() end last()");
        vt_lua_bounds bounds = bounds_of(script);
        int statements = count + count / 2;
        assert_int_equal(bounds.prepared,
                         statements < 63 ? UINT64_C(1) | UINT64_C(1) << statements : UINT64_C(1));
    }
    size_t at = (size_t)snprintf(script, sizeof script, "local v0");
    for (int i = 1; i < 40; i++) {
        vt_lua_bounds bounds;
        snprintf(script + at, sizeof script - at, " local function f() end f()");
        bounds = bounds_of(script);
        assert_int_equal(bounds.shared, i <= 32 ? i : 0);
        at += (size_t)snprintf(script + at, sizeof script - at, ", v%d", i);
    }
}

/* Calls are counted where they are made, and rounds of loops apart from the rest. */
static void nodes_add_up(void **state) {
    (void)state;
#define BODY "local x = obj.a x = obj.b x = obj.c "
    uint64_t once = bounds_of(BODY).pass;
    assert_true(bounds_of("local function f() " BODY "end").pass < once);
    assert_true(bounds_of("local function f() " BODY "end f()").pass >= once);
    assert_true(bounds_of("local function f() " BODY "end f() f()").pass >= 2 * once);
    assert_true(
        bounds_of("local function f() " BODY "end local function g() f() f() end g() g()").pass >=
        4 * once);
    vt_lua_bounds loop = bounds_of("for _ in pairs(obj) do " BODY "end");
    assert_true(loop.pass < once && loop.round >= once);
    loop = bounds_of("local function f() for _ in pairs(obj) do " BODY "end end f()");
    assert_true(loop.pass < once && loop.round >= once);
    loop = bounds_of("local function f() " BODY "end for _ in pairs(obj) do f() f() end");
    assert_true(loop.pass < once && loop.round >= 2 * once);
}

/* Thirty functions, each of which calls the one before many times: the sum does not wrap around. */
static void sums_stay_large(void **state) {
    (void)state;
    static char script[60000];
    size_t at = (size_t)snprintf(script, sizeof script, "local function f0() end ");
    for (int i = 1; i < VT_LUA_MOST_BOUNDED_FUNCTIONS; i++) {
        at += (size_t)snprintf(script + at, sizeof script - at, "local function f%d() ", i);
        for (int call = 0; call < 100; call++) {
            at += (size_t)snprintf(script + at, sizeof script - at, "f%d() ", i - 1);
        }
        at += (size_t)snprintf(script + at, sizeof script - at, "end ");
        char whole[61000];
        snprintf(whole, sizeof whole, "%s f%d()", script, i);
        assert_true(bounds_of(whole).is_shallow);
        assert_true(bounds_of(whole).pass > (i < 3 ? 100 : 1000000));
    }
    snprintf(script + at, sizeof script - at, "local function one_too_many() end");
    assert_false(bounds_of(script).is_shallow);
}

/* No name that the libraries give is taken for one of the script. */
static void all_names_are_known(void **state) {
    (void)state;
    static const vt_lua_dialect dialects[] = { VT_LUA_ARGOCD, VT_LUA_SAFE };
    for (size_t i = 0; i < 4; i++) {
        vt_lua_allowed name;
        for (size_t row = 0; vt_lua_allowed_at(dialects[i / 2], i % 2, row, &name); row++) {
            bool is_library = *name.library && !strchr(name.library, ' ');
            const char *global = is_library ? name.library : name.name;
            if (*name.library && !is_library) continue;
            if (vt_lua_global_use_of(vt_text_from(global)) == VT_LUA_GLOBAL_UNKNOWN) {
                fail_msg("%s", global);
            }
        }
    }
}

static script_fixture fixture;

/* The functions that a shallow script calls directly are those that it would find, with the same names
** in messages, with open libraries and without, also after each other in one state. */
static void functions_are_called_directly(void **state) {
    (void)state;
    const char *name;
    for (size_t i = 0; (name = vt_lua_plain_function_at(i)); i++) {
        char shallow[300], other[400], want[200];
        snprintf(shallow, sizeof shallow,
                 "local t = {}\nt.a = %s(%s)\nreturn {status = 'Healthy', "
                 "message = tostring(t.a)}",
                 name, i % 2 ? "t, 'a'" : "");
        snprintf(other, sizeof other, "local function none(...) end %s", shallow);
        for (unsigned call = 0; call < 4; call++) {
            vt_lua_dialect dialect = call / 2 ? VT_LUA_SAFE : VT_LUA_ARGOCD;
            snprintf(want, sizeof want, "%s",
                     script_answer(&fixture, dialect, call % 2, other, "{}"));
            assert_string_equal(script_answer(&fixture, dialect, call % 2, shallow, "{}"), want);
        }
    }
    for (size_t i = 0; i < 4; i++) { /* each is in every set of libraries */
        for (size_t at = 0; (name = vt_lua_plain_function_at(at)); at++) {
            char script[200];
            snprintf(script, sizeof script, "return {status = 'Healthy', message = type(_G.%s)}",
                     name);
            assert_string_equal(
                script_answer(&fixture, i / 2 ? VT_LUA_SAFE : VT_LUA_ARGOCD, i % 2, script, "{}"),
                "Healthy: function");
        }
    }
}

/* What one script answers about one object after the other. */
typedef struct one_script {
    vt_lua_script *script;
    vt_arena arena;
    vt_buffer error;
} one_script;

static void begin(one_script *one, const char *text) {
    vt_lua_problem problem;
    vt_arena_init(&one->arena, NULL, 0);
    vt_buffer_init(&one->error, NULL, 1000);
    assert_int_equal(vt_lua_script_new(NULL, NULL, vt_text_from(text), VT_LUA_SAFE, &one->script,
                                       &one->error, &problem),
                     VITALS_OK);
}

static const char *answer_about(one_script *one, const char *json) {
    vitals_document *object = NULL;
    assert_int_equal(vitals_document_parse(json, strlen(json), NULL, &object, NULL), VITALS_OK);
    const vt_evaluation evaluation = { .reader = { object, NULL },
                                       .arena = &one->arena,
                                       .limits = &fixture.limits };
    vt_opinion opinion = vt_lua_run(fixture.lua, one->script, false, &evaluation);
    const char *answer =
        vt_arena_printf(&one->arena, "%s %u: %.*s",
                        opinion.kind == VT_OPINION_STATUS ? vitals_health_name(opinion.health)
                                                          : "error",
                        (unsigned)opinion.line, VT_TEXT_ARG(opinion.message))
            .bytes;
    vitals_document_free(object);
    return answer;
}

static void end(one_script *one) {
    vt_lua_script_free(one->script);
    vt_buffer_done(&one->error);
    vt_arena_done(&one->arena);
}

/* The same script with a function that it does not call, so that nothing of it is bounded. */
static const char *unbounded(const char *script) {
    static char text[1000];
    snprintf(text, sizeof text, "local function none(...) end %s", script);
    return text;
}

/* What is made once for all runs knows nothing of the run before, and errors have their lines. */
static const char *const several_runs[] = {
    "local function get() return obj.a end return {status = get()}",
    "local function get()\nreturn obj.a end\nlocal function say(x)\nreturn get() .. x.b end\n"
    "return {status = 'Healthy', message = say(obj)}",
    "local function fail()\n\nreturn obj.a.b.c end\nlocal x = obj.a\nreturn {status = fail() or x}",
    "local function stop() error(obj.a) end\nstop()",
    "local function obj() return 'Healthy' end return {status = obj()}",
    "local function get() return obj.a end local function obj() return get() end return {status = "
    "obj()}",
    "local function type() return 'Healthy' end return {status = type()}",
    "local function a() return type(obj) end local function a() return 'Healthy' end return "
    "{status = a()}",
    "local function count() n = (n or 0) + 1 return n end count() return {status = 'Healthy', "
    "message = tostring(count())}",
    "local function set() obj = {a = 'Degraded'} end set() return {status = obj.a}",
    "local function name() return string.upper(obj.a) end return {status = 'Healthy', message = "
    "name()}",
    "local states = {Healthy = 'Degraded', x = 1} return {status = states[obj.a], message = "
    "tostring(states.x)}",
    "local states = {a = 'Degraded'} states.a = obj.a return {status = states.a}",
    "local states = {a = 'Degraded'} states[obj.a] = 'Healthy' return {status = states.Healthy}",
    "local states = {n = 0} local function f() states.n = states.n + 1 return states.n end f() "
    "return {status = 'Healthy', message = tostring(f())}",
    "local states = {n = 0} local function f(t) t.n = t.n + 1 return t.n end f(states) return "
    "{status = 'Healthy', message = tostring(states.n)}",
    "local states = {status = 'Healthy'} states.message, states.x = obj.a, 1 return states",
    "local states = {status = 'Healthy'} rawset(states, 'message', 'once' .. "
    "tostring(states.message)) return states",
    "local states = {status = 'Healthy'} states = {status = states.status, message = 'm'} return "
    "states",
    "local states = {t = {}} states.t.n = (states.t.n or 0) + 1 return {status = 'Healthy', "
    "message = tostring(states.t.n)}",
    "local states = {x = 'Healthy'} local states = {x = states.x, y = 'm'} return {status = "
    "states.x, message = states.y}",
    "local states = {x = 'Healthy'}\nlocal function f() return states[obj.a.b.c] end\nreturn "
    "{status = f()}",
    "local function upper(s) return s:upper() end return {status = 'Healthy', message = "
    "upper(obj.a)}",
    "local function last(t) for _, v in ipairs(t) do obj.a = v end return obj.a end return {status "
    "= last({'Degraded'})}",
    "local function f() obj.a.b = 1 return obj.a.b end return {status = 'Healthy', message = "
    "tostring(f())}",
    "local a = obj.a local function get() return a end return {status = get()}",
    "local a, b = obj.a, {} local function f() b[1] = a return b[1] end local c local function g() "
    "local d = c c = f() return d end g() return {status = g(), message = tostring(#b)}",
    "local a = obj.a\nlocal b = a.b.c\nlocal function get() return b end\nreturn {status = get()}",
    "local a = obj.a\nlocal function f() return a end\nlocal b = f()\nif b == nil then b = a.b "
    "end\n"
    "local states = {Healthy = 'Degraded'}\nb = states[b] or b\nlocal function g() return b end\n"
    "return {status = g(), message = a .. b}",
    "local type = type(obj.a) local function f() return type end return {status = 'Healthy', "
    "message = f()}",
    "local a = obj local a = a.a local function f() return a end return {status = f()}",
    "local a, a = 'x', obj.a local function f() return a end return {status = f()}",
    "local a = obj.a local b = a local function a() return b end return {status = a()}",
    "local _ENV, _VTpart1 = obj, 'm' local function f() return _ENV.a end return {status = f(), "
    "message = _VTpart1}",
    "if obj.a == nil then return {status = 'Unknown'} end local function f() return obj.a end "
    "return {status = f()}",
    "local function f(n)\nerror(obj.a, n) end\nf(4)\nlocal function g() end g()",
    "local a = obj.a\nassert(a, 'none')\nlocal function f() return a end return {status = f()}",
    "local n = 0 for _, v in ipairs({1, 2, 3}) do local m = n n = m + v end local function f() "
    "return n end return {status = 'Healthy', message = tostring(f())}",
    "local v = 'x' for v = 1, 2 do n = v end local function f() return v .. n end return {status = "
    "'Healthy', message = f()}",
    "local a = obj.a do local function h() a = 'Degraded' end h() end local function f() return a "
    "end return {status = f()}",
    "local a a = (a or '') .. 'x' local function f() return a end return {status = 'Healthy', "
    "message = f()}",
    "n = (n or 0) + 1 local m = n local function f() return m end return {status = 'Healthy', "
    "message = tostring(f())}",
    "local obj = obj.a local function f() return obj end return {status = f()}",
    "obj = {a = 'Degraded'} local a = obj.a local function f() return a end return {status = f()}",
    "local a = obj(1)\nlocal function f() return a end return {status = f()}",
    "local obj = obj.a return {status = obj}",
    "obj = {a = 'Degraded'} return {status = obj.a}",
    "local a = obj.a obj = nil return {status = a, message = type(obj)}",
    "a = obj.a return {status = a}",
    "return {status = obj.a, message = type(missing)}",
    "return {status = obj.a, message = tostring(obj.a.b)}",
    "return obj(1)",
    "return obj.f()",
};

static void runs_are_apart(void **state) {
    (void)state;
    static const char *const objects[] = { "{\"a\":\"Healthy\"}", "{\"a\":\"Progressing\"}",
                                           "{\"a\":{\"b\":{}}}", "{}", "{\"a\":\"Healthy\"}" };
    for (size_t i = 0; i < TABLE_COUNT(several_runs); i++) {
        one_script bounded, other;
        begin(&bounded, several_runs[i]);
        begin(&other, unbounded(several_runs[i]));
        for (size_t at = 0; at < TABLE_COUNT(objects); at++) {
            const char *want = answer_about(&other, objects[at]);
            assert_string_equal(answer_about(&bounded, objects[at]), want);
        }
        end(&bounded);
        end(&other);
    }
}

/* What the variables of a script had in one run is not held against the next run of it or of another one. */
static void variables_are_emptied(void **state) {
    (void)state;
    static const char *const scripts[] = {
        "local t = {} for i = 1, 100000 do t[i] = i end local function f() return #t end return "
        "{status = 'Healthy', message = tostring(f())}",
        "local t = {} for i = 1, 100000 do t[i] = i end local function f() return #t end t[1] = "
        "obj.a.b.c",
    };
    const uint64_t limit = fixture.limits.lua_memory_bytes;
    one_script all[2 * TABLE_COUNT(scripts)];
    for (size_t i = 0; i < TABLE_COUNT(all); i++) begin(&all[i], scripts[i % TABLE_COUNT(scripts)]);
    fixture.limits.lua_memory_bytes = 4 << 20;
    for (size_t i = 0; i < 2 * TABLE_COUNT(all); i++) {
        const char *answer = answer_about(&all[i % TABLE_COUNT(all)], "{}");
        assert_string_equal(answer, i % TABLE_COUNT(scripts)
                                        ? "error 1: <string>:1: attempt to index a non-table "
                                          "object(nil) with key 'b'"
                                        : "Healthy 0: 100000");
    }
    fixture.limits.lua_memory_bytes = limit;
    for (size_t i = 0; i < TABLE_COUNT(all); i++) end(&all[i]);
}

static uint64_t steps_of(const char *script, const char *object) {
    vt_opinion opinion = script_run(&fixture, VT_LUA_ARGOCD, true, script, object);
    assert_int_equal(opinion.kind, VT_OPINION_STATUS);
    return opinion.steps;
}

/* The second script has a function with ..., so that its instructions are counted from the start. */
static void runs_are_charged_alike(void **state) {
    (void)state;
#define LOOP                                                                                       \
    "local n = 0 for _, c in ipairs(obj.l) do for k, v in pairs(c) do n = n + v n = n + v n = n "  \
    "+ v n = n + v n = n + v end end return { status = 'Healthy', message = tostring(n) }"
    static char object[100000];
    for (int count = 1; count <= 3000; count = count * 2 + 1) {
        size_t at = (size_t)snprintf(object, sizeof object, "{\"l\":[{\"a\":0}");
        for (int i = 1; i < count; i++) {
            at += (size_t)snprintf(object + at, sizeof object - at, ",{\"a\":1,\"b\":2}");
        }
        snprintf(object + at, sizeof object - at, "]}");
        uint64_t bounded = steps_of(LOOP, object);
        uint64_t hooked = steps_of("local function none(...) end " LOOP, object);
        int64_t difference = (int64_t)bounded - (int64_t)hooked;
        if (difference < -5000 || difference > 5000) fail_msg("%d: %d", count, (int)difference);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = { cmocka_unit_test(some_statements_are_prepared),
                                               cmocka_unit_test(prepared_statements_are_few),
                                               cmocka_unit_test(nodes_add_up),
                                               cmocka_unit_test(sums_stay_large),
                                               cmocka_unit_test(all_names_are_known),
                                               cmocka_unit_test(functions_are_called_directly),
                                               cmocka_unit_test(runs_are_apart),
                                               cmocka_unit_test(variables_are_emptied),
                                               cmocka_unit_test(runs_are_charged_alike) };
    script_fixture_init(&fixture);
    int failed = TABLE_RUN("lua_bounds", check, rows) + cmocka_run_group_tests(tests, NULL, NULL);
    script_fixture_done(&fixture);
    return failed;
}
