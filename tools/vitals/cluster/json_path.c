/* Paths as in kubectl: see json_path.h. */
#include "cluster/json_path.h"

#include <stdlib.h>
#include <string.h>

#include "base/fields.h"
#include "base/text.h"

/* ------------------------------------------------------------------- reading */

static void add_step(json_path *path, vt_buffer *fields, char *equals) {
    path->steps = memory_grow(path->steps, path->count, sizeof *path->steps);
    path->steps[path->count++] = (json_step){ vt_buffer_take(fields, NULL), equals };
    *fields = (vt_buffer)BUFFER_INIT;
}

static void add_field(vt_buffer *fields, const vt_buffer *name) {
    vt_buffer_add_terminated(fields, "[");
    vt_quote_append_json(fields, vt_buffer_text(name));
    vt_buffer_add_terminated(fields, "]");
}

/* A name up to what ends it in a path; a backslash takes the next byte as it is. NULL: there is none. */
static const char *read_name(vt_buffer *fields, const char *at) {
    vt_buffer name = BUFFER_INIT;
    for (; *at && !strchr(".[]{}=) ", *at); at++) {
        if (*at == '\\' && at[1]) at++;
        vt_buffer_add_byte(&name, *at);
    }
    const bool any = name.size > 0;
    if (any) add_field(fields, &name);
    vt_buffer_done(&name);
    return any ? at : NULL;
}

/* 'text' or "text". NULL: it is neither. */
static const char *read_quoted(vt_buffer *out, const char *at) {
    const char quote = *at;
    if (quote != '\'' && quote != '"') return NULL;
    for (at++; *at && *at != quote; at++) {
        if (*at == '\\' && at[1]) at++;
        vt_buffer_add_byte(out, *at);
    }
    return *at ? at + 1 : NULL;
}

static const char *read_fields(vt_buffer *fields, const char *at) {
    while (at && *at == '.') at = read_name(fields, at + 1);
    return at;
}

/* @.type=="Ready")], behind the ?( */
static const char *read_filter(json_path *path, const char *at) {
    vt_buffer fields = BUFFER_INIT, value = BUFFER_INIT;
    const char *end = *at == '@' ? read_fields(&fields, at + 1) : NULL;
    while (end && *end == ' ') end++;
    if (end && fields.size && strncmp(end, "==", 2) == 0) {
        end += 2;
        while (*end == ' ') end++;
        end = read_quoted(&value, end);
    } else {
        end = NULL;
    }
    if (end && strncmp(end, ")]", 2) == 0) {
        add_step(path, &fields, vt_buffer_take(&value, NULL));
        return end + 2;
    }
    vt_buffer_done(&fields);
    vt_buffer_done(&value);
    return NULL;
}

/* [0], ['name'] and [?(…)], behind the bracket. */
static const char *read_bracket(json_path *path, vt_buffer *fields, const char *at) {
    const size_t digits = strspn(at, "0123456789");
    if (digits && at[digits] == ']') {
        vt_buffer_printf(fields, "[%.*s]", (int)digits, at);
        return at + digits + 1;
    }
    if (strncmp(at, "?(", 2) == 0) {
        if (fields->size) add_step(path, fields, NULL);
        return read_filter(path, at + 2);
    }
    vt_buffer name = BUFFER_INIT;
    const char *end = read_quoted(&name, at);
    if (end) add_field(fields, &name);
    vt_buffer_done(&name);
    return end && *end == ']' ? end + 1 : NULL;
}

static const char *read_part(json_path *path, vt_buffer *fields, const char *at) {
    return *at == '[' ? read_bracket(path, fields, at + 1) : read_name(fields, at + 1);
}

const char *json_path_read(json_path *path, const char *text, const char **wrong) {
    vt_buffer fields = BUFFER_INIT;
    const bool braces = *text == '{';
    const char *at = text + braces, *next = at;
    *path = (json_path){ NULL, 0 };
    *wrong = at;
    if (*at == '$') *wrong = ++at;
    next = at;
    if (*at && *at != '.' && *at != '[') next = at = read_name(&fields, at);
    while (next && (*next == '.' || *next == '[')) {
        at = *wrong = next;
        next = read_part(path, &fields, at);
    }
    if (fields.size) add_step(path, &fields, NULL);
    vt_buffer_done(&fields);
    if (!next || !path->count) return NULL;
    if (!braces) return next;
    *wrong = next;
    return *next == '}' ? next + 1 : NULL;
}

void json_path_done(json_path *path) {
    for (size_t i = 0; i < path->count; i++) {
        free(path->steps[i].path);
        free(path->steps[i].equals);
    }
    free(path->steps);
    *path = (json_path){ NULL, 0 };
}

/* ------------------------------------------------------------------- values */

char *json_value_text(const vitals_document *document, const vitals_value *value) {
    char *text = NULL;
    size_t size = 0;
    if (vitals_value_type_of(value) == VITALS_VALUE_STRING) {
        const vitals_text own = vitals_value_string(value);
        return memory_copy(own.bytes, own.size);
    }
    if (vitals_value_write_json(document, value, 0, NULL, &text, &size) != VITALS_OK) {
        memory_exhausted();
    }
    char *copy = memory_copy(text, size);
    vitals_text_free(NULL, text, size);
    return copy;
}

/* The first item of which the field has the value. */
static const vitals_value *item_of(const vitals_document *document, const vitals_value *list,
                                   const json_step *step) {
    const vitals_value *item;
    uint64_t cursor = 0;
    while (vitals_value_next(list, &cursor, NULL, &item) == VITALS_OK) {
        const vitals_value *own = field_at(document, item, step->path);
        char *text = own ? json_value_text(document, own) : NULL;
        const bool is = text && strcmp(text, step->equals) == 0;
        free(text);
        if (is) return item;
    }
    return NULL;
}

const vitals_value *json_path_find(const json_path *path, const vitals_document *document) {
    const vitals_value *at = vitals_document_root(document);
    for (size_t i = 0; at && i < path->count; i++) {
        const json_step *step = &path->steps[i];
        at = step->equals ? item_of(document, at, step) : field_at(document, at, step->path);
    }
    return at;
}
