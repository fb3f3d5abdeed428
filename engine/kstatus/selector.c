/* Label selectors, as apimachinery's LabelSelectorAsSelector reads them. */
#include "kstatus/selector.h"

/* One requirement, held against the label of its key (absent text: no such label). */
typedef bool (*operator_fn)(const vt_value *values, vt_text label);

static bool is_in(const vt_value *values, vt_text label) {
    if (vt_text_is_absent(label)) return false;
    for (const vt_value *item = vt_array_first(values); item; item = vt_array_next(values, item)) {
        if (vt_value_text_is(item, label)) return true;
    }
    return false;
}

static bool is_not_in(const vt_value *values, vt_text label) {
    return !is_in(values, label);
}

static bool exists(const vt_value *values, vt_text label) {
    (void)values;
    return !vt_text_is_absent(label);
}

static bool does_not_exist(const vt_value *values, vt_text label) {
    return !exists(values, label);
}

static const struct label_operator {
    const char *name;
    operator_fn holds;
} operators[] = {
    { "In", is_in },
    { "NotIn", is_not_in },
    { "Exists", exists },
    { "DoesNotExist", does_not_exist },
};

static operator_fn find_operator(vt_text name) {
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
        if (vt_text_is(name, operators[i].name)) return operators[i].holds;
    }
    return NULL;
}

static vt_text label_of(const vitals_document *object, const vt_value *labels, vt_text key) {
    return vt_value_text(vt_document_get(object, labels, key));
}

static bool labels_match(const vt_value *wanted, const vitals_document *object,
                         const vt_value *labels) {
    for (const vt_value *key = vt_object_first(wanted); key; key = vt_object_next(wanted, key)) {
        vt_text label = label_of(object, labels, vt_value_text(key));
        if (vt_text_is_absent(label) || !vt_value_text_is(vt_object_value(key), label))
            return false;
    }
    return true;
}

static bool expressions_match(const vitals_document *selector_document, const vt_value *expressions,
                              const vitals_document *object, const vt_value *labels) {
    for (const vt_value *item = vt_array_first(expressions); item;
         item = vt_array_next(expressions, item)) {
        vt_text key = vt_value_text(vt_document_get(selector_document, item, VT_TEXT("key")));
        operator_fn holds = find_operator(
            vt_value_text(vt_document_get(selector_document, item, VT_TEXT("operator"))));
        const vt_value *values = vt_document_get(selector_document, item, VT_TEXT("values"));
        if (!holds || !holds(values, label_of(object, labels, key))) return false;
    }
    return true;
}

bool vt_kstatus_selector_matches(const vitals_document *selector_document, const vt_value *selector,
                                 const vitals_document *object) {
    const vt_value *labels = vt_document_find(object, "metadata", "labels", NULL);
    return labels_match(vt_document_get(selector_document, selector, VT_TEXT("matchLabels")),
                        object, labels) &&
           expressions_match(
               selector_document,
               vt_document_get(selector_document, selector, VT_TEXT("matchExpressions")), object,
               labels);
}
