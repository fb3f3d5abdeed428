/* Entries: what the set keeps of one object. */
#include "objects/set/entry.h"

#include <string.h>

/* ------------------------------------------------------------- owners and labels */

/* The array metadata.ownerReferences. */
static const vt_value *owners_of(const vitals_document *document) {
    return vt_document_parts(document)->owner_references;
}

static vt_text owner_uid(const vitals_document *document, const vt_value *owner) {
    return vt_value_text(vt_document_field(document, owner, VT_TEXT("uid")));
}

/* The object metadata.labels, or NULL. */
static const vt_value *labels_of(const vitals_document *document) {
    const vt_value *labels =
        vt_document_field(document, vt_document_metadata(document), VT_TEXT("labels"));
    return vt_value_is_object(labels) ? labels : NULL;
}

/* Whether a member is a label: a string, and the last one of its name. */
static bool is_label(const vitals_document *document, const vt_value *labels, const vt_value *key) {
    const vt_value *value = vt_object_value(key);
    return vt_value_is_string(value) &&
           vt_document_get(document, labels, vt_value_text(key)) == value;
}

static vt_list_key kind_key(const vitals_document *document) {
    return (vt_list_key){ VT_LIST_KIND,
                          NULL,
                          { vitals_document_namespace(document), vitals_document_group(document),
                            vitals_document_kind(document) } };
}

/* Use a list and make room in it for one more member. NULL: no memory. */
static vt_set_list *join_list(vitals_set *set, const vt_list_key *key) {
    vt_set_list *list = vt_set_use_list(set, key);
    if (!list || vt_sequence_reserve(&list->members, &set->allocator)) return list;
    vt_set_leave_list(set, list);
    return NULL;
}

static bool join_owners(vitals_set *set, const vitals_document *document, vt_set_entry *entry) {
    const vt_value *owners = owners_of(document);
    for (const vt_value *owner = vt_array_first(owners); owner;
         owner = vt_array_next(owners, owner)) {
        const vt_list_key key = { VT_LIST_OWNER, NULL, { owner_uid(document, owner) } };
        if (key.parts[0].size == 0) continue;
        vt_set_list *list = join_list(set, &key);
        if (!list) return false;
        entry->lists[entry->owner_count++] = list;
    }
    return true;
}

static bool join_labels(vitals_set *set, const vitals_document *document, vt_set_entry *entry) {
    const vt_value *labels = labels_of(document);
    for (const vt_value *label = vt_object_first(labels); label;
         label = vt_object_next(labels, label)) {
        if (!is_label(document, labels, label)) continue;
        const vt_list_key key = { VT_LIST_LABEL,
                                  entry->kind,
                                  { vt_value_text(label), vt_value_text(vt_object_value(label)) } };
        vt_set_list *list = join_list(set, &key);
        if (!list) return false;
        entry->lists[entry->owner_count + entry->label_count++] = list;
    }
    return true;
}

/* ------------------------------------------------------------------- selectors */

const vt_set_selection *vt_set_selection_of(const vitals_document *document) {
    static const vt_set_selection selections[] = {
        { "apps", "Deployment", VT_TEXT_INIT("apps"), VT_TEXT_INIT("ReplicaSet") },
        { "apps", "ReplicaSet", VT_TEXT_INIT(""), VT_TEXT_INIT("Pod") },
        { "apps", "StatefulSet", VT_TEXT_INIT(""), VT_TEXT_INIT("Pod") },
    };
    for (size_t i = 0; i < sizeof selections / sizeof *selections; i++) {
        if (vt_text_is(vitals_document_group(document), selections[i].group) &&
            vt_text_is(vitals_document_kind(document), selections[i].kind)) {
            return &selections[i];
        }
    }
    return NULL;
}

/* The list of the label that the fewest selectors and objects share, or the list of the kind. The
** caller uses it once more. NULL: no memory. */
static vt_set_list *list_to_file_in(vitals_set *set, vt_set_list *kind,
                                    const vt_label_selector *selector) {
    vt_list_key best = kind->key;
    size_t least = SIZE_MAX, least_members = SIZE_MAX;
    for (size_t i = 0; i < selector->count; i++) {
        const vt_label_requirement *requirement = &selector->requirements[i];
        if (!vt_label_requirement_is_pair(requirement)) continue;
        const vt_list_key key = { VT_LIST_LABEL,
                                  kind,
                                  { requirement->key, requirement->values[0] } };
        const vt_set_list *list = vt_set_find_list(set, &key);
        size_t selectors = list ? list->selectors.live_count : 0;
        size_t members = list ? list->members.live_count : 0;
        if (selectors > least || (selectors == least && members >= least_members)) continue;
        best = key;
        least = selectors;
        least_members = members;
    }
    return vt_set_use_list(set, &best);
}

/* File the selector of an entry, so that the objects that it selects find it. false: no memory. */
static bool file_selector(vitals_set *set, const vitals_document *document,
                          const vt_set_selection *selection, const vt_label_selector *selector,
                          vt_set_entry *entry) {
    const vt_list_key selected = { VT_LIST_KIND,
                                   NULL,
                                   { vitals_document_namespace(document), selection->selected_group,
                                     selection->selected_kind } };
    entry->selector = vt_label_selector_copy(selector, &set->allocator, &entry->selector_bytes);
    if (!entry->selector) return false;
    vt_set_list *kind = vt_set_use_list(set, &selected);
    if (!kind) return false;
    entry->filed = list_to_file_in(set, kind, selector);
    vt_set_leave_list(set, kind);
    return entry->filed && vt_sequence_reserve(&entry->filed->selectors, &set->allocator);
}

static bool read_and_file_selector(vitals_set *set, const vitals_document *document,
                                   vt_set_entry *entry) {
    const vt_set_selection *selection = vt_set_selection_of(document);
    if (!selection) return true;
    const vt_value *value =
        vt_document_field(document, vt_document_spec(document), VT_TEXT("selector"));
    if (!vt_value_is_object(value)) return true;
    vt_arena arena;
    vt_arena_init(&arena, &set->allocator, 0);
    vt_label_selector selector;
    bool filed = vt_label_selector_read(document, value, &arena, &selector) &&
                 file_selector(set, document, selection, &selector, entry);
    vt_arena_done(&arena);
    return filed;
}

/* -------------------------------------------------------------------- lifetime */

/* The number of lists that an entry for this document may be in; its labels and owners. */
static size_t most_lists(const vitals_document *document) {
    const vt_value *owners = owners_of(document), *labels = labels_of(document);
    return (vt_value_is_array(owners) ? vt_value_count(owners) : 0) +
           (labels ? vt_value_count(labels) : 0);
}

/* Copy `from` to `*at`, which is moved behind it. */
static vt_text place_text(char **at, vt_text from) {
    char *start = *at;
    if (from.size) memcpy(start, from.bytes, from.size);
    *at += from.size;
    return vt_text_slice(start, from.size);
}

static vt_set_entry *allocate_entry(vitals_set *set, const vitals_document *document) {
    vt_text uid = vitals_document_uid(document), name = vitals_document_name(document);
    const size_t list_count = most_lists(document);
    const size_t bytes =
        sizeof(vt_set_entry) + list_count * sizeof(vt_set_list *) + uid.size + name.size;
    vt_set_entry *entry = vt_allocate_zeroed(&set->allocator, bytes);
    if (!entry) return NULL;
    entry->bytes = bytes;
    char *at = (char *)&entry->lists[list_count];
    entry->uid = place_text(&at, uid);
    entry->name = place_text(&at, name);
    entry->hash = vt_set_uid_hash(set, uid);
    entry->identity_hash =
        vt_set_identity_hash(set, vitals_document_group(document), vitals_document_kind(document),
                             vitals_document_namespace(document), name);
    entry->version_hash = vt_set_version_hash(set, uid, vitals_document_kind(document),
                                              vitals_document_namespace(document), name);
    entry->uid_next = entry->uid_before = entry;
    return entry;
}

vt_set_entry *vt_set_entry_new(vitals_set *set, const vitals_document *document) {
    vt_set_entry *entry = allocate_entry(set, document);
    if (!entry) return NULL;
    const vt_list_key kind = kind_key(document);
    entry->kind = join_list(set, &kind);
    if (entry->kind && join_owners(set, document, entry) && join_labels(set, document, entry) &&
        read_and_file_selector(set, document, entry)) {
        return entry;
    }
    vt_set_entry_free(set, entry);
    return NULL;
}

/* A list that the object names twice gets the entry once. */
static void link_member(vt_set_list *list, vt_set_entry *entry) {
    if (vt_sequence_last(&list->members) == entry->stamp) return;
    vt_sequence_append(&list->members, entry->stamp, entry);
}

void vt_set_entry_link(vitals_set *set, vt_set_entry *entry) {
    entry->stamp = ++set->last_stamp;
    link_member(entry->kind, entry);
    for (size_t i = 0; i < entry->owner_count + entry->label_count; i++) {
        link_member(entry->lists[i], entry);
    }
    if (entry->filed) vt_sequence_append(&entry->filed->selectors, entry->stamp, entry);
}

static void leave_member(vitals_set *set, vt_set_list *list, const vt_set_entry *entry) {
    if (!list) return;
    if (entry->stamp) vt_sequence_remove(&list->members, &set->allocator, entry->stamp);
    vt_set_leave_list(set, list);
}

void vt_set_entry_free(vitals_set *set, vt_set_entry *entry) {
    for (size_t i = 0; i < entry->owner_count + entry->label_count; i++) {
        leave_member(set, entry->lists[i], entry);
    }
    if (entry->filed && entry->stamp) {
        vt_sequence_remove(&entry->filed->selectors, &set->allocator, entry->stamp);
    }
    vt_set_leave_list(set, entry->filed);
    leave_member(set, entry->kind, entry);
    vt_release(&set->allocator, entry->selector, entry->selector_bytes);
    vitals_document_free(entry->document);
    vt_release(&set->allocator, entry, entry->bytes);
}

/* --------------------------------------------------------------------- getters */

const vitals_document *vt_set_entry_document(const vt_set_entry *entry) {
    return entry->document;
}
const vt_set_fact *vt_set_entry_fact(const vt_set_entry *entry) {
    return entry->document ? NULL : &entry->fact;
}
vt_text vt_set_entry_uid(const vt_set_entry *entry) {
    return entry->uid;
}
vt_text vt_set_entry_namespace(const vt_set_entry *entry) {
    return entry->kind->key.parts[0];
}
vt_text vt_set_entry_group(const vt_set_entry *entry) {
    return entry->kind->key.parts[1];
}
vt_text vt_set_entry_kind(const vt_set_entry *entry) {
    return entry->kind->key.parts[2];
}
vt_text vt_set_entry_name(const vt_set_entry *entry) {
    return entry->name;
}
uint64_t vt_set_entry_tag(const vt_set_entry *entry) {
    return entry->tag;
}
