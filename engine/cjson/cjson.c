/*
** cJSON trees as documents. The tree is written as JSON text and read by the library's own reader,
** which enforces all limits; only public functions are used.
*/
#include <vitals/cjson.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory/sized.h"

/* Integers up to here are exact in a double. */
#define EXACT_INTEGER 9007199254740992.0

/* A tree being written as text. `failed` is sticky. */
typedef struct writer {
    vitals_allocator allocator;
    char *bytes;
    size_t size, capacity;
    const cJSON **open; /* the containers that are open */
    size_t depth, depth_capacity;
    vitals_status failed;
} writer;

static void *default_allocate(void *user, void *block, size_t old_bytes, size_t new_bytes) {
    (void)user, (void)old_bytes;
    if (new_bytes) return realloc(block, new_bytes);
    free(block);
    return NULL;
}

/* Double the block until it has `needed` items; NULL, with the old block unchanged, when memory
** runs out. */
static void *grow(writer *out, void *block, size_t *capacity, size_t item_bytes, size_t needed) {
    size_t wanted = *capacity ? *capacity : 64;
    while (wanted < needed && wanted <= SIZE_MAX / 2 / item_bytes) wanted *= 2;
    void *larger = wanted < needed
                       ? NULL
                       : out->allocator.allocate(out->allocator.user, block, *capacity * item_bytes,
                                                 wanted * item_bytes);
    if (larger) {
        *capacity = wanted;
    } else {
        out->failed = VITALS_ENOMEM;
    }
    return larger;
}

static void add(writer *out, const char *bytes, size_t size) {
    if (out->failed) return;
    if (size > out->capacity - out->size) {
        if (size > SIZE_MAX - out->size) {
            out->failed = VITALS_ENOMEM;
            return;
        }
        char *larger = grow(out, out->bytes, &out->capacity, 1, out->size + size);
        if (!larger) return;
        out->bytes = larger;
    }
    memcpy(out->bytes + out->size, bytes, size);
    out->size += size;
}

static void add_terminated(writer *out, const char *text) {
    add(out, text, strlen(text));
}

static void add_string(writer *out, const char *text) {
    add(out, "\"", 1);
    for (const char *at = text ? text : ""; *at; at++) {
        unsigned char byte = (unsigned char)*at;
        char escaped[8];
        if (byte == '"' || byte == '\\') {
            add(out, "\\", 1);
            add(out, at, 1);
        } else if (byte < 0x20) {
            snprintf(escaped, sizeof escaped, "\\u%04x", byte);
            add_terminated(out, escaped);
        } else {
            add(out, at, 1);
        }
    }
    add(out, "\"", 1);
}

/* The locale of the program may use another character for the decimal point. */
static void replace_point(char *number) {
    for (; *number; number++) {
        if (!strchr("0123456789+-eE", *number)) *number = '.';
    }
}

static void add_number(writer *out, double value) {
    char number[40];
    if (!isfinite(value)) {
        out->failed = VITALS_EINVAL;
        return;
    }
    if (floor(value) == value && fabs(value) <= EXACT_INTEGER) {
        snprintf(number, sizeof number, "%.0f", value);
    } else {
        snprintf(number, sizeof number, "%.17g", value);
        replace_point(number);
    }
    add_terminated(out, number);
}

static void open_container(writer *out, const cJSON *item, const char *bracket) {
    if (out->depth == out->depth_capacity) {
        void *larger = grow(out, (void *)(uintptr_t)out->open, &out->depth_capacity,
                            sizeof *out->open, out->depth + 1);
        if (!larger) return;
        out->open = larger;
    }
    out->open[out->depth++] = item;
    add_terminated(out, bracket);
}

/* One item without its children; a container stays open. */
static void add_item(writer *out, const cJSON *item) {
    switch (item->type & 0xFF) {
    case cJSON_False:
        add_terminated(out, "false");
        break;
    case cJSON_True:
        add_terminated(out, "true");
        break;
    case cJSON_NULL:
        add_terminated(out, "null");
        break;
    case cJSON_Number:
        add_number(out, item->valuedouble);
        break;
    case cJSON_String:
        add_string(out, item->valuestring);
        break;
    case cJSON_Raw:
        add_terminated(out, item->valuestring ? item->valuestring : "null");
        break;
    case cJSON_Array:
        open_container(out, item, "[");
        break;
    case cJSON_Object:
        open_container(out, item, "{");
        break;
    default:
        out->failed = VITALS_EINVAL;
        break;
    }
}

static bool is_container(const cJSON *item) {
    return cJSON_IsArray(item) || cJSON_IsObject(item);
}

/* Close the containers that end with `item`; returns the next item, NULL at the end of the tree. */
static const cJSON *leave(writer *out, const cJSON *item) {
    while (out->depth > 0 && !out->failed) {
        if (item && item->next) {
            add(out, ",", 1);
            return item->next;
        }
        item = out->open[--out->depth];
        add_terminated(out, cJSON_IsObject(item) ? "}" : "]");
    }
    return NULL;
}

/* The whole tree, without recursion: `open` is the stack. */
static void add_tree(writer *out, const cJSON *tree) {
    for (const cJSON *item = tree; item && !out->failed;) {
        bool in_object = out->depth > 0 && cJSON_IsObject(out->open[out->depth - 1]);
        if (in_object) {
            add_string(out, item->string);
            add(out, ":", 1);
        }
        add_item(out, item);
        if (out->failed) return;
        if (is_container(item) && item->child) {
            item = item->child;
        } else {
            item = leave(out, is_container(item) ? NULL : item);
        }
    }
}

vitals_status vitals_document_from_cjson(const cJSON *tree, const vitals_read_options *options,
                                         vitals_document **document,
                                         vitals_diagnostics *diagnostics) {
    vitals_read_options read = VITALS_READ_OPTIONS_INIT;
    if (!tree || (options && !vt_sized_read(options, &read, sizeof read))) return VITALS_EINVAL;
    writer out = { .allocator = { default_allocate, NULL } };
    if (read.allocator && read.allocator->allocate) out.allocator = *read.allocator;
    add_tree(&out, tree);
    read.format = VITALS_FORMAT_JSON;
    vitals_status status = out.failed;
    if (!status) status = vitals_document_parse(out.bytes, out.size, &read, document, diagnostics);
    if (out.bytes) out.allocator.allocate(out.allocator.user, out.bytes, out.capacity, 0);
    if (out.open) {
        out.allocator.allocate(out.allocator.user, (void *)(uintptr_t)out.open,
                               out.depth_capacity * sizeof *out.open, 0);
    }
    return status;
}
