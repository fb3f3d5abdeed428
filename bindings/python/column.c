/*
** Columns of objects through the Arrow C data interface: no library of Arrow is needed, and nothing is
** copied. The structs and their rules are those of the interface's specification.
*/
#include "core.h"

#include <stdlib.h>
#include <string.h>

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

/* How the values of a column are laid out. */
typedef enum layout { LAYOUT_NARROW, LAYOUT_WIDE, LAYOUT_VIEWS, LAYOUT_NONE } layout;

static layout layout_of(const ArrowSchema *schema) {
    static const struct {
        const char *format;
        layout layout;
    } known[] = { { "u", LAYOUT_NARROW }, { "z", LAYOUT_NARROW }, { "U", LAYOUT_WIDE },
                  { "Z", LAYOUT_WIDE },   { "vu", LAYOUT_VIEWS }, { "vz", LAYOUT_VIEWS } };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (!strcmp(schema->format, known[i].format)) return known[i].layout;
    }
    return LAYOUT_NONE;
}

/* The bytes of an index of a dictionary; 0: it is not one. */
static size_t index_bytes(const ArrowSchema *schema) {
    static const char formats[] = "cCsSiIlL";
    const char *at = schema->format[1] ? NULL : strchr(formats, schema->format[0]);
    return at && *at ? (size_t)1 << (at - formats) / 2 : 0;
}

/* false with an exception when the column is not one of text or bytes. */
static bool is_readable(const ArrowSchema *schema) {
    const ArrowSchema *values = schema->dictionary ? schema->dictionary : schema;
    const bool indexed = !schema->dictionary || index_bytes(schema);
    if (indexed && !values->dictionary && layout_of(values) != LAYOUT_NONE) return true;
    PyErr_Format(PyExc_TypeError,
                 "a column of strings or bytes is needed (Arrow format u, U, z, Z, vu or vz, or a "
                 "dictionary of them), not %s",
                 values->format);
    return false;
}

static bool is_null(const ArrowArray *array, int64_t row) {
    const uint8_t *valid = array->buffers[0];
    const int64_t bit = array->offset + row;
    return valid && array->null_count != 0 && !(valid[bit / 8] >> (bit % 8) & 1);
}

/* The text of one row. */
typedef struct cell {
    const char *bytes; /* NULL: the row is null */
    size_t size;
} cell;

static cell cell_of_view(const ArrowArray *array, int64_t row) {
    enum { INLINE_BYTES = 12, VIEW_BYTES = 16 };
    const char *view = (const char *)array->buffers[1] + (array->offset + row) * VIEW_BYTES;
    int32_t parts[4]; /* size, then the bytes, or a prefix, a buffer and an offset in it */
    memcpy(parts, view, sizeof parts);
    const char *bytes = parts[0] <= INLINE_BYTES
                            ? view + sizeof parts[0]
                            : (const char *)array->buffers[2 + parts[2]] + parts[3];
    return (cell){ bytes, (size_t)parts[0] };
}

static cell cell_of(const ArrowArray *array, layout layout, int64_t row) {
    if (is_null(array, row)) return (cell){ NULL, 0 };
    if (layout == LAYOUT_VIEWS) return cell_of_view(array, row);
    const int64_t at = array->offset + row;
    const char *bytes = array->buffers[2] ? array->buffers[2] : "";
    if (layout == LAYOUT_NARROW) {
        const int32_t *narrow = array->buffers[1];
        return (cell){ bytes + narrow[at], (size_t)(narrow[at + 1] - narrow[at]) };
    }
    const int64_t *wide = array->buffers[1];
    return (cell){ bytes + wide[at], (size_t)(wide[at + 1] - wide[at]) };
}

static int64_t index_at(const ArrowArray *array, size_t bytes, int64_t row) {
    const char *at = (const char *)array->buffers[1] + (array->offset + row) * (int64_t)bytes;
    int64_t index = 0; /* never negative */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    memcpy((char *)&index + sizeof index - bytes, at, bytes);
#else
    memcpy(&index, at, bytes);
#endif
    return index;
}

static cell cell_of_column(const ArrowSchema *schema, const ArrowArray *array, int64_t row) {
    if (!schema->dictionary) return cell_of(array, layout_of(schema), row);
    if (is_null(array, row)) return (cell){ NULL, 0 };
    return cell_of(array->dictionary, layout_of(schema->dictionary),
                   index_at(array, index_bytes(schema), row));
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
    RUN(self, status,
        out ? vitals_binding_many(binding, bytes, size, rows->offsets, rows->count, rows->wide, now,
                                  out)
            : vitals_binding_partials(binding, bytes, size, rows->offsets, rows->count, rows->wide,
                                      now));
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

static bool add_chunk(PyObject *chunks, PyObject *chunk) {
    bool added = chunk && PyList_Append(chunks, chunk) == 0;
    Py_XDECREF(chunk);
    return added;
}

static bool add_nulls(PyObject *chunks, size_t count) {
    PyObject *codes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)count);
    if (!codes) return false;
    memset(PyBytes_AsString(codes), NULL_ROW, count);
    return add_chunk(chunks, Py_BuildValue("(Ns)", codes, ""));
}

/* The rows from `from` on that are null, or are not, as the first of them. */
static int64_t end_of_run(const ArrowSchema *schema, const ArrowArray *array, int64_t from) {
    const bool null = !cell_of_column(schema, array, from).bytes;
    int64_t end = from + 1;
    while (end < array->length && null == !cell_of_column(schema, array, end).bytes) end++;
    return end;
}

static chunk_rows slice_of(const chunk_rows *rows, int64_t from, int64_t end) {
    chunk_rows slice = *rows;
    slice.offsets += (size_t)from * (rows->wide ? sizeof(int64_t) : sizeof(int32_t));
    slice.count = (size_t)(end - from);
    return slice;
}

/* Rows that are null are not read: each run of others is a chunk of its own. In partial aggregates they are rows that
** cannot be read. */
static bool assess_runs(binding_object *self, const ArrowSchema *schema, const ArrowArray *array,
                        const chunk_rows *rows, const column_call *call, PyObject *chunks) {
    if (call->partials || array->length == 0)
        return add_chunk(chunks, assess_rows(self, rows, call));
    bool good = true;
    for (int64_t from = 0, end; good && from < array->length; from = end) {
        end = end_of_run(schema, array, from);
        const chunk_rows run = slice_of(rows, from, end);
        good = cell_of_column(schema, array, from).bytes
                   ? add_chunk(chunks, assess_rows(self, &run, call))
                   : add_nulls(chunks, run.count);
    }
    return good;
}

/* Views and dictionaries are laid out as a column with offsets. `rows->offsets` NULL: no memory. */
static chunk_rows lay_out(const ArrowSchema *schema, const ArrowArray *array) {
    const size_t count = (size_t)array->length;
    int64_t *offsets = calloc(count + 1, sizeof *offsets);
    for (size_t i = 0; offsets && i < count; i++) {
        offsets[i + 1] = offsets[i] + (int64_t)cell_of_column(schema, array, (int64_t)i).size;
    }
    char *bytes = offsets ? malloc((size_t)offsets[count] + 1) : NULL;
    for (size_t i = 0; bytes && i < count; i++) {
        const cell cell = cell_of_column(schema, array, (int64_t)i);
        if (cell.size) memcpy(bytes + offsets[i], cell.bytes, cell.size);
    }
    if (!bytes) {
        free(offsets);
        offsets = NULL;
    }
    return (chunk_rows){ bytes, (const char *)offsets, count, 1 };
}

static bool assess_chunk(binding_object *self, const ArrowSchema *schema, const ArrowArray *array,
                         const column_call *call, PyObject *chunks) {
    const layout layout = layout_of(schema);
    const char *offsets = (const char *)array->buffers[1];
    if (!schema->dictionary && layout != LAYOUT_VIEWS) {
        const int wide = layout == LAYOUT_WIDE;
        chunk_rows rows = { array->buffers[2], offsets, offsets ? (size_t)array->length : 0, wide };
        if (offsets)
            rows.offsets += (size_t)array->offset * (wide ? sizeof(int64_t) : sizeof(int32_t));
        return assess_runs(self, schema, array, &rows, call, chunks);
    }
    const chunk_rows rows = lay_out(schema, array);
    if (!rows.offsets) return PyErr_NoMemory() != NULL;
    const bool good = assess_runs(self, schema, array, &rows, call, chunks);
    free((void *)(uintptr_t)rows.bytes);
    free((void *)(uintptr_t)rows.offsets);
    return good;
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

static bool read_stream(binding_object *self, ArrowArrayStream *stream, const column_call *call,
                        PyObject *chunks) {
    ArrowSchema schema = { 0 };
    if (stream->get_schema(stream, &schema) != 0) {
        PyErr_SetString(PyExc_ValueError, "the Arrow stream has no schema");
        return false;
    }
    bool good = is_readable(&schema);
    while (good) {
        ArrowArray array = { 0 };
        if (stream->get_next(stream, &array) != 0) {
            const char *why = stream->get_last_error(stream);
            PyErr_SetString(PyExc_ValueError, why ? why : "the Arrow stream failed");
            good = false;
            break;
        }
        if (!array.release) break; /* the end */
        good = assess_chunk(self, &schema, &array, call, chunks);
        array.release(&array);
    }
    schema.release(&schema);
    return good;
}

static bool read_array(binding_object *self, PyObject *pair, const column_call *call,
                       PyObject *chunks) {
    PyObject *first = PyTuple_GetItem(pair, 0), *second = PyTuple_GetItem(pair, 1);
    const ArrowSchema *schema = first ? PyCapsule_GetPointer(first, "arrow_schema") : NULL;
    const ArrowArray *array = second ? PyCapsule_GetPointer(second, "arrow_array") : NULL;
    if (!schema || !array) return false;
    return is_readable(schema) && assess_chunk(self, schema, array, call, chunks);
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
