/* json.Unmarshal into []hpaCondition: the conditions of a v1 HorizontalPodAutoscaler. */
#include "base/message.h"
#include "base/utf8.h"
#include "native/go_json.h"

/* The fields by name, where they go. */
static const struct {
    const char *name;
    size_t offset;
} fields[] = {
    { "Type", offsetof(vt_condition, type) },
    { "Reason", offsetof(vt_condition, reason) },
    { "Message", offsetof(vt_condition, message) },
    { "Status", offsetof(vt_condition, status) },
};
enum { FIELD_COUNT = sizeof fields / sizeof fields[0] };

/* A code point as Go folds names: letters in any case; U+017F is an s, U+212A a k. */
static uint32_t folded(uint32_t code) {
    if (code >= 'A' && code <= 'Z') return code + ('a' - 'A');
    if (code == 0x017F) return 's';
    return code == 0x212A ? 'k' : code;
}

static bool equal_folded(vt_text key, const char *name) {
    size_t at = 0;
    while (at < key.size && *name) {
        if (folded(vt_utf8_next(key, &at)) != folded((unsigned char)*name)) return false;
        name++;
    }
    return at == key.size && *name == '\0';
}

static size_t field_of(vt_text key) {
    size_t i = 0;
    while (i < FIELD_COUNT && !equal_folded(key, fields[i].name)) i++;
    return i;
}

static const char *word_of(char first) {
    switch (first) {
    case '{':
        return "object";
    case '[':
        return "array";
    case '"':
        return "string";
    case 't':
    case 'f':
        return "bool";
    default:
        return "number";
    }
}

/* Go keeps the first wrong type and reads on. */
static void wrong_type(vt_native_json *json, const char *into, const char *field,
                       const char *type) {
    if (!vt_text_is_absent(json->error)) return;
    json->error = vt_message(json->arena, "json: cannot unmarshal %s into Go %s%s of type %s",
                             vt_text_from(word_of(vt_native_json_peek(json))), vt_text_from(into),
                             vt_text_from(field), vt_text_from(type));
}

/* The value of one field is at hand. */
static void decode_field(vt_native_json *json, size_t field, vt_condition *condition) {
    char first = vt_native_json_peek(json);
    if (first == '"' && field < FIELD_COUNT) {
        char *place = (char *)condition + fields[field].offset;
        vt_text text = vt_native_json_string(json);
        memcpy(place, &text, sizeof text);
        return;
    }
    if (first != 'n' && field < FIELD_COUNT) {
        wrong_type(json, "struct field hpaCondition.", fields[field].name, "string");
    }
    vt_native_json_skip(json);
}

static void decode_condition(vt_native_json *json, vt_condition *condition) {
    char first = vt_native_json_peek(json);
    if (first != '{') {
        if (first != 'n') wrong_type(json, "value", "", "health.hpaCondition");
        vt_native_json_skip(json);
        return;
    }
    json->at++;
    while (vt_native_json_peek(json) != '}') {
        vt_text key = vt_native_json_string(json);
        decode_field(json, field_of(key), condition);
    }
    json->at++;
}

bool vt_native_hpa_conditions(vt_text text, vt_arena *arena,
                              void (*note)(void *user, const vt_condition *condition), void *user,
                              vt_text *error) {
    vt_native_json json = { text, 0, arena, VT_TEXT_ABSENT };
    bool valid = vt_native_json_check(&json);
    if (valid) {
        json.at = 0;
        char first = vt_native_json_peek(&json);
        if (first != '[' && first != 'n') wrong_type(&json, "value", "", "[]health.hpaCondition");
        json.at++;
        while (first == '[' && vt_native_json_peek(&json) != ']') {
            vt_condition condition = { 0 };
            decode_condition(&json, &condition);
            note(user, &condition);
        }
    }
    *error = json.error;
    return valid && vt_text_is_absent(json.error);
}
