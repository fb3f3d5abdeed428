/* What the native checks share: versions, conversion, conditions, the fields many of them read. */
#include "native/check.h"

static bool has_version(const vt_evaluation *evaluation, const vt_native_version *known) {
    return !known->until || vt_argocd_before(evaluation, known->until);
}

static const vt_native_schema *type_of(const vt_evaluation *evaluation,
                                       const vt_native_typed_kind *kind) {
    const vt_text version = vitals_document_version(evaluation->reader.document);
    for (size_t i = 0; i < sizeof kind->versions / sizeof kind->versions[0]; i++) {
        const vt_native_version *known = &kind->versions[i];
        if (known->version && vt_text_is(version, known->version) &&
            has_version(evaluation, known)) {
            return known->type;
        }
    }
    return NULL;
}

static vt_opinion unsupported(const vt_evaluation *evaluation, const vt_native_typed_kind *kind) {
    const vitals_document *document = evaluation->reader.document;
    vt_text message = vt_message(evaluation->arena, "unsupported %s GVK: %s/%s, Kind=%s",
                                 vt_text_from(kind->name), vitals_document_group(document),
                                 vitals_document_version(document), vitals_document_kind(document));
    return vt_opinion_failed(message, kind->rows[VT_NATIVE_UNSUPPORTED]);
}

/* Argo CD's message does not say which field it is. */
static vt_text describe_mismatch(const vt_evaluation *evaluation, const vt_native_typed_kind *kind,
                                 const vt_native_mismatch *mismatch) {
    vt_arena *arena = evaluation->arena;
    if (!evaluation->strict) {
        return vt_message(arena, "failed to convert unstructured %s to typed: %s",
                          vt_text_from(kind->name), vt_native_mismatch_text(mismatch, arena));
    }
    vt_buffer path = vt_arena_buffer(arena);
    (void)vt_document_append_path(evaluation->reader.document, mismatch->value, &path);
    return vt_message(arena, "cannot read this %s: %s %s", vt_text_from(kind->name),
                      vt_arena_buffer_text(&path), vt_native_mismatch_words(mismatch, arena));
}

static vt_opinion mismatched(const vt_evaluation *evaluation, const vt_native_typed_kind *kind,
                             const vt_native_mismatch *mismatch) {
    return vt_opinion_failed(describe_mismatch(evaluation, kind, mismatch),
                             kind->rows[VT_NATIVE_CONVERSION]);
}

bool vt_native_accepts(const vt_evaluation *evaluation, const vt_native_typed_kind *kind,
                       vt_opinion *refused) {
    const vitals_document *document = evaluation->reader.document;
    const vt_native_schema *type = type_of(evaluation, kind);
    if (!type) {
        *refused = unsupported(evaluation, kind);
        return false;
    }
    vt_native_mismatch mismatch;
    if (vt_native_converts(type, vt_document_root(document), evaluation->argocd_release, &mismatch))
        return true;
    *refused = mismatched(evaluation, kind, &mismatch);
    return false;
}

bool vt_native_is_readable(const vt_evaluation *evaluation, const vt_native_typed_kind *kind,
                           vt_opinion *refused) {
    return !evaluation->strict || !type_of(evaluation, kind) ||
           vt_native_accepts(evaluation, kind, refused);
}

/* Only a conversion fails. Kinds of which any version is read have another row here, which does not. */
bool vt_native_is_unsupported(const vt_native_check *check, const vt_opinion *opinion) {
    return opinion->kind == VT_OPINION_FAILED && opinion->row == check->rows[VT_NATIVE_UNSUPPORTED];
}

const vt_native_phase *vt_native_phase_find(const vt_native_phase *phases, size_t count,
                                            vt_text phase) {
    for (size_t i = 0; i < count; i++) {
        if (vt_text_is(phase, phases[i].phase)) return &phases[i];
    }
    return NULL;
}

vt_opinion vt_native_condition_status(vitals_health health, const vt_value *condition,
                                      vt_text message, const char *row) {
    vt_opinion opinion = vt_opinion_status(health, message, row);
    opinion.condition = condition;
    return opinion;
}

const vt_value *vt_native_status_list(const vt_reader *reader, vt_text key) {
    const vitals_document *document = reader->document;
    const vt_value *list = vt_document_get(document, vt_document_status(document), key);
    if (vt_value_is_array(list) && vt_value_count(list) > 0) return list;
    return vt_read(reader, vt_read_status(reader), key);
}

const vt_value *vt_native_conditions(const vt_reader *reader) {
    const vt_value *list = vt_document_parts(reader->document)->conditions;
    if (vt_value_is_array(list) && vt_value_count(list) > 0) return list;
    return vt_read_conditions(reader);
}

const vt_value *vt_native_ingress_points(const vt_reader *reader) {
    const vt_value *balancer =
        vt_read_through(reader, vt_read_status(reader), VT_TEXT("loadBalancer"));
    return vt_read_field(reader, balancer, "ingress");
}

const vt_value *vt_native_condition(const vt_reader *reader, vt_text type) {
    const vt_value *conditions = vt_native_conditions(reader);
    for (const vt_value *condition = vt_array_first(conditions); condition;
         condition = vt_array_next(conditions, condition)) {
        if (vt_value_text_is(vt_read_field(reader, condition, "type"), type)) return condition;
    }
    return NULL;
}

vt_text vt_native_text(const vt_reader *reader, const vt_value *object, vt_text key) {
    return object ? vt_value_text(vt_read(reader, object, key)) : VT_TEXT_ABSENT;
}

bool vt_native_is_stale(const vt_reader *reader) {
    const vt_value *wanted = vt_read_generation(reader);
    const vt_value *seen = vt_read_observed_generation(reader);
    return vt_native_int64(wanted) > vt_native_int64(seen);
}

bool vt_native_spec_replicas(const vt_reader *reader, int64_t *replicas) {
    const vt_value *value = vt_read_field(reader, vt_read_spec(reader), "replicas");
    *replicas = vt_native_int32(value);
    return value && !vt_value_is_null(value);
}

vt_text vt_native_name(const vt_reader *reader) {
    return vt_value_text(vt_read_field(reader, vt_read_metadata(reader), "name"));
}
