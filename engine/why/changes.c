/*
** What was written shortly before an object became unhealthy. KUBERNETES: metadata.managedFields has one entry for each
** manager, with the time of its last write.
*/
#include "why/why.h"

/* ------------------------------------------------------------------------- fields */

enum { MOST_FIELDS = 3, MOST_PATH = 200 };

/* The fields of one entry while they are written. KUBERNETES: structured-merge-diff, fieldpath/serialize: "f:NAME" is a
** member, "k:{…}" an item by its keys, "v:…" one by its value, "." the object itself. */
typedef struct field_list {
    vt_buffer *out;
    vt_buffer path;
    size_t count;
} field_list;

/* k:{"name":"web"} as [name=web], and f:image as .image. */
static void add_part(field_list *f, vt_text key) {
    const vt_text rest = vt_text_between(key, 2, key.size);
    if (vt_text_starts(key, VT_TEXT("f:"))) {
        vt_buffer_add_byte(&f->path, '.');
        vt_buffer_add(&f->path, rest);
        return;
    }
    vt_buffer_add_byte(&f->path, '[');
    for (size_t i = 0; i < rest.size; i++) {
        const char c = rest.bytes[i];
        if (c == ':') vt_buffer_add_byte(&f->path, '=');
        if (!strchr("{}\":", c) && c) vt_buffer_add_byte(&f->path, c);
    }
    vt_buffer_add_byte(&f->path, ']');
}

static void add_field(field_list *f) {
    if (f->count++ >= MOST_FIELDS) return;
    if (f->out->size) vt_buffer_add_terminated(f->out, ", ");
    vt_buffer_add(f->out, vt_text_cut(vt_buffer_text(&f->path), MOST_PATH));
}

/* The depth of documents is bounded when they are read. */
static void walk_fields(field_list *f, const vt_value *map) {
    for (const vt_value *key = vt_object_first(map); key; key = vt_object_next(map, key)) {
        const vt_text name = vt_value_text(key);
        const vt_value *below = vt_object_value(key);
        const size_t before = f->path.size;
        const bool is_metadata = !before && vt_text_is(name, "f:metadata");
        if (name.size < 3 || is_metadata) continue;
        add_part(f, name);
        if (vt_value_count(below)) {
            walk_fields(f, below);
        } else {
            add_field(f);
        }
        vt_buffer_cut(&f->path, before);
    }
}

/* What the manager of an entry wrote. Absent: no memory. */
static vt_text fields_of(vitals_why *why, const vitals_document *document, const vt_value *entry) {
    vt_buffer out;
    field_list f = { .out = &out };
    vt_buffer_init(&out, &why->allocator, VT_WHY_MOST_LINE_BYTES);
    vt_buffer_init(&f.path, &why->allocator, VT_WHY_MOST_LINE_BYTES);
    walk_fields(&f, vt_why_field(document, entry, "fieldsV1"));
    if (f.count > MOST_FIELDS) vt_buffer_printf(&out, " and %zu more", f.count - MOST_FIELDS);
    const vt_text copy = vt_arena_copy(&why->arena, vt_buffer_text(&out));
    if (vt_text_is_absent(copy)) why->no_memory = true;
    vt_buffer_done(&f.path);
    vt_buffer_done(&out);
    return copy;
}

/* ------------------------------------------------------------------------- window */

/* What is looked at, and when. */
typedef struct window {
    vt_why_finding *finding;
    int64_t from, to;
    vitals_why *why;
} window;

static void offer(window *w, const vitals_why_change *change) {
    size_t *count = &w->finding->public.change_count;
    vitals_why_change *changes = w->finding->changes;
    size_t at = *count;
    while (at > 0 && changes[at - 1].at_seconds < change->at_seconds) at--;
    if (at == VT_WHY_MOST_CHANGES) return;
    if (*count < VT_WHY_MOST_CHANGES) ++*count;
    memmove(&changes[at + 1], &changes[at], (*count - at - 1) * sizeof changes[0]);
    changes[at] = *change;
}

static bool is_known(const window *w, const vitals_document *document) {
    for (size_t i = 0; i < w->finding->public.change_count; i++) {
        if (w->finding->changes[i].object == document) return true;
    }
    return false;
}

/* Controllers write the objects that others own, and statuses. */
static void look_at(window *w, const vitals_document *document) {
    const vt_value *list = vt_why_field(document, vt_document_metadata(document), "managedFields");
    if (vt_document_has_controller(document) || is_known(w, document)) return;
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        vitals_why_change change = {
            .object = document,
            .manager = vt_why_text(document, item, "manager"),
            .operation = vt_why_text(document, item, "operation"),
            .at_seconds = vt_why_seconds(vt_why_text(document, item, "time")),
        };
        const bool by_controller = vt_why_text(document, item, "subresource").size > 0 ||
                                   vt_text_is(change.manager, "kube-controller-manager");
        if (!by_controller && change.at_seconds >= w->from && change.at_seconds <= w->to) {
            change.fields = fields_of(w->why, document, item);
            offer(w, &change);
        }
    }
}

/* ----------------------------------------------------- what a Pod reads at its start */

static void look_at_named(const vitals_why *why, window *w, const vitals_document *pod,
                          const char *kind, vt_text name) {
    if (!name.size || !why->set) return;
    const vitals_document *found = vitals_set_find(why->set, VT_TEXT(""), vt_text_from(kind),
                                                   vitals_document_namespace(pod), name);
    if (found) look_at(w, found);
}

/* Where a Pod names ConfigMaps and Secrets: the members of `map` that hold a reference, and its name. */
typedef struct source_fields {
    const char *config_map, *secret, *secret_name;
} source_fields;

static void look_at_sources(const vitals_why *why, window *w, const vitals_document *pod,
                            const vt_value *map, source_fields fields) {
    const vt_value *config_map = vt_why_field(pod, map, fields.config_map);
    const vt_value *secret = vt_why_field(pod, map, fields.secret);
    look_at_named(why, w, pod, "ConfigMap", vt_why_text(pod, config_map, "name"));
    look_at_named(why, w, pod, "Secret", vt_why_text(pod, secret, fields.secret_name));
}

static void look_at_containers(const vitals_why *why, window *w, const vitals_document *pod,
                               const vt_value *list) {
    static const source_fields env_from = { "configMapRef", "secretRef", "name" };
    static const source_fields value_from = { "configMapKeyRef", "secretKeyRef", "name" };
    for (const vt_value *one = vt_array_first(list); one; one = vt_array_next(list, one)) {
        const vt_value *from = vt_why_field(pod, one, "envFrom"),
                       *env = vt_why_field(pod, one, "env");
        for (const vt_value *item = vt_array_first(from); item; item = vt_array_next(from, item)) {
            look_at_sources(why, w, pod, item, env_from);
        }
        for (const vt_value *item = vt_array_first(env); item; item = vt_array_next(env, item)) {
            look_at_sources(why, w, pod, vt_why_field(pod, item, "valueFrom"), value_from);
        }
    }
}

static void look_at_volumes(const vitals_why *why, window *w, const vitals_document *pod,
                            const vt_value *list) {
    static const source_fields volume = { "configMap", "secret", "secretName" };
    static const source_fields projected = { "configMap", "secret", "name" };
    for (const vt_value *one = vt_array_first(list); one; one = vt_array_next(list, one)) {
        const vt_value *all = vt_why_field(pod, vt_why_field(pod, one, "projected"), "sources");
        look_at_sources(why, w, pod, one, volume);
        for (const vt_value *item = vt_array_first(all); item; item = vt_array_next(all, item)) {
            look_at_sources(why, w, pod, item, projected);
        }
    }
}

static void look_at_pod(const vitals_why *why, window *w, const vitals_document *pod) {
    const vt_value *spec = vt_document_spec(pod);
    look_at_volumes(why, w, pod, vt_why_field(pod, spec, "volumes"));
    look_at_containers(why, w, pod, vt_why_field(pod, spec, "initContainers"));
    look_at_containers(why, w, pod, vt_why_field(pod, spec, "containers"));
}

/* --------------------------------------------------------------------- the window */

/* Rules that count replicas name no condition: then since the first one that is False. */
int64_t vt_why_since(const vt_why_object *object) {
    const vitals_document *document = object->document;
    const vt_value *list = vt_document_parts(document)->conditions;
    int64_t first = vt_why_seconds(object->since);
    if (first != INT64_MIN) return first;
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        if (!vt_text_is(vt_why_text(document, item, "status"), "False")) continue;
        const int64_t since = vt_why_seconds(vt_why_text(document, item, "lastTransitionTime"));
        if (since != INT64_MIN && (first == INT64_MIN || since < first)) first = since;
    }
    return first;
}

/* When the first object on the way became unhealthy. */
static int64_t began(const vitals_why *why, size_t step) {
    int64_t first = INT64_MIN;
    for (bool more = true; more; step = why->steps[step].from) {
        const int64_t since = vt_why_since(why->steps[step].object);
        if (since != INT64_MIN && (first == INT64_MIN || since < first)) first = since;
        more = step != 0;
    }
    return first;
}

void vt_why_find_changes(vitals_why *why, size_t step, vt_why_finding *finding) {
    const int64_t since = finding->public.since_seconds, first = began(why, step);
    const int64_t now = why->call.now_seconds;
    window w = { finding, (first == INT64_MIN ? now : first) - why->changes_seconds,
                 since == INT64_MIN ? now : since, why };
    if (first != INT64_MIN && first > w.to) w.to = first;
    for (bool more = true; more; step = why->steps[step].from) {
        const vitals_document *document = why->steps[step].object->document;
        look_at(&w, document);
        if (vt_why_is(document, "", "Pod")) look_at_pod(why, &w, document);
        more = step != 0;
    }
}
