/*
** Finding the end of an object in a stream without parsing it. One thread cuts while others parse,
** so this only examines brackets, quotes and line starts.
**
** A cut can be resumed: when the text ends before the object, call again with the same text and
** more after it. Offsets count from the start of the object.
*/
#ifndef VITALS_STREAM_CUT_H
#define VITALS_STREAM_CUT_H

#include "base/text/text.h"

typedef enum vt_cut_outcome {
    VT_CUT_MORE,  /* the text ends before the object does */
    VT_CUT_DONE,  /* the object is the first `at` bytes */
    VT_CUT_BROKEN /* no parser accepts more than the first `at` bytes */
} vt_cut_outcome;

/* Whether an action of a template starts the text, of which three bytes suffice. */
static inline bool vt_cut_is_action(vt_text text) {
    return vt_text_starts(text, VT_TEXT("{{")) && text.size > 2 && text.bytes[2] != '"' &&
           text.bytes[2] != '{';
}

/* Levels whose kind of bracket is stored; deeper ones are only counted. */
#define VT_CUT_KNOWN_LEVELS 1024

/* Start from VT_JSON_CUT_INIT. */
typedef struct vt_json_cut {
    size_t at;              /* bytes examined */
    vt_cut_outcome outcome; /* of the last call; stored by the caller */
    uint32_t depth;
    bool in_string;  /* the byte at `at` is inside a string */
    bool escaped;    /* it is escaped by a backslash */
    char before;     /* the last byte before the text that is not white space; NUL: none */
    size_t items_at; /* of the bracket that opens the object's own member "items", or SIZE_MAX */
    char open[VT_CUT_KNOWN_LEVELS]; /* the open brackets */
} vt_json_cut;

#define VT_JSON_CUT_INIT                                                                           \
    { .items_at = SIZE_MAX }

/*
** Continue with an object or array that starts at text.bytes[0]. It is broken by a bracket that
** closes the other kind, a line break in a string, or a bracket at the start of a line where a
** value cannot start: that line starts the next object, and `at` is its start.
*/
vt_cut_outcome vt_json_cut_value(vt_json_cut *cut, vt_text text);
/* The first `count` bytes of the text will be removed: adjust the offsets. Keep the byte before the
** first one that was not examined. */
void vt_json_cut_shift(vt_json_cut *cut, vt_text text, size_t count);

/* The value of a member of the complete object `text`, with its quotes or brackets; absent when it
** is missing. Of duplicate keys the first one. */
vt_text vt_json_cut_member(vt_text text, vt_text key);
/* A member as text; absent unless it is a string. Escapes are not decoded. */
vt_text vt_json_cut_string_member(vt_text text, vt_text key);

/* Where the byte at the offset of a YAML cut is. */
typedef enum vt_yaml_inside {
    VT_YAML_AT_LINE,     /* at the start of a line */
    VT_YAML_AFTER_SPACE, /* in a line that is blank so far */
    VT_YAML_INSIDE_LINE, /* in a line whose rest does not matter */
    VT_YAML_INSIDE_END   /* in a line `...` */
} vt_yaml_inside;

/* Start from VT_YAML_CUT_INIT. */
typedef struct vt_yaml_cut {
    size_t at;             /* start of the next line to examine */
    size_t looked;         /* no line break before this */
    bool done;             /* the end was found: another call changes nothing */
    size_t certain;        /* so many bytes are part of what is cut, whatever follows */
    vt_yaml_inside inside; /* of `at`, once the start of a line was removed */
    bool marker;           /* a line --- was seen */
    bool directive;        /* a line % was seen, and no marker yet */
    bool content;          /* anything else was seen; of an item: its first line */
    size_t items_at;       /* start of the line `items:`, or SIZE_MAX */
    size_t items_end;      /* of that line */
} vt_yaml_cut;

#define VT_YAML_CUT_INIT                                                                           \
    { .items_at = SIZE_MAX }

/* Continue with a YAML document: up to the next line `---` or through a line `...`. With `at_end`
** nothing follows the text. */
vt_cut_outcome vt_yaml_cut_document(vt_yaml_cut *cut, vt_text text, bool at_end);
/* Continue with an item of a block sequence, whose dash has `indentation`. */
vt_cut_outcome vt_yaml_cut_item(vt_yaml_cut *cut, vt_text text, size_t indentation, bool at_end);
/* After VT_CUT_MORE, of a document or item that will be skipped: enter the line that is not complete,
** so that its start can be removed. */
void vt_yaml_cut_enter_line(vt_yaml_cut *cut, vt_text text);
/* The first `count` bytes, at most `at`, were removed. */
void vt_yaml_cut_shift(vt_yaml_cut *cut, size_t count);

/* The role of a line in a block sequence. */
typedef enum vt_yaml_line {
    VT_YAML_LINE_INSIDE, /* part of the previous item: indented further, blank, or a comment */
    VT_YAML_LINE_ITEM,   /* starts an item */
    VT_YAML_LINE_AFTER,  /* the sequence is over */
    VT_YAML_LINE_END     /* the document is over */
} vt_yaml_line;

/* The role of the line that the text starts with, of which only as much is examined as it takes;
** false when more is needed. */
bool vt_yaml_cut_line(vt_text text, size_t indentation, bool at_end, vt_yaml_line *role);
/* Whether the line, without its line break, is blank or a comment. */
bool vt_yaml_cut_is_blank(vt_text line);
/* The spaces that the line starts with. */
size_t vt_yaml_cut_indentation(vt_text line);
/* Whether the text has what may be an anchor, with mark `&`, or an alias, with `*`. Block scalars may
** have the same. */
bool vt_yaml_cut_has_mark(vt_text text, char mark);
/* The line at `at` with its line break; false when it is not complete. */
bool vt_yaml_cut_next_line(vt_text text, size_t at, bool at_end, vt_text *line);

#endif
