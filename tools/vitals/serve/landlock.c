/* Landlock by its system calls: the C library has no functions for them. */
#include "serve/landlock.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* <unistd.h> declares it together with alloca, which is refused here. */
long syscall(long number, ...);

struct landlock_ruleset {
    uint64_t handled_access_fs;
};

struct landlock_path {
    uint64_t allowed_access;
    int32_t parent_fd;
} __attribute__((packed));

#if defined(SYS_landlock_create_ruleset)
static bool allow(int ruleset, const landlock_row *row) {
    enum { RULE_PATH_BENEATH = 1 };
    struct landlock_path path = { row->rights, open(row->path, O_RDONLY | O_CLOEXEC) };
    if (path.parent_fd < 0) return row->optional;
    const bool added = syscall(SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &path, 0) == 0;
    close(path.parent_fd);
    return added;
}

bool landlock_use(uint64_t handled, const landlock_row *rows, size_t count) {
    const struct landlock_ruleset attributes = { handled };
    const int ruleset =
        (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
    if (ruleset < 0) return false;
    bool used = true;
    for (size_t i = 0; i < count && used; i++) used = allow(ruleset, &rows[i]);
    used = used && syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    close(ruleset);
    return used;
}
#else
bool landlock_use(uint64_t handled, const landlock_row *rows, size_t count) {
    (void)handled, (void)rows, (void)count;
    return false;
}
#endif
