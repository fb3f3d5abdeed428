#include "grammar_lua.h"

#include <string.h>

enum { MAX_DEPTH = 6, MAX_STATEMENTS = 12, ROOM_TO_CLOSE = 1024 };

/* The next choice, below `count`; 0 when there are none left. */
static unsigned choose(made_script *made, unsigned count) {
    if (made->choice_count == 0) return 0;
    made->choice_count--;
    return *made->choices++ % count;
}

static void add(made_script *made, const char *text) {
    size_t size = strlen(text);
    if (size > sizeof made->text - 1 - made->size) return;
    memcpy(made->text + made->size, text, size);
    made->size += size;
}

#define ADD_ONE_OF(made, list) add((made), (list)[choose((made), sizeof(list) / sizeof *(list))])

static bool is_full(const made_script *made) {
    return made->choice_count == 0 || made->depth >= MAX_DEPTH ||
           made->size > sizeof made->text - ROOM_TO_CLOSE;
}

static void add_expression(made_script *made);
static void add_block(made_script *made);

/* ------------------------------------------------------------------ values */

static void add_name(made_script *made) {
    static const char *const names[] = { "a", "b", "c",  "t",    "f",  "obj",
                                         "s", "n", "_G", "self", "arg" };
    ADD_ONE_OF(made, names);
}

static void add_number(made_script *made) {
    static const char *const numbers[] = {
        "0",     "1",    "2",    "3",    "-1",   "0.5",   "1e308", "1e999",      "-1e999",
        "(0/0)", "1e15", "2^31", "2^53", "2^63", "-2^63", "255",   "256",        "0x7f",
        "0010",  "5e",   "1e-7", "4097", "65",   "100",   "200",   "2147483648", "-0",
    };
    ADD_ONE_OF(made, numbers);
}

static void add_string(made_script *made) {
    static const char *const strings[] = {
        "''",
        "'a'",
        "'Healthy'",
        "'status'",
        "'10'",
        "'0x10'",
        "' 7 '",
        "'%d'",
        "'%s|%s'",
        "'%q'",
        "'%5.2f'",
        "'%c%i%x'",
        "'%99999d'",
        "'%'",
        "'(a*)b'",
        "'%b()'",
        "'%f[%w]'",
        "'[^%s]+'",
        "'[a-'",
        "'(()'",
        "'%1'",
        "'.-'",
        "'^a$'",
        "'[[]'",
        "'\\0\\255'",
        "'\\195\\169'",
        "'k'",
        "'v'",
        "'__index'",
        "'n'",
        "'!%Y-%m-%dT%H:%M:%SZ'",
        "'*t'",
        "'%Ez'",
        "'a,b,,c'",
        "[[x\ny]]",
        "('x'):rep(5000)",
        "'2023-11-14T22:13:20Z'",
        "'os'",
        "'string'",
        "'#'",
        "'-1'",
        "'%1%2%0'",
    };
    ADD_ONE_OF(made, strings);
}

static void add_odd(made_script *made) {
    static const char *const values[] = {
        "nil",
        "true",
        "false",
        "...",
        "obj",
        "obj.status",
        "obj.items",
        "obj.metadata.name",
        "{}",
        "{1, 2, 3}",
        "{n = 1}",
        "{[1] = 1, [3] = 3}",
        "newproxy()",
        "newproxy(true)",
        "_G",
        "print",
        "setmetatable({}, {__index = function(t, k) return k end})",
        "setmetatable({}, {__index = function(t, k) t[k] = 1 return t end})",
        "setmetatable({}, {__tostring = function() return {} end, __len = function() return 'x' "
        "end})",
        "setmetatable({}, {__call = function(...) return ... end, __eq = function() return 1 end})",
        "setmetatable({}, {__lt = function() error({}) end, __le = function() return nil end})",
        "setmetatable({}, {__concat = function(a, b) return b end, __unm = function() return {} "
        "end})",
        "setmetatable({}, {__mode = 'k', __metatable = false})",
        "setmetatable({}, {__gc = error, __newindex = function() error('w') end})",
        "coroutine.create(function(...) coroutine.yield(...) error('late') end)",
        "coroutine.wrap(function() while true do coroutine.yield(1) end end)",
        "string.gmatch('abc', '.')",
        "function(...) return ... end",
        "function() error() end",
        "function(a, b) return a < b end",
        "function() return true end",
        "function(x) t = x return x end",
        "function() coroutine.yield(1) end",
        "function(k) obj[k] = nil return k end",
        "select",
        "next",
        "error",
        "pcall",
    };
    ADD_ONE_OF(made, values);
}

/* One of all functions and values that the dialect has. */
static void add_library_name(made_script *made) {
    static const uint16_t rows = 220; /* no dialect has more */
    size_t index = (choose(made, 256) * 256 + choose(made, 256)) % rows;
    vt_lua_allowed allowed;
    if (!vt_lua_allowed_at(made->dialect, made->open_libraries, index, &allowed) &&
        !vt_lua_allowed_at(made->dialect, made->open_libraries, index % 40, &allowed)) {
        add(made, "type");
        return;
    }
    if (*allowed.library) {
        add(made, "("); /* it may be a call of require */
        add(made, allowed.library);
        add(made, ").");
    }
    add(made, allowed.name);
}

static void add_list(made_script *made, unsigned most) {
    unsigned count = choose(made, most + 1);
    for (unsigned i = 0; i < count; i++) {
        if (i > 0) add(made, ", ");
        add_expression(made);
    }
}

static void add_call(made_script *made) {
    static const char *const methods[] = { ":sub",    ":find",   ":gsub", ":rep",
                                           ":format", ":gmatch", ":x" };
    unsigned kind = choose(made, 8);
    if (kind == 0) {
        add(made, "pcall(");
        add_library_name(made);
        add(made, ", ");
    } else if (kind == 1) {
        add(made, "(");
        add_expression(made);
        add(made, ")");
        if (choose(made, 2)) ADD_ONE_OF(made, methods);
        add(made, "(");
    } else if (kind == 2) {
        add_name(made);
        add(made, "(");
    } else {
        add_library_name(made);
        add(made, "(");
    }
    if (kind == 0) {
        add_expression(made);
        add(made, ", ");
        add_expression(made);
    } else {
        add_list(made, 3 + (kind > 5));
    }
    add(made, ")");
}

static void add_table(made_script *made) {
    add(made, "{");
    unsigned count = choose(made, 5);
    for (unsigned i = 0; i < count; i++) {
        switch (choose(made, 3)) {
        case 0:
            add(made, "[");
            add_expression(made);
            add(made, "] = ");
            break;
        case 1:
            add_name(made);
            add(made, " = ");
            break;
        default:
            break;
        }
        add_expression(made);
        add(made, choose(made, 2) ? ", " : "; ");
    }
    add(made, "}");
}

static void add_function(made_script *made) {
    static const char *const parameters[] = { "()",    "(a)",      "(a, b)",
                                              "(...)", "(a, ...)", "(self, n)" };
    add(made, "function");
    ADD_ONE_OF(made, parameters);
    add(made, " ");
    add_block(made);
    add(made, "end");
}

static void add_operation(made_script *made) {
    static const char *const operators[] = { " + ", " - ",  " * ",  " / ",   " % ",
                                             " ^ ", " .. ", " == ", " ~= ",  " < ",
                                             " > ", " <= ", " >= ", " and ", " or " };
    static const char *const unaries[] = { "-", "not ", "#", "- -" };
    add(made, "(");
    if (choose(made, 4) == 0) {
        ADD_ONE_OF(made, unaries);
        add_expression(made);
    } else {
        unsigned count = 1 + choose(made, 3);
        add_expression(made);
        while (count-- > 0) {
            ADD_ONE_OF(made, operators);
            add_expression(made);
        }
    }
    add(made, ")");
}

static void add_index(made_script *made) {
    add_name(made);
    if (choose(made, 2)) {
        add(made, ".");
        add_name(made);
    } else {
        add(made, "[");
        add_expression(made);
        add(made, "]");
    }
}

static void add_expression(made_script *made) {
    static void (*const leaves[])(made_script * made) = { add_name, add_number, add_string,
                                                          add_odd };
    static void (*const others[])(made_script * made) = { add_call,  add_call,      add_table,
                                                          add_index, add_operation, add_function };
    made->depth++;
    if (is_full(made) || choose(made, 5) < 2) {
        leaves[choose(made, 4)](made);
    } else {
        others[choose(made, 6)](made);
    }
    made->depth--;
}

/* -------------------------------------------------------------- statements */

static void add_local(made_script *made) {
    add(made, "local ");
    if (choose(made, 4) == 0) {
        add(made, "function f(...) ");
        add_block(made);
        add(made, "end");
        return;
    }
    add_name(made);
    if (choose(made, 3) == 0) add(made, ", b");
    add(made, " = ");
    add_expression(made);
}

static void add_assignment(made_script *made) {
    choose(made, 2) ? add_index(made) : add_name(made);
    if (choose(made, 4) == 0) {
        add(made, ", ");
        add_index(made);
    }
    add(made, " = ");
    add_expression(made);
    if (choose(made, 4) == 0) {
        add(made, ", ");
        add_expression(made);
    }
}

static void add_if(made_script *made) {
    add(made, "if ");
    add_expression(made);
    add(made, " then ");
    add_block(made);
    for (unsigned count = choose(made, 3); count > 0; count--) {
        add(made, "elseif ");
        add_expression(made);
        add(made, " then ");
        add_block(made);
    }
    if (choose(made, 2)) {
        add(made, "else ");
        add_block(made);
    }
    add(made, "end");
}

static void add_loop(made_script *made) {
    static const char *const heads[] = {
        "for i = 1, 5 do ",          "for n = 3, 1, -1 do ",   "for a, b in pairs(t) do ",
        "for a, b in ipairs(t) do ", "for a in next, obj do ", "while n do n = nil ",
        "repeat local n = a ",
    };
    unsigned head = choose(made, sizeof heads / sizeof *heads);
    add(made, heads[head]);
    add_block(made);
    if (choose(made, 4) == 0) add(made, "do break end ");
    add(made, head + 1 == sizeof heads / sizeof *heads ? "until n ~= 1" : "end");
}

static void add_jump(made_script *made) {
    static const char *const jumps[] = {
        "do goto skip t = 1 ::skip:: end",
        "do local a = 1 goto skip ::skip:: ::skip2:: end",
        "do return end",
        "for i = 1, 3 do if i == 2 then goto continue end ::continue:: end",
    };
    ADD_ONE_OF(made, jumps);
}

static void add_traversal(made_script *made) {
    static const char *const texts[] = {
        "for k, v in pairs(t) do t[k] = nil end",
        "for k in pairs(obj) do obj[k .. 'x'] = k end",
        "local k = next(t) while k do k = next(t, k) end",
        "t = {} t.b = 1 t.a = 2 t.c = 3 t.a = nil",
        "for k, v in pairs(_G) do n = k end",
        "table.sort(t, function(a, b) t[#t + 1] = 1 return true end)",
        "string.gsub('abc', '.', function(c) t[c] = coroutine end)",
        "setmetatable(t, t) t.__index = t",
        "setmetatable(t, {__pairs = error, __len = function() return -1 end})",
        "for w in ('a b c'):gmatch('%a') do t[w] = #t end",
    };
    ADD_ONE_OF(made, texts);
}

static void add_statement(made_script *made) {
    static void (*const statements[])(made_script * made) = {
        add_call, add_call, add_local, add_assignment, add_assignment,
        add_if,   add_loop, add_jump,  add_traversal,
    };
    /* Most of them fail, and the rest of the script should run. */
    bool caught = choose(made, 4) != 0;
    if (caught) add(made, "pcall(function(...) ");
    statements[choose(made, sizeof statements / sizeof *statements)](made);
    if (caught) add(made, " end)");
    add(made, choose(made, 3) ? "; " : ";\n"); /* the next may start with a parenthesis */
}

static void add_block(made_script *made) {
    made->depth++;
    for (unsigned count = choose(made, 4); count > 0 && !is_full(made); count--)
        add_statement(made);
    if (choose(made, 5) == 0) {
        add(made, "do return ");
        add_list(made, 3);
        add(made, " end ");
    }
    made->depth--;
}

void make_script(made_script *made, const uint8_t *choices, size_t count) {
    *made = (made_script){ .choices = choices, .choice_count = count };
    made->dialect = choose(made, 2) ? VT_LUA_SAFE : VT_LUA_ARGOCD;
    made->open_libraries = choose(made, 4) != 0;
    add(made, "local t, n = {b = 1, a = 2, 10, 20}, 1 ");
    for (int i = 0; i < MAX_STATEMENTS && made->choice_count > 0; i++) add_statement(made);
    add(made, "\n");
    if (choose(made, 3) == 0) {
        add(made, "return ");
        add_expression(made);
    } else {
        add(made, "return {status = 'Healthy', message = tostring(n) .. tostring(a)}");
    }
}
