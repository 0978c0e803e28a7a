// A program that does what its first argument names, none of which a program ought to do.
#include <cuda_runtime.h>

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

__global__ void null_pointer(int* x)
{
    x[threadIdx.x] = 1;
}

__device__ int depth_of(int n)
{
    volatile char room[4096];
    room[n % 4096] = 1;
    return n == 0 ? room[0] : depth_of(n - 1) + room[n % 4096];
}
__global__ void deep(int* x, int n)
{
    *x = depth_of(n);
}

__global__ void divides(int* x, int by)
{
    *x = 7 / (by + static_cast<int>(threadIdx.x));
}

__global__ void in_library(int* x, const char* number)
{
    *x = std::atoi(number);
}

void allocate_device()
{
    constexpr size_t kEach = size_t{64} << 20;
    void* memory;
    cudaError_t error = cudaSuccess;
    size_t many = 0;
    while ((error = cudaMalloc(&memory, kEach)) == cudaSuccess) {
        ++many;
    }
    std::printf("%s after %s\n", cudaGetErrorString(error), many > 4 ? "some" : "few");
    std::printf("%d\n", cudaMalloc(&memory, size_t{81} << 30));
}

void write_to(const char* what, const std::string& path)
{
    const int file = open(path.c_str(), O_WRONLY | O_CREAT, 0600);
    std::printf("%s %s\n", what, file < 0 ? "refused" : write(file, "x", 1) == 1 ? "written" : "not");
}

/// A child, its child, and one that leaves the session; all wait for minutes.
void start_others()
{
    for (int i = 0; i < 2; ++i) {
        if (fork() == 0) {
            if (i == 1) {
                setsid();
            }
            (void)!fork();
            close(0);
            sleep(300);
            _exit(0);
        }
    }
    std::puts("forked");
}

int main(int count, char** words)
{
    const std::string what = count > 1 ? words[1] : "";
    const std::string more = count > 2 ? words[2] : "";
    int* x;
    cudaMallocManaged(&x, sizeof(int));
    if (what == "loop") {
        std::puts("begins");
        std::fflush(stdout);
        for (volatile int i = 0;; i = i + 1) {
        }
    } else if (what == "host-memory") {
        std::vector<char*> all;
        for (;;) {
            all.push_back(new char[1 << 24]);
        }
    } else if (what == "device-memory") {
        allocate_device();
    } else if (what == "null") {
        null_pointer<<<2, 4>>>(nullptr);
    } else if (what == "stack") {
        deep<<<1, 1>>>(x, 100);
    } else if (what == "zero") {
        divides<<<1, 1>>>(x, count - 2);
    } else if (what == "library") {
        in_library<<<1, 1>>>(x, count > 2 ? words[2] : nullptr);
    } else if (what == "host-crash") {
        *reinterpret_cast<volatile int*>(static_cast<size_t>(count - 2)) = 1;
    } else if (what == "exit") {
        std::printf("left");
        std::exit(3);
    } else if (what == "much") {
        const std::string line(1023, 'x');
        for (int i = 0; i < 80 * 1024; ++i) {
            std::puts(line.c_str());
        }
        std::fputs("came to its end\n", stderr);
    } else if (what == "input") {
        int number = 0;
        const int read = std::scanf("%d", &number);
        std::printf("%d %d\n", read, std::feof(stdin) != 0);
    } else if (what == "fork") {
        start_others();
    } else if (what == "file") {
        std::FILE* file = std::fopen("none.dat", "r");
        if (file == nullptr) {
            std::fputs("cannot open none.dat\n", stderr);
            return 4;
        }
    } else if (what == "write") {
        write_to("home", std::string(std::getenv("HOME")) + "/own");
        write_to("user", more + "/home/written");
        write_to("repository", more + "/written");
        write_to("copy", "data.txt");
        write_to("own", "written");
    } else if (what == "paths") {
        for (int i = 3; i < count; ++i) {
            const int file = open(words[i], O_WRONLY);
            const bool written = file >= 0 && write(file, "x", 1) == 1;
            std::printf("%s %s\n", words[i], written ? "written" : "refused");
        }
    } else if (what == "count") {
        int many = 0;
        for (const auto& entry : std::filesystem::directory_iterator(more)) {
            many += entry.path().empty() ? 0 : 1;
        }
        std::printf("%d\n", many);
    } else if (what == "network") {
        sockaddr_in place{};
        place.sin_family = AF_INET;
        place.sin_port = htons(static_cast<unsigned short>(std::atoi(more.c_str())));
        place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const int one = socket(AF_INET, SOCK_STREAM, 0);
        const int code = connect(one, reinterpret_cast<sockaddr*>(&place), sizeof place);
        std::puts(code == 0 ? "connected" : "refused");
    }
    std::fflush(stdout);
    return 0;
}
