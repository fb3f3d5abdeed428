/*
** Rules about wildcards in an argocd-cm: two that match the same kind, and those that override
** checks of Argo CD's own. Every wildcard is matched against the known kinds once; only wildcards
** that share none of them are compared with each other, within limit lint_steps.
*/
#include "author/lint/yaml/wildcards.h"

#include "base/run/limits.h"

/* What is known while the wildcards are checked in their order. */
typedef struct wildcards {
    const vt_lint_entries *entries;
    vitals_lint *lint;
    size_t kind_count;
    const vt_lint_entry **first_of_kind; /* the first wildcard that matches the known kind */
    bool *has_own_key;                   /* whether the known kind has an exact key */
    bool *matched;                       /* whether the wildcard at hand matches the known kind */
} wildcards;

enum { KEY_MOST_BYTES = 512 };

/* "group/Kind" of a known kind; absent when it is too long. */
static vt_text known_key(size_t index, char room[KEY_MOST_BYTES]) {
    vt_text group, kind;
    vt_lint_kind_at(index, &group, &kind);
    size_t slash = group.size > 0;
    if (group.size + slash + kind.size > KEY_MOST_BYTES) return VT_TEXT_ABSENT;
    if (slash) memcpy(room, group.bytes, group.size);
    if (slash) room[group.size] = '/';
    memcpy(room + group.size + slash, kind.bytes, kind.size);
    return vt_text_slice(room, group.size + slash + kind.size);
}

/* false: limit lint_steps is reached, or the host stopped lint. */
static bool match_known(wildcards *all, const vt_lint_entry *entry) {
    for (size_t i = 0; i < all->kind_count; i++) {
        char room[KEY_MOST_BYTES];
        vt_text key = known_key(i, room);
        all->matched[i] = key.bytes && vt_glob_match(entry->glob, key, &all->lint->steps);
    }
    return vt_lint_charge(all->lint, all->kind_count);
}

/* --------------------------------------------------------------- ambiguous */

/* A text that the pattern matches, probably: a letter for each wildcard. */
static vt_text example_of(wildcards *all, const vt_lint_entry *entry) {
    char *bytes = vt_lint_allocate(all->lint, entry->key.size + 1);
    if (!bytes) return VT_TEXT("");
    for (size_t i = 0; i < entry->key.size; i++) {
        bool any = entry->key.bytes[i] == '*' || entry->key.bytes[i] == '?';
        bytes[i] = any ? 'x' : entry->key.bytes[i];
    }
    return vt_text_slice(bytes, entry->key.size);
}

static bool match_both(wildcards *all, const vt_lint_entry *a, const vt_lint_entry *b,
                       vt_text text) {
    vt_steps *steps = &all->lint->steps;
    return vt_glob_match(a->glob, text, steps) && vt_glob_match(b->glob, text, steps);
}

/* The first wildcard before `until` that matches an example of `entry`, or the reverse. */
static const vt_lint_entry *find_by_example(wildcards *all, const vt_lint_entry *entry,
                                            const vt_lint_entry *until, vt_text *example) {
    vt_text own = example_of(all, entry);
    for (const vt_lint_entry *at = all->entries->first; at != until; at = at->next) {
        if (!at->glob || !at->script) continue;
        if (!vt_lint_charge(all->lint, 1 + at->key.size)) return NULL;
        *example = example_of(all, at);
        if (match_both(all, at, entry, own)) *example = own;
        if (match_both(all, at, entry, *example)) return at;
    }
    return NULL;
}

static void check_ambiguous(wildcards *all, const vt_lint_entry *entry) {
    const vt_lint_entry *other = NULL;
    char room[KEY_MOST_BYTES];
    vt_text example = VT_TEXT_ABSENT;
    for (size_t i = 0; i < all->kind_count; i++) {
        const vt_lint_entry *first = all->first_of_kind[i];
        if (!first || !all->matched[i] || (other && other->index <= first->index)) continue;
        other = first;
        example = known_key(i, room);
    }
    vt_text text;
    const vt_lint_entry *earlier = find_by_example(all, entry, other ? other : entry, &text);
    if (earlier) {
        other = earlier;
        example = text;
    }
    if (!other) return;
    vt_lint_add(all->lint, VT_LINT_WILDCARD_AMBIGUOUS, entry->place, VT_TEXT_ABSENT,
                "%.*s and %.*s on line %u both match %.*s; Argo CD picks one at random",
                VT_TEXT_ARG(entry->key), VT_TEXT_ARG(other->key), other->place.line,
                VT_TEXT_ARG(example));
}

/* --------------------------------------------------------------- shadowing */

/* A wildcard takes precedence over every check of Argo CD's own. */
static void check_shadowing(wildcards *all, const vt_lint_entry *entry) {
    size_t count = 0, example = 0;
    for (size_t i = 0; i < all->kind_count; i++) {
        vt_text group, kind;
        if (all->has_own_key[i] || !all->matched[i]) continue;
        vt_lint_kind_at(i, &group, &kind);
        if (!vt_lint_has_native(group, kind) && !vitals_argocd_bundles(group, kind)) continue;
        if (count++ == 0) example = i;
    }
    if (count == 0) return;
    char room[KEY_MOST_BYTES];
    vt_text key = known_key(example, room);
    vt_lint_add(all->lint, VT_LINT_WILDCARD_SHADOWS, entry->place, VT_TEXT_ABSENT,
                "%.*s overrides Argo CD's own checks of %zu %s, such as %.*s",
                VT_TEXT_ARG(entry->key), count, count == 1 ? "kind" : "kinds", VT_TEXT_ARG(key));
}

/* ------------------------------------------------------------------ driving */

static bool prepare(wildcards *all) {
    vt_text group, kind;
    while (vt_lint_kind_at(all->kind_count, &group, &kind)) all->kind_count++;
    all->first_of_kind = vt_lint_allocate(all->lint, all->kind_count * sizeof *all->first_of_kind);
    all->has_own_key = vt_lint_allocate(all->lint, all->kind_count * sizeof *all->has_own_key);
    all->matched = vt_lint_allocate(all->lint, all->kind_count * sizeof *all->matched);
    if (!all->first_of_kind || !all->has_own_key || !all->matched) return false;
    for (size_t i = 0; i < all->kind_count; i++) {
        char room[KEY_MOST_BYTES];
        const vt_lint_entry *own = vt_map_get(&all->entries->by_key, known_key(i, room));
        all->has_own_key[i] = own && own->script && !own->glob;
    }
    return true;
}

void vt_lint_wildcards(const vt_lint_entries *entries) {
    wildcards all = { .entries = entries, .lint = entries->lint };
    bool prepared = false;
    vt_place place = entries->first ? entries->first->place : (vt_place){ 0 };
    if (!vt_lint_begin(all.lint, place)) return;
    for (const vt_lint_entry *at = entries->first; at && !all.lint->no_memory && !all.lint->stopped;
         at = at->next) {
        if (!at->glob || !at->script) continue;
        if (!prepared && !prepare(&all)) return;
        prepared = true;
        if (!match_known(&all, at)) return;
        check_ambiguous(&all, at);
        check_shadowing(&all, at);
        for (size_t i = 0; i < all.kind_count; i++) {
            if (all.matched[i] && !all.first_of_kind[i]) all.first_of_kind[i] = at;
        }
    }
}
