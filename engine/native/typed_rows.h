/* How native/typed_schema.c writes its tables; only included there. */
#ifndef VITALS_NATIVE_TYPED_ROWS_H
#define VITALS_NATIVE_TYPED_ROWS_H

#include "document/evaluation.h"
#include "native/typed.h"

/* clang-format off */

/* [static] TYPE(name, seed, slot bits, SLOTS(…), fields…); */
#define TYPE(name, seed, bits, slots, ...)                                                         \
    const vt_native_schema name = {                                                                \
        (const vt_native_field[]){ __VA_ARGS__ }, slots, seed, 32 - (bits),                        \
        sizeof((const vt_native_field[]){ __VA_ARGS__ }) / sizeof(vt_native_field) }
/* A struct without fields: any object converts. */
#define EMPTY(name) const vt_native_schema name = { NULL, SLOTS(0, 0), 0, 31, 0 }
#define SLOTS(...) (const uint8_t[]){ __VA_ARGS__ }

#define ROW(name, shape, kind, alias, object, since, until)                                        \
    { name, sizeof(name) - 1, VT_NATIVE_##shape, VT_NATIVE_##kind,                                 \
      VT_NATIVE_##shape == VT_NATIVE_ONE ? VT_NATIVE_ACCEPTS_##kind : VT_NATIVE_ACCEPTS_NULL,      \
      VT_NATIVE_ACCEPTS_##kind, since, until, alias, object }
/* After the name, and the alias or object: the first release of Argo CD with the field, and the first without. */
#define LEAF(shape, kind, name, since, until, ...)   ROW(name, shape, kind, NULL, NULL, since, until)
#define NAMED(shape, name, alias, since, until, ...) ROW(name, shape, STRING, alias, NULL, since, until)
#define INNER(shape, name, object, since, until, ...)                                              \
    ROW(name, shape, OBJECT, NULL, &object, since, until)

#define STRING(...)               LEAF(ONE, STRING, __VA_ARGS__, 0, 0, 0)
#define ALIAS(...)                NAMED(ONE, __VA_ARGS__, 0, 0, 0)
#define BOOL(...)                 LEAF(ONE, BOOL, __VA_ARGS__, 0, 0, 0)
#define INT32(...)                LEAF(ONE, INT32, __VA_ARGS__, 0, 0, 0)
#define INT64(...)                LEAF(ONE, INT64, __VA_ARGS__, 0, 0, 0)
#define TIME(...)                 LEAF(ONE, TIME, __VA_ARGS__, 0, 0, 0)
#define QUANTITY(...)             LEAF(ONE, QUANTITY, __VA_ARGS__, 0, 0, 0)
#define INT_OR_STRING(...)        LEAF(ONE, INT_OR_STRING, __VA_ARGS__, 0, 0, 0)
#define ANYTHING(...)             LEAF(ONE, ANYTHING, __VA_ARGS__, 0, 0, 0)
#define OBJECT(...)               INNER(ONE, __VA_ARGS__, 0, 0, 0)

#define LIST_OF_STRING(...)       LEAF(LIST, STRING, __VA_ARGS__, 0, 0, 0)
#define LIST_OF_ALIAS(...)        NAMED(LIST, __VA_ARGS__, 0, 0, 0)
#define LIST_OF_INT32(...)        LEAF(LIST, INT32, __VA_ARGS__, 0, 0, 0)
#define LIST_OF_INT64(...)        LEAF(LIST, INT64, __VA_ARGS__, 0, 0, 0)
#define LIST_OF_UINT8(...)        LEAF(LIST, UINT8, __VA_ARGS__, 0, 0, 0)
#define LIST_OF_OBJECT(...)       INNER(LIST, __VA_ARGS__, 0, 0, 0)

#define MAP_OF_STRING(...)        LEAF(MAP, STRING, __VA_ARGS__, 0, 0, 0)
#define MAP_OF_ALIAS(...)         NAMED(MAP, __VA_ARGS__, 0, 0, 0)
#define MAP_OF_QUANTITY(...)      LEAF(MAP, QUANTITY, __VA_ARGS__, 0, 0, 0)
#define MAP_OF_ANYTHING(...)      LEAF(MAP, ANYTHING, __VA_ARGS__, 0, 0, 0)

/* clang-format on */

#endif
