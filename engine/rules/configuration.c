/* Configurations: inputs are kept as text until an engine is built from them. */
#include "rules/configuration.h"
#include "base/memory/memory.h"
#include "base/memory/sized.h"
#include "base/run/limits.h"
#include "cel/cel.h"
#include "document/document.h"
#include "health/prelude.h"

vitals_status vitals_configuration_new(const vitals_allocator *allocator,
                                       vitals_configuration **out) {
    if (!out) return VITALS_EINVAL;
    vitals_allocator memory = vt_allocator_or_default(allocator);
    vitals_configuration *configuration = vt_allocate_zeroed(&memory, sizeof *configuration);
    if (!configuration) return VITALS_ENOMEM;
    configuration->allocator = memory;
    configuration->limits = vt_limits_or_default(NULL);
    configuration->bundled = true;
    *out = configuration;
    return VITALS_OK;
}

static void release_text(const vitals_allocator *allocator, vt_text text) {
    if (text.bytes) vt_release(allocator, (void *)(uintptr_t)text.bytes, text.size + 1);
}

static void release_input(const vitals_allocator *allocator, const vt_input *input) {
    release_text(allocator, input->name);
    release_text(allocator, input->file);
    release_text(allocator, input->bytes);
}

void vitals_configuration_free(vitals_configuration *configuration) {
    if (!configuration) return;
    vitals_allocator memory = configuration->allocator;
    for (size_t i = 0; i < configuration->input_count; i++) {
        release_input(&memory, &configuration->inputs[i]);
    }
    vt_release_array(&memory, configuration->inputs, configuration->input_capacity,
                     sizeof *configuration->inputs);
    vitals_engine_release(configuration->shared);
    vt_release(&memory, configuration, sizeof *configuration);
}

void vitals_configuration_share(vitals_configuration *configuration, vitals_engine *engine) {
    vitals_engine *old = configuration->shared;
    configuration->shared = engine ? vitals_engine_retain(engine) : NULL;
    vitals_engine_release(old);
}

void vitals_configuration_set_on_broken(vitals_configuration *configuration,
                                        vitals_on_broken what) {
    configuration->on_broken = what;
}

void vitals_configuration_set_limits(vitals_configuration *configuration,
                                     const vitals_limits *limits) {
    configuration->limits = vt_limits_or_default(limits);
}

void vitals_configuration_set_bundled(vitals_configuration *configuration, bool on) {
    configuration->bundled = on;
}

vitals_status vitals_configuration_set_zones(vitals_configuration *configuration, const char *bytes,
                                             size_t size) {
    const vt_text zones = vt_text_slice(bytes, size);
    if (!bytes || !vt_cel_zones_are_valid(zones)) return VITALS_EINVAL;
    configuration->zones = zones;
    return VITALS_OK;
}

void vitals_configuration_set_missing_is_false(vitals_configuration *configuration, bool on) {
    configuration->missing_is_false = on;
}

void vitals_configuration_set_owned_only(vitals_configuration *configuration, bool on) {
    configuration->owned_only = on;
}

void vitals_configuration_set_interrupt(vitals_configuration *configuration,
                                        vitals_interrupt_fn interrupt, void *user) {
    configuration->interrupt = (vt_interrupt){ interrupt, user };
}

/* A terminated copy; false when memory runs out. Absent text becomes empty. */
static bool copy_text(const vitals_allocator *allocator, vt_text text, vt_text *out) {
    char *copy = vt_allocate(allocator, text.size + 1);
    if (!copy) return false;
    if (text.size) memcpy(copy, text.bytes, text.size);
    copy[text.size] = '\0';
    *out = (vt_text){ copy, text.size };
    return true;
}

vitals_status vt_configuration_keep(vitals_configuration *configuration, vt_input_kind kind,
                                    vt_text name, vt_text file, vt_text bytes) {
    const vitals_allocator *memory = &configuration->allocator;
    void *items = configuration->inputs;
    bool room = vt_grow(memory, &items, &configuration->input_capacity, configuration->input_count,
                        sizeof *configuration->inputs);
    configuration->inputs = items;
    if (!room) return VITALS_ENOMEM;
    vt_input input = { .kind = kind,
                       .layer = configuration->layers,
                       .has_prelude = configuration->has_prelude };
    if (!copy_text(memory, name, &input.name) || !copy_text(memory, file, &input.file) ||
        !copy_text(memory, bytes, &input.bytes)) {
        release_input(memory, &input);
        return VITALS_ENOMEM;
    }
    configuration->inputs[configuration->input_count++] = input;
    configuration->has_prelude |= kind == VT_INPUT_PRELUDE;
    return VITALS_OK;
}

vitals_status vt_configuration_keep_check(vitals_configuration *configuration, vt_text name,
                                          vt_text file, vt_text bytes, bool broken,
                                          const char *limit) {
    vitals_status status = vt_configuration_keep(configuration, VT_INPUT_CHECK, name, file, bytes);
    if (status) return status;
    vt_input *kept = &configuration->inputs[configuration->input_count - 1];
    kept->broken = broken;
    kept->limit = limit;
    return VITALS_OK;
}

static vitals_status check_size(const vitals_configuration *configuration, const char *file,
                                size_t size, vitals_diagnostics *diagnostics) {
    if (size <= configuration->limits.configuration_bytes) return VITALS_OK;
    vt_diagnose_format(diagnostics, VITALS_SEVERITY_ERROR, "configuration-size",
                       (vt_place){ file, 0, 0, 0 }, VT_LIMIT_NAME(configuration_bytes),
                       "file has %zu bytes; the limit configuration_bytes is %llu", size,
                       (unsigned long long)configuration->limits.configuration_bytes);
    return VITALS_ELIMIT;
}

/* Check the size and syntax of a YAML or JSON text. The caller frees *document. */
static vitals_status parse_input(const vitals_configuration *configuration, const char *file,
                                 const char *bytes, size_t size, vitals_document **document,
                                 vitals_diagnostics *diagnostics) {
    vitals_status status = check_size(configuration, file, size, diagnostics);
    if (status) return status;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_limits limits = configuration->limits;
    limits.document_bytes = limits.configuration_bytes;
    options.allocator = &configuration->allocator;
    options.limits = &limits;
    options.file = file;
    vt_source source = { .text = { bytes, size }, .interrupt = configuration->interrupt };
    return vt_document_parse_source(&source, &options, document, diagnostics);
}

static vitals_status refuse(const vitals_document *document, vitals_diagnostics *diagnostics,
                            const char *text) {
    vt_diagnose(diagnostics, VITALS_SEVERITY_ERROR, "configmap",
                vt_document_place(document, vt_document_root(document)), NULL, vt_text_from(text));
    return VITALS_ESYNTAX;
}

/* Whether a document can be an argocd-cm: an object whose kind is absent or ConfigMap. */
static vitals_status check_configmap(const vitals_document *document,
                                     vitals_diagnostics *diagnostics) {
    const vt_value *root = vt_document_root(document);
    if (!vt_value_is_object(root)) return refuse(document, diagnostics, "not a ConfigMap");
    vt_text kind = vitals_document_kind(document);
    if (!vt_text_is_absent(kind) && !vt_text_is(kind, "ConfigMap")) {
        return refuse(document, diagnostics, "not a ConfigMap: it has a different kind");
    }
    const vt_value *data = vt_document_get(document, root, VT_TEXT("data"));
    if (data && !vt_value_is_object(data) && !vt_value_is_null(data)) {
        return refuse(document, diagnostics, "data of the ConfigMap is not a map");
    }
    return VITALS_OK;
}

/* A later ConfigMap replaces an earlier one, as in a cluster. */
static void drop_configmaps(vitals_configuration *configuration) {
    size_t kept = 0;
    for (size_t i = 0; i < configuration->input_count; i++) {
        vt_input *input = &configuration->inputs[i];
        if (input->kind == VT_INPUT_ARGOCD_CM) {
            release_input(&configuration->allocator, input);
        } else {
            configuration->inputs[kept++] = *input;
        }
    }
    configuration->input_count = kept;
}

vitals_status vitals_configuration_add_argocd_cm(vitals_configuration *configuration,
                                                 const char *file, const char *bytes, size_t size,
                                                 vitals_diagnostics *diagnostics) {
    if (!configuration) return VITALS_EINVAL;
    vitals_document *document = NULL;
    vitals_status status = parse_input(configuration, file, bytes, size, &document, diagnostics);
    if (!status) status = check_configmap(document, diagnostics);
    vitals_document_free(document);
    if (status) return status;
    size_t before = configuration->input_count;
    status = vt_configuration_keep(configuration, VT_INPUT_ARGOCD_CM, VT_TEXT_ABSENT,
                                   vt_text_from(file), vt_text_slice(bytes, size));
    if (status) return status;
    vt_input added = configuration->inputs[before];
    configuration->input_count = before;
    drop_configmaps(configuration);
    configuration->inputs[configuration->input_count++] = added;
    return VITALS_OK;
}

vitals_status vitals_configuration_add_check(vitals_configuration *configuration,
                                             const char *group_kind, const char *file,
                                             const char *script, size_t size,
                                             vitals_diagnostics *diagnostics) {
    if (!configuration) return VITALS_EINVAL;
    vitals_status status = check_size(configuration, file, size, diagnostics);
    if (status) return status;
    vt_text name = vt_text_from(group_kind);
    configuration->layers++;
    return vt_configuration_keep(
        configuration, vt_text_is(name, VT_PRELUDE_NAME) ? VT_INPUT_PRELUDE : VT_INPUT_CHECK, name,
        vt_text_from(file), vt_text_slice(script, size));
}

vitals_status vitals_configuration_add_expressions(vitals_configuration *configuration,
                                                   const char *file, const char *bytes, size_t size,
                                                   vitals_diagnostics *diagnostics) {
    if (!configuration) return VITALS_EINVAL;
    vitals_status status = check_size(configuration, file, size, diagnostics);
    if (status) return status;
    return vt_configuration_keep(configuration, VT_INPUT_EXPRESSIONS, VT_TEXT_ABSENT,
                                 vt_text_from(file), vt_text_slice(bytes, size));
}

vitals_status vitals_configuration_add_rules(vitals_configuration *configuration, const char *file,
                                             const char *bytes, size_t size,
                                             const vitals_rules_options *options,
                                             vitals_diagnostics *diagnostics) {
    if (!configuration) return VITALS_EINVAL;
    vitals_rules_options own = VITALS_RULES_OPTIONS_INIT;
    if (options && !vt_sized_read(options, &own, sizeof own)) return VITALS_EINVAL;
    const unsigned known = VITALS_RULES_ALL | VITALS_RULES_FOLLOW;
    if (!(own.take & VITALS_RULES_ALL) || (own.take & ~known)) return VITALS_EINVAL;
    vitals_status status = check_size(configuration, file, size, diagnostics);
    if (status) return status;
    status = vt_configuration_keep(configuration, VT_INPUT_RULES, vt_text_from(own.key),
                                   vt_text_from(file), vt_text_slice(bytes, size));
    if (status) return status;
    configuration->inputs[configuration->input_count - 1].take = own.take;
    return VITALS_OK;
}

vitals_status vitals_configuration_disable_bundled(vitals_configuration *configuration,
                                                   const char *group_kind) {
    if (!configuration) return VITALS_EINVAL;
    return vt_configuration_keep(configuration, VT_INPUT_DISABLED_CHECK, vt_text_from(group_kind),
                                 VT_TEXT_ABSENT, VT_TEXT_ABSENT);
}

vitals_status vitals_configuration_add_policy(vitals_configuration *configuration, const char *file,
                                              const char *bytes, size_t size,
                                              vitals_diagnostics *diagnostics) {
    if (!configuration) return VITALS_EINVAL;
    vitals_document *document = NULL;
    vitals_status status = parse_input(configuration, file, bytes, size, &document, diagnostics);
    vitals_document_free(document);
    if (status) return status;
    return vt_configuration_keep(configuration, VT_INPUT_POLICY, VT_TEXT_ABSENT, vt_text_from(file),
                                 vt_text_slice(bytes, size));
}
