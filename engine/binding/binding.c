/* A handle: its parts and its rules. */
#include <string.h>

#include "binding/binding.h"

/* Everything that a handle needs from its beginning. */
static bool make_parts(vitals_binding *binding) {
    const vitals_allocator *memory = &binding->memory;
    return !vitals_diagnostics_new(memory, &binding->diagnostics) &&
           !vitals_verdict_new(memory, &binding->verdict) &&
           !vt_binding_rules_read(binding, NULL, 0, &binding->rules) &&
           !vitals_worker_new(binding->rules.engine, &binding->worker);
}

vitals_binding *vt_binding_new(const vitals_allocator *allocator) {
    const vitals_allocator memory = vt_allocator_or_default(allocator);
    vitals_binding *binding = vt_allocate_zeroed(&memory, sizeof *binding);
    if (!binding) return NULL;
    binding->memory = memory;
    vt_buffer_init(&binding->text, &memory, SIZE_MAX / 2);
    vt_arena_init(&binding->rules.arena, &memory, 0);
    binding->result = VT_TEXT("");
    if (make_parts(binding)) return binding;
    vitals_binding_free(binding);
    return NULL;
}

vitals_binding *vitals_binding_new(void) {
    return vt_binding_new(NULL);
}

static void release_bytes(const vitals_allocator *memory, vt_text bytes) {
    if (bytes.bytes) vt_release(memory, (void *)(uintptr_t)bytes.bytes, bytes.size);
}

void vitals_binding_free(vitals_binding *binding) {
    if (!binding) return;
    const vitals_allocator memory = binding->memory;
    vitals_binding_live_close(binding);
    for (size_t i = 0; i < binding->applications.count; i++) {
        vitals_application_free(binding->applications.rows[i].item);
    }
    vt_handles_done(&binding->applications, &memory);
    vt_handles_done(&binding->views, &memory);
    vitals_cel_batch_free(binding->cel);
    vitals_verdict_free(binding->verdict);
    vitals_document_free(binding->document);
    vitals_document_free(binding->target);
    vitals_document_free(binding->request);
    vitals_worker_free(binding->worker);
    vitals_diagnostics_free(binding->diagnostics);
    vt_binding_rules_done(&binding->rules);
    release_bytes(&memory, binding->bundle);
    release_bytes(&memory, binding->zones);
    vt_buffer_done(&binding->text);
    vt_release(&memory, binding, sizeof *binding);
}

const char *vitals_binding_text(const vitals_binding *binding) {
    return binding->result.bytes;
}

size_t vitals_binding_text_size(const vitals_binding *binding) {
    return binding->result.size;
}

int32_t *vitals_binding_stop(vitals_binding *binding) {
    return &binding->stop;
}

char *vitals_binding_alloc(size_t bytes) {
    const vitals_allocator memory = vt_allocator_or_default(NULL);
    return vt_allocate(&memory, bytes ? bytes : 1);
}

void vitals_binding_release(char *block, size_t bytes) {
    const vitals_allocator memory = vt_allocator_or_default(NULL);
    vt_release(&memory, block, bytes ? bytes : 1);
}

/* -------------------------------------------------------------------- assets */

typedef vitals_status (*asset_setter)(vitals_configuration *configuration, const char *bytes,
                                      size_t size);

/* Whether the library takes these bytes. */
static vitals_status try_asset(const vitals_binding *binding, asset_setter set, vt_text bytes) {
    vitals_configuration *configuration = NULL;
    vitals_status status = vitals_configuration_new(&binding->memory, &configuration);
    if (!status) status = set(configuration, bytes.bytes, bytes.size);
    vitals_configuration_free(configuration);
    return status;
}

static int32_t keep_asset(vitals_binding *binding, const char *name, asset_setter set, vt_text *to,
                          vt_text bytes) {
    vt_binding_begin(binding);
    vitals_status status = VITALS_EINVAL;
    if (!to->bytes) status = try_asset(binding, set, bytes);
    if (status == VITALS_EINVAL) {
        status = vt_binding_refuse(binding, "the %s %s", name,
                                   to->bytes ? "were given already"
                                             : "are not those of this version of the library");
    }
    if (status) return vt_binding_end(binding, status);
    char *copy = vt_allocate(&binding->memory, bytes.size);
    if (!copy) return VITALS_ENOMEM;
    memcpy(copy, bytes.bytes, bytes.size);
    *to = vt_text_slice(copy, bytes.size);
    return VITALS_OK;
}

int32_t vitals_binding_bundle(vitals_binding *binding, const char *bytes, size_t size) {
    return keep_asset(binding, "bundled checks", vitals_configuration_set_bundle, &binding->bundle,
                      vt_text_slice(bytes, size));
}

int32_t vitals_binding_zones(vitals_binding *binding, const char *bytes, size_t size) {
    return keep_asset(binding, "time zones", vitals_configuration_set_zones, &binding->zones,
                      vt_text_slice(bytes, size));
}

/* --------------------------------------------------------------------- rules */

int32_t vitals_binding_configure(vitals_binding *binding, const char *options, size_t size) {
    vt_binding_rules rules;
    vt_binding_begin(binding);
    vitals_status status = vt_binding_rules_read(binding, options, size, &rules);
    if (!status) status = vitals_worker_use(binding->worker, rules.engine);
    if (status) {
        if (rules.engine) vt_binding_rules_done(&rules);
        return vt_binding_end(binding, status);
    }
    vt_binding_rules_done(&binding->rules);
    binding->rules = rules;
    vitals_cel_batch_free(binding->cel); /* it has the limits of the old rules */
    binding->cel = NULL;
    vt_json_writer result = vt_json_open_object(&binding->text);
    vt_binding_write_diagnostics(binding->diagnostics, &result);
    vt_json_close(&result);
    return vt_binding_end_text(binding);
}
