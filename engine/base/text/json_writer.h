/*
** Writes JSON objects and arrays into a buffer, with the commas between members.
**
**     vt_json_writer line = vt_json_open_object(out);
**     vt_json_add_text(&line, "kind", kind);
**     vt_json_writer health = vt_json_add_object(&line, "health");
**     vt_json_add_text(&health, "status", status);
**     vt_json_close(&health);
**     vt_json_close(&line);
**
** Errors stay in the buffer: see base/memory/buffer.h.
*/
#ifndef VITALS_BASE_JSON_WRITER_H
#define VITALS_BASE_JSON_WRITER_H

#include "base/memory/buffer.h"

/* An object or array that is open. Its parent is not written to until it is closed. */
typedef struct vt_json_writer {
    vt_buffer *out;
    char end; /* } or ] */
    bool first;
    uint8_t depth; /* laid out: 1 for the outermost; 0: all in one line */
} vt_json_writer;

vt_json_writer vt_json_open_object(vt_buffer *out);
/* The same for people: each member of an object has a line of its own. */
vt_json_writer vt_json_open_laid_out(vt_buffer *out);
void vt_json_close(vt_json_writer *writer);

/* A member of an object, or with `name` NULL an element of an array. A name is a constant that needs no escapes. */
vt_json_writer vt_json_add_object(vt_json_writer *writer, const char *name);
vt_json_writer vt_json_add_array(vt_json_writer *writer, const char *name);
/* Absent text becomes empty text; the second function leaves it out instead. */
void vt_json_add_text(vt_json_writer *writer, const char *name, vt_text text);
void vt_json_add_text_if(vt_json_writer *writer, const char *name, vt_text text);
void vt_json_add_word(vt_json_writer *writer, const char *name, const char *text);
void vt_json_add_integer(vt_json_writer *writer, const char *name, int64_t number);
void vt_json_add_unsigned(vt_json_writer *writer, const char *name, uint64_t number);
void vt_json_add_bool(vt_json_writer *writer, const char *name, bool value);
void vt_json_add_null(vt_json_writer *writer, const char *name);
/* Text that is JSON already. */
void vt_json_add_json(vt_json_writer *writer, const char *name, vt_text json);

#endif
