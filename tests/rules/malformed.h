/*
** Scripts on malformed objects: each value of an object is dropped, emptied and given every other type,
** one at a time. No script may fail, and each answer is one of Argo CD's six statuses with a message.
**
** Where one of them shows as much as all, a place gets one replacement, the next in turn: a script
** cannot see a change of what it does not read, and objects in which it reads the same places and
** answers the same go the same way through it. Every place of every object is tried.
*/
#ifndef VITALS_TESTS_RULES_MALFORMED_H
#define VITALS_TESTS_RULES_MALFORMED_H

#include "lua/host.h"

typedef struct malformed malformed;

/* A script to be run with closed libraries, as Argo CD runs those of a ConfigMap. Fails the test when
** it does not compile. */
malformed *malformed_open(vt_text script);
/* Run it on the object and on everything that can be made of it; `name` is for failures. */
void malformed_try(malformed *run, const char *name, const vitals_document *object);
/* How many objects it was run on. */
size_t malformed_close(malformed *run);

typedef void (*malformed_seen)(void *user, const vitals_document *variant);
/* Make the same objects without a script, with one replacement a place. Returns how many. */
size_t malformed_each(const vitals_document *object, malformed_seen seen, void *user);

#endif
