/* Rules of one source among several. */
#include "serve/own_rules.h"

#include <string.h>
#include <unistd.h>

/* What follows NAME= in a word; NULL: it is for something else. A file whose name has an equals sign is a file. */
static const char *value_for(const char *word, const char *name, bool may_be_file) {
    const size_t size = strlen(name);
    if (may_be_file && access(word, F_OK) == 0) return NULL;
    return strncmp(word, name, size) == 0 && word[size] == '=' ? word + size + 1 : NULL;
}

static bool is_for_one(const char *word) {
    return strchr(word, '=') && access(word, F_OK) != 0;
}

/* `paths` without the words for one source, and with those for `name`. true: there is one. */
static bool choose(const option_list *paths, const char *name, option_list *out) {
    bool own = false;
    *out = (option_list){ NULL, 0 };
    for (size_t i = 0; i < paths->count; i++) {
        const char *word = paths->items[i];
        const char *value = name ? value_for(word, name, true) : NULL;
        own |= value != NULL;
        if (value || !is_for_one(word)) option_list_add(out, value ? value : word);
    }
    return own;
}

static void copy_list(const option_list *from, option_list *out) {
    *out = (option_list){ NULL, 0 };
    for (size_t i = 0; i < from->count; i++) option_list_add(out, from->items[i]);
}

static source_rules start(const rule_options *all, const char *name) {
    source_rules rules = { .options = *all };
    copy_list(&all->rules, &rules.options.rules);
    rules.own = choose(&all->argocd_cm, name, &rules.options.argocd_cm);
    return rules;
}

source_rules source_rules_of_all(const rule_options *all) {
    return start(all, NULL);
}

source_rules source_rules_of(const char *name, const rule_options *all,
                             const option_list *rules_from) {
    source_rules rules = start(all, name);
    for (size_t i = 0; i < rules_from->count; i++) {
        const char *word = rules_from->items[i];
        const char *value = strcmp(word, "cluster") == 0 ? word : value_for(word, name, false);
        if (!value) continue;
        if (strcmp(value, "cluster") == 0) {
            rules.from_cluster = true;
        } else {
            option_list_add(&rules.options.rules, value);
            rules.own = true;
        }
    }
    return rules;
}

void source_rules_done(source_rules *rules) {
    option_list_done(&rules->options.rules);
    option_list_done(&rules->options.argocd_cm);
}

const char *source_rules_check(const option_list *rules_from) {
    for (size_t i = 0; i < rules_from->count; i++) {
        const char *word = rules_from->items[i];
        const char *equals = strchr(word, '=');
        if (strcmp(word, "cluster") == 0) continue;
        if (!equals || equals == word || equals[1] == 0) {
            return "--rules-from takes cluster, NAME=cluster or NAME=FILE";
        }
    }
    return NULL;
}
