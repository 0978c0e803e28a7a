// Makes file operations of one program fail, for tests/hostile/faults.py (LD_PRELOAD). What is set in the environment:
//   FAULTS_PROGRAM  name of the program that it is for; its children are left alone
//   FAULTS_UNDER    folders, separated by colons: only what concerns paths below one of them counts
//   FAULTS_AT       the number (from 1) of the operation that fails; 0 or nothing: none
//   FAULTS_ERRNO    ENOSPC, EDQUOT or EIO (the default)
//   FAULTS_STICKY   1: as on a full disk. A write stores half first; later operations that need space fail too,
//                   while renaming, removing and syncing work
//   FAULTS_KILL     1: the process is killed before the operation instead
//   FAULTS_LOG      a file that gets one line for each operation that counts
// What counts: opening for writing, writing, growing, syncing, renaming, linking, making folders.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// How an operation goes on.
enum action
{
    PASS,
    FAIL,
    HALF // the first write that meets a full disk
};

static struct
{
    int on;
    char under[PATH_MAX];
    long at;
    int number;
    int sticky;
    int kills;
    int log;
} settings = {.log = -1};

static atomic_long count;

// The first call may come from a library that starts before this one.
static long first_syscall(long number, ...);
static long (*real_syscall)(long, ...) = first_syscall;

static long first_syscall(long number, ...)
{
    long a[6];
    va_list list;
    va_start(list, number);
    for (int i = 0; i < 6; ++i) {
        a[i] = va_arg(list, long);
    }
    va_end(list);
    *(void**)&real_syscall = dlsym(RTLD_NEXT, "syscall");
    return real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

static int errno_named(const char* name)
{
    if (name != NULL && strcmp(name, "ENOSPC") == 0) {
        return ENOSPC;
    }
    return name != NULL && strcmp(name, "EDQUOT") == 0 ? EDQUOT : EIO;
}

static int is_wanted_program(void)
{
    const char* wanted = getenv("FAULTS_PROGRAM");
    char self[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (wanted == NULL || length <= 0) {
        return 0;
    }
    self[length] = '\0';
    const char* name = strrchr(self, '/');
    return strcmp(name != NULL ? name + 1 : self, wanted) == 0;
}

// startonce.c calls it where a copy of the program begins.
__attribute__((constructor)) void faults_read_settings(void);
void faults_read_settings(void)
{
    const char* under = getenv("FAULTS_UNDER");
    if (under == NULL || !is_wanted_program()) {
        return;
    }
    snprintf(settings.under, sizeof settings.under, "%s", under);
    const char* at = getenv("FAULTS_AT");
    settings.at = at != NULL ? strtol(at, NULL, 10) : 0;
    settings.number = errno_named(getenv("FAULTS_ERRNO"));
    settings.sticky = getenv("FAULTS_STICKY") != NULL;
    settings.kills = getenv("FAULTS_KILL") != NULL;
    const char* log = getenv("FAULTS_LOG");
    if (log != NULL) {
        settings.log = (int)real_syscall(SYS_openat, AT_FDCWD, log,
                                         O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }
    settings.on = 1;
}

static int is_below(const char* path)
{
    const char* folder = settings.under;
    while (*folder != '\0') {
        const char* end = strchrnul(folder, ':');
        const size_t length = (size_t)(end - folder);
        if (length > 0 && strncmp(path, folder, length) == 0 &&
            (path[length] == '/' || path[length] == '\0')) {
            return 1;
        }
        folder = *end == ':' ? end + 1 : end;
    }
    return 0;
}

// The path behind a descriptor; empty when it has none.
static void path_of_fd(int fd, char* path, size_t size)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t length = readlink(link, path, size - 1);
    path[length > 0 ? length : 0] = '\0';
}

static void path_at(int folder, const char* name, char* path, size_t size)
{
    if (name == NULL || name[0] == '/') {
        snprintf(path, size, "%s", name != NULL ? name : "");
        return;
    }
    char base[PATH_MAX] = "";
    if (folder == AT_FDCWD) {
        if (getcwd(base, sizeof base) == NULL) {
            base[0] = '\0';
        }
    } else {
        path_of_fd(folder, base, sizeof base);
    }
    const size_t length = strnlen(base, size - 2);
    memcpy(path, base, length);
    path[length] = '/';
    strncpy(path + length + 1, name, size - length - 2);
    path[size - 1] = '\0';
}

// Counts an operation and says how it goes on; sets errno where it fails.
static enum action decide(const char* what, const char* path, int needs_space)
{
    if (!settings.on || !is_below(path)) {
        return PASS;
    }
    const long number = atomic_fetch_add(&count, 1) + 1;
    if (settings.log >= 0) {
        char line[PATH_MAX + 64];
        const int length = snprintf(line, sizeof line, "%ld %s %s\n", number, what, path);
        (void)real_syscall(SYS_write, settings.log, line, (size_t)length);
    }
    if (settings.at == 0 || number < settings.at) {
        return PASS;
    }
    if (number == settings.at) {
        if (settings.kills) {
            (void)real_syscall(SYS_kill, getpid(), SIGKILL);
        }
        errno = settings.number;
        return settings.sticky && strcmp(what, "write") == 0 ? HALF : FAIL;
    }
    errno = settings.number;
    return settings.sticky && needs_space ? FAIL : PASS;
}

static enum action decide_fd(const char* what, int fd, int needs_space)
{
    if (!settings.on) {
        return PASS;
    }
    char path[PATH_MAX];
    const int saved = errno;
    path_of_fd(fd, path, sizeof path);
    errno = saved;
    return decide(what, path, needs_space);
}

static enum action decide_at(const char* what, int folder, const char* name, int needs_space)
{
    if (!settings.on) {
        return PASS;
    }
    char path[PATH_MAX];
    const int saved = errno;
    path_at(folder, name, path, sizeof path);
    errno = saved;
    return decide(what, path, needs_space);
}

static int writes(int flags)
{
    return (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT) != 0;
}

#define REAL(type, name, ...)                                                                      \
    static type (*real)(__VA_ARGS__);                                                              \
    if (real == NULL) {                                                                            \
        *(void**)&real = dlsym(RTLD_NEXT, name);                                                   \
    }

#define MODE_OF(flags)                                                                             \
    mode_t mode = 0;                                                                               \
    if (((flags)&O_CREAT) != 0 || ((flags)&O_TMPFILE) == O_TMPFILE) {                              \
        va_list list;                                                                              \
        va_start(list, flags);                                                                     \
        mode = va_arg(list, mode_t);                                                               \
        va_end(list);                                                                              \
    }

static int open_at(int folder, const char* path, int flags, mode_t mode)
{
    if (writes(flags) && decide_at("open", folder, path, (flags & O_CREAT) != 0) != PASS) {
        return -1;
    }
    return (int)real_syscall(SYS_openat, folder, path, flags, mode);
}

int open(const char* path, int flags, ...)
{
    MODE_OF(flags)
    return open_at(AT_FDCWD, path, flags, mode);
}

int open64(const char* path, int flags, ...)
{
    MODE_OF(flags)
    return open_at(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

int openat(int folder, const char* path, int flags, ...)
{
    MODE_OF(flags)
    return open_at(folder, path, flags, mode);
}

int openat64(int folder, const char* path, int flags, ...)
{
    MODE_OF(flags)
    return open_at(folder, path, flags | O_LARGEFILE, mode);
}

int creat(const char* path, mode_t mode)
{
    return open_at(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

int creat64(const char* path, mode_t mode)
{
    return open_at(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC | O_LARGEFILE, mode);
}

ssize_t write(int fd, const void* bytes, size_t size)
{
    const enum action action = decide_fd("write", fd, 1);
    if (action == FAIL || (action == HALF && size < 2)) {
        return -1;
    }
    return real_syscall(SYS_write, fd, bytes, action == HALF ? size / 2 : size);
}

static ssize_t write_at(int fd, const void* bytes, size_t size, off64_t offset)
{
    REAL(ssize_t, "pwrite64", int, const void*, size_t, off64_t)
    const enum action action = decide_fd("write", fd, 1);
    if (action == FAIL || (action == HALF && size < 2)) {
        return -1;
    }
    return real(fd, bytes, action == HALF ? size / 2 : size, offset);
}

ssize_t pwrite(int fd, const void* bytes, size_t size, off_t offset)
{
    return write_at(fd, bytes, size, offset);
}

ssize_t pwrite64(int fd, const void* bytes, size_t size, off64_t offset)
{
    return write_at(fd, bytes, size, offset);
}

ssize_t writev(int fd, const struct iovec* parts, int number)
{
    REAL(ssize_t, "writev", int, const struct iovec*, int)
    return decide_fd("writev", fd, 1) != PASS ? -1 : real(fd, parts, number);
}

int fsync(int fd)
{
    REAL(int, "fsync", int)
    return decide_fd("fsync", fd, 0) != PASS ? -1 : real(fd);
}

int fdatasync(int fd)
{
    REAL(int, "fdatasync", int)
    return decide_fd("fdatasync", fd, 0) != PASS ? -1 : real(fd);
}

int syncfs(int fd)
{
    REAL(int, "syncfs", int)
    return decide_fd("syncfs", fd, 0) != PASS ? -1 : real(fd);
}

int ftruncate(int fd, off_t size)
{
    REAL(int, "ftruncate", int, off_t)
    return decide_fd("ftruncate", fd, 1) != PASS ? -1 : real(fd, size);
}

int ftruncate64(int fd, off64_t size)
{
    REAL(int, "ftruncate64", int, off64_t)
    return decide_fd("ftruncate", fd, 1) != PASS ? -1 : real(fd, size);
}

int posix_fallocate(int fd, off_t offset, off_t size)
{
    REAL(int, "posix_fallocate", int, off_t, off_t)
    return decide_fd("fallocate", fd, 1) != PASS ? settings.number : real(fd, offset, size);
}

int posix_fallocate64(int fd, off64_t offset, off64_t size)
{
    REAL(int, "posix_fallocate64", int, off64_t, off64_t)
    return decide_fd("fallocate", fd, 1) != PASS ? settings.number : real(fd, offset, size);
}

int fallocate(int fd, int mode, off_t offset, off_t size)
{
    REAL(int, "fallocate", int, int, off_t, off_t)
    return decide_fd("fallocate", fd, 1) != PASS ? -1 : real(fd, mode, offset, size);
}

int fallocate64(int fd, int mode, off64_t offset, off64_t size)
{
    REAL(int, "fallocate64", int, int, off64_t, off64_t)
    return decide_fd("fallocate", fd, 1) != PASS ? -1 : real(fd, mode, offset, size);
}

static int rename_at(int from, const char* old, int to, const char* path, unsigned flags)
{
    if (decide_at("rename", to, path, 0) != PASS) {
        return -1;
    }
    return (int)real_syscall(SYS_renameat2, from, old, to, path, flags);
}

int rename(const char* old, const char* path)
{
    return rename_at(AT_FDCWD, old, AT_FDCWD, path, 0);
}

int renameat(int from, const char* old, int to, const char* path)
{
    return rename_at(from, old, to, path, 0);
}

int renameat2(int from, const char* old, int to, const char* path, unsigned flags)
{
    return rename_at(from, old, to, path, flags);
}

int link(const char* old, const char* path)
{
    REAL(int, "link", const char*, const char*)
    return decide_at("link", AT_FDCWD, path, 1) != PASS ? -1 : real(old, path);
}

int linkat(int from, const char* old, int to, const char* path, int flags)
{
    REAL(int, "linkat", int, const char*, int, const char*, int)
    return decide_at("link", to, path, 1) != PASS ? -1 : real(from, old, to, path, flags);
}

int mkdir(const char* path, mode_t mode)
{
    REAL(int, "mkdir", const char*, mode_t)
    return decide_at("mkdir", AT_FDCWD, path, 1) != PASS ? -1 : real(path, mode);
}

int mkdirat(int folder, const char* path, mode_t mode)
{
    REAL(int, "mkdirat", int, const char*, mode_t)
    return decide_at("mkdir", folder, path, 1) != PASS ? -1 : real(folder, path, mode);
}

ssize_t copy_file_range(int in, off64_t* from, int out, off64_t* to, size_t size, unsigned flags)
{
    REAL(ssize_t, "copy_file_range", int, off64_t*, int, off64_t*, size_t, unsigned)
    return decide_fd("copy", out, 1) != PASS ? -1 : real(in, from, out, to, size, flags);
}

ssize_t sendfile(int out, int in, off_t* offset, size_t size)
{
    REAL(ssize_t, "sendfile", int, int, off_t*, size_t)
    return decide_fd("copy", out, 1) != PASS ? -1 : real(out, in, offset, size);
}

ssize_t sendfile64(int out, int in, off64_t* offset, size_t size)
{
    REAL(ssize_t, "sendfile64", int, int, off64_t*, size_t)
    return decide_fd("copy", out, 1) != PASS ? -1 : real(out, in, offset, size);
}

long syscall(long number, ...)
{
    long a[6];
    va_list list;
    va_start(list, number);
    for (int i = 0; i < 6; ++i) {
        a[i] = va_arg(list, long);
    }
    va_end(list);
    if (number == SYS_openat2) {
        const struct open_how* how = (const struct open_how*)a[2];
        const int flags = (int)how->flags;
        if (writes(flags) &&
            decide_at("open", (int)a[0], (const char*)a[1], (flags & O_CREAT) != 0) != PASS) {
            return -1;
        }
    } else if (number == SYS_renameat2 &&
               decide_at("rename", (int)a[2], (const char*)a[3], 0) != PASS) {
        return -1;
    }
    return real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
