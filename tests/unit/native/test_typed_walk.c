/*
** Every field of every converted kind, at every place where it can be, with each value of the table
** below: it converts, or gives Go's error text. `tools/dev diff typed` sends the same walk
** through the Go types themselves.
*/
#include <stdio.h>

#include "base/memory/arena.h"
#include "native/native.h"
#include "native/typed.h"
#include "support/table.h"
#include "support/text.h"

/* Go's error text for one value in a field of each type; NULL: it converts. %s is the Go type. */
typedef struct walk_value {
    const char *json;
    const char *string, *boolean, *integer, *time, *quantity, *int_or_string;
    const char *object, *list, *map;
    const char *base64; /* a list of bytes given as text; NULL: it decodes as base64 */
} walk_value;

#define CONVERTS NULL
#define UNKNOWN "unrecognized type: "
#define NO_CONVERSION(type) "cannot convert " type " to %s"
#define NO_JSON(what, type) "json: cannot unmarshal " what " into Go value of type " type
#define NO_TIME(text)                                                                              \
    "parsing time \"" text "\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"" text             \
    "\" as \"2006\""
#define NO_QUANTITY                                                                                \
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
#define NO_CONTAINER(type)                                                                         \
    "cannot restore struct from: " type, "cannot restore slice from " type,                        \
        "cannot restore map from " type
#define NO_BASE64(at) "error decoding from json: illegal base64 data at input byte " at

/* clang-format off */
static const walk_value values[] = {
    { "null", CONVERTS, CONVERTS, CONVERTS, CONVERTS, CONVERTS, CONVERTS, CONVERTS, CONVERTS,
      CONVERTS, CONVERTS },
    { "true", UNKNOWN "string", CONVERTS, UNKNOWN "%s", NO_JSON("bool", "string"), NO_QUANTITY,
      NO_JSON("bool", "int32"), NO_CONTAINER("bool"), CONVERTS },
    { "5", NO_CONVERSION("int64"), UNKNOWN "bool", CONVERTS, NO_JSON("number", "string"), CONVERTS,
      CONVERTS, NO_CONTAINER("int64"), CONVERTS },
    { "99999999999", NO_CONVERSION("int64"), UNKNOWN "bool", CONVERTS,
      NO_JSON("number", "string"), CONVERTS, NO_JSON("number 99999999999", "int32"),
      NO_CONTAINER("int64"), CONVERTS },
    { "2.5", UNKNOWN "string", UNKNOWN "bool", NO_CONVERSION("float64"),
      NO_JSON("number", "string"), CONVERTS, NO_JSON("number 2.5", "int32"),
      NO_CONTAINER("float64"), CONVERTS },
    { "2.0", UNKNOWN "string", UNKNOWN "bool", CONVERTS, NO_JSON("number", "string"), CONVERTS,
      CONVERTS, NO_CONTAINER("float64"), CONVERTS },
    { "\"x\"", CONVERTS, UNKNOWN "bool", UNKNOWN "%s", NO_TIME("x"), NO_QUANTITY, CONVERTS,
      NO_CONTAINER("string"), NO_BASE64("0") },
    { "\"\"", CONVERTS, UNKNOWN "bool", UNKNOWN "%s", NO_TIME(""), NO_QUANTITY, CONVERTS,
      NO_CONTAINER("string"), CONVERTS },
    { "\"1Gi=\"", CONVERTS, UNKNOWN "bool", UNKNOWN "%s", NO_TIME("1Gi="), NO_QUANTITY, CONVERTS,
      NO_CONTAINER("string"), CONVERTS },
    { "\"7Gi\"", CONVERTS, UNKNOWN "bool", UNKNOWN "%s", NO_TIME("7Gi"), CONVERTS, CONVERTS,
      NO_CONTAINER("string"), NO_BASE64("0") },
    { "\"2024-01-01T00:00:00Z\"", CONVERTS, UNKNOWN "bool", UNKNOWN "%s", CONVERTS, NO_QUANTITY,
      CONVERTS, NO_CONTAINER("string"), NO_BASE64("4") },
    { "[]", UNKNOWN "string", UNKNOWN "bool", UNKNOWN "%s", NO_JSON("array", "string"),
      NO_QUANTITY, NO_JSON("array", "int32"), "cannot restore struct from: slice", CONVERTS,
      "cannot restore map from slice", CONVERTS },
    { "{}", UNKNOWN "string", UNKNOWN "bool", UNKNOWN "%s", NO_JSON("object", "string"),
      NO_QUANTITY, NO_JSON("object", "int32"), CONVERTS, "cannot restore slice from map", CONVERTS,
      CONVERTS },
};
/* clang-format on */

/* The error is that of the first of these that does not convert. */
static const char *text_where_one(const walk_value *value, const vt_native_field *field) {
    const char *const texts[] = {
        [VT_NATIVE_STRING] = value->string,     [VT_NATIVE_BOOL] = value->boolean,
        [VT_NATIVE_INT32] = value->integer,     [VT_NATIVE_INT64] = value->integer,
        [VT_NATIVE_UINT8] = value->integer,     [VT_NATIVE_TIME] = value->time,
        [VT_NATIVE_QUANTITY] = value->quantity, [VT_NATIVE_INT_OR_STRING] = value->int_or_string,
        [VT_NATIVE_ANYTHING] = CONVERTS,        [VT_NATIVE_OBJECT] = value->object,
    };
    return texts[field->kind];
}

static const char *text_where(const walk_value *value, const vt_native_field *field) {
    if (field->shape == VT_NATIVE_MAP) return value->map;
    if (field->shape == VT_NATIVE_ONE) return text_where_one(value, field);
    bool text = value->json[0] == '"';
    return field->kind == VT_NATIVE_UINT8 && text ? value->base64 : value->list;
}

static const char *go_type(const vt_native_field *field) {
    static const char *const integers[] = {
        [VT_NATIVE_INT32] = "int32",
        [VT_NATIVE_INT64] = "int64",
        [VT_NATIVE_UINT8] = "uint8",
    };
    if (field->kind == VT_NATIVE_STRING) return field->alias ? field->alias : "string";
    return field->kind < TABLE_COUNT(integers) ? integers[field->kind] : "";
}

/* ------------------------------------------------------------------------------ the walk */

/* The position of the walk: the text of the object up to a value, and what closes it after. */
typedef struct place {
    const vt_native_schema *root;
    char before[2048], after[256];
    size_t fields, cases; /* seen so far */
} place;

static void expect(place *at, const char *json, const vt_native_field *field, const char *text) {
    char object[8192], want[256];
    vt_arena arena;
    vitals_document *document = NULL;
    vt_native_mismatch mismatch;
    int size = snprintf(object, sizeof object, "%s%s%s", at->before, json, at->after);
    assert_in_range(size, 2, sizeof object - 1);
    assert_int_equal(vitals_document_parse(object, (size_t)size, NULL, &document, NULL), VITALS_OK);
    bool converts = vt_native_converts(at->root, vt_document_root(document), 0, &mismatch);
    if (converts != (text == NULL)) fail_msg("%s: should it convert?", object);
    at->cases++;
    if (!converts) {
        vt_arena_init(&arena, NULL, 0);
        vt_text reported = vt_native_mismatch_text(&mismatch, &arena);
        int length = text ? snprintf(want, sizeof want, text, go_type(field)) : 0;
        assert_ptr_equal(mismatch.field, field);
        if (reported.size != (size_t)length || memcmp(reported.bytes, want, reported.size) != 0)
            fail_msg("%s: %.*s, not %s", object, (int)reported.size, reported.bytes, want);
        vt_arena_done(&arena);
    }
    vitals_document_free(document);
}

/* Goes one step down; returns the position to go back to. */
typedef struct step {
    size_t before, after;
} step;

static step go_in(place *at, const char *open, const char *close) {
    step back = { strlen(at->before), strlen(at->after) };
    char after[sizeof at->after];
    int size = snprintf(at->before + back.before, sizeof at->before - back.before, "%s", open);
    assert_in_range(size, 1, sizeof at->before - back.before - 1);
    size = snprintf(after, sizeof after, "%s%s", close, at->after);
    assert_in_range(size, 1, sizeof after - 1);
    memcpy(at->after, after, (size_t)size + 1);
    return back;
}

static void go_back(place *at, step back) {
    at->before[back.before] = '\0';
    memmove(at->after, at->after + strlen(at->after) - back.after, back.after + 1);
}

static void walk_struct(place *at, const vt_native_schema *schema);

/* The value itself, or an element of the field's list or map. */
static void walk_one(place *at, const vt_native_field *field) {
    for (size_t i = 0; i < TABLE_COUNT(values); i++) {
        expect(at, values[i].json, field, text_where_one(&values[i], field));
    }
    if (field->kind == VT_NATIVE_OBJECT) walk_struct(at, field->object);
}

static void walk_elements(place *at, const vt_native_field *field) {
    bool list = field->shape == VT_NATIVE_LIST;
    for (size_t i = 0; i < TABLE_COUNT(values); i++) {
        expect(at, values[i].json, field, text_where(&values[i], field));
    }
    step back = list ? go_in(at, "[null,", "]") : go_in(at, "{\"a\":null,\"b\":", "}");
    walk_one(at, field);
    go_back(at, back);
}

/* The JSON of a value that does not convert, and in `text` Go's error; NULL: every value converts. */
static const char *wrong_json(const vt_native_field *field, const char **text) {
    for (size_t i = 0; i < TABLE_COUNT(values); i++) {
        *text = text_where(&values[i], field);
        if (*text) return values[i].json;
    }
    return NULL;
}

/* All fields from `first` on are wrong, the last one written first: the first one is reported. */
static void walk_order(place *at, const vt_native_schema *schema, size_t first) {
    char json[6144] = "{";
    const char *first_text = NULL, *text;
    for (size_t i = schema->field_count; i-- > first;) {
        if (schema->fields[i].until) continue;
        const char *wrong = wrong_json(&schema->fields[i], &text);
        if (i == first) first_text = wrong ? text : NULL;
        if (!wrong) continue;
        text_append(json, sizeof json, "%s\"%s\":%s", json[1] ? "," : "", schema->fields[i].name,
                    wrong);
    }
    text_append(json, sizeof json, "}");
    if (first_text) expect(at, json, &schema->fields[first], first_text);
}

static void walk_struct(place *at, const vt_native_schema *schema) {
    for (size_t i = 0; i < schema->field_count; i++) {
        const vt_native_field *field = &schema->fields[i];
        if (field->until) continue; /* older releases alone have it */
        char open[128];
        snprintf(open, sizeof open, "{\"%s\":", field->name);
        walk_order(at, schema, i);
        at->fields++;
        step back = go_in(at, open, "}");
        if (field->shape == VT_NATIVE_ONE) {
            walk_one(at, field);
        } else {
            walk_elements(at, field);
        }
        go_back(at, back);
    }
}

/* ------------------------------------------------------------------------------ the kinds */

static const struct walk_row {
    TABLE_ROW;
    const vt_native_schema *schema;
    const char *group, *kind, *version, *called;
} kinds[] = {
#define KIND(type, group, kind, version, called)                                                   \
    { kind " " version, &vt_native_##type##_type, group, kind, version, called }
    KIND(deployment, "apps", "Deployment", "apps/v1", "Deployment"),
    KIND(replicaset, "apps", "ReplicaSet", "apps/v1", "ReplicaSet"),
    KIND(statefulset, "apps", "StatefulSet", "apps/v1", "StatefulSet"),
    KIND(daemonset, "apps", "DaemonSet", "apps/v1", "DaemonSet"),
    KIND(pod, "", "Pod", "v1", "Pod"),
    KIND(service, "", "Service", "v1", "Service"),
    KIND(persistentvolumeclaim, "", "PersistentVolumeClaim", "v1", "PersistentVolumeClaim"),
    KIND(job, "batch", "Job", "batch/v1", "Job"),
    KIND(horizontalpodautoscaler_v1, "autoscaling", "HorizontalPodAutoscaler", "autoscaling/v1",
         "HPA"),
    KIND(horizontalpodautoscaler_v2, "autoscaling", "HorizontalPodAutoscaler", "autoscaling/v2",
         "HPA"),
    KIND(apiservice_v1, "apiregistration.k8s.io", "APIService", "apiregistration.k8s.io/v1",
         "APIService"),
    KIND(apiservice_v1beta1, "apiregistration.k8s.io", "APIService",
         "apiregistration.k8s.io/v1beta1", "APIService"),
#undef KIND
};

static size_t all_fields, all_cases;

static void walk_kind(void **state) {
    const struct walk_row *row = *state;
    place at = { .root = row->schema };
    walk_struct(&at, row->schema);
    all_fields += at.fields;
    all_cases += at.cases;
}

/* The check of the kind converts by this schema and reports the error under its name. */
static void check_kind(void **state) {
    const struct walk_row *row = *state;
    const vt_native_check *check =
        vt_native_find(vt_text_from(row->group), vt_text_from(row->kind));
    char object[256], want[256];
    vt_arena arena;
    vitals_document *document = NULL;
    int size =
        snprintf(object, sizeof object, "{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":5}",
                 row->version, row->kind);
    assert_int_equal(vitals_document_parse(object, (size_t)size, NULL, &document, NULL), VITALS_OK);
    vt_arena_init(&arena, NULL, 0);
    vt_evaluation evaluation = { .reader = { document, NULL }, .arena = &arena };
    vt_opinion opinion = check->check(&evaluation);
    size = snprintf(want, sizeof want,
                    "failed to convert unstructured %s to typed: cannot restore struct from: int64",
                    row->called);
    assert_int_equal(opinion.kind, VT_OPINION_FAILED);
    assert_int_equal(opinion.message.size, size);
    assert_memory_equal(opinion.message.bytes, want, (size_t)size);
    vt_arena_done(&arena);
    vitals_document_free(document);
}

int main(void) {
    int failed = TABLE_RUN("conversion", check_kind, kinds) + TABLE_RUN("walk", walk_kind, kinds);
    print_message("%zu fields walked with %zu values each, and their elements: %zu objects\n",
                  all_fields, TABLE_COUNT(values), all_cases);
    return failed;
}
