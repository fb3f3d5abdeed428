/*
** What wasi-libc would import from its host, answered here, so that the module runs in hosts without WASI:
** there is no clock, no environment, no file and no randomness. The library asks for none of them; parts of
** libc, libc++ and Lua that are linked do.
*/
#include <stdint.h>
#include <string.h>

/* Error numbers of WASI. */
enum { SUCCESS = 0, BADF = 8 };

#define WASI(name) __imported_wasi_snapshot_preview1_##name

int32_t WASI(environ_sizes_get)(int32_t count, int32_t bytes);
int32_t WASI(environ_get)(int32_t list, int32_t bytes);
int32_t WASI(clock_time_get)(int32_t clock, int64_t precision, int32_t time);
int32_t WASI(random_get)(int32_t bytes, int32_t size);
int32_t WASI(fd_close)(int32_t file);
int32_t WASI(fd_seek)(int32_t file, int64_t offset, int32_t whence, int32_t result);
int32_t WASI(fd_write)(int32_t file, int32_t vectors, int32_t count, int32_t written);
_Noreturn void WASI(proc_exit)(int32_t code);

int32_t WASI(environ_sizes_get)(int32_t count, int32_t bytes) {
    *(uint32_t *)(uintptr_t)count = 0;
    *(uint32_t *)(uintptr_t)bytes = 0;
    return SUCCESS;
}

int32_t WASI(environ_get)(int32_t list, int32_t bytes) {
    (void)list, (void)bytes;
    return SUCCESS;
}

int32_t WASI(clock_time_get)(int32_t clock, int64_t precision, int32_t time) {
    (void)clock, (void)precision;
    *(uint64_t *)(uintptr_t)time = 0;
    return SUCCESS;
}

int32_t WASI(random_get)(int32_t bytes, int32_t size) {
    memset((void *)(uintptr_t)bytes, 0, (size_t)size);
    return SUCCESS;
}

int32_t WASI(fd_close)(int32_t file) {
    (void)file;
    return BADF;
}

int32_t WASI(fd_seek)(int32_t file, int64_t offset, int32_t whence, int32_t result) {
    (void)file, (void)offset, (void)whence, (void)result;
    return BADF;
}

int32_t WASI(fd_write)(int32_t file, int32_t vectors, int32_t count, int32_t written) {
    (void)file, (void)vectors, (void)count, (void)written;
    return BADF;
}

_Noreturn void WASI(proc_exit)(int32_t code) {
    (void)code;
    __builtin_trap();
}

/* What standard streams are closed with: nothing is open. */
int __stdio_close(void *file);

int __stdio_close(void *file) {
    (void)file;
    return 0;
}
