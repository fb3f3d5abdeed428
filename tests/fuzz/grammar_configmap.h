/*
** An argocd-cm, made from the choices that bytes give: legacy and split keys, wildcards, scripts in
** every style of YAML or in JSON, values of wrong types, and now and then a fault. The message of
** each good script is a marker, m1, m2 ..., that is nowhere else in the text.
*/
#ifndef TESTS_FUZZ_GRAMMAR_CONFIGMAP_H
#define TESTS_FUZZ_GRAMMAR_CONFIGMAP_H

#include <vitals/types.h>

#include "base/run/limits.h"
#include "choices.h"

enum { MADE_KINDS = 4, MADE_ODD = -1 };

/* The kinds that keys without wildcards are about. */
extern const struct made_kind { const char *group, *kind; } made_kinds[MADE_KINDS];

typedef struct made_configmap {
    choices from;
    made_text text;
    vitals_limits limits;
    bool is_json;
    bool is_damaged; /* bytes were changed, something did not fit, or limits are low */

    /* The marker of each kind's script; 0: it has none; MADE_ODD: its entry has a fault. Split keys
    ** are applied after the legacy key. */
    int legacy[MADE_KINDS], split[MADE_KINDS];
    bool has_other_split[MADE_KINDS]; /* a split key of another type, which may have a fault */
    bool has_wildcards;
    int last_marker;
    made_text inner; /* the content of the legacy key */
    char text_bytes[16384], inner_bytes[8192];
} made_configmap;

void make_configmap(made_configmap *made, const uint8_t *choices, size_t count);

/* The marker of the script that decides about a kind; 0: none; MADE_ODD: not known. */
int made_marker(const made_configmap *made, unsigned kind);

#endif
