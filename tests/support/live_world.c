/* Objects of a random world as text. */
#include "support/live_world.h"

#include <stdio.h>
#include <string.h>

#include "support/table.h"
#include "support/text.h"

enum { KINDS = 9, NAME_STEP = 100 };

static const struct kind {
    const char *group, *version, *kind;
} kinds[KINDS] = {
    { "apps", "apps/v1", "Deployment" },
    { "apps", "apps/v1", "ReplicaSet" },
    { "", "v1", "Pod" },
    { "", "v1", "Pod" },
    { "", "v1", "ConfigMap" },
    { "x.io", "x.io/v1", "Clock" },
    { "batch", "batch/v1", "Job" },
    { "argoproj.io", "argoproj.io/v1alpha1", "Application" },
    { "kustomize.toolkit.fluxcd.io", "kustomize.toolkit.fluxcd.io/v1", "Kustomization" },
};

enum {
    DEPLOYMENT,
    REPLICA_SET,
    POD,
    OTHER_POD,
    CONFIG_MAP,
    CLOCK,
    JOB,
    APPLICATION,
    KUSTOMIZATION
};

static const struct kind *kind_of(unsigned index) {
    static const struct kind secret = { "", "v1", "Secret" };
    if (index == WORLD_SECRET) return &secret;
    return &kinds[index == WORLD_NOBODY ? POD : index % KINDS];
}

unsigned world_random(world *w) {
    w->random = w->random * 1103515245u + 12345u;
    return w->random >> 16 & 0x7fff;
}

unsigned world_source_of(unsigned index) {
    return index >= WORLD_FIRST;
}

unsigned world_namespace_of(unsigned index) {
    return index % 3 == 0;
}

const char *world_namespace(unsigned number) {
    return number ? "b" : "a";
}

static vitals_text text_of(const char *text) {
    return (vitals_text){ text, strlen(text) };
}

/* ----------------------------------------------------------------------- names */

vitals_text world_uid_text(world_uid uid, char out[32]) {
    snprintf(out, 32, "u%u-%u", uid.index, uid.number);
    return text_of(out);
}

vitals_live_object world_names(const world *w, unsigned index, char scratch[32]) {
    vitals_live_object names = world_first_names(index, scratch);
    snprintf(scratch, 32, "o%u", index + w->objects[index].names * NAME_STEP);
    names.name = text_of(scratch);
    return names;
}

vitals_live_object world_first_names(unsigned index, char scratch[32]) {
    const struct kind *kind = kind_of(index);
    snprintf(scratch, 32, "o%u", index);
    return (vitals_live_object){ { NULL, 0 },
                                 text_of(kind->group),
                                 text_of(kind->kind),
                                 text_of(world_namespace(world_namespace_of(index))),
                                 text_of(scratch) };
}

unsigned world_index(vitals_text name) {
    return text_number(name.bytes + 1, UINT32_MAX) % NAME_STEP;
}

/* Those with an object of their own, those that marks name, and a namespace. */
static const struct list {
    unsigned source;
    vitals_live_manager manager;
    const char *namespace_, *name;
} lists[WORLD_LISTS] = {
    { 0, VITALS_LIVE_ARGOCD, "a", "o7" },        { 0, VITALS_LIVE_ARGOCD, "", "app0" },
    { 0, VITALS_LIVE_KUSTOMIZATION, "a", "o8" }, { 1, VITALS_LIVE_ARGOCD, "a", "o34" },
    { 1, VITALS_LIVE_NAMESPACE, "b", "b" },
};

vitals_live_application_key world_list_key(unsigned list) {
    return (vitals_live_application_key){ lists[list].manager, text_of(lists[list].namespace_),
                                          text_of(lists[list].name) };
}

unsigned world_list_source(unsigned list) {
    return lists[list].source;
}

/* --------------------------------------------------------------------- metadata */

/* What the variant of an object changes: where it belongs, and who owns it. */
static void write_owner(const world_state *state, char *out, size_t size) {
    char uid[32];
    out[0] = '\0';
    if (!(state->variant & 1)) return;
    (void)world_uid_text(state->owner, uid);
    snprintf(out, size, ",\"ownerReferences\":[{\"uid\":\"%s\",\"controller\":%s}]", uid,
             state->variant & 2 ? "true" : "false");
}

/* An application without an object, and one with. */
static void write_mark(const world *w, unsigned index, char *out, size_t size) {
    static const char *const applications[2][3] = { { "app0", "app1", "a_o7" },
                                                    { "app0", "app1", "a_o34" } };
    char name[32];
    unsigned variant = w->objects[index].now.variant;
    out[0] = '\0';
    if (!(variant & 4)) return;
    (void)world_names(w, index, name);
    snprintf(out, size, ",\"annotations\":{\"argocd.argoproj.io/tracking-id\":\"%s:%s/%s:%s/%s\"}",
             applications[world_source_of(index)][variant / 8 % 3], kind_of(index)->group,
             kind_of(index)->kind, world_namespace(world_namespace_of(index)), name);
}

static void write_metadata(const world *w, unsigned index, char *out, size_t size) {
    static const char *const labels[] = { "", ",\"app.kubernetes.io/instance\":\"app1\"",
                                          ",\"kustomize.toolkit.fluxcd.io/name\":\"o8\","
                                          "\"kustomize.toolkit.fluxcd.io/namespace\":\"a\"",
                                          ",\"helm.toolkit.fluxcd.io/name\":\"hr\"" };
    const world_object *o = &w->objects[index];
    unsigned variant = o->now.variant;
    char owner[200], mark[300], uid[32], name[32];
    write_owner(&o->now, owner, sizeof owner);
    write_mark(w, index, mark, sizeof mark);
    (void)world_uid_text(o->uid, uid);
    (void)world_names(w, index, name);
    snprintf(out, size,
             "\"metadata\":{\"name\":\"%s\",\"namespace\":\"%s\",\"uid\":\"%s\","
             "\"resourceVersion\":\"%u\",\"generation\":2,\"creationTimestamp\":"
             "\"2026-01-01T00:00:%02uZ\",\"labels\":{\"app\":\"l%u\"%s}%s%s}",
             name, world_namespace(world_namespace_of(index)), uid, o->now.version, variant % 60,
             variant / 16 % 3, labels[variant / 32 % 4], mark, owner);
}

/* ----------------------------------------------------------------------- status */

static const char *const pods[] = {
    "{\"phase\":\"Running\",\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}",
    "{\"phase\":\"Pending\",\"conditions\":[{\"type\":\"PodScheduled\",\"status\":\"False\","
    "\"reason\":\"Unschedulable\"}]}",
    "{\"phase\":\"Running\",\"containerStatuses\":[{\"name\":\"c\",\"state\":{\"waiting\":"
    "{\"reason\":\"CrashLoopBackOff\"}}}]}",
    "{\"phase\":\"Failed\"}"
};
static const char *const workloads[] = {
    "{\"observedGeneration\":2,\"replicas\":1,\"readyReplicas\":0,\"availableReplicas\":0}",
    "{\"observedGeneration\":1}",
    "{\"observedGeneration\":2,\"replicas\":1,\"updatedReplicas\":1,\"readyReplicas\":1,"
    "\"availableReplicas\":1,\"fullyLabeledReplicas\":1,\"conditions\":[{\"type\":\"Available\","
    "\"status\":\"True\"}]}",
    "{\"observedGeneration\":2,\"conditions\":[{\"type\":\"Progressing\",\"status\":\"False\","
    "\"reason\":\"ProgressDeadlineExceeded\",\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}]}"
};
static const char *const jobs[] = {
    "{}", "{\"conditions\":[{\"type\":\"Failed\",\"status\":\"True\",\"message\":\"m\"}]}",
    "{\"conditions\":[{\"type\":\"Complete\",\"status\":\"True\"}]}", "{\"active\":1}"
};
static const char *const deliveries[] = {
    "\"sync\":{\"status\":\"Synced\"},\"health\":{\"status\":\"Healthy\"}",
    "\"sync\":{\"status\":\"OutOfSync\",\"revision\":\"b\"},\"health\":{\"status\":\"Degraded\"}",
    "\"conditions\":[{\"type\":\"Ready\",\"status\":\"False\"}]",
    "\"operationState\":{\"phase\":\"Running\"}"
};

/* What an application lists, as distances from the first object of its source. */
enum { MOST_ENTRIES = 4, ITSELF = 900 };
static const struct entries {
    unsigned count, items[MOST_ENTRIES];
} inventories[] = {
    { 0, { 0 } },
    { 1, { 0 } },
    { 1, { 1 } },
    { 2, { 2, 0 } },
    { 2, { 4, WORLD_NOBODY } },
    { 3, { 0, ITSELF, WORLD_SECRET } },
    { 1, { ITSELF } },
    { 4, { 1, 2, 1, 5 } },
};

static size_t write_entry(unsigned application, unsigned index, char *out, size_t size) {
    char name[32];
    const vitals_live_object names = world_first_names(index, name);
    int used;
    if (application % KINDS == APPLICATION) {
        used = snprintf(out, size,
                        "{\"group\":\"%s\",\"kind\":\"%s\",\"namespace\":\"%s\",\"name\":\"%s\"},",
                        names.group.bytes, names.kind.bytes, names.namespace_.bytes, name);
    } else {
        used = snprintf(out, size, "{\"id\":\"%s_%s_%s_%s\"},", names.namespace_.bytes, name,
                        names.group.bytes, names.kind.bytes);
    }
    return (size_t)used;
}

static void write_inventory(const world *w, unsigned index, char *out, size_t size) {
    unsigned variant = w->objects[index].now.variant;
    const struct entries *entries = &inventories[variant / 64 % TABLE_COUNT(inventories)];
    bool argocd = index % KINDS == APPLICATION;
    size_t used = (size_t)snprintf(out, size, "{%s,\"%s\":[", deliveries[variant / 4 % 4],
                                   argocd ? "resources" : "inventory\":{\"entries");
    for (unsigned i = 0; i < entries->count; i++) {
        unsigned item = entries->items[i];
        if (item < WORLD_OBJECTS && world_source_of(index)) item += WORLD_FIRST;
        if (item == ITSELF) item = index;
        used += write_entry(index, item, out + used, size - used);
    }
    if (entries->count) used--; /* the comma after the last one */
    snprintf(out + used, size - used, argocd ? "]}" : "]}}");
}

static void write_status(const world *w, unsigned index, char *out, size_t size) {
    static const char *const *const texts[KINDS] = { workloads, workloads, pods, pods, workloads,
                                                     workloads, jobs,      NULL, NULL };
    const char *const *own = texts[index % KINDS];
    if (own) {
        snprintf(out, size, "%s", own[w->objects[index].now.variant / 4 % 4]);
    } else {
        write_inventory(w, index, out, size);
    }
}

void world_write(const world *w, unsigned index, char out[WORLD_TEXT_BYTES]) {
    const struct kind *kind = kind_of(index);
    unsigned variant = w->objects[index].now.variant;
    char metadata[1500], status[1500];
    write_metadata(w, index, metadata, sizeof metadata);
    write_status(w, index, status, sizeof status);
    snprintf(
        out, WORLD_TEXT_BYTES,
        "{\"apiVersion\":\"%s\",\"kind\":\"%s\",%s,\"spec\":{\"replicas\":1,\"project\":\"p%u\","
        "\"destination\":{\"name\":\"in-cluster\"},\"selector\":{\"matchLabels\":{\"app\":"
        "\"l%u\"}}},\"status\":%s}",
        kind->version, kind->kind, metadata, variant / 512 % 2, variant / 16 % 3, status);
}

void world_change(world *w, unsigned index) {
    world_object *o = &w->objects[index];
    unsigned first = world_source_of(index) ? WORLD_FIRST : 0;
    unsigned parent = index == first ? first + 11 : index - 1;
    if (!o->present) o->uid = (world_uid){ index, ++o->uids };
    o->present = true;
    o->before = o->now;
    o->now = (world_state){ ++w->versions, world_random(w), w->objects[parent].uid };
}
