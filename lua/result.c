/*
** The result of a script, interpreted as ExecuteHealthLua does: the value is encoded as JSON, which
** can fail, and the JSON decoded into a status and a message, which can fail in other ways. One walk over
** the outermost table does for both.
*/
#include <math.h>

#include "base/text/utf8.h"
#include "lua/library/sort.h"
#include "lua/lua_internal.h"

/* ARGO: 3.6 is built with Go 1.27, whose encoding/json names the type otherwise. */
#define MARSHAL_PREFIX "json: error calling MarshalJSON for type *json.jsonValue: "
#define MARSHAL_PREFIX_TO_3_5 "json: error calling MarshalJSON for type json.jsonValue: "

/* ---- fields */

/* ARGO: encoding/json folds the case of keys, and ſ (long s) counts as s. */
static bool folds_to(vt_text key, vt_text name) {
    static const char long_s[] = { '\xc5', '\xbf' };
    size_t at = 0;
    for (size_t i = 0; i < name.size; i++) {
        if (at < key.size && (key.bytes[at] | 0x20) == name.bytes[i]) {
            at++;
        } else if (name.bytes[i] == 's' && key.size - at >= sizeof long_s &&
                   memcmp(key.bytes + at, long_s, sizeof long_s) == 0) {
            at += sizeof long_s;
        } else {
            return false;
        }
    }
    return at == key.size;
}

/* A field of the result: the value of the last of its keys, in byte order. */
typedef struct field {
    vt_text name;
    vt_text key, value; /* absent: there is none */
    bool wrong;         /* a key of that name holds another type */
} field;

/* Take the value on top if the key is one of the field. */
static void read_field(lua_State *lua, vt_text key, field *of) {
    if (!vt_text_equal(key, of->name) && !folds_to(key, of->name)) return;
    if (lua_type(lua, -1) != LUA_TSTRING) {
        of->wrong = true;
    } else if (vt_text_is_absent(of->key) || vt_text_compare(of->key, key) < 0) {
        of->key = key;
        of->value.bytes = lua_tolstring(lua, -1, &of->value.size);
    }
}

/* The fields of a result. */
typedef struct fields {
    field status, message, deletion_message;
    bool has_names; /* the result has names at all */
} fields;

/* Take the value on top if its key, below, is one of the fields. */
static void read_fields(lua_State *lua, fields *out) {
    vt_text key;
    key.bytes = lua_tolstring(lua, -2, &key.size);
    out->has_names = true;
    read_field(lua, key, &out->status);
    read_field(lua, key, &out->message);
    read_field(lua, key, &out->deletion_message);
}

/* ---- the check */

/* The check whether a value can be encoded. */
typedef struct json_encoder {
    lua_State *lua;
    int visited;         /* stack index of the set of tables seen, or 0 */
    const char *failure; /* or NULL */
    unsigned level;      /* depth of the failure: one prefix per level */
    fields found;        /* of the outermost table */
} json_encoder;

static bool encode(json_encoder *encoder, int index, unsigned level);

static bool fail(json_encoder *encoder, const char *text, unsigned level) {
    encoder->failure = text;
    encoder->level = level;
    return false;
}

/* ---- string keys, sorted by bytes as in encoding/json */

enum { KEY_STEPS = 10, WIDE_TEXT_BYTES = 16 };
_Static_assert(sizeof(void *) != 8 || sizeof(vt_text) == WIDE_TEXT_BYTES,
               "its size where pointers have 8 bytes");

static int compare_names(const void *a, const void *b) {
    const vt_text *one = a, *other = b;
    return vt_text_compare(*one, *other);
}

/* Push a userdata with the string keys of the table at `index`, sorted, and return them. The
** hidden key of a metatable is skipped. */
static vt_text *push_names(lua_State *lua, int index, size_t *count) {
    size_t capacity = 0;
    vt_lua_charge_walk(lua, index, 0);
    for (lua_pushnil(lua); lua_next(lua, index); lua_pop(lua, 1)) {
        vt_lua_charge(lua, KEY_STEPS);
        capacity++;
    }
    vt_lua_charge_walk(lua, index, 0);
    vt_text *keys = vt_lua_new_userdata(lua, (capacity + 1) * sizeof *keys,
                                        (capacity + 1) * WIDE_TEXT_BYTES, 0);
    vt_lua_longer_texts longer = { 0, 0 };
    *count = 0;
    for (lua_pushnil(lua); lua_next(lua, index); lua_pop(lua, 1)) {
        if (lua_type(lua, -2) == LUA_TSTRING) {
            vt_text *key = &keys[(*count)++];
            key->bytes = lua_tolstring(lua, -2, &key->size);
            vt_lua_longer_texts_add(&longer, key->size);
        }
    }
    vt_lua_sort(lua, keys, *count, sizeof *keys, compare_names, &longer);
    return keys;
}

/* ---- encoding */

typedef enum table_shape {
    SHAPE_EMPTY,
    SHAPE_ARRAY,
    SHAPE_NAMES,
    SHAPE_MIXED,
    SHAPE_SPARSE
} table_shape;

/* Whether the value on top can be encoded, whatever else there is. */
static bool is_plain(lua_State *lua) {
    switch (lua_type(lua, -1)) {
    case LUA_TSTRING:
    case LUA_TBOOLEAN:
        return true;
    case LUA_TNUMBER:
        return isfinite(lua_tonumber(lua, -1));
    default:
        return false;
    }
}

/* ARGO: gopher-json: the first key decides between array and object. Indices are traversed
** first. `*plain`: no value in it can fail to be encoded. `found`, unless NULL, gets the fields. */
static table_shape shape_of(lua_State *lua, int index, bool *plain, fields *found) {
    size_t names = 0, indices = 0, others = 0, odd = 0;
    lua_Integer largest = 0;
    *plain = true;
    vt_lua_charge_walk(lua, index, 0);
    for (lua_pushnil(lua); lua_next(lua, index); lua_pop(lua, 1)) {
        vt_lua_charge(lua, KEY_STEPS);
        int type = lua_type(lua, -2);
        if (type == LUA_TLIGHTUSERDATA) continue;
        *plain = *plain && is_plain(lua);
        if (type == LUA_TSTRING) {
            names++;
            if (found) read_fields(lua, found);
        } else if (lua_isinteger(lua, -2) && lua_tointeger(lua, -2) > 0) {
            indices++;
            largest = lua_tointeger(lua, -2) > largest ? lua_tointeger(lua, -2) : largest;
        } else if (type == LUA_TNUMBER) {
            others++;
        } else {
            odd++; /* all keys are looked at, wherever it is among them */
        }
    }
    if (odd > 0) return SHAPE_MIXED;
    if (names > 0) return indices + others > 0 ? SHAPE_MIXED : SHAPE_NAMES;
    if (others > 0 || (size_t)largest != indices) return SHAPE_SPARSE;
    return indices > 0 ? SHAPE_ARRAY : SHAPE_EMPTY;
}

static bool encode_names(json_encoder *encoder, int index, unsigned level) {
    lua_State *lua = encoder->lua;
    size_t count;
    const vt_text *keys = push_names(lua, index, &count);
    bool good = true;
    for (size_t place = 0; place < count && good; place++) {
        lua_pushlstring(lua, keys[place].bytes, keys[place].size);
        lua_rawget(lua, index);
        good = encode(encoder, lua_gettop(lua), level);
        lua_pop(lua, 1);
    }
    lua_pop(lua, 1);
    return good;
}

static bool encode_array(json_encoder *encoder, int index, unsigned level) {
    lua_State *lua = encoder->lua;
    bool good = true;
    for (lua_Integer place = 1; good && lua_rawgeti(lua, index, place) != LUA_TNIL; place++) {
        good = encode(encoder, lua_gettop(lua), level);
        lua_pop(lua, 1);
    }
    if (good) lua_pop(lua, 1);
    return good;
}

/* Add the table at `index` to the set of tables seen, which the first one creates; false when it was
** in it. */
static bool mark_visited(json_encoder *encoder, int index) {
    lua_State *lua = encoder->lua;
    if (encoder->visited == 0) {
        lua_newtable(lua);
        encoder->visited = lua_gettop(lua);
    }
    lua_pushvalue(lua, index);
    bool fresh = lua_rawget(lua, encoder->visited) == LUA_TNIL;
    lua_pop(lua, 1);
    lua_pushvalue(lua, index);
    lua_pushboolean(lua, true);
    lua_rawset(lua, encoder->visited);
    return fresh;
}

static bool encode_table(json_encoder *encoder, int index, unsigned level) {
    lua_State *lua = encoder->lua;
    vt_lua_charge(lua, 1);
    if (level > vt_lua_state_of(lua)->limits.document_depth) {
        vt_lua_stop_run(lua, VT_LUA_STOP_RESULT);
    }
    luaL_checkstack(lua, 8, NULL);
    bool outermost = level == 1, plain;
    if (!outermost && !mark_visited(encoder, index)) {
        return fail(encoder, "cannot encode recursively nested tables to JSON", level);
    }
    vt_lua_materialize(lua, index);
    table_shape shape = shape_of(lua, index, &plain, outermost ? &encoder->found : NULL);
    if (plain && (shape == SHAPE_NAMES || shape == SHAPE_ARRAY)) return true;
    if (outermost) mark_visited(encoder, index);
    switch (shape) {
    case SHAPE_MIXED:
        return fail(encoder, "cannot encode mixed or invalid key types", level);
    case SHAPE_SPARSE:
        return fail(encoder, "cannot encode sparse array", level);
    case SHAPE_NAMES:
        return encode_names(encoder, index, level + 1);
    case SHAPE_ARRAY:
        return encode_array(encoder, index, level + 1);
    case SHAPE_EMPTY:
        break;
    }
    return true;
}

static bool encode_number(json_encoder *encoder, double number, unsigned level) {
    if (isnan(number)) return fail(encoder, "json: unsupported value: NaN", level);
    if (isinf(number)) {
        return fail(encoder,
                    number > 0 ? "json: unsupported value: +Inf" : "json: unsupported value: -Inf",
                    level);
    }
    return true;
}

/* Whether the value at `index` can be encoded; otherwise the encoder says why not. */
static bool encode(json_encoder *encoder, int index, unsigned level) {
    lua_State *lua = encoder->lua;
    switch (lua_type(lua, index)) {
    case LUA_TTABLE:
        return encode_table(encoder, index, level);
    case LUA_TNUMBER:
        return encode_number(encoder, lua_tonumber(lua, index), level);
    case LUA_TFUNCTION:
        return fail(encoder, "cannot encode function to JSON", level);
    case LUA_TUSERDATA:
        return fail(encoder, "cannot encode userdata to JSON", level);
    case LUA_TTHREAD:
        return fail(encoder, "cannot encode thread to JSON", level);
    default:
        return true;
    }
}

static vt_opinion encoding_failed(vt_lua_state *state, const json_encoder *encoder) {
    luaL_Buffer buffer;
    luaL_buffinit(encoder->lua, &buffer);
    const bool old = vt_argocd_before(state->evaluation, VT_ARGOCD_3_6);
    for (unsigned level = 0; level < encoder->level; level++) {
        luaL_addstring(&buffer, old ? MARSHAL_PREFIX_TO_3_5 : MARSHAL_PREFIX);
    }
    luaL_addstring(&buffer, encoder->failure);
    luaL_pushresult(&buffer);
    vt_text text;
    text.bytes = lua_tolstring(encoder->lua, -1, &text.size);
    return vt_opinion_failed(vt_lua_keep_text(state, text), NULL);
}

/* ---- decoding */

static const struct status_row {
    vt_text text;
    vitals_health health;
} status_rows[] = {
    /* clang-format off */
    { VT_TEXT_INIT("Unknown"),     VITALS_HEALTH_UNKNOWN },
    { VT_TEXT_INIT("Progressing"), VITALS_HEALTH_PROGRESSING },
    { VT_TEXT_INIT("Suspended"),   VITALS_HEALTH_SUSPENDED },
    { VT_TEXT_INIT("Healthy"),     VITALS_HEALTH_HEALTHY },
    { VT_TEXT_INIT("Degraded"),    VITALS_HEALTH_DEGRADED },
    { VT_TEXT_INIT("Missing"),     VITALS_HEALTH_MISSING },
    /* clang-format on */
};

/* ---- messages */

enum { LONGEST_CODE_POINT = 4 }; /* bytes */

/* Cut text to at most `most` bytes, between code points. */
static vt_text cut_text(vt_text text, size_t most) {
    if (text.size > most) {
        text.size = most;
        while (text.size > 0 && vt_utf8_valid_prefix(text) != text.size) {
            text.size = vt_utf8_valid_prefix(text);
        }
    }
    return text;
}

vt_text vt_lua_keep_text(vt_lua_state *state, vt_text text) {
    const vt_evaluation *evaluation = state->evaluation;
    size_t most = (size_t)evaluation->limits->message_bytes;
    if (text.size > most && text.size - most > LONGEST_CODE_POINT) {
        text.size = most + LONGEST_CODE_POINT; /* repair never shortens it */
    }
    vt_buffer mended;
    vt_buffer_init(&mended, &state->allocator, SIZE_MAX / 2);
    if (vt_utf8_valid_prefix(text) != text.size && vt_utf8_append_valid(&mended, text)) {
        text = vt_buffer_text(&mended);
    }
    text = cut_text(text, most);
    vt_text kept = vt_arena_copy(evaluation->arena, text);
    vt_buffer_done(&mended);
    state->lost_text = state->lost_text || (text.bytes && !kept.bytes);
    return kept;
}

/* ---- the opinion */

static vt_opinion empty_answer(void) {
    return vt_opinion_status(VITALS_HEALTH_EMPTY, VT_TEXT_ABSENT, NULL);
}

static vt_opinion no_answer(void) {
    vt_opinion opinion = empty_answer();
    opinion.silent = true;
    return opinion;
}

/* ARGO: since 3.6 a result has three fields. */
static bool has_deletion_message(const vt_lua_state *state) {
    return !vt_argocd_before(state->evaluation, VT_ARGOCD_3_6);
}

static bool is_wrong(const vt_lua_state *state, const fields *found) {
    return found->status.wrong || found->message.wrong ||
           (found->deletion_message.wrong && has_deletion_message(state));
}

static vt_opinion answer_of(vt_lua_state *state, const fields *found, vitals_health health) {
    vt_opinion opinion =
        vt_opinion_status(health, vt_lua_keep_text(state, found->message.value), NULL);
    if (has_deletion_message(state) && found->deletion_message.value.size) {
        opinion.deletion_message = vt_lua_keep_text(state, found->deletion_message.value);
    }
    return opinion;
}

static vt_opinion decode(vt_lua_state *state, const fields *found) {
    if (!found->has_names || is_wrong(state, found)) return empty_answer();
    for (size_t row = 0; row < sizeof status_rows / sizeof *status_rows; row++) {
        if (vt_text_equal(found->status.value, status_rows[row].text)) {
            return answer_of(state, found, status_rows[row].health);
        }
    }
    return vt_opinion_status(VITALS_HEALTH_UNKNOWN,
                             VT_TEXT("Lua returned an invalid health status"), NULL);
}

vt_opinion vt_lua_read_result(vt_lua_state *state, lua_State *lua, int base) {
    int result = lua_gettop(lua);
    if (result == base || lua_isnil(lua, result)) return no_answer();
    if (!lua_istable(lua, result)) {
        luaL_checkstack(lua, 8, NULL);
        const char *text = lua_pushfstring(lua, "expect table output from Lua script, not %s",
                                           luaL_typename(lua, result));
        return vt_opinion_failed(vt_lua_keep_text(state, vt_text_from(text)), NULL);
    }
    json_encoder encoder = { .lua = lua,
                             .found = {
                                 .status = { .name = VT_TEXT("status") },
                                 .message = { .name = VT_TEXT("message") },
                                 .deletion_message = { .name = VT_TEXT("deletionmessage") } } };
    if (!encode(&encoder, result, 1)) return encoding_failed(state, &encoder);
    return decode(state, &encoder.found);
}
