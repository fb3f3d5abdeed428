/* One scope, listed and watched. */
#include "cluster/watch/reflector.h"

#include "cluster/transport/problem.h"
#include "cluster/transport/request.h"

static void begin_list(vt_reflector *reflector);
static void begin_watch(vt_reflector *reflector);
static void send(vt_reflector *reflector);

static int64_t now_of(const vt_reflector *reflector) {
    return vt_loop_now(reflector->session->loop);
}

/* ------------------------------------------------------------------- states */

static bool is_same_problem(const vt_reflector *reflector, const vitals_cluster_problem *problem) {
    vt_text text = problem ? problem->text : VT_TEXT("");
    return vt_text_equal(vt_buffer_text(&reflector->last_text), text);
}

static void set_state(vt_reflector *reflector, vitals_live_state state,
                      const vitals_cluster_problem *problem) {
    if (reflector->state == state && is_same_problem(reflector, problem)) return;
    reflector->state = state;
    vt_buffer_clear(&reflector->last_text);
    if (problem) vt_buffer_add(&reflector->last_text, problem->text);
    reflector->events->state(reflector->user, state, problem);
}

static void settle(vt_reflector *reflector) {
    if (reflector->settled) return;
    reflector->settled = true;
    reflector->events->settled(reflector->user);
}

static void close_body(vt_reflector *reflector) {
    if (reflector->body_open) vt_body_done(&reflector->body);
    reflector->body_open = false;
    vt_alarm_clear(reflector->session->loop, &reflector->watchdog);
}

/* Nothing is under way any more. */
static void stop_request(vt_reflector *reflector) {
    vt_call_cancel(&reflector->call);
    if (reflector->body_open) vt_body_stop(&reflector->body);
    vt_alarm_clear(reflector->session->loop, &reflector->watchdog);
    vt_alarm_clear(reflector->session->loop, &reflector->again);
}

static void again_in(vt_reflector *reflector, int64_t wait_ms) {
    vt_alarm_set(reflector->session->loop, &reflector->again, now_of(reflector) + wait_ms);
}

static int64_t back_off(vt_reflector *reflector) {
    const uint32_t random = (uint32_t)vt_loop_random(reflector->session->loop);
    return vt_backoff_failed(&reflector->backoff, now_of(reflector), random);
}

/* Up to a quarter more, so that not all of them come back at once. */
static int64_t spread(const vt_reflector *reflector, int64_t wait_ms) {
    return wait_ms + (int64_t)(vt_loop_random(reflector->session->loop) % 1024) * wait_ms / 4096;
}

/* From the first page. */
static void forget_pages(vt_reflector *reflector) {
    reflector->pages = reflector->empty_pages = 0;
    vt_buffer_clear(&reflector->mark);
    vt_buffer_clear(&reflector->continue_);
}

/* One more retry of the list. false: it has had them all. */
static bool spend_retry(vt_reflector *reflector, vt_trouble trouble) {
    if (trouble == VT_TROUBLE_REFUSED || trouble == VT_TROUBLE_NAME) {
        reflector->tried--;
        return ++reflector->unreached < VT_REFLECTOR_UNREACHED;
    }
    return reflector->retries++ < VT_RETRIES + reflector->pages;
}

static void forget_retries(vt_reflector *reflector) {
    reflector->retries = 0;
    reflector->unreached = 0;
}

/* Not now and not soon. Rights and kinds may come later. */
static void refuse(vt_reflector *reflector, const vitals_cluster_problem *problem) {
    vitals_cluster_problem own = *problem;
    forget_retries(reflector);
    reflector->phase = VT_REFLECTOR_IDLE;
    own.retry_in_ms = -1;
    if (reflector->options.follow) {
        reflector->tried = reflector->answers = reflector->failures = 0;
        again_in(reflector, spread(reflector, VT_REFLECTOR_REFUSED_MS));
    }
    const bool gone = problem->failure == VITALS_CLUSTER_FAILURE_NOT_FOUND;
    set_state(reflector, VITALS_LIVE_REFUSED, &own);
    if (gone) reflector->events->gone(reflector->user);
    settle(reflector);
}

static void refuse_without_memory(vt_reflector *reflector) {
    const vitals_cluster_problem problem =
        vt_problem(VITALS_CLUSTER_FAILURE_MEMORY, VT_TEXT("out of memory"));
    stop_request(reflector);
    refuse(reflector, &problem);
}

/* Wait, then go on with the phase; what was known stays, and is silent meanwhile. */
static void pause_for(vt_reflector *reflector, const vitals_cluster_problem *problem,
                      int64_t wait_ms) {
    vitals_cluster_problem own = *problem;
    own.retry_in_ms = wait_ms;
    again_in(reflector, wait_ms);
    set_state(reflector, reflector->synced ? VITALS_LIVE_SILENT : VITALS_LIVE_LISTING, &own);
}

/* ----------------------------------------------------------------- requests */

static bool add_selectors(const vt_reflector *reflector, vt_buffer *fields) {
    const vt_reflector_options *options = &reflector->options;
    vt_buffer_add(fields, options->fields);
    if (!options->name.bytes) return !fields->failed;
    if (fields->size) vt_buffer_add_byte(fields, ',');
    vt_buffer_add_terminated(fields, "metadata.name=");
    return vt_buffer_add(fields, options->name);
}

static uint64_t watch_seconds(const vt_reflector *reflector) {
    const uint64_t random = vt_loop_random(reflector->session->loop);
    return VT_REFLECTOR_WATCH_SECONDS + random % VT_REFLECTOR_WATCH_SECONDS;
}

static vt_list_parameters parameters_of(const vt_reflector *reflector, uint64_t seconds) {
    vt_list_parameters parameters = { .label_selector = reflector->options.labels };
    switch (reflector->phase) {
    case VT_REFLECTOR_LISTING:
        parameters.limit = reflector->unlimited ? 0 : reflector->options.page_items;
        if (reflector->continue_.size) {
            parameters.continue_ = vt_buffer_text(&reflector->continue_);
        }
        break;
    case VT_REFLECTOR_CHECKING:
        parameters.limit = 1;
        break;
    case VT_REFLECTOR_STREAMING:
        parameters.watch = parameters.initial_events = true;
        parameters.timeout_seconds = seconds;
        break;
    case VT_REFLECTOR_WATCHING:
        parameters.watch = true;
        parameters.resource_version = vt_buffer_text(&reflector->version);
        parameters.timeout_seconds = seconds;
        break;
    case VT_REFLECTOR_IDLE:
        break;
    }
    return parameters;
}

static bool add_path(vt_reflector *reflector, uint64_t seconds, vt_buffer *path) {
    const vt_reflector_options *options = &reflector->options;
    const vt_request request = { .group = options->group,
                                 .version = options->version,
                                 .resource = options->resource,
                                 .namespace_ = options->namespace_ };
    vt_list_parameters parameters = parameters_of(reflector, seconds);
    vt_buffer fields;
    vt_buffer_init(&fields, &reflector->session->loop->allocator, SIZE_MAX / 2);
    bool added = add_selectors(reflector, &fields) && vt_request_add_path(path, &request);
    if (fields.size) parameters.field_selector = vt_buffer_text(&fields);
    added = added && vt_request_add_list_query(path, &parameters);
    vt_buffer_done(&fields);
    return added;
}

static bool is_watch(vt_reflector_phase phase) {
    return phase == VT_REFLECTOR_WATCHING || phase == VT_REFLECTOR_STREAMING;
}

/* The forms of answers, the better one first. A server behind an aggregated API may know whole objects only. */
static const char *accept_of(const vt_reflector *reflector, bool watch) {
    if (!reflector->options.body.kind.size) return vt_accept_json;
    return watch ? vt_accept_metadata : vt_accept_metadata_list;
}

static vitals_status start_call(vt_reflector *reflector) {
    const bool watch = is_watch(reflector->phase);
    const uint64_t seconds = watch ? watch_seconds(reflector) : 0;
    vt_buffer_clear(&reflector->scratch);
    if (!add_path(reflector, seconds, &reflector->scratch)) return VITALS_ENOMEM;
    const vt_call_request request = {
        .kind = watch ? VT_TRANSFER_WATCH : VT_TRANSFER_CALL,
        .method = "GET",
        .path = vt_buffer_text(&reflector->scratch),
        .accept = accept_of(reflector, watch),
        .total_ms = watch ? (int64_t)(seconds + 30) * 1000 : 0,
        .following = reflector->options.follow,
    };
    return vt_call_start(&reflector->call, &request);
}

/* The request of the phase. */
static void send(vt_reflector *reflector) {
    if (reflector->stopped) return;
    reflector->tried++;
    reflector->heard = false;
    if (reflector->tried > 1) reflector->session->figures.retries++;
    if (start_call(reflector) != VITALS_OK) refuse_without_memory(reflector);
}

static void send_first(vt_reflector *reflector, vt_reflector_phase phase) {
    reflector->phase = phase;
    reflector->tried = reflector->answers = 0;
    send(reflector);
}

/* -------------------------------------------------------------------- lists */

/* Rows stay; those that the list does not hold go when it is complete. */
static void open_list(vt_reflector *reflector) {
    reflector->lists++;
    reflector->snapshot = true;
    forget_pages(reflector);
    reflector->events->begin(reflector->user);
}

/* The same page. What came with a first page, or with an answer that was not a page, must not stay unless it
** comes again. */
static void ask_again(vt_reflector *reflector) {
    if (reflector->suspect) forget_pages(reflector);
    reflector->suspect = false;
    if (reflector->heard && !reflector->continue_.size) reflector->events->begin(reflector->user);
    send(reflector);
}

static void begin_stream(vt_reflector *reflector) {
    open_list(reflector);
    reflector->streamed = true;
    reflector->watches++;
    send_first(reflector, VT_REFLECTOR_STREAMING);
}

static void begin_list(vt_reflector *reflector) {
    open_list(reflector);
    reflector->streamed = false;
    send_first(reflector, VT_REFLECTOR_LISTING);
}

static bool follows(const vt_reflector *reflector) {
    return reflector->options.follow && reflector->options.watchable;
}

static void begin(vt_reflector *reflector) {
    if (follows(reflector) && reflector->options.streams && *reflector->options.streams) {
        begin_stream(reflector);
    } else {
        begin_list(reflector);
    }
}

static void complete(vt_reflector *reflector) {
    forget_retries(reflector);
    reflector->synced = true;
    reflector->failures = 0;
    reflector->events->synced(reflector->user);
    set_state(reflector, VITALS_LIVE_LIVE, NULL);
    settle(reflector);
}

static void end_list(vt_reflector *reflector, const vt_page *page) {
    vt_buffer_clear(&reflector->version);
    if (!vt_buffer_add(&reflector->version, page->resource_version)) {
        refuse_without_memory(reflector);
        return;
    }
    reflector->unlimited = false;
    complete(reflector);
    if (follows(reflector)) {
        begin_watch(reflector);
    } else {
        reflector->phase = VT_REFLECTOR_IDLE;
    }
}

/* A token is compared with the one before it and with that of the last page whose number is a power of two,
** which finds any cycle. */
static bool repeats(const vt_reflector *reflector, vt_text token) {
    return vt_text_equal(token, vt_buffer_text(&reflector->continue_)) ||
           vt_text_equal(token, vt_buffer_text(&reflector->mark));
}

/* Why a list with one more page has no end; NULL: it may have one. */
static const char *why_endless(const vt_reflector *reflector, vt_text token) {
    const vitals_cluster_loop *loop = reflector->session->loop;
    if (reflector->pages > 1 && repeats(reflector, token))
        return "the list has no end: the server repeats the token of a page";
    if (reflector->empty_pages >= vt_loop_limit(loop, "list_empty_pages"))
        return "the list has more pages without an object than the limit list_empty_pages";
    if (reflector->pages >= vt_loop_limit(loop, "list_pages"))
        return "the list has more pages than the limit list_pages";
    return NULL;
}

/* The page that the token leads to. */
static void next_page(vt_reflector *reflector, vt_text token) {
    reflector->pages++;
    reflector->empty_pages = reflector->heard ? 0 : reflector->empty_pages + 1;
    const char *why = why_endless(reflector, token);
    if (why) {
        const vitals_cluster_problem problem =
            vt_problem(VITALS_CLUSTER_FAILURE_LIMIT, vt_text_from(why));
        refuse(reflector, &problem);
        return;
    }
    const bool marks = (reflector->pages & (reflector->pages - 1)) == 0;
    if (marks) vt_buffer_clear(&reflector->mark);
    vt_buffer_clear(&reflector->continue_);
    if ((marks && !vt_buffer_add(&reflector->mark, token)) ||
        !vt_buffer_add(&reflector->continue_, token)) {
        refuse_without_memory(reflector);
    } else {
        send_first(reflector, VT_REFLECTOR_LISTING);
    }
}

static void end_page(vt_reflector *reflector, const vt_page *page) {
    if (page->continue_.size) {
        next_page(reflector, page->continue_);
    } else {
        end_list(reflector, page);
    }
}

/* The token of a page is too old. One restart a minute, or a list of a server that is too slow for its
** own tokens would never end. */
static void page_expired(vt_reflector *reflector, const vt_outcome *outcome) {
    const vt_text token = outcome->failure->continue_;
    if (token.size && !reflector->options.follow) {
        reflector->snapshot = false;
        next_page(reflector, token);
        return;
    }
    const int64_t now = now_of(reflector);
    const bool soon =
        reflector->expired_ms && now < reflector->expired_ms + VT_REFLECTOR_EXPIRED_MS;
    if (!reflector->options.follow && (soon || !spend_retry(reflector, VT_TROUBLE_NONE))) {
        refuse(reflector, &outcome->problem);
    } else if (soon) {
        reflector->phase = VT_REFLECTOR_IDLE;
        pause_for(reflector, &outcome->problem,
                  reflector->expired_ms + VT_REFLECTOR_EXPIRED_MS - now);
    } else {
        reflector->expired_ms = now ? now : 1;
        reflector->unlimited = true;
        begin_list(reflector);
    }
}

/* ---------------------------------------------------------------- failures */

/* What no repetition helps against, until somebody acts. */
static bool is_final(vitals_cluster_failure failure) {
    switch (failure) {
    case VITALS_CLUSTER_FAILURE_FORBIDDEN:
    case VITALS_CLUSTER_FAILURE_NOT_FOUND:
    case VITALS_CLUSTER_FAILURE_INVALID:
    case VITALS_CLUSTER_FAILURE_UNSUPPORTED:
    case VITALS_CLUSTER_FAILURE_LIMIT:
        return true;
    case VITALS_CLUSTER_FAILURE_NONE:
    case VITALS_CLUSTER_FAILURE_CONNECTION:
    case VITALS_CLUSTER_FAILURE_TLS:
    case VITALS_CLUSTER_FAILURE_CREDENTIALS:
    case VITALS_CLUSTER_FAILURE_STALE:
    case VITALS_CLUSTER_FAILURE_EXPIRED:
    case VITALS_CLUSTER_FAILURE_BUSY:
    case VITALS_CLUSTER_FAILURE_CONFLICT:
    case VITALS_CLUSTER_FAILURE_SERVER:
    case VITALS_CLUSTER_FAILURE_PROXY:
    case VITALS_CLUSTER_FAILURE_ANSWER:
    case VITALS_CLUSTER_FAILURE_MEMORY:
    case VITALS_CLUSTER_FAILURE_COUNT:
        break;
    }
    return false;
}

/* What users must act upon, although it is tried again. */
static bool is_refusal(vitals_cluster_failure failure) {
    return failure == VITALS_CLUSTER_FAILURE_CREDENTIALS || failure == VITALS_CLUSTER_FAILURE_TLS;
}

static void fail(vt_reflector *reflector, const vt_outcome *outcome) {
    const vitals_cluster_problem *problem = &outcome->problem;
    const vt_attempt attempt = { .get = true,
                                 .following = reflector->options.follow,
                                 .tried = outcome->trouble == VT_TROUBLE_NONE ? reflector->answers
                                                                              : reflector->tried,
                                 .trouble = outcome->trouble,
                                 .failure = outcome->failure,
                                 .answered = reflector->session->answered };
    const bool ends = is_final(problem->failure) || !spend_retry(reflector, outcome->trouble);
    int64_t wait = ends ? -1 : vt_retry_after(&attempt);
    if (wait < 0 && reflector->options.follow && !is_final(problem->failure)) {
        wait = back_off(reflector);
    }
    if (wait < 0) {
        refuse(reflector, problem);
    } else if (is_refusal(problem->failure)) {
        vitals_cluster_problem own = *problem;
        own.retry_in_ms = wait;
        again_in(reflector, wait);
        set_state(reflector, VITALS_LIVE_REFUSED, &own);
        settle(reflector);
    } else {
        pause_for(reflector, problem, wait);
    }
}

static void list_ended(vt_reflector *reflector, const vt_outcome *outcome) {
    if (outcome->problem.failure == VITALS_CLUSTER_FAILURE_EXPIRED) {
        page_expired(reflector, outcome);
    } else {
        fail(reflector, outcome);
    }
}

/* The body of an answer that is a success was not that of a list, or not all of it. */
static void fail_cut_short(vt_reflector *reflector, const vt_outcome *outcome) {
    vt_outcome own = *outcome;
    own.trouble = reflector->answers < VT_REFLECTOR_ANSWERS ? VT_TROUBLE_LOST : VT_TROUBLE_TLS;
    reflector->suspect = true;
    own.problem = vt_problem(VITALS_CLUSTER_FAILURE_ANSWER,
                             VT_TEXT("the server sent something else than a whole list"));
    fail(reflector, &own);
}

static void page_ended(vt_reflector *reflector, const vt_outcome *outcome) {
    vt_page page;
    vitals_status status = vt_body_end(&reflector->body);
    if (status == VITALS_OK) status = vt_page_of(&reflector->body, &page);
    close_body(reflector);
    if (status == VITALS_ENOMEM) {
        refuse_without_memory(reflector);
    } else if (status != VITALS_OK) {
        fail_cut_short(reflector, outcome);
    } else {
        end_page(reflector, &page);
        vitals_document_free(page.document);
    }
}

/* ------------------------------------------------------------------ watches */

static void begin_watch(vt_reflector *reflector) {
    reflector->watches++;
    reflector->watch_ms = now_of(reflector);
    send_first(reflector, VT_REFLECTOR_WATCHING);
}

/* After a lost connection another server may answer, or one that was restored from a backup: a watch from
** a version that it does not know yet would be silent. */
static void check_or_watch(vt_reflector *reflector) {
    if (reflector->lost) {
        send_first(reflector, VT_REFLECTOR_CHECKING);
    } else {
        begin_watch(reflector);
    }
}

static void check_ended(vt_reflector *reflector) {
    vt_page page;
    vitals_status status = vt_body_end(&reflector->body);
    if (status == VITALS_OK) status = vt_page_of(&reflector->body, &page);
    close_body(reflector);
    reflector->lost = false;
    if (status != VITALS_OK) {
        begin(reflector);
        return;
    }
    const bool back =
        vt_version_went_back(vt_buffer_text(&reflector->version), page.resource_version);
    vitals_document_free(page.document);
    if (back) {
        begin(reflector);
    } else {
        begin_watch(reflector);
    }
}

/* The stream of a list is not to be had: lists in pages are, everywhere. */
static void give_up_stream(vt_reflector *reflector, bool for_all) {
    if (for_all && reflector->options.streams) *reflector->options.streams = false;
    stop_request(reflector);
    begin_list(reflector);
}

static void on_silence(void *user) {
    give_up_stream(user, true);
}

static void stream_ended(vt_reflector *reflector, const vt_outcome *outcome) {
    const vitals_cluster_failure failure = outcome->problem.failure;
    const bool of_server = vt_outcome_worked(outcome) ||
                           failure == VITALS_CLUSTER_FAILURE_INVALID ||
                           failure == VITALS_CLUSTER_FAILURE_UNSUPPORTED;
    if (of_server) {
        give_up_stream(reflector, true);
    } else if (outcome->failure->kind == VT_FAILURE_NONE || is_refusal(failure) ||
               is_final(failure)) {
        /* The same as for a list: begin the stream again. */
        fail(reflector, outcome);
    } else {
        give_up_stream(reflector, false);
    }
}

/* The server ends each watch in time. One that ends at once, without an event, would be a busy loop. */
static void watch_ended_well(vt_reflector *reflector) {
    const bool in_a_moment = now_of(reflector) - reflector->watch_ms < VT_SHORT_WATCH_MS;
    if (!in_a_moment || reflector->heard) {
        reflector->failures = 0;
        begin_watch(reflector);
        return;
    }
    const vitals_cluster_problem problem =
        vt_problem(VITALS_CLUSTER_FAILURE_SERVER, VT_TEXT("the server ends watches at once"));
    pause_for(reflector, &problem, back_off(reflector));
}

static void watch_failed(vt_reflector *reflector, const vt_outcome *outcome) {
    const vitals_cluster_failure failure = outcome->problem.failure;
    if (failure == VITALS_CLUSTER_FAILURE_EXPIRED) {
        begin(reflector);
        return;
    }
    if (is_final(failure) || is_refusal(failure)) {
        fail(reflector, outcome);
        return;
    }
    if (outcome->failure->kind == VT_FAILURE_NONE) reflector->lost = true;
    const int64_t requested = outcome->failure->retry_after_seconds;
    const int64_t wait = requested > 0 ? requested * 1000 : back_off(reflector);
    pause_for(reflector, &outcome->problem, wait);
    if (outcome->failure->kind != VT_FAILURE_NONE && requested < 0) reflector->failures++;
}

/* ------------------------------------------------------------------- events */

static void on_error_event(vt_reflector *reflector, const vitals_document *status) {
    vt_failure failure;
    vt_arena_empty(&reflector->arena);
    const bool streaming = reflector->phase == VT_REFLECTOR_STREAMING;
    if (vt_failure_of_event(status, &reflector->arena, &failure) != VITALS_OK) {
        reflector->out_of_memory = true;
        return;
    }
    const vt_outcome outcome = { .failure = &failure,
                                 .begun = true,
                                 .problem = vt_problem_of_failure(&failure) };
    stop_request(reflector);
    if (streaming) {
        give_up_stream(reflector, failure.kind != VT_FAILURE_TOO_MANY);
    } else {
        watch_failed(reflector, &outcome);
    }
}

static void keep_version(vt_reflector *reflector, const vitals_document *document) {
    const vt_text version = vt_object_version(document);
    if (!version.size) return;
    vt_buffer_clear(&reflector->version);
    if (!vt_buffer_add(&reflector->version, version)) reflector->out_of_memory = true;
}

static void on_bookmark(vt_reflector *reflector, const vitals_document *document) {
    if (reflector->phase == VT_REFLECTOR_WATCHING) {
        keep_version(reflector, document);
        return;
    }
    if (!vt_ends_initial_events(document)) return;
    keep_version(reflector, document);
    vt_alarm_clear(reflector->session->loop, &reflector->watchdog);
    reflector->phase = VT_REFLECTOR_WATCHING;
    reflector->watch_ms = now_of(reflector);
    complete(reflector);
}

static void on_change(vt_reflector *reflector, vitals_event event, vitals_document **document) {
    static const vitals_cluster_change changes[] = {
        [VITALS_EVENT_ADDED] = VITALS_CLUSTER_ADDED,
        [VITALS_EVENT_MODIFIED] = VITALS_CLUSTER_MODIFIED,
        [VITALS_EVENT_DELETED] = VITALS_CLUSTER_DELETED,
    };
    vitals_cluster_change change = changes[event];
    if (reflector->phase == VT_REFLECTOR_WATCHING) {
        keep_version(reflector, *document);
    } else if (change != VITALS_CLUSTER_DELETED) {
        change = VITALS_CLUSTER_LISTED;
    }
    reflector->events->object(reflector->user, change, document);
}

static void on_broken(void *user, const vitals_cluster_problem *problem) {
    vt_reflector *reflector = user;
    reflector->item_bytes = 0;
    reflector->events->broken(reflector->user, problem);
}

static void report_broken(vt_reflector *reflector, vt_text text) {
    const vitals_cluster_problem problem = vt_problem(VITALS_CLUSTER_FAILURE_ANSWER, text);
    reflector->events->broken(reflector->user, &problem);
}

/* An object that nobody could name again. Bookmarks and errors have no name. */
static bool is_nameless(vitals_event event, const vitals_document *document) {
    if (event == VITALS_EVENT_BOOKMARK || event == VITALS_EVENT_ERROR) return false;
    return !vitals_document_name(document).size || !vitals_document_kind(document).size;
}

static void on_object(void *user, vitals_event event, vitals_document **document) {
    vt_reflector *reflector = user;
    reflector->heard = true;
    reflector->item_bytes = 0;
    if (reflector->phase == VT_REFLECTOR_STREAMING) {
        vt_alarm_set(reflector->session->loop, &reflector->watchdog,
                     now_of(reflector) + VT_REFLECTOR_SILENCE_MS);
    }
    if (reflector->phase == VT_REFLECTOR_CHECKING) return;
    if (event == VITALS_EVENT_NONE && reflector->phase != VT_REFLECTOR_LISTING) {
        report_broken(reflector, VT_TEXT("this is not a watch event"));
        return;
    }
    if (is_nameless(event, *document)) {
        report_broken(reflector, VT_TEXT("an object has no kind or no name"));
        return;
    }
    if (reflector->phase == VT_REFLECTOR_LISTING) {
        reflector->events->object(reflector->user, VITALS_CLUSTER_LISTED, document);
        return;
    }
    switch (event) {
    case VITALS_EVENT_ADDED:
    case VITALS_EVENT_MODIFIED:
    case VITALS_EVENT_DELETED:
        on_change(reflector, event, document);
        break;
    case VITALS_EVENT_BOOKMARK:
        on_bookmark(reflector, *document);
        break;
    case VITALS_EVENT_ERROR:
        on_error_event(reflector, *document);
        break;
    case VITALS_EVENT_NONE:
        break;
    }
}

/* -------------------------------------------------------------------- calls */

static void on_begin(void *user, const vt_head *head) {
    static const vt_body_events events = { on_object, on_broken };
    vt_reflector *reflector = user;
    const vt_reflector_options *options = &reflector->options;
    (void)head;
    close_body(reflector);
    reflector->item_bytes = 0;
    reflector->body_open = true;
    if (vt_body_begin(&reflector->body, reflector->session->loop, &options->body, &events,
                      reflector) != VITALS_OK) {
        refuse_without_memory(reflector);
        return;
    }
    if (reflector->phase == VT_REFLECTOR_STREAMING) {
        vt_alarm_set(reflector->session->loop, &reflector->watchdog,
                     now_of(reflector) + VT_REFLECTOR_SILENCE_MS);
    }
    if (reflector->phase == VT_REFLECTOR_WATCHING) set_state(reflector, VITALS_LIVE_LIVE, NULL);
}

/* The rest of an object that is too long is skipped, but not without end. */
static bool is_endless(const vt_reflector *reflector) {
    const uint64_t most = vt_loop_limit(reflector->session->loop, "document_bytes");
    return reflector->phase == VT_REFLECTOR_LISTING &&
           reflector->item_bytes / VT_REFLECTOR_SKIPPED > most;
}

static void refuse_endless(vt_reflector *reflector) {
    const vitals_cluster_problem problem =
        vt_problem(VITALS_CLUSTER_FAILURE_LIMIT,
                   VT_TEXT("an object of the list is far longer than the limit document_bytes"));
    stop_request(reflector);
    refuse(reflector, &problem);
}

static void on_bytes(void *user, const char *bytes, size_t size) {
    vt_reflector *reflector = user;
    reflector->item_bytes += size;
    const vitals_status status = vt_body_feed(&reflector->body, bytes, size);
    if (status != VITALS_OK || reflector->out_of_memory) {
        reflector->out_of_memory = false;
        refuse_without_memory(reflector);
    } else if (is_endless(reflector)) {
        refuse_endless(reflector);
    }
}

static void on_end(void *user, const vt_outcome *outcome) {
    vt_reflector *reflector = user;
    const vt_reflector_phase phase = reflector->phase;
    const bool worked = vt_outcome_worked(outcome);
    reflector->answers += outcome->trouble == VT_TROUBLE_NONE;
    if (worked && phase == VT_REFLECTOR_LISTING) {
        page_ended(reflector, outcome);
        return;
    }
    if (worked && phase == VT_REFLECTOR_CHECKING) {
        check_ended(reflector);
        return;
    }
    close_body(reflector);
    if (phase == VT_REFLECTOR_STREAMING) {
        stream_ended(reflector, outcome);
    } else if (worked) {
        watch_ended_well(reflector);
    } else if (phase == VT_REFLECTOR_LISTING) {
        list_ended(reflector, outcome);
    } else {
        watch_failed(reflector, outcome);
    }
}

static void on_again(void *user) {
    vt_reflector *reflector = user;
    switch (reflector->phase) {
    case VT_REFLECTOR_IDLE:
    case VT_REFLECTOR_STREAMING:
        begin(reflector);
        break;
    case VT_REFLECTOR_LISTING:
        ask_again(reflector);
        break;
    case VT_REFLECTOR_CHECKING:
        send(reflector);
        break;
    case VT_REFLECTOR_WATCHING:
        if (reflector->failures >= VT_REFLECTOR_FAILURES) {
            reflector->failures = 0;
            begin(reflector);
        } else {
            check_or_watch(reflector);
        }
        break;
    }
}

/* --------------------------------------------------------------- life cycle */

void vt_reflector_init(vt_reflector *reflector, vt_session *session,
                       const vt_reflector_options *options, const vt_reflector_events *events,
                       void *user) {
    static const vt_call_events call_events = { on_begin, on_bytes, on_end };
    const vitals_allocator *allocator = &session->loop->allocator;
    *reflector = (vt_reflector){ .session = session,
                                 .options = *options,
                                 .events = events,
                                 .user = user,
                                 .snapshot = true,
                                 .state = VITALS_LIVE_LISTING };
    vt_call_init(&reflector->call, session, &call_events, reflector);
    reflector->again = (vt_alarm){ .ring = on_again, .user = reflector };
    reflector->watchdog = (vt_alarm){ .ring = on_silence, .user = reflector };
    vt_buffer_init(&reflector->version, allocator, 4096);
    vt_buffer_init(&reflector->continue_, allocator, SIZE_MAX / 2);
    vt_buffer_init(&reflector->mark, allocator, SIZE_MAX / 2);
    vt_buffer_init(&reflector->scratch, allocator, SIZE_MAX / 2);
    vt_buffer_init(&reflector->last_text, allocator, SIZE_MAX / 2);
    vt_arena_init(&reflector->arena, allocator, 0);
}

void vt_reflector_start(vt_reflector *reflector) {
    begin(reflector);
}

void vt_reflector_relist(vt_reflector *reflector) {
    const bool settled = reflector->phase == VT_REFLECTOR_WATCHING ||
                         (reflector->phase == VT_REFLECTOR_IDLE && !reflector->options.follow);
    const int64_t now = now_of(reflector);
    if (reflector->stopped || !settled || reflector->state != VITALS_LIVE_LIVE) return;
    if (now < reflector->relist_ms) return;
    reflector->relist_ms = now + VT_REFLECTOR_RELIST_MS;
    stop_request(reflector);
    reflector->phase = VT_REFLECTOR_IDLE;
    again_in(reflector, 0);
}

void vt_reflector_stop(vt_reflector *reflector) {
    if (!reflector->session) return;
    reflector->stopped = true;
    stop_request(reflector);
}

void vt_reflector_done(vt_reflector *reflector) {
    if (!reflector->session) return;
    vt_reflector_stop(reflector);
    close_body(reflector);
    vt_call_done(&reflector->call);
    vt_buffer_done(&reflector->version);
    vt_buffer_done(&reflector->continue_);
    vt_buffer_done(&reflector->mark);
    vt_buffer_done(&reflector->scratch);
    vt_buffer_done(&reflector->last_text);
    vt_arena_done(&reflector->arena);
    reflector->session = NULL;
}
