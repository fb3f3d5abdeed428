/* The one table of limits. */
#include "base/limits.h"

#include <stddef.h>
#include <string.h>

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

/* The field of row `index`. */
static uint64_t *field(vitals_limits *limits, size_t index) {
    return (uint64_t *)(void *)((char *)limits + offsets[index]);
}

const vitals_limit_row *vitals_limit_at(size_t index) {
    return index < LIMIT_COUNT ? &rows[index] : NULL;
}

/* Sets 0 too, which stands for the default. */
vitals_status vitals_limits_set(vitals_limits *limits, const char *name, uint64_t value) {
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        if (strcmp(rows[i].name, name) != 0) continue;
        *field(limits, i) = value;
        return VITALS_OK;
    }
    return VITALS_ENOTFOUND;
}

vitals_limits vt_limits_or_default(const vitals_limits *limits) {
    vitals_limits filled = { 0 };
    if (limits) filled = *limits;
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        uint64_t *value = field(&filled, i);
        if (*value == 0) *value = rows[i].default_value;
    }
    return filled;
}
