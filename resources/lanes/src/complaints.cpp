// What kernels do that no GPU may be asked to do.

#include "accesses.h"
#include "quoted.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>

namespace rocport_lanes {

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

namespace {

std::string placeOf(const Site& site)
{
    return "\"file\":" + quoted(site.file) + ",\"line\":" + std::to_string(site.line);
}

/// Told once: a line of JSON, or a sentence where nobody reads that.
void tell(const char* check, const std::string& place, const char* kernel, const char* text,
          const std::string& sentence)
{
    static std::mutex lock;
    const std::lock_guard one(lock);
    static auto& said = *new std::set<std::string>;
    constexpr std::size_t kMost = 1000;
    if (said.size() >= kMost || !said.insert(check + place).second) {
        return;
    }
    static const char* const name = std::getenv("LANES_CHECKS");
    static std::FILE* const file = name == nullptr ? nullptr : std::fopen(name, "a");
    if (file == nullptr) {
        std::fprintf(stderr, "%s: in %s: %s\n", sentence.c_str(), kernel, text);
        return;
    }
    std::fprintf(file, "{\"check\":\"%s\",%s,\"kernel\":%s,\"text\":%s}\n", check, place.c_str(),
                 quoted(kernel).c_str(), quoted(text).c_str());
    std::fflush(file);
}

} // namespace

bool isFirst(const char* check, std::uintptr_t code)
{
    static thread_local std::set<std::pair<char, std::uintptr_t>> said;
    return said.emplace(*check, code).second;
}

void complainAt(const char* check, const char* kernel, const std::string& text, std::uintptr_t code,
                std::uintptr_t other)
{
    tell(check, "\"code\":" + std::to_string(code) + ",\"other\":" + std::to_string(other), kernel,
         text.c_str(), "code " + std::to_string(code));
}

void complain(const char* check, const char* kernel, const char* text, const Site& site)
{
    tell(check, placeOf(site), kernel, text, site.file + (':' + std::to_string(site.line)));
}

} // namespace rocport_lanes
