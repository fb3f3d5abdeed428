/*
** Hostile scripts, and the objects they are run on: for the attack suite and for the test that none
** of them changes what the next script answers.
*/
#ifndef VITALS_TESTS_ATTACK_LUA_ATTACKS_H
#define VITALS_TESTS_ATTACK_LUA_ATTACKS_H

#include "base/memory/buffer.h"
#include "lua/host.h"
#include "support/table.h"

typedef enum attack_class {
    CLASS_VM,
    CLASS_PATTERN,
    CLASS_CONCATENATION,
    CLASS_COMPARISON,
    CLASS_TABLE,
    CLASS_COROUTINE,
    CLASS_METAMETHOD,
    CLASS_COLLECTOR,
    CLASS_PARSER,
    CLASS_OBJECT,
    CLASS_RESULT,
    CLASS_USERDATA,
    CLASS_CALLBACK,
    CLASS_VALUES,
    CLASS_COUNT
} attack_class;

/* The object. */
typedef enum attack_object {
    OBJECT_SMALL,
    OBJECT_WIDE,     /* one map of 2,000,000 keys */
    OBJECT_LONG,     /* one list of 2,000,000 numbers */
    OBJECT_DEEP,     /* 500 nested maps */
    OBJECT_BIG_TEXT, /* one text of 4 MB */
    OBJECT_COUNT
} attack_object;

/* How the script is made from the row's text. */
typedef enum attack_text {
    TEXT_PLAIN,
    TEXT_REPEATED, /* 100,000 times, then the text after the line break */
    TEXT_WRAPPED,  /* the text up to | 50,000 times, then the text after it 50,000 times */
    TEXT_MANY,     /* what is between the two | 20,000 times */
    TEXT_LARGE     /* followed by 2 MB of spaces */
} attack_text;

typedef struct attack_row {
    TABLE_ROW;
    attack_class class;
    const char
        *limit; /* NULL: rejected before it runs, or ends with an error or result of its own */
    const char *script;
    attack_object object;
    attack_text text;
    uint64_t steps; /* lower limit of steps; 0: the default one */
} attack_row;

extern const attack_row attack_rows[];
extern const size_t attack_row_count;

/* Append the script of a row. */
void attack_script(const attack_row *row, vt_buffer *out);
/* The object, built on first use; release all of them with attack_objects_free. */
const vitals_document *attack_object_of(attack_object object);
void attack_objects_free(void);

#endif
