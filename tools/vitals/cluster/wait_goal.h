/*
** What --for of `vitals wait` asks of each object: a health, that it is there or gone, or something about its
** fields, as `kubectl wait` has it.
*/
#ifndef CLI_CLUSTER_WAIT_GOAL_H
#define CLI_CLUSTER_WAIT_GOAL_H

#include <vitals/cel.h>

#include "cluster/json_path.h"

typedef enum wait_goal_kind {
    GOAL_HEALTH,  /* `wanted` has it */
    GOAL_GONE,    /* missing, delete */
    GOAL_CREATED, /* create: it is there, whatever its health */
    GOAL_CONDITION,
    GOAL_JSON_PATH,
    GOAL_CEL
} wait_goal_kind;

typedef struct wait_goal {
    wait_goal_kind kind;
    bool wanted[VITALS_HEALTH_COUNT];
    char *name;  /* of the condition, or the path or expression as it was given */
    char *value; /* that the condition or the path must have; NULL: the path has any */
    json_path path;
    vitals_cel_program *program;
    vitals_cel_state *state;
} wait_goal;

/* Read the value of --for; NULL is "healthy". false: one sentence is in `problem`. Free it in any case. */
bool wait_goal_read(wait_goal *goal, const char *until, char *problem, size_t size);
void wait_goal_done(wait_goal *goal);

/* Whether wait_goal_meets decides, and not the health. */
bool wait_goal_is_of_fields(const wait_goal *goal);
/* Whether an object has it. `*state` says how it stands, visible, for the caller to free. A condition, or a status, of
** an older generation than the object's does not count, as in kubectl. */
bool wait_goal_meets(const wait_goal *goal, const vitals_document *document, char **state);

#endif
