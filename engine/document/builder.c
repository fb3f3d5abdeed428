/* Building a document from events: the only place that limits depth, values and bytes. */
#include "document/builder.h"

#include "base/memory/map.h"
#include "base/memory/memory.h"
#include "base/run/limits.h"
#include "document/drop.h"
#include "document/tree.h"

/* NULs after the copied source, so that readers can look ahead without a bounds check. */
#define PADDING_BYTES 64

/* Offsets and counts are 32 bits wide and depths 16, whatever the limits say. */
#define MOST_BYTES (UINT32_MAX - PADDING_BYTES)
#define MOST_VALUES (UINT32_MAX / 2)

/* ------------------------------------------------------------------ failing */

/* The first failure is kept; later ones follow from it. */
bool vt_tree_fail(vt_builder *builder, vitals_status status, const char *limit) {
    if (builder->status == VITALS_OK) {
        builder->status = status;
        builder->limit = limit;
        builder->room = 0; /* every further append fails too */
    }
    return false;
}

bool vt_builder_reject(vt_builder *builder) {
    return vt_tree_fail(builder, VITALS_ESYNTAX, NULL);
}

bool vt_builder_goes_on(vt_builder *builder) {
    return !vt_interrupt_asked(builder->interrupt) || vt_tree_fail(builder, VITALS_ESTOPPED, NULL);
}

void vt_builder_diagnose(const vt_builder *builder, size_t offset,
                         vitals_diagnostics *diagnostics) {
    if (builder->status != VITALS_ELIMIT || !builder->limit) return;
    const vitals_limits limits = vt_limits_of_document(&builder->limits);
    vt_diagnose_limit(diagnostics, vt_document_locate(builder->document, offset), &limits,
                      builder->limit);
}

/* ----------------------------------------------------------- begin and end */

static uint64_t at_most(uint64_t value, uint64_t ceiling) {
    return value < ceiling ? value : ceiling;
}

static void set_limits(vt_builder *builder, const vitals_limits *limits) {
    vt_document_limits *own = &builder->limits;
    *own = vt_document_limits_of(limits);
    own->document_bytes = at_most(own->document_bytes, MOST_BYTES);
    own->document_values = at_most(own->document_values, MOST_VALUES);
}

/* Copy text and file name into the arena, with NULs after the text. */
static bool copy_source(vt_builder *builder, vt_text source, const char *file) {
    vitals_document *document = builder->document;
    char *copy = vt_arena_allocate(&document->arena, source.size + PADDING_BYTES);
    if (!copy) return false;
    if (source.size) memcpy(copy, source.bytes, source.size);
    memset(copy + source.size, 0, PADDING_BYTES);
    document->source = vt_text_slice(copy, source.size);
    builder->source = copy;
    if (!file) return true;
    document->start.file = vt_arena_copy(&document->arena, vt_text_from(file)).bytes;
    return document->start.file != NULL;
}

/* The values that the limit still allows in the tree. */
static uint64_t most_values(const vt_builder *builder) {
    uint64_t limit = builder->limits.document_values;
    return limit > builder->skipped ? limit - builder->skipped : 0;
}

static void set_room(vt_builder *builder) {
    if (builder->status != VITALS_OK) return;
    builder->room = (uint32_t)at_most(builder->document->value_capacity, most_values(builder));
}

void vt_tree_skip_values(vt_builder *builder, uint64_t count) {
    builder->skipped += count;
    set_room(builder);
}

bool vt_builder_begin(vt_builder *builder, const vitals_read_options *options, vt_text source,
                      vitals_document **document) {
    *builder = (vt_builder){ 0 };
    set_limits(builder, options ? options->limits : NULL);
    builder->out = document;
    builder->document = *document ? *document : vt_tree_new(options ? options->allocator : NULL);
    if (!builder->document) return vt_tree_fail(builder, VITALS_ENOMEM, NULL);
    vt_tree_empty(builder->document);
    builder->document->hash_seed =
        vt_hash_seed(options ? options->hash_seed : 0, builder->document);
    set_room(builder);
    if (source.size > builder->limits.document_bytes) {
        return vt_tree_fail(builder, VITALS_ELIMIT, VT_LIMIT_NAME(document_bytes));
    }
    if (!copy_source(builder, source, options ? options->file : NULL)) {
        return vt_tree_fail(builder, VITALS_ENOMEM, NULL);
    }
    return true;
}

vt_text vt_builder_source(const vt_builder *builder) {
    return builder->document->source;
}

void vt_builder_abandon(vt_builder *builder) {
    if (!builder->document) return;
    if (*builder->out == builder->document) {
        vt_tree_empty(builder->document);
    } else {
        vitals_document_free(builder->document);
    }
    builder->document = NULL;
}

/* ------------------------------------------------------------------ the end */

bool vt_builder_end(vt_builder *builder) {
    if (builder->status == VITALS_OK &&
        (builder->depth != 0 || builder->document->value_count == 0)) {
        vt_tree_fail(builder, VITALS_EINVAL, NULL);
    }
    if (builder->status == VITALS_OK && !vt_tree_find_parts(builder->document)) {
        vt_tree_fail(builder, VITALS_ENOMEM, NULL);
    }
    if (builder->status != VITALS_OK) {
        vt_builder_abandon(builder);
        return false;
    }
    *builder->out = builder->document;
    return true;
}

/* -------------------------------------------------------------------- values */

/* Double the room for values, up to the limit. */
bool vt_tree_grow(vt_builder *builder) {
    if (builder->status != VITALS_OK) return false;
    vitals_document *document = builder->document;
    if (document->value_count >= most_values(builder)) {
        return vt_tree_fail(builder, VITALS_ELIMIT, VT_LIMIT_NAME(document_values));
    }
    /* The first estimate: one value for every twelve bytes of the source. */
    size_t wanted =
        document->value_capacity ? document->value_capacity * 2 : document->source.size / 12 + 16;
    vt_value *values = vt_reallocate_array(&document->allocator, document->values,
                                           document->value_capacity, wanted, sizeof *values);
    if (!values) return vt_tree_fail(builder, VITALS_ENOMEM, NULL);
    document->values = values;
    document->value_capacity = wanted;
    set_room(builder);
    return true;
}

uint32_t vt_build_next_index(const vt_builder *builder) {
    return (uint32_t)builder->document->value_count;
}

bool vt_build_null(vt_builder *builder, uint32_t offset) {
    return vt_tree_append(builder, VT_NULL, offset) != NULL;
}

bool vt_build_bool(vt_builder *builder, bool value, uint32_t offset) {
    return vt_tree_append(builder, value ? VT_TRUE : VT_FALSE, offset) != NULL;
}

bool vt_build_integer(vt_builder *builder, int64_t value, uint32_t offset) {
    vt_value *integer = vt_tree_append(builder, VT_INTEGER, offset);
    if (integer) integer->as.integer = value;
    return integer != NULL;
}

/* Store a number's text outside the source. */
static bool keep_number_text(vt_builder *builder, uint32_t index, vt_text text) {
    vitals_document *document = builder->document;
    vt_text copy = vt_arena_copy(&document->arena, text);
    void *items = document->number_texts;
    bool kept = !vt_text_is_absent(copy) &&
                vt_grow(&document->allocator, &items, &document->number_text_capacity,
                        document->number_text_count, sizeof *document->number_texts);
    document->number_texts = items;
    if (!kept) return vt_tree_fail(builder, VITALS_ENOMEM, NULL);
    document->number_texts[document->number_text_count++] = (vt_number_text){ index, copy };
    return true;
}

bool vt_build_double(vt_builder *builder, double value, vt_text number_text, uint32_t offset) {
    vt_value *number = vt_tree_append(builder, VT_DOUBLE, offset);
    if (!number) return false;
    number->as.number = value;
    if (vt_text_is_absent(number_text)) return true;
    number->flags = VT_FLAG_NUMBER_TEXT;
    number->size = (uint32_t)number_text.size;
    if (number_text.bytes == builder->document->source.bytes + offset) return true;
    return keep_number_text(builder, vt_build_next_index(builder) - 1, number_text);
}

bool vt_build_kept_string(vt_builder *builder, vt_text text, uint32_t offset) {
    if (text.size >= UINT32_MAX) return vt_tree_fail(builder, VITALS_ENOMEM, NULL);
    vt_value *string = vt_tree_append(builder, VT_STRING, offset);
    if (!string) return false;
    string->as.bytes = text.bytes;
    string->size = (uint32_t)text.size;
    return true;
}

bool vt_build_string(vt_builder *builder, vt_text text, uint32_t offset) {
    if (!vt_build_kept_string(builder, text, offset)) return false;
    vt_value *string = &builder->document->values[builder->document->value_count - 1];
    vt_text copy = vt_arena_copy(&builder->document->arena, text);
    if (vt_text_is_absent(copy)) return vt_tree_fail(builder, VITALS_ENOMEM, NULL);
    string->as.bytes = copy.bytes;
    return true;
}

/* ---------------------------------------------------------------- containers */

bool vt_build_open(vt_builder *builder, vt_type container, uint32_t offset) {
    return vt_tree_open(builder, container, offset);
}

static void count_items(vt_value *array) {
    const vt_value *end = array + array->next;
    array->size = 0;
    for (const vt_value *item = array + 1; item < end; item += item->next) array->size++;
}

/* Shadow the earlier key with the name of `key`; false when there is none. */
static bool shadow_earlier(vt_value *object, const vt_value *key) {
    for (vt_value *earlier = object + 1; earlier < key; earlier += 1 + earlier[1].next) {
        if (earlier->flags & VT_FLAG_SHADOWED) continue;
        if (!vt_text_equal(vt_value_text(earlier), vt_value_text(key))) continue;
        earlier->flags |= VT_FLAG_SHADOWED;
        return true;
    }
    return false;
}

void vt_tree_compare_key(vt_value *object, const vt_value *key) {
    if (object->size >= VT_MOST_KEYS_WITHOUT_INDEX) return;
    for (const vt_value *at = object + 1; at < key; at += 1 + at[1].next) {
        if (!vt_text_equal(vt_value_text(at), vt_value_text(key))) continue;
        object->flags = VT_FLAG_REPEATED;
        return;
    }
}

/* An index for `key_count` keys with all slots empty; NULL when memory runs out. */
static uint32_t *make_index(vt_builder *builder, size_t key_count) {
    vitals_document *document = builder->document;
    size_t slot_count = 32;
    while (slot_count < key_count * 2) slot_count *= 2;
    size_t needed = document->slot_count + slot_count + 1;
    if (needed > document->slot_capacity) {
        size_t wanted = needed > document->slot_capacity * 2 ? needed : document->slot_capacity * 2;
        uint32_t *slots = vt_reallocate_array(&document->allocator, document->slots,
                                              document->slot_capacity, wanted, sizeof *slots);
        if (!slots) return NULL;
        document->slots = slots;
        document->slot_capacity = wanted;
    }
    uint32_t *index = document->slots + document->slot_count;
    index[0] = (uint32_t)(slot_count - 1);
    memset(index + 1, 0, slot_count * sizeof *index);
    document->slot_count = needed;
    return index;
}

/* Put `key` into the index; an earlier key of the same name is shadowed and loses its slot. */
static void index_key(vt_value *object, vt_value *key, uint32_t *index, uint64_t seed) {
    uint32_t mask = index[0];
    uint32_t *slots = index + 1;
    uint32_t at = (uint32_t)vt_hash(vt_value_text(key), seed) & mask;
    for (; slots[at]; at = (at + 1) & mask) {
        vt_value *other = object + slots[at];
        if (!vt_text_equal(vt_value_text(other), vt_value_text(key))) continue;
        other->flags |= VT_FLAG_SHADOWED;
        object->size--;
        break;
    }
    slots[at] = (uint32_t)(key - object);
    object->size++;
}

enum { KEYS_PER_ASK = 4096 };

/* Index all keys of a large object, and shadow duplicates. */
static bool index_keys(vt_builder *builder, vt_value *object) {
    vt_value *end = object + object->next;
    size_t key_count = 0;
    for (vt_value *key = object + 1; key < end; key += 1 + key[1].next) key_count++;
    uint32_t *index = make_index(builder, key_count);
    if (!index) return vt_tree_fail(builder, VITALS_ENOMEM, NULL);
    object->flags |= VT_FLAG_INDEXED;
    object->as.index = (uint64_t)(index - builder->document->slots);
    object->size = 0;
    size_t indexed = 0;
    for (vt_value *key = object + 1; key < end; key += 1 + key[1].next) {
        if (++indexed % KEYS_PER_ASK == 0 && !vt_builder_goes_on(builder)) return false;
        index_key(object, key, index, builder->document->hash_seed);
    }
    return true;
}

/* Count the keys, shadow duplicates, and build the index of a large object. */
static bool close_object(vt_builder *builder, vt_value *object) {
    const vt_value *end = object + object->next;
    uint64_t seen = 0;
    size_t keys = 0;
    object->flags = 0;
    object->size = 0;
    object->as.index = 0;
    for (const vt_value *key = object + 1; key < end; key += 1 + key[1].next) {
        if (++keys > VT_MOST_KEYS_WITHOUT_INDEX) return index_keys(builder, object);
        uint64_t bit = UINT64_C(1) << vt_tree_key_print(vt_value_text(key));
        bool again = (seen & bit) && shadow_earlier(object, key);
        if (!again) object->size++;
        seen |= bit;
    }
    return true;
}

bool vt_build_close(vt_builder *builder) {
    if (builder->status != VITALS_OK) return false;
    vt_value *container = vt_tree_innermost(builder);
    if (!container) return vt_tree_fail(builder, VITALS_EINVAL, NULL);
    builder->innermost = container->next;
    builder->depth--;
    container->next =
        vt_build_next_index(builder) - (uint32_t)(container - builder->document->values);
    if (container->type == VT_OBJECT) return close_object(builder, container);
    count_items(container);
    return true;
}

/* -------------------------------------------------------------------- copies */

/* Append `value` alone as a copy. The strings of another document are copied too. */
static bool copy_one(vt_builder *builder, const vitals_document *from, const vt_value *value) {
    vt_value *copy = vt_tree_append(builder, (vt_type)value->type, 0);
    if (!copy) return false;
    uint16_t depth = copy->depth;
    *copy = *value;
    copy->depth = depth;
    if (from == builder->document) return true;
    copy->offset = 0;
    if (value->type != VT_STRING) return true;
    vt_text text = vt_arena_copy(&builder->document->arena, vt_value_text(value));
    if (vt_text_is_absent(text)) return vt_tree_fail(builder, VITALS_ENOMEM, NULL);
    copy->as.bytes = text.bytes;
    return true;
}

/* What is stored outside the values: texts of numbers, and the index of a large object. */
static bool copy_extras(vt_builder *builder, const vitals_document *from, uint32_t from_index,
                        uint32_t index) {
    vt_value *copy = &builder->document->values[index];
    if (copy->flags & VT_FLAG_INDEXED) return index_keys(builder, copy);
    if (!(copy->flags & VT_FLAG_NUMBER_TEXT)) return true;
    char scratch[40];
    vt_text text = vt_document_number_text(from, &from->values[from_index], scratch);
    if (text.bytes == builder->document->source.bytes + copy->offset) return true;
    return keep_number_text(builder, index, text);
}

/* Copy the value at `from_index` with everything in it: first the values, which may move the tree
** that is copied from, then what is stored outside them. */
static bool copy_all(vt_builder *builder, const vitals_document *from, uint32_t from_index) {
    uint32_t count = from->values[from_index].next;
    uint32_t index = vt_build_next_index(builder);
    uint32_t outer = builder->depth;
    uint32_t from_depth = from->values[from_index].depth;
    for (uint32_t i = 0; i < count; i++) {
        /* Read by index each time: appending may move the values of the document itself. */
        const vt_value value = from->values[from_index + i];
        builder->depth = outer + (value.depth - from_depth);
        if (value.type >= VT_ARRAY && builder->depth >= builder->limits.document_depth) {
            vt_tree_fail(builder, VITALS_ELIMIT, VT_LIMIT_NAME(document_depth));
            break;
        }
        if (!copy_one(builder, from, &value)) break;
    }
    builder->depth = outer;
    for (uint32_t i = 0; i < count && builder->status == VITALS_OK; i++) {
        copy_extras(builder, from, from_index + i, index + i);
    }
    return builder->status == VITALS_OK;
}

/* Copy a value without content. */
static bool copy_leaf(vt_builder *builder, const vitals_document *from, const vt_value *value) {
    if (!copy_one(builder, from, value)) return false;
    if (!(value->flags & VT_FLAG_NUMBER_TEXT)) return true;
    char scratch[40];
    vt_text text = vt_document_number_text(from, value, scratch);
    return keep_number_text(builder, vt_build_next_index(builder) - 1, text);
}

enum { VALUES_PER_ASK = 4096 };

/* Copy a value of another document with everything in it, whose root has `depth`: containers are
** opened and closed as if they were read, since deferred values in them have their content
** elsewhere. `outer` containers are around the copy. */
static bool copy_range(vt_builder *builder, const vitals_document *from, const vt_value *value,
                       uint32_t depth, uint32_t outer) {
    const vt_value *end = value + value->next;
    bool copied = true;
    for (const vt_value *at = value; at < end && copied; at = vt_value_skip_shadowed(at + 1, end)) {
        if ((at - value) % VALUES_PER_ASK == 0 && !vt_builder_goes_on(builder)) return false;
        while (copied && builder->depth > outer + (at->depth - depth)) {
            copied = vt_build_close(builder);
        }
        if (!copied) break;
        if (at->flags & VT_FLAG_DEFERRED) {
            const vt_value *opened = vt_value_open(at);
            if (!opened) return vt_tree_fail(builder, VITALS_ENOMEM, NULL);
            copied = copy_range(builder, from, opened, depth, outer);
        } else if (at->type >= VT_ARRAY) {
            copied = vt_build_open(builder, (vt_type)at->type, 0);
        } else {
            copied = copy_leaf(builder, from, at);
        }
    }
    return copied;
}

bool vt_build_copy(vt_builder *builder, const vitals_document *from, const vt_value *value) {
    if (builder->status != VITALS_OK) return false;
    uint32_t outer = builder->depth;
    if (!copy_range(builder, from, value, value->depth, outer)) return false;
    while (builder->depth > outer) {
        if (!vt_build_close(builder)) return false;
    }
    return true;
}

bool vt_build_duplicate(vt_builder *builder, uint32_t index) {
    if (builder->status != VITALS_OK) return false;
    return copy_all(builder, builder->document, index);
}

/* -------------------------------------------------------- changing the root */

void vt_builder_set_root(vt_builder *builder, const vt_value *value) {
    vitals_document *document = builder->document;
    uint32_t index = (uint32_t)(value - document->values), count = value->next;
    uint16_t depth = value->depth;
    memmove(document->values, value, count * sizeof *value);
    document->value_count = count;
    for (uint32_t i = 0; i < count; i++) {
        document->values[i].depth = (uint16_t)(document->values[i].depth - depth);
    }
    size_t kept = 0;
    for (size_t i = 0; i < document->number_text_count; i++) {
        vt_number_text text = document->number_texts[i];
        if (text.index < index || text.index - index >= count) continue;
        text.index -= index;
        document->number_texts[kept++] = text;
    }
    document->number_text_count = kept;
}

/* The walk of vt_builder_drop: from the value at `from` on, what remains is moved down. */
typedef struct drop_walk {
    vt_builder *builder;
    uint32_t from;
    uint32_t total;
    size_t texts; /* of numbers, seen so far */
    size_t kept_texts;
} drop_walk;

/* Move the text of the number at `from`. */
static void move_number_text(drop_walk *walk) {
    vitals_document *document = walk->builder->document;
    vt_number_text *texts = document->number_texts;
    while (walk->texts < document->number_text_count && texts[walk->texts].index < walk->from) {
        walk->texts++;
    }
    if (walk->texts == document->number_text_count || texts[walk->texts].index != walk->from)
        return;
    texts[walk->kept_texts] = texts[walk->texts++];
    texts[walk->kept_texts++].index = (uint32_t)document->value_count;
}

/* Append the value at `from`. A container is open until the walk reaches its old end, which it keeps
** in `as`, and is then closed as in any other tree. */
static void move_value(drop_walk *walk) {
    vt_builder *builder = walk->builder;
    vitals_document *document = builder->document;
    vt_value *moved = &document->values[document->value_count];
    move_number_text(walk);
    *moved = document->values[walk->from];
    moved->flags &= VT_FLAG_NUMBER_TEXT;
    document->value_count++;
    if (moved->type >= VT_ARRAY) {
        moved->as.index = (uint64_t)walk->from + moved->next;
        moved->next = builder->innermost;
        builder->innermost = (uint32_t)(moved - document->values);
        builder->depth++;
    }
    walk->from++;
}

/* Close the containers that end before `from`; false when memory ran out. */
static bool close_ended(drop_walk *walk) {
    vt_value *container;
    while ((container = vt_tree_innermost(walk->builder)) && container->as.index <= walk->from) {
        container->as.index = 0;
        if (!vt_build_close(walk->builder)) return false;
    }
    return true;
}

bool vt_builder_drop(vt_builder *builder) {
    vitals_document *document = builder->document;
    drop_walk walk = { builder, 0, (uint32_t)document->value_count, 0, 0 };
    document->value_count = document->slot_count = 0;
    while (walk.from < walk.total) {
        const vt_value *container = vt_tree_innermost(builder);
        const vt_value *value = &document->values[walk.from];
        if (container && container->type == VT_OBJECT) {
            if (vt_drop_member(builder->drop, builder->depth, vt_value_text(value))) {
                walk.from += 1 + value[1].next;
                document->dropped++;
            } else {
                move_value(&walk);
                move_value(&walk);
            }
        } else {
            if (container) vt_drop_item(builder->drop, builder->depth);
            move_value(&walk);
        }
        if (!close_ended(&walk)) return false;
    }
    document->number_text_count = walk.kept_texts;
    return true;
}

/* Closing the root shadows duplicate keys and builds the index again. */
void vt_builder_reopen(vt_builder *builder) {
    vt_value *root = builder->document->values, *end = root + root->next;
    for (vt_value *key = root + 1; key < end; key += 1 + key[1].next) {
        key->flags &= (uint8_t)~VT_FLAG_SHADOWED;
    }
    builder->innermost = 0;
    builder->depth = 1;
}
