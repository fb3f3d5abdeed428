/* A column of objects as partial aggregates of their applications. */
#include "base/memory/map.h"
#include "base/memory/sort.h"
#include "binding/binding.h"

typedef struct partial_map {
    vt_arena arena; /* names */
    vt_map by_name; /* vitals_application */
    vt_buffer key;
    vitals_coverage_list *covered; /* what could not be read: it may belong to any application */
    size_t rows, unreadable;
    vt_buffer reason; /* of the first of them */
} partial_map;

/* ARGO: the annotation is NAME:GROUP/KIND:NAMESPACE/NAME, the label just NAME. */
static vt_text tracked_by(const vitals_document *document) {
    const vt_text id =
        vitals_document_annotation(document, VT_TEXT("argocd.argoproj.io/tracking-id"));
    const vt_text label = vitals_document_label(document, VT_TEXT("app.kubernetes.io/instance"));
    if (vt_text_is_absent(id)) return vt_text_is_absent(label) ? VT_TEXT("") : label;
    const size_t colon = vt_text_find_byte(id, ':', 0);
    return vt_text_slice(id.bytes, colon == SIZE_MAX ? id.size : colon);
}

/* As the command line aggregates: by the profile. */
static vitals_aggregate aggregate_of(vitals_profile profile) {
    const bool argocd = profile == VITALS_PROFILE_COMBINED || profile == VITALS_PROFILE_ARGOCD;
    return argocd ? VITALS_AGGREGATE_ARGOCD : VITALS_AGGREGATE_KSTATUS;
}

/* The application of this name, which is made when it is new. */
static vitals_status find_application(partial_map *partials, vitals_binding *binding, vt_text name,
                                      vitals_application **out) {
    *out = vt_map_get(&partials->by_name, name);
    if (*out) return VITALS_OK;
    vitals_application_options options = VITALS_APPLICATION_OPTIONS_INIT;
    options.profile = binding->rules.call.profile;
    options.name = vt_arena_copy(&partials->arena, name);
    if (vt_text_is_absent(options.name)) return VITALS_ENOMEM;
    options.aggregate = aggregate_of(binding->rules.call.profile);
    const vitals_status status = vitals_application_new(binding->rules.engine, &options, out);
    if (status || vt_map_put(&partials->by_name, options.name, *out)) return status;
    vitals_application_free(*out);
    return VITALS_ENOMEM;
}

/* Not a resource of an application: a kind without health, and the application itself. */
static bool is_left_out(const vitals_document *document, vt_text application) {
    const vt_text group = vitals_document_group(document), kind = vitals_document_kind(document);
    return vitals_kind_has_no_health(group, kind) ||
           (vt_text_is(group, "argoproj.io") && vt_text_is(kind, "Application") &&
            vt_text_equal(vitals_document_name(document), application));
}

/* Of the first one what is wrong is kept. */
static vitals_status note_unreadable(partial_map *partials, const vitals_binding *binding,
                                     size_t row) {
    const vitals_diagnostic *first = vitals_diagnostics_at(binding->diagnostics, 0);
    if (partials->unreadable++) return VITALS_OK;
    vt_buffer_printf(&partials->reason, "row %zu: ", row);
    if (first) vt_buffer_add(&partials->reason, first->text);
    return partials->reason.failed ? VITALS_ENOMEM : VITALS_OK;
}

static vitals_status put(void *user, vitals_binding *binding, size_t row, vitals_status status) {
    partial_map *partials = user;
    vitals_application *application = NULL;
    vitals_resource resource = VITALS_RESOURCE_INIT;
    partials->rows++;
    if (status) return note_unreadable(partials, binding, row);
    const vitals_document *document = binding->document;
    const vt_text name = tracked_by(document);
    const vitals_counting counting = vitals_verdict_counting(binding->verdict);
    if (counting == VITALS_COUNTING_OWNED_BY_REFERENCE || is_left_out(document, name)) {
        return VITALS_OK;
    }
    status = find_application(partials, binding, name, &application);
    if (status) return status;
    vt_buffer_clear(&partials->key);
    vt_binding_add_key(&partials->key, document);
    if (partials->key.failed) return VITALS_ENOMEM;
    resource.key = vt_buffer_text(&partials->key);
    resource.live = document;
    resource.verdict = binding->verdict;
    return vitals_application_put(application, &resource);
}

static int by_name(const void *a, const void *b) {
    const vt_map_entry *const *left = a, *const *right = b;
    return vt_text_compare((*left)->key, (*right)->key);
}

/* One part for all rows that could not be read. Without one the list says that all were. */
static vitals_status list_unreadable(partial_map *partials, const vitals_allocator *memory) {
    vitals_coverage_part part = VITALS_COVERAGE_PART_INIT;
    vitals_status status = vitals_coverage_new(memory, &partials->covered);
    if (status || !partials->unreadable) return status;
    vt_buffer_printf(&partials->key, "%zu of %zu objects could not be read; the first is ",
                     partials->unreadable, partials->rows);
    vt_buffer_add(&partials->key, vt_buffer_text(&partials->reason));
    if (partials->key.failed) return VITALS_ENOMEM;
    part.state = VITALS_COVERAGE_UNREADABLE;
    part.what = VT_TEXT("column");
    part.reason = vt_buffer_text(&partials->key);
    return vitals_coverage_add(partials->covered, &part);
}

static vitals_status write_lines(const partial_map *partials, vitals_binding *binding) {
    const size_t count = partials->by_name.live_count;
    const vt_map_entry **order = vt_allocate_array(&binding->memory, count + 1, sizeof *order);
    if (!order) return VITALS_ENOMEM;
    size_t at = 0, taken = 0;
    while (taken < count) order[taken++] = vt_map_next(&partials->by_name, &at);
    (void)vt_sort(order, count, sizeof *order, by_name, (vt_interrupt){ NULL, NULL });
    vitals_status status = VITALS_OK;
    for (size_t i = 0; i < count && !status; i++) {
        vt_text line;
        status = vitals_application_cover(order[i]->value, partials->covered);
        if (!status) status = vitals_application_partial(order[i]->value, &line);
        if (status) break;
        vt_buffer_add_byte(&binding->text, '\n');
        vt_buffer_add(&binding->text, line);
    }
    vt_release_array(&binding->memory, order, count + 1, sizeof *order);
    return status ? status : vt_binding_end_text(binding);
}

static void done(partial_map *partials) {
    const vt_map_entry *entry;
    for (size_t at = 0; (entry = vt_map_next(&partials->by_name, &at));) {
        vitals_application_free(entry->value);
    }
    vt_map_done(&partials->by_name);
    vt_arena_done(&partials->arena);
    vt_buffer_done(&partials->key);
    vt_buffer_done(&partials->reason);
    vitals_coverage_free(partials->covered);
}

int64_t vitals_binding_partials(vitals_binding *binding, const char *bytes, size_t size,
                                const void *offsets, size_t count, int32_t wide,
                                int64_t now_seconds) {
    const vt_column column = { bytes, size, offsets, count, wide != 0 };
    partial_map partials = { .rows = 0 };
    vt_arena_init(&partials.arena, &binding->memory, 0);
    vt_map_init(&partials.by_name, &binding->memory, 0);
    vt_buffer_init(&partials.key, &binding->memory, SIZE_MAX / 2);
    vt_buffer_init(&partials.reason, &binding->memory, SIZE_MAX / 2);
    int64_t result = vt_binding_column(binding, &column, now_seconds, put, &partials);
    vt_buffer_clear(&partials.key);
    vitals_status status =
        result >= 0 && count ? list_unreadable(&partials, &binding->memory) : VITALS_OK;
    if (!status && partials.covered) status = write_lines(&partials, binding);
    if (status) result = vt_binding_end(binding, status);
    done(&partials);
    return result;
}
