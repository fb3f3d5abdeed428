/* One object from the host, and what is given in its place. */
#include "binding/binding.h"

typedef struct refusal {
    const char *rule, *text;
} refusal;

static const refusal nothing = { "no-object", "no object in the input" };
static const refusal no_kind = { "object-without-kind",
                                 "this is not a Kubernetes object: it has no kind" };
static const refusal no_name = { "object-without-name",
                                 "the object has no name, or one that is too long" };
static const refusal event = { "watch-event",
                               "this is a watch event, and one object is needed: pass its member "
                               "\"object\", or remove that object when the type is DELETED" };
static const refusal list = {
    "several-objects", "this is a list, and one object is needed: pass each item to a call of "
                       "its own, or all of them as a column (many, assess_many)"
};
static const refusal documents = {
    "several-objects", "the first YAML document ends before this line, and one object is needed: "
                       "pass each document to a call of its own, or all of them as a column (many, "
                       "assess_many)"
};

static vitals_status refuse(vitals_binding *binding, vt_place place, const refusal *why) {
    vt_diagnose(binding->diagnostics, VITALS_SEVERITY_ERROR, why->rule, place, NULL,
                vt_text_from(why->text));
    return VITALS_EINVAL;
}

static const vt_value *member(const vitals_document *document, const char *name) {
    return vt_document_get(document, vt_document_root(document), vt_text_from(name));
}

/* A watch event has two members and no kind. */
static bool is_event(const vitals_document *document) {
    return vt_document_root(document)->size == 2 && vt_value_is_string(member(document, "type")) &&
           vt_value_is_object(member(document, "object"));
}

/* Whether the first item is an object: kubectl writes the kind of a list last, where it may be cut off. */
static bool holds_objects(const vitals_document *document) {
    const vt_value *items = member(document, "items");
    const vt_value *first = vt_value_is_array(items) ? vt_array_first(items) : NULL;
    return vt_value_is_string(vt_document_field(document, first, VT_TEXT("kind")));
}

/* APIMACHINERY: kinds of lists end in List and have items, which Go writes as null when there are none. A custom
** resource may have such a kind too, and has a name then. */
static bool is_list(const vitals_document *document) {
    if (vitals_document_name(document).size == 0 && holds_objects(document)) return true;
    if (!vt_text_ends(vitals_document_kind(document), VT_TEXT("List"))) return false;
    return member(document, "items") || vitals_document_name(document).size == 0;
}

/* Why a document that was read as a whole is not an object; NULL: it is one. */
static const refusal *refusal_of(const vitals_document *document) {
    const vt_value *root = vt_document_root(document);
    if (vt_value_is_null(root)) return &nothing;
    if (vt_value_is_array(root)) return &list;
    if (!vt_value_is_object(root)) return &no_kind;
    if (vitals_document_kind(document).size == 0) return is_event(document) ? &event : &no_kind;
    return is_list(document) ? &list : NULL;
}

vitals_status vt_binding_read_object(vitals_binding *binding, vt_text text,
                                     const vitals_read_options *options,
                                     vitals_document **document) {
    const vitals_status status =
        vitals_document_parse(text.bytes, text.size, options, document, binding->diagnostics);
    if (status) return status;
    const size_t rest = vt_document_rest_at(*document);
    if (rest) return refuse(binding, vt_document_locate(*document, rest), &documents);
    const refusal *why = refusal_of(*document);
    if (!why) return VITALS_OK;
    return refuse(binding, vt_document_place(*document, vt_document_root(*document)), why);
}

vitals_status vt_binding_refuse_name(vitals_binding *binding, const vitals_document *document) {
    return refuse(binding, vt_document_place(document, vt_document_root(document)), &no_name);
}
