/* Parsed objects: their life cycle, and reading them. */
#include "document/document.h"

#include <stdarg.h>

#include "base/memory/map.h"
#include "base/memory/memory.h"
#include "base/memory/sized.h"
#include "base/number/number.h"
#include "base/text/ascii.h"
#include "base/text/quote.h"
#include "document/tree.h"

/* ---------------------------------------------------------------- life cycle */

vitals_document *vt_tree_new(const vitals_allocator *allocator) {
    vitals_allocator own = vt_allocator_or_default(allocator);
    vitals_document *document = vt_allocate_zeroed(&own, sizeof *document);
    if (!document) return NULL;
    document->allocator = own;
    vt_arena_init(&document->arena, &own, 0);
    return document;
}

void vt_tree_empty(vitals_document *document) {
    vt_tree_free_deferred(document);
    vt_arena_empty(&document->arena);
    document->value_count = document->slot_count = document->number_text_count = 0;
    document->dropped = 0;
    document->source = VT_TEXT_ABSENT;
    document->lines = (vt_lines){ 0 };
    document->start = (vt_place){ 0 };
    document->map = NULL;
    document->verbatim = false;
    document->rest_at = 0;
    document->parts = (vt_parts){ 0 };
}

void vt_document_scrub(vitals_document *document) {
    for (const vt_deferred *at = document->deferred; at; at = at->next) {
        vitals_document *opened = atomic_load_explicit(&at->opened, memory_order_acquire);
        if (opened) vt_document_scrub(opened);
    }
    vt_tree_free_deferred(document); /* their list is in the arena */
    vt_arena_scrub(&document->arena);
    /* volatile: the compiler must not drop writes to memory that is never read again */
    volatile vt_value *values = document->values;
    for (size_t i = 0; i < document->value_capacity; i++) {
        values[i].as.integer = 0;
        values[i].size = 0;
    }
    vt_tree_empty(document);
}

void vitals_document_free(vitals_document *document) {
    if (!document) return;
    vitals_allocator allocator = document->allocator;
    vt_tree_free_deferred(document);
    vt_arena_done(&document->arena);
    vt_release_array(&allocator, document->values, document->value_capacity,
                     sizeof *document->values);
    vt_release_array(&allocator, document->slots, document->slot_capacity, sizeof *document->slots);
    vt_release_array(&allocator, document->number_texts, document->number_text_capacity,
                     sizeof *document->number_texts);
    vt_release(&allocator, document, sizeof *document);
}

size_t vt_document_memory_bytes(const vitals_document *document) {
    return sizeof *document + vt_arena_held_bytes(&document->arena) +
           document->value_capacity * sizeof *document->values +
           document->slot_capacity * sizeof *document->slots +
           document->number_text_capacity * sizeof *document->number_texts;
}

/* ------------------------------------------------------------------- getters */

vitals_text vitals_document_api_version(const vitals_document *document) {
    return document->parts.identity.api_version;
}
vitals_text vitals_document_group(const vitals_document *document) {
    return document->parts.identity.group;
}
vitals_text vitals_document_version(const vitals_document *document) {
    return document->parts.identity.version;
}
vitals_text vitals_document_kind(const vitals_document *document) {
    return document->parts.identity.kind;
}
vitals_text vitals_document_namespace(const vitals_document *document) {
    return document->parts.identity.namespace_;
}
vitals_text vitals_document_name(const vitals_document *document) {
    return document->parts.identity.name;
}
vitals_text vitals_document_uid(const vitals_document *document) {
    return document->parts.identity.uid;
}

vitals_text vitals_document_label(const vitals_document *document, vitals_text key) {
    const vt_value *metadata = vt_document_metadata(document);
    const vt_value *labels = vt_document_field(document, metadata, VT_TEXT("labels"));
    return vt_value_text(vt_document_get(document, labels, key));
}
vitals_text vitals_document_annotation(const vitals_document *document, vitals_text key) {
    return vt_value_text(vt_document_get(document, document->parts.annotations, key));
}
vitals_text vitals_document_owner_uid(const vitals_document *document, size_t index) {
    const vt_value *owner = vt_array_at(document->parts.owner_references, index);
    if (!owner) return VT_TEXT_ABSENT;
    vt_text uid = vt_value_text(vt_document_get(document, owner, VT_TEXT("uid")));
    return vt_text_is_absent(uid) ? VT_TEXT("") : uid;
}

bool vt_document_has_controller(const vitals_document *document) {
    const vt_value *owners = document->parts.owner_references;
    for (const vt_value *owner = vt_array_first(owners); owner;
         owner = vt_array_next(owners, owner)) {
        if (vt_value_is_true(vt_document_field(document, owner, VT_TEXT("controller")))) {
            return true;
        }
    }
    return false;
}

bool vitals_document_has_status(const vitals_document *document) {
    return vt_document_status(document) != NULL;
}

void vitals_document_origin(const vitals_document *document, vitals_origin *out, size_t out_bytes) {
    vt_place place = vt_document_place(document, vt_document_root(document));
    const vitals_origin origin = { place.file ? place.file : "", place.document, place.line };
    vt_sized_write(out, out_bytes, &origin, sizeof origin);
}

size_t vitals_document_dropped(const vitals_document *document) {
    return document->dropped;
}

/* ------------------------------------------------------------------- lookups */

size_t vt_document_rest_at(const vitals_document *document) {
    return document->rest_at;
}

const vt_value *vt_document_root(const vitals_document *document) {
    return document->value_count ? document->values : NULL;
}

/* Hashes are not comparable between documents: each has its own seed. */
static const vt_value *find_indexed(const vitals_document *document, const vt_value *object,
                                    vt_text key) {
    const uint32_t *slots = object->flags & VT_FLAG_OWN_INDEX ? object->as.own_index
                                                              : document->slots + object->as.index;
    uint32_t mask = *slots++;
    uint32_t at = (uint32_t)vt_hash(key, document->hash_seed) & mask;
    for (; slots[at]; at = (at + 1) & mask) {
        const vt_value *found = object + slots[at];
        if (vt_value_text_is(found, key)) return found;
    }
    return NULL;
}

const vt_value *vt_document_find_key(const vitals_document *document, const vt_value *object,
                                     vt_text key) {
    if (!vt_value_is_object(object)) return NULL;
    if (object->flags & VT_FLAG_INDEXED) return find_indexed(document, object, key);
    return vt_object_scan_keys(object, key);
}

const vt_value *vt_document_get(const vitals_document *document, const vt_value *object,
                                vt_text key) {
    const vt_value *found = vt_document_find_key(document, object, key);
    return found ? vt_object_value(found) : NULL;
}

uint64_t vt_document_hash_seed(const vitals_document *document) {
    return document ? document->hash_seed : 0;
}

uint64_t vt_document_value_count(const vitals_document *document) {
    return document->value_count + document->deferred_values;
}

const vt_value *vt_document_find(const vitals_document *document, ...) {
    va_list keys;
    va_start(keys, document);
    const vt_value *value = vt_document_root(document);
    for (const char *key = va_arg(keys, const char *); key; key = va_arg(keys, const char *)) {
        value = vt_document_get(document, value, vt_text_from(key));
    }
    va_end(keys);
    return value;
}

/* ------------------------------------------------------------ texts of numbers */

/* The text stored for the value at `index`, or absent. */
static vt_text kept_number_text(const vitals_document *document, uint32_t index) {
    size_t from = 0, to = document->number_text_count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        const vt_number_text *entry = &document->number_texts[middle];
        if (entry->index == index) return entry->text;
        if (entry->index < index) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return VT_TEXT_ABSENT;
}

/* The allocator of a buffer over `scratch`, which never allocates. */
static void *lend_scratch(void *scratch, void *block, size_t old_bytes, size_t new_bytes) {
    (void)old_bytes;
    return block || new_bytes > 40 ? NULL : scratch;
}

static vt_text canonical_text(const vt_value *number, char scratch[40]) {
    /* The longest are 20 and 25 bytes: an int64, and a double in either form. */
    vt_buffer buffer = { { lend_scratch, scratch }, scratch, 0, 40, 39, false, false };
    if (number->type == VT_INTEGER) {
        vt_buffer_add_integer(&buffer, number->as.integer);
    } else {
        vt_number_append_json_double(&buffer, number->as.number);
    }
    return vt_buffer_text(&buffer);
}

/* Canonical, stored, or in the source: see VT_FLAG_NUMBER_TEXT. */
vt_text vt_document_number_text(const vitals_document *document, const vt_value *number,
                                char scratch[40]) {
    if (!vt_value_is(number, VT_INTEGER) && !vt_value_is(number, VT_DOUBLE)) return VT_TEXT_ABSENT;
    if ((number->flags & VT_FLAG_NUMBER_TEXT) == 0) return canonical_text(number, scratch);
    if (vt_tree_holds(document, number)) {
        vt_text kept = kept_number_text(document, (uint32_t)(number - document->values));
        if (!vt_text_is_absent(kept)) return kept;
    }
    return vt_text_slice(document->source.bytes + number->offset, number->size);
}

vt_text vt_document_scalar_text(const vitals_document *document, const vt_value *value,
                                char scratch[40]) {
    switch (vt_value_type(value)) {
    case VT_STRING:
        return vt_value_text(value);
    case VT_TRUE:
        return VT_TEXT("true");
    case VT_FALSE:
        return VT_TEXT("false");
    case VT_NULL:
        return VT_TEXT("");
    case VT_INTEGER:
    case VT_DOUBLE:
        return vt_document_number_text(document, value, scratch);
    case VT_ARRAY:
    case VT_OBJECT:
        break;
    }
    return VT_TEXT_ABSENT;
}

/* ------------------------------------------------------------ parents and paths */

/* The child of `container` that contains `value`; `key` is the key of an object's child. `value`
** may itself be a key, which is then its own child. */
static const vt_value *child_towards(const vt_value *container, const vt_value *value,
                                     const vt_value **key, size_t *index) {
    const vt_value *at = container + 1;
    *index = 0;
    *key = NULL;
    for (;;) {
        if (container->type == VT_OBJECT) {
            *key = at;
            if (value == at) return at;
            at++;
        }
        if (value < at + at->next) return at;
        at += at->next;
        ++*index;
    }
}

/* The root of the array that holds `value`, and in the document's own array the value that it is or
** is in. */
static const vt_value *root_of(const vitals_document *document, const vt_value *value,
                               const vt_value **home) {
    *home = value;
    if (vt_tree_holds(document, value)) return document->values;
    const vt_deferred *deferred = vt_tree_deferred_of(document, value);
    if (!deferred) return NULL;
    const vt_value *at = document->values;
    while (!(at->flags & VT_FLAG_DEFERRED) || at->as.deferred != deferred) at++;
    *home = at;
    return vt_value_open(at);
}

/* The container below `container` that holds `value` directly. */
static const vt_value *holder_of(const vt_value *container, const vt_value *value) {
    for (;;) {
        const vt_value *key;
        size_t index;
        const vt_value *child = child_towards(container, value, &key, &index);
        if (child == value) return container;
        container = child;
    }
}

/* Values do not point to their parents, so the search starts from the root. */
const vt_value *vt_document_parent(const vitals_document *document, const vt_value *value) {
    const vt_value *home, *root = value ? root_of(document, value, &home) : NULL;
    if (!root || value == document->values) return NULL;
    return value == root ? holder_of(document->values, home) : holder_of(root, value);
}

/* Whether a key can follow a dot. */
static bool is_plain_key(vt_text key) {
    for (size_t i = 0; i < key.size; i++) {
        char byte = key.bytes[i];
        if (!(i > 0 ? vt_is_identifier(byte) : vt_is_identifier_start(byte))) return false;
    }
    return key.size > 0;
}

bool vt_tree_append_step(vt_buffer *buffer, vt_text key, size_t index) {
    if (!vt_text_is_absent(key) && is_plain_key(key)) {
        vt_buffer_add_byte(buffer, '.');
        return vt_buffer_add(buffer, key);
    }
    vt_buffer_add_byte(buffer, '[');
    if (vt_text_is_absent(key)) {
        vt_buffer_add_integer(buffer, (int64_t)index);
    } else {
        vt_quote_append_json(buffer, key);
    }
    return vt_buffer_add_byte(buffer, ']');
}

static void append_steps(const vt_value *at, const vt_value *value, vt_buffer *buffer) {
    while (at != value) {
        const vt_value *key;
        size_t index;
        at = child_towards(at, value, &key, &index);
        vt_tree_append_step(buffer, vt_value_text(key), index);
    }
}

bool vt_document_append_path(const vitals_document *document, const vt_value *value,
                             vt_buffer *buffer) {
    const vt_value *home, *root = value ? root_of(document, value, &home) : NULL;
    if (!root || value == document->values) return vt_buffer_add_byte(buffer, '.');
    append_steps(document->values, home, buffer);
    if (home != value) append_steps(root, value, buffer);
    return !buffer->failed;
}
