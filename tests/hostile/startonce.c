// Starts a program once and lets copies of it run (LD_PRELOAD): what the linker, libraries and libgit2 do before main()
// takes most of the time of a short run. sandbox.py sends requests; each is answered with the number of a process that
// runs the program's own main() as if it had just been started, and belongs to who asked.
//   STARTONCE_REQUESTS, STARTONCE_ANSWERS  descriptors; without them the program runs as it is
// A request is its length (four bytes), and texts that end with NUL: the folder, where output and errors go, the limits of
// addresses ("unlimited" or bytes), of seconds and of a file's bytes, the number of arguments, these, and the environment.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

static int (*program)(int, char**, char**);

struct request
{
    const char* folder;
    const char* output;
    const char* errors;
    const char* addresses;
    const char* seconds;
    const char* file;
    int count;
    char** arguments; // ends with NULL
    char** environment;
};

static int read_whole(int from, void* into, size_t size)
{
    char* at = into;
    while (size > 0) {
        const ssize_t got = read(from, at, size);
        if (got <= 0) {
            return 0;
        }
        at += got;
        size -= (size_t)got;
    }
    return 1;
}

// The texts of a request in a list that ends with NULL.
static char** texts_of(char* bytes, size_t size)
{
    size_t count = 0;
    for (size_t i = 0; i < size; ++i) {
        count += bytes[i] == '\0';
    }
    char** texts = calloc(count + 1, sizeof *texts);
    size_t number = 0;
    for (char* at = bytes; texts != NULL && at < bytes + size; at += strlen(at) + 1) {
        texts[number++] = at;
    }
    return texts;
}

static int understood(char** texts, struct request* request)
{
    int given = 0;
    while (texts != NULL && texts[given] != NULL) {
        ++given;
    }
    const int before = 7;
    if (given < before) {
        return 0;
    }
    request->folder = texts[0];
    request->output = texts[1];
    request->errors = texts[2];
    request->addresses = texts[3];
    request->seconds = texts[4];
    request->file = texts[5];
    request->count = atoi(texts[6]);
    if (request->count < 1 || before + request->count > given) {
        return 0;
    }
    request->arguments = calloc((size_t)request->count + 1, sizeof *texts);
    if (request->arguments == NULL) {
        return 0;
    }
    memcpy(request->arguments, texts + before, (size_t)request->count * sizeof *texts);
    request->environment = texts + before + request->count;
    return 1;
}

static int limit(int what, const char* text)
{
    const rlim_t most = strcmp(text, "unlimited") == 0 ? RLIM_INFINITY : strtoull(text, NULL, 10);
    const struct rlimit both = {most, most};
    return setrlimit(what, &both);
}

static int put_in_place(int descriptor, const char* file, int flags)
{
    const int opened = open(file, flags, 0666);
    return opened >= 0 && dup2(opened, descriptor) == descriptor && (opened == descriptor || close(opened) == 0);
}

// What /bin/sh would have done before it started the program.
static int run(const struct request* request)
{
    const int failed = 126;
    setsid();
    environ = request->environment;
    if (!put_in_place(STDIN_FILENO, "/dev/null", O_RDONLY) ||
        !put_in_place(STDOUT_FILENO, request->output, O_WRONLY | O_CREAT | O_TRUNC) ||
        !put_in_place(STDERR_FILENO, request->errors, O_WRONLY | O_CREAT | O_TRUNC) || chdir(request->folder) != 0 ||
        limit(RLIMIT_CORE, "0") != 0 || limit(RLIMIT_AS, request->addresses) != 0 ||
        limit(RLIMIT_CPU, request->seconds) != 0 || limit(RLIMIT_FSIZE, request->file) != 0) {
        _exit(failed);
    }
    signal(SIGXFSZ, SIG_IGN);
    void (*faults)(void) = NULL;
    *(void**)&faults = dlsym(RTLD_DEFAULT, "faults_read_settings");
    if (faults != NULL) {
        faults();
    }
    return program(request->count, request->arguments, request->environment);
}

// Runs a request in a process whose parent has ended, so that it belongs to the next one above that takes such. Gives 0
// here and the program's code there.
static int serve(const struct request* request, int requests, int answers, volatile pid_t* made, int* is_program)
{
    *made = -1;
    const pid_t between = fork();
    if (between == 0) {
        const pid_t last = fork();
        if (last == 0) {
            close(requests);
            close(answers);
            *is_program = 1;
            return run(request);
        }
        *made = last;
        _exit(0);
    }
    while (between > 0 && waitpid(between, NULL, 0) < 0) {
    }
    const int32_t number = (int32_t)*made;
    if (write(answers, &number, sizeof number) != (ssize_t)sizeof number) {
        _exit(1);
    }
    return 0;
}

static int serve_all(int requests, int answers)
{
    void (*git)(void) = NULL;
    *(void**)&git = dlsym(RTLD_DEFAULT, "git_libgit2_init");
    if (git != NULL) {
        git(); // reads the certificates of the system; once more is a count
    }
    volatile pid_t* made = mmap(NULL, sizeof *made, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    uint32_t size = 0;
    while (made != MAP_FAILED && read_whole(requests, &size, sizeof size)) {
        char* bytes = malloc(size);
        struct request request;
        if (bytes == NULL || !read_whole(requests, bytes, size) || bytes[size - 1] != '\0' ||
            !understood(texts_of(bytes, size), &request)) {
            return 1;
        }
        int is_program = 0;
        const int code = serve(&request, requests, answers, made, &is_program);
        if (is_program) {
            return code;
        }
        free(bytes); // the lists stay: they are small
    }
    return 0;
}

static int main_once(int count, char** arguments, char** environment)
{
    const char* requests = getenv("STARTONCE_REQUESTS");
    const char* answers = getenv("STARTONCE_ANSWERS");
    if (requests == NULL || answers == NULL) {
        return program(count, arguments, environment);
    }
    return serve_all(atoi(requests), atoi(answers));
}

// What the program's own start calls.
int __libc_start_main(int (*given)(int, char**, char**), int count, char** arguments, void (*first)(void),
                      void (*last)(void), void (*linker)(void), void* stack);
int __libc_start_main(int (*given)(int, char**, char**), int count, char** arguments, void (*first)(void),
                      void (*last)(void), void (*linker)(void), void* stack)
{
    int (*real)(int (*)(int, char**, char**), int, char**, void (*)(void), void (*)(void), void (*)(void), void*);
    *(void**)&real = dlsym(RTLD_NEXT, "__libc_start_main");
    program = given;
    return real(main_once, count, arguments, first, last, linker, stack);
}
