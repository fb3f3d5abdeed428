/* How native/typed_schema.c writes its tables; only included there. */
#ifndef VITALS_NATIVE_TYPED_ROWS_H
#define VITALS_NATIVE_TYPED_ROWS_H

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

#define ROW(name, shape, kind, alias, object)                                                      \
    { name, sizeof(name) - 1, VT_NATIVE_##shape, VT_NATIVE_##kind,                                 \
      VT_NATIVE_##shape == VT_NATIVE_ONE ? VT_NATIVE_ACCEPTS_##kind : VT_NATIVE_ACCEPTS_NULL,      \
      VT_NATIVE_ACCEPTS_##kind, alias, object }

#define STRING(name)                  ROW(name, ONE, STRING, NULL, NULL)
#define ALIAS(name, alias)            ROW(name, ONE, STRING, alias, NULL)
#define BOOL(name)                    ROW(name, ONE, BOOL, NULL, NULL)
#define INT32(name)                   ROW(name, ONE, INT32, NULL, NULL)
#define INT64(name)                   ROW(name, ONE, INT64, NULL, NULL)
#define TIME(name)                    ROW(name, ONE, TIME, NULL, NULL)
#define QUANTITY(name)                ROW(name, ONE, QUANTITY, NULL, NULL)
#define INT_OR_STRING(name)           ROW(name, ONE, INT_OR_STRING, NULL, NULL)
#define ANYTHING(name)                ROW(name, ONE, ANYTHING, NULL, NULL)
#define OBJECT(name, object)          ROW(name, ONE, OBJECT, NULL, &object)

#define LIST_OF_STRING(name)          ROW(name, LIST, STRING, NULL, NULL)
#define LIST_OF_ALIAS(name, alias)    ROW(name, LIST, STRING, alias, NULL)
#define LIST_OF_INT32(name)           ROW(name, LIST, INT32, NULL, NULL)
#define LIST_OF_INT64(name)           ROW(name, LIST, INT64, NULL, NULL)
#define LIST_OF_UINT8(name)           ROW(name, LIST, UINT8, NULL, NULL)
#define LIST_OF_OBJECT(name, object)  ROW(name, LIST, OBJECT, NULL, &object)

#define MAP_OF_STRING(name)           ROW(name, MAP, STRING, NULL, NULL)
#define MAP_OF_ALIAS(name, alias)     ROW(name, MAP, STRING, alias, NULL)
#define MAP_OF_QUANTITY(name)         ROW(name, MAP, QUANTITY, NULL, NULL)
#define MAP_OF_ANYTHING(name)         ROW(name, MAP, ANYTHING, NULL, NULL)

/* clang-format on */

#endif
