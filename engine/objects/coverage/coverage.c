/* Lists of parts that an answer covers: see <vitals/coverage.h>. */
#include "objects/coverage/coverage.h"

#include "base/memory/memory.h"
#include "base/memory/sized.h"

static const char *const state_names[] = {
#define VITALS_X(name, text) text,
    VITALS_COVERAGE_STATE_MAP(VITALS_X)
#undef VITALS_X
};

const char *vitals_coverage_state_name(vitals_coverage_state state) {
    return (unsigned)state < VITALS_COVERAGE_STATE_COUNT ? state_names[state] : "";
}

vitals_coverage_state vitals_coverage_state_from_name(vitals_text name) {
    unsigned state = 0;
    while (state < VITALS_COVERAGE_STATE_COUNT && !vt_text_is(name, state_names[state])) state++;
    return (vitals_coverage_state)state;
}

bool vitals_coverage_state_loses(vitals_coverage_state state) {
    return state >= VITALS_COVERAGE_NARROWED && state < VITALS_COVERAGE_STATE_COUNT;
}

vitals_status vitals_coverage_new(const vitals_allocator *allocator, vitals_coverage_list **out) {
    if (!out) return VITALS_EINVAL;
    const vitals_allocator own = vt_allocator_or_default(allocator);
    vitals_coverage_list *list = vt_allocate_zeroed(&own, sizeof *list);
    if (!list) return VITALS_ENOMEM;
    list->allocator = own;
    vt_arena_init(&list->arena, &own, 0);
    vt_buffer_init(&list->text, &own, SIZE_MAX / 2);
    *out = list;
    return VITALS_OK;
}

void vitals_coverage_free(vitals_coverage_list *list) {
    if (!list) return;
    const vitals_allocator allocator = list->allocator;
    vt_arena_done(&list->arena);
    vt_buffer_done(&list->text);
    vt_release_array(&allocator, list->parts, list->capacity, sizeof *list->parts);
    vt_release(&allocator, list, sizeof *list);
}

void vitals_coverage_clear(vitals_coverage_list *list) {
    if (!list) return;
    vt_arena_empty(&list->arena);
    list->count = list->more = 0;
}

/* Put its texts into the arena. false: no memory. */
static bool keep_texts(vitals_coverage_list *list, vitals_coverage_part *part) {
    for (size_t i = 0; i < VT_COVERAGE_TEXTS; i++) {
        vt_text *text = vt_coverage_text_of(part, i);
        if (!text->size) {
            *text = VT_TEXT_ABSENT;
            continue;
        }
        *text = vt_arena_copy(&list->arena, *text);
        if (vt_text_is_absent(*text)) return false;
    }
    return true;
}

static bool is_same(const vitals_coverage_part *a, const vitals_coverage_part *b) {
    vitals_coverage_part left = *a, right = *b;
    for (size_t i = 0; i < VT_COVERAGE_TEXTS; i++) {
        if (!vt_text_equal(*vt_coverage_text_of(&left, i), *vt_coverage_text_of(&right, i))) {
            return false;
        }
    }
    return a->state == b->state && a->line == b->line && a->column == b->column &&
           a->listed_ms == b->listed_ms && a->outside == b->outside;
}

static bool has_part(const vitals_coverage_list *list, const vitals_coverage_part *part) {
    for (size_t i = 0; i < list->count; i++) {
        if (is_same(&list->parts[i], part)) return true;
    }
    return false;
}

static vitals_status add_part(vitals_coverage_list *list, const vitals_coverage_part *part) {
    void *parts = list->parts;
    if (has_part(list, part)) return VITALS_OK;
    if (list->count == VITALS_COVERAGE_PARTS) {
        list->more += vitals_coverage_state_loses(part->state);
        return VITALS_OK;
    }
    const bool room =
        vt_grow(&list->allocator, &parts, &list->capacity, list->count, sizeof *list->parts);
    list->parts = parts;
    if (!room) return VITALS_ENOMEM;
    const vt_arena_mark mark = vt_arena_mark_here(&list->arena);
    vitals_coverage_part *copy = &list->parts[list->count];
    *copy = *part;
    if (!keep_texts(list, copy)) {
        vt_arena_back_to(&list->arena, mark);
        return VITALS_ENOMEM;
    }
    list->count++;
    return VITALS_OK;
}

vitals_status vitals_coverage_add(vitals_coverage_list *list, const vitals_coverage_part *part) {
    vitals_coverage_part own = VITALS_COVERAGE_PART_INIT;
    if (!list || !part || !vt_sized_read(part, &own, sizeof own) ||
        (unsigned)own.state >= VITALS_COVERAGE_STATE_COUNT) {
        return VITALS_EINVAL;
    }
    own.struct_bytes = sizeof own;
    return add_part(list, &own);
}

vitals_status vitals_coverage_add_list(vitals_coverage_list *list, const vitals_coverage_list *from,
                                       size_t most) {
    if (!list || list == from) return VITALS_EINVAL;
    for (size_t i = 0; from && i < from->count && i < most; i++) {
        const vitals_status status = add_part(list, &from->parts[i]);
        if (status) return status;
    }
    if (from && from->count < most) list->more += from->more;
    return VITALS_OK;
}

void vitals_coverage_add_more(vitals_coverage_list *list, size_t count) {
    list->more += count;
}

vitals_status vitals_coverage_set_cluster(vitals_coverage_list *list, vitals_text cluster) {
    if (!list || !cluster.size) return VITALS_OK;
    const vt_text copy = vt_arena_copy(&list->arena, cluster);
    if (vt_text_is_absent(copy)) return VITALS_ENOMEM;
    for (size_t i = 0; i < list->count; i++) {
        if (!list->parts[i].cluster.size) list->parts[i].cluster = copy;
    }
    return VITALS_OK;
}

/* What a diagnostic names, or else the file. */
static vitals_status add_diagnostic(vitals_coverage_list *list, const vitals_diagnostic *diagnostic,
                                    const char *file) {
    vitals_coverage_part part = VITALS_COVERAGE_PART_INIT;
    const bool named = diagnostic->file && *diagnostic->file;
    part.state = VITALS_COVERAGE_UNREADABLE;
    part.what = vt_text_from(named ? diagnostic->file : file);
    part.line = diagnostic->line;
    part.column = diagnostic->column;
    part.reason = diagnostic->text;
    return add_part(list, &part);
}

vitals_status vitals_coverage_add_diagnostics(vitals_coverage_list *list,
                                              const vitals_diagnostics *diagnostics,
                                              const char *file) {
    if (!list || !diagnostics) return VITALS_EINVAL;
    for (size_t i = 0; i < vitals_diagnostics_count(diagnostics); i++) {
        const vitals_diagnostic *diagnostic = vitals_diagnostics_at(diagnostics, i);
        if (diagnostic->severity != VITALS_SEVERITY_ERROR) continue;
        const vitals_status status = add_diagnostic(list, diagnostic, file);
        if (status) return status;
    }
    list->more += vitals_diagnostics_lost(diagnostics);
    return VITALS_OK;
}

size_t vitals_coverage_count(const vitals_coverage_list *list) {
    return list ? list->count : 0;
}

size_t vitals_coverage_more(const vitals_coverage_list *list) {
    return list ? list->more : 0;
}

bool vitals_coverage_at(const vitals_coverage_list *list, size_t index, vitals_coverage_part *out,
                        size_t out_bytes) {
    if (!list || index >= list->count) return false;
    vt_sized_write(out, out_bytes, &list->parts[index], sizeof *list->parts);
    return true;
}
