/* gopher-lua's string library. Every byte of work is charged. */
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "lua/library/format.h"
#include "lua/library/pattern.h"
#include "lua/library/unicode_case.h"

enum { WIDE_MATCHER_BYTES = 88 };
_Static_assert(sizeof(void *) != 8 || sizeof(vt_lua_matcher) == WIDE_MATCHER_BYTES,
               "its size where pointers have 8 bytes");

/* ARGO: luaIndex2StringIndex: a Lua index as a Go offset. */
static int64_t to_offset(int64_t index, size_t size, bool is_start) {
    if (is_start && index != 0) index--;
    if (index < 0) index = (int64_t)size + index + 1;
    if (index < 0) index = 0;
    return !is_start && index > (int64_t)size ? (int64_t)size : index;
}

/* string.byte */
VT_LUA_FUNCTION(string_byte) {
    vt_text text = vt_lua_check_text(lua, 1);
    int64_t size = (int64_t)text.size;
    int count = lua_gettop(lua);
    int64_t start = vt_lua_optional_integer(lua, 2, 1) - 1;
    int64_t end = vt_lua_optional_integer(lua, 3, -1);
    start = start < 0 ? size + start + 1 : start;
    end = end < 0 ? size + end + 1 : end;
    if (count == 2) {
        end = start + 1;
        if (start < 0 || start >= size) return 0;
    }
    start = start < 0 ? 0 : start;
    end = end > size ? size : end;
    if (end <= start) return 0;
    if (end - start > VT_LUA_MAX_RESULTS) return vt_lua_raise(lua, "registry overflow");
    luaL_checkstack(lua, (int)(end - start) + 1, NULL);
    vt_lua_charge(lua, (uint64_t)(end - start));
    for (int64_t at = start; at < end; at++) vt_lua_push_integer(lua, (uint8_t)text.bytes[at]);
    return (int)(end - start);
}

/* string.char */
VT_LUA_FUNCTION(string_char) {
    int count = lua_gettop(lua);
    luaL_Buffer buffer;
    char *bytes = luaL_buffinitsize(lua, &buffer, (size_t)count);
    for (int index = 1; index <= count; index++) {
        bytes[index - 1] = (char)(uint8_t)vt_lua_check_integer(lua, index);
    }
    luaL_pushresultsize(&buffer, (size_t)count);
    return 1;
}

/* The offset of `needle` at or after `from`; SIZE_MAX when there is none. Comparisons are
** charged. */
static size_t search(lua_State *lua, vt_text text, vt_text needle, size_t from) {
    while (from + needle.size <= text.size) {
        size_t room = text.size - needle.size - from + 1;
        const char *found = memchr(text.bytes + from, needle.bytes[0], room);
        size_t at = found ? (size_t)(found - text.bytes) : text.size;
        vt_lua_charge(lua, 1 + (at - from + needle.size) / VT_LUA_BYTES_PER_STEP);
        if (!found) break;
        if (memcmp(found, needle.bytes, needle.size) == 0) return at;
        from = at + 1;
    }
    return SIZE_MAX;
}

static int find_plain(lua_State *lua, vt_text text, vt_text needle, size_t from) {
    size_t at = search(lua, text, needle, from);
    if (at == SIZE_MAX) {
        lua_pushnil(lua);
        return 1;
    }
    vt_lua_push_integer(lua, (int64_t)at + 1);
    vt_lua_push_integer(lua, (int64_t)(at + needle.size));
    return 2;
}

/* string.find: an empty pattern matches at 1, wherever the search starts */
VT_LUA_FUNCTION(string_find) {
    vt_text text = vt_lua_check_text(lua, 1);
    vt_text pattern = vt_lua_check_text(lua, 2);
    if (pattern.size == 0) {
        vt_lua_push_integer(lua, 1);
        vt_lua_push_integer(lua, 0);
        return 2;
    }
    size_t from = (size_t)to_offset(vt_lua_optional_integer(lua, 3, 1), text.size, true);
    if (lua_gettop(lua) == 4 && lua_toboolean(lua, 4)) return find_plain(lua, text, pattern, from);
    vt_lua_matcher matcher;
    vt_lua_matcher_init(&matcher, lua, vt_lua_push_pattern(lua, pattern), text, from);
    if (!vt_lua_matcher_next(&matcher)) {
        lua_pushnil(lua);
        return 1;
    }
    vt_lua_push_integer(lua, (int64_t)matcher.start + 1);
    vt_lua_push_integer(lua, (int64_t)matcher.end);
    return 2 + (vt_lua_matcher_capture_count(&matcher) > 0 ? vt_lua_matcher_push_captures(&matcher)
                                                           : 0);
}

/* string.match: returns no value when there is no match */
VT_LUA_FUNCTION(string_match) {
    vt_text text = vt_lua_check_text(lua, 1);
    vt_text pattern = vt_lua_check_text(lua, 2);
    int64_t from = vt_lua_optional_integer(lua, 3, 1);
    from = from < 0 ? (int64_t)text.size + from + 1 : from;
    from = from < 1 ? 0 : from - 1;
    vt_lua_matcher matcher;
    vt_lua_matcher_init(&matcher, lua, vt_lua_push_pattern(lua, pattern), text, (size_t)from);
    return vt_lua_matcher_next(&matcher) ? vt_lua_matcher_push_captures(&matcher) : 0;
}

/* ---- gmatch
**
** ARGO: it returns a function and a userdata, and the function expects the userdata as its
** argument: the iterator only works in a for loop. */

static const vt_lua_userdata_type gmatch_type = { "iterator of gmatch", 2 };

VT_LUA_FUNCTION(gmatch_step) {
    vt_lua_matcher *matcher = vt_lua_check_userdata(lua, 1, &gmatch_type);
    matcher->lua = lua;
    return vt_lua_matcher_next(matcher) ? vt_lua_matcher_push_captures(matcher) : 0;
}

VT_LUA_FUNCTION(string_gmatch) {
    vt_text text = vt_lua_check_text(lua, 1);
    vt_text pattern = vt_lua_check_text(lua, 2);
    lua_pushcfunction(lua, gmatch_step);
    vt_lua_matcher *matcher =
        vt_lua_push_userdata(lua, &gmatch_type, sizeof *matcher, WIDE_MATCHER_BYTES);
    lua_pushvalue(lua, 1);
    vt_lua_set_user_value(lua, -2, 1);
    vt_lua_pattern *compiled = vt_lua_push_pattern(lua, pattern);
    vt_lua_set_user_value(lua, -2, 2);
    vt_lua_matcher_init(matcher, lua, compiled, text, 0);
    return 2;
}

/* ---- gsub */

/* Push a capture for a replacement: %0 is the match, and so is %1 when there are no captures. */
static void push_numbered(const vt_lua_matcher *matcher, size_t number) {
    size_t count = vt_lua_matcher_capture_count(matcher);
    if (number == 0 || (number == 1 && count == 0)) {
        lua_pushlstring(matcher->lua, matcher->subject.bytes + matcher->start,
                        matcher->end - matcher->start);
    } else if (number > count) {
        vt_lua_raise(matcher->lua, "invalid capture index");
    } else {
        vt_lua_matcher_push_capture(matcher, number - 1);
    }
}

/* Pop the value on top and append it if it is a string or a number. */
static void add_value(lua_State *lua, luaL_Buffer *buffer) {
    if (lua_type(lua, -1) == LUA_TNUMBER) {
        vt_lua_push_plain_string_of(lua, -1);
        lua_remove(lua, -2);
    }
    if (lua_type(lua, -1) == LUA_TSTRING) {
        luaL_addvalue(buffer);
    } else {
        lua_pop(lua, 1);
    }
}

static void add_replacement_text(const vt_lua_matcher *matcher, luaL_Buffer *buffer, vt_text text) {
    vt_lua_charge_bytes(matcher->lua, text.size);
    for (size_t at = 0; at < text.size; at++) {
        char byte = text.bytes[at];
        if (byte != '%' || at + 1 == text.size) {
            luaL_addchar(buffer, byte);
            continue;
        }
        byte = text.bytes[++at];
        if (vt_is_digit(byte)) {
            push_numbered(matcher, (size_t)(byte - '0'));
            vt_lua_charge(matcher->lua, 1 + lua_rawlen(matcher->lua, -1) / VT_LUA_BYTES_PER_STEP);
            add_value(matcher->lua, buffer);
        } else {
            if (byte != '%') luaL_addchar(buffer, '%');
            luaL_addchar(buffer, byte);
        }
    }
}

/* Push the replacement that the table or function gives for a match. */
static void push_replacement(const vt_lua_matcher *matcher) {
    lua_State *lua = matcher->lua;
    lua_pushvalue(lua, 3);
    if (lua_isfunction(lua, -1)) {
        vt_lua_call(lua, vt_lua_matcher_push_captures(matcher), 1);
        return;
    }
    push_numbered(matcher, 1);
    lua_gettable(lua, -2);
    lua_remove(lua, -2);
}

static void add_replacement(const vt_lua_matcher *matcher, luaL_Buffer *buffer) {
    lua_State *lua = matcher->lua;
    if (lua_type(lua, 3) == LUA_TSTRING) {
        vt_text text;
        text.bytes = lua_tolstring(lua, 3, &text.size);
        add_replacement_text(matcher, buffer, text);
        return;
    }
    push_replacement(matcher);
    if (lua_toboolean(lua, -1)) {
        add_value(lua, buffer);
        return;
    }
    lua_pop(lua, 1);
    luaL_addlstring(buffer, matcher->subject.bytes + matcher->start, matcher->end - matcher->start);
}

/* string.gsub. ARGO: the count is checked after each try, so a count of 0 only ends a search
** that does not match at the start. */
VT_LUA_FUNCTION(string_gsub) {
    vt_text text = vt_lua_check_text(lua, 1);
    vt_text pattern = vt_lua_check_text(lua, 2);
    int type = lua_type(lua, 3);
    if (type != LUA_TSTRING && type != LUA_TTABLE && type != LUA_TFUNCTION) {
        return vt_lua_type_error(lua, 3, "string or table or function");
    }
    int64_t most = vt_lua_optional_integer(lua, 4, -1);
    vt_lua_matcher matcher;
    vt_lua_matcher_init(&matcher, lua, vt_lua_push_pattern(lua, pattern), text, 0);
    luaL_Buffer buffer;
    luaL_buffinit(lua, &buffer);
    int64_t count = 0;
    size_t copied = 0;
    while (vt_lua_matcher_next(&matcher)) {
        if (most == 0 && count == 0 && matcher.start > 0) break;
        luaL_addlstring(&buffer, text.bytes + copied, matcher.start - copied);
        add_replacement(&matcher, &buffer);
        copied = matcher.end;
        if (++count == most) break;
    }
    luaL_addlstring(&buffer, text.bytes + copied, text.size - copied);
    luaL_pushresult(&buffer);
    vt_lua_push_integer(lua, count);
    return 2;
}

/* ---- the rest */

/* string.format */
VT_LUA_FUNCTION(string_format) {
    vt_text format = vt_lua_check_text(lua, 1);
    vt_lua_push_formatted(lua, format, 2);
    return 1;
}

/* string.len */
VT_LUA_FUNCTION(string_len) {
    vt_lua_push_integer(lua, (int64_t)vt_lua_check_text(lua, 1).size);
    return 1;
}

static int push_case(lua_State *lua, uint32_t (*map)(uint32_t code_point)) {
    vt_text text = vt_lua_check_text(lua, 1);
    vt_lua_charge(lua, text.size);
    luaL_Buffer buffer;
    luaL_buffinit(lua, &buffer);
    for (size_t at = 0; at < text.size;) {
        uint32_t code_point = vt_utf8_next(text, &at);
        char encoded[4];
        size_t size =
            vt_utf8_encode(code_point == VT_UTF8_INVALID ? 0xFFFD : map(code_point), encoded);
        luaL_addlstring(&buffer, encoded, size);
    }
    luaL_pushresult(&buffer);
    return 1;
}

/* string.lower, string.upper: Unicode case mapping, as in Go */
VT_LUA_FUNCTION(string_lower) {
    return push_case(lua, vt_lua_lower);
}
VT_LUA_FUNCTION(string_upper) {
    return push_case(lua, vt_lua_upper);
}

/* string.rep: without a separator */
VT_LUA_FUNCTION(string_rep) {
    vt_text text = vt_lua_check_text(lua, 1);
    int64_t count = vt_lua_check_integer(lua, 2);
    if (count <= 0 || text.size == 0) {
        lua_pushliteral(lua, "");
        return 1;
    }
    if ((uint64_t)count > vt_lua_state_of(lua)->limits.lua_memory_bytes / text.size) {
        return vt_lua_stop_run(lua, VT_LUA_STOP_MEMORY);
    }
    size_t size = text.size * (size_t)count;
    vt_lua_charge_bytes(lua, size);
    luaL_Buffer buffer;
    char *bytes = luaL_buffinitsize(lua, &buffer, size);
    memcpy(bytes, text.bytes, text.size);
    for (size_t done = text.size; done < size;) { /* doubles what is there */
        size_t more = size - done < done ? size - done : done;
        memcpy(bytes + done, bytes, more);
        done += more;
    }
    luaL_pushresultsize(&buffer, size);
    return 1;
}

/* string.reverse: reverses bytes */
VT_LUA_FUNCTION(string_reverse) {
    vt_text text = vt_lua_check_text(lua, 1);
    vt_lua_charge_bytes(lua, text.size);
    luaL_Buffer buffer;
    char *bytes = luaL_buffinitsize(lua, &buffer, text.size);
    for (size_t at = 0; at < text.size; at++) bytes[at] = text.bytes[text.size - 1 - at];
    luaL_pushresultsize(&buffer, text.size);
    return 1;
}

/* string.sub */
VT_LUA_FUNCTION(string_sub) {
    vt_text text = vt_lua_check_text(lua, 1);
    int64_t start = to_offset(vt_lua_check_integer(lua, 2), text.size, true);
    int64_t end = to_offset(vt_lua_optional_integer(lua, 3, -1), text.size, false);
    if (end <= start) {
        lua_pushliteral(lua, "");
    } else {
        lua_pushlstring(lua, text.bytes + start, (size_t)(end - start));
    }
    return 1;
}

static const vt_lua_builtin functions[] = {
    /* clang-format off */
    { "byte",    string_byte,    VT_LUA_SET_NOT_CLOSED, "byte(s [, first [, last]]): bytes as numbers", NULL, 0, VT_LUA_COST_VALUES },
    { "char",    string_char,    VT_LUA_SET_NOT_CLOSED, "char(…): numbers as bytes", NULL, 0, VT_LUA_COST_VALUES },
    { "dump",    vt_lua_refuse_call,  VT_LUA_SET_NOT_CLOSED, "scripts cannot produce compiled code", "string.dump", 0, VT_LUA_COST_CALL },
    { "find",    string_find,    VT_LUA_SET_NOT_CLOSED, "find(s, pattern [, from [, plain]]): first and last index, and captures; or nil", NULL, 0, VT_LUA_COST_MATCH },
    { "format",  string_format,  VT_LUA_SET_NOT_CLOSED, "format(layout, …): as Go's fmt.Sprintf", NULL, 0, VT_LUA_COST_FORMAT },
    { "gfind",   string_gmatch,  VT_LUA_SET_NOT_CLOSED, "gfind(s, pattern): gmatch", NULL, 0, VT_LUA_COST_MATCH },
    { "gmatch",  string_gmatch,  VT_LUA_SET_NOT_CLOSED, "gmatch(s, pattern): for captures in gmatch(s, pattern)", NULL, 0, VT_LUA_COST_MATCH },
    { "gsub",    string_gsub,    VT_LUA_SET_NOT_CLOSED, "gsub(s, pattern, replacement [, most]): s with matches replaced, and their number", NULL, 0, VT_LUA_COST_MATCH },
    { "len",     string_len,     VT_LUA_SET_NOT_CLOSED, "len(s): its bytes", NULL, 0, VT_LUA_COST_CALL },
    { "lower",   string_lower,   VT_LUA_SET_NOT_CLOSED, "lower(s): in lower case, of any script", NULL, 0, VT_LUA_COST_BYTES },
    { "match",   string_match,   VT_LUA_SET_NOT_CLOSED, "match(s, pattern [, from]): captures, or the match, or no value", NULL, 0, VT_LUA_COST_MATCH },
    { "rep",     string_rep,     VT_LUA_SET_NOT_CLOSED, "rep(s, n): s n times", NULL, 0, VT_LUA_COST_TEXT },
    { "reverse", string_reverse, VT_LUA_SET_NOT_CLOSED, "reverse(s): its bytes in reverse order", NULL, 0, VT_LUA_COST_TEXT },
    { "sub",     string_sub,     VT_LUA_SET_NOT_CLOSED, "sub(s, first [, last]): a part; negative indices count from the end", NULL, 0, VT_LUA_COST_TEXT },
    { "upper",   string_upper,   VT_LUA_SET_NOT_CLOSED, "upper(s): in upper case, of any script", NULL, 0, VT_LUA_COST_BYTES },
    /* clang-format on */
};

const vt_lua_library vt_lua_library_string = { "string", VT_LUA_SET_NOT_CLOSED, functions,
                                               sizeof functions / sizeof *functions };
