/* What a view shows. */
#include "objects/live/view/view.h"

typedef struct filter_list {
    const vitals_text *texts;
    size_t count;
} filter_list;

/* "namespace/name", or a name in any namespace. */
static bool take_name(vitals_live *live, vt_text text, bool with_namespace, vt_filter_name *out) {
    size_t slash = with_namespace ? vt_text_find_byte(text, '/', 0) : SIZE_MAX;
    out->any_namespace = slash == SIZE_MAX;
    if (slash != SIZE_MAX) {
        vt_text namespace_ = vt_text_between(text, 0, slash);
        if (!vt_intern_take(&live->texts, namespace_, &out->namespace_)) return false;
        text = vt_text_between(text, slash + 1, text.size);
    }
    return vt_intern_take(&live->texts, text, &out->name);
}

bool vt_filter_copy(vitals_live *live, vt_filter *filter, const vitals_live_filter *from) {
    const filter_list lists[] = { { from->sources, from->source_count },
                                  { from->namespaces, from->namespace_count },
                                  { from->projects, from->project_count },
                                  { from->applications, from->application_count } };
    size_t *const counts[] = { &filter->sources, &filter->namespaces, &filter->projects,
                               &filter->applications };
    size_t total = 0;
    for (size_t i = 0; i < 4; i++) total += *counts[i] = lists[i].count;
    if (total == 0) return true;
    filter->names = vt_allocate_array(&live->allocator, total, sizeof *filter->names);
    if (!filter->names) {
        *filter = (vt_filter){ 0 };
        return false;
    }
    memset(filter->names, 0, total * sizeof *filter->names);
    vt_filter_name *to = filter->names;
    for (size_t i = 0; i < 4; i++) {
        for (size_t j = 0; j < lists[i].count; j++) {
            if (!take_name(live, lists[i].texts[j], i == 3, to++)) return false;
        }
    }
    return true;
}

void vt_filter_done(vitals_live *live, vt_filter *filter) {
    size_t total = filter->sources + filter->namespaces + filter->projects + filter->applications;
    for (size_t i = 0; i < total; i++) {
        vt_intern_release(&live->texts, filter->names[i].namespace_);
        vt_intern_release(&live->texts, filter->names[i].name);
    }
    vt_release_array(&live->allocator, filter->names, total, sizeof *filter->names);
    *filter = (vt_filter){ 0 };
}

static bool has(const vt_filter_name *names, size_t count, uint32_t name) {
    for (size_t i = 0; i < count; i++) {
        if (names[i].name == name) return true;
    }
    return count == 0;
}

bool vt_filter_has_source(const vitals_live *live, const vt_filter *filter, uint32_t source) {
    const vt_source_row *row = vt_source_at(live, source);
    return has(filter->names, filter->sources, row->name);
}

/* Objects without a namespace are in views of all namespaces only. */
bool vt_filter_has_namespace(const vt_filter *filter, uint32_t namespace_) {
    if (filter->namespaces == 0) return true;
    return namespace_ && has(filter->names + filter->sources, filter->namespaces, namespace_);
}

bool vt_filter_has_scope(const vitals_live *live, const vt_filter *filter, uint32_t number) {
    const vt_scope *scope = vt_scope_at(live, number);
    return vt_filter_has_source(live, filter, scope->source) &&
           (scope->namespace_ == 0 || vt_filter_has_namespace(filter, scope->namespace_));
}

bool vt_filter_has_application(const vitals_live *live, const vt_filter *filter, uint32_t number) {
    const vt_live_app *app = vt_app_at(live, number);
    const vt_filter_name *projects = filter->names + filter->sources + filter->namespaces;
    if (filter->projects && (!app->project || !has(projects, filter->projects, app->project))) {
        return false;
    }
    if (filter->applications == 0) return true;
    const vt_filter_name *names = projects + filter->projects;
    for (size_t i = 0; i < filter->applications; i++) {
        if (names[i].name == app->name &&
            (names[i].any_namespace || names[i].namespace_ == app->namespace_)) {
            return true;
        }
    }
    return false;
}

bool vt_filter_has_row(const vitals_live *live, const vt_filter *filter, const vt_row *row) {
    if (!vt_filter_has_source(live, filter, row->source) ||
        !vt_filter_has_namespace(filter, row->namespace_)) {
        return false;
    }
    if (filter->projects + filter->applications == 0) return true;
    if (row->application && vt_filter_has_application(live, filter, row->application)) return true;
    for (uint32_t i = row->members; i; i = vt_live_member_at(live, i)->row_next) {
        if (vt_filter_has_application(live, filter, vt_live_member_at(live, i)->application)) {
            return true;
        }
    }
    return false;
}
