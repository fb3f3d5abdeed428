/*
** Files below a directory, opened safely: the only code of the library that opens files, beside that for
** time zones. A build without files (VITALS_FILES=OFF) has files_none.c in place of files.c.
**
** Only regular files below the root are opened. Links to files are followed as long as they stay
** below the root, as in a mounted ConfigMap; links that leave it, links to directories, FIFOs,
** devices and sockets are reported and skipped. Nothing is opened that could block.
*/
#ifndef VITALS_BASE_FILES_H
#define VITALS_BASE_FILES_H

#include "base/memory/arena.h"
#include "base/memory/buffer.h"
#include "base/run/interrupt.h"

/* The reason when there is no such file. */
extern const char vt_file_missing[];
/* The reason that an errno stands for, in English whatever the locale. Static. */
const char *vt_file_reason(int error);

/* Open the regular file `path`, relative to `directory` and below it, for reading. NULL: success;
** otherwise why not, static or borrowed until the next call. */
const char *vt_file_open(int directory, const char *path, int *descriptor);
/* The same below the directory with the name `root`, which may itself be a link. */
const char *vt_file_open_in(const char *root, const char *path, int *descriptor);
/* Open a file that the user named; links are followed, but it must be a regular file. */
const char *vt_file_open_named(const char *path, int *descriptor);
/* Append the content to `text` and close the file. NULL: success, or `text` has failed or reached
** its ceiling; otherwise why reading failed. */
const char *vt_file_read(int descriptor, vt_buffer *text);

void vt_file_close(int descriptor);

/* Whether a path names a directory; with `follow` also a link to one. NULL: success; otherwise why it
** cannot be looked at. */
const char *vt_file_is_directory(const char *path, bool follow, bool *is_directory);
/* The directory that relative paths start from. false: it cannot be had, or is longer. */
bool vt_file_working_directory(char *path, size_t size);

/* A walk through a tree of files. A callback that returns an error ends it. */
typedef struct vt_file_walk {
    vitals_allocator allocator;
    vt_interrupt interrupt;
    unsigned most_depth;
    void *user;
    /* Whether a directory is entered, and a file opened. */
    bool (*enters)(const char *name);
    bool (*wants)(const char *name);
    /* A directory that was entered, open; NULL: not called. */
    vitals_status (*directory)(void *user, vt_text path, int descriptor);
    /* A file that was wanted, open: to be closed by the callee. `path` begins with the root. */
    vitals_status (*file)(void *user, vt_text path, int descriptor);
    /* Something that would have been entered or opened, and why it is not. */
    void (*skipped)(void *user, vt_text path, const char *why);
} vt_file_walk;

/* Walk the directory `root` in the byte order of names. `below`: begin at this directory of it; "":
** at the root. Errors: VITALS_EREAD, the directory cannot be opened, which `skipped` reports;
** VITALS_ENOMEM; VITALS_ESTOPPED; those of the callbacks. */
vitals_status vt_walk_files(const vt_file_walk *walk, const char *root, const char *below);

#endif
