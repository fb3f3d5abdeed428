/* The typed conversion: what converts, Go's error texts for what does not, and which of two errors is
** reported. */
#include "native/typed.h"

#include "base/number/clock.h"
#include "unit/native/cases.h"

#define QUANTITY                                                                                   \
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"

/* `fields` in a Pod; NULL converts. */
static const struct typed_row {
    TABLE_ROW;
    const char *fields;
    const char *detail;
} typed_rows[] = {
    { "unknown fields", "'foo':1,'spec':{'bar':{}}", NULL },
    { "names are case-sensitive", "'Spec':1,'spec':{'NodeName':5}", NULL },
    { "nulls", "'spec':null,'status':{'conditions':[null]},'metadata':{'labels':{'a':null}}",
      NULL },
    { "string: integer", "'spec':{'nodeName':5}", "cannot convert int64 to string" },
    { "string: float", "'spec':{'nodeName':5.5}", "unrecognized type: string" },
    { "string: bool", "'spec':{'nodeName':true}", "unrecognized type: string" },
    { "string: list", "'spec':{'nodeName':[]}", "unrecognized type: string" },
    { "alias: integer", "'spec':{'dnsPolicy':5}", "cannot convert int64 to v1.DNSPolicy" },
    { "alias: map", "'spec':{'dnsPolicy':{}}", "unrecognized type: string" },
    { "uid: integer", "'metadata':{'uid':5}", "cannot convert int64 to types.UID" },
    { "bool: integer", "'spec':{'hostPID':1}", "unrecognized type: bool" },
    { "int32: integral float", "'spec':{'priority':2.0}", NULL },
    { "int32: too large wraps", "'spec':{'priority':99999999999}", NULL },
    { "int32: float", "'spec':{'priority':2.5}", "cannot convert float64 to int32" },
    { "int32: string", "'spec':{'priority':'2'}", "unrecognized type: int32" },
    { "int64: float", "'spec':{'activeDeadlineSeconds':0.1}", "cannot convert float64 to int64" },
    { "int64: bool", "'spec':{'activeDeadlineSeconds':false}", "unrecognized type: int64" },
    { "list of int64", "'spec':{'securityContext':{'supplementalGroups':[1,'2']}}",
      "unrecognized type: int64" },
    { "struct: string", "'spec':'x'", "cannot restore struct from: string" },
    { "struct: list", "'spec':{'affinity':[]}", "cannot restore struct from: slice" },
    { "struct in a list: integer", "'spec':{'containers':[{},5]}",
      "cannot restore struct from: int64" },
    { "list: map", "'spec':{'containers':{}}", "cannot restore slice from map" },
    { "list: string", "'spec':{'containers':'x'}", "cannot restore slice from string" },
    { "list of strings", "'metadata':{'finalizers':['a',1]}", "cannot convert int64 to string" },
    { "map: list", "'metadata':{'labels':[]}", "cannot restore map from slice" },
    { "map: float", "'metadata':{'labels':1.5}", "cannot restore map from float64" },
    { "map of strings", "'metadata':{'labels':{'a':true}}", "unrecognized type: string" },
    { "time", "'status':{'startTime':'2024-02-29T23:59:59.5+01:00'}", NULL },
    { "time: empty", "'status':{'startTime':''}",
      "parsing time \"\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"\" as \"2006\"" },
    { "time: month", "'status':{'startTime':'2024-13-01T00:00:00Z'}",
      "parsing time \"2024-13-01T00:00:00Z\": month out of range" },
    { "time: map", "'status':{'startTime':{}}",
      "json: cannot unmarshal object into Go value of type string" },
    { "quantity: number", "'spec':{'overhead':{'cpu':1.5}}", NULL },
    { "quantity: word", "'spec':{'overhead':{'cpu':'lots'}}", QUANTITY },
    { "quantity: bool", "'spec':{'overhead':{'cpu':true}}", QUANTITY },
    { "quantity: suffix", "'spec':{'overhead':{'cpu':'1KM'}}",
      "unable to parse quantity's suffix" },
    { "quantity: no number", "'spec':{'overhead':{'cpu':'Ei'}}",
      "unable to parse numeric part of quantity" },
    { "int or string: integral float",
      "'spec':{'containers':[{'livenessProbe':{'httpGet':{'port':80.0}}}]}", NULL },
    { "int or string: float", "'spec':{'containers':[{'livenessProbe':{'httpGet':{'port':1.5}}}]}",
      "json: cannot unmarshal number 1.5 into Go value of type int32" },
    { "int or string: too large",
      "'spec':{'containers':[{'livenessProbe':{'tcpSocket':{'port':3000000000}}}]}",
      "json: cannot unmarshal number 3000000000 into Go value of type int32" },
    { "int or string: exponent",
      "'spec':{'containers':[{'livenessProbe':{'tcpSocket':{'port':1e30}}}]}",
      "json: cannot unmarshal number 1e+30 into Go value of type int32" },
    { "int or string: list", "'spec':{'containers':[{'livenessProbe':{'tcpSocket':{'port':[]}}}]}",
      "json: cannot unmarshal array into Go value of type int32" },
    { "managed fields take anything", "'metadata':{'managedFields':[{'fieldsV1':5}]}", NULL },
    { "inlined structs", "'spec':{'volumes':[{'name':'a','emptyDir':{'medium':5}}]}",
      "cannot convert int64 to v1.StorageMedium" },
    { "the first in Go's order", "'status':{'phase':5},'spec':{'nodeName':true,'containers':{}}",
      "cannot restore slice from map" },
    { "the first in Go's order, deeper", "'spec':{'containers':[{'image':5,'name':true}]}",
      "unrecognized type: string" },
    { "the first element", "'spec':{'containers':[{'image':5},{'name':true}]}",
      "cannot convert int64 to string" },
    { "a shadowed key does not count", "'spec':5,'spec':{}", NULL },
};

/* What people read, of each pair of types. */
static const struct words_row {
    TABLE_ROW;
    const char *fields, *words;
} words_rows[] = {
    { "string", "'spec':{'nodeName':true}", "is a boolean, not a string" },
    { "boolean", "'spec':{'hostPID':1}", "is a number, not a boolean" },
    { "int32", "'spec':{'priority':2.5}", "is a number, not an integer" },
    { "int64", "'spec':{'activeDeadlineSeconds':'1'}", "is a string, not an integer" },
    { "time", "'status':{'startTime':'today'}", "is a string, not a time as RFC 3339 has it" },
    { "quantity", "'spec':{'overhead':{'cpu':'lots'}}", "is a string, not a quantity" },
    { "int or string", "'spec':{'containers':[{'livenessProbe':{'tcpSocket':{'port':[]}}}]}",
      "is a list, not an integer of 32 bits or a string" },
    { "struct", "'spec':'x'", "is a string, not a mapping" },
    { "list", "'spec':{'containers':{}}", "is a mapping, not a list" },
    { "element of a list", "'spec':{'containers':[{},5]}", "is a number, not a mapping" },
    { "map", "'metadata':{'labels':[]}", "is a list, not a mapping" },
    { "element of a map", "'metadata':{'labels':{'a':true}}", "is a boolean, not a string" },
};

static void check_words(void **state) {
    const struct words_row *row = *state;
    vitals_document *document = native_object("v1", "Pod", row->fields);
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    vt_native_mismatch mismatch;
    assert_false(vt_native_converts(&vt_native_pod_type, vt_document_root(document), 0, &mismatch));
    vt_text words = vt_native_mismatch_words(&mismatch, &arena);
    assert_int_equal(words.size, strlen(row->words));
    assert_memory_equal(words.bytes, row->words, words.size);
    vt_arena_done(&arena);
    vitals_document_free(document);
}

/* What a release does not know may hold anything: fields that came later, and one that is gone. */
static const struct known_row {
    TABLE_ROW;
    const char *fields;
    unsigned since, until; /* the releases that refuse it; until 0: the newest does */
} known_rows[] = {
    { "always there", "'spec':{'nodeName':5}", VT_ARGOCD_2_14, 0 },
    { "came with 3.0", "'spec':{'resources':5}", VT_ARGOCD_3_0, 0 },
    { "came with 3.1", "'status':{'conditions':[{'observedGeneration':'x'}]}", VT_ARGOCD_3_1, 0 },
    { "came with 3.2", "'spec':{'hostnameOverride':5}", VT_ARGOCD_3_2, 0 },
    { "came with 3.5", "'status':{'allocatedResources':5}", VT_ARGOCD_3_5, 0 },
    { "came with 3.6", "'spec':{'volumes':[{'emptyDir':{'mode':'x'}}]}", VT_ARGOCD_3_6, 0 },
    { "only in 3.5", "'status':{'nodeAllocatableResourceClaimStatuses':[{'resources':5}]}",
      VT_ARGOCD_3_5, VT_ARGOCD_3_6 },
    { "inside what came with 3.5", "'status':{'resources':{'limits':5}}", VT_ARGOCD_3_5, 0 },
};

static void check_known(void **state) {
    const struct known_row *row = *state;
    vitals_document *document = native_object("v1", "Pod", row->fields);
    for (unsigned release = 0; release <= VT_ARGOCD_NEWEST; release++) {
        vt_native_mismatch mismatch;
        const unsigned asked = release ? release : VT_ARGOCD_NEWEST;
        const bool refused = asked >= row->since && (!row->until || asked < row->until);
        assert_int_equal(
            vt_native_converts(&vt_native_pod_type, vt_document_root(document), release, &mismatch),
            !refused);
    }
    vitals_document_free(document);
}

static void check_typed(void **state) {
    const struct typed_row *row = *state;
    vitals_document *document = native_object("v1", "Pod", row->fields);
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    vt_native_mismatch mismatch;
    bool converts =
        vt_native_converts(&vt_native_pod_type, vt_document_root(document), 0, &mismatch);
    assert_int_equal(converts, row->detail == NULL);
    if (!converts) {
        vt_text detail = vt_native_mismatch_text(&mismatch, &arena);
        assert_int_equal(detail.size, strlen(row->detail));
        assert_memory_equal(detail.bytes, row->detail, detail.size);
    }
    vt_arena_done(&arena);
    vitals_document_free(document);
}

static const struct quantity_row {
    TABLE_ROW;
    vt_native_quantity_fault fault;
} quantity_rows[] = {
    { "0", VT_NATIVE_QUANTITY_FINE },
    { "100m", VT_NATIVE_QUANTITY_FINE },
    { "1.5Gi", VT_NATIVE_QUANTITY_FINE },
    { " -.5E ", VT_NATIVE_QUANTITY_FINE },
    { "1e-3", VT_NATIVE_QUANTITY_FINE },
    { "+5E+10", VT_NATIVE_QUANTITY_FINE },
    { ".", VT_NATIVE_QUANTITY_FINE },
    { "k", VT_NATIVE_QUANTITY_FINE },
    { "", VT_NATIVE_QUANTITY_FORMAT },
    { " ", VT_NATIVE_QUANTITY_FORMAT },
    { "1 m", VT_NATIVE_QUANTITY_FORMAT },
    { "1.2.3", VT_NATIVE_QUANTITY_FORMAT },
    { "\t1", VT_NATIVE_QUANTITY_FORMAT },
    { "0x10", VT_NATIVE_QUANTITY_FORMAT },
    { "1K", VT_NATIVE_QUANTITY_SUFFIX },
    { "1mi", VT_NATIVE_QUANTITY_SUFFIX },
    { "1e", VT_NATIVE_QUANTITY_SUFFIX },
    { "1e+", VT_NATIVE_QUANTITY_SUFFIX },
    { "1Ee5", VT_NATIVE_QUANTITY_SUFFIX },
    { "1m5", VT_NATIVE_QUANTITY_SUFFIX },
    { "-Pi", VT_NATIVE_QUANTITY_NUMBER },
    { ".e-10", VT_NATIVE_QUANTITY_NUMBER },
    { "e2147483648", VT_NATIVE_QUANTITY_NUMBER },
    { "1e9223372036854775808", VT_NATIVE_QUANTITY_SUFFIX },
};

static void check_quantity(void **state) {
    const struct quantity_row *row = *state;
    assert_int_equal(vt_native_quantity_check(vt_text_from(row->name)), row->fault);
}

/* A part of a text: what follows it is not read. */
static void quantity_within_a_text(void **state) {
    static const vt_text text = VT_TEXT_INIT("1.5m?");
    (void)state;
    assert_int_equal(vt_native_quantity_check(vt_text_between(text, 0, 1)),
                     VT_NATIVE_QUANTITY_FINE);
    assert_int_equal(vt_native_quantity_check(vt_text_between(text, 0, 4)),
                     VT_NATIVE_QUANTITY_FINE);
    assert_int_equal(vt_native_quantity_check(text), VT_NATIVE_QUANTITY_FORMAT);
}

/* Every field is found by its name, and no other name finds one. */
static void walk(const vt_native_schema *schema, unsigned depth) {
    assert_true(depth < 64);
    for (size_t i = 0; i < schema->field_count; i++) {
        const vt_native_field *field = &schema->fields[i];
        char longer[128];
        int size = snprintf(longer, sizeof longer, "%sX", field->name);
        assert_ptr_equal(vt_native_field_find(schema, vt_text_from(field->name)), field);
        assert_null(vt_native_field_find(schema, vt_text_slice(longer, (size_t)size)));
        if (field->object) walk(field->object, depth + 1);
    }
    assert_null(vt_native_field_find(schema, VT_TEXT("")));
}

static void finds_every_field(void **state) {
    (void)state;
    const vt_native_schema *const types[] = {
        &vt_native_apiservice_v1_type,
        &vt_native_apiservice_v1beta1_type,
        &vt_native_daemonset_type,
        &vt_native_deployment_type,
        &vt_native_horizontalpodautoscaler_v1_type,
        &vt_native_horizontalpodautoscaler_v2_type,
        &vt_native_job_type,
        &vt_native_persistentvolumeclaim_type,
        &vt_native_pod_type,
        &vt_native_replicaset_type,
        &vt_native_service_type,
        &vt_native_statefulset_type,
    };
    for (size_t i = 0; i < TABLE_COUNT(types); i++) walk(types[i], 0);
}

static void wraps(void **state) {
    (void)state;
    vt_value value = { .type = VT_INTEGER, .as.integer = 99999999999 };
    assert_int_equal(vt_native_int32(&value), 1215752191);
    assert_int_equal(vt_native_int64(&value), 99999999999);
    vt_value number = { .type = VT_DOUBLE, .as.number = -3.0 };
    assert_int_equal(vt_native_int32(&number), -3);
    number.as.number = 1e30;
    assert_true(vt_native_int64(&number) == INT64_MIN);
    assert_int_equal(vt_native_int32(&number), 0);
    assert_int_equal(vt_native_wrap32(INT64_C(2147483648)), -INT64_C(2147483648));
    assert_int_equal(vt_native_int32(NULL), 0);
}

/* A time that looks plain is recognised without parsing: with any byte, or any of its numbers,
** changed, it is taken exactly when it parses. */
static void plain_times_are_times(void **state) {
    (void)state;
    const vt_native_field field = {
        .name = "t",
        .name_bytes = 1,
        .kind = VT_NATIVE_TIME,
        .accepts = VT_NATIVE_ACCEPTS_TIME,
        .element_accepts = VT_NATIVE_ACCEPTS_TIME,
    };
    const uint8_t slots[] = { 1, 1 };
    const vt_native_schema schema = {
        .fields = &field, .slots = slots, .seed = 1, .slot_shift = 31, .field_count = 1
    };
    char text[] = "2023-02-19T23:59:48Z";
    vt_value object[] = { { .type = VT_OBJECT, .size = 1, .next = 3 },
                          { .type = VT_STRING, .size = 1, .next = 1, .as.bytes = "t" },
                          { .type = VT_STRING, .size = 20, .next = 1, .as.bytes = text } };
    for (size_t at = 0; at < 20; at++) {
        const char good = text[at];
        for (int byte = 1; byte < 256; byte++) {
            vt_native_mismatch mismatch;
            vt_instant instant;
            text[at] = (char)byte;
            assert_int_equal(vt_native_converts(&schema, object, 0, &mismatch),
                             vt_instant_parse(vt_text_slice(text, 20), &instant));
        }
        text[at] = good;
    }
    for (size_t at = 5; at < 19; at += 3) { /* month, day, hour, minute, second */
        const char good[] = { text[at], text[at + 1] };
        for (int number = 0; number < 100; number++) {
            vt_native_mismatch mismatch;
            vt_instant instant;
            text[at] = (char)('0' + number / 10);
            text[at + 1] = (char)('0' + number % 10);
            assert_int_equal(vt_native_converts(&schema, object, 0, &mismatch),
                             vt_instant_parse(vt_text_slice(text, 20), &instant));
        }
        memcpy(text + at, good, 2);
    }
}

int main(void) {
    (void)native_run;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_every_field),
        cmocka_unit_test(plain_times_are_times),
        cmocka_unit_test(wraps),
        cmocka_unit_test(quantity_within_a_text),
    };
    return cmocka_run_group_tests_name("schema", tests, NULL, NULL) +
           TABLE_RUN("conversion", check_typed, typed_rows) +
           TABLE_RUN("releases", check_known, known_rows) +
           TABLE_RUN("words", check_words, words_rows) +
           TABLE_RUN("quantities", check_quantity, quantity_rows);
}
