/* Reads what may explain objects: see around.h. */
#include "cluster/around.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cluster/reading.h"

/* What is read at once. */
typedef struct around {
    const around_settings *settings;
    cli_reading reading;
    option_list namespaces; /* of the objects that came; for an application */
} around;

static void take(void *user, vitals_document *document) {
    around *self = user;
    const vitals_text in = vitals_document_namespace(document);
    bool known = in.size == 0;
    for (size_t i = 0; i < self->namespaces.count; i++) {
        known |= vt_text_is(in, self->namespaces.items[i]);
    }
    if (!known) option_list_add(&self->namespaces, memory_copy(in.bytes, in.size));
    self->settings->take(self->settings->user, document);
}

/* ---------------------------------------------------------------- selections */

/* Events of v1; those of events.k8s.io are the same objects. */
static bool is_wanted(void *user, const vitals_cluster_resource *resource) {
    const around *self = user;
    if (!resource->listable) return false;
    if (!resource->group.size && vt_text_is(resource->kind, "ComponentStatus")) return false;
    if (vt_text_is(resource->kind, "Event")) {
        return !self->settings->without_events && resource->group.size == 0;
    }
    return !vitals_kind_has_no_health(resource->group, resource->kind);
}

/* Read a selection to its end. */
static void read_selection(around *self, vitals_cluster_selection *selection) {
    static const char *const drop[] = {
        ".metadata.annotations[\"kubectl.kubernetes.io/last-applied-configuration\"]",
    };
    selection->drop = drop; /* not the managed fields: they say what was changed */
    selection->drop_count = COUNT_OF(drop);
    selection->fallback_namespace = true;
    reading_run(&self->reading, selection);
}

static void read_kinds(around *self, vitals_text namespace_) {
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    selection.choose = is_wanted;
    selection.choose_user = self;
    selection.namespace_ = namespace_;
    read_selection(self, &selection);
}

/* Kinds without a namespace that explain those with one. */
static bool is_outside(void *user, const vitals_cluster_resource *resource) {
    (void)user;
    return resource->listable && !resource->group.size &&
           (vt_text_is(resource->kind, "Node") || vt_text_is(resource->kind, "PersistentVolume"));
}

/* Often forbidden, so refusals are not reported. */
static void read_outside(around *self) {
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    const cli_refusals before = self->reading.refusals;
    self->reading.refusals = (cli_refusals){ .items = NULL };
    selection.choose = is_outside;
    read_selection(self, &selection);
    refusals_done(&self->reading.refusals);
    self->reading.refusals = before;
}

/* What an application lists; then comes everything in their namespaces. */
static void read_application(around *self, const char *name) {
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    vitals_cluster_about about;
    vitals_cluster_about_of(self->reading.cluster, &about, sizeof about);
    selection.application = vt_text_from(name);
    if (!self->settings->all_namespaces) selection.namespace_ = about.namespace_;
    read_selection(self, &selection);
}

static void read_applications(around *self) {
    const option_list *names = self->settings->applications;
    for (size_t i = 0; i < names->count && !self->reading.failed; i++) {
        read_application(self, names->items[i]);
    }
    const size_t count = self->namespaces.count;
    for (size_t i = 0; i < count && !self->reading.failed; i++) {
        read_kinds(self, vt_text_from(self->namespaces.items[i]));
    }
}

/* Those of -n, or else that of the context. */
static void read_namespaces(around *self, vitals_text usual) {
    option_list names = option_items(self->settings->namespace);
    if (!names.count) read_kinds(self, usual);
    for (size_t i = 0; i < names.count && !self->reading.failed; i++) {
        read_kinds(self, vt_text_from(names.items[i]));
    }
    option_list_free_items(&names);
}

static void read_all(around *self) {
    const around_settings *settings = self->settings;
    vitals_cluster_about about;
    vitals_cluster_about_of(self->reading.cluster, &about, sizeof about);
    const bool listed = settings->applications && settings->applications->count;
    if (listed) {
        read_applications(self);
    } else if (settings->all_namespaces) {
        read_kinds(self, VT_TEXT_ABSENT);
    } else {
        read_namespaces(self, about.namespace_);
    }
    if (!self->reading.failed && (listed || !settings->all_namespaces)) {
        read_outside(self);
    }
}

bool around_read(const around_settings *settings, cli_problems *problems) {
    around self = { .settings = settings };
    cli_reading *reading = &self.reading;
    const option_list *contexts = &settings->connect->contexts;
    const char *first = contexts->count ? contexts->items[0] : NULL;
    connect_catch_signals();
    *reading = (cli_reading){ .problems = problems, .take = take, .user = &self };
    reading->loop = connect_loop(settings->limits);
    reading->cluster = connect_cluster(reading->loop, settings->connect,
                                       settings->context ? settings->context : first,
                                       settings->namespace, problems);
    if (reading->cluster) read_all(&self);
    const bool read = reading->cluster && !reading->failed;
    if (read) (void)refusals_report(&reading->refusals, NULL, false, false, problems);
    vitals_cluster_loop_free(reading->loop);
    refusals_done(&reading->refusals);
    option_list_free_items(&self.namespaces);
    return read;
}
