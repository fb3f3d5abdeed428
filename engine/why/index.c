/* Events by the object that they are about, and members by the application that they name. */
#include "why/why.h"

/* ---------------------------------------------------------------------- lists */

void vt_why_add_to(vitals_why *why, vt_map *map, vt_text key, const vitals_document *document) {
    vt_why_list *list = vt_map_get(map, key);
    vt_why_item *item = vt_arena_allocate(&why->arena, sizeof *item);
    if (!list) {
        list = vt_arena_allocate_zeroed(&why->arena, sizeof *list);
        if (!list || !vt_map_put(map, key, list)) item = NULL;
    }
    if (!item) {
        why->no_memory = true;
        return;
    }
    *item = (vt_why_item){ document, NULL };
    if (list->last) {
        list->last->next = item;
    } else {
        list->first = item;
    }
    list->last = item;
}

const vt_why_item *vt_why_first_of(const vt_map *map, vt_text key) {
    const vt_why_list *list = vt_text_is_absent(key) ? NULL : vt_map_get(map, key);
    return list ? list->first : NULL;
}

/* --------------------------------------------------------------------- events */

bool vt_why_is_event(const vitals_document *document) {
    return vt_why_is(document, "", "Event") || vt_why_is(document, "events.k8s.io", "Event");
}

const vt_value *vt_why_subject_of(const vitals_document *event) {
    const vt_value *root = vt_document_root(event);
    const vt_value *involved = vt_why_field(event, root, "involvedObject");
    return involved ? involved : vt_why_field(event, root, "regarding");
}

bool vt_why_is_of_autoscaler(vt_text reason) {
    return vt_text_is(reason, "NotTriggerScaleUp") || vt_text_is(reason, "TriggeredScaleUp");
}

bool vt_why_is_read(const vitals_document *event) {
    const vt_value *root = vt_document_root(event);
    return vt_text_is(vt_why_text(event, root, "type"), "Warning") ||
           vt_why_is_of_autoscaler(vt_why_text(event, root, "reason"));
}

/* The UID; events that were written without one have the names. */
static void index_event(vitals_why *why, const vitals_document *event) {
    const vt_value *subject = vt_why_subject_of(event);
    vt_text key = vt_why_text(event, subject, "uid");
    if (!vt_why_is_read(event)) return;
    if (key.size == 0) {
        key = VT_JOIN(&why->arena, vt_why_text(event, subject, "kind"), VT_TEXT("/"),
                      vt_why_text(event, subject, "namespace"), VT_TEXT("/"),
                      vt_why_text(event, subject, "name"));
    }
    if (vt_text_is_absent(key)) {
        why->no_memory = true;
    } else {
        vt_why_add_to(why, &why->events, key, event);
    }
}

const vt_why_item *vt_why_events_of(const vitals_why *why, const vitals_document *document) {
    const vt_why_item *found = vt_why_first_of(&why->events, vitals_document_uid(document));
    if (found || why->events.live_count == 0) return found;
    vt_buffer key;
    vt_buffer_init(&key, &why->allocator, VT_WHY_MOST_LINE_BYTES);
    vt_buffer_add(&key, vitals_document_kind(document));
    vt_buffer_add_byte(&key, '/');
    vt_buffer_add(&key, vitals_document_namespace(document));
    vt_buffer_add_byte(&key, '/');
    vt_buffer_add(&key, vitals_document_name(document));
    found = vt_why_first_of(&why->events, vt_buffer_whole_text(&key));
    vt_buffer_done(&key);
    return found;
}

/* -------------------------------------------------------------------- members */

/* How an object names what it belongs to. */
static const struct membership {
    const char *group, *kind;      /* of what it belongs to */
    const char *name, *namespace_; /* labels */
} memberships[] = {
    { "kustomize.toolkit.fluxcd.io", "Kustomization", "kustomize.toolkit.fluxcd.io/name",
      "kustomize.toolkit.fluxcd.io/namespace" },
    { "helm.toolkit.fluxcd.io", "HelmRelease", "helm.toolkit.fluxcd.io/name",
      "helm.toolkit.fluxcd.io/namespace" },
};

enum { MEMBERSHIPS = sizeof memberships / sizeof memberships[0] };

static vt_text label(const vitals_document *document, const char *key) {
    return vitals_document_label(document, vt_text_from(key));
}

/* The application in NAME:GROUP/KIND:NAMESPACE/NAME, which is NAME or NAMESPACE_NAME. */
static vt_text tracked_application(const vitals_document *document) {
    const vt_text id =
        vitals_document_annotation(document, VT_TEXT("argocd.argoproj.io/tracking-id"));
    const size_t colon = vt_text_find_byte(id, ':', 0);
    return colon == SIZE_MAX ? VT_TEXT_ABSENT : vt_text_between(id, 0, colon);
}

void vt_why_belongs(const vitals_document *document, vt_why_belongs_fn take, void *user) {
    for (size_t i = 0; i < MEMBERSHIPS; i++) {
        const struct membership *row = &memberships[i];
        const vt_text name = label(document, row->name);
        if (name.size) take(user, vt_text_from(row->kind), label(document, row->namespace_), name);
    }
    const vt_text tracked = tracked_application(document);
    if (tracked.size) take(user, VT_TEXT("Application"), VT_TEXT(""), tracked);
}

/* An object that is put into the lists of what it belongs to. */
typedef struct member {
    vitals_why *why;
    const vitals_document *document;
} member;

static void add_member(void *user, vt_text kind, vt_text namespace_, vt_text name) {
    const member *self = user;
    vitals_why *why = self->why;
    const vt_text key = VT_JOIN(&why->arena, kind, VT_TEXT(":"), namespace_, VT_TEXT("/"), name);
    if (vt_text_is_absent(key)) {
        why->no_memory = true;
    } else {
        vt_why_add_to(why, &why->members, key, self->document);
    }
}

/* NAME, or NAMESPACE_NAME outside of Argo CD's own namespace. */
static void index_application(vitals_why *why, const vitals_document *document) {
    const vt_text name = vitals_document_name(document);
    const vt_text qualified =
        VT_JOIN(&why->arena, vitals_document_namespace(document), VT_TEXT("_"), name);
    if (vt_text_is_absent(qualified)) {
        why->no_memory = true;
    } else {
        vt_why_add_to(why, &why->applications, name, document);
        vt_why_add_to(why, &why->applications, qualified, document);
    }
}

static void index_member(vitals_why *why, const vitals_document *document) {
    member self = { why, document };
    vt_why_belongs(document, add_member, &self);
    if (vt_why_is(document, "argoproj.io", "Application")) index_application(why, document);
}

/* Argo CD does not put the namespace of its own into tracking ids. */
static vt_text member_key(vitals_why *why, const vitals_document *document) {
    const vt_text name = vitals_document_name(document);
    const vt_text namespace_ = vitals_document_namespace(document);
    for (size_t i = 0; i < MEMBERSHIPS; i++) {
        if (!vt_why_is(document, memberships[i].group, memberships[i].kind)) continue;
        return VT_JOIN(&why->arena, vt_text_from(memberships[i].kind), VT_TEXT(":"), namespace_,
                       VT_TEXT("/"), name);
    }
    if (!vt_why_is(document, "argoproj.io", "Application")) return VT_TEXT_ABSENT;
    const vt_text plain = VT_JOIN(&why->arena, VT_TEXT("Application:/"), name);
    if (vt_why_first_of(&why->members, plain)) return plain;
    return VT_JOIN(&why->arena, VT_TEXT("Application:/"), namespace_, VT_TEXT("_"), name);
}

bool vt_why_has_members(const vitals_document *document) {
    for (size_t i = 0; i < MEMBERSHIPS; i++) {
        if (vt_why_is(document, memberships[i].group, memberships[i].kind)) return true;
    }
    return vt_why_is(document, "argoproj.io", "Application");
}

const vt_why_item *vt_why_members_of(vitals_why *why, const vitals_document *document) {
    return vt_why_first_of(&why->members, member_key(why, document));
}

const vt_value *vt_why_selector_of(const vitals_document *document) {
    const vt_value *labels = vt_why_field(document, vt_document_spec(document), "selector");
    return vt_why_is(document, "", "Service") && vt_value_count(labels) ? labels : NULL;
}

/* ---------------------------------------------------- what an object belongs to */

const vitals_document *vt_why_application_of(const vitals_why *why,
                                             const vitals_document *document) {
    if (!why->set) return NULL;
    for (size_t i = 0; i < MEMBERSHIPS; i++) {
        const struct membership *row = &memberships[i];
        const vt_text name = label(document, row->name);
        if (!name.size) continue;
        const vitals_document *found =
            vitals_set_find(why->set, vt_text_from(row->group), vt_text_from(row->kind),
                            label(document, row->namespace_), name);
        if (found) return found;
    }
    const vt_text tracked = tracked_application(document);
    const vt_why_item *application = vt_why_first_of(&why->applications, tracked);
    return application ? application->document : NULL;
}

bool vt_why_index(vitals_why *why, bool with_events) {
    uint64_t cursor = 0;
    if (why->notes.count) return vt_why_index_notes(why);
    const vitals_document *document;
    while (why->set && (document = vitals_set_next(why->set, &cursor))) {
        if (!vt_why_is_event(document)) {
            index_member(why, document);
        } else if (with_events) {
            index_event(why, document);
        }
    }
    return !why->no_memory;
}
