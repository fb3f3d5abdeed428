/* Reads the objects of live clusters for `vitals compare`: all kinds with health of each context. */
#ifdef VITALS_WITH_CLUSTER
#include <stdlib.h>

#include "base/memory.h"
#include "cluster/around.h"
#include "compare/compare.h"

/* A cluster whose objects arrive. */
typedef struct arriving {
    compare_run *run;
    const char *cluster;
} arriving;

static void take(void *user, vitals_document *document) {
    const arriving *self = user;
    cli_run *base = &self->run->base;
    cli_answer answer = { .since = -1 };
    if (!selection_matches(base->selection, document)) {
        vitals_document_free(document);
        return;
    }
    answer_fill_relations(&answer, document);
    answer.cluster = memory_copy_string(self->cluster);
    (void)entries_put(base, &answer, document, VITALS_EVENT_NONE);
}

/* The rules of kstatus look at Pods: those of the same cluster. */
static void keep_set(compare_run *run, const char *name) {
    run->base.set = NULL;
    entries_fill_set(&run->base);
    run->clusters = memory_grow(run->clusters, run->cluster_count, sizeof *run->clusters);
    run->clusters[run->cluster_count++] =
        (compare_cluster){ memory_copy_string(name), run->base.set };
    run->base.set = NULL;
}

static void read_cluster(compare_run *run, const connect_options *connect, const char *context) {
    cli_run *base = &run->base;
    arriving self = { run, context ? context : "(current)" };
    const around_settings settings = {
        .connect = connect,
        .context = context,
        .limits = base->rules.limits,
        .namespace = base->objects->namespace,
        .all_namespaces = !base->objects->namespace,
        .without_events = true,
        .take = take,
        .user = &self,
    };
    cli_coverage earlier = base->coverage;
    base->coverage = (cli_coverage)COVERAGE_INIT;
    if (!around_read(&settings, &base->problems) && !base->problems.errors) {
        problems_add_error(&base->problems, NULL, "%s: nothing could be read", self.cluster);
    }
    problems_print_unread(&base->problems, &base->errors, &base->coverage, SIZE_MAX);
    coverage_set_cluster(&base->coverage, self.cluster);
    coverage_take(&earlier, &base->coverage, SIZE_MAX);
    coverage_done(&base->coverage);
    base->coverage = earlier;
    keep_set(run, self.cluster);
}

void compare_read_clusters(compare_run *run, const connect_options *connect) {
    option_list contexts = { NULL, 0 };
    vitals_cluster_loop *loop = connect_loop(run->base.rules.limits);
    entries_start(&run->base);
    if (connect_contexts(loop, connect, &contexts, &run->base.problems)) {
        for (size_t i = 0; i < contexts.count && !connect_signal(); i++) {
            read_cluster(run, connect, contexts.items[i]);
        }
    }
    problems_print_unread(&run->base.problems, &run->base.errors, &run->base.coverage, SIZE_MAX);
    option_list_free_items(&contexts);
    vitals_cluster_loop_free(loop);
}

void compare_clusters_done(compare_run *run) {
    for (size_t i = 0; i < run->cluster_count; i++) {
        vitals_set_free(run->clusters[i].set);
        free(run->clusters[i].name);
    }
    free(run->clusters);
}
#else
typedef int compare_without_clusters;
#endif
