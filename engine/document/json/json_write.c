/* Writing a document: numbers keep their exact text, strings their exact content. */
#include "base/memory/memory.h"
#include "base/memory/sized.h"
#include "base/text/quote.h"
#include "document/tree.h"

/* The tree is written in one pass over its flat array. One bit for each level records whether the
** open container is an object. */
typedef struct writer {
    const vitals_document *document;
    vt_buffer *buffer;
    vt_writing *writing;
    unsigned indent;
    uint32_t open; /* containers that are open */
    bool empty;    /* nothing has been written in the innermost one */
    bool after_key;
    vt_level_bits objects;
} writer;

/* Whether the innermost open container is an object. */
static bool in_object(const writer *w) {
    return w->open && vt_level_get(&w->objects, w->open - 1);
}

/* Start a new line at the current depth, unless everything is on one line. */
static void break_line(writer *w) {
    if (w->indent == 0) return;
    vt_buffer_add_byte(w->buffer, '\n');
    vt_buffer_add_repeated(w->buffer, ' ', (size_t)w->indent * w->open);
}

static void open_container(writer *w, bool object) {
    vt_level_set(&w->objects, w->open++, object);
    w->empty = true;
    vt_buffer_add_byte(w->buffer, object ? '{' : '[');
}

static void close_container(writer *w) {
    char bracket = in_object(w) ? '}' : ']';
    w->open--;
    if (!w->empty) break_line(w);
    w->empty = false;
    vt_buffer_add_byte(w->buffer, bracket);
}

/* The separator between this value or key and the one before. */
static void separate(writer *w) {
    if (w->after_key) {
        w->after_key = false;
        vt_buffer_add_terminated(w->buffer, w->indent ? ": " : ":");
        return;
    }
    if (w->open == 0) return;
    if (!w->empty) vt_buffer_add_byte(w->buffer, ',');
    w->empty = false;
    break_line(w);
}

static void write_scalar(writer *w, const vt_value *value) {
    static const char *const words[] = { "null", "false", "true" };
    char scratch[40];
    if (value->type == VT_STRING) {
        vt_quote_append_json(w->buffer, vt_value_text(value));
    } else if (value->type <= VT_TRUE) {
        vt_buffer_add_terminated(w->buffer, words[value->type]);
    } else {
        vt_buffer_add(w->buffer, vt_document_number_text(w->document, value, scratch));
    }
}

/* Write one value, or one key of the innermost object. */
static void write_one(writer *w, const vt_value *value) {
    bool is_key = in_object(w) && !w->after_key;
    separate(w);
    if (value->type >= VT_ARRAY) {
        open_container(w, value->type == VT_OBJECT);
    } else {
        write_scalar(w, value);
    }
    w->after_key = is_key;
}

/* Write a value with everything in it, whose root has `depth`. The tree has no end marks: a container
** is closed when a value of a lower depth follows. */
static void write_range(writer *w, const vt_value *value, uint32_t depth) {
    const vt_value *end = value + value->next;
    for (const vt_value *at = value; at < end && vt_writing_goes_on(w->writing, w->buffer);
         at = vt_value_skip_shadowed(at + 1, end)) {
        while (w->open > at->depth - depth) close_container(w);
        if (at->flags & VT_FLAG_DEFERRED) {
            const vt_value *opened = vt_value_open(at);
            if (opened) write_range(w, opened, depth);
            if (!opened) w->buffer->failed = true;
        } else {
            write_one(w, at);
        }
    }
}

bool vt_document_write_json(const vitals_document *document, const vt_value *value, unsigned indent,
                            vt_writing *writing, vt_buffer *buffer) {
    if (!value) return vt_buffer_add_terminated(buffer, "null");
    writer w;
    w.document = document;
    w.buffer = buffer;
    w.writing = writing;
    w.indent = indent;
    w.open = 0;
    w.empty = true;
    w.after_key = false;
    write_range(&w, value, value->depth);
    while (w.open) close_container(&w);
    return !buffer->failed && !writing->stopped;
}

bool vt_document_append_json(const vitals_document *document, const vt_value *value,
                             unsigned indent, vt_buffer *buffer) {
    vt_writing writing = { .interrupt = { NULL, NULL } };
    return vt_document_write_json(document, value, indent, &writing, buffer);
}

/* ----------------------------------------------------------- the public calls */

vitals_status vitals_document_write(const vitals_document *document,
                                    const vitals_write_options *options, char **text,
                                    size_t *size) {
    vitals_write_options own = VITALS_WRITE_OPTIONS_INIT;
    if (!document || !text || !size) return VITALS_EINVAL;
    if (options && !vt_sized_read(options, &own, sizeof own)) return VITALS_EINVAL;
    const vt_value *value = own.value ? (const void *)own.value : vt_document_root(document);
    vt_buffer buffer;
    vt_writing writing = { .interrupt = { own.interrupt, own.interrupt_user } };
    vt_buffer_init(&buffer, own.allocator, SIZE_MAX / 2);
    bool written = own.format == VITALS_FORMAT_YAML
                       ? vt_document_write_yaml(document, value, &writing, &buffer)
                       : vt_document_write_json(document, value, own.indent, &writing, &buffer);
    char *taken = written ? vt_buffer_take(&buffer, size) : NULL;
    vt_buffer_done(&buffer);
    if (!taken) return writing.stopped ? VITALS_ESTOPPED : VITALS_ENOMEM;
    *text = taken;
    return VITALS_OK;
}

vitals_status vitals_document_write_json(const vitals_document *document, unsigned indent,
                                         const vitals_allocator *allocator, char **text,
                                         size_t *size) {
    vitals_write_options options = VITALS_WRITE_OPTIONS_INIT;
    options.allocator = allocator;
    options.indent = indent;
    return vitals_document_write(document, &options, text, size);
}

vitals_status vitals_value_write_json(const vitals_document *document, const vitals_value *value,
                                      unsigned indent, const vitals_allocator *allocator,
                                      char **text, size_t *size) {
    vitals_write_options options = VITALS_WRITE_OPTIONS_INIT;
    if (!value) return VITALS_EINVAL;
    options.value = value;
    options.allocator = allocator;
    options.indent = indent;
    return vitals_document_write(document, &options, text, size);
}

vitals_status vitals_document_write_yaml(const vitals_document *document,
                                         const vitals_allocator *allocator, char **text,
                                         size_t *size) {
    vitals_write_options options = VITALS_WRITE_OPTIONS_INIT;
    options.allocator = allocator;
    options.format = VITALS_FORMAT_YAML;
    return vitals_document_write(document, &options, text, size);
}

void vitals_text_free(const vitals_allocator *allocator, char *text, size_t size) {
    vitals_allocator own = vt_allocator_or_default(allocator);
    vt_release(&own, text, size + 1);
}
