/*
** Counts of a stream. Its answers are not kept, but an object that comes again is one object, and what
** another object of the input owns does not count: 32 bytes an object are enough to know that.
*/
#ifndef CLI_ASSESS_SEEN_H
#define CLI_ASSESS_SEEN_H

#include "assess/tally.h"

typedef struct seen_object cli_seen_object;

/* Zeroed: nothing. */
typedef struct cli_seen {
    cli_seen_object *slots;
    size_t capacity, count, unnamed;
    uint64_t seed;
} cli_seen;

/* What an answer is beside the one before. */
typedef enum seen_change { SEEN_NEW, SEEN_CHANGED, SEEN_SAME } seen_change;

/* What an object is called, as it is. */
typedef struct seen_names {
    vitals_text group, kind, namespace, name;
} seen_names;

/* For `identity` of an answer: a hash of what makes it another object than others; 0 without UID and name. In
** any thread. */
uint64_t seen_identity(const cli_seen *seen, vitals_text uid, const seen_names *names);
/* Note a version of an object, whose cluster, identity, uid and owners are filled. `gone`: it was
** deleted. */
seen_change seen_put(cli_seen *seen, const cli_answer *answer, bool gone);
/* Count the last versions of all objects. */
void seen_count(const cli_seen *seen, cli_tally *tally, failure_rule failure);
void seen_done(cli_seen *seen);

#endif
