/* Values as programs read them: by path, or one after another. */
#include "base/text/utf8.h"
#include "document/document.h"

/* A program's value is ours: its type is never defined. */
static const vt_value *value_of(const vitals_value *value) {
    return (const void *)value;
}

static const vitals_value *public_of(const vt_value *value) {
    return (const void *)value;
}

const vitals_value *vitals_document_root(const vitals_document *document) {
    return public_of(vt_document_root(document));
}

/* ------------------------------------------------------------------------ paths */

/* One step of a path: a key, a quoted key as it is written, or an index. */
typedef struct path_step {
    enum { STEP_KEY, STEP_QUOTED, STEP_INDEX } kind;
    vt_text text;
    uint64_t index;
} path_step;

/* The size of a string with its quotes; 0: it does not end. */
static size_t quoted_size(vt_text text) {
    for (size_t at = 1; at < text.size; at++) {
        if (text.bytes[at] == '"') return at + 1;
        if (text.bytes[at] == '\\') at++;
    }
    return 0;
}

static bool read_index(vt_text text, size_t *size, uint64_t *index) {
    enum { MOST_DIGITS = 18 };
    size_t end = vt_text_skip_digits(text, 0);
    if (end == 0 || end > MOST_DIGITS) return false;
    *index = 0;
    for (size_t i = 0; i < end; i++) *index = *index * 10 + (uint64_t)(text.bytes[i] - '0');
    *size = end;
    return true;
}

/* Read what is between brackets, and the closing one. Returns the size; 0: it is not a step. */
static size_t read_brackets(vt_text text, path_step *step) {
    size_t size = 0;
    if (text.size && text.bytes[0] == '"') {
        size = quoted_size(text);
        step->kind = STEP_QUOTED;
        if (size) step->text = vt_text_between(text, 1, size - 1);
    } else if (read_index(text, &size, &step->index)) {
        step->kind = STEP_INDEX;
    }
    return size && size < text.size && text.bytes[size] == ']' ? size + 1 : 0;
}

static bool read_step(vt_text *path, path_step *step) {
    size_t size = 0;
    if (path->bytes[0] == '[') {
        size = read_brackets(vt_text_between(*path, 1, path->size), step);
    } else if (path->bytes[0] == '.') {
        size_t end = 1;
        while (end < path->size && path->bytes[end] != '.' && path->bytes[end] != '[') end++;
        step->kind = STEP_KEY;
        step->text = vt_text_between(*path, 1, end);
        size = end - 1;
    }
    if (size == 0) return false;
    *path = vt_text_between(*path, size + 1, path->size);
    return true;
}

/* --------------------------------------------------------------- escaped keys */

static bool read_hex(vt_text text, size_t at, uint32_t *out) {
    *out = 0;
    for (size_t i = at; i < at + 4; i++) {
        int digit = i < text.size ? vt_digit_value((unsigned char)text.bytes[i]) : 16;
        if (digit >= 16) return false;
        *out = *out * 16 + (uint32_t)digit;
    }
    return true;
}

/* The code point of a \u escape whose digits begin at `*at`. A surrogate without its other half is
** U+FFFD, as in Go. */
static bool read_unicode(vt_text text, size_t *at, uint32_t *out) {
    uint32_t low;
    if (!read_hex(text, *at, out)) return false;
    *at += 4;
    if (*out < 0xD800 || *out > 0xDFFF) return true;
    bool pair = *out < 0xDC00 && *at + 1 < text.size && text.bytes[*at] == '\\' &&
                text.bytes[*at + 1] == 'u' && read_hex(text, *at + 2, &low) && low >= 0xDC00 &&
                low <= 0xDFFF;
    *out = pair ? 0x10000 + ((*out - 0xD800) << 10) + (low - 0xDC00) : 0xFFFD;
    *at += pair ? 6 : 0;
    return true;
}

/* The bytes that the next character of a quoted key stands for; 0: no such escape. */
static size_t decode(vt_text text, size_t *at, char out[4]) {
    static const char letters[] = "\"\\/bfnrt", bytes[] = "\"\\/\b\f\n\r\t";
    out[0] = text.bytes[(*at)++];
    if (out[0] != '\\') return 1;
    if (*at == text.size) return 0;
    char letter = text.bytes[(*at)++];
    uint32_t code_point;
    if (letter == 'u') {
        return read_unicode(text, at, &code_point) ? vt_utf8_encode(code_point, out) : 0;
    }
    const char *found = letter ? strchr(letters, letter) : NULL;
    if (!found) return 0;
    out[0] = bytes[found - letters];
    return 1;
}

static bool is_valid_key(vt_text quoted) {
    char bytes[4];
    for (size_t at = 0; at < quoted.size;) {
        if (decode(quoted, &at, bytes) == 0) return false;
    }
    return true;
}

static bool is_key(vt_text quoted, vt_text key) {
    char bytes[4];
    size_t from = 0;
    for (size_t at = 0; at < quoted.size;) {
        size_t size = decode(quoted, &at, bytes);
        if (size > key.size - from || memcmp(bytes, key.bytes + from, size) != 0) return false;
        from += size;
    }
    return from == key.size;
}

/* ------------------------------------------------------------------- following */

/* What is deferred is built. */
static vitals_status open(const vt_value **value) {
    if (!*value || !((*value)->flags & VT_FLAG_DEFERRED)) return VITALS_OK;
    *value = vt_value_open(*value);
    return *value ? VITALS_OK : VITALS_ENOMEM;
}

static const vt_value *find_quoted(const vt_value *map, vt_text quoted) {
    const vt_value *key = vt_object_first(map);
    while (key && !is_key(quoted, vt_value_text(key))) key = vt_object_next(map, key);
    return key;
}

static vitals_status take_step(const vitals_document *document, const path_step *step,
                               const vt_value **at) {
    vitals_status status = open(at);
    if (status) return status;
    bool escaped = step->kind == STEP_QUOTED && vt_text_find_byte(step->text, '\\', 0) != SIZE_MAX;
    if (escaped && !is_valid_key(step->text)) return VITALS_EINVAL;
    if (step->kind == STEP_INDEX) {
        *at = vt_array_at(*at, step->index < SIZE_MAX ? (size_t)step->index : SIZE_MAX);
        return VITALS_OK;
    }
    const vt_value *map = vt_value_is_object(*at) ? *at : NULL;
    const vt_value *key =
        escaped ? find_quoted(map, step->text) : vt_document_find_key(document, map, step->text);
    *at = key ? key + 1 : NULL; /* not built, if it is deferred */
    return VITALS_OK;
}

vitals_status vitals_document_field(const vitals_document *document, const vitals_value *from,
                                    vitals_text path, const vitals_value **out) {
    if (!document || !out) return VITALS_EINVAL;
    *out = NULL;
    if (path.size == 0) return VITALS_EINVAL;
    const vt_value *at = from ? value_of(from) : vt_document_root(document);
    if (vt_text_is(path, ".")) path.size = 0;
    while (path.size) {
        path_step step = { .index = 0 };
        if (!read_step(&path, &step)) return VITALS_EINVAL;
        vitals_status status = take_step(document, &step, &at);
        if (status) return status;
    }
    *out = public_of(at);
    return at ? VITALS_OK : VITALS_ENOTFOUND;
}

/* --------------------------------------------------------------------- reading */

vitals_value_type vitals_value_type_of(const vitals_value *value) {
    static const vitals_value_type types[] = {
        [VT_NULL] = VITALS_VALUE_NULL,     [VT_FALSE] = VITALS_VALUE_BOOL,
        [VT_TRUE] = VITALS_VALUE_BOOL,     [VT_INTEGER] = VITALS_VALUE_INTEGER,
        [VT_DOUBLE] = VITALS_VALUE_DOUBLE, [VT_STRING] = VITALS_VALUE_STRING,
        [VT_ARRAY] = VITALS_VALUE_LIST,    [VT_OBJECT] = VITALS_VALUE_MAP,
    };
    return value ? types[vt_value_type(value_of(value))] : VITALS_VALUE_NONE;
}

vitals_text vitals_value_string(const vitals_value *value) {
    return vt_value_text(value_of(value));
}

bool vitals_value_bool(const vitals_value *value) {
    return vt_value_is_true(value_of(value));
}

int64_t vitals_value_integer(const vitals_value *value) {
    return vt_value_is_integer(value_of(value)) ? value_of(value)->as.integer : 0;
}

double vitals_value_double(const vitals_value *value) {
    const vt_value *own = value_of(value);
    if (vt_value_is(own, VT_DOUBLE)) return own->as.number;
    return vt_value_is_integer(own) ? (double)own->as.integer : 0;
}

size_t vitals_value_count(const vitals_value *value) {
    return vt_value_count(value_of(value));
}

/* The cursor is the place of the next child behind its container. */
vitals_status vitals_value_next(const vitals_value *container, uint64_t *cursor, vitals_text *key,
                                const vitals_value **out) {
    const vt_value *own = value_of(container);
    if (!cursor || !out) return VITALS_EINVAL;
    vitals_status status = open(&own);
    if (status) return status;
    bool object = vt_value_is_object(own);
    if (!object && !vt_value_is_array(own)) return VITALS_ENOTFOUND;
    const vt_value *end = own + own->next;
    if (*cursor >= own->next) return VITALS_ENOTFOUND;
    const vt_value *child = own + (*cursor ? *cursor : 1);
    if (object) child = vt_value_skip_shadowed(child, end);
    if (child >= end) return VITALS_ENOTFOUND;
    if (key) *key = object ? vt_value_text(child) : VT_TEXT_ABSENT;
    child += object;
    *out = public_of(child);
    *cursor = (uint64_t)(child + child->next - own);
    return VITALS_OK;
}
