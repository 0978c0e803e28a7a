// Hands a question of ssh to the Rocport that started ssh, and its answer back to ssh. See
// core/remote/askserver.h; what is sent is said in askserver.cpp.

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace {

constexpr std::size_t kPromptLimit = 4096;

std::string variable(const char* name)
{
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

int fail(const char* what)
{
    std::fprintf(stderr, "rocport-askpass: %s\n", what);
    return 1;
}

int connectTo(const std::string& path)
{
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (path.empty() || path.size() >= sizeof(address.sun_path)) {
        return -1;
    }
    std::memcpy(address.sun_path, path.c_str(), path.size());
    const int handle = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (handle >= 0 &&
        ::connect(handle, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
        ::close(handle);
        return -1;
    }
    return handle;
}

bool sendAll(int handle, const std::string& bytes)
{
    std::size_t sent = 0;
    while (sent < bytes.size()) {
        const ssize_t count =
            ::send(handle, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (count <= 0 && errno != EINTR) {
            return false;
        }
        sent += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    return true;
}

bool writeAll(const char* bytes, std::size_t size)
{
    std::size_t written = 0;
    while (written < size) {
        const ssize_t count = ::write(STDOUT_FILENO, bytes + written, size - written);
        if (count <= 0 && errno != EINTR) {
            return false;
        }
        written += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    // No file with this memory in it, whatever happens.
    const rlimit none = {};
    ::setrlimit(RLIMIT_CORE, &none);

    const int handle = connectTo(variable("ROCPORT_ASK_SOCKET"));
    if (handle < 0) {
        return fail("Rocport cannot be reached: its socket (ROCPORT_ASK_SOCKET) does not answer; "
                    "start Rocport and try again");
    }
    std::string prompt = argc > 1 ? argv[1] : "";
    if (prompt.size() > kPromptLimit) {
        prompt.resize(kPromptLimit);
    }
    std::string request;
    for (const std::string& field :
         {variable("ROCPORT_ASK_TOKEN"), variable("ROCPORT_ASK_NODE").substr(0, 256),
          variable("SSH_ASKPASS_PROMPT").substr(0, 32), prompt}) {
        request += field;
        request += '\0';
    }
    if (!sendAll(handle, request)) {
        return fail("Rocport was asked, but the connection broke");
    }
    std::array<char, 16384> answer = {};
    std::size_t size = 0;
    while (size < answer.size() - 1) {
        const ssize_t count = ::recv(handle, answer.data() + size, answer.size() - 1 - size, 0);
        if (count == 0 || (count < 0 && errno != EINTR)) {
            break;
        }
        size += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    const bool given = size > 0 && answer[0] == '+';
    bool done = false;
    if (given) {
        answer[size] = '\n';
        done = writeAll(answer.data() + 1, size);
    }
    ::explicit_bzero(answer.data(), answer.size());
    ::close(handle);
    return done ? 0 : 1;
}
