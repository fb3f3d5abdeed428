/* Files, directories and standard input as the objects of a source. */
#include "server/feed/files.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "base/run/files.h"

enum {
    DEPTH = 64,
    SETTLE_MS = 200, /* from the last change of a file until all are read again */
    QUIET_MS = 1000  /* without input, what came on standard input counts as a whole list */
};

/* What was given for one source. */
typedef struct file_set file_set;
struct file_set {
    file_set *next;
    vt_server *server;
    vt_source *source;
    const char *const *paths;
    size_t count;
    bool synced;
};

/* Standard input. */
typedef struct input {
    vt_server *server;
    vt_source *source;
    vitals_live_id scope;
    vitals_stream *stream;
    vt_poller_timer quiet;
    bool open, synced;
} input;

struct vt_files {
    vt_server *server;
    file_set *sets;
    int notify; /* inotify; -1: changes are not noticed */
    vt_poller_timer again;
    input input;
};

static bool is_object_file(const char *name) {
    static const char *const endings[] = { ".yaml", ".yml", ".json", ".jsonl", ".ndjson" };
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (vt_text_ends(vt_text_from(name), vt_text_from(endings[i]))) return true;
    }
    return false;
}

static bool is_entered(const char *name) {
    return name[0] != '.';
}

/* -------------------------------------------------------------------- reporting */

/* Log what could not be read; the last of it is shown with the source. */
static void report(vt_server *server, vt_source *source, vitals_diagnostics *diagnostics) {
    for (size_t i = 0; i < vitals_diagnostics_count(diagnostics); i++) {
        const vitals_diagnostic *each = vitals_diagnostics_at(diagnostics, i);
        if (each->severity != VITALS_SEVERITY_ERROR) continue;
        vt_buffer_clear(&source->error);
        vt_buffer_printf(&source->error, "%s%s", each->file, *each->file ? ":" : "");
        if (each->line) vt_buffer_printf(&source->error, "%u:%u:", each->line, each->column);
        vt_buffer_printf(&source->error, "%s%.*s", *each->file || each->line ? " " : "",
                         VT_TEXT_ARG(vt_text_cut(each->text, 2048)));
        vt_server_log(server, "%s", source->error.failed ? "" : source->error.bytes);
    }
    vitals_diagnostics_clear(diagnostics);
}

/* --------------------------------------------------------------------- reading */

typedef struct pass {
    vt_intake intake;
    file_set *set;
} pass;

static void add_problem(pass *self, vt_text path, const char *why) {
    const vt_text file = vt_arena_copy(&self->intake.server->texts, path);
    const vitals_diagnostic finding = { .severity = VITALS_SEVERITY_ERROR,
                                        .rule = "file",
                                        .file = file.bytes ? file.bytes : "",
                                        .text = vt_text_from(why) };
    vitals_diagnostics_add(self->intake.diagnostics, &finding);
    self->intake.errors++;
}

static ptrdiff_t read_file(void *user, char *to, size_t capacity) {
    const int *descriptor = user;
    ssize_t got;
    do {
        got = read(*descriptor, to, capacity);
    } while (got < 0 && errno == EINTR);
    return got;
}

static vitals_status read_objects(pass *self, vt_text path, int descriptor) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_stream *stream = NULL;
    options.allocator = &self->intake.server->allocator;
    options.limits = &self->intake.server->limits;
    options.file = path.bytes;
    options.drop = vt_intake_drop;
    options.drop_count = VT_INTAKE_DROP;
    vitals_status status = vitals_stream_new(&options, read_file, &descriptor, &stream);
    if (status == VITALS_OK) status = vt_intake_pieces(&self->intake, stream);
    vitals_stream_free(stream);
    vt_file_close(descriptor);
    return status == VITALS_ENOTFOUND || status == VITALS_EREAD ? VITALS_OK : status;
}

static vitals_status take_file(void *user, vt_text path, int descriptor) {
    return read_objects(user, path, descriptor);
}

static void watch_directory(vt_files *files, const char *path) {
    const uint32_t changes = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO |
                             IN_ONLYDIR | IN_DELETE_SELF;
    if (files->notify >= 0 && inotify_add_watch(files->notify, path, changes) < 0 &&
        errno == ENOSPC) {
        vt_server_log(files->server,
                      "%s: changes are not noticed: the system allows no more "
                      "watches (fs.inotify.max_user_watches)",
                      path);
    }
}

static vitals_status take_directory(void *user, vt_text path, int descriptor) {
    const pass *self = user;
    (void)descriptor;
    watch_directory(self->intake.server->files, path.bytes);
    return VITALS_OK;
}

static void take_skipped(void *user, vt_text path, const char *why) {
    add_problem(user, path, why);
}

static vitals_status read_directory(pass *self, const char *path) {
    const vt_file_walk walk = { .allocator = self->intake.server->allocator,
                                .most_depth = DEPTH,
                                .user = self,
                                .enters = is_entered,
                                .wants = is_object_file,
                                .directory = take_directory,
                                .file = take_file,
                                .skipped = take_skipped };
    watch_directory(self->intake.server->files, path);
    const vitals_status status = vt_walk_files(&walk, path, "");
    return status == VITALS_EREAD ? VITALS_OK : status;
}

/* The directory of a file is watched: editors replace files by renaming. */
static void watch_parent(vt_files *files, const char *path) {
    char parent[4096];
    const char *slash = strrchr(path, '/');
    const size_t size = slash ? (size_t)(slash - path) : 0;
    if (size >= sizeof parent) return;
    memcpy(parent, path, size);
    parent[size] = 0;
    watch_directory(files, slash ? (size ? parent : "/") : ".");
}

static vitals_status read_path(pass *self, const char *path) {
    bool is_directory = false;
    int descriptor = -1;
    const char *why = vt_file_is_directory(path, true, &is_directory);
    self->intake.named = !is_directory;
    if (!why && is_directory) return read_directory(self, path);
    watch_parent(self->intake.server->files, path);
    if (!why) why = vt_file_open_named(path, &descriptor);
    if (!why) return read_objects(self, vt_text_from(path), descriptor);
    add_problem(self, vt_text_from(path), why);
    return VITALS_OK;
}

/* What could not be read keeps the objects that were there: a file may be half written. */
static vitals_status end_pass(pass *self) {
    vitals_live *live = self->intake.server->live;
    file_set *set = self->set;
    vitals_status status = VITALS_OK;
    if (self->intake.errors == 0) vt_buffer_clear(&set->source->error);
    if (self->intake.errors == 0 || !set->synced) {
        status = vitals_live_synced(live, self->intake.scope);
        set->synced = true;
    }
    set->source->errors = self->intake.errors;
    report(self->intake.server, set->source, self->intake.diagnostics);
    if (status == VITALS_OK && self->intake.errors) {
        status = vitals_live_set_state(live, self->intake.scope, VITALS_LIVE_SILENT,
                                       vt_buffer_text(&set->source->error));
    }
    return status;
}

static vitals_status read_set(file_set *set) {
    vt_server *server = set->server;
    pass self = {
        .intake = { .server = server, .source = set->source, .scope = set->source->scope },
        .set = set
    };
    vitals_status status = vitals_diagnostics_new(&server->allocator, &self.intake.diagnostics);
    if (status == VITALS_OK) status = vitals_live_begin(server->live, set->source->scope);
    for (size_t i = 0; status == VITALS_OK && i < set->count; i++) {
        if (strcmp(set->paths[i], "-") != 0) status = read_path(&self, set->paths[i]);
    }
    if (status == VITALS_OK) status = end_pass(&self);
    vitals_diagnostics_free(self.intake.diagnostics);
    vt_server_touch(server, set->source->id);
    return status;
}

/* --------------------------------------------------------------------- changes */

static void read_again(void *user) {
    vt_files *files = user;
    for (file_set *each = files->sets; each; each = each->next) {
        if (read_set(each) != VITALS_OK) {
            vt_server_log(files->server, "out of memory: the files are read again later");
            files->again.due_ms = vt_server_monotonic_ms(files->server) + 1000;
        }
    }
}

static void on_change(void *user, int descriptor, unsigned ready) {
    vt_files *files = user;
    char events[4096];
    (void)ready;
    while (read(descriptor, events, sizeof events) > 0) continue;
    files->again.due_ms = vt_server_monotonic_ms(files->server) + SETTLE_MS;
}

static vt_files *files_of(vt_server *server) {
    if (server->files) return server->files;
    vt_files *files = vt_allocate_zeroed(&server->allocator, sizeof *files);
    if (!files) return NULL;
    files->server = server;
    files->notify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    files->again = (vt_poller_timer){ .due = read_again, .user = files, .due_ms = INT64_MAX };
    vt_poller_add_timer(server->loop, &files->again);
    if (files->notify < 0 ||
        !vt_poller_watch(server->loop, files->notify, VT_POLLER_READABLE, on_change, files)) {
        vt_server_log(server, "changes of files are not noticed");
    }
    server->files = files;
    return files;
}

/* -------------------------------------------------------------- standard input */

static void sync_input(input *self) {
    if (self->synced) return;
    self->synced = true;
    if (vitals_live_synced(self->server->live, self->scope) != VITALS_OK) {
        vt_server_log(self->server, "out of memory");
    }
    vt_server_touch(self->server, self->source->id);
}

static void on_quiet(void *user) {
    sync_input(user);
}

static vitals_status take_input(input *self) {
    vt_intake intake = { self->server, self->source, self->scope, NULL, 0, 0, true };
    vitals_status status = vitals_diagnostics_new(&self->server->allocator, &intake.diagnostics);
    if (status == VITALS_OK) status = vt_intake_pieces(&intake, self->stream);
    if (intake.diagnostics) report(self->server, self->source, intake.diagnostics);
    vitals_diagnostics_free(intake.diagnostics);
    vt_server_touch(self->server, self->source->id);
    return status;
}

static void close_input(input *self) {
    if (!self->open) return;
    self->open = false;
    vt_poller_watch(self->server->loop, STDIN_FILENO, 0, NULL, NULL);
    if (vitals_stream_end(self->stream) == VITALS_OK) (void)take_input(self);
    sync_input(self);
}

static void on_input(void *user, int descriptor, unsigned ready) {
    input *self = user;
    char chunk[65536];
    (void)ready;
    const ssize_t got = read(descriptor, chunk, sizeof chunk);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (got <= 0 || vitals_stream_feed(self->stream, chunk, (size_t)got) != VITALS_OK) {
        close_input(self);
        return;
    }
    self->quiet.due_ms = vt_server_monotonic_ms(self->server) + QUIET_MS;
    const vitals_status status = take_input(self);
    if (status != VITALS_EAGAIN && status != VITALS_OK) close_input(self);
}

static vitals_status open_input(vt_files *files, vt_source *source) {
    vt_server *server = files->server;
    input *self = &files->input;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    if (self->stream) return VITALS_OK;
    options.allocator = &server->allocator;
    options.limits = &server->limits;
    options.file = "stdin";
    options.drop = vt_intake_drop;
    options.drop_count = VT_INTAKE_DROP;
    *self = (input){ .server = server, .source = source, .open = true };
    vitals_status status = vitals_stream_new(&options, NULL, NULL, &self->stream);
    if (status == VITALS_OK) {
        status = vitals_live_scope_add(server->live, source->id, NULL, &self->scope);
    }
    if (status == VITALS_OK) status = vitals_live_begin(server->live, self->scope);
    if (status != VITALS_OK) return status;
    self->quiet = (vt_poller_timer){ .due = on_quiet, .user = self, .due_ms = INT64_MAX };
    vt_poller_add_timer(server->loop, &self->quiet);
    /* A regular file cannot be waited for: it is read at once. */
    if (!vt_poller_watch(server->loop, STDIN_FILENO, VT_POLLER_READABLE, on_input, self)) {
        while (self->open) on_input(self, STDIN_FILENO, VT_POLLER_READABLE);
    }
    return VITALS_OK;
}

/* ---------------------------------------------------------------------- making */

static file_set *add_set(vt_files *files, vt_source *source, const char *const *paths,
                         size_t count) {
    vt_server *server = files->server;
    file_set *set = vt_arena_allocate_zeroed(&server->texts, sizeof *set);
    const char **copies = vt_arena_allocate_array(&server->texts, count + 1, sizeof *copies);
    if (!set || !copies) return NULL;
    for (size_t i = 0; i < count; i++) {
        copies[i] = vt_arena_copy(&server->texts, vt_text_from(paths[i])).bytes;
        if (!copies[i]) return NULL;
    }
    *set = (file_set){ files->sets, server, source, copies, count, false };
    files->sets = set;
    return set;
}

vitals_status vt_server_add_files(vt_server *server, vitals_live_id id, const char *const *paths,
                                  size_t count) {
    vt_source *source = vt_server_source_of(server, id);
    vt_files *files = files_of(server);
    size_t inputs = 0;
    if (!source) return VITALS_ENOTFOUND;
    if (!files) return VITALS_ENOMEM;
    for (size_t i = 0; i < count; i++) inputs += strcmp(paths[i], "-") == 0;
    vitals_status status = VITALS_OK;
    if (count > inputs) {
        file_set *set = add_set(files, source, paths, count);
        if (!set) return VITALS_ENOMEM;
        status = vitals_live_scope_add(server->live, id, NULL, &source->scope);
        if (status == VITALS_OK) status = read_set(set);
    }
    if (status == VITALS_OK && inputs) status = open_input(files, source);
    return status;
}

void vt_files_free(vt_server *server) {
    vt_files *files = server->files;
    if (!files) return;
    vitals_stream_free(files->input.stream);
    if (files->notify >= 0) {
        vt_poller_watch(server->loop, files->notify, 0, NULL, NULL);
        close(files->notify);
    }
    vt_release(&server->allocator, files, sizeof *files);
    server->files = NULL;
}
