/* Functions of libc by the names that callers use. Those of wasi-libc are larger, and are not linked then. */
#include <stdio.h>

#include "format.h"

int vsnprintf(char *out, size_t size, const char *format, va_list arguments) {
    return vt_wasm_format(out, size, format, arguments);
}

int snprintf(char *out, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int written = vt_wasm_format(out, size, format, arguments);
    va_end(arguments);
    return written;
}

/* The module has no standard streams. The C++ runtime calls this only to print a message before it aborts. */
int vfprintf(FILE *stream, const char *format, va_list arguments) {
    (void)stream, (void)format, (void)arguments;
    return 0;
}
