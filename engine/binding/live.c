/* The live of a handle: sources, scopes and objects. */
#include <stddef.h>

#include "binding/binding.h"

/* ------------------------------------------------------------------- opening */

typedef struct live_options {
    vt_text keep;
    const vt_value *settling, *limits;
    int64_t epoch;
} live_options;

static const vt_request_member live_members[] = {
    { "epoch", VT_REQUEST_INTEGER, offsetof(live_options, epoch) },
    { "keep", VT_REQUEST_STRING, offsetof(live_options, keep) },
    { "limits", VT_REQUEST_MAP, offsetof(live_options, limits) },
    { "settling", VT_REQUEST_MAP, offsetof(live_options, settling) },
};

typedef struct settling {
    int64_t better_ms, worse_ms, flap_changes, flap_window_ms;
    bool terminal_at_once;
} settling;

static const vt_request_member settling_members[] = {
    { "betterMs", VT_REQUEST_INTEGER, offsetof(settling, better_ms) },
    { "flapChanges", VT_REQUEST_INTEGER, offsetof(settling, flap_changes) },
    { "flapWindowMs", VT_REQUEST_INTEGER, offsetof(settling, flap_window_ms) },
    { "terminalAtOnce", VT_REQUEST_BOOL, offsetof(settling, terminal_at_once) },
    { "worseMs", VT_REQUEST_INTEGER, offsetof(settling, worse_ms) },
};

static vitals_status read_settling(vitals_binding *binding, const vt_value *map,
                                   vitals_live_settling *out) {
    settling given = { 0 };
    vitals_status status = VT_BINDING_READ(binding, map, settling_members, &given);
    const int64_t numbers[] = { given.better_ms, given.worse_ms, given.flap_changes,
                                given.flap_window_ms };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0] && !status; i++) {
        if (numbers[i] < 0 || numbers[i] > UINT32_MAX) {
            status = vt_binding_refuse(binding, "settling holds a number out of range");
        }
    }
    *out = (vitals_live_settling){ (uint32_t)given.better_ms, (uint32_t)given.worse_ms,
                                   given.terminal_at_once, (uint32_t)given.flap_changes,
                                   (uint32_t)given.flap_window_ms };
    return status;
}

static vitals_status open_live(vitals_binding *binding, const live_options *given) {
    vitals_limits *limits = NULL;
    vitals_live_options options = VITALS_LIVE_OPTIONS_INIT;
    const bool all = vt_text_is(given->keep, "all");
    if (given->keep.bytes && !all && !vt_text_is(given->keep, "needed")) {
        return vt_binding_refuse(binding, "keep is neither \"needed\" nor \"all\"");
    }
    vitals_status status = read_settling(binding, given->settling, &options.settling);
    if (!status) status = vt_binding_read_limits(binding, given->limits, &limits);
    options.allocator = &binding->memory;
    options.limits = limits;
    options.keep = all ? VITALS_LIVE_KEEP_ALL : VITALS_LIVE_KEEP_NEEDED;
    options.epoch = (uint64_t)given->epoch;
    if (!status) status = vitals_live_new(&options, &binding->live);
    if (status) {
        vitals_limits_free(limits);
    } else {
        binding->live_limits = limits;
        vitals_live_set_interrupt(binding->live, vt_binding_stopped, binding);
    }
    return status;
}

int32_t vitals_binding_live_open(vitals_binding *binding, const char *bytes, size_t size) {
    live_options given = { 0 };
    vt_binding_begin(binding);
    if (binding->live) {
        return vt_binding_end(binding, vt_binding_refuse(binding, "the live is open already"));
    }
    vitals_status status = vt_binding_parse(binding, bytes, size);
    if (!status) {
        status = VT_BINDING_READ(binding, vt_document_root(binding->request), live_members, &given);
    }
    if (!status) status = open_live(binding, &given);
    return vt_binding_end(binding, status);
}

void vitals_binding_live_close(vitals_binding *binding) {
    vitals_live_free(binding->live); /* and its views */
    vitals_limits_free(binding->live_limits);
    binding->live = NULL;
    binding->live_limits = NULL;
    binding->views.count = 0;
}

/* Begin a call that needs the live. false: it is not open. */
static bool begin(vitals_binding *binding) {
    vt_binding_begin(binding);
    return binding->live != NULL;
}

/* ------------------------------------------------------------------- sources */

typedef struct source_options {
    vt_text name, aggregate, tracking, instance_label, installation_id, argocd_namespace;
    bool by_namespace;
} source_options;

static const vt_request_member source_members[] = {
    { "aggregate", VT_REQUEST_STRING, offsetof(source_options, aggregate) },
    { "argocdNamespace", VT_REQUEST_STRING, offsetof(source_options, argocd_namespace) },
    { "byNamespace", VT_REQUEST_BOOL, offsetof(source_options, by_namespace) },
    { "installationId", VT_REQUEST_STRING, offsetof(source_options, installation_id) },
    { "instanceLabel", VT_REQUEST_STRING, offsetof(source_options, instance_label) },
    { "name", VT_REQUEST_STRING, offsetof(source_options, name) },
    { "tracking", VT_REQUEST_STRING, offsetof(source_options, tracking) },
};

static const char *const trackings[] = { "any", "annotation", "label" };

static vitals_status read_words(vitals_binding *binding, const source_options *given,
                                vitals_live_source_options *out) {
    if (given->aggregate.bytes &&
        vitals_aggregate_from_name(given->aggregate.bytes, &out->aggregate)) {
        return vt_binding_refuse(binding, "there is no aggregate \"%.*s\"",
                                 VT_TEXT_ARG(given->aggregate));
    }
    if (vt_text_is_absent(given->tracking)) return VITALS_OK;
    for (size_t i = 0; i < sizeof trackings / sizeof trackings[0]; i++) {
        if (!vt_text_is(given->tracking, trackings[i])) continue;
        out->tracking = (vitals_live_tracking)i;
        return VITALS_OK;
    }
    return vt_binding_refuse(binding, "there is no tracking \"%.*s\"",
                             VT_TEXT_ARG(given->tracking));
}

static vitals_status add_source(vitals_binding *binding, const source_options *given,
                                vitals_live_id *id) {
    const vitals_call *call = &binding->rules.call;
    vitals_live_source_options options = VITALS_LIVE_SOURCE_OPTIONS_INIT;
    options.profile = call->profile;
    options.zone_offset_seconds = call->zone_offset_seconds;
    options.helm_controller_order = call->helm_controller_order;
    options.argocd_release = call->argocd_release;
    options.flux_release = call->flux_release;
    options.by_namespace = given->by_namespace;
    options.instance_label = given->instance_label;
    options.installation_id = given->installation_id;
    options.argocd_namespace = given->argocd_namespace;
    vitals_status status = read_words(binding, given, &options);
    if (status) return status;
    const vt_text name = given->name.bytes ? given->name : VT_TEXT("");
    return vitals_live_source_add(binding->live, name, binding->rules.engine, &options, id);
}

int64_t vitals_binding_live_source(vitals_binding *binding, const char *bytes, size_t size) {
    source_options given = { 0 };
    vitals_live_id id = 0;
    if (!begin(binding)) return VITALS_EINVAL;
    vitals_status status = vt_binding_parse(binding, bytes, size);
    if (!status) {
        status =
            VT_BINDING_READ(binding, vt_document_root(binding->request), source_members, &given);
    }
    if (!status) status = add_source(binding, &given, &id);
    return status ? vt_binding_end(binding, status) : (int64_t)id;
}

int32_t vitals_binding_live_source_remove(vitals_binding *binding, int64_t source) {
    if (!begin(binding)) return VITALS_EINVAL;
    return vitals_live_source_remove(binding->live, (vitals_live_id)source);
}

int32_t vitals_binding_live_use(vitals_binding *binding, int64_t source) {
    if (!begin(binding)) return VITALS_EINVAL;
    return vitals_live_use(binding->live, (vitals_live_id)source, binding->rules.engine);
}

/* -------------------------------------------------------------------- scopes */

static const vt_request_member scope_members[] = {
    { "group", VT_REQUEST_STRING, offsetof(vitals_live_scope_key, group) },
    { "kind", VT_REQUEST_STRING, offsetof(vitals_live_scope_key, kind) },
    { "namespace", VT_REQUEST_STRING, offsetof(vitals_live_scope_key, namespace_) },
};

int64_t vitals_binding_live_scope(vitals_binding *binding, int64_t source, const char *bytes,
                                  size_t size) {
    vitals_live_scope_key key = { { NULL, 0 }, { NULL, 0 }, { NULL, 0 } };
    vitals_live_id id = 0;
    if (!begin(binding)) return VITALS_EINVAL;
    vitals_status status = vt_binding_parse(binding, bytes, size);
    if (!status) {
        status = VT_BINDING_READ(binding, vt_document_root(binding->request), scope_members, &key);
    }
    if (!status) {
        status = vitals_live_scope_add(binding->live, (vitals_live_id)source, &key, &id);
    }
    return status ? vt_binding_end(binding, status) : (int64_t)id;
}

int32_t vitals_binding_live_scope_remove(vitals_binding *binding, int64_t scope) {
    if (!begin(binding)) return VITALS_EINVAL;
    return vitals_live_scope_remove(binding->live, (vitals_live_id)scope);
}

int32_t vitals_binding_live_begin(vitals_binding *binding, int64_t scope) {
    if (!begin(binding)) return VITALS_EINVAL;
    return vitals_live_begin(binding->live, (vitals_live_id)scope);
}

int32_t vitals_binding_live_synced(vitals_binding *binding, int64_t scope) {
    if (!begin(binding)) return VITALS_EINVAL;
    return vitals_live_synced(binding->live, (vitals_live_id)scope);
}

int32_t vitals_binding_live_lost(vitals_binding *binding, int64_t scope, int32_t state,
                                 const char *reason, size_t size) {
    if (!begin(binding) || (unsigned)state > VITALS_LIVE_REFUSED) return VITALS_EINVAL;
    return vitals_live_set_state(binding->live, (vitals_live_id)scope, (vitals_live_state)state,
                                 vt_text_slice(reason, size));
}

/* ------------------------------------------------------------------- objects */

int32_t vitals_binding_live_put(vitals_binding *binding, int64_t scope, const char *bytes,
                                size_t size) {
    vitals_read_options options = vt_binding_read_options(binding);
    vitals_document *document = NULL;
    if (!begin(binding)) return VITALS_EINVAL;
    options.limits = binding->live_limits;
    vitals_status status =
        vt_binding_read_object(binding, vt_text_slice(bytes, size), &options, &document);
    if (!status) {
        status = vitals_live_put(binding->live, (vitals_live_id)scope, document);
        if (!status) document = NULL; /* the live owns it */
        if (status == VITALS_EINVAL) status = vt_binding_refuse_name(binding, document);
    }
    vitals_document_free(document);
    return vt_binding_end(binding, status);
}

int32_t vitals_binding_live_put_at(vitals_binding *binding, int64_t scope, const char *bytes,
                                   size_t size, int64_t now_ms) {
    enum { MOST_WAITING = 256 };
    const int32_t status = vitals_binding_live_put(binding, scope, bytes, size);
    if (!status && ++binding->put_count % MOST_WAITING == 0) {
        /* What fails stays due: the next run reports it. */
        (void)!vitals_live_run(binding->live, binding->worker, now_ms, MOST_WAITING);
    }
    return status;
}

static const vt_request_member object_members[] = {
    { "group", VT_REQUEST_STRING, offsetof(vitals_live_object, group) },
    { "kind", VT_REQUEST_STRING, offsetof(vitals_live_object, kind) },
    { "name", VT_REQUEST_STRING, offsetof(vitals_live_object, name) },
    { "namespace", VT_REQUEST_STRING, offsetof(vitals_live_object, namespace_) },
    { "uid", VT_REQUEST_STRING, offsetof(vitals_live_object, uid) },
};

int32_t vitals_binding_live_remove(vitals_binding *binding, int64_t scope, const char *bytes,
                                   size_t size) {
    vitals_live_object object = { { NULL, 0 }, { NULL, 0 }, { NULL, 0 }, { NULL, 0 }, { NULL, 0 } };
    if (!begin(binding)) return VITALS_EINVAL;
    vitals_status status = vt_binding_parse(binding, bytes, size);
    if (!status) {
        status =
            VT_BINDING_READ(binding, vt_document_root(binding->request), object_members, &object);
    }
    if (!status) status = vitals_live_remove(binding->live, (vitals_live_id)scope, &object);
    return vt_binding_end(binding, status);
}

int32_t vitals_binding_live_run(vitals_binding *binding, int64_t now_ms, size_t budget) {
    if (!begin(binding)) return VITALS_EINVAL;
    return vitals_live_run(binding->live, binding->worker, now_ms, budget);
}

int64_t vitals_binding_live_next_ms(const vitals_binding *binding) {
    return binding->live ? vitals_live_next_ms(binding->live) : VITALS_LIVE_NEVER;
}
