/*
** vitals._core: <vitals/binding.h> for Python, one method for each function. The package vitals wraps it
** in classes.
**
** A call that may run a rule, and lint and tests, are without the interpreter's lock. Meanwhile the handle is busy: a second
** thread that calls it gets a RuntimeError, but may stop the call or free an application.
*/
#include "core.h"

#include <stdlib.h>

static PyObject
    *error_class; /* vitals._core.VitalsError; modules of the stable ABI may have statics */

/* -------------------------------------------------------------------- calls */

static bool is_closed(const binding_object *self) {
    if (!self->closed) return false;
    PyObject *arguments = Py_BuildValue("(iO)", VITALS_EINVAL, self->closed);
    if (arguments) PyErr_SetObject(error_class, arguments);
    Py_XDECREF(arguments);
    return true;
}

bool enter(binding_object *self) {
    if (is_closed(self)) return false;
    if (!self->busy) return true;
    PyErr_SetString(PyExc_RuntimeError, "this engine is in use by another thread");
    return false;
}

void leave(binding_object *self) {
    self->busy = false;
    for (size_t i = 0; i < self->freed_count; i++) {
        (void)vitals_binding_application_free(self->binding, self->freed[i]);
    }
    self->freed_count = 0;
}

static void set_stop(binding_object *self, int32_t value) {
    __atomic_store_n(vitals_binding_stop(self->binding), value, __ATOMIC_RELAXED);
}

/* Of the call in the main thread, for the handler of SIGINT. */
static int32_t *volatile stopped_by_signal;
static volatile sig_atomic_t was_signalled;
static void (*volatile handler_before)(int);
static unsigned long main_thread;

static void on_signal(int number) {
    int32_t *stop = stopped_by_signal;
    was_signalled = 1;
    if (stop) __atomic_store_n(stop, 1, __ATOMIC_RELAXED);
    if (handler_before) handler_before(number);
}

/* Python's own handler notes the signal for later. It is called as well. */
static bool listen_to_signal(binding_object *self, struct sigaction *before) {
    struct sigaction own;
    if (stopped_by_signal || PyThread_get_thread_ident() != main_thread) return false;
    if (sigaction(SIGINT, NULL, before) || (before->sa_flags & SA_SIGINFO) ||
        before->sa_handler == SIG_DFL || before->sa_handler == SIG_IGN) {
        return false;
    }
    own = *before;
    own.sa_handler = on_signal;
    was_signalled = 0;
    handler_before = before->sa_handler;
    stopped_by_signal = vitals_binding_stop(self->binding);
    return sigaction(SIGINT, &own, NULL) == 0;
}

unlocked_call begin_unlocked(binding_object *self) {
    unlocked_call call = { .listens = false };
    set_stop(self, 0);
    self->stopped = false;
    self->busy = true;
    call.listens = listen_to_signal(self, &call.before);
    call.thread = PyEval_SaveThread();
    return call;
}

bool end_unlocked(binding_object *self, unlocked_call *call, int64_t *status) {
    PyEval_RestoreThread(call->thread);
    bool again = false;
    if (call->listens) {
        (void)sigaction(SIGINT, &call->before, NULL);
        stopped_by_signal = NULL;
        again = was_signalled && !self->stopped;
    }
    set_stop(self, 0);
    leave(self);
    if (self->stopped) *status = VITALS_ESTOPPED;
    if (!again) return false;
    if (PyErr_CheckSignals() == 0) return true;
    *status = VITALS_ESTOPPED;
    return false;
}

/* Stop the call that runs, from another thread. */
static PyObject *binding_stop(PyObject *object, PyObject *unused) {
    binding_object *self = (binding_object *)object;
    (void)unused;
    if (self->busy) {
        self->stopped = true;
        set_stop(self, 1);
    }
    return PyBool_FromLong(self->busy);
}

/* Binding.close(text): every later call raises StatusError with this text. A call that runs is stopped, and the live is freed. */
static PyObject *binding_close(PyObject *object, PyObject *text) {
    binding_object *self = (binding_object *)object;
    if (!PyUnicode_Check(text)) return PyErr_Format(PyExc_TypeError, "a text is needed");
    if (!self->closed) {
        Py_INCREF(text);
        self->closed = text;
        if (!self->busy) vitals_binding_live_close(self->binding);
    }
    return binding_stop(object, NULL);
}

PyObject *last_text(const binding_object *self) {
    return PyUnicode_DecodeUTF8(vitals_binding_text(self->binding),
                                (Py_ssize_t)vitals_binding_text_size(self->binding), "replace");
}

PyObject *raise_status(const binding_object *self, int64_t status) {
    if (PyErr_Occurred()) return NULL;
    /* What was stopped late has the text of its answer, not of an error. */
    const bool answered = status == VITALS_ESTOPPED && self->stopped;
    PyObject *text = answered ? PyUnicode_FromString("") : last_text(self);
    PyObject *arguments = Py_BuildValue("(LN)", (long long)status, text);
    if (!arguments) return NULL;
    PyErr_SetObject(error_class, arguments);
    Py_DECREF(arguments);
    return NULL;
}

static PyObject *text_or_error(const binding_object *self, int64_t status) {
    return status < 0 ? raise_status(self, status) : last_text(self);
}

static PyObject *none_or_error(const binding_object *self, int64_t status) {
    if (status < 0) return raise_status(self, status);
    Py_RETURN_NONE;
}

static PyObject *number_or_error(const binding_object *self, int64_t number) {
    return number < 0 ? raise_status(self, number) : PyLong_FromLongLong(number);
}

/* ---------------------------------------------------------- making and freeing */

static PyObject *binding_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    (void)arguments, (void)keywords;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    binding_object *self = (binding_object *)allocate(type, 0);
    if (!self) return NULL;
    self->busy = self->stopped = false;
    self->closed = NULL;
    self->freed = NULL;
    self->freed_count = 0;
    self->binding = vitals_binding_new();
    if (self->binding) return (PyObject *)self;
    Py_DECREF(self);
    return PyErr_NoMemory();
}

static void binding_free(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    vitals_binding_free(((binding_object *)object)->binding);
    free(((binding_object *)object)->freed);
    Py_XDECREF(((binding_object *)object)->closed);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

/* -------------------------------------------------------------------- methods */

/* The methods of one shape: text in, text out. */
#define TEXT_METHOD(name)                                                                          \
    static PyObject *binding_##name(PyObject *object, PyObject *arguments) {                       \
        binding_object *self = (binding_object *)object;                                           \
        const char *bytes;                                                                         \
        Py_ssize_t size;                                                                           \
        if (!PyArg_ParseTuple(arguments, "s#", &bytes, &size) || !enter(self)) return NULL;        \
        return text_or_error(self, vitals_binding_##name(self->binding, bytes, (size_t)size));     \
    }

/* The same, with the time and without the interpreter's lock. */
#define TIMED_METHOD(name)                                                                         \
    static PyObject *binding_##name(PyObject *object, PyObject *arguments) {                       \
        binding_object *self = (binding_object *)object;                                           \
        Py_buffer input;                                                                           \
        long long now;                                                                             \
        if (!PyArg_ParseTuple(arguments, "s*L", &input, &now)) return NULL;                        \
        PyObject *result = NULL;                                                                   \
        if (enter(self)) {                                                                         \
            int64_t status;                                                                        \
            RUN(self, status,                                                                      \
                vitals_binding_##name(self->binding, input.buf, (size_t)input.len, now));          \
            result = text_or_error(self, status);                                                  \
        }                                                                                          \
        PyBuffer_Release(&input);                                                                  \
        return result;                                                                             \
    }

/* The same for other parameters. */
#define LONG_METHOD(name, parameters, call)                                                        \
    static PyObject *binding_##name(PyObject *object, PyObject *arguments) {                       \
        binding_object *self = (binding_object *)object;                                           \
        const char *bytes;                                                                         \
        Py_ssize_t size;                                                                           \
        long long now = 0;                                                                         \
        if (!PyArg_ParseTuple(arguments, parameters, &bytes, &size, &now) || !enter(self))         \
            return NULL;                                                                           \
        int64_t status;                                                                            \
        RUN(self, status, call);                                                                   \
        return text_or_error(self, status);                                                        \
    }

TEXT_METHOD(configure)
TEXT_METHOD(live_open)
TIMED_METHOD(assess)
TIMED_METHOD(explain)
TIMED_METHOD(lua)
LONG_METHOD(cel, "s#|L", vitals_binding_cel(self->binding, bytes, (size_t)size))
LONG_METHOD(lint, "s#|L", vitals_binding_lint(self->binding, bytes, (size_t)size))
LONG_METHOD(test, "s#L", vitals_binding_test(self->binding, bytes, (size_t)size, now))

static PyObject *binding_health(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    Py_buffer input;
    long long now;
    if (!PyArg_ParseTuple(arguments, "s*L", &input, &now)) return NULL;
    PyObject *result = NULL;
    if (enter(self)) {
        int64_t health;
        RUN(self, health, vitals_binding_health(self->binding, input.buf, (size_t)input.len, now));
        result = number_or_error(self, health);
    }
    PyBuffer_Release(&input);
    return result;
}

static PyObject *binding_text(PyObject *object, PyObject *unused) {
    (void)unused;
    return last_text((binding_object *)object);
}

/* ---------------------------------------------------------------- applications */

static PyObject *binding_application(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    const char *options;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(arguments, "s#", &options, &size) || !enter(self)) return NULL;
    return number_or_error(self, vitals_binding_application(self->binding, options, (size_t)size));
}

static PyObject *binding_application_free(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    long long id;
    if (!PyArg_ParseTuple(arguments, "L", &id)) return NULL;
    if (!self->busy) return none_or_error(self, vitals_binding_application_free(self->binding, id));
    /* Another thread collects it while a call runs: it is freed after that. */
    long long *freed = realloc(self->freed, (self->freed_count + 1) * sizeof *freed);
    if (!freed) return PyErr_NoMemory();
    self->freed = freed;
    freed[self->freed_count++] = id;
    Py_RETURN_NONE;
}

static PyObject *binding_application_put(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    const char *key, *target, *live;
    Py_ssize_t key_size, target_size, live_size;
    long long id, now;
    int membership;
    if (!PyArg_ParseTuple(arguments, "Lz#z#z#iL", &id, &key, &key_size, &target, &target_size,
                          &live, &live_size, &membership, &now) ||
        !enter(self))
        return NULL;
    int64_t status;
    RUN(self, status,
        vitals_binding_application_put(self->binding, id, key, (size_t)key_size, target,
                                       (size_t)target_size, live, (size_t)live_size, membership,
                                       now));
    return none_or_error(self, status);
}

static PyObject *binding_application_remove(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    const char *key;
    Py_ssize_t size;
    long long id;
    if (!PyArg_ParseTuple(arguments, "Ls#", &id, &key, &size) || !enter(self)) return NULL;
    return none_or_error(self,
                         vitals_binding_application_remove(self->binding, id, key, (size_t)size));
}

static PyObject *binding_application_cover(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    const char *coverage;
    Py_ssize_t size;
    long long id;
    if (!PyArg_ParseTuple(arguments, "Ls#", &id, &coverage, &size) || !enter(self)) return NULL;
    return none_or_error(
        self, vitals_binding_application_cover(self->binding, id, coverage, (size_t)size));
}

static PyObject *binding_application_health(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    long long id;
    if (!PyArg_ParseTuple(arguments, "L", &id) || !enter(self)) return NULL;
    return text_or_error(self, vitals_binding_application_health(self->binding, id));
}

static PyObject *binding_application_merge(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    long long id, other;
    if (!PyArg_ParseTuple(arguments, "LL", &id, &other) || !enter(self)) return NULL;
    return none_or_error(self, vitals_binding_application_merge(self->binding, id, other));
}

static PyObject *binding_application_partial(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    long long id;
    if (!PyArg_ParseTuple(arguments, "L", &id) || !enter(self)) return NULL;
    return text_or_error(self, vitals_binding_application_partial(self->binding, id));
}

static PyObject *binding_application_merge_partial(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    long long id;
    Py_buffer text;
    if (!PyArg_ParseTuple(arguments, "Ls*", &id, &text)) return NULL;
    PyObject *result = NULL;
    if (enter(self)) {
        result = none_or_error(self, vitals_binding_application_merge_partial(
                                         self->binding, id, text.buf, (size_t)text.len));
    }
    PyBuffer_Release(&text);
    return result;
}

/* ------------------------------------------------------------------------ live */

static PyObject *binding_live_close(PyObject *object, PyObject *unused) {
    (void)unused;
    binding_object *self = (binding_object *)object;
    if (!enter(self)) return NULL;
    vitals_binding_live_close(self->binding);
    Py_RETURN_NONE;
}

/* Methods whose result is an id. */
static PyObject *binding_live_source(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    const char *options;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(arguments, "s#", &options, &size) || !enter(self)) return NULL;
    return number_or_error(self, vitals_binding_live_source(self->binding, options, (size_t)size));
}

static PyObject *binding_live_scope(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    const char *key;
    Py_ssize_t size;
    long long source;
    if (!PyArg_ParseTuple(arguments, "Ls#", &source, &key, &size) || !enter(self)) return NULL;
    return number_or_error(self,
                           vitals_binding_live_scope(self->binding, source, key, (size_t)size));
}

static PyObject *binding_live_view(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    const char *filter;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(arguments, "s#", &filter, &size) || !enter(self)) return NULL;
    return number_or_error(self, vitals_binding_live_view(self->binding, filter, (size_t)size));
}

/* Methods that take one id. */
#define ID_METHOD(name)                                                                            \
    static PyObject *binding_##name(PyObject *object, PyObject *arguments) {                       \
        binding_object *self = (binding_object *)object;                                           \
        long long id;                                                                              \
        if (!PyArg_ParseTuple(arguments, "L", &id) || !enter(self)) return NULL;                   \
        return none_or_error(self, vitals_binding_##name(self->binding, id));                      \
    }

ID_METHOD(live_source_remove)
ID_METHOD(live_use)
ID_METHOD(live_scope_remove)
ID_METHOD(live_begin)
ID_METHOD(live_synced)
ID_METHOD(live_view_free)

static PyObject *binding_live_lost(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    long long scope;
    int state;
    const char *reason;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(arguments, "Lis#", &scope, &state, &reason, &size) || !enter(self))
        return NULL;
    return none_or_error(
        self, vitals_binding_live_lost(self->binding, scope, state, reason, (size_t)size));
}

static PyObject *binding_live_put_at(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    long long scope, now_ms;
    const char *bytes;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(arguments, "Ly#L", &scope, &bytes, &size, &now_ms) || !enter(self))
        return NULL;
    int64_t status; /* some calls assess */
    RUN(self, status,
        vitals_binding_live_put_at(self->binding, scope, bytes, (size_t)size, now_ms));
    return none_or_error(self, status);
}

static PyObject *binding_live_remove(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    long long scope;
    const char *which;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(arguments, "Ls#", &scope, &which, &size) || !enter(self)) return NULL;
    return none_or_error(self,
                         vitals_binding_live_remove(self->binding, scope, which, (size_t)size));
}

/* True: more is due. */
static PyObject *binding_live_run(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    long long now_ms;
    Py_ssize_t budget;
    if (!PyArg_ParseTuple(arguments, "Ln", &now_ms, &budget) || !enter(self)) return NULL;
    int64_t status;
    RUN(self, status, vitals_binding_live_run(self->binding, now_ms, (size_t)budget));
    if (status == VITALS_EAGAIN) Py_RETURN_TRUE;
    if (status < 0) return raise_status(self, status);
    Py_RETURN_FALSE;
}

static PyObject *binding_live_next_ms(PyObject *object, PyObject *unused) {
    (void)unused;
    binding_object *self = (binding_object *)object;
    if (!enter(self)) return NULL;
    return PyLong_FromLongLong(vitals_binding_live_next_ms(self->binding));
}

static PyObject *binding_live_snapshot(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    long long view, after;
    Py_ssize_t most;
    if (!PyArg_ParseTuple(arguments, "LLn", &view, &after, &most) || !enter(self)) return NULL;
    return text_or_error(self,
                         vitals_binding_live_snapshot(self->binding, view, after, (size_t)most));
}

static PyObject *binding_live_changes(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    long long view, epoch, sequence;
    Py_ssize_t most;
    if (!PyArg_ParseTuple(arguments, "LLLn", &view, &epoch, &sequence, &most) || !enter(self))
        return NULL;
    return text_or_error(
        self, vitals_binding_live_changes(self->binding, view, epoch, sequence, (size_t)most));
}

static PyObject *binding_live_application(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    long long view, application;
    Py_ssize_t most;
    if (!PyArg_ParseTuple(arguments, "LLn", &view, &application, &most) || !enter(self))
        return NULL;
    return text_or_error(
        self, vitals_binding_live_application(self->binding, view, application, (size_t)most));
}

static PyObject *binding_live_object(PyObject *object, PyObject *arguments) {
    binding_object *self = (binding_object *)object;
    long long view, row;
    if (!PyArg_ParseTuple(arguments, "LL", &view, &row) || !enter(self)) return NULL;
    return text_or_error(self, vitals_binding_live_object(self->binding, view, row));
}

/* ---------------------------------------------------------------------- module */

#define METHOD(name)                                                                               \
    { #name, binding_##name, METH_VARARGS, NULL }
#define GETTER(name)                                                                               \
    { #name, binding_##name, METH_NOARGS, NULL }

static PyMethodDef binding_methods[] = {
    METHOD(configure),
    METHOD(assess),
    METHOD(health),
    METHOD(many),
    METHOD(many_bytes),
    METHOD(partials),
    METHOD(partials_bytes),
    METHOD(explain),
    METHOD(cel),
    METHOD(lua),
    METHOD(lint),
    METHOD(test),
    GETTER(text),
    GETTER(stop),
    { "close", binding_close, METH_O, NULL },
    METHOD(application),
    METHOD(application_free),
    METHOD(application_put),
    METHOD(application_remove),
    METHOD(application_health),
    METHOD(application_merge),
    METHOD(application_partial),
    METHOD(application_merge_partial),
    METHOD(application_cover),
    METHOD(live_open),
    GETTER(live_close),
    METHOD(live_source),
    METHOD(live_source_remove),
    METHOD(live_use),
    METHOD(live_scope),
    METHOD(live_scope_remove),
    METHOD(live_begin),
    METHOD(live_synced),
    METHOD(live_lost),
    METHOD(live_put_at),
    METHOD(live_remove),
    METHOD(live_run),
    GETTER(live_next_ms),
    METHOD(live_view),
    METHOD(live_view_free),
    METHOD(live_snapshot),
    METHOD(live_changes),
    METHOD(live_application),
    METHOD(live_object),
    { NULL, NULL, 0, NULL },
};

static PyType_Slot binding_slots[] = {
    { Py_tp_new, (void *)binding_new },
    { Py_tp_dealloc, (void *)binding_free },
    { Py_tp_methods, binding_methods },
    { Py_tp_doc, (void *)"One handle of <vitals/binding.h>, for one thread at a time." },
    { 0, NULL },
};

static PyType_Spec binding_spec = {
    .name = "vitals._core.Binding",
    .basicsize = sizeof(binding_object),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = binding_slots,
};

static PyMethodDef module_methods[] = {
    { "column_capsules", column_capsules, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "vitals._core", NULL, -1, module_methods, NULL, NULL, NULL, NULL
};

/* The thread that gets signals: threading.main_thread().ident; false with an exception. */
static bool find_main_thread(void) {
    PyObject *threading = PyImport_ImportModule("threading");
    PyObject *thread = threading ? PyObject_CallMethod(threading, "main_thread", NULL) : NULL;
    PyObject *ident = thread ? PyObject_GetAttrString(thread, "ident") : NULL;
    if (ident) main_thread = PyLong_AsUnsignedLong(ident);
    Py_XDECREF(ident);
    Py_XDECREF(thread);
    Py_XDECREF(threading);
    return !PyErr_Occurred();
}

PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void) {
    if (!find_main_thread()) return NULL;
    PyObject *module = PyModule_Create(&definition);
    PyObject *type = module ? PyType_FromSpec(&binding_spec) : NULL;
    if (!error_class) error_class = PyErr_NewException("vitals._core.StatusError", NULL, NULL);
    bool done = type && error_class && PyModule_AddObjectRef(module, "Binding", type) == 0 &&
                PyModule_AddObjectRef(module, "StatusError", error_class) == 0 &&
                PyModule_AddStringConstant(module, "version", vitals_version()) == 0;
    Py_XDECREF(type);
    if (done) return module;
    Py_XDECREF(module);
    return NULL;
}
