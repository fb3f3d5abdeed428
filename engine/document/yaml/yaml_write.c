/*
** Writing a document as YAML in block style, as kubectl does: sequences are not indented below
** their key, strings that would be read as another type are quoted, multi-line strings are literal
** blocks.
*/
#include "document/tree.h"
#include "document/yaml/yaml_text.h"

/* Longer keys are written with `? `; libyaml accepts simple keys of up to 1024 characters. */
enum { MOST_SIMPLE_KEY_BYTES = 500, STEP = 2 };

/* What precedes a value. */
typedef enum value_lead { LEAD_NOTHING, LEAD_COLON, LEAD_DASH } value_lead;

/* The tree is written in one pass over its flat array, with two bits for each level. */
typedef struct yaml_writer {
    const vitals_document *document;
    vt_buffer *buffer;
    vt_writing *writing;
    size_t column;  /* of the innermost open container's children */
    uint32_t open;  /* containers that are open */
    bool same_line; /* the next child starts on the current line */
    bool after_key;
    vt_level_bits objects;
    vt_level_bits steps; /* the level is indented further than the one before */
} yaml_writer;

static bool in_object(const yaml_writer *writer) {
    return writer->open && vt_level_get(&writer->objects, writer->open - 1);
}

static void open_container(yaml_writer *writer, bool object, bool step) {
    vt_level_set(&writer->objects, writer->open, object);
    vt_level_set(&writer->steps, writer->open, step);
    writer->open++;
    if (step) writer->column += STEP;
}

static void close_container(yaml_writer *writer) {
    writer->open--;
    if (vt_level_get(&writer->steps, writer->open)) writer->column -= STEP;
}

static void start_line(yaml_writer *writer) {
    if (!writer->same_line) vt_buffer_add_repeated(writer->buffer, ' ', writer->column);
    writer->same_line = false;
}

static void write_string(yaml_writer *writer, vt_text text) {
    if (vt_yaml_fits_literal(text)) {
        vt_yaml_append_literal(writer->buffer, text, writer->column + STEP);
        return;
    }
    vt_yaml_append_string(writer->buffer, text);
    vt_buffer_add_byte(writer->buffer, '\n');
}

static void write_scalar(yaml_writer *writer, const vt_value *value) {
    static const char *const words[] = { "null\n", "false\n", "true\n" };
    char scratch[40];
    if (value->type == VT_STRING) {
        write_string(writer, vt_value_text(value));
    } else if (value->type <= VT_TRUE) {
        vt_buffer_add_terminated(writer->buffer, words[value->type]);
    } else {
        vt_buffer_add(writer->buffer, vt_document_number_text(writer->document, value, scratch));
        vt_buffer_add_byte(writer->buffer, '\n');
    }
}

static void write_value(yaml_writer *writer, const vt_value *value, value_lead lead) {
    bool container = value->type >= VT_ARRAY, object = value->type == VT_OBJECT;
    bool breaks_line = container && value->size > 0 && lead == LEAD_COLON;
    if (lead != LEAD_NOTHING) vt_buffer_add_byte(writer->buffer, breaks_line ? '\n' : ' ');
    if (!container) {
        write_scalar(writer, value);
    } else if (value->size == 0) {
        vt_buffer_add_terminated(writer->buffer, object ? "{}\n" : "[]\n");
    } else {
        writer->same_line = lead == LEAD_DASH;
    }
    if (container) open_container(writer, object, lead == LEAD_DASH || (lead && object));
}

static void write_key(yaml_writer *writer, vt_text key) {
    bool simple = key.size <= MOST_SIMPLE_KEY_BYTES;
    start_line(writer);
    if (!simple) vt_buffer_add_terminated(writer->buffer, "? ");
    vt_yaml_append_string(writer->buffer, key);
    if (!simple) {
        vt_buffer_add_byte(writer->buffer, '\n');
        start_line(writer);
    }
    vt_buffer_add_byte(writer->buffer, ':');
}

/* Write one value, or one key of the innermost object. */
static void write_one(yaml_writer *writer, const vt_value *value) {
    if (writer->after_key) {
        writer->after_key = false;
        write_value(writer, value, LEAD_COLON);
    } else if (in_object(writer)) {
        write_key(writer, vt_value_text(value));
        writer->after_key = true;
    } else if (writer->open) {
        start_line(writer);
        vt_buffer_add_byte(writer->buffer, '-');
        write_value(writer, value, LEAD_DASH);
    } else {
        write_value(writer, value, LEAD_NOTHING);
    }
}

/* Write a value with everything in it, whose root has `depth`. */
static void write_range(yaml_writer *writer, const vt_value *value, uint32_t depth) {
    const vt_value *end = value + value->next;
    for (const vt_value *at = value;
         at < end && vt_writing_goes_on(writer->writing, writer->buffer);
         at = vt_value_skip_shadowed(at + 1, end)) {
        while (writer->open > at->depth - depth) close_container(writer);
        if (at->flags & VT_FLAG_DEFERRED) {
            const vt_value *opened = vt_value_open(at);
            if (opened) write_range(writer, opened, depth);
            if (!opened) writer->buffer->failed = true;
        } else {
            write_one(writer, at);
        }
    }
}

bool vt_document_write_yaml(const vitals_document *document, const vt_value *value,
                            vt_writing *writing, vt_buffer *buffer) {
    if (!value) return vt_buffer_add_terminated(buffer, "null\n");
    yaml_writer writer;
    writer.document = document;
    writer.buffer = buffer;
    writer.writing = writing;
    writer.column = 0;
    writer.open = 0;
    writer.same_line = writer.after_key = false;
    write_range(&writer, value, value->depth);
    return !buffer->failed && !writing->stopped;
}
