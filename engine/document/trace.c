/* The trace: one list of events that shows how a verdict came about. */
#include "base/memory/map.h"
#include "base/memory/memory.h"
#include "base/memory/sized.h"
#include "document/reader.h"
#include "document/tree.h"

/* What one trace keeps at most. */
#define MOST_LINES (UINT32_C(1) << 24)
/* A container is shown as JSON up to this size, otherwise as the number of its members. */
#define MOST_VALUE_BYTES 65536

/* A field that was read, present or missing. */
typedef struct trace_access {
    const vitals_document *document;
    const vt_value *parent; /* NULL: only the value is known */
    const vt_value *value;  /* NULL: missing */
    vt_text key;            /* absent: by index */
    size_t index;
} trace_access;

typedef struct trace_note {
    vitals_trace_kind kind;
    vitals_source source;
    uint32_t line;
    bool written; /* READ: path and value are written */
    vt_text path, value, text;
    trace_access access;
} trace_note;

struct vitals_trace {
    vitals_allocator allocator;
    vt_arena arena;
    trace_note *notes;
    size_t count, capacity;
    uint32_t *slots;   /* of the accesses: open addressing, index + 1 into notes */
    size_t slot_count; /* a power of two, or 0 */
    size_t access_count;
    uint64_t *lines; /* a bit for each line that ran */
    size_t line_words;
    bool incomplete;     /* memory ran out */
    uint64_t bytes;      /* of notes and their texts so far */
    uint64_t written;    /* of paths and values, which are written only when they are requested */
    uint64_t most_bytes; /* limit trace_bytes, of each of them */
    bool cut;            /* the limit was reached */
};

/* ---------------------------------------------------------------- life cycle */

vitals_status vitals_trace_new(const vitals_allocator *allocator, vitals_trace **out) {
    if (!out) return VITALS_EINVAL;
    vitals_allocator own = vt_allocator_or_default(allocator);
    vitals_trace *trace = vt_allocate_zeroed(&own, sizeof *trace);
    if (!trace) return VITALS_ENOMEM;
    trace->allocator = own;
    trace->most_bytes = vt_limits_or_default(NULL).trace_bytes;
    vt_arena_init(&trace->arena, &own, 0);
    *out = trace;
    return VITALS_OK;
}

void vitals_trace_free(vitals_trace *trace) {
    if (!trace) return;
    vitals_allocator allocator = trace->allocator;
    vt_arena_done(&trace->arena);
    vt_release_array(&allocator, trace->notes, trace->capacity, sizeof *trace->notes);
    vt_release_array(&allocator, trace->slots, trace->slot_count, sizeof *trace->slots);
    vt_release_array(&allocator, trace->lines, trace->line_words, sizeof *trace->lines);
    vt_release(&allocator, trace, sizeof *trace);
}

/* All memory is kept for the next call. */
void vitals_trace_clear(vitals_trace *trace) {
    if (!trace) return;
    vt_arena_empty(&trace->arena);
    trace->count = trace->access_count = 0;
    if (trace->slots) memset(trace->slots, 0, trace->slot_count * sizeof *trace->slots);
    if (trace->lines) memset(trace->lines, 0, trace->line_words * sizeof *trace->lines);
    trace->incomplete = trace->cut = false;
    trace->bytes = trace->written = 0;
}

void vt_trace_set_limits(vitals_trace *trace, const vitals_limits *limits) {
    if (trace) trace->most_bytes = limits->trace_bytes;
}

const char *vitals_trace_limit(const vitals_trace *trace) {
    return trace && trace->cut ? VT_LIMIT_NAME(trace_bytes) : NULL;
}

bool vt_trace_is_complete(const vitals_trace *trace) {
    return !trace->incomplete;
}

/* --------------------------------------------------------------------- notes */

/* Count bytes against limit trace_bytes; false: they do not fit, and neither will any later. */
static bool charge(vitals_trace *trace, uint64_t *counter, uint64_t bytes) {
    bool fits = bytes <= trace->most_bytes && *counter <= trace->most_bytes - bytes;
    *counter = fits ? *counter + bytes : UINT64_MAX;
    if (!fits) trace->cut = true;
    return fits;
}

/* What a note takes: while the array of notes doubles, the old one is held beside the new one. */
#define NOTE_BYTES (3 * sizeof(trace_note))

/* A new note of `kind` with texts of that many bytes; NULL when it cannot be stored. What a source
** answered and which rule decided is kept even when the limit is reached: that is bounded by the
** rules, and nothing can be explained without it. */
static trace_note *add_note(vitals_trace *trace, vitals_trace_kind kind, size_t text_bytes) {
    bool always = kind == VITALS_TRACE_CONSIDERED || kind == VITALS_TRACE_DECIDED;
    if (!always && !charge(trace, &trace->bytes, NOTE_BYTES + text_bytes)) return NULL;
    void *notes = trace->notes;
    bool room =
        vt_grow(&trace->allocator, &notes, &trace->capacity, trace->count, sizeof *trace->notes);
    trace->notes = notes;
    if (!room) {
        trace->incomplete = true;
        return NULL;
    }
    trace_note *added = &trace->notes[trace->count++];
    memset(added, 0, sizeof *added);
    added->kind = kind;
    return added;
}

/* A copy that lives until the trace is cleared. */
static vt_text keep(vitals_trace *trace, vt_text text) {
    if (vt_text_is_absent(text)) return text;
    vt_text copy = vt_arena_copy(&trace->arena, text);
    if (vt_text_is_absent(copy)) trace->incomplete = true;
    return copy;
}

void vt_trace_considered(vitals_trace *trace, vitals_source source, vt_text text) {
    trace_note *added = trace ? add_note(trace, VITALS_TRACE_CONSIDERED, 0) : NULL;
    if (!added) return;
    added->source = source;
    added->text = keep(trace, text);
}

void vt_trace_decided(vitals_trace *trace, vitals_source source, vt_text row, uint32_t line) {
    trace_note *added = trace ? add_note(trace, VITALS_TRACE_DECIDED, 0) : NULL;
    if (!added) return;
    added->source = source;
    added->line = line;
    added->text = keep(trace, row);
}

void vt_trace_expression(vitals_trace *trace, vt_text expression, uint32_t offset, vt_text value) {
    size_t text_bytes = expression.size + value.size;
    trace_note *added = trace ? add_note(trace, VITALS_TRACE_EXPRESSION, text_bytes) : NULL;
    if (!added) return;
    added->line = offset;
    added->path = keep(trace, expression);
    added->value = keep(trace, value);
}

void vt_trace_print(vitals_trace *trace, vt_text text) {
    trace_note *added = trace ? add_note(trace, VITALS_TRACE_PRINT, text.size) : NULL;
    if (added) added->text = keep(trace, text);
}

/* ------------------------------------------------------------------ accesses */

/* A value is identified by itself, a missing one by where it was expected. */
static uint64_t hash_access(const trace_access *access) {
    uint64_t where = (uint64_t)(uintptr_t)(access->value ? access->value : access->parent);
    uint64_t hash = access->value ? 0 : vt_hash(access->key, access->index);
    return (where ^ hash) * UINT64_C(0x9E3779B97F4A7C15) >> 16;
}

static bool same_access(const trace_access *a, const trace_access *b) {
    if (a->document != b->document || a->value != b->value) return false;
    if (a->value) return true;
    return a->parent == b->parent && a->index == b->index && vt_text_equal(a->key, b->key);
}

/* The slot of `look`: that of an equal one, or a free one. */
static uint32_t *find_slot(const vitals_trace *trace, const trace_access *access) {
    size_t mask = trace->slot_count - 1;
    size_t at = hash_access(access) & mask;
    while (trace->slots[at] && !same_access(&trace->notes[trace->slots[at] - 1].access, access)) {
        at = (at + 1) & mask;
    }
    return &trace->slots[at];
}

/* Keep the slots at most half full. */
static bool make_slots(vitals_trace *trace) {
    if (trace->access_count * 2 < trace->slot_count) return true;
    size_t old_count = trace->slot_count, new_count = old_count ? old_count * 2 : 64;
    uint32_t *slots = vt_allocate_array(&trace->allocator, new_count, sizeof *slots);
    if (!slots) return false;
    memset(slots, 0, new_count * sizeof *slots);
    vt_release_array(&trace->allocator, trace->slots, old_count, sizeof *trace->slots);
    trace->slots = slots;
    trace->slot_count = new_count;
    for (size_t i = 0; i < trace->count; i++) {
        if (trace->notes[i].kind != VITALS_TRACE_READ) continue;
        *find_slot(trace, &trace->notes[i].access) = (uint32_t)(i + 1);
    }
    return true;
}

/* Costs one hash lookup when the field was read before; path and value are not written yet. */
void vt_trace_read(vitals_trace *trace, const vitals_document *document, const vt_value *parent,
                   vt_text key, size_t index, const vt_value *value) {
    if (!trace || (!parent && !value)) return;
    if (!make_slots(trace)) {
        trace->incomplete = true;
        return;
    }
    trace_access access = { document, parent, value, key, index };
    uint32_t *slot = find_slot(trace, &access);
    if (*slot) return;
    trace_note *added = add_note(trace, VITALS_TRACE_READ, value ? 0 : key.size);
    if (!added) return;
    if (!value) access.key = keep(trace, key); /* the key of a value is in front of it */
    added->access = access;
    trace->access_count++;
    *slot = (uint32_t)trace->count;
}

/* ---------------------------------------------------------- reading, traced */

const vt_value *vt_read_traced(const vt_reader *reader, const vt_value *object, vt_text key) {
    const vt_value *value = vt_document_get(reader->document, object, key);
    vt_trace_read(reader->trace, reader->document, object, key, 0, value);
    return value;
}

const vt_value *vt_read_at(const vt_reader *reader, const vt_value *array, size_t index) {
    const vt_value *value = vt_array_at(array, index);
    if (reader->trace && array) {
        vt_trace_read(reader->trace, reader->document, array, VT_TEXT_ABSENT, index, value);
    }
    return value;
}

/* --------------------------------------------------------------------- lines */

/* The set of lines is a bitmap that grows with the largest line. */
void vt_trace_line(vitals_trace *trace, uint32_t line) {
    if (!trace || line >= MOST_LINES) return;
    size_t word = line / 64;
    if (word >= trace->line_words) {
        size_t wanted = word < 16 ? 16 : word * 2;
        uint64_t *lines = vt_reallocate_array(&trace->allocator, trace->lines, trace->line_words,
                                              wanted, sizeof *lines);
        if (!lines) {
            trace->incomplete = true;
            return;
        }
        memset(lines + trace->line_words, 0, (wanted - trace->line_words) * sizeof *lines);
        trace->lines = lines;
        trace->line_words = wanted;
    }
    trace->lines[word] |= UINT64_C(1) << line % 64;
}

bool vt_trace_has_line(const vitals_trace *trace, uint32_t line) {
    size_t word = line / 64;
    return word < trace->line_words && (trace->lines[word] >> line % 64 & 1);
}

/* --------------------------------------------------------------- the events */

/* The path of the parent if it was already written for a note of its own, which saves searching for
** it among its siblings; otherwise absent. */
static vt_text known_path(const vitals_trace *trace, const trace_access *access) {
    if (access->parent == vt_document_root(access->document)) return VT_TEXT("");
    trace_access parent = { access->document, NULL, access->parent, VT_TEXT_ABSENT, 0 };
    uint32_t slot = *find_slot(trace, &parent);
    return slot ? trace->notes[slot - 1].path : VT_TEXT_ABSENT;
}

/* The key of a value is in front of it. */
static vt_text key_of(const trace_access *access) {
    if (!access->value || !vt_value_is_object(access->parent)) return access->key;
    return vt_value_text(access->value - 1);
}

static void write_path(const vitals_trace *trace, vt_buffer *buffer, const trace_access *access) {
    if (!access->parent) {
        vt_document_append_path(access->document, access->value, buffer);
        return;
    }
    vt_text parent = known_path(trace, access);
    if (vt_text_is_absent(parent)) {
        vt_document_append_path(access->document, access->parent, buffer);
    } else {
        vt_buffer_add(buffer, parent);
    }
    vt_tree_append_step(buffer, key_of(access), access->index);
}

/* The value as JSON; a container that is too long, as the number of its members. */
static void write_value(vt_buffer *buffer, const trace_access *access) {
    vt_document_append_json(access->document, access->value, 0, buffer);
    if (!buffer->over_ceiling || access->value->type < VT_ARRAY) return;
    vt_buffer_clear(buffer);
    vt_buffer_printf(buffer,
                     access->value->type == VT_ARRAY ? "\"array of %lu items\""
                                                     : "\"object of %lu members\"",
                     (unsigned long)access->value->size);
}

/* What was written, if it is whole. */
static vt_text keep_buffer(vitals_trace *trace, const vt_buffer *buffer) {
    if (!buffer->failed) return keep(trace, vt_buffer_text(buffer));
    trace->incomplete = true;
    return VT_TEXT_ABSENT;
}

/* Write path and value, once; they count against the limit as well. */
static void write_access(vitals_trace *trace, trace_note *note) {
    if (note->written) return;
    note->written = true;
    bool container = note->access.value && note->access.value->type >= VT_ARRAY;
    if (trace->written == UINT64_MAX) return;
    vt_buffer buffer;
    vt_buffer_init(&buffer, &trace->allocator, SIZE_MAX / 2);
    write_path(trace, &buffer, &note->access);
    if (charge(trace, &trace->written, buffer.size)) note->path = keep_buffer(trace, &buffer);
    if (note->access.value && trace->written != UINT64_MAX) {
        vt_buffer_clear(&buffer);
        if (container) buffer.most_bytes = MOST_VALUE_BYTES;
        write_value(&buffer, &note->access);
        if (charge(trace, &trace->written, buffer.size)) note->value = keep_buffer(trace, &buffer);
    }
    vt_buffer_done(&buffer);
}

size_t vitals_trace_count(const vitals_trace *trace) {
    return trace ? trace->count : 0;
}

bool vitals_trace_at(vitals_trace *trace, size_t index, vitals_trace_event *out, size_t out_bytes) {
    if (!trace || index >= trace->count) return false;
    trace_note *note = &trace->notes[index];
    if (note->kind == VITALS_TRACE_READ) write_access(trace, note);
    const vitals_trace_event event = { note->kind, note->source, note->line,
                                       note->path, note->value,  note->text };
    vt_sized_write(out, out_bytes, &event, sizeof event);
    return true;
}

bool vt_trace_note_at(const vitals_trace *trace, size_t index, vt_trace_note *out) {
    if (index >= trace->count) return false;
    const trace_note *note = &trace->notes[index];
    *out = (vt_trace_note){ .kind = note->kind,
                            .parent = note->access.parent,
                            .value = note->access.value,
                            .index = note->access.index,
                            .line = note->line,
                            .key = note->access.value ? VT_TEXT_ABSENT : note->access.key,
                            .path = note->path,
                            .shown = note->value,
                            .text = note->text };
    return true;
}
