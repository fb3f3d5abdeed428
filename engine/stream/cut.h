/*
** Finding the end of an object in a stream without parsing it. One thread cuts while others parse,
** so this only examines brackets, quotes and line starts.
**
** A cut can be resumed: when the text ends before the object, call again with the same text and
** more after it. Offsets count from the start of the object.
*/
#ifndef VITALS_STREAM_CUT_H
#define VITALS_STREAM_CUT_H

#include "base/text.h"

typedef enum vt_cut_outcome {
    VT_CUT_MORE,  /* the text ends before the object does */
    VT_CUT_DONE,  /* the object is the first `at` bytes */
    VT_CUT_BROKEN /* no parser accepts more than the first `at` bytes */
} vt_cut_outcome;

/* Levels whose kind of bracket is stored; deeper ones are only counted. */
#define VT_CUT_KNOWN_LEVELS 1024

/* Start from VT_JSON_CUT_INIT. */
typedef struct vt_json_cut {
    size_t at;              /* bytes examined */
    vt_cut_outcome outcome; /* of the last call; stored by the caller */
    uint32_t depth;
    bool in_string;  /* the byte at `at` is inside a string */
    bool escaped;    /* it is escaped by a backslash */
    size_t items_at; /* of the bracket that opens the object's own member "items", or SIZE_MAX */
    uint8_t arrays[VT_CUT_KNOWN_LEVELS]; /* for each open bracket: it is a [ */
} vt_json_cut;

#define VT_JSON_CUT_INIT                                                                           \
    { .items_at = SIZE_MAX }

/*
** Continue with an object or array that starts at text.bytes[0]. It is broken by a bracket that
** closes the other kind, a line break in a string, or a bracket at the start of a line where a
** value cannot start: that line starts the next object, and `at` is its start.
*/
vt_cut_outcome vt_json_cut_value(vt_json_cut *cut, vt_text text);
/* The first `count` bytes of the text were removed: adjust the offsets. */
void vt_json_cut_shift(vt_json_cut *cut, size_t count);

/* The value of a member of the complete object `text`, with its quotes or brackets; absent when it
** is missing. Of duplicate keys the first one. */
vt_text vt_json_cut_member(vt_text text, vt_text key);
/* A member as text; absent unless it is a string. Escapes are not decoded. */
vt_text vt_json_cut_string_member(vt_text text, vt_text key);

/* Start from all zeroes: VT_YAML_CUT_INIT. */
typedef struct vt_yaml_cut {
    size_t at;       /* start of the next line to examine */
    size_t looked;   /* no line break before this */
    bool marker;     /* a line --- was seen */
    bool directive;  /* a line % was seen, and no marker yet */
    bool content;    /* anything else was seen */
    size_t items_at; /* start of the line `items:`, or SIZE_MAX */
} vt_yaml_cut;

#define VT_YAML_CUT_INIT                                                                           \
    { .items_at = SIZE_MAX }

/* Continue with a YAML document: up to the next line `---` or through a line `...`. With `at_end`
** nothing follows the text. */
vt_cut_outcome vt_yaml_cut_document(vt_yaml_cut *cut, vt_text text, bool at_end);
void vt_yaml_cut_shift(vt_yaml_cut *cut, size_t count);

/* The role of a line in a block sequence. */
typedef enum vt_yaml_line {
    VT_YAML_LINE_INSIDE, /* part of the previous item: indented further, blank, or a comment */
    VT_YAML_LINE_ITEM,   /* starts an item */
    VT_YAML_LINE_AFTER,  /* the sequence is over */
    VT_YAML_LINE_END     /* the document is over */
} vt_yaml_line;

vt_yaml_line vt_yaml_cut_line(vt_text line, size_t indentation);
/* Whether the line, without its line break, is blank or a comment. */
bool vt_yaml_cut_is_blank(vt_text line);
/* The spaces that the line starts with. */
size_t vt_yaml_cut_indentation(vt_text line);
/* The line at `at` with its line break; false when it is not complete. */
bool vt_yaml_cut_next_line(vt_text text, size_t at, bool at_end, vt_text *line);

#endif
