/* Looking up fields, and what objects have by custom. */
#include "author/schema/schema.h"

/* ------------------------------------------------------------------- fields */

static const vt_schema any = { .type = VT_SCHEMA_ANY };

const vt_schema_field *vt_schema_field_of(const vt_schema *schema, vt_text name) {
    uint32_t low = 0, high = schema && schema->type == VT_SCHEMA_OBJECT ? schema->field_count : 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = vt_text_compare(name, schema->fields[middle].name);
        if (order == 0) return &schema->fields[middle];
        if (order < 0) high = middle;
        if (order > 0) low = middle + 1;
    }
    return NULL;
}

const vt_schema *vt_schema_get(const vt_schema *schema, vt_text name) {
    const vt_schema_field *field = vt_schema_field_of(schema, name);
    if (field) return field->schema;
    return schema && schema->type == VT_SCHEMA_OBJECT ? schema->items : NULL;
}

bool vt_schema_lacks(const vt_schema *schema, vt_text name) {
    if (!schema || schema->type != VT_SCHEMA_OBJECT || vt_schema_field_of(schema, name))
        return false;
    if (schema->items) return false;
    return !schema->open || (schema->by_custom && vt_schema_nearest(schema, name).size > 0);
}

/* How many letters may differ: a word by custom is meant only where the name is hardly another. */
static size_t most_distance(const vt_schema *schema, vt_text name) {
    if (schema->by_custom) return name.size > 8 ? 2 : 1;
    return name.size > 4 ? 2 : 1;
}

/* Plurals and singulars are words of their own in other kinds. */
static bool is_other_number(vt_text a, vt_text b) {
    vt_text longer = a.size > b.size ? a : b, shorter = a.size > b.size ? b : a;
    return longer.size == shorter.size + 1 && vt_text_ends(longer, VT_TEXT("s")) &&
           vt_text_starts(longer, shorter);
}

vt_text vt_schema_nearest(const vt_schema *schema, vt_text name) {
    vt_text nearest = VT_TEXT_ABSENT;
    size_t best = most_distance(schema, name) + 1;
    for (uint32_t i = 0; i < schema->field_count; i++) {
        vt_text field = schema->fields[i].name;
        if (vt_text_equal_fold(name, field)) return field;
        if (schema->by_custom && is_other_number(name, field)) continue;
        size_t distance = vt_text_distance(name, field, best);
        if (distance >= best || distance * 2 >= name.size) continue;
        best = distance;
        nearest = field;
    }
    return nearest;
}

vt_text vt_schema_nearest_value(const vt_schema *schema, vt_text value) {
    size_t best = 3;
    vt_text nearest = VT_TEXT_ABSENT;
    for (uint32_t i = 0; i < schema->value_count; i++) {
        if (vt_text_equal_fold(value, schema->values[i])) return schema->values[i];
        size_t distance = vt_text_distance(value, schema->values[i], best);
        if (distance >= best || distance * 2 >= value.size) continue;
        best = distance;
        nearest = schema->values[i];
    }
    return nearest;
}

bool vt_schema_has_value(const vt_schema *schema, vt_text value) {
    if (!schema || schema->type != VT_SCHEMA_STRING || schema->value_count == 0) return true;
    for (uint32_t i = 0; i < schema->value_count; i++) {
        if (vt_text_equal(schema->values[i], value)) return true;
    }
    return schema->by_custom && !vt_schema_nearest_value(schema, value).size;
}

/* ---------------------------------------------------------------- by custom */

#define FIELD(name, schema, present)                                                               \
    {                                                                                              \
        VT_TEXT_INIT(name), &(schema), (present), {                                                \
            NULL, 0                                                                                \
        }                                                                                          \
    }
#define FIELDS(list) .fields = (list), .field_count = sizeof(list) / sizeof *(list)

static const vt_schema text = { .type = VT_SCHEMA_STRING };
static const vt_schema integer = { .type = VT_SCHEMA_INTEGER };
static const vt_schema boolean = { .type = VT_SCHEMA_BOOLEAN };
static const vt_schema texts = { .type = VT_SCHEMA_ARRAY, .items = &text };
static const vt_schema text_map = { .type = VT_SCHEMA_OBJECT, .items = &text };

/* meta/v1 OwnerReference and ManagedFieldsEntry, ObjectMeta: k8s.io/apimachinery v0.34. */
static const vt_schema_field owner_fields[] = {
    FIELD("apiVersion", text, true),     FIELD("blockOwnerDeletion", boolean, false),
    FIELD("controller", boolean, false), FIELD("kind", text, true),
    FIELD("name", text, true),           FIELD("uid", text, true),
};
static const vt_schema owner = { .type = VT_SCHEMA_OBJECT, FIELDS(owner_fields) };
static const vt_schema owners = { .type = VT_SCHEMA_ARRAY, .items = &owner };
static const vt_schema managed = { .type = VT_SCHEMA_ARRAY, .items = &any };
static const vt_schema_field metadata_fields[] = {
    FIELD("annotations", text_map, false),
    FIELD("creationTimestamp", text, true),
    FIELD("deletionGracePeriodSeconds", integer, false),
    FIELD("deletionTimestamp", text, false),
    FIELD("finalizers", texts, false),
    FIELD("generateName", text, false),
    FIELD("generation", integer, true),
    FIELD("labels", text_map, false),
    FIELD("managedFields", managed, false),
    FIELD("name", text, true),
    FIELD("namespace", text, true),
    FIELD("ownerReferences", owners, false),
    FIELD("resourceVersion", text, true),
    FIELD("selfLink", text, false),
    FIELD("uid", text, true),
};
const vt_schema vt_schema_metadata = { .type = VT_SCHEMA_OBJECT, FIELDS(metadata_fields) };

/* What metav1.Condition and its older relatives have. Others add fields of their own. */
static const vt_text truths[] = { VT_TEXT_INIT("True"), VT_TEXT_INIT("False"),
                                  VT_TEXT_INIT("Unknown") };
static const vt_schema truth = { .type = VT_SCHEMA_STRING,
                                 .by_custom = true,
                                 .values = truths,
                                 .value_count = sizeof truths / sizeof truths[0] };
static const vt_schema_field condition_fields[] = {
    FIELD("lastHeartbeatTime", text, false),
    FIELD("lastProbeTime", text, false),
    FIELD("lastTransitionTime", text, false),
    FIELD("lastUpdateTime", text, false),
    FIELD("message", text, false),
    FIELD("observedGeneration", integer, false),
    FIELD("reason", text, false),
    FIELD("severity", text, false),
    FIELD("status", truth, true),
    FIELD("type", text, true),
};
const vt_schema vt_schema_condition = {
    .type = VT_SCHEMA_OBJECT, .open = true, .by_custom = true, FIELDS(condition_fields)
};
static const vt_schema conditions = { .type = VT_SCHEMA_ARRAY, .items = &vt_schema_condition };
static const vt_schema_field status_fields[] = {
    FIELD("conditions", conditions, false),
    FIELD("observedGeneration", integer, false),
    FIELD("phase", text, false),
};
static const vt_schema status = {
    .type = VT_SCHEMA_OBJECT, .open = true, .by_custom = true, FIELDS(status_fields)
};
static const vt_schema_field object_fields[] = {
    FIELD("apiVersion", text, true),
    FIELD("kind", text, true),
    FIELD("metadata", vt_schema_metadata, true),
    FIELD("spec", any, false),
    FIELD("status", status, false),
};
static const vt_schema object = {
    .type = VT_SCHEMA_OBJECT, .open = true, .by_custom = true, FIELDS(object_fields)
};

const vt_schema *vt_schema_of_any_object(void) {
    return &object;
}
