/*
** A small world of Kubernetes objects that changes at random: Deployments, Pods, Applications and so on in two
** sources and two namespaces, with owners, marks and lists. It knows what is there; a test tells a live.
*/
#ifndef VITALS_TESTS_SUPPORT_LIVE_WORLD_H
#define VITALS_TESTS_SUPPORT_LIVE_WORLD_H

#include <vitals/live.h>

enum {
    WORLD_FIRST = 26, /* objects of the first source; the others are of the second */
    WORLD_OBJECTS = 38,
    WORLD_SOURCES = 2,
    WORLD_NAMESPACES = 2,
    WORLD_NOBODY = WORLD_OBJECTS, /* may be listed and is never there */
    WORLD_SECRET,                 /* likewise */
    WORLD_LISTS = 5,              /* applications whose objects the host states */
    WORLD_LISTED = 4,             /* objects of one such list, at most */
    WORLD_TEXT_BYTES = 4096
};

/* A UID is one of an object's: its index and a number. */
typedef struct world_uid {
    unsigned index, number;
} world_uid;

/* What a put says about an object. */
typedef struct world_state {
    unsigned version, variant;
    world_uid owner;
} world_state;

typedef struct world_object {
    bool present;
    bool seen; /* put since the list of its scope began */
    world_uid uid;
    unsigned uids;  /* that it had */
    unsigned names; /* 0, 1, … : it was renamed */
    world_state now, before;
} world_object;

typedef struct world {
    world_object objects[WORLD_OBJECTS];
    unsigned listed[WORLD_LISTS][WORLD_LISTED], listed_count[WORLD_LISTS];
    unsigned random, versions;
} world;

unsigned world_random(world *w);
unsigned world_source_of(unsigned index);
/* The number of the namespace, and its name. */
unsigned world_namespace_of(unsigned index);
const char *world_namespace(unsigned number);

/* The names of an object, of nobody or of the Secret, without a UID: the first ones, which lists use, and those
** that the object has. The texts are written into `scratch`. */
vitals_live_object world_first_names(unsigned index, char scratch[32]);
vitals_live_object world_names(const world *w, unsigned index, char scratch[32]);
/* The index of an object from its name. */
unsigned world_index(vitals_text name);
vitals_text world_uid_text(world_uid uid, char out[32]);
/* The application of a list, and the source that it is in. */
vitals_live_application_key world_list_key(unsigned list);
unsigned world_list_source(unsigned list);

/* The object as JSON. */
void world_write(const world *w, unsigned index, char out[WORLD_TEXT_BYTES]);

/* A new state at random, under a new UID when the object was not there. */
void world_change(world *w, unsigned index);

#endif
