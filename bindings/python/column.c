/*
** Columns of objects through the Arrow C data interface: no library of Arrow is needed, and nothing is
** copied. The structs and their rules are those of the interface's specification.
*/
#include <stdlib.h>
#include <string.h>

#include "core.h"

typedef struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct ArrowSchema **children, *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
} ArrowSchema;

typedef struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children, *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
} ArrowArray;

typedef struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
} ArrowArrayStream;

/* The code of a row that is null; VITALS_BINDING_UNREADABLE is that of one that is not an object. */
enum { NULL_ROW = 254 };

/* ------------------------------------------------------------------- reading */

/* Whether offsets have 64 bits; -1 with an exception when the column is not one of text or bytes. */
static int is_wide(const ArrowSchema *schema) {
    const char *format = schema->format;
    if (!strcmp(format, "u") || !strcmp(format, "z")) return 0;
    if (!strcmp(format, "U") || !strcmp(format, "Z")) return 1;
    PyErr_Format(PyExc_TypeError,
                 "a column of strings or bytes is needed (Arrow format u, U, z or Z), not %s",
                 format);
    return -1;
}

static void mark_nulls(const ArrowArray *array, uint8_t *codes) {
    const uint8_t *valid = array->buffers[0];
    if (!valid || array->null_count == 0) return;
    for (int64_t i = 0; i < array->length; i++) {
        int64_t bit = array->offset + i;
        if (!(valid[bit / 8] >> (bit % 8) & 1)) codes[i] = NULL_ROW;
    }
}

/* What is asked of a column. */
typedef struct column_call {
    int64_t now;
    bool partials; /* partial aggregates instead of the status of each row */
} column_call;

/* The rows of one chunk. */
typedef struct chunk_rows {
    const char *bytes, *offsets;
    size_t count;
    int wide; /* the offsets have 64 bits */
} chunk_rows;

static size_t size_of(const chunk_rows *rows) {
    const void *last =
        rows->offsets + rows->count * (rows->wide ? sizeof(int64_t) : sizeof(int32_t));
    return (size_t)(rows->wide ? *(const int64_t *)last : *(const int32_t *)last);
}

/* Without the interpreter's lock. `out` NULL: partial aggregates. */
static int64_t run_rows(binding_object *self, const chunk_rows *rows, int64_t now, uint8_t *out) {
    int64_t status;
    vitals_binding *binding = self->binding;
    const char *bytes = rows->bytes ? rows->bytes : "";
    const size_t size = size_of(rows);
    self->busy = true;
    Py_BEGIN_ALLOW_THREADS;
    status = out ? vitals_binding_many(binding, bytes, size, rows->offsets, rows->count, rows->wide,
                                       now, out)
                 : vitals_binding_partials(binding, bytes, size, rows->offsets, rows->count,
                                           rows->wide, now);
    Py_END_ALLOW_THREADS;
    leave(self);
    return status;
}

/* (codes, text of vitals_binding_many), or the text of vitals_binding_partials. */
static PyObject *assess_rows(binding_object *self, const chunk_rows *rows,
                             const column_call *call) {
    PyObject *codes = NULL;
    if (!call->partials) {
        codes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)rows->count);
        if (!codes || rows->count == 0) return codes ? Py_BuildValue("(Ns)", codes, "") : NULL;
    } else if (rows->count == 0) {
        return PyUnicode_FromString("");
    }
    if (enter(self)) { /* again: reading a stream may have run another thread */
        uint8_t *out = codes ? (uint8_t *)PyBytes_AsString(codes) : NULL;
        const int64_t status = run_rows(self, rows, call->now, out);
        if (status < 0) {
            raise_status(self, status);
        } else {
            return codes ? Py_BuildValue("(NN)", codes, last_text(self)) : last_text(self);
        }
    }
    Py_XDECREF(codes);
    return NULL;
}

static PyObject *assess_chunk(binding_object *self, const ArrowArray *array, int wide,
                              const column_call *call) {
    const char *offsets = (const char *)array->buffers[1];
    chunk_rows rows = { array->buffers[2], offsets, offsets ? (size_t)array->length : 0, wide };
    if (offsets) rows.offsets += (size_t)array->offset * (wide ? sizeof(int64_t) : sizeof(int32_t));
    PyObject *chunk = assess_rows(self, &rows, call);
    if (chunk && array->length > 0 && !call->partials)
        mark_nulls(array, (uint8_t *)PyBytes_AsString(PyTuple_GetItem(chunk, 0)));
    return chunk;
}

static PyObject *assess_bytes(PyObject *object, PyObject *arguments, bool partials) {
    binding_object *self = (binding_object *)object;
    Py_buffer bytes, offsets;
    long long now;
    if (!PyArg_ParseTuple(arguments, "y*y*L", &bytes, &offsets, &now)) return NULL;
    PyObject *result = NULL;
    if (enter(self)) {
        const chunk_rows rows = { bytes.buf, offsets.buf, (size_t)offsets.len / sizeof(int64_t) - 1,
                                  1 };
        result = assess_rows(self, &rows, &(column_call){ now, partials });
    }
    PyBuffer_Release(&bytes);
    PyBuffer_Release(&offsets);
    return result;
}

PyObject *binding_many_bytes(PyObject *object, PyObject *arguments) {
    return assess_bytes(object, arguments, false);
}
PyObject *binding_partials_bytes(PyObject *object, PyObject *arguments) {
    return assess_bytes(object, arguments, true);
}

static bool add_chunk(PyObject *chunks, PyObject *chunk) {
    bool added = chunk && PyList_Append(chunks, chunk) == 0;
    Py_XDECREF(chunk);
    return added;
}

static bool read_stream(binding_object *self, ArrowArrayStream *stream, const column_call *call,
                        PyObject *chunks) {
    ArrowSchema schema = { 0 };
    if (stream->get_schema(stream, &schema) != 0) {
        PyErr_SetString(PyExc_ValueError, "the Arrow stream has no schema");
        return false;
    }
    int wide = is_wide(&schema);
    schema.release(&schema);
    bool good = wide >= 0;
    while (good) {
        ArrowArray array = { 0 };
        if (stream->get_next(stream, &array) != 0) {
            const char *why = stream->get_last_error(stream);
            PyErr_SetString(PyExc_ValueError, why ? why : "the Arrow stream failed");
            return false;
        }
        if (!array.release) break; /* the end */
        good = add_chunk(chunks, assess_chunk(self, &array, wide, call));
        array.release(&array);
    }
    return good;
}

static bool read_array(binding_object *self, PyObject *pair, const column_call *call,
                       PyObject *chunks) {
    PyObject *first = PyTuple_GetItem(pair, 0), *second = PyTuple_GetItem(pair, 1);
    const ArrowSchema *schema = first ? PyCapsule_GetPointer(first, "arrow_schema") : NULL;
    const ArrowArray *array = second ? PyCapsule_GetPointer(second, "arrow_array") : NULL;
    if (!schema || !array) return false;
    int wide = is_wide(schema);
    return wide >= 0 && add_chunk(chunks, assess_chunk(self, array, wide, call));
}

static PyObject *assess_column(PyObject *object, PyObject *arguments, bool partials) {
    binding_object *self = (binding_object *)object;
    PyObject *column;
    long long now;
    if (!PyArg_ParseTuple(arguments, "OL", &column, &now) || !enter(self)) return NULL;
    PyObject *chunks = PyList_New(0);
    if (!chunks) return NULL;
    const column_call call = { now, partials };
    bool good;
    if (PyTuple_Check(column)) {
        good = read_array(self, column, &call, chunks);
    } else {
        ArrowArrayStream *stream = PyCapsule_GetPointer(column, "arrow_array_stream");
        good = stream && read_stream(self, stream, &call, chunks);
    }
    if (good) return chunks;
    Py_DECREF(chunks);
    return NULL;
}

PyObject *binding_many(PyObject *object, PyObject *arguments) {
    return assess_column(object, arguments, false);
}
PyObject *binding_partials(PyObject *object, PyObject *arguments) {
    return assess_column(object, arguments, true);
}

/* ------------------------------------------------------------------- writing */

/* A column of statuses: 8-bit indices into a dictionary of their names. Schema and array are freed
** independently of each other, as consumers may keep one of them. */
typedef struct schema_memory {
    ArrowSchema dictionary;
} schema_memory;

typedef struct array_memory {
    ArrowArray dictionary;
    const void *buffers[2], *dictionary_buffers[3];
    int8_t *indices;
    uint8_t *valid;
    int32_t *offsets;
    char *names;
} array_memory;

static void release_nothing_schema(ArrowSchema *schema) {
    schema->release = NULL;
}
static void release_nothing_array(ArrowArray *array) {
    array->release = NULL;
}

static void release_schema(ArrowSchema *schema) {
    if (schema->dictionary && schema->dictionary->release)
        schema->dictionary->release(schema->dictionary);
    free(schema->private_data);
    schema->release = NULL;
}

static void release_array(ArrowArray *array) {
    array_memory *memory = array->private_data;
    if (array->dictionary && array->dictionary->release)
        array->dictionary->release(array->dictionary);
    free(memory->indices);
    free(memory->valid);
    free(memory->offsets);
    free(memory->names);
    free(memory);
    array->release = NULL;
}

enum { NULLABLE = 2 };

static ArrowSchema *new_schema(void) {
    ArrowSchema *schema = calloc(1, sizeof *schema);
    schema_memory *memory = calloc(1, sizeof *memory);
    if (!schema || !memory) {
        free(schema);
        free(memory);
        return NULL;
    }
    memory->dictionary =
        (ArrowSchema){ .format = "u", .name = "", .release = release_nothing_schema };
    *schema = (ArrowSchema){ .format = "c",
                             .name = "health",
                             .flags = NULLABLE,
                             .dictionary = &memory->dictionary,
                             .release = release_schema,
                             .private_data = memory };
    return schema;
}

/* The names of the dictionary, one after the other. */
static bool set_names(array_memory *memory, PyObject *names) {
    Py_ssize_t count = PyTuple_Size(names), size = 0;
    if (count < 0) return false;
    memory->offsets = calloc((size_t)count + 1, sizeof *memory->offsets);
    memory->names = calloc(1, 1024);
    if (!memory->offsets || !memory->names) return false;
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_ssize_t length;
        const char *name = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(names, i), &length);
        if (!name || size + length > 1024) return false;
        memcpy(memory->names + size, name, (size_t)length);
        size += length;
        memory->offsets[i + 1] = (int32_t)size;
    }
    memory->dictionary_buffers[0] = NULL;
    memory->dictionary_buffers[1] = memory->offsets;
    memory->dictionary_buffers[2] = memory->names;
    memory->dictionary = (ArrowArray){ .length = count,
                                       .n_buffers = 3,
                                       .buffers = memory->dictionary_buffers,
                                       .release = release_nothing_array };
    return true;
}

static bool set_indices(array_memory *memory, const uint8_t *codes, size_t count, size_t names,
                        int64_t *nulls) {
    memory->indices = calloc(count + 1, 1);
    memory->valid = calloc(count / 8 + 1, 1);
    if (!memory->indices || !memory->valid) return false;
    for (size_t i = 0; i < count; i++) {
        if (codes[i] >= names) {
            ++*nulls;
            continue;
        }
        memory->indices[i] = (int8_t)codes[i];
        memory->valid[i / 8] |= (uint8_t)(1 << (i % 8));
    }
    memory->buffers[0] = memory->valid;
    memory->buffers[1] = memory->indices;
    return true;
}

static ArrowArray *new_array(const uint8_t *codes, size_t count, PyObject *names) {
    ArrowArray *array = calloc(1, sizeof *array);
    array_memory *memory = calloc(1, sizeof *memory);
    if (!array || !memory) {
        free(array);
        free(memory);
        return NULL;
    }
    *array = (ArrowArray){ .length = (int64_t)count,
                           .n_buffers = 2,
                           .buffers = memory->buffers,
                           .dictionary = &memory->dictionary,
                           .release = release_array,
                           .private_data = memory };
    if (set_names(memory, names) &&
        set_indices(memory, codes, count, (size_t)PyTuple_Size(names), &array->null_count))
        return array;
    release_array(array);
    free(array);
    return NULL;
}

/* A consumer that took the content has set `release` to NULL. */
static void free_schema_capsule(PyObject *capsule) {
    ArrowSchema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");
    if (schema && schema->release) schema->release(schema);
    free(schema);
}
static void free_array_capsule(PyObject *capsule) {
    ArrowArray *array = PyCapsule_GetPointer(capsule, "arrow_array");
    if (array && array->release) array->release(array);
    free(array);
}

PyObject *column_capsules(PyObject *module, PyObject *arguments) {
    (void)module;
    const char *codes;
    Py_ssize_t count;
    PyObject *names;
    if (!PyArg_ParseTuple(arguments, "y#O", &codes, &count, &names)) return NULL;
    ArrowSchema *schema = new_schema();
    ArrowArray *array = new_array((const uint8_t *)codes, (size_t)count, names);
    if (!schema || !array) {
        if (schema) release_schema(schema);
        if (array) release_array(array);
        free(schema);
        free(array);
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    PyObject *first = PyCapsule_New(schema, "arrow_schema", free_schema_capsule);
    PyObject *second = PyCapsule_New(array, "arrow_array", free_array_capsule);
    return Py_BuildValue("(NN)", first, second);
}
