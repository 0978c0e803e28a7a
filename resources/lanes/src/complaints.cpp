// What kernels do that no GPU may be asked to do.

#include "lanes/engine.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>

namespace lanes {

namespace {

std::string quoted(const char* text)
{
    std::string result = "\"";
    for (const char* at = text; *at != 0; ++at) {
        if (static_cast<unsigned char>(*at) < 0x20) {
            continue;
        }
        if (*at == '"' || *at == '\\') {
            result += '\\';
        }
        result += *at;
    }
    return result + '"';
}

std::string placeOf(const Site& site)
{
    return "\"file\":" + quoted(site.file) + ",\"line\":" + std::to_string(site.line);
}

} // namespace

void complain(const char* check, const char* kernel, const char* text, const Site& site)
{
    static std::mutex lock;
    const std::lock_guard one(lock);
    static std::set<std::string> said;
    const std::string place = placeOf(site);
    if (!said.insert(check + place).second) {
        return;
    }
    static const char* const name = std::getenv("LANES_CHECKS");
    static std::FILE* const file = name == nullptr ? nullptr : std::fopen(name, "a");
    if (file == nullptr) {
        std::fprintf(stderr, "%s:%u: in %s: %s\n", site.file, site.line, kernel, text);
        return;
    }
    std::fprintf(file, "{\"check\":\"%s\",%s,\"kernel\":%s,\"text\":%s}\n", check, place.c_str(),
                 quoted(kernel).c_str(), quoted(text).c_str());
    std::fflush(file);
}

} // namespace lanes
