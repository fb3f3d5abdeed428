/* Reads what may explain objects: see around.h. */
#include "cluster/around.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cluster/reading.h"
#include "input/kinds.h"

/* What is read at once. */
typedef struct around {
    const around_settings *settings;
    cli_reading reading;
    option_list namespaces; /* of the objects that came; for an application */
    bool asks_for_namespace;
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

/* Kinds without a namespace that explain those with one; namespaces only for those who ask about one. */
static bool is_outside(void *user, const vitals_cluster_resource *resource) {
    static const char *const kinds[][2] = {
        { "", "Node" },
        { "", "PersistentVolume" },
        { "", "Namespace" },
        { "storage.k8s.io", "StorageClass" },
        { "apiregistration.k8s.io", "APIService" },
        { "admissionregistration.k8s.io", "ValidatingWebhookConfiguration" },
        { "admissionregistration.k8s.io", "MutatingWebhookConfiguration" },
    };
    const around *self = user;
    const bool has_health = !vitals_kind_has_no_health(resource->group, resource->kind);
    const bool is_known = self->settings->all_namespaces && has_health;
    const bool is_core = !resource->group.size;
    if (!resource->listable || is_known || (!self->settings->causes && !is_core)) return false;
    if (vt_text_is(resource->kind, "Namespace") && !self->asks_for_namespace) return false;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        if (vt_text_is(resource->group, kinds[i][0]) && vt_text_is(resource->kind, kinds[i][1])) {
            return true;
        }
    }
    return false;
}

/* Often forbidden, so refusals are not reported. */
static void read_outside(around *self) {
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    const cli_refusals before = self->reading.refusals;
    self->reading.refusals = (cli_refusals){ .items = NULL };
    selection.choose = is_outside;
    selection.choose_user = self;
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

static void read_listed_namespaces(around *self) {
    const size_t count = self->namespaces.count;
    for (size_t i = 0; i < count && !self->reading.failed; i++) {
        read_kinds(self, vt_text_from(self->namespaces.items[i]));
    }
}

static void read_applications(around *self) {
    const option_list *names = self->settings->applications;
    for (size_t i = 0; i < names->count && !self->reading.failed; i++) {
        read_application(self, names->items[i]);
    }
}

/* ---------------------------------------------------------------------- words */

/* The budget of a name, in all namespaces. */
static void read_budget(around *self, const char *name) {
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    vt_buffer fields = BUFFER_INIT;
    const vitals_cluster_target target = {
        .resource = VT_TEXT_INIT("poddisruptionbudgets.policy"),
    };
    vt_buffer_printf(&fields, "metadata.name=%s", name);
    selection.targets = &target;
    selection.target_count = 1;
    selection.fields = vt_buffer_text(&fields);
    read_selection(self, &selection);
    vt_buffer_done(&fields);
}

static void read_named_application(around *self, const char *kind, const char *name) {
    vt_buffer both = BUFFER_INIT;
    vt_buffer_printf(&both, "%s/%s", kind, name);
    read_application(self, vt_buffer_string(&both));
    vt_buffer_done(&both);
}

/* Read what a word names outside of the namespace. false: it is in the namespace. */
static bool read_word(around *self, const cli_target *target) {
    static const char *const kinds[] = { "Application", "Kustomization", "HelmRelease" };
    for (size_t i = 0; i < target->count; i++) {
        const target_reading *reading = &target->readings[i];
        if (!reading->kind || !reading->name || reading->namespace) continue;
        if (kind_is_named(reading->kind, VT_TEXT("Namespace"))) {
            self->asks_for_namespace = true;
            option_list_add(&self->namespaces, memory_copy(reading->name, strlen(reading->name)));
            return true;
        }
        if (self->settings->namespace) continue;
        if (kind_is_named(reading->kind, VT_TEXT("PodDisruptionBudget"))) {
            read_budget(self, reading->name);
            return true;
        }
        for (size_t k = 0; k < COUNT_OF(kinds); k++) {
            if (!kind_is_named(reading->kind, vt_text_from(kinds[k]))) continue;
            read_named_application(self, kinds[k], reading->name);
            return true;
        }
    }
    return false;
}

/* Returns whether all words name something outside. */
static bool read_words(around *self) {
    const cli_selection *words = self->settings->words;
    bool all = words && words->count > 0;
    if (self->settings->all_namespaces) return false;
    for (size_t i = 0; words && i < words->count && !self->reading.failed; i++) {
        all &= read_word(self, &words->terms[i].target);
    }
    return all;
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
        read_listed_namespaces(self);
    } else if (read_words(self)) {
        read_listed_namespaces(self);
    } else if (settings->all_namespaces) {
        read_kinds(self, VT_TEXT_ABSENT);
    } else {
        read_namespaces(self, about.namespace_);
    }
    if (!self->reading.failed && (listed || settings->causes || !settings->all_namespaces)) {
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
