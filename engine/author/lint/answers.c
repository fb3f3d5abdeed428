/* The results of a script: unknown statuses, empty results, and results of an older generation. */
#include "author/lint/script.h"

/* --------------------------------------------------------------- statuses */

static const char *const statuses[] = { "Healthy",   "Progressing", "Degraded",
                                        "Suspended", "Missing",     "Unknown" };

static bool is_status(vt_text word) {
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        if (vt_text_is(word, statuses[i])) return true;
    }
    return false;
}

static vt_text nearest_status(vitals_lint *lint, vt_text word) {
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        vt_text status = vt_text_from(statuses[i]);
        if (vt_text_distance(word, status, 2) <= 2) {
            return vt_lint_printf(lint, "Write %s", statuses[i]);
        }
    }
    return VT_TEXT_ABSENT;
}

void vt_lint_check_status(vt_lint_script *script, const vt_lua_node *node, vt_text word) {
    vt_place place = vt_lint_node_place(script, node);
    if (is_status(word) || vt_lint_has(script->lint, VT_LINT_LUA_STATUS, place.file, place.line))
        return;
    vt_lint_add(script->lint, VT_LINT_LUA_STATUS, place, nearest_status(script->lint, word),
                "'%.*s' is not a status of Argo CD, which reports Unknown instead",
                VT_TEXT_ARG(word));
}

/* The status of a condition, which functions may return too. */
static bool is_condition_status(vt_text word) {
    return vt_text_is(word, "True") || vt_text_is(word, "False");
}

typedef struct answer_search {
    vt_lint_script *script;
    bool inside;                              /* of a function */
    vt_map returned_locals, returned_globals; /* variables that a return statement returns */
} answer_search;

/* status and message are matched case-insensitively. */
static bool is_key(const vt_lua_node *key, const char *name) {
    return key && key->kind == VT_LUA_STRING && vt_text_equal_fold(key->text, vt_text_from(name));
}

static bool is_not_string(const vt_lua_node *value) {
    return value->kind == VT_LUA_NUMBER || value->kind == VT_LUA_TRUE ||
           value->kind == VT_LUA_FALSE || value->kind == VT_LUA_TABLE;
}

/* Check one member of a result. */
static void check_member(const answer_search *search, const vt_lua_node *key,
                         const vt_lua_node *value) {
    vt_lint_script *script = search->script;
    bool is_word = is_key(key, "status");
    if (!value || (!is_word && !is_key(key, "message"))) return;
    if (is_not_string(value)) {
        if (search->inside && is_word) return;
        vt_lint_add(script->lint, VT_LINT_LUA_MESSAGE, vt_lint_node_place(script, value),
                    VT_TEXT_ABSENT, "%.*s is not a string, so Argo CD treats the result as empty",
                    VT_TEXT_ARG(key->text));
        return;
    }
    if (!is_word || value->kind != VT_LUA_STRING) return;
    if (search->inside && is_condition_status(value->text)) return;
    vt_lint_check_status(script, value, value->text);
}

static void check_table(const answer_search *search, const vt_lua_node *table) {
    if (!table || table->kind != VT_LUA_TABLE) return;
    for (const vt_lua_node *at = table->list.first; at; at = at->next) {
        check_member(search, at->left, at->right);
    }
}

/* A local as a key: its address. */
static vt_text local_key(vt_lua_local *const *local) {
    return vt_text_slice((const char *)local, sizeof *local);
}

static bool visit_returns(void *user, const vt_lua_node *node) {
    answer_search *search = user;
    const vt_lua_node *name = node->kind == VT_LUA_RETURN ? node->list.last : NULL;
    if (!name || name->kind != VT_LUA_NAME) return true;
    bool noted = name->local ? vt_map_put(&search->returned_locals, local_key(&name->local), search)
                             : vt_map_put(&search->returned_globals, name->text, search);
    if (!noted) search->script->lint->no_memory = true;
    return noted;
}

/* Whether a return statement returns the variable. */
static bool is_returned(const answer_search *search, const vt_lua_node *name) {
    if (name->local) return vt_map_get(&search->returned_locals, local_key(&name->local)) != NULL;
    return vt_map_get(&search->returned_globals, name->text) != NULL;
}

static void check_assignment(answer_search *search, const vt_lua_node *statement) {
    const vt_lua_node *value = statement->list.first;
    for (const vt_lua_node *at = statement->targets.first; at && value; at = at->next) {
        const vt_lua_node *name = at->kind == VT_LUA_INDEX ? at->left : at;
        if (name->kind == VT_LUA_NAME && is_returned(search, name)) {
            if (at->kind == VT_LUA_INDEX) {
                check_member(search, at->right, value);
            } else {
                check_table(search, value);
            }
        }
        value = value->next;
    }
}

static void check_local(answer_search *search, const vt_lua_node *statement) {
    const vt_lua_node *value = statement->list.first;
    const vt_lua_local *at = statement->locals.first;
    for (; at && value; at = at->next_declared) {
        vt_lua_node name = { .kind = VT_LUA_NAME, .text = at->name };
        name.local = (vt_lua_local *)(uintptr_t)at;
        if (value->kind == VT_LUA_TABLE && is_returned(search, &name)) check_table(search, value);
        value = value->next;
    }
}

static bool visit_answers(void *user, const vt_lua_node *node) {
    answer_search *search = user;
    if (node->kind == VT_LUA_RETURN) check_table(search, node->list.last);
    if (node->kind == VT_LUA_ASSIGN) check_assignment(search, node);
    if (node->kind == VT_LUA_LOCAL) check_local(search, node);
    return true;
}

void vt_lint_status_words(vt_lint_script *script) {
    answer_search search = { .script = script };
    vt_map_init(&search.returned_locals, &script->lint->allocator, 0);
    vt_map_init(&search.returned_globals, &script->lint->allocator, 0);
    vt_lint_walk(script, script->tree->script, visit_returns, &search);
    const vt_lua_function *main = script->tree->script;
    vt_lint_statements(&main->block, visit_answers, &search);
    search.inside = true;
    for (const vt_lua_function *at = main->next; at; at = at->next) {
        vt_lint_statements(&at->block, visit_answers, &search);
    }
    vt_map_done(&search.returned_locals);
    vt_map_done(&search.returned_globals);
}

/* ------------------------------------------------------------ empty results */

/* What is wrong with a table constructor that has no status; NULL when it may have one. */
static const char *without_status(const vt_lua_node *table) {
    if (!table->list.first) return "this returns an empty table";
    for (const vt_lua_node *at = table->list.first; at; at = at->next) {
        if (!at->left) continue;
        if (at->left->kind != VT_LUA_STRING) return NULL;
        /* ARGO: keys are compared with Unicode case folding, so a key that is not ASCII may match. */
        bool plain = at->left->text.size && (unsigned char)at->left->text.bytes[0] < 0x80;
        if (!plain || (is_key(at->left, "status") && at->right->kind != VT_LUA_NIL)) return NULL;
    }
    return "this returns a table without a status";
}

static const char *emptiness(const vt_lua_node *value) {
    if (!value) return "this returns nothing";
    if (value->kind == VT_LUA_NIL) return "this returns nil";
    return value->kind == VT_LUA_TABLE ? without_status(value) : NULL;
}

static bool visit_empty(void *user, const vt_lua_node *statement) {
    vt_lint_script *script = user;
    if (statement->kind != VT_LUA_RETURN) return true;
    const char *what = emptiness(statement->list.last);
    if (!what) return true;
    const vt_lua_node *last = statement->list.last;
    const bool fields = last && last->list.first, nil = !last || last->kind == VT_LUA_NIL;
    vt_lint_add(script->lint, fields ? VT_LINT_LUA_NO_STATUS : VT_LINT_LUA_EMPTY_ANSWER,
                vt_lint_node_place(script, statement), VT_TEXT_ABSENT, "%s%.*s", what,
                VT_TEXT_ARG(vt_lint_disabled_check(script, nil)));
    return true;
}

void vt_lint_empty_answer(vt_lint_script *script) {
    vt_lint_statements(&script->tree->script->block, visit_empty, script);
}

/* --------------------------------------------------------------- generation */

typedef struct generation_search {
    const vt_lua_node *reads_status;
    bool reads_generation;
} generation_search;

static bool visit_generation(void *user, const vt_lua_node *node) {
    generation_search *search = user;
    if (node->kind == VT_LUA_STRING &&
        vt_text_find(node->text, VT_TEXT("bservedGeneration"), 0) != SIZE_MAX) {
        search->reads_generation = true;
    }
    if (!search->reads_status && node->kind == VT_LUA_INDEX && vt_lint_is_global_name(node->left) &&
        vt_text_is(node->left->text, "obj") && vt_lint_is_string(node->right, "status")) {
        search->reads_status = node;
    }
    return !search->reads_generation;
}

static bool has_observed_generation(const vitals_document *document) {
    const vt_value *status = vt_document_find(document, "status", NULL);
    if (!status) return false;
    for (const vt_value *at = status; at < status + status->next; at++) {
        if (vt_value_text_is(at, VT_TEXT("observedGeneration"))) return true;
    }
    return false;
}

/* Whether a fixture beside a check of a tree has an observedGeneration. */
static bool fixtures_have_generation(const vt_lint_script *script) {
    vt_text directory = vt_text_from(script->file);
    while (directory.size && directory.bytes[directory.size - 1] != '/') directory.size--;
    for (const vt_lint_document *at = script->lint->documents; at; at = at->next) {
        if (at->fixture && vt_text_starts(vt_text_from(at->file), directory) &&
            has_observed_generation(at->document)) {
            return true;
        }
    }
    return false;
}

/* Whether it is a kind of Kubernetes whose status has no observedGeneration. */
static bool has_no_generation(const vt_lint_script *script) {
    if (script->group.size == 0) return !vt_text_is(script->kind, "ReplicationController");
    return vt_text_is(script->group, "batch") || vt_text_is(script->kind, "Ingress") ||
           vt_lint_is_built_in_group(script->group) !=
               vt_lint_is_built_in(script->group, script->kind);
}

void vt_lint_generation(vt_lint_script *script) {
    if (script->in_tree ? !fixtures_have_generation(script) : has_no_generation(script)) return;
    generation_search search = { NULL, false };
    vt_lint_walk(script, script->tree->script, visit_generation, &search);
    if (search.reads_generation || !search.reads_status) return;
    vt_lint_add(script->lint, VT_LINT_LUA_GENERATION,
                vt_lint_node_place(script, search.reads_status), VT_TEXT_ABSENT,
                "the status is used without checking its observedGeneration");
}
