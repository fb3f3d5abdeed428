/* Files in a build without them: none can be opened. */
#include "base/run/files.h"

const char vt_file_missing[] = "No such file or directory";

static const char no_files[] = "cannot be opened: this build of vitals does not open files";

const char *vt_file_open(int directory, const char *path, int *descriptor) {
    (void)directory, (void)path, (void)descriptor;
    return no_files;
}

const char *vt_file_open_in(const char *root, const char *path, int *descriptor) {
    (void)root, (void)path, (void)descriptor;
    return no_files;
}

const char *vt_file_open_named(const char *path, int *descriptor) {
    (void)path, (void)descriptor;
    return no_files;
}

const char *vt_file_read(int descriptor, vt_buffer *text) {
    (void)descriptor, (void)text;
    return no_files;
}

void vt_file_close(int descriptor) {
    (void)descriptor;
}

const char *vt_file_is_directory(const char *path, bool follow, bool *is_directory) {
    (void)path, (void)follow, (void)is_directory;
    return no_files;
}

bool vt_file_working_directory(char *path, size_t size) {
    (void)path, (void)size;
    return false;
}

vitals_status vt_walk_files(const vt_file_walk *walk, const char *root, const char *below) {
    (void)below;
    if (walk->skipped) walk->skipped(walk->user, vt_text_from(root), no_files);
    return VITALS_EREAD;
}

const char *vt_file_reason(int error) {
    (void)error;
    return no_files;
}
