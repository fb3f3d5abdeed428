/* Runs a credential plugin: the only file of the library that starts processes. Compiled with _GNU_SOURCE,
** for pipe2 and posix_spawn_file_actions_addclosefrom_np. */
#include "cluster/config/exec.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory/arena.h"
#include "base/memory/memory.h"
#include "base/run/files.h"
#include "cluster/config/secret.h"

/* How often it is looked whether the process has ended: while its output is open, and after. */
enum { LOOK_MS = 100, LOOK_SOON_MS = 10, READ_BYTES = 16384 };

struct vt_process {
    vitals_allocator parent, secret;
    pid_t pid; /* 0: none, or it was waited for */
    int descriptor;
    bool group; /* it leads a process group of its own */
    bool ended; /* `result` is final */
    int64_t deadline_ms, look_ms;
    size_t most_output_bytes;
    vt_buffer output;
    vt_command_result result;
};

/* ------------------------------------------------------------------ program */

static bool is_executable(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && access(path, X_OK) == 0;
}

static const char *variable(const char *const *environment, const char *name) {
    size_t size = strlen(name);
    for (; environment && *environment; environment++) {
        if (strncmp(*environment, name, size) == 0 && (*environment)[size] == '=')
            return *environment + size + 1;
    }
    return NULL;
}

/* The path of the program; absent: not found, or no memory (`*failed`). As in Go, an entry of PATH that is not absolute
** does not count: it would take programs from the working directory. */
static vt_text find_program(vt_text program, const char *const *environment, vt_arena *arena,
                            bool *failed) {
    vt_text path = vt_text_from(variable(environment, "PATH")), directory;
    if (vt_text_find_byte(program, '/', 0) != SIZE_MAX)
        return is_executable(program.bytes) ? program : VT_TEXT_ABSENT;
    while (program.size && vt_text_split(&path, ':', &directory)) {
        if (directory.size == 0 || directory.bytes[0] != '/') continue;
        vt_text candidate = VT_JOIN(arena, directory, VT_TEXT("/"), program);
        if (!candidate.bytes) *failed = true;
        if (!candidate.bytes || is_executable(candidate.bytes)) return candidate;
    }
    return VT_TEXT_ABSENT;
}

/* ------------------------------------------------------- arguments, variables */

/* The words of a process, which take them as char * and do not change them. */
static char *word(vt_arena *arena, vt_text text, bool *failed) {
    char *copy = vt_arena_allocate(arena, text.size + 1);
    if (!copy) {
        *failed = true;
        return NULL;
    }
    if (text.size) memcpy(copy, text.bytes, text.size);
    copy[text.size] = '\0';
    return copy;
}

static char **make_arguments(const vt_command *command, vt_arena *arena) {
    bool failed = false;
    char **words = vt_arena_allocate_array(arena, command->argument_count + 2, sizeof *words);
    if (!words) return NULL;
    words[0] = word(arena, command->program, &failed);
    for (size_t i = 0; i < command->argument_count; i++)
        words[i + 1] = word(arena, command->arguments[i], &failed);
    words[command->argument_count + 1] = NULL;
    return failed ? NULL : words;
}

/* Whether the command sets the variable of this line itself. */
static bool is_replaced(const vt_command *command, const char *line) {
    vt_text name = vt_text_from(line);
    name = vt_text_between(name, 0, vt_text_find_byte(name, '=', 0));
    for (size_t i = 0; i < command->environment_count; i++) {
        vt_text own = command->environment[i];
        if (vt_text_starts(own, name) && own.size > name.size && own.bytes[name.size] == '=')
            return true;
    }
    return false;
}

static char **make_environment(const vt_command *command, const char *const *environment,
                               vt_arena *arena) {
    size_t most = command->environment_count + 1, count = 0;
    bool failed = false;
    for (const char *const *line = environment; line && *line; line++) most++;
    char **words = vt_arena_allocate_array(arena, most, sizeof *words);
    if (!words) return NULL;
    for (const char *const *line = environment; line && *line; line++) {
        if (!is_replaced(command, *line))
            words[count++] = word(arena, vt_text_from(*line), &failed);
    }
    for (size_t i = 0; i < command->environment_count; i++)
        words[count++] = word(arena, command->environment[i], &failed);
    words[count] = NULL;
    return failed ? NULL : words;
}

/* ------------------------------------------------------------------ starting */

/* Both ends are closed in other children. The first does not block; the second is above the three usual
** descriptors, so that copying it to one of them works. */
static bool make_pipe(int ends[2]) {
#ifdef __APPLE__
    if (pipe(ends) < 0) return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#else
    if (pipe2(ends, O_CLOEXEC) < 0) return false;
#endif
    int moved = fcntl(ends[1], F_DUPFD_CLOEXEC, 3);
    close(ends[1]);
    ends[1] = moved;
    if (moved >= 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0) return true;
    close(ends[0]);
    if (moved >= 0) close(moved);
    return false;
}

/* Standard output is the pipe, standard input nothing unless the user is asked, and all else is closed:
** sockets of the host, and files it forgot to mark. */
static int set_files(posix_spawn_file_actions_t *actions, const vt_command *command, int output) {
    int error = posix_spawn_file_actions_adddup2(actions, output, STDOUT_FILENO);
    if (!error && !command->interactive) {
        error = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    }
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    if (!error) error = posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
#endif
    return error;
}

/* Signals as in a fresh process, whatever the host ignores or blocks. A group of its own, so that it can be
** ended with its children; one that asks the user stays in the terminal's. */
static int set_attributes(posix_spawnattr_t *attributes, const vt_command *command) {
    static const int usual[] = { SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD, SIGALRM };
    short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    sigset_t signals, none;
    sigemptyset(&none);
    sigemptyset(&signals);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) sigaddset(&signals, usual[i]);
    if (!command->interactive) flags |= POSIX_SPAWN_SETPGROUP;
#ifdef __APPLE__
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    int error = posix_spawnattr_setsigdefault(attributes, &signals);
    if (!error) error = posix_spawnattr_setsigmask(attributes, &none);
    if (!error) error = posix_spawnattr_setpgroup(attributes, 0);
    return error ? error : posix_spawnattr_setflags(attributes, flags);
}

static int spawn(vt_process *process, const vt_command *command, const char *path, char **arguments,
                 char **environment, int output) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return error;
    error = posix_spawnattr_init(&attributes);
    if (!error) {
        error = set_files(&actions, command, output);
        if (!error) error = set_attributes(&attributes, command);
        if (!error) {
            error = posix_spawn(&process->pid, path, &actions, &attributes, arguments, environment);
        }
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static void finish(vt_process *process, vt_command_end end, int code, const char *why) {
    process->ended = true;
    process->result = (vt_command_result){ end, code, why, VT_TEXT("") };
}

static void run(vt_process *process, const vt_command *command, const char *path, char **arguments,
                char **environment) {
    int ends[2];
    if (!make_pipe(ends)) {
        finish(process, VT_COMMAND_NOT_STARTED, 0, vt_file_reason(errno));
        return;
    }
    int error = spawn(process, command, path, arguments, environment, ends[1]);
    close(ends[1]);
    if (error) {
        close(ends[0]);
        process->pid = 0;
        finish(process, VT_COMMAND_NOT_STARTED, 0, vt_file_reason(error));
        return;
    }
    process->descriptor = ends[0];
    process->group = !command->interactive;
}

/* false: no memory. */
static bool start(vt_process *process, const vt_command *command, const char *const *environment,
                  vt_arena *arena) {
    bool failed = false;
    vt_text path = find_program(command->program, environment, arena, &failed);
    char **arguments = make_arguments(command, arena);
    char **variables = make_environment(command, environment, arena);
    if (failed || !arguments || !variables) return false;
    if (path.bytes) {
        run(process, command, path.bytes, arguments, variables);
    } else {
        finish(process, VT_COMMAND_NOT_FOUND, 0, NULL);
    }
    return true;
}

vitals_status vt_process_start(const vt_command *command, const char *const *environment,
                               const vitals_allocator *allocator, int64_t steady_ms,
                               vt_process **out) {
    vitals_allocator own = vt_allocator_or_default(allocator);
    vt_process *process = vt_allocate_zeroed(&own, sizeof *process);
    vt_arena arena;
    if (!process) return VITALS_ENOMEM;
    process->parent = own;
    process->secret = vt_secret_allocator(&process->parent);
    process->descriptor = -1;
    process->most_output_bytes = command->most_output_bytes;
    process->deadline_ms = command->most_ms == VT_NEVER ? VT_NEVER : steady_ms + command->most_ms;
    process->look_ms = steady_ms + LOOK_MS;
    vt_buffer_init(&process->output, &process->secret, SIZE_MAX / 2);
    vt_arena_init(&arena, &process->secret, 0);
    bool started = start(process, command, environment, &arena);
    vt_arena_done(&arena);
    if (!started) {
        vt_process_free(process);
        return VITALS_ENOMEM;
    }
    *out = process;
    return VITALS_OK;
}

/* ------------------------------------------------------------------- ending */

static void close_output(vt_process *process) {
    if (process->descriptor >= 0) close(process->descriptor);
    process->descriptor = -1;
}

/* A killed process ends at once, so that waiting for it does not block. */
static void stop(vt_process *process) {
    int status;
    close_output(process);
    if (!process->pid) return;
    kill(process->group ? -process->pid : process->pid, SIGKILL);
    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR) {
    }
    process->pid = 0;
}

void vt_process_free(vt_process *process) {
    if (!process) return;
    vitals_allocator allocator = process->parent;
    stop(process);
    vt_buffer_done(&process->output);
    vt_release(&allocator, process, sizeof *process);
}

int vt_process_descriptor(const vt_process *process) {
    return process->descriptor;
}

int64_t vt_process_due(const vt_process *process) {
    if (process->ended) return INT64_MIN;
    return process->look_ms < process->deadline_ms ? process->look_ms : process->deadline_ms;
}

/* Whether the process has ended; fills the result. A host that waits for all of its children may have
** taken the status: then the output decides. */
static bool is_over(vt_process *process) {
    int status = 0;
    if (!process->pid) return true;
    pid_t got = waitpid(process->pid, &status, WNOHANG);
    if (got == 0 || (got < 0 && errno == EINTR)) return false;
    process->pid = 0;
    process->result.end = VT_COMMAND_EXITED;
    if (got < 0) return true;
    process->result.code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    if (!WIFEXITED(status)) process->result.end = VT_COMMAND_SIGNALED;
    return true;
}

/* Read what there is. false: too much, or no memory. */
static bool drain(vt_process *process) {
    char bytes[READ_BYTES];
    while (process->descriptor >= 0) {
        ssize_t size = read(process->descriptor, bytes, sizeof bytes);
        if (size < 0 && errno == EINTR) continue;
        if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
        if (size <= 0) {
            close_output(process);
            break;
        }
        vt_buffer_add_bytes(&process->output, bytes, (size_t)size);
        vt_secret_wipe(bytes, (size_t)size);
        if (process->output.failed || process->output.size > process->most_output_bytes)
            return false;
    }
    return true;
}

static void end(vt_process *process) {
    close_output(process);
    process->ended = true;
    process->result.output = vt_buffer_text(&process->output);
}

/* The state is asked for before the output is read: what was written before the end is then there. Children
** that it leaves behind may hold the pipe open; nothing more is waited for. */
bool vt_process_step(vt_process *process, int64_t steady_ms, vt_command_result *result) {
    if (!process->ended) {
        bool over = is_over(process);
        if (!drain(process)) {
            bool full = !process->output.failed;
            stop(process);
            finish(process, full ? VT_COMMAND_TOO_LONG : VT_COMMAND_NOT_STARTED, 0,
                   "out of memory");
        } else if (over) {
            end(process);
        } else if (steady_ms >= process->deadline_ms) {
            stop(process);
            finish(process, VT_COMMAND_TIMED_OUT, 0, NULL);
        }
        process->look_ms = steady_ms + (process->descriptor < 0 ? LOOK_SOON_MS : LOOK_MS);
    }
    if (process->ended) *result = process->result;
    return process->ended;
}
