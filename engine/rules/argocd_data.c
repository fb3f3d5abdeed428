/*
** Finding the data of an argocd-cm. A map with a key that begins with resource.customizations is such
** data wherever it is, so that umbrella charts, aliases of charts and older spellings need no rows.
*/
#include "rules/argocd_data.h"

/* Texts inside of texts: values in an Application that is in values. */
enum { MOST_NESTED = 4 };

static const vt_text prefix = VT_TEXT_INIT("resource.customizations");

/* A document that is being searched. */
typedef struct place {
    vt_argocd_search *search;
    const vitals_document *document;
    int nested;
} place;

static void find_in(vt_argocd_search *search, const vitals_document *document, int nested);

bool vt_argocd_may_hold(vt_text text) {
    static const vt_text words[] = { VT_TEXT_INIT("resource.custom"),
                                     VT_TEXT_INIT("resource\\"), /* a parameter of Helm */
                                     VT_TEXT_INIT("resourceHealthChecks"),
                                     VT_TEXT_INIT("resourceCustomizations") };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (vt_text_find(text, words[i], 0) != SIZE_MAX) return true;
    }
    return false;
}

/* ------------------------------------------------------------------ members */

static void take(const place *at, vt_text key, const vt_value *where, const vt_value *value) {
    if (!vt_text_starts(key, VT_TEXT("resource."))) return;
    const vt_argocd_entry entry = { key, at->document, where, value };
    at->search->take(at->search->user, &entry);
}

/* Null removes a member in a patch, and is an empty text in a ConfigMap: no script either way. */
static void take_data(const place *at, const vt_value *data) {
    if (!vt_value_is_object(data)) return;
    if (at->search->take_map) {
        at->search->take_map(at->search->user, at->document, data);
        return;
    }
    for (const vt_value *key = vt_object_first(data); key; key = vt_object_next(data, key)) {
        const vt_value *value = vt_object_value(key);
        take(at, vt_value_text(key), key, vt_value_is_null(value) ? NULL : value);
    }
}

void vt_argocd_take_data(vt_argocd_search *search, const vitals_document *document,
                         const vt_value *data) {
    take_data(&(place){ search, document, 0 }, data);
}

static bool has_customization(const vt_value *object) {
    for (const vt_value *key = vt_object_first(object); key; key = vt_object_next(object, key)) {
        /* A misspelt key is data too, for lint to find. */
        if (vt_text_starts(vt_value_text(key), VT_TEXT("resource.custom"))) return true;
    }
    return false;
}

/* ------------------------------------------------------------ texts in texts */

static void find_in_text(const place *at, const vt_value *string) {
    const vt_text text = vt_value_text(string);
    if (at->nested >= MOST_NESTED || !vt_argocd_may_hold(text)) return;
    const vitals_document *inner = at->search->parse(at->search->user, at->document, string);
    if (inner) find_in(at->search, inner, at->nested + 1);
}

/* The members that hold values of a chart or a patch as text. */
static bool holds_yaml(vt_text key) {
    return vt_text_is(key, "values") || vt_text_is(key, "patch") ||
           vt_text_ends(key, VT_TEXT(".yaml")) || vt_text_ends(key, VT_TEXT(".yml"));
}

static void find_in_members(const place *at, const vt_value *object) {
    for (const vt_value *key = vt_object_first(object); key; key = vt_object_next(object, key)) {
        const vt_value *value = vt_object_value(key);
        if (vt_value_is_string(value) && holds_yaml(vt_value_text(key))) find_in_text(at, value);
        if (!vt_text_is(vt_value_text(key), "patchesStrategicMerge")) continue;
        for (const vt_value *item = vt_array_first(value); item;
             item = vt_array_next(value, item)) {
            if (vt_value_is_string(item)) find_in_text(at, item);
        }
    }
}

/* -------------------------------------------------------------- JSON patches */

static vt_text member(const place *at, const vt_value *object, const char *name) {
    return vt_value_text(vt_document_get(at->document, object, vt_text_from(name)));
}

/* RFC 6901: ~1 is a slash and ~0 a tilde. */
static vt_text unescape(const place *at, vt_text token) {
    char *bytes = vt_arena_allocate(at->search->arena, token.size + 1);
    if (!bytes) {
        at->search->no_memory = true;
        return VT_TEXT("");
    }
    size_t size = 0;
    for (size_t i = 0; i < token.size; i++) {
        const bool escaped = token.bytes[i] == '~' && i + 1 < token.size;
        if (escaped) i++;
        bytes[size++] = !escaped ? token.bytes[i] : token.bytes[i] == '1' ? '/' : '~';
    }
    bytes[size] = '\0';
    return vt_text_slice(bytes, size);
}

/* One operation on the data. false: the object is none. */
static bool take_operation(const place *at, const vt_value *object) {
    static const vt_text data = VT_TEXT_INIT("/data");
    const vt_text path = member(at, object, "path"), op = member(at, object, "op");
    if (vt_text_is_absent(op) || !vt_text_starts(path, data)) return false;
    const vt_text rest = vt_text_between(path, data.size, path.size);
    const vt_value *value = vt_document_get(at->document, object, VT_TEXT("value"));
    const bool sets = vt_text_is(op, "add") || vt_text_is(op, "replace");
    if (sets && rest.size == 0) {
        take_data(at, value);
    } else if (rest.size > 1 && rest.bytes[0] == '/' && (sets || vt_text_is(op, "remove"))) {
        const vt_text key = unescape(at, vt_text_between(rest, 1, rest.size));
        const vt_value *where = vt_document_find_key(at->document, object, VT_TEXT("value"));
        take(at, key, where ? where : object, sets && !vt_value_is_null(value) ? value : NULL);
    }
    return true;
}

/* -------------------------------------------------------- parameters of Helm */

/* The last key of a path of helm --set, in which a backslash makes a dot part of a key. */
static vt_text last_key(const place *at, vt_text path) {
    char *bytes = vt_arena_allocate(at->search->arena, path.size + 1);
    if (!bytes) {
        at->search->no_memory = true;
        return VT_TEXT("");
    }
    size_t size = 0;
    for (size_t i = 0; i < path.size; i++) {
        const bool escaped = path.bytes[i] == '\\' && i + 1 < path.size;
        if (!escaped && path.bytes[i] == '.') {
            size = 0;
        } else {
            bytes[size++] = path.bytes[escaped ? ++i : i];
        }
    }
    bytes[size] = '\0';
    return vt_text_slice(bytes, size);
}

/* ARGO: an item of spec.source.helm.parameters, {name: configs.cm.resource\.customizations…, value}. false:
** the object is none. */
static bool take_parameter(const place *at, const vt_value *object) {
    const vt_text name = member(at, object, "name");
    const vt_value *value = vt_document_find_key(at->document, object, VT_TEXT("value"));
    if (!value || vt_text_find(name, VT_TEXT("resource\\.custom"), 0) == SIZE_MAX) return false;
    take(at, last_key(at, name), value, vt_object_value(value));
    return true;
}

/* ------------------------------------------------------------------ documents */

/* Returns from where to go on. */
static const vt_value *visit(const place *at, const vt_value *object) {
    if (take_operation(at, object) || take_parameter(at, object)) return object + object->next;
    if (has_customization(object)) {
        take_data(at, object);
        return object + object->next;
    }
    find_in_members(at, object);
    return object + 1;
}

static void walk(const place *at, const vt_value *from) {
    const vt_value *end = from + from->next;
    const vt_value *next = from;
    while ((next = vt_value_skip_shadowed(next, end)) < end) {
        if (!vt_value_is_object(next)) {
            next++;
        } else if (at->search->goes_on(at->search->user)) {
            next = visit(at, next);
        } else {
            return;
        }
    }
}

/* What the cluster adds to an object: copies of its spec. */
static bool is_added(vt_text key) {
    return vt_text_is(key, "metadata") || vt_text_is(key, "status") || vt_text_is(key, "operation");
}

static void find_in_object(const place *at, const vt_value *root) {
    find_in_members(at, root);
    for (const vt_value *key = vt_object_first(root); key; key = vt_object_next(root, key)) {
        if (!is_added(vt_value_text(key))) walk(at, vt_object_value(key));
    }
}

static void find_in_configmap(const place *at, const vt_value *root) {
    const vt_value *data = vt_document_get(at->document, root, VT_TEXT("data"));
    take_data(at, data);
    if (vt_value_is_object(data)) find_in_members(at, data);
}

/* resource.customizations.health.<group>_<Kind> */
static void take_check(const place *at, const vt_value *check) {
    const vt_text group = member(at, check, "group"), kind = member(at, check, "kind");
    const vt_value *where = vt_document_find_key(at->document, check, VT_TEXT("check"));
    if (!where) return;
    const vt_text key =
        VT_JOIN(at->search->arena, prefix, VT_TEXT(".health."), group.size ? group : VT_TEXT(""),
                group.size ? VT_TEXT("_") : VT_TEXT(""), kind.size ? kind : VT_TEXT(""));
    if (vt_text_is_absent(key)) {
        at->search->no_memory = true;
    } else {
        take(at, key, where, vt_object_value(where));
    }
}

/* The Argo CD Operator writes the ConfigMap from these; spec.extraConfig has the last word. */
static void find_in_operator(const place *at, const vt_value *root) {
    const vt_value *spec = vt_document_get(at->document, root, VT_TEXT("spec"));
    const vt_value *checks = vt_document_get(at->document, spec, VT_TEXT("resourceHealthChecks"));
    const vt_value *legacy =
        vt_document_find_key(at->document, spec, VT_TEXT("resourceCustomizations"));
    if (legacy) take(at, prefix, legacy, vt_object_value(legacy));
    for (const vt_value *item = vt_array_first(checks); item; item = vt_array_next(checks, item)) {
        take_check(at, item);
    }
    take_data(at, vt_document_get(at->document, spec, VT_TEXT("extraConfig")));
}

static void find_at_path(const place *at) {
    const vitals_value *found = NULL;
    const vitals_status status =
        vitals_document_field(at->document, NULL, at->search->path, &found);
    if (status == VITALS_ENOMEM) at->search->no_memory = true;
    if (status) return;
    const vt_value *value = (const vt_value *)(const void *)found;
    const vitals_document *inner = NULL;
    if (vt_value_is_string(value)) {
        inner = at->search->parse(at->search->user, at->document, value);
        if (!inner) return;
        value = vt_document_root(inner);
    }
    take_data(&(place){ at->search, inner ? inner : at->document, 1 }, value);
}

static void find_in(vt_argocd_search *search, const vitals_document *document, int nested) {
    const place at = { search, document, nested };
    const vt_value *root = vt_document_root(document);
    const vt_text kind = vitals_document_kind(document);
    if (!vt_text_is_absent(search->path)) {
        find_at_path(&at);
    } else if (vt_text_is(kind, "ConfigMap")) {
        find_in_configmap(&at, root);
    } else if (vt_text_is(kind, "ArgoCD")) {
        find_in_operator(&at, root);
    } else if (kind.size) {
        find_in_object(&at, root);
    } else {
        walk(&at, root);
    }
}

void vt_argocd_find_in(vt_argocd_search *search, const vitals_document *document) {
    find_in(search, document, 0);
}

/* ------------------------------------------------------------------ templates */

/* Whether what follows {{ is Helm's: tables of Lua begin with {{ too, but not like this. */
static bool begins_template(vt_text rest) {
    static const vt_text words[] = { VT_TEXT_INIT("if "),        VT_TEXT_INIT("else"),
                                     VT_TEXT_INIT("end }}"),     VT_TEXT_INIT("end -}}"),
                                     VT_TEXT_INIT("range "),     VT_TEXT_INIT("with "),
                                     VT_TEXT_INIT("include \""), VT_TEXT_INIT("template \""),
                                     VT_TEXT_INIT("tpl "),       VT_TEXT_INIT("toYaml "),
                                     VT_TEXT_INIT("printf \""),  VT_TEXT_INIT("/*") };
    if (vt_text_starts(rest, VT_TEXT("- "))) rest = vt_text_between(rest, 1, rest.size);
    rest = vt_text_trim(rest);
    if (rest.size && rest.bytes[0] == '$') return true;
    if (rest.size > 1 && rest.bytes[0] == '.' && !(rest.bytes[1] >= '0' && rest.bytes[1] <= '9')) {
        return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (vt_text_starts(rest, words[i])) return true;
    }
    return false;
}

static vt_text template_of(vt_text line) {
    for (size_t at = 0; (at = vt_text_find(line, VT_TEXT("{{"), at)) != SIZE_MAX; at += 2) {
        if (!begins_template(vt_text_between(line, at + 2, line.size))) continue;
        const size_t end = vt_text_find(line, VT_TEXT("}}"), at);
        return vt_text_between(line, at, end == SIZE_MAX ? line.size : end + 2);
    }
    return VT_TEXT_ABSENT;
}

vt_text vt_argocd_template(vt_text text, uint32_t *line) {
    vt_text one;
    *line = 0;
    while (vt_text_split(&text, '\n', &one)) {
        ++*line;
        const vt_text found = template_of(one);
        if (!vt_text_is_absent(found)) return vt_text_trim(found);
    }
    *line = 0;
    return VT_TEXT_ABSENT;
}
