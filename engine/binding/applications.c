/* Applications that the host puts together itself. */
#include <stddef.h>

#include "binding/binding.h"

typedef struct identity {
    vt_text aggregate, uid, namespace_, name;
} identity;

static const vt_request_member members[] = {
    { "aggregate", VT_REQUEST_STRING, offsetof(identity, aggregate) },
    { "name", VT_REQUEST_STRING, offsetof(identity, name) },
    { "namespace", VT_REQUEST_STRING, offsetof(identity, namespace_) },
    { "uid", VT_REQUEST_STRING, offsetof(identity, uid) },
};

static vitals_status make(vitals_binding *binding, const char *bytes, size_t size,
                          vitals_application **out) {
    identity given = { 0 };
    vitals_application_options own = VITALS_APPLICATION_OPTIONS_INIT;
    vitals_status status = vt_binding_parse(binding, bytes, size);
    if (!status) {
        status = VT_BINDING_READ(binding, vt_document_root(binding->request), members, &given);
    }
    if (!status && given.aggregate.bytes &&
        vitals_aggregate_from_name(given.aggregate.bytes, &own.aggregate)) {
        status = vt_binding_refuse(binding, "there is no aggregate \"%.*s\"",
                                   VT_TEXT_ARG(given.aggregate));
    }
    own.profile = binding->rules.call.profile;
    own.uid = given.uid;
    own.namespace_ = given.namespace_;
    own.name = given.name;
    return status ? status : vitals_application_new(binding->rules.engine, &own, out);
}

int64_t vitals_binding_application(vitals_binding *binding, const char *bytes, size_t size) {
    vitals_application *application = NULL;
    vt_binding_begin(binding);
    vitals_status status = make(binding, bytes, size, &application);
    if (status) return vt_binding_end(binding, status);
    const int64_t id = vt_handles_add(&binding->applications, &binding->memory, application);
    if (id < 0) vitals_application_free(application);
    return id;
}

int32_t vitals_binding_application_free(vitals_binding *binding, int64_t application) {
    vt_binding_begin(binding);
    vitals_application *item = vt_handles_take(&binding->applications, application);
    vitals_application_free(item);
    return item ? VITALS_OK : VITALS_ENOTFOUND;
}

/* Parse an object when there is one. */
static vitals_status parse(vitals_binding *binding, const char *bytes, size_t size,
                           vitals_document **document) {
    const vitals_read_options options = vt_binding_read_options(binding);
    if (!bytes) return VITALS_OK;
    return vt_binding_read_object(binding, vt_text_slice(bytes, size), &options, document);
}

void vt_binding_add_key(vt_buffer *key, const vitals_document *document) {
    vt_buffer_add(key, vitals_document_kind(document));
    vt_buffer_add_byte(key, '.');
    vt_buffer_add(key, vitals_document_group(document));
    vt_buffer_add_byte(key, '/');
    vt_buffer_add(key, vitals_document_namespace(document));
    vt_buffer_add_byte(key, '/');
    vt_buffer_add(key, vitals_document_name(document));
}

/* Parse and assess the objects of one resource and put it. */
static vitals_status put(vitals_binding *binding, vitals_application *application,
                         vitals_resource *resource, const char *target, size_t target_size,
                         const char *live, size_t live_size, int64_t now_seconds) {
    const vitals_call call = vt_binding_call(binding, now_seconds);
    vitals_status status = parse(binding, target, target_size, &binding->target);
    if (!status) status = parse(binding, live, live_size, &binding->document);
    if (!status && live) {
        status = vitals_assess(binding->worker, binding->document, &call, binding->verdict);
    }
    if (status) return status;
    if (target) resource->target = binding->target;
    if (live) {
        resource->live = binding->document;
        resource->verdict = binding->verdict;
    }
    if (vt_text_is_absent(resource->key) && (live || target)) {
        vt_binding_add_key(&binding->text, live ? resource->live : resource->target);
        if (binding->text.failed) return VITALS_ENOMEM;
        resource->key = vt_buffer_text(&binding->text);
    }
    return vitals_application_put(application, resource);
}

int32_t vitals_binding_application_put(vitals_binding *binding, int64_t application,
                                       const char *key, size_t key_size, const char *target,
                                       size_t target_size, const char *live, size_t live_size,
                                       int32_t membership, int64_t now_seconds) {
    vitals_resource resource = VITALS_RESOURCE_INIT;
    vt_binding_begin(binding);
    vitals_application *item = vt_handles_find(&binding->applications, application);
    if (!item) return VITALS_ENOTFOUND;
    if ((unsigned)membership > VITALS_MEMBERSHIP_NO) {
        return vt_binding_end(
            binding, vt_binding_refuse(binding, "there is no membership %d", (int)membership));
    }
    if (!target && !live) {
        return vt_binding_end(binding,
                              vt_binding_refuse(binding, "a live or a desired object is needed"));
    }
    if (key) resource.key = vt_text_slice(key, key_size);
    resource.membership = (vitals_membership)membership;
    const vitals_status status =
        put(binding, item, &resource, target, target_size, live, live_size, now_seconds);
    return status ? vt_binding_end(binding, status) : vt_binding_end_text(binding);
}

int32_t vitals_binding_application_remove(vitals_binding *binding, int64_t application,
                                          const char *key, size_t key_size) {
    vt_binding_begin(binding);
    vitals_application *item = vt_handles_find(&binding->applications, application);
    return item ? vitals_application_remove(item, vt_text_slice(key, key_size)) : VITALS_ENOTFOUND;
}

int32_t vitals_binding_application_merge(vitals_binding *binding, int64_t application,
                                         int64_t other) {
    vt_binding_begin(binding);
    vitals_application *to = vt_handles_find(&binding->applications, application);
    const vitals_application *from = vt_handles_find(&binding->applications, other);
    return to && from ? vitals_application_merge(to, from) : VITALS_ENOTFOUND;
}

int32_t vitals_binding_application_partial(vitals_binding *binding, int64_t application) {
    vt_text text;
    vt_binding_begin(binding);
    vitals_application *item = vt_handles_find(&binding->applications, application);
    if (!item) return VITALS_ENOTFOUND;
    const vitals_status status = vitals_application_partial(item, &text);
    if (status) return vt_binding_end(binding, status);
    vt_buffer_add(&binding->text, text);
    return vt_binding_end_text(binding);
}

int32_t vitals_binding_application_merge_partial(vitals_binding *binding, int64_t application,
                                                 const char *partial, size_t size) {
    const vitals_read_options options = vt_binding_read_options(binding);
    vt_binding_begin(binding);
    vitals_application *item = vt_handles_find(&binding->applications, application);
    if (!item) return VITALS_ENOTFOUND;
    return vt_binding_end(binding, vitals_application_merge_partial(item, partial, size, &options,
                                                                    binding->diagnostics));
}

static vitals_status cover(vitals_binding *binding, vitals_application *application,
                           vitals_coverage_list *list) {
    const vt_value *root = vt_document_root(binding->request);
    const vitals_status status =
        vitals_coverage_add_json(list, binding->request, (const vitals_value *)(const void *)root);
    if (status == VITALS_EINVAL) {
        return vt_binding_refuse(binding, "a coverage with a list of parts is needed");
    }
    return status ? status : vitals_application_cover(application, list);
}

int32_t vitals_binding_application_cover(vitals_binding *binding, int64_t application,
                                         const char *coverage, size_t size) {
    vitals_coverage_list *list = NULL;
    vt_binding_begin(binding);
    vitals_application *item = vt_handles_find(&binding->applications, application);
    if (!item) return VITALS_ENOTFOUND;
    vitals_status status = vt_binding_parse(binding, coverage, size);
    if (!status) status = vitals_coverage_new(&binding->memory, &list);
    if (!status) status = cover(binding, item, list);
    vitals_coverage_free(list);
    return vt_binding_end(binding, status);
}

/* "incomplete" and "coverage" of an application that says what it covers. */
static vitals_status write_coverage(const vitals_binding *binding, vitals_application *application,
                                    vt_json_writer *result) {
    const vitals_coverage_list *covered = vitals_application_coverage(application);
    vitals_coverage_list *copy = NULL;
    vt_text json;
    if (!covered) return VITALS_OK;
    if (vitals_application_incomplete(application)) vt_json_add_bool(result, "incomplete", true);
    vitals_status status = vitals_coverage_new(&binding->memory, &copy);
    if (!status) status = vitals_coverage_add_list(copy, covered, SIZE_MAX);
    if (!status) status = vitals_coverage_json(copy, &json);
    if (!status) vt_json_add_json(result, "coverage", json);
    vitals_coverage_free(copy);
    return status;
}

int32_t vitals_binding_application_health(vitals_binding *binding, int64_t application) {
    vitals_health health = VITALS_HEALTH_UNKNOWN;
    vt_text message;
    vt_binding_begin(binding);
    vitals_application *item = vt_handles_find(&binding->applications, application);
    if (!item) return VITALS_ENOTFOUND;
    vitals_status status = vitals_application_health(item, &health, &message);
    if (status) return vt_binding_end(binding, status);
    vt_json_writer result = vt_json_open_object(&binding->text);
    vt_json_add_word(&result, "status", vitals_health_name(health));
    vt_json_add_text(&result, "message", message);
    vt_json_add_text_if(&result, "error", vitals_application_error(item));
    vt_json_add_unsigned(&result, "resources", vitals_application_size(item));
    vt_json_writer counts = vt_json_add_object(&result, "counts");
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        const size_t count = vitals_application_count(item, (vitals_health)i);
        if (count) vt_json_add_unsigned(&counts, vitals_health_name((vitals_health)i), count);
    }
    vt_json_close(&counts);
    status = write_coverage(binding, item, &result);
    if (status) return vt_binding_end(binding, status);
    vt_json_close(&result);
    const int32_t ended = vt_binding_end_text(binding);
    return ended ? ended : (int32_t)health;
}
