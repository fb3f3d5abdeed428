/* Clusters as sources of the server: their sockets and times are waited for by its loop. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cluster/own_rules.h"
#include "cluster/refusals.h"
#include "serve/own_rules.h"
#include "serve/serve.h"

/* One context that is followed. */
typedef struct followed followed;
struct followed {
    followed *next;
    cli_serve *serve;
    vitals_live_id source;
    char *name;
    vitals_cluster *cluster;
    own_rules *own; /* of its controllers; NULL: they are not asked for */
    char *refusal;  /* why its kinds could not be read; NULL: they could */
    char *said;     /* the trouble on standard error; NULL: none */
    cli_refusals refusals;
    bool ready; /* everything was read once, or is refused */
};

static char *copy_text(vitals_text from) {
    vt_buffer text = BUFFER_INIT;
    vt_buffer_add_bytes(&text, from.bytes, from.size);
    return vt_buffer_take(&text, NULL);
}

/* ------------------------------------------------------------------------ loop */

static void socket_ready(void *user, int descriptor, unsigned ready) {
    const cli_serve *serve = user;
    vitals_cluster_loop_socket_ready(serve->loop, descriptor, ready);
}

static void socket_changed(void *user, int descriptor, unsigned interest) {
    const cli_serve *serve = user;
    if (!vt_server_watch(serve->server, descriptor, interest, socket_ready, user)) {
        fputs("vitals: a connection of a cluster cannot be waited for\n", stderr);
    }
}

/* Why a cluster cannot be read, or which kinds were lost or narrowed, is an error of its source; and a line for each
** reason. */
static void note_trouble(followed *self) {
    vitals_cluster_about about;
    vitals_cluster_about_of(self->cluster, &about, sizeof about);
    char *text = about.trouble.size ? text_visible(about.trouble)
                 : self->refusal    ? text_visible(vt_text_from(self->refusal))
                 : self->ready      ? refusals_errors(&self->refusals)
                                    : memory_copy_string("");
    vt_server_note_trouble(self->serve->server, self->source, vt_text_from(text));
    const bool is_said = !about.trouble.size && self->refusal; /* by on_resolved */
    if (!*text || is_said) {
        free(text);
    } else if (!self->said || strcmp(self->said, text) != 0) {
        fprintf(stderr, "vitals: context %s: %s\n", self->name, text);
        free(self->said);
        self->said = text;
    } else {
        free(text);
    }
}

static void timer_due(void *user) {
    const cli_serve *serve = user;
    vitals_cluster_loop_timer_due(serve->loop);
    for (followed *each = serve->followed; each; each = each->next) note_trouble(each);
}

static void timer_changed(void *user, int64_t due_ms) {
    const cli_serve *serve = user;
    vt_server_set_timer(serve->server, due_ms, timer_due, user);
}

/* ---------------------------------------------------------------------- events */

static void on_object(void *user, vitals_cluster_scope *scope, vitals_cluster_change change,
                      vitals_document **document) {
    const followed *self = user;
    (void)scope, (void)change;
    if (vt_server_redact(self->serve->server, document) != VITALS_OK) memory_exhausted();
    vt_server_touch(self->serve->server, self->source);
    vt_server_relieve(self->serve->server);
}

static void on_scope(void *user, vitals_cluster_scope *scope) {
    followed *self = user;
    refusals_take_read(&self->refusals, scope);
    vt_server_touch(self->serve->server, self->source);
}

static void on_begin(void *user, vitals_cluster_scope *scope) {
    refusals_forget_broken(&((followed *)user)->refusals, scope);
}

static void on_broken(void *user, vitals_cluster_scope *scope,
                      const vitals_cluster_problem *problem) {
    followed *self = user;
    refusals_add_broken(&self->refusals, scope, problem);
    note_trouble(self);
}

static void on_scope_removed(void *user, vitals_cluster_scope *scope) {
    followed *self = user;
    refusals_clear(&self->refusals, scope);
    refusals_forget_broken(&self->refusals, scope);
}

static void on_stale(void *user, vitals_cluster_watcher *watcher,
                     const vitals_cluster_resource *found, size_t count) {
    (void)watcher;
    refusals_set_groups(&((followed *)user)->refusals, found, count);
}

static void on_ready(void *user, vitals_cluster_watcher *watcher) {
    followed *self = user;
    (void)watcher;
    self->ready = true;
    note_trouble(self);
}

static void on_state(void *user, vitals_cluster_scope *scope, vitals_live_state state,
                     const vitals_cluster_problem *problem) {
    followed *self = user;
    if (state == VITALS_LIVE_REFUSED && problem) {
        refusals_add(&self->refusals, scope, problem);
    } else {
        refusals_take_read(&self->refusals, scope);
    }
    if (state == VITALS_LIVE_LIVE) vt_server_touch(self->serve->server, self->source);
    note_trouble(self);
}

static void on_resolved(void *user, vitals_cluster_watcher *watcher,
                        const vitals_cluster_problem *problem) {
    followed *self = user;
    (void)watcher;
    free(self->refusal);
    self->refusal = problem ? copy_text(problem->text) : NULL;
    note_trouble(self);
    if (!problem) return;
    char *text = text_visible(problem->text);
    fprintf(stderr, "vitals: %s\n", text);
    free(text);
}

static void follow_rules(followed *self, vitals_cluster *cluster) {
    const cli_serve *serve = self->serve;
    source_rules rules = source_rules_of(self->name, serve->rule_options, serve->rules_from);
    if (rules.from_cluster) self->own = own_rules_new(cluster, "argocd", true);
    source_rules_done(&rules);
}

static bool follow(cli_serve *serve, const connect_options *options, const char *context) {
    vitals_cluster_about about;
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    vitals_cluster_events events = VITALS_CLUSTER_EVENTS_INIT;
    vitals_cluster_feed feed = VITALS_CLUSTER_FEED_INIT;
    vitals_cluster_watcher *watcher = NULL;
    vitals_cluster *cluster =
        connect_cluster(serve->loop, options, context, NULL, &serve->problems);
    if (!cluster) return false;
    vitals_cluster_about_of(cluster, &about, sizeof about);
    followed *self = memory_new(1, sizeof *self);
    *self = (followed){ .next = serve->followed, .serve = serve, .cluster = cluster };
    serve->followed = self;
    self->name = copy_text(about.context.size ? about.context : vt_text_from("cluster"));
    vitals_engine *engine = serve_engine(serve, self->name, NULL, 0);
    if (!engine) return false;
    const vt_server_source source = {
        .name = vt_text_from(self->name),
        .engine = engine,
        .options = serve->source_options,
    };
    const vitals_status added = vt_server_add_source(serve->server, &source, &self->source);
    vitals_engine_release(engine);
    if (added != VITALS_OK) {
        problems_add_error(&serve->problems, NULL, "context %s: %s", source.name.bytes,
                           added == VITALS_EINVAL ? "another source has this name"
                                                  : vitals_status_text(added));
        return false;
    }
    selection.follow = true;
    selection.fallback_namespace = true;
    feed.live = vt_server_live(serve->server);
    feed.source = self->source;
    events.user = self;
    events.object = on_object;
    events.begin = on_begin;
    events.synced = on_scope;
    events.state = on_state;
    events.broken = on_broken;
    events.resolved = on_resolved;
    events.scope_removed = on_scope_removed;
    events.stale = on_stale;
    events.ready = on_ready;
    if (vitals_cluster_feed_live(cluster, &selection, &feed, &events, &watcher) != VITALS_OK) {
        memory_exhausted();
    }
    follow_rules(self, cluster);
    serve->sources++;
    return true;
}

/* Rules that cannot be used leave the former ones in place. */
static void use_rules(followed *self) {
    cli_serve *serve = self->serve;
    size_t count = 0;
    rule_text *texts = own_rules_texts(self->own, &count);
    own_rules_report(self->own, self->name, &serve->problems);
    vitals_engine *engine = serve_engine(serve, self->name, texts, count);
    if (engine && vt_server_use(serve->server, self->source, engine) != VITALS_OK) {
        memory_exhausted();
    }
    vitals_engine_release(engine);
    free(texts);
    problems_print(&serve->problems, &serve->errors);
}

void serve_clusters_rules(cli_serve *serve) {
    for (followed *each = serve->followed; each; each = each->next) {
        if (each->own && own_rules_are_read(each->own) && own_rules_have_changed(each->own)) {
            use_rules(each);
        }
    }
}

bool serve_clusters(cli_serve *serve, const connect_options *options) {
    option_list contexts = { NULL, 0 };
    serve->loop = connect_hosted_loop(NULL, serve, socket_changed, timer_changed);
    bool good = connect_contexts(serve->loop, options, &contexts, &serve->problems);
    for (size_t i = 0; i < contexts.count; i++) {
        good &= follow(serve, options, contexts.items[i]);
    }
    option_list_free_items(&contexts);
    return good;
}

void serve_clusters_done(cli_serve *serve) {
    vitals_cluster_loop_free(serve->loop);
    serve->loop = NULL;
    while (serve->followed) {
        followed *next = serve->followed->next;
        own_rules_free(serve->followed->own);
        free(serve->followed->name);
        free(serve->followed->refusal);
        free(serve->followed->said);
        refusals_done(&serve->followed->refusals);
        free(serve->followed);
        serve->followed = next;
    }
}
