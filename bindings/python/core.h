/* What the files of the extension module share. */
#ifndef VITALS_PYTHON_CORE_H
#define VITALS_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <signal.h>
#include <vitals/binding.h>

/* vitals._core.Binding: one vitals_binding. */
typedef struct binding_object {
    PyObject_HEAD vitals_binding *binding;
    bool busy;        /* a call runs without the interpreter's lock */
    bool stopped;     /* that call was stopped by Binding.stop */
    PyObject *closed; /* why nothing can be called any more; NULL: it can */
    long long *freed; /* applications that were freed meanwhile */
    size_t freed_count;
} binding_object;

/* Begin a call; false with a RuntimeError when another thread is inside, and with a StatusError after Binding.close. */
bool enter(binding_object *self);
void leave(binding_object *self);

/* A call without the interpreter's lock. Ctrl-C stops it in the main thread; it is made again when the program's handler
** of the signal raises nothing. `status` is VITALS_ESTOPPED after Binding.stop, or with an exception of the handler. */
typedef struct unlocked_call {
    PyThreadState *thread;
    bool listens;
    struct sigaction before;
} unlocked_call;

unlocked_call begin_unlocked(binding_object *self);
/* Whether to make the call again. */
bool end_unlocked(binding_object *self, unlocked_call *call, int64_t *status);

#define RUN(self, status, expression)                                                              \
    do {                                                                                           \
        unlocked_call unlocked;                                                                    \
        int64_t ended;                                                                             \
        do {                                                                                       \
            unlocked = begin_unlocked(self);                                                       \
            ended = (expression);                                                                  \
        } while (end_unlocked(self, &unlocked, &ended));                                           \
        (status) = ended;                                                                          \
    } while (0)

/* The text of the last call as str; NULL with an exception. */
PyObject *last_text(const binding_object *self);
/* Raise vitals.VitalsError(status, text), unless there is an exception already. Returns NULL. */
PyObject *raise_status(const binding_object *self, int64_t status);

/* Binding.many(array, now): what __arrow_c_array__ or __arrow_c_stream__ returned. */
PyObject *binding_many(PyObject *self, PyObject *arguments);
/* Binding.many_bytes(bytes, offsets, now): a column of which the offsets have 64 bits. */
PyObject *binding_many_bytes(PyObject *self, PyObject *arguments);
/* The same as partial aggregates: the texts of vitals_binding_partials, one a chunk. */
PyObject *binding_partials(PyObject *self, PyObject *arguments);
PyObject *binding_partials_bytes(PyObject *self, PyObject *arguments);
/* column_capsules(codes, count): the two capsules of a dictionary-encoded Arrow array. */
PyObject *column_capsules(PyObject *module, PyObject *arguments);

#endif
