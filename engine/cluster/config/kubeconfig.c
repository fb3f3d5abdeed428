/* kubeconfig: which files, and what is in them once they are merged. */
#include "cluster/config/kubeconfig.h"

#include "cluster/config/kubeconfig_files.h"
#include "cluster/config/report.h"
#include "cluster/config/secret.h"
#include "cluster/watch/fields.h"

static const char rule[] = "kubeconfig";

/* -------------------------------------------------------------------- files */

static bool has_path(const vt_text *paths, size_t count, vt_text path) {
    for (size_t i = 0; i < count; i++) {
        if (vt_text_equal(paths[i], path)) return true;
    }
    return false;
}

static size_t count_parts(vt_text list) {
    size_t count = 0;
    vt_text part;
    while (vt_text_split(&list, ':', &part)) count++;
    return count;
}

/* The items of KUBECONFIG; empty ones are ignored. */
static vitals_status split_variable(vt_text variable, vt_arena *arena, vt_kubeconfig_paths *out) {
    vt_text *paths = vt_arena_allocate_array(arena, count_parts(variable), sizeof *paths);
    vt_text part;
    size_t count = 0;
    if (!paths) return VITALS_ENOMEM;
    while (vt_text_split(&variable, ':', &part)) {
        if (part.size == 0 || has_path(paths, count, part)) continue;
        paths[count] = vt_arena_copy(arena, part);
        if (!paths[count++].bytes) return VITALS_ENOMEM;
    }
    *out = (vt_kubeconfig_paths){ paths, count, false };
    return VITALS_OK;
}

static vitals_status one_path(vt_text directory, vt_text name, bool must_exist, vt_arena *arena,
                              vt_kubeconfig_paths *out) {
    vt_text *path = vt_arena_allocate(arena, sizeof *path);
    if (!path) return VITALS_ENOMEM;
    *path = VT_JOIN(arena, directory, name);
    *out = (vt_kubeconfig_paths){ path, 1, must_exist };
    return path->bytes ? VITALS_OK : VITALS_ENOMEM;
}

vitals_status vt_kubeconfig_find(const vt_kubeconfig_places *places, vt_arena *arena,
                                 vt_kubeconfig_paths *out) {
    if (places->flag.size) return one_path(VT_TEXT(""), places->flag, true, arena, out);
    if (places->variable.size) return split_variable(places->variable, arena, out);
    if (places->home.size)
        return one_path(places->home, VT_TEXT("/.kube/config"), false, arena, out);
    *out = (vt_kubeconfig_paths){ NULL, 0, false };
    return VITALS_OK;
}

/* ------------------------------------------------------------------- memory */

vitals_status vt_kubeconfig_new(const vitals_allocator *allocator, const vitals_limits *limits,
                                vt_kubeconfig **out) {
    vitals_allocator own = vt_allocator_or_default(allocator);
    vt_kubeconfig *made = vt_allocate_zeroed(&own, sizeof *made);
    if (!made) return VITALS_ENOMEM;
    made->parent = own;
    made->secret = vt_secret_allocator(&made->parent);
    made->limits = limits;
    vt_arena_init(&made->arena, &made->secret, 0);
    *out = made;
    return VITALS_OK;
}

void vt_kubeconfig_free(vt_kubeconfig *kubeconfig) {
    if (!kubeconfig) return;
    vitals_allocator allocator = kubeconfig->parent;
    for (size_t i = 0; i < kubeconfig->document_count; i++)
        vitals_document_free(kubeconfig->documents[i]);
    vt_release_array(&allocator, kubeconfig->documents, kubeconfig->document_capacity,
                     sizeof *kubeconfig->documents);
    for (size_t i = 0; i < VT_KUBECONFIG_SORTS; i++) {
        vt_release_array(&allocator, kubeconfig->lists[i].entries, kubeconfig->lists[i].capacity,
                         sizeof *kubeconfig->lists[i].entries);
    }
    vt_arena_done(&kubeconfig->arena);
    vt_release(&allocator, kubeconfig, sizeof *kubeconfig);
}

/* ------------------------------------------------------------------ checking */

/* The three lists, in the order of vt_kubeconfig_sort. */
static const struct sort {
    const char *list, *value, *one;
} sorts[VT_KUBECONFIG_SORTS] = {
    { ".clusters", ".cluster", "cluster" },
    { ".users", ".user", "user" },
    { ".contexts", ".context", "context" },
};

/* What is being read, and whether anything is wrong with it. */
typedef struct checking {
    const vitals_document *document;
    const char *path;
    vitals_diagnostics *diagnostics;
    bool failed;
} checking;

#define COMPLAIN(check, ...)                                                                       \
    ((check)->failed = true,                                                                       \
     vt_report((check)->diagnostics, VITALS_SEVERITY_ERROR, rule, (check)->path, __VA_ARGS__))

static bool is_absent(const vitals_value *value) {
    vitals_value_type type = vitals_value_type_of(value);
    return type == VITALS_VALUE_NONE || type == VITALS_VALUE_NULL;
}

/* Whether the entry before `end` has this name. Quadratic: files have tens of entries, and the limit on
** values bounds the rest. */
static bool is_named_before(checking *check, const vitals_value *list, uint64_t end, vt_text name) {
    uint64_t cursor = 0;
    const vitals_value *item;
    while (cursor < end && vt_field_next(list, &cursor, NULL, &item) && cursor < end) {
        if (vt_text_equal(vt_field_text(check->document, item, ".name"), name)) return true;
    }
    return false;
}

static void check_list(checking *check, const struct sort *sort) {
    const vitals_value *list = vt_field(check->document, NULL, sort->list), *item;
    uint64_t cursor = 0;
    if (is_absent(list)) return;
    if (vitals_value_type_of(list) != VITALS_VALUE_LIST) {
        COMPLAIN(check, "%s is not a list", sort->list + 1);
        return;
    }
    for (size_t number = 1; vt_field_next(list, &cursor, NULL, &item); number++) {
        vt_text name = vt_field_text(check->document, item, ".name");
        const vitals_value *value = vt_field(check->document, item, sort->value);
        if (!name.bytes) {
            COMPLAIN(check, "%s %zu has no name", sort->one, number);
        } else if (is_named_before(check, list, cursor, name)) {
            COMPLAIN(check, "%s \"%.*s\" is listed twice", sort->one, VT_TEXT_ARG(name));
        } else if (!is_absent(value) && vitals_value_type_of(value) != VITALS_VALUE_MAP) {
            COMPLAIN(check, "%s \"%.*s\" is not a map", sort->one, VT_TEXT_ARG(name));
        }
    }
}

static void check_file(checking *check) {
    vt_text kind = vitals_document_kind(check->document);
    if (vitals_value_type_of(vitals_document_root(check->document)) != VITALS_VALUE_MAP) {
        COMPLAIN(check, "is not a kubeconfig: it is not a map");
        return;
    }
    if (kind.size && !vt_text_is(kind, "Config")) {
        COMPLAIN(check, "is not a kubeconfig: its kind is \"%.*s\"", VT_TEXT_ARG(kind));
        return;
    }
    for (size_t i = 0; i < VT_KUBECONFIG_SORTS; i++) check_list(check, &sorts[i]);
}

/* ------------------------------------------------------------------- merging */

const vt_kubeconfig_entry *vt_kubeconfig_entry_of(const vt_kubeconfig *kubeconfig,
                                                  vt_kubeconfig_sort sort, vt_text name) {
    const vt_kubeconfig_list *list = &kubeconfig->lists[sort];
    for (size_t i = 0; i < list->count; i++) {
        if (vt_text_equal(list->entries[i].name, name)) return &list->entries[i];
    }
    return NULL;
}

static bool add_entry(vt_kubeconfig *kubeconfig, vt_kubeconfig_sort sort,
                      vt_kubeconfig_entry entry) {
    vt_kubeconfig_list *list = &kubeconfig->lists[sort];
    void *entries = list->entries;
    if (vt_kubeconfig_entry_of(kubeconfig, sort, entry.name)) return true;
    bool room = vt_grow(&kubeconfig->parent, &entries, &list->capacity, list->count, sizeof entry);
    list->entries = entries;
    if (room) list->entries[list->count++] = entry;
    return room;
}

static bool merge_list(vt_kubeconfig *kubeconfig, vt_kubeconfig_sort sort,
                       const vt_kubeconfig_file *file) {
    const vitals_value *list = vt_field(file->document, NULL, sorts[sort].list), *item;
    uint64_t cursor = 0;
    while (vt_field_next(list, &cursor, NULL, &item)) {
        vt_kubeconfig_entry entry = { vt_field_text(file->document, item, ".name"),
                                      vt_field(file->document, item, sorts[sort].value), file };
        if (!add_entry(kubeconfig, sort, entry)) return false;
    }
    return true;
}

static const vt_kubeconfig_file *add_file(vt_kubeconfig *kubeconfig, const char *path,
                                          vitals_document *document) {
    vt_kubeconfig_file *file = vt_arena_allocate(&kubeconfig->arena, sizeof *file);
    vt_text whole = vt_text_from(path);
    size_t end = whole.size;
    while (end && whole.bytes[end - 1] != '/') end--;
    if (!file) return NULL;
    file->document = document;
    file->path = vt_arena_copy(&kubeconfig->arena, whole);
    file->directory = vt_text_between(file->path, 0, end);
    return file->path.bytes ? file : NULL;
}

/* On failure the lists are as they were. */
static bool merge(vt_kubeconfig *kubeconfig, const vt_kubeconfig_file *file) {
    size_t before[VT_KUBECONFIG_SORTS];
    bool done = true;
    for (int i = 0; i < VT_KUBECONFIG_SORTS; i++) {
        before[i] = kubeconfig->lists[i].count;
        done = done && merge_list(kubeconfig, (vt_kubeconfig_sort)i, file);
    }
    for (size_t i = 0; i < VT_KUBECONFIG_SORTS && !done; i++)
        kubeconfig->lists[i].count = before[i];
    vt_text current = vt_field_text(file->document, NULL, ".current-context");
    if (done && !kubeconfig->current.size) kubeconfig->current = current;
    return done;
}

/* ------------------------------------------------------------------ reading */

static vitals_status parse(vt_kubeconfig *kubeconfig, const char *path, vt_text text,
                           vitals_document **out, vitals_diagnostics *diagnostics) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &kubeconfig->secret;
    options.limits = kubeconfig->limits;
    options.file = path;
    return vitals_document_parse(text.bytes, text.size, &options, out, diagnostics);
}

/* The document is the kubeconfig's once it is in its list. */
static vitals_status take(vt_kubeconfig *kubeconfig, const char *path, vitals_document *document) {
    void *documents = kubeconfig->documents;
    bool room = vt_grow(&kubeconfig->parent, &documents, &kubeconfig->document_capacity,
                        kubeconfig->document_count, sizeof *kubeconfig->documents);
    kubeconfig->documents = documents;
    const vt_kubeconfig_file *file = room ? add_file(kubeconfig, path, document) : NULL;
    if (!file || !merge(kubeconfig, file)) return VITALS_ENOMEM;
    kubeconfig->documents[kubeconfig->document_count++] = document;
    return VITALS_OK;
}

vitals_status vt_kubeconfig_add(vt_kubeconfig *kubeconfig, const char *path, vt_text text,
                                vitals_diagnostics *diagnostics) {
    vitals_document *document = NULL;
    if (vt_text_trim(text).size == 0) return VITALS_OK;
    vitals_status status = parse(kubeconfig, path, text, &document, diagnostics);
    if (status == VITALS_OK && !is_absent(vitals_document_root(document))) {
        checking check = { document, path, diagnostics, false };
        check_file(&check);
        status = check.failed ? VITALS_ECONFIG : take(kubeconfig, path, document);
        if (status == VITALS_OK) return VITALS_OK;
    }
    vitals_document_free(document);
    return status;
}

/* ------------------------------------------------------------------ contexts */

bool vt_kubeconfig_is_empty(const vt_kubeconfig *kubeconfig) {
    size_t count = 0;
    for (size_t i = 0; i < VT_KUBECONFIG_SORTS; i++) count += kubeconfig->lists[i].count;
    return count == 0;
}

vt_text vt_kubeconfig_context_at(const vt_kubeconfig *kubeconfig, size_t index) {
    const vt_kubeconfig_list *list = &kubeconfig->lists[VT_KUBECONFIG_CONTEXTS];
    return index < list->count ? list->entries[index].name : VT_TEXT_ABSENT;
}

vt_text vt_kubeconfig_server_at(const vt_kubeconfig *kubeconfig, size_t index) {
    const vt_kubeconfig_list *list = &kubeconfig->lists[VT_KUBECONFIG_CONTEXTS];
    if (index >= list->count || !list->entries[index].value) return VT_TEXT_ABSENT;
    const vt_kubeconfig_entry *context = &list->entries[index];
    vt_text name = vt_field_text(context->file->document, context->value, ".cluster");
    const vt_kubeconfig_entry *cluster =
        vt_kubeconfig_entry_of(kubeconfig, VT_KUBECONFIG_CLUSTERS, name);
    if (!cluster || !cluster->value) return VT_TEXT_ABSENT;
    return vt_field_text(cluster->file->document, cluster->value, ".server");
}

vt_text vt_kubeconfig_current(const vt_kubeconfig *kubeconfig) {
    return kubeconfig->current.size ? kubeconfig->current : VT_TEXT_ABSENT;
}
