/* Values that are built when they are first read. */
#include "base/memory/memory.h"
#include "document/drop.h"
#include "document/tree.h"

vt_value *vt_tree_defer(vt_builder *builder, uint32_t offset, uint32_t size, uint32_t items,
                        uint64_t values) {
    vitals_document *document = builder->document;
    const vt_value key = document->values[document->value_count - 1];
    vt_value *value = vt_tree_append(builder, VT_ARRAY, offset);
    if (!value) return NULL;
    vt_deferred *deferred = vt_arena_allocate(&document->arena, sizeof *deferred);
    if (!deferred) {
        vt_tree_fail(builder, VITALS_ENOMEM, NULL);
        return NULL;
    }
    deferred->next = document->deferred;
    deferred->document = document;
    deferred->key = key;
    deferred->offset = offset;
    deferred->size = size;
    deferred->depth = value->depth;
    atomic_init(&deferred->opened, NULL);
    document->deferred = deferred;
    document->deferred_values += values - 1;
    value->flags = VT_FLAG_DEFERRED;
    value->size = items;
    value->as.deferred = deferred;
    vt_tree_skip_values(builder, values - 1);
    return value;
}

void vt_tree_free_deferred(vitals_document *document) {
    for (vt_deferred *at = document->deferred; at; at = at->next) {
        vitals_document_free(atomic_load_explicit(&at->opened, memory_order_acquire));
    }
    document->deferred = NULL;
    document->deferred_values = 0;
}

const vt_deferred *vt_tree_deferred_of(const vitals_document *document, const vt_value *value) {
    for (const vt_deferred *at = document->deferred; at; at = at->next) {
        const vitals_document *opened = atomic_load_explicit(&at->opened, memory_order_acquire);
        if (opened && vt_tree_holds(opened, value)) return at;
    }
    return NULL;
}

/* ------------------------------------------------------------------- opening */

/* The content was read as a document of its own, after one value that stands for the key: make it
** part of the document that it came from. */
static void adopt(vitals_document *content, const vt_deferred *deferred) {
    content->values[0] = deferred->key;
    for (size_t i = 1; i < content->value_count; i++) {
        vt_value *value = &content->values[i];
        value->offset += deferred->offset;
        value->depth = (uint16_t)(value->depth + deferred->depth);
        if (!(value->flags & VT_FLAG_INDEXED)) continue;
        value->flags |= VT_FLAG_OWN_INDEX;
        value->as.own_index = content->slots + value->as.index;
    }
}

/* The text was checked before: only memory can fail. */
static vitals_document *build(const vt_deferred *deferred) {
    vitals_document *owner = deferred->document, *content = NULL;
    vitals_limits limits = { .document_bytes = UINT64_MAX,
                             .document_values = UINT64_MAX,
                             .document_depth = UINT16_MAX };
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &owner->allocator;
    options.limits = &limits;
    vt_text text = vt_text_slice(owner->source.bytes + deferred->offset, deferred->size);
    vt_builder builder;
    if (!vt_builder_begin(&builder, &options, text, &content)) {
        vt_builder_abandon(&builder);
        return NULL;
    }
    builder.document->hash_seed = owner->hash_seed; /* indexes are read by way of the owner */
    bool built = vt_build_null(&builder, 0) && vt_json_read(&builder, NULL) == VITALS_OK;
    if (!built) {
        vt_builder_abandon(&builder);
        return NULL;
    }
    adopt(builder.document, deferred);
    return builder.document;
}

const vt_value *vt_value_open(const vt_value *value) {
    vt_deferred *deferred = value->as.deferred;
    vitals_document *opened = atomic_load_explicit(&deferred->opened, memory_order_acquire);
    if (!opened) {
        vitals_document *built = build(deferred);
        if (!built) return NULL;
        if (atomic_compare_exchange_strong_explicit(&deferred->opened, &opened, built,
                                                    memory_order_acq_rel, memory_order_acquire)) {
            opened = built;
        } else {
            vitals_document_free(built); /* another thread was faster */
        }
    }
    return opened->values + 1;
}

const vt_value *vt_value_open_or_empty(const vt_value *value) {
    static const vt_value key_and_empty[2] = { { .type = VT_STRING, .as.bytes = "", .next = 1 },
                                               { .type = VT_ARRAY, .next = 1 } };
    const vt_value *opened = vt_value_open(value);
    if (opened) return opened;
    atomic_fetch_add_explicit(&value->as.deferred->document->failures, 1, memory_order_acq_rel);
    return &key_and_empty[1];
}

unsigned vt_document_failures(const vitals_document *document) {
    return atomic_load_explicit(&document->failures, memory_order_acquire);
}
