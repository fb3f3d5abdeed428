/* The key of a customization, cut into group and kind, and the rules about it. */
#ifndef VITALS_LINT_KEYS_H
#define VITALS_LINT_KEYS_H

#include "lint/lint.h"

typedef struct vt_lint_key {
    vitals_lint *lint;
    vt_place place;
    vt_text text;          /* as it is written */
    vt_text group, kind;   /* `kind` is all of it without a separator */
    bool has_group;        /* there is a separator */
    const char *wildcards; /* characters that make a part a pattern */
    char separator;        /* '_' in split keys, '/' elsewhere */
} vt_lint_key;

/* Tell why the key can match nothing, or is probably not what was meant. */
void vt_lint_key_rules(const vt_lint_key *key);

#endif
