/*
** What a kustomization says about an argocd-cm: literals and files of its generators, and the files of its
** resources and patches. KUSTOMIZE: api/kv, api/internal/generators.
*/
#include "rules/argocd_data.h"

static bool is_yaml(vt_text file) {
    return vt_text_ends(file, VT_TEXT(".yaml")) || vt_text_ends(file, VT_TEXT(".yml"));
}

static vt_text base_name(vt_text path) {
    size_t at = path.size;
    while (at > 0 && path.bytes[at - 1] != '/') at--;
    return vt_text_between(path, at, path.size);
}

bool vt_argocd_is_kustomization(vt_text file) {
    const vt_text name = base_name(file);
    return vt_text_is(name, "kustomization.yaml") || vt_text_is(name, "kustomization.yml") ||
           vt_text_is(name, "Kustomization");
}

/* Without an apiVersion a kustomization is one by the name of its file. */
static bool is_kustomization(const vitals_document *document) {
    const vt_text group = vitals_document_group(document);
    const char *file = vt_document_place(document, NULL).file;
    if (group.size) return vt_text_is(group, "kustomize.config.k8s.io");
    return file && vt_argocd_is_kustomization(vt_text_from(file));
}

static const vt_value *member(const vitals_document *document, const vt_value *object,
                              const char *name) {
    return vt_document_get(document, object, vt_text_from(name));
}

/* ----------------------------------------------------------------- generators */

static bool is_customization(vt_text key) {
    return vt_text_starts(key, VT_TEXT("resource.custom"));
}

/* KUSTOMIZE: parseLiteralSource: key=value, whose quotes are removed when both ends are the same one. */
static void take_literal(vt_argocd_search *search, const vitals_document *document,
                         const vt_value *string) {
    const vt_text text = vt_value_text(string);
    const size_t equals = vt_text_find_byte(text, '=', 0);
    if (equals == SIZE_MAX) return;
    const vt_text key = vt_text_between(text, 0, equals);
    size_t from = equals + 1, end = text.size;
    if (!is_customization(key)) return;
    const char first = from < end ? text.bytes[from] : '\0';
    if ((first == '"' || first == '\'') && text.bytes[end - 1] == first) {
        from++;
        end = end - 1 > from ? end - 1 : from;
    }
    const vitals_document *cut = search->cut(search->user, document, string, key, from, end - from);
    if (cut) vt_argocd_take_data(search, cut, vt_document_root(cut));
}

/* KUSTOMIZE: ParseFileSource: key=path, or a path whose last part is the key. */
static void take_file(vt_argocd_search *search, const vitals_document *document,
                      const vt_value *string) {
    const vt_text text = vt_value_text(string);
    const size_t equals = vt_text_find_byte(text, '=', 0);
    vt_argocd_file file = { document, string, text, base_name(text) };
    if (equals != SIZE_MAX) {
        file.key = vt_text_between(text, 0, equals);
        file.path = vt_text_between(text, equals + 1, text.size);
    }
    if (is_customization(file.key)) search->take_file(search->user, &file);
}

static void find_in_generator(vt_argocd_search *search, const vitals_document *document,
                              const vt_value *generator) {
    const vt_value *literals = member(document, generator, "literals");
    const vt_value *files = member(document, generator, "files");
    for (const vt_value *item = vt_array_first(literals); item;
         item = vt_array_next(literals, item)) {
        if (vt_value_is_string(item)) take_literal(search, document, item);
    }
    for (const vt_value *item = vt_array_first(files); item && search->take_file;
         item = vt_array_next(files, item)) {
        if (vt_value_is_string(item)) take_file(search, document, item);
    }
}

/* -------------------------------------------------------------------- patches */

/* A file of resources or patches; directories and URLs are not followed. */
static void take_path(vt_argocd_search *search, const vitals_document *document,
                      const vt_value *path) {
    const vt_text text = vt_value_text(path);
    const bool one_line = vt_text_find_byte(text, '\n', 0) == SIZE_MAX;
    if (!one_line || !is_yaml(text) || vt_text_find(text, VT_TEXT("://"), 0) != SIZE_MAX) return;
    search->take_file(search->user, &(vt_argocd_file){ document, path, text, VT_TEXT_ABSENT });
}

/* The items of a list: paths, or objects with one. */
static void find_paths(vt_argocd_search *search, const vitals_document *document,
                       const char *name) {
    const vt_value *list = member(document, vt_document_root(document), name);
    for (const vt_value *item = vt_array_first(list); item && search->goes_on(search->user);
         item = vt_array_next(list, item)) {
        const vt_value *path = vt_value_is_object(item) ? member(document, item, "path") : item;
        if (vt_value_is_string(path)) take_path(search, document, path);
    }
}

/* Generators, and files of resources, which come before patches. */
static void find_generated(vt_argocd_search *search, const vitals_document *document) {
    if (search->take_file) find_paths(search, document, "resources");
    const vt_value *list = member(document, vt_document_root(document), "configMapGenerator");
    for (const vt_value *item = vt_array_first(list); item && search->goes_on(search->user);
         item = vt_array_next(list, item)) {
        find_in_generator(search, document, item);
    }
}

static void find_patches(vt_argocd_search *search, const vitals_document *document) {
    static const char *const lists[] = { "patches", "patchesStrategicMerge", "patchesJson6902" };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        find_paths(search, document, lists[i]);
    }
}

void vt_argocd_find(vt_argocd_search *search, const vitals_document *document) {
    const bool kustomization = vt_text_is_absent(search->path) && is_kustomization(document);
    if (kustomization) find_generated(search, document);
    vt_argocd_find_in(search, document);
    if (kustomization && search->take_file) find_patches(search, document);
}
