/* Failures of all sorts as what users read. */
#ifndef VITALS_CLUSTER_PROBLEM_H
#define VITALS_CLUSTER_PROBLEM_H

#include "base/memory/arena.h"
#include "cluster/config/connection.h"
#include "cluster/transport/backoff.h"
#include "cluster/transport/status_object.h"
#include "cluster/transport/transport.h"

/* No answer from a server. The text is put into `arena`; without memory a static one takes its place. */
vitals_cluster_problem vt_problem_of_fault(vt_fault fault, vt_text detail,
                                           const vt_connection *connection, vt_arena *arena);
vt_trouble vt_trouble_of(vt_fault fault);
/* An answer that is not a success. The text is that of the failure. */
vitals_cluster_problem vt_problem_of_failure(const vt_failure *failure);

/* A problem of our own with a text that outlives it. */
static inline vitals_cluster_problem vt_problem(vitals_cluster_failure failure, vt_text text) {
    return (vitals_cluster_problem){ failure, 0, text, -1 };
}

#endif
