/* The one table of limits. */
#include "base/run/limits.h"

#include <stddef.h>
#include <string.h>

#include "base/memory/memory.h"

static const vitals_limit_row rows[] = {
#define VITALS_X(name, value, text) { #name, (value), (text) },
    VITALS_LIMIT_MAP(VITALS_X)
#undef VITALS_X
};

static const size_t offsets[] = {
#define VITALS_X(name, value, text) offsetof(vitals_limits, name),
    VITALS_LIMIT_MAP(VITALS_X)
#undef VITALS_X
};

#define LIMIT_COUNT (sizeof rows / sizeof *rows)
_Static_assert(sizeof(vitals_limits) == LIMIT_COUNT * sizeof(uint64_t), "nothing but limits");

static uint64_t *field_at(vitals_limits *limits, size_t offset) {
    return (uint64_t *)(void *)((char *)limits + offset);
}

const vitals_limit_row *vitals_limit_at(size_t index) {
    return index < LIMIT_COUNT ? &rows[index] : NULL;
}

/* LIMIT_COUNT when no limit has that name. */
static size_t find(const char *name) {
    size_t index = 0;
    while (index < LIMIT_COUNT && strcmp(rows[index].name, name) != 0) index++;
    return index;
}

const vitals_limit_row *vt_limit_row(const char *name) {
    return vitals_limit_at(find(name));
}

/* What vitals_limits_new makes. The library itself holds bare copies of the first member. */
typedef struct limits_handle {
    vitals_limits limits;
    vitals_allocator allocator;
} limits_handle;

vitals_status vitals_limits_new(const vitals_allocator *allocator, vitals_limits **out) {
    if (!out) return VITALS_EINVAL;
    vitals_allocator own = vt_allocator_or_default(allocator);
    limits_handle *handle = vt_allocate_zeroed(&own, sizeof *handle);
    if (!handle) return VITALS_ENOMEM;
    handle->allocator = own;
    *out = &handle->limits;
    return VITALS_OK;
}

void vitals_limits_free(vitals_limits *limits) {
    if (!limits) return;
    limits_handle *handle = (limits_handle *)(void *)limits;
    const vitals_allocator own = handle->allocator;
    vt_release(&own, handle, sizeof *handle);
}

vitals_status vitals_limits_set(vitals_limits *limits, const char *name, uint64_t value) {
    if (!limits || !name) return VITALS_EINVAL;
    size_t index = find(name);
    if (index == LIMIT_COUNT) return VITALS_ENOTFOUND;
    *field_at(limits, offsets[index]) = value;
    return VITALS_OK;
}

vitals_status vitals_limits_get(const vitals_limits *limits, const char *name, uint64_t *value) {
    if (!name || !value) return VITALS_EINVAL;
    size_t index = find(name);
    if (index == LIMIT_COUNT) return VITALS_ENOTFOUND;
    vitals_limits filled = vt_limits_or_default(limits);
    *value = *field_at(&filled, offsets[index]);
    return VITALS_OK;
}

uint64_t vt_limit_value(const vitals_limits *limits, const char *name) {
    vitals_limits copy = *limits;
    size_t index = find(name);
    return index < LIMIT_COUNT ? *field_at(&copy, offsets[index]) : 0;
}

/* Limits that bound recursion in C: the C stack stays small whatever value the caller sets. The
** limits of a script also bound what Lua's own compiler has to read. The last ones are kept in fewer
** bits. */
enum { MOST_DOCUMENT_DEPTH = 2000 };

static const struct maximum_row {
    size_t offset;
    uint64_t value;
} maxima[] = {
    { offsetof(vitals_limits, document_depth), MOST_DOCUMENT_DEPTH },
    { offsetof(vitals_limits, script_nodes), 250000 },
    { offsetof(vitals_limits, script_depth), 80 },
    { offsetof(vitals_limits, script_upvalues), 240 },
    { offsetof(vitals_limits, script_locals), 32000 },
    { offsetof(vitals_limits, script_jumps), 10000 },
    { offsetof(vitals_limits, lua_call_depth), 190 }, /* Lua itself stops at 200 nested C calls */
    { offsetof(vitals_limits, cel_depth), 1000 },
    { offsetof(vitals_limits, live_row_message_bytes), 65534 },
    { offsetof(vitals_limits, live_clock_seconds), 86400 },
    { offsetof(vitals_limits, plugin_seconds), 86400 },
};

uint64_t vt_limit_maximum(size_t index) {
    for (size_t i = 0; i < sizeof maxima / sizeof *maxima; i++) {
        if (index < LIMIT_COUNT && maxima[i].offset == offsets[index]) return maxima[i].value;
    }
    return UINT64_MAX;
}

/* None of them is above its maximum. */
static const vitals_limits defaults = {
#define VITALS_X(name, value, text) .name = (value),
    VITALS_LIMIT_MAP(VITALS_X)
#undef VITALS_X
};

const vitals_limits *vt_limits_default(void) {
    return &defaults;
}

vitals_limits vt_limits_or_default(const vitals_limits *limits) {
    if (!limits) return defaults;
    vitals_limits filled;
#define VITALS_X(name, value, text) filled.name = limits->name ? limits->name : (value);
    VITALS_LIMIT_MAP(VITALS_X)
#undef VITALS_X
    for (size_t i = 0; i < sizeof maxima / sizeof *maxima; i++) {
        uint64_t *value = field_at(&filled, maxima[i].offset);
        if (*value > maxima[i].value) *value = maxima[i].value;
    }
    return filled;
}

vt_document_limits vt_document_limits_of(const vitals_limits *limits) {
    const vitals_limits *from = limits ? limits : &defaults;
#define SET(name) (from->name ? from->name : defaults.name)
    vt_document_limits own = { SET(document_bytes), SET(document_depth), SET(document_values),
                               SET(alias_values) };
#undef SET
    if (own.document_depth > MOST_DOCUMENT_DEPTH) own.document_depth = MOST_DOCUMENT_DEPTH;
    return own;
}

vitals_limits vt_limits_of_document(const vt_document_limits *limits) {
    return (vitals_limits){ .document_bytes = limits->document_bytes,
                            .document_depth = limits->document_depth,
                            .document_values = limits->document_values,
                            .alias_values = limits->alias_values };
}
