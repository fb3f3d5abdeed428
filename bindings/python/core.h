/* What the files of the extension module share. */
#ifndef VITALS_PYTHON_CORE_H
#define VITALS_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <vitals/binding.h>

/* vitals._core.Binding: one vitals_binding. */
typedef struct binding_object {
    PyObject_HEAD vitals_binding *binding;
    bool busy; /* a call runs without the interpreter's lock */
} binding_object;

/* Begin a call; false with a RuntimeError when another thread is inside. */
bool enter(binding_object *self);
void leave(binding_object *self);

/* The text of the last call as str; NULL with an exception. */
PyObject *last_text(const binding_object *self);
/* Raise vitals.VitalsError(status, text). Returns NULL. */
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
