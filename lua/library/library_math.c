/* gopher-lua's math library. */
#include <float.h>
#include <math.h>

#include "lua/lua_internal.h"

#define ONE_ARGUMENT(name, expression)                                                             \
    VT_LUA_FUNCTION(math_##name) {                                                                 \
        double x = vt_lua_check_number(lua, 1);                                                    \
        lua_pushnumber(lua, (expression));                                                         \
        return 1;                                                                                  \
    }
#define TWO_ARGUMENTS(name, expression)                                                            \
    VT_LUA_FUNCTION(math_##name) {                                                                 \
        double x = vt_lua_check_number(lua, 1);                                                    \
        double y = vt_lua_check_number(lua, 2);                                                    \
        lua_pushnumber(lua, (expression));                                                         \
        return 1;                                                                                  \
    }

#define PI 3.14159265358979323846
#define PER_LN2 1.44269504088896340735992468100189214 /* 1 / ln 2 */
#define LOG10_OF_2 0.30102999566398119521373889472449302677

/* GO: math.Log10 goes through the base 2: math.log10(1e15) is 14.999999999999998. */
static double log10_as_in_go(double x) {
    int exponent = 0;
    double fraction = frexp(x, &exponent);
    double log2_x = fraction == 0.5 ? exponent - 1 : log(fraction) * PER_LN2 + (double)exponent;
    return log2_x * LOG10_OF_2;
}

ONE_ARGUMENT(abs, fabs(x))
ONE_ARGUMENT(acos, acos(x))
ONE_ARGUMENT(asin, asin(x))
ONE_ARGUMENT(atan, atan(x))
ONE_ARGUMENT(ceil, ceil(x))
ONE_ARGUMENT(cos, cos(x))
ONE_ARGUMENT(cosh, cosh(x))
ONE_ARGUMENT(deg, x * 180 / PI)
ONE_ARGUMENT(exp, exp(x))
ONE_ARGUMENT(floor, floor(x))
ONE_ARGUMENT(log, log(x))
ONE_ARGUMENT(log10, log10_as_in_go(x))
ONE_ARGUMENT(rad, x *PI / 180)
ONE_ARGUMENT(sin, sin(x))
ONE_ARGUMENT(sinh, sinh(x))
ONE_ARGUMENT(sqrt, sqrt(x))
ONE_ARGUMENT(tan, tan(x))
ONE_ARGUMENT(tanh, tanh(x))
TWO_ARGUMENTS(atan2, atan2(x, y))
TWO_ARGUMENTS(fmod, fmod(x, y))
TWO_ARGUMENTS(pow, pow(x, y))

/* math.mod: the remainder that % gives */
VT_LUA_FUNCTION(math_mod) {
    double x = vt_lua_check_number(lua, 1);
    double y = vt_lua_check_number(lua, 2);
    lua_pushnumber(lua, x);
    lua_pushnumber(lua, y);
    lua_arith(lua, LUA_OPMOD);
    return 1;
}

/* math.frexp: x = m * 2^e */
VT_LUA_FUNCTION(math_frexp) {
    int exponent = 0;
    lua_pushnumber(lua, frexp(vt_lua_check_number(lua, 1), &exponent));
    vt_lua_push_integer(lua, exponent);
    return 2;
}

/* math.ldexp */
VT_LUA_FUNCTION(math_ldexp) {
    double mantissa = vt_lua_check_number(lua, 1);
    int64_t exponent = vt_lua_check_integer(lua, 2);
    exponent = exponent > 5000 ? 5000 : exponent < -5000 ? -5000 : exponent;
    lua_pushnumber(lua, ldexp(mantissa, (int)exponent));
    return 1;
}

/* math.modf */
VT_LUA_FUNCTION(math_modf) {
    double whole;
    double part = modf(vt_lua_check_number(lua, 1), &whole);
    lua_pushnumber(lua, whole);
    lua_pushnumber(lua, isinf(whole) ? NAN : part); /* as in Go */
    return 2;
}

/* The largest argument, or the smallest for a `sign` of -1. */
static int push_extreme(lua_State *lua, double sign) {
    int count = lua_gettop(lua);
    if (count == 0) return vt_lua_raise(lua, "wrong number of arguments");
    double extreme = vt_lua_check_number(lua, 1);
    for (int index = 2; index <= count; index++) {
        double number = vt_lua_check_number(lua, index);
        if (number * sign > extreme * sign) extreme = number;
    }
    lua_pushnumber(lua, extreme);
    return 1;
}

/* math.max, math.min */
VT_LUA_FUNCTION(math_max) {
    return push_extreme(lua, 1);
}
VT_LUA_FUNCTION(math_min) {
    return push_extreme(lua, -1);
}

/* ---- random numbers: the same in every run, so that the same object gives the same result */

/* splitmix64 */
static uint64_t next_random(vt_lua_state *state) {
    uint64_t z = state->random += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* ARGO: rand.Intn panics when there is nothing to choose from. */
static uint64_t random_below(lua_State *lua, int64_t count) {
    if (count <= 0) {
        lua_pushliteral(lua, "invalid argument to Intn");
        vt_lua_raise_value(lua);
    }
    return next_random(vt_lua_state_of(lua)) % (uint64_t)count;
}

/* math.random */
VT_LUA_FUNCTION(math_random) {
    int count = lua_gettop(lua);
    if (count == 0) {
        lua_pushnumber(lua, (double)(next_random(vt_lua_state_of(lua)) >> 11) * 0x1p-53);
    } else if (count == 1) {
        vt_lua_push_integer(lua, (int64_t)random_below(lua, vt_lua_check_integer(lua, 1)) + 1);
    } else {
        int64_t least = vt_lua_check_integer(lua, 1);
        int64_t most = vt_lua_check_integer(lua, 2);
        uint64_t range = (uint64_t)most + 1 - (uint64_t)least;
        vt_lua_push_integer(lua, (int64_t)(random_below(lua, (int64_t)range) + (uint64_t)least));
    }
    return 1;
}

/* math.randomseed */
VT_LUA_FUNCTION(math_randomseed) {
    vt_lua_state_of(lua)->random = (uint64_t)vt_lua_check_integer(lua, 1);
    return 0;
}

static const vt_lua_builtin functions[] = {
    /* clang-format off */
    { "abs",        math_abs,        VT_LUA_SET_NOT_CLOSED, "abs(x): the absolute value", NULL, 0, VT_LUA_COST_TEXT },
    { "acos",       math_acos,       VT_LUA_SET_NOT_CLOSED, "acos(x): in radians", NULL, 0, VT_LUA_COST_TEXT },
    { "asin",       math_asin,       VT_LUA_SET_NOT_CLOSED, "asin(x): in radians", NULL, 0, VT_LUA_COST_TEXT },
    { "atan",       math_atan,       VT_LUA_SET_NOT_CLOSED, "atan(x): in radians", NULL, 0, VT_LUA_COST_TEXT },
    { "atan2",      math_atan2,      VT_LUA_SET_NOT_CLOSED, "atan2(y, x): in radians, in the right quadrant", NULL, 0, VT_LUA_COST_TEXT },
    { "ceil",       math_ceil,       VT_LUA_SET_NOT_CLOSED, "ceil(x): the next integer above", NULL, 0, VT_LUA_COST_TEXT },
    { "cos",        math_cos,        VT_LUA_SET_NOT_CLOSED, "cos(x)", NULL, 0, VT_LUA_COST_TEXT },
    { "cosh",       math_cosh,       VT_LUA_SET_NOT_CLOSED, "cosh(x)", NULL, 0, VT_LUA_COST_TEXT },
    { "deg",        math_deg,        VT_LUA_SET_NOT_CLOSED, "deg(x): radians in degrees", NULL, 0, VT_LUA_COST_TEXT },
    { "exp",        math_exp,        VT_LUA_SET_NOT_CLOSED, "exp(x)", NULL, 0, VT_LUA_COST_TEXT },
    { "floor",      math_floor,      VT_LUA_SET_NOT_CLOSED, "floor(x): the next integer below", NULL, 0, VT_LUA_COST_TEXT },
    { "fmod",       math_fmod,       VT_LUA_SET_NOT_CLOSED, "fmod(x, y): the remainder with the sign of x", NULL, 0, VT_LUA_COST_TEXT },
    { "frexp",      math_frexp,      VT_LUA_SET_NOT_CLOSED, "frexp(x): m and e of x = m * 2^e", NULL, 0, VT_LUA_COST_TEXT },
    { "huge",       NULL,            VT_LUA_SET_NOT_CLOSED, "the largest number", NULL, DBL_MAX, VT_LUA_COST_NONE },
    { "ldexp",      math_ldexp,      VT_LUA_SET_NOT_CLOSED, "ldexp(m, e): m * 2^e", NULL, 0, VT_LUA_COST_TEXT },
    { "log",        math_log,        VT_LUA_SET_NOT_CLOSED, "log(x): to base e", NULL, 0, VT_LUA_COST_TEXT },
    { "log10",      math_log10,      VT_LUA_SET_NOT_CLOSED, "log10(x)", NULL, 0, VT_LUA_COST_TEXT },
    { "max",        math_max,        VT_LUA_SET_NOT_CLOSED, "max(…): the largest", NULL, 0, VT_LUA_COST_TEXT },
    { "min",        math_min,        VT_LUA_SET_NOT_CLOSED, "min(…): the smallest", NULL, 0, VT_LUA_COST_TEXT },
    { "mod",        math_mod,        VT_LUA_SET_NOT_CLOSED, "mod(x, y): x % y", NULL, 0, VT_LUA_COST_TEXT },
    { "modf",       math_modf,       VT_LUA_SET_NOT_CLOSED, "modf(x): the integral and the fractional part", NULL, 0, VT_LUA_COST_TEXT },
    { "pi",         NULL,            VT_LUA_SET_NOT_CLOSED, "3.141592653589793", NULL, PI, VT_LUA_COST_NONE },
    { "pow",        math_pow,        VT_LUA_SET_NOT_CLOSED, "pow(x, y): x^y", NULL, 0, VT_LUA_COST_TEXT },
    { "rad",        math_rad,        VT_LUA_SET_NOT_CLOSED, "rad(x): degrees in radians", NULL, 0, VT_LUA_COST_TEXT },
    { "random",     math_random,     VT_LUA_SET_NOT_CLOSED, "random([[least,] most]): the same sequence in every run", NULL, 0, VT_LUA_COST_CALL },
    { "randomseed", math_randomseed, VT_LUA_SET_NOT_CLOSED, "randomseed(x): another sequence", NULL, 0, VT_LUA_COST_CALL },
    { "sin",        math_sin,        VT_LUA_SET_NOT_CLOSED, "sin(x)", NULL, 0, VT_LUA_COST_TEXT },
    { "sinh",       math_sinh,       VT_LUA_SET_NOT_CLOSED, "sinh(x)", NULL, 0, VT_LUA_COST_TEXT },
    { "sqrt",       math_sqrt,       VT_LUA_SET_NOT_CLOSED, "sqrt(x)", NULL, 0, VT_LUA_COST_TEXT },
    { "tan",        math_tan,        VT_LUA_SET_NOT_CLOSED, "tan(x)", NULL, 0, VT_LUA_COST_TEXT },
    { "tanh",       math_tanh,       VT_LUA_SET_NOT_CLOSED, "tanh(x)", NULL, 0, VT_LUA_COST_TEXT },
    /* clang-format on */
};

const vt_lua_library vt_lua_library_math = { "math", VT_LUA_SET_NOT_CLOSED, functions,
                                             sizeof functions / sizeof *functions };
