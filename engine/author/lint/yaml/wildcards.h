/* The entries of an argocd-cm that are being checked, and the rules about their wildcards. */
#ifndef VITALS_LINT_WILDCARDS_H
#define VITALS_LINT_WILDCARDS_H

#include "author/lint/lint.h"

/* What a ConfigMap has for one key, in either form. */
typedef struct vt_lint_entry vt_lint_entry;
struct vt_lint_entry {
    size_t index;   /* in the order of the ConfigMap */
    vt_text key;    /* in the form that Argo CD looks up */
    vt_place place; /* of the key, or of the script's key */
    const vt_glob *glob;
    bool has_open, open;
    vt_place open_at;
    bool in_map; /* useOpenLibs is in the map under resource.customizations */
    vt_lint_script *script;
    vt_lint_entry *next;
};

/* All of them, in order and by their keys. */
typedef struct vt_lint_entries {
    vitals_lint *lint;
    vt_lint_entry *first;
    vt_map by_key;
} vt_lint_entries;

/* Report wildcards of which Argo CD picks one at random, and those that override its own checks. */
void vt_lint_wildcards(const vt_lint_entries *entries);

#endif
