/* One C function for all functions of <vitals/binding.h>: see core_cgo.c. */
#ifndef VITALS_GO_CORE_H
#define VITALS_GO_CORE_H

#include <vitals/binding.h>

/* What a function returned, and the text of the call. */
typedef struct vitals_go_answer {
    int64_t result;
    const char *text;
    size_t size;
} vitals_go_answer;

vitals_go_answer vitals_go_call(int function, vitals_binding *b, const char *t0, const char *t1,
                                const char *t2, size_t s0, size_t s1, size_t s2, int64_t n0,
                                int64_t n1, int64_t n2, int64_t n3);
void vitals_go_store(int32_t *word, int32_t value);

#endif
