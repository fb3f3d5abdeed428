/*
** Declarations for the checker, read from text:
**
**     replicas: int                                       a variable
**     self: Widget
**     fn(string, int): bool                               a function
**     string.shout(): string                              a function of a receiver
**     message Widget { name: string, parts: list(Part) }  a message and its fields
**     opaque tuple(A, B)                                  a type with a name and nothing else
**     swap(tuple(A, B)): tuple(B, A)                      a capital letter is any type
**
** White space and comments are those of CEL. Types are written as cel-go prints them.
*/
#ifndef VITALS_CEL_DECLARE_H
#define VITALS_CEL_DECLARE_H

#include "base/memory/map.h"
#include "base/run/limits.h"
#include "cel/check/type.h"
#include "cel/environment.h"
#include "cel/syntax/issue.h"

/* One overload of a declared function. */
typedef struct vt_cel_signature {
    struct vt_cel_signature *next; /* of the same name */
    const vt_cel_type *result;
    const vt_cel_type *const *arguments;
    uint32_t count;
    bool member; /* arguments[0] is the receiver */
} vt_cel_signature;

/* All declarations, by name. */
typedef struct vt_cel_declarations {
    vt_map variables; /* of vt_cel_field */
    vt_map functions; /* of vt_cel_signature, the first of the name */
    vt_map types;     /* of vt_cel_named */
} vt_cel_declarations;

/* Read the source of `issues`; types live in the arena of `issues`. false: there are issues, or
** memory ran out. vt_cel_declarations_done must follow in either case. */
bool vt_cel_declarations_read(vt_cel_declarations *out, const vt_cel_rules *rules,
                              const vitals_limits *limits, vt_cel_issues *issues);
void vt_cel_declarations_done(vt_cel_declarations *declarations);

/* All return NULL when nothing is declared under that name. */
const vt_cel_type *vt_cel_declared_variable(const vt_cel_declarations *declarations, vt_text name);
const vt_cel_signature *vt_cel_declared_function(const vt_cel_declarations *declarations,
                                                 vt_text name);
const vt_cel_named *vt_cel_declared_type(const vt_cel_declarations *declarations, vt_text name);

#endif
