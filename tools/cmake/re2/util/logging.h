/*
** What RE2's sources log with, instead of RE2's own header: nothing is printed, and a failed check traps.
** Streams would bring the locales of libc++ along: 0.2 MB of a program, a tenth of vitals.wasm.
*/
#ifndef VITALS_RE2_LOGGING_H
#define VITALS_RE2_LOGGING_H

#include <assert.h>
#include <stdio.h>

#include "util/util.h"

namespace vitals_re2 {
struct Silent {
    template <typename Value> const Silent &operator<<(const Value &) const { return *this; }
};
struct Fatal : Silent {
    ATTRIBUTE_NORETURN ~Fatal() { __builtin_trap(); }
};
} // namespace vitals_re2

#define DCHECK(condition) assert(condition)
#define DCHECK_EQ(a, b) assert((a) == (b))
#define DCHECK_NE(a, b) assert((a) != (b))
#define DCHECK_LE(a, b) assert((a) <= (b))
#define DCHECK_LT(a, b) assert((a) < (b))
#define DCHECK_GE(a, b) assert((a) >= (b))
#define DCHECK_GT(a, b) assert((a) > (b))

#define CHECK(condition)                                                                           \
    if (condition) {                                                                               \
    } else                                                                                         \
        vitals_re2::Fatal()
#define CHECK_EQ(a, b) CHECK((a) == (b))
#define CHECK_NE(a, b) CHECK((a) != (b))
#define CHECK_LE(a, b) CHECK((a) <= (b))
#define CHECK_LT(a, b) CHECK((a) < (b))
#define CHECK_GE(a, b) CHECK((a) >= (b))
#define CHECK_GT(a, b) CHECK((a) > (b))

#define VITALS_LOG_INFO vitals_re2::Silent()
#define VITALS_LOG_WARNING vitals_re2::Silent()
#define VITALS_LOG_ERROR vitals_re2::Silent()
#define VITALS_LOG_DFATAL vitals_re2::Silent()
#define VITALS_LOG_FATAL vitals_re2::Fatal()
#define VITALS_LOG_QFATAL vitals_re2::Fatal()
#define LOG(severity) VITALS_LOG_##severity
#define VLOG(level) vitals_re2::Silent()

#endif
