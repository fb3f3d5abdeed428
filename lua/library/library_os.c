/*
** The os library: the time of the evaluation and a calendar, nothing of the machine.
**
** ARGO: there are two. The one from require("os") (oslib_safe.go) accepts only numbers as fields
** and obeys ! only without a time argument. The global one of open libraries (gopher-lua's) also
** accepts numeric strings and always obeys !.
*/
#include <math.h>

#include "base/number/clock.h"
#include "lua/lua_internal.h"

static const vt_evaluation *evaluation_of(lua_State *lua) {
    return vt_lua_state_of(lua)->evaluation;
}

/* ARGO: getIntField: leading spaces and then zeroes are dropped, unless 0x follows; "000" is 0. */
static bool parse_field(lua_State *lua, double *out) {
    vt_text text;
    text.bytes = lua_tolstring(lua, -1, &text.size);
    vt_lua_charge_bytes(lua, text.size);
    size_t start = 0;
    while (start < text.size && text.bytes[start] == ' ') start++;
    text = vt_text_between(text, start, text.size);
    if (vt_text_starts(text, VT_TEXT("0")) && !vt_text_starts(text, VT_TEXT("0x")) &&
        !vt_text_starts(text, VT_TEXT("0X"))) {
        for (start = 0; start < text.size && text.bytes[start] == '0';) start++;
        text = vt_text_between(text, start, text.size);
        if (text.size == 0) {
            *out = 0;
            return true;
        }
    }
    return vt_lua_number_parse(text, out);
}

/* Field `name` of the table at 1, without metatables, as an integer; the fallback when it is not a
** number. Clamped so that the sum of all fields fits in 64 bits. */
static int64_t read_field(lua_State *lua, const char *name, int64_t fallback, bool from_text) {
    const double most = strcmp(name, "year") == 0 ? 1e10 : 1e12;
    vt_lua_materialize(lua, 1);
    lua_pushstring(lua, name);
    int type = lua_rawget(lua, 1);
    double number;
    if (type == LUA_TNUMBER) {
        number = lua_tonumber(lua, -1);
    } else if (!from_text || type != LUA_TSTRING || !parse_field(lua, &number)) {
        number = (double)fallback;
    }
    lua_pop(lua, 1);
    return vt_lua_number_truncate(fmin(fmax(number, -most), most));
}

/* A verdict that depends on the clock holds for this second. */
static int64_t read_clock(const vt_evaluation *evaluation) {
    vt_evaluation_expires(evaluation, evaluation->now_seconds + 1);
    return evaluation->now_seconds;
}

static int push_time(lua_State *lua, bool from_text) {
    const vt_evaluation *evaluation = evaluation_of(lua);
    if (lua_gettop(lua) == 0 || (from_text && lua_isnil(lua, 1))) {
        vt_lua_push_integer(lua, read_clock(evaluation));
        return 1;
    }
    vt_lua_check_table(lua, 1);
    int64_t second = read_field(lua, "sec", 0, from_text);
    int64_t minute = read_field(lua, "min", 0, from_text);
    int64_t hour = read_field(lua, "hour", 12, from_text);
    int64_t day = read_field(lua, "day", -1, from_text);
    int64_t month = read_field(lua, "month", -1, from_text);
    int64_t year = read_field(lua, "year", -1, from_text);
    int64_t seconds = vt_civil_to_seconds(year, month, day, hour, minute, second);
    vt_lua_push_integer(lua, seconds - evaluation->zone_offset_seconds);
    return 1;
}

VT_LUA_FUNCTION(os_time) {
    return push_time(lua, true);
}
VT_LUA_FUNCTION(required_time) {
    return push_time(lua, false);
}

/* ---- date */

static const char *const days[] = { "Sunday",   "Monday", "Tuesday", "Wednesday",
                                    "Thursday", "Friday", "Saturday" };
static const char *const months[] = { "January",   "February", "March",    "April",
                                      "May",       "June",     "July",     "August",
                                      "September", "October",  "November", "December" };

/* A time as the verbs of a layout see it. */
struct zoned_time {
    vt_civil civil;
    int32_t offset; /* seconds east of UTC */
};

static void add_text(char *out, size_t *size, const char *text) {
    size_t length = strlen(text);
    memcpy(out + *size, text, length);
    *size += length;
}

static void add_offset(char *out, size_t *size, int32_t offset) {
    int32_t absolute = offset < 0 ? -offset : offset;
    *size += (size_t)snprintf(out + *size, 16, "%c%02d%02d", offset < 0 ? '-' : '+',
                              absolute / 3600, absolute / 60 % 60);
}

/* ARGO: a zone without a name is shown as its offset, "+02" or "+0530". */
static void add_zone(char *out, size_t *size, int32_t offset) {
    if (offset == 0) {
        add_text(out, size, "UTC");
        return;
    }
    size_t start = *size;
    add_offset(out, size, offset);
    if (memcmp(out + start + 3, "00", 2) == 0) *size = start + 3;
}

/* Expand one verb of a layout to at most 64 bytes. ARGO: %a is the text "mon", and %x has
** slashes between hour, minute and second. */
static size_t expand(const struct zoned_time *zoned_time, char letter, char out[64]) {
    const vt_civil *c = &zoned_time->civil;
    int year = (int)(c->year % 10000), twelve = c->hour % 12 == 0 ? 12 : c->hour % 12;
    size_t size = 0;
    switch (letter) {
    case 'a':
        return add_text(out, &size, "mon"), size;
    case 'A':
        return add_text(out, &size, days[c->weekday]), size;
    case 'b':
        memcpy(out, months[c->month - 1], 3);
        return 3;
    case 'B':
        return add_text(out, &size, months[c->month - 1]), size;
    case 'c':
        size = (size_t)snprintf(out, 64, "%02d %.3s %02d %02d:%02d ", c->day, months[c->month - 1],
                                (year % 100 + 100) % 100, c->hour, c->minute);
        return add_zone(out, &size, zoned_time->offset), size;
    case 'd':
        return (size_t)snprintf(out, 64, "%02d", c->day);
    case 'F':
        return (size_t)snprintf(out, 64, "%04d-%02d-%02d", year, c->month, c->day);
    case 'H':
        return (size_t)snprintf(out, 64, "%02d", c->hour);
    case 'I':
        return (size_t)snprintf(out, 64, "%02d", twelve);
    case 'm':
        return (size_t)snprintf(out, 64, "%02d", c->month);
    case 'M':
        return (size_t)snprintf(out, 64, "%02d", c->minute);
    case 'p':
        return add_text(out, &size, c->hour < 12 ? "AM" : "PM"), size;
    case 'P':
        return add_text(out, &size, c->hour < 12 ? "am" : "pm"), size;
    case 'S':
        return (size_t)snprintf(out, 64, "%02d", c->second);
    case 'w':
        return (size_t)snprintf(out, 64, "%d", c->weekday);
    case 'x':
        return (size_t)snprintf(out, 64, "%02d/%02d/%02d", c->hour, c->minute, c->second);
    case 'X':
        return (size_t)snprintf(out, 64, "%02d:%02d:%02d", c->hour, c->minute, c->second);
    case 'y':
        return (size_t)snprintf(out, 64, "%02d", (year % 100 + 100) % 100);
    case 'Y':
        return (size_t)snprintf(out, 64, "%04d", year);
    case 'z':
        return add_offset(out, &size, zoned_time->offset), size;
    case 'Z':
        return add_zone(out, &size, zoned_time->offset), size;
    case '%':
        out[0] = '%';
        return 1;
    default:
        out[0] = '%';
        out[1] = letter;
        return 2;
    }
}

static void push_date(lua_State *lua, vt_text layout, const struct zoned_time *zoned_time) {
    luaL_Buffer buffer;
    luaL_buffinit(lua, &buffer);
    vt_lua_charge(lua, layout.size);
    for (size_t at = 0; at < layout.size; at++) {
        if (layout.bytes[at] != '%' || at + 1 == layout.size) {
            luaL_addchar(&buffer, layout.bytes[at]);
            continue;
        }
        char text[64];
        luaL_addlstring(&buffer, text, expand(zoned_time, layout.bytes[++at], text));
    }
    luaL_pushresult(&buffer);
}

/* ARGO: yday is always 0 and isdst always false. */
static void push_date_table(lua_State *lua, const vt_civil *civil) {
    const struct {
        const char *name;
        int64_t value;
    } fields[] = {
        { "year", civil->year },        { "month", civil->month },
        { "day", civil->day },          { "hour", civil->hour },
        { "min", civil->minute },       { "sec", civil->second },
        { "wday", civil->weekday + 1 }, { "yday", 0 },
    };
    lua_createtable(lua, 0, 9);
    for (size_t index = 0; index < sizeof fields / sizeof *fields; index++) {
        vt_lua_push_integer(lua, fields[index].value);
        lua_setfield(lua, -2, fields[index].name);
    }
    lua_pushboolean(lua, false);
    lua_setfield(lua, -2, "isdst");
}

/* Clamp the time so that its year fits where it is printed. */
static int64_t clamp_to_calendar(int64_t seconds) {
    const int64_t most = INT64_C(253402300799); /* the end of 9999 */
    return seconds > most ? most : seconds < -most ? -most : seconds;
}

static int date(lua_State *lua, bool utc_with_time) {
    const vt_evaluation *evaluation = evaluation_of(lua);
    int count = lua_gettop(lua);
    vt_text layout = count == 0 ? VT_TEXT("%c") : vt_lua_check_text(lua, 1);
    bool utc = false;
    while (layout.size > 0 && layout.bytes[0] == '!') {
        utc = true;
        layout = vt_text_between(layout, 1, layout.size);
    }
    bool has_time = count >= 2;
    int64_t seconds = has_time ? vt_lua_check_integer(lua, 2) : read_clock(evaluation);
    struct zoned_time zoned_time = {
        { 0 }, utc && (utc_with_time || !has_time) ? 0 : evaluation->zone_offset_seconds
    };
    zoned_time.civil = vt_civil_from_seconds(clamp_to_calendar(seconds) + zoned_time.offset);
    if (vt_text_starts(layout, VT_TEXT("*t"))) {
        push_date_table(lua, &zoned_time.civil);
    } else {
        push_date(lua, layout, &zoned_time);
    }
    return 1;
}

VT_LUA_FUNCTION(os_date) {
    return date(lua, true);
}
VT_LUA_FUNCTION(required_date) {
    return date(lua, false);
}

/* os.clock: time does not pass while a script runs */
VT_LUA_FUNCTION(os_clock) {
    lua_pushnumber(lua, 0);
    return 1;
}

/* os.difftime */
VT_LUA_FUNCTION(os_difftime) {
    int64_t later = vt_lua_check_integer(lua, 1);
    int64_t earlier = vt_lua_check_integer(lua, 2);
    lua_pushnumber(lua, (double)later - (double)earlier);
    return 1;
}

#define MACHINE "scripts cannot access the host"
#define OPEN VT_LUA_SET_ALL_OPEN

static const vt_lua_builtin functions[] = {
    /* clang-format off */
    { "clock",     os_clock,      OPEN, "clock(): 0", NULL, 0, VT_LUA_COST_CALL },
    { "date",      os_date,       VT_LUA_SET_NOT_CLOSED, "date([layout [, time]]): a time as text, or as a table for \"*t\"", NULL, 0, VT_LUA_COST_BYTES },
    { "difftime",  os_difftime,   VT_LUA_SET_NOT_CLOSED, "difftime(later, earlier): seconds between them", NULL, 0, VT_LUA_COST_CALL },
    { "execute",   vt_lua_refuse_call, VT_LUA_SET_NOT_CLOSED, MACHINE, "os.execute", 0, VT_LUA_COST_CALL },
    { "exit",      vt_lua_refuse_call, VT_LUA_SET_NOT_CLOSED, MACHINE, "os.exit", 0, VT_LUA_COST_CALL },
    { "getenv",    vt_lua_refuse_call, VT_LUA_SET_NOT_CLOSED, MACHINE, "os.getenv", 0, VT_LUA_COST_CALL },
    { "remove",    vt_lua_refuse_call, VT_LUA_SET_NOT_CLOSED, MACHINE, "os.remove", 0, VT_LUA_COST_CALL },
    { "rename",    vt_lua_refuse_call, VT_LUA_SET_NOT_CLOSED, MACHINE, "os.rename", 0, VT_LUA_COST_CALL },
    { "setenv",    vt_lua_refuse_call, VT_LUA_SET_NOT_CLOSED, MACHINE, "os.setenv", 0, VT_LUA_COST_CALL },
    { "setlocale", vt_lua_refuse_call, VT_LUA_SET_NOT_CLOSED, MACHINE, "os.setlocale", 0, VT_LUA_COST_CALL },
    { "time",      os_time,       VT_LUA_SET_NOT_CLOSED, "time([table]): seconds since 1970, now or at a date", NULL, 0, VT_LUA_COST_TEXT },
    { "tmpname",   vt_lua_refuse_call, VT_LUA_SET_NOT_CLOSED, MACHINE, "os.tmpname", 0, VT_LUA_COST_CALL },
    /* clang-format on */
};

static const vt_lua_builtin required_functions[] = {
    /* clang-format off */
    { "date", required_date, VT_LUA_SET_ALL, "date([layout [, time]]): a time as text, or as a table for \"*t\"", NULL, 0, VT_LUA_COST_BYTES },
    { "time", required_time, VT_LUA_SET_ALL, "time([table]): seconds since 1970, now or at a date", NULL, 0, VT_LUA_COST_TEXT },
    /* clang-format on */
};

const vt_lua_library vt_lua_library_os = { "os", VT_LUA_SET_NOT_CLOSED, functions,
                                           sizeof functions / sizeof *functions };
const vt_lua_library vt_lua_library_required_os = { "require os", VT_LUA_SET_ALL,
                                                    required_functions,
                                                    sizeof required_functions /
                                                        sizeof *required_functions };
