/* Splits files into objects and pushes them into the pool. */
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "assess/assess.h"
#include "base/memory.h"

/* How long finished answers may wait for more input. */
enum { QUIET_MILLISECONDS = 20 };

/* A source being read. */
typedef struct cli_feed {
    cli_run *run;
    cli_source *source;
    int descriptor;
    int error; /* errno of a failed read */
} cli_feed;

static bool is_quiet(const cli_feed *feed) {
    struct pollfd descriptor = { feed->descriptor, POLLIN, 0 };
    return poll(&descriptor, 1, QUIET_MILLISECONDS) == 0;
}

static void show_answers(cli_run *run) {
    progress_end(&run->progress);
    watch_show(run);
    terminal_flush();
}

/* When a pipe is quiet for a while (a watch), print the finished answers before waiting for it. What they are made of
** may have to be cut again, which comes first. */
static ptrdiff_t read_or_wait(void *user, char *buffer, size_t capacity) {
    cli_feed *feed = user;
    if (is_quiet(feed)) {
        if (!pool_is_empty(feed->run->pool)) return VITALS_READ_AGAIN;
        show_answers(feed->run);
    }
    const ptrdiff_t got = source_read(&feed->descriptor, buffer, capacity);
    if (got < 0) feed->error = errno;
    return got;
}

/* Push a piece, or the error in its place, so that both are reported in the order of the input. */
static void push_result(cli_feed *feed, vitals_status status, vitals_piece *piece,
                        vitals_diagnostics *diagnostics) {
    cli_item *item = pool_next(feed->run->pool);
    item->piece = piece;
    item->source = feed->source;
    problems_clear(&item->problems);
    if (status == VITALS_EREAD && feed->error) {
        problems_add_error(&item->problems, feed->source->path, "%s", strerror(feed->error));
    } else {
        problems_add_all(&item->problems, feed->source->path, status, diagnostics);
    }
    vitals_diagnostics_clear(diagnostics);
    progress_step(&feed->run->progress);
    pool_push(feed->run->pool, piece ? vitals_piece_size_bytes(piece) : 0);
}

static bool is_last(vitals_status status) {
    return status == VITALS_EREAD || status == VITALS_ENOMEM;
}

static void feed_stream(cli_feed *feed, vitals_stream *stream, vitals_diagnostics *diagnostics) {
    for (;;) {
        vitals_piece *piece = NULL;
        const vitals_status status = vitals_stream_next(stream, &piece, diagnostics);
        if (status == VITALS_ENOTFOUND) return;
        if (status == VITALS_EAGAIN) {
            pool_drain(feed->run->pool);
            continue;
        }
        push_result(feed, status, piece, diagnostics);
        if (is_last(status)) {
            pool_drain(feed->run->pool);
            return;
        }
    }
}

static vitals_read_options read_options(const cli_feed *feed) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.limits = feed->run->rules.limits;
    options.file = feed->source->path;
    options.hash_seed = (uint64_t)feed->run->rules.call.now_seconds ^ (uint64_t)getpid() << 32;
    return options;
}

static void feed_source(cli_run *run, cli_source *source) {
    cli_feed feed = { run, source, source_open(source, &run->problems), 0 };
    if (feed.descriptor < 0) {
        source->errors++;
        pool_drain(run->pool);
        problems_print_unread(&run->problems, &run->errors, &run->coverage, SIZE_MAX);
        return;
    }
    const vitals_read_options options = read_options(&feed);
    vitals_stream *stream = NULL;
    vitals_diagnostics *diagnostics = NULL;
    if (vitals_stream_new(&options, read_or_wait, &feed, &stream) != VITALS_OK ||
        vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) {
        memory_exhausted();
    }
    vitals_stream_lines_ahead(stream, pool_is_alone(run->pool) ? 1 : SIZE_MAX);
    feed_stream(&feed, stream, diagnostics);
    vitals_diagnostics_free(diagnostics);
    vitals_stream_free(stream);
    source_close(feed.descriptor);
}

void feed_sources(cli_run *run) {
    /* A stream to a terminal shows its progress by itself. */
    progress_start(&run->progress,
                   !run->options->quiet && !(run->streams && run->terminal.columns));
    for (size_t i = 0; i < run->sources.count; i++) feed_source(run, &run->sources.items[i]);
    pool_drain(run->pool);
    progress_end(&run->progress);
}
