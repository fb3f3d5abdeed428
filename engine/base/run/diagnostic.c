/* The list of diagnostics, lines and columns, and the texts of statuses. */
#include "base/run/diagnostic.h"

#include "base/memory/arena.h"
#include "base/memory/memory.h"
#include "base/run/limits.h"

struct vitals_diagnostics {
    vitals_allocator allocator;
    vt_arena arena; /* texts and file names */
    vitals_diagnostic *items;
    size_t count, capacity;
    size_t most; /* limit `diagnostics` */
    size_t lost;
    bool out_of_memory; /* at least one of them for want of memory */
};

const char *vitals_status_text(vitals_status status) {
    switch (status) {
#define VITALS_X(name, code, text)                                                                 \
    case VITALS_##name:                                                                            \
        return (text);
        VITALS_STATUS_MAP(VITALS_X)
#undef VITALS_X
    }
    return "unknown status";
}

const char *vitals_severity_name(vitals_severity severity) {
    static const char *const names[] = { "error", "warning", "note" };
    return (unsigned)severity < 3 ? names[severity] : "note";
}

vitals_status vitals_diagnostics_new(const vitals_allocator *allocator, vitals_diagnostics **out) {
    if (!out) return VITALS_EINVAL;
    vitals_allocator own = vt_allocator_or_default(allocator);
    vitals_diagnostics *list = vt_allocate_zeroed(&own, sizeof *list);
    if (!list) return VITALS_ENOMEM;
    list->allocator = own;
    list->most = (size_t)vt_limits_or_default(NULL).diagnostics;
    vt_arena_init(&list->arena, &own, 0);
    *out = list;
    return VITALS_OK;
}

void vitals_diagnostics_free(vitals_diagnostics *list) {
    if (!list) return;
    vitals_allocator allocator = list->allocator;
    vt_arena_done(&list->arena);
    vt_release_array(&allocator, list->items, list->capacity, sizeof *list->items);
    vt_release(&allocator, list, sizeof *list);
}

size_t vitals_diagnostics_count(const vitals_diagnostics *list) {
    return list ? list->count : 0;
}

size_t vitals_diagnostics_lost(const vitals_diagnostics *list) {
    return list ? list->lost : 0;
}

const vitals_diagnostic *vitals_diagnostics_at(const vitals_diagnostics *list, size_t index) {
    return list && index < list->count ? &list->items[index] : NULL;
}

void vitals_diagnostics_clear(vitals_diagnostics *list) {
    if (!list) return;
    vt_arena_empty(&list->arena);
    list->count = list->lost = 0;
    list->out_of_memory = false;
}

vt_diagnostics_mark vt_diagnostics_mark_of(const vitals_diagnostics *list) {
    if (!list) return (vt_diagnostics_mark){ 0 };
    return (vt_diagnostics_mark){ list->count, list->lost, list->out_of_memory };
}

bool vt_diagnostics_go_back(vitals_diagnostics *list, vt_diagnostics_mark mark) {
    if (!list || (list->count == mark.count && list->lost == mark.lost)) return false;
    list->count = mark.count;
    list->lost = mark.lost;
    list->out_of_memory = mark.out_of_memory;
    return true;
}

/* A copy of the file name, shared with the previous diagnostic when it is the same. */
static const char *keep_file(vitals_diagnostics *list, const char *file) {
    if (!file || !*file) return "";
    if (list->count && strcmp(list->items[list->count - 1].file, file) == 0) {
        return list->items[list->count - 1].file;
    }
    return vt_arena_copy(&list->arena, vt_text_from(file)).bytes;
}

static void lose_for_memory(vitals_diagnostics *list) {
    list->lost++;
    list->out_of_memory = true;
}

bool vt_diagnostics_out_of_memory(const vitals_diagnostics *list) {
    return list && list->out_of_memory;
}

/* Make room for one more, or count it as lost. */
static bool has_room(vitals_diagnostics *list) {
    void *items = list->items;
    if (list->count >= list->most) {
        list->lost++;
        return false;
    }
    bool room =
        vt_grow(&list->allocator, &items, &list->capacity, list->count, sizeof *list->items);
    list->items = items;
    if (!room) lose_for_memory(list);
    return room;
}

/* `text` must be in the list's arena already, or absent when that failed. */
static void keep(vitals_diagnostics *list, vitals_severity severity, const char *rule,
                 vt_place place, const char *limit, vt_text text) {
    const char *file = keep_file(list, place.file);
    if (vt_text_is_absent(text) || !file) {
        lose_for_memory(list);
        return;
    }
    list->items[list->count++] = (vitals_diagnostic){
        severity, rule, file, place.document, place.line, place.line ? place.column : 0, limit, text
    };
}

void vt_diagnose(vitals_diagnostics *list, vitals_severity severity, const char *rule,
                 vt_place place, const char *limit, vt_text text) {
    if (!list || !has_room(list)) return;
    keep(list, severity, rule, place, limit,
         vt_text_is_absent(text) ? text : vt_arena_copy(&list->arena, text));
}

vitals_status vitals_diagnostics_add(vitals_diagnostics *list, const vitals_diagnostic *finding) {
    if (!finding || !finding->rule) return VITALS_EINVAL;
    vt_place place = { finding->file, finding->document, finding->line, finding->column };
    vt_text text = finding->text.bytes ? finding->text : VT_TEXT("");
    vt_diagnose(list, finding->severity, finding->rule, place, finding->limit, text);
    return VITALS_OK;
}

void vt_diagnose_format(vitals_diagnostics *list, vitals_severity severity, const char *rule,
                        vt_place place, const char *limit, const char *format, ...) {
    if (!list || !has_room(list)) return;
    vt_buffer text;
    vt_buffer_init(&text, &list->allocator, SIZE_MAX / 2);
    va_list arguments;
    va_start(arguments, format);
    bool whole = vt_buffer_vprintf(&text, format, arguments);
    va_end(arguments);
    keep(list, severity, rule, place, limit,
         whole ? vt_arena_copy(&list->arena, vt_buffer_text(&text)) : VT_TEXT_ABSENT);
    vt_buffer_done(&text);
}

void vt_diagnose_limit(vitals_diagnostics *list, vt_place place, const vitals_limits *limits,
                       const char *limit) {
    vt_diagnose_format(
        list, VITALS_SEVERITY_ERROR, "limit", place, limit, "limit %s of %llu reached: %s", limit,
        (unsigned long long)vt_limit_value(limits, limit), vt_limit_row(limit)->text);
}
