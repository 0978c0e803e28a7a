// Writes down what comes back from the device: a line of JSON for each copy in copies.jsonl of the
// folder LANES_COPIES, and its bytes in copies.bin.

#include "lanes/recording.h"

#include "quoted.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace rocport_lanes {

namespace {

constexpr unsigned long long kMostKept = 1ULL << 30; // bytes
constexpr unsigned long long kMostCopies = 100000;

struct Writer
{
    const char* kernel = nullptr;
    unsigned long long launch = 0; ///< 1-based
    LaunchSize size;
    Site site;
};

/// What is known of an allocation.
struct Memory
{
    Writer writer;
    const char* type = nullptr;
    bool managed = false;
    unsigned long long order = 0; ///< of managed memory, as it was allocated
    unsigned long long shown = 0; ///< launch that was recorded last
    std::size_t bytes = 0;
    const char* text = "";
    Site site;
};

struct Name
{
    const char* text = "";
    Site site;
};

thread_local Name nextName;

Name takeName()
{
    return std::exchange(nextName, Name());
}

std::atomic<unsigned long long> launches{0};

/// The type behind "T = " of a function's name, or the text itself.
std::string typeOf(const char* text)
{
    const std::string whole = text == nullptr ? "" : text;
    const std::size_t at = whole.rfind("T = ");
    if (at == std::string::npos) {
        return whole;
    }
    return whole.substr(at + 4, whole.rfind(']') - at - 4);
}

bool isByte(const char* type)
{
    return std::strcmp(type, "int8") == 0 || std::strcmp(type, "uint8") == 0;
}

class Recorder
{
public:
    Recorder()
    {
        const char* folder = std::getenv("LANES_COPIES");
        if (folder == nullptr) {
            return;
        }
        const std::string base = folder;
        m_index = std::fopen((base + "/copies.jsonl").c_str(), "we");
        m_data = ::open((base + "/copies.bin").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
                        0600);
        m_records = m_index != nullptr && m_data >= 0;
    }

    [[nodiscard]] bool records() const { return m_records; }
    std::mutex& lock() { return m_lock; }

    /// Of the allocation that holds `place`; null: none.
    Memory* memoryAt(const void* place)
    {
        void* start = nullptr;
        std::size_t bytes = 0;
        bool onHost = false;
        return allocationOf(place, start, bytes, onHost) ? &m_memories[start] : nullptr;
    }
    void forget(void* memory) { m_memories.erase(memory); }

    void noteManaged(void* memory, std::size_t bytes, const char* type, const Name& name)
    {
        Memory& known = m_memories[memory];
        known.managed = true;
        known.bytes = bytes;
        known.type = type;
        known.order = ++m_managed;
        known.text = name.text;
        known.site = name.site;
    }

    /// Managed memory that was written since it was recorded, as it was allocated.
    std::vector<std::pair<const void*, Memory*>> changedManaged()
    {
        std::vector<std::pair<const void*, Memory*>> all;
        for (auto& [start, memory] : m_memories) {
            if (memory.managed && memory.writer.launch > memory.shown) {
                all.emplace_back(start, &memory);
            }
        }
        std::sort(all.begin(), all.end(),
                  [](const auto& a, const auto& b) { return a.second->order < b.second->order; });
        return all;
    }

    void write(const CopiedRows& copied, const Name& name, const char* type, const Writer& writer,
               bool managed)
    {
        if (m_number >= kMostCopies) {
            if (m_number == kMostCopies) {
                ++m_number;
                std::fputs("{\"more\":true}\n", m_index);
                std::fflush(m_index);
            }
            return;
        }
        ++m_number;
        const unsigned long long bytes = 1ULL * copied.width * copied.rows;
        const bool keeps = m_kept + bytes <= kMostKept && !m_failed;
        long long offset = -1;
        std::uint64_t hash = 0x9e3779b97f4a7c15ULL;
        for (std::size_t row = 0; row < copied.rows; ++row) {
            const char* from = static_cast<const char*>(copied.from) + row * copied.fromPitch;
            addHash(hash, from, copied.width);
            if (keeps && !put(from, copied.width)) {
                m_failed = true;
                break;
            }
        }
        if (keeps && !m_failed) {
            offset = static_cast<long long>(m_kept);
            m_kept += bytes;
        }
        std::string line = "{\"number\":" + std::to_string(m_number);
        line += ",\"text\":" + quoted(name.text) + ",\"file\":" + quoted(name.site.file) +
                ",\"line\":" + std::to_string(name.site.line);
        line += ",\"type\":" + quoted(typeOf(type).c_str());
        line += ",\"bytes\":" + std::to_string(bytes) + ",\"offset\":" + std::to_string(offset);
        char digits[17];
        std::snprintf(digits, sizeof(digits), "%016llx", static_cast<unsigned long long>(hash));
        line += ",\"hash\":\"" + std::string(digits) + '"';
        if (managed) {
            line += ",\"managed\":true";
        }
        if (writer.kernel != nullptr) {
            line += ",\"kernel\":" + quoted(writer.kernel) +
                    ",\"launch\":" + std::to_string(writer.launch) +
                    ",\"grid\":" + sizesOf(writer.size.grid) +
                    ",\"block\":" + sizesOf(writer.size.block) +
                    ",\"kernelFile\":" + quoted(writer.site.file) +
                    ",\"kernelLine\":" + std::to_string(writer.site.line);
        }
        line += "}\n";
        std::fputs(line.c_str(), m_index);
        std::fflush(m_index);
    }

    Writer latest; ///< the launch that ran last, for what kernels reach without an argument

private:
    static std::string sizesOf(const Index3& size)
    {
        return '[' + std::to_string(size.x) + ',' + std::to_string(size.y) + ',' +
               std::to_string(size.z) + ']';
    }

    static void addHash(std::uint64_t& hash, const char* bytes, std::size_t count)
    {
        const auto add = [&hash](std::uint64_t word) {
            hash = (hash ^ word) * 0xff51afd7ed558ccdULL;
            hash ^= hash >> 32;
        };
        std::size_t at = 0;
        for (; at + sizeof(std::uint64_t) <= count; at += sizeof(std::uint64_t)) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes + at, sizeof(word));
            add(word);
        }
        std::uint64_t word = count;
        std::memcpy(&word, bytes + at, std::min(count - at, sizeof(word)));
        add(word ^ (std::uint64_t{count} << 32));
    }

    bool put(const char* bytes, std::size_t count) const
    {
        while (count > 0) {
            const ssize_t done = ::write(m_data, bytes, count);
            if (done <= 0) {
                return false;
            }
            bytes += done;
            count -= static_cast<std::size_t>(done);
        }
        return true;
    }

    bool m_records = false;
    bool m_failed = false; ///< the disk took no more: only hashes from here on
    std::FILE* m_index = nullptr;
    int m_data = -1;
    unsigned long long m_number = 0;
    unsigned long long m_kept = 0;
    unsigned long long m_managed = 0;
    std::map<void*, Memory> m_memories;
    std::mutex m_lock;
};

Recorder& recorder()
{
    static Recorder& only = *new Recorder; // destructors of the program may copy as well
    return only;
}

constexpr int kToHost = 2;
constexpr int kOnDevice = 3;
constexpr int kDefault = 4;

bool isOnDevice(const void* place)
{
    void* start = nullptr;
    std::size_t bytes = 0;
    bool onHost = false;
    return allocationOf(place, start, bytes, onHost) && !onHost;
}

} // namespace

bool records()
{
    static const bool does = recorder().records();
    return does;
}

void nameCopy(const char* text, const Site& site)
{
    nextName = {text, site};
}

void recordCopy(const CopiedRows& copied, int kind, const char* toType, const char* fromType)
{
    const Name name = takeName();
    const bool toDevice = isOnDevice(copied.to);
    const bool fromDevice = isOnDevice(copied.from);
    const bool toHost = kind == kToHost || (kind == kDefault && fromDevice && !toDevice);
    Recorder& all = recorder();
    const std::lock_guard one(all.lock());
    Memory* from = all.memoryAt(copied.from);
    if (toHost) {
        // What a pointer to bytes points to is as a rule known better from the allocation.
        const char* type = fromType;
        for (const char* other : {toType, from == nullptr ? nullptr : from->type}) {
            if (other != nullptr && (type == nullptr || (isByte(type) && !isByte(other)))) {
                type = other;
            }
        }
        all.write(copied, name, type, from == nullptr ? all.latest : from->writer, false);
        return;
    }
    Memory* to = toDevice ? all.memoryAt(copied.to) : nullptr;
    if (to == nullptr) {
        return;
    }
    to->type = to->type == nullptr ? (toType == nullptr ? fromType : toType) : to->type;
    if (kind == kOnDevice || (kind == kDefault && fromDevice)) {
        to->writer = from == nullptr ? all.latest : from->writer;
        to->type = to->type == nullptr && from != nullptr ? from->type : to->type;
    }
}

void noteManaged(void* memory, std::size_t bytes, const char* type)
{
    const Name name = takeName();
    if (memory == nullptr || !records()) {
        return;
    }
    Recorder& all = recorder();
    const std::lock_guard one(all.lock());
    all.noteManaged(memory, bytes, type, name);
}

void recordManaged()
{
    if (!records()) {
        return;
    }
    Recorder& all = recorder();
    const std::lock_guard one(all.lock());
    for (const auto& [start, memory] : all.changedManaged()) {
        memory->shown = memory->writer.launch;
        all.write({nullptr, start, memory->bytes, memory->bytes, 1}, {memory->text, memory->site},
                  memory->type, memory->writer, true);
    }
}

void forgetWriter(void* memory)
{
    if (!records()) {
        return;
    }
    Recorder& all = recorder();
    const std::lock_guard one(all.lock());
    all.forget(memory);
}

LaunchRecord::LaunchRecord(const char* name, const Site& site, const LaunchSize& size)
    : m_name(name), m_site(site), m_size(size), m_number(++launches)
{
    Recorder& all = recorder();
    const std::lock_guard one(all.lock());
    all.latest = {m_name, m_number, m_size, m_site};
}

void LaunchRecord::wrote(const void* place, const char* type) const
{
    Recorder& all = recorder();
    const std::lock_guard one(all.lock());
    Memory* memory = all.memoryAt(place);
    if (memory == nullptr) {
        return;
    }
    memory->writer = {m_name, m_number, m_size, m_site};
    const bool tellsMore =
        type != nullptr && (memory->type == nullptr || (isByte(memory->type) && !isByte(type)));
    memory->type = tellsMore ? type : memory->type;
}

void LaunchRecord::addWords(const void* argument, std::size_t bytes) const
{
    for (std::size_t at = 0; at + sizeof(void*) <= bytes; at += sizeof(void*)) {
        const void* word = nullptr;
        std::memcpy(&word, static_cast<const char*>(argument) + at, sizeof(word));
        wrote(word, nullptr);
    }
}

} // namespace rocport_lanes
