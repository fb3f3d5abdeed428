/* The messages between an assessment and the process that runs its rule. */
#include "base/text/utf8.h"
#include "document/pack.h"
#include "health/remote.h"

/* ------------------------------------------------------------------ questions */

enum { OPEN_LIBRARIES = 1, MISSING_IS_FALSE = 2, TRACED = 4 };

void vt_remote_write_question(vt_buffer *buffer, const vt_remote_question *question) {
    const uint8_t flags = (uint8_t)((question->open_libraries ? OPEN_LIBRARIES : 0) |
                                    (question->missing_is_false ? MISSING_IS_FALSE : 0) |
                                    (question->traced ? TRACED : 0));
    vt_wire_add_word(buffer, VT_REMOTE_MAGIC);
    vt_wire_add_byte(buffer, question->language);
    vt_wire_add_byte(buffer, question->dialect);
    vt_wire_add_byte(buffer, flags);
    vt_wire_add_word(buffer, question->argocd_release);
    vt_wire_add_signed(buffer, question->now_seconds);
    vt_wire_add_signed(buffer, question->zone_offset_seconds);
    vt_wire_add_text(buffer,
                     vt_text_slice((const char *)&question->limits, sizeof question->limits));
    vt_wire_add_text(buffer, question->rule);
    vt_wire_add_text(buffer, question->object);
}

bool vt_remote_read_question(vt_text bytes, vt_remote_question *out) {
    vt_wire_reader reader = vt_wire_read(bytes);
    const bool known = vt_wire_word(&reader) == VT_REMOTE_MAGIC;
    *out = (vt_remote_question){ .language = vt_wire_byte(&reader) };
    out->dialect = vt_wire_byte(&reader);
    const uint8_t flags = vt_wire_byte(&reader);
    out->open_libraries = flags & OPEN_LIBRARIES;
    out->missing_is_false = flags & MISSING_IS_FALSE;
    out->traced = flags & TRACED;
    out->argocd_release = vt_wire_word(&reader);
    out->now_seconds = vt_wire_signed(&reader);
    out->zone_offset_seconds = vt_wire_signed(&reader);
    const vt_text limits = vt_wire_text(&reader);
    if (limits.size == sizeof out->limits) memcpy(&out->limits, limits.bytes, limits.size);
    out->rule = vt_wire_text(&reader);
    out->object = vt_wire_text(&reader);
    return known && !reader.bad && vt_wire_is_at_end(&reader) &&
           limits.size == sizeof out->limits && out->dialect < VT_LUA_DIALECT_COUNT;
}

/* -------------------------------------------------------------------- replies */

void vt_remote_write_reply(vt_buffer *buffer, const vt_remote_reply *reply) {
    const vt_opinion *opinion = &reply->opinion;
    vt_wire_add_word(buffer, VT_REMOTE_MAGIC);
    vt_wire_add_signed(buffer, reply->status);
    vt_wire_add_byte(buffer, reply->holds);
    vt_wire_add_byte(buffer, (uint8_t)opinion->kind);
    vt_wire_add_byte(buffer, (uint8_t)opinion->health);
    vt_wire_add_text(buffer, opinion->message);
    vt_wire_add_text(buffer, vt_text_from(opinion->limit));
    vt_wire_add_word(buffer, opinion->line);
    vt_wire_add_long(buffer, opinion->steps);
    vt_wire_add_text(buffer, opinion->deletion_message);
    vt_wire_add_byte(buffer, opinion->silent);
    vt_wire_add_signed(buffer, reply->valid_until_seconds);
}

static bool is_utf8(vt_text text) {
    return vt_text_is_absent(text) || vt_utf8_valid_prefix(text) == text.size;
}

/* The static name of a limit; `*known` false: it is not the name of one. */
static const char *limit_of(vt_text name, bool *known) {
    static const char interrupt[] = "interrupt";
    char text[64];
    *known = true;
    if (vt_text_is_absent(name)) return NULL;
    if (vt_text_is(name, interrupt)) return interrupt;
    const size_t size = name.size < sizeof text ? name.size : 0;
    memcpy(text, name.bytes, size);
    text[size] = '\0';
    const vitals_limit_row *row = vt_limit_row(text);
    *known = row != NULL;
    return row ? row->name : NULL;
}

/* Opinions of scripts are never NONE, and expressions have a status. */
static bool is_sound(const vt_remote_reply *reply) {
    const vt_opinion *opinion = &reply->opinion;
    return reply->status <= VITALS_OK && reply->status >= VITALS_EAGAIN &&
           (unsigned)opinion->health < VITALS_HEALTH_COUNT &&
           (unsigned)opinion->kind <= VT_OPINION_FAILED && is_utf8(opinion->message) &&
           is_utf8(opinion->deletion_message);
}

bool vt_remote_read_reply(vt_text bytes, vt_remote_reply *out) {
    vt_wire_reader reader = vt_wire_read(bytes);
    bool known_limit;
    const bool known = vt_wire_word(&reader) == VT_REMOTE_MAGIC;
    *out = (vt_remote_reply){ .status = vt_wire_signed(&reader) };
    out->holds = vt_wire_byte(&reader) != 0;
    out->opinion.kind = (vt_opinion_kind)vt_wire_byte(&reader);
    out->opinion.health = (vitals_health)vt_wire_byte(&reader);
    out->opinion.message = vt_wire_text(&reader);
    out->opinion.limit = limit_of(vt_wire_text(&reader), &known_limit);
    out->opinion.line = vt_wire_word(&reader);
    out->opinion.steps = vt_wire_long(&reader);
    out->opinion.deletion_message = vt_wire_text(&reader);
    out->opinion.silent = vt_wire_byte(&reader) != 0;
    out->valid_until_seconds = vt_wire_signed(&reader);
    out->notes = vt_text_slice(reader.at, (size_t)(reader.end - reader.at));
    return known && !reader.bad && known_limit && is_sound(out);
}

/* ---------------------------------------------------------------------- notes */

/* The number of a value, from 1; 0: none. */
static void add_number(vt_buffer *buffer, const vitals_document *document, const vt_value *value) {
    vt_wire_add_word(buffer, value ? vt_document_number(document, value) + 1 : 0);
}

void vt_remote_write_notes(vt_buffer *buffer, const vitals_trace *trace,
                           const vitals_document *document) {
    vt_trace_note note;
    for (size_t i = 0; vt_trace_note_at(trace, i, &note); i++) {
        vt_wire_add_byte(buffer, (uint8_t)note.kind);
        if (note.kind == VITALS_TRACE_READ) {
            add_number(buffer, document, note.parent);
            add_number(buffer, document, note.value);
            vt_wire_add_long(buffer, note.index);
            vt_wire_add_text(buffer, note.key);
        } else if (note.kind == VITALS_TRACE_EXPRESSION) {
            vt_wire_add_word(buffer, note.line);
            vt_wire_add_text(buffer, note.path);
            vt_wire_add_text(buffer, note.shown);
        } else {
            vt_wire_add_text(buffer, note.text);
        }
    }
}

typedef struct notes_reader {
    vt_wire_reader wire;
    vitals_trace *trace;
    const vitals_document *document;
    const vt_value *const *values;
    size_t count;
} notes_reader;

static const vt_value *read_number(notes_reader *self) {
    const uint32_t number = vt_wire_word(&self->wire);
    if (number > self->count) self->wire.bad = true;
    return number && number <= self->count ? self->values[number - 1] : NULL;
}

static vt_text read_text(notes_reader *self) {
    const vt_text text = vt_wire_text(&self->wire);
    if (!is_utf8(text)) self->wire.bad = true;
    return text;
}

/* A value that was read from `parent` is one of its own; a missing one may have had any name. */
static bool is_access(const notes_reader *self, const vt_value *parent, const vt_value *value) {
    if (!parent || !value) return true;
    return parent->type >= VT_ARRAY && vt_document_parent(self->document, value) == parent;
}

static void read_access(notes_reader *self) {
    const vt_value *parent = read_number(self);
    const vt_value *value = read_number(self);
    const size_t index = (size_t)vt_wire_long(&self->wire);
    const vt_text key = read_text(self);
    if (!is_access(self, parent, value)) self->wire.bad = true;
    if (!self->wire.bad) {
        vt_trace_read(self->trace, self->document, parent, key, index, value);
    }
}

static void read_note(notes_reader *self) {
    const uint8_t kind = vt_wire_byte(&self->wire);
    if (kind == VITALS_TRACE_READ) {
        read_access(self);
    } else if (kind == VITALS_TRACE_EXPRESSION) {
        const uint32_t offset = vt_wire_word(&self->wire);
        const vt_text expression = read_text(self), value = read_text(self);
        if (!self->wire.bad) vt_trace_expression(self->trace, expression, offset, value);
    } else if (kind == VITALS_TRACE_PRINT) {
        const vt_text text = read_text(self);
        if (!self->wire.bad) vt_trace_print(self->trace, text);
    } else {
        self->wire.bad = true;
    }
}

bool vt_remote_read_notes(vt_text notes, vitals_trace *trace, const vitals_document *document,
                          vt_arena *arena) {
    if (!trace || notes.size == 0) return notes.size == 0;
    notes_reader self = { .wire = vt_wire_read(notes), .trace = trace, .document = document };
    self.values = vt_document_numbered(document, arena, &self.count);
    if (!self.values) return false;
    while (!self.wire.bad && !vt_wire_is_at_end(&self.wire)) read_note(&self);
    return !self.wire.bad;
}
