/*
 * A disk that fails for one process, as a library that is loaded before libc (LD_PRELOAD).
 *
 * FAILING_DISK names what lies on the disk: every path that begins with it. FAILING_DISK_FAULTS names a folder; while a file of the
 * fault's name is in it, these calls fail, for files of the disk alone:
 *   full          whatever writes or makes a file longer: ENOSPC
 *   sync          fsync and fdatasync: EIO. What was written can be read, as the page cache gives it.
 *   folder-sync   the same for folders alone, which make a rename last
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static int is_on(const char *fault) {
    const char *faults = getenv("FAILING_DISK_FAULTS");
    char path[4096];
    if (faults == NULL || snprintf(path, sizeof path, "%s/%s", faults, fault) >= (int)sizeof path) return 0;
    return access(path, F_OK) == 0;
}

static int is_on_disk(int file) {
    const char *disk = getenv("FAILING_DISK");
    char link[64], path[4096];
    if (disk == NULL) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return strncmp(path, disk, strlen(disk)) == 0;
}

/* Whether a call on this file fails now; errno stays as it was otherwise. */
static int fails(const char *fault, int file) {
    int before = errno;
    int answer = is_on(fault) && is_on_disk(file);
    errno = before;
    return answer;
}

static int is_folder(int file) {
    struct stat facts;
    return fstat(file, &facts) == 0 && S_ISDIR(facts.st_mode);
}

static int is_longer(int file, off64_t length) {
    struct stat64 facts;
    return fstat64(file, &facts) != 0 || length > facts.st_size;
}

/* The call behind this one: TYPE NAME(PARAMETERS), called with ARGUMENTS unless BROKEN, which answers -1 and CODE. */
#define CALL(TYPE, NAME, PARAMETERS, ARGUMENTS, BROKEN, CODE) \
    TYPE NAME PARAMETERS { \
        static TYPE(*real) PARAMETERS; \
        if (real == NULL) real = (TYPE(*) PARAMETERS)dlsym(RTLD_NEXT, #NAME); \
        if (BROKEN) { \
            errno = CODE; \
            return -1; \
        } \
        return real ARGUMENTS; \
    }
#define WRITES(TYPE, NAME, PARAMETERS, ARGUMENTS) CALL(TYPE, NAME, PARAMETERS, ARGUMENTS, fails("full", file), ENOSPC)
#define SYNCS(NAME) \
    CALL(int, NAME, (int file), (file), \
         fails("sync", file) || (is_folder(file) && fails("folder-sync", file)), EIO)

WRITES(ssize_t, write, (int file, const void *bytes, size_t count), (file, bytes, count))
WRITES(ssize_t, pwrite, (int file, const void *bytes, size_t count, off_t at), (file, bytes, count, at))
WRITES(ssize_t, pwrite64, (int file, const void *bytes, size_t count, off64_t at), (file, bytes, count, at))
WRITES(ssize_t, writev, (int file, const struct iovec *parts, int count), (file, parts, count))
WRITES(ssize_t, pwritev, (int file, const struct iovec *parts, int count, off_t at), (file, parts, count, at))
WRITES(ssize_t, pwritev64, (int file, const struct iovec *parts, int count, off64_t at), (file, parts, count, at))
WRITES(ssize_t, sendfile, (int file, int from, off_t *at, size_t count), (file, from, at, count))
WRITES(ssize_t, sendfile64, (int file, int from, off64_t *at, size_t count), (file, from, at, count))
WRITES(ssize_t, copy_file_range, (int from, off64_t *from_at, int file, off64_t *at, size_t count, unsigned int flags),
       (from, from_at, file, at, count, flags))
WRITES(int, fallocate, (int file, int mode, off_t at, off_t count), (file, mode, at, count))
WRITES(int, fallocate64, (int file, int mode, off64_t at, off64_t count), (file, mode, at, count))
CALL(int, ftruncate, (int file, off_t length), (file, length), is_longer(file, length) && fails("full", file), ENOSPC)
CALL(int, ftruncate64, (int file, off64_t length), (file, length), is_longer(file, length) && fails("full", file), ENOSPC)
SYNCS(fsync)
SYNCS(fdatasync)

/* These two answer the error itself. */
int posix_fallocate(int file, off_t at, off_t count) {
    static int (*real)(int, off_t, off_t);
    if (real == NULL) real = (int (*)(int, off_t, off_t))dlsym(RTLD_NEXT, "posix_fallocate");
    return fails("full", file) ? ENOSPC : real(file, at, count);
}

int posix_fallocate64(int file, off64_t at, off64_t count) {
    static int (*real)(int, off64_t, off64_t);
    if (real == NULL) real = (int (*)(int, off64_t, off64_t))dlsym(RTLD_NEXT, "posix_fallocate64");
    return fails("full", file) ? ENOSPC : real(file, at, count);
}
