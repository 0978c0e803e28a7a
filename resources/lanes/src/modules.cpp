// Modules that the program loads while it runs: shared objects of the command's.

#include "lanes/modules.h"

#include "accesses.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <set>

namespace rocport_lanes {

struct Module
{
    void* handle = nullptr;
    std::uintptr_t base = 0;
    std::vector<const void*> kernels;
    std::map<std::string, std::pair<const void*, std::size_t>> variables; ///< that have no symbol
    std::map<unsigned, std::pair<const void*, std::size_t>> expressions; ///< place and size
};

namespace {

constexpr const char* kMark = "rocport lanes module ";
constexpr std::size_t kMostName = 64;

std::recursive_mutex& moduleLock()
{
    static auto& lock = *new std::recursive_mutex; // outlives what programs do at their end
    return lock;
}

std::map<const void*, NamedKernel>& namedKernels()
{
    static auto& all = *new std::map<const void*, NamedKernel>;
    return all;
}

struct Loaded
{
    Module* first = nullptr; ///< nobody was given it yet
    bool isGiven = false;
};

std::map<std::string, Loaded>& loadedFiles()
{
    static auto& all = *new std::map<std::string, Loaded>;
    return all;
}

std::set<Module*>& liveModules()
{
    static auto& all = *new std::set<Module*>;
    return all;
}

Module* loading = nullptr; ///< the one whose constructors run, under the lock

std::string folder()
{
    const char* name = std::getenv("LANES_MODULES");
    return name == nullptr ? std::string() : name;
}

/// "12.so" and the like, never a path.
bool isFileName(const std::string& name)
{
    return !name.empty() && name.size() <= kMostName && name[0] != '.' &&
           name.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz._-") == std::string::npos;
}

/// Where the code of an object lies.
void noteCode(const Module& module, unsigned number)
{
    struct Search
    {
        std::uintptr_t base;
        std::uintptr_t end;
    } search{module.base, 0};
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* place) {
            auto& wanted = *static_cast<Search*>(place);
            if (object->dlpi_addr != wanted.base) {
                return 0;
            }
            for (int i = 0; i < object->dlpi_phnum; ++i) {
                const auto& part = object->dlpi_phdr[i];
                if (part.p_type == PT_LOAD) {
                    wanted.end = std::max<std::uintptr_t>(wanted.end, object->dlpi_addr +
                                                                          part.p_vaddr +
                                                                          part.p_memsz);
                }
            }
            return 1;
        },
        &search);
    if (search.end != 0) {
        noteModuleCode(number, search.base, search.end);
    }
}

Module* openObject(const std::string& path, unsigned number)
{
    auto* module = new Module;
    loading = module;
    module->handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    loading = nullptr;
    if (module->handle == nullptr) {
        std::fprintf(stderr, "A module cannot be loaded: %s\n", dlerror());
        delete module;
        return nullptr;
    }
    link_map* map = nullptr;
    if (dlinfo(module->handle, RTLD_DI_LINKMAP, &map) == 0) {
        module->base = map->l_addr;
        noteCode(*module, number);
    }
    return module;
}

/// Another copy of the file, so that what is loaded has variables of its own.
Module* openCopy(const std::string& file, unsigned number)
{
    static unsigned copies = 0;
    const char* temporary = std::getenv("TMPDIR");
    const std::string path = std::string(temporary == nullptr ? "/tmp" : temporary) + "/module-" +
                             std::to_string(++copies) + '-' + file;
    {
        std::ifstream from(folder() + '/' + file, std::ios::binary);
        std::ofstream to(path, std::ios::binary | std::ios::trunc);
        to << from.rdbuf();
        if (!from || !to.flush()) {
            return nullptr;
        }
    }
    Module* module = openObject(path, number);
    std::remove(path.c_str());
    return module;
}

/// Opens a file; `gives`: for the program, and not only to read what it has.
Module* openFile(const std::string& file, bool gives)
{
    const unsigned number = static_cast<unsigned>(std::strtoul(file.c_str(), nullptr, 10));
    Loaded& known = loadedFiles()[file];
    if (known.first == nullptr) {
        known.first = openObject(folder() + '/' + file, number);
        if (known.first == nullptr) {
            return nullptr;
        }
    } else if (known.isGiven && gives) {
        return openCopy(file, number);
    }
    known.isGiven = known.isGiven || gives;
    return known.first;
}

bool isLive(Module* module)
{
    return module != nullptr && liveModules().contains(module);
}

/// A symbol of the module itself, not of what it needs.
const void* symbolOf(const Module& module, const char* name, std::size_t* bytes, int kind)
{
    const void* place = dlsym(module.handle, name);
    Dl_info info{};
    void* entry = nullptr;
    if (place == nullptr || dladdr1(place, &info, &entry, RTLD_DL_SYMENT) == 0 ||
        reinterpret_cast<std::uintptr_t>(info.dli_fbase) != module.base || entry == nullptr) {
        return nullptr;
    }
    const auto& symbol = *static_cast<const ElfW(Sym)*>(entry);
    if (info.dli_saddr != place || ELF64_ST_TYPE(symbol.st_info) != kind) {
        return nullptr;
    }
    if (bytes != nullptr) {
        *bytes = symbol.st_size;
    }
    return place;
}

constexpr const char* kExpression = "lanes_expression_";

/// The expression of a name that expressionNames() made up; null: it is none.
const std::pair<const void*, std::size_t>* expressionOf(const Module& module, const char* name)
{
    const std::size_t length = std::strlen(kExpression);
    if (std::strncmp(name, kExpression, length) != 0) {
        return nullptr;
    }
    const auto found =
        module.expressions.find(static_cast<unsigned>(std::strtoul(name + length, nullptr, 10)));
    return found == module.expressions.end() ? nullptr : &found->second;
}

} // namespace

void keepNamedKernel(const void* address, const NamedKernel& kernel)
{
    const std::lock_guard lock(moduleLock());
    namedKernels()[address] = kernel;
    if (loading != nullptr) {
        loading->kernels.push_back(address);
    }
}

const NamedKernel* namedKernelAt(const void* address)
{
    const std::lock_guard lock(moduleLock());
    const auto found = namedKernels().find(address);
    return found == namedKernels().end() ? nullptr : &found->second;
}

void keepVariable(const char* name, const void* address, std::size_t bytes)
{
    if (loading != nullptr) {
        loading->variables[name] = {address, bytes};
    }
}

void keepExpression(unsigned number, const void* address, std::size_t bytes)
{
    if (loading != nullptr) {
        loading->expressions[number] = {address, bytes};
    }
}

std::string moduleText(const std::string& file, const char* kind)
{
    return kMark + file + '\n' + "This stands for a " + kind +
           " and names what was built for the CPU.\n" + '\0';
}

bool readWhole(const char* path, std::string& bytes)
{
    constexpr off_t kMost = off_t{1} << 30;
    struct stat found = {};
    if (stat(path, &found) != 0 || !S_ISREG(found.st_mode) || found.st_size > kMost) {
        return false;
    }
    std::ifstream file(path, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    return !file.bad();
}

std::string moduleFileOf(const void* image, const char*& what, Code& code)
{
    const auto* const bytes = static_cast<const unsigned char*>(image);
    const auto* const text = static_cast<const char*>(image);
    what = "nothing";
    code = Code::InvalidValue;
    if (image == nullptr) {
        return {};
    }
    const std::size_t length = std::strlen(kMark);
    if (std::strncmp(text, kMark, length) == 0) {
        std::string name;
        for (const char* at = text + length;
             *at != '\n' && *at != 0 && name.size() <= kMostName; ++at) {
            name += *at;
        }
        code = Code::InvalidImage;
        what = "a text that names a module which is not there";
        struct stat found = {};
        const bool isThere = isFileName(name) && !folder().empty() &&
                             stat((folder() + '/' + name).c_str(), &found) == 0;
        return isThere ? name : std::string();
    }
    constexpr unsigned char kFatBinary[] = {0x50, 0xED, 0x55, 0xBA};
    constexpr unsigned char kWrapper[] = {0xB1, 0x43, 0x62, 0x46}; // leads to such a binary
    code = Code::InvalidImage;
    if (std::strncmp(text, "\177ELF", 4) == 0) {
        what = "a binary for a GPU";
    } else if (std::strncmp(text, "__CLANG_OFFLOAD_BUNDLE__", 24) == 0 ||
               (bytes[0] == kFatBinary[0] && bytes[1] == kFatBinary[1]) ||
               (bytes[0] == kWrapper[0] && bytes[1] == kWrapper[1])) {
        what = "a bundle of binaries for GPUs";
    } else if (std::string(text, strnlen(text, 64 * 1024)).find(".version") != std::string::npos) {
        what = "PTX";
        code = Code::InvalidPtx;
    } else {
        what = "no module";
    }
    return {};
}

void sayRefused(const ModuleCall& call, const char* what)
{
    const std::string given = call.path == nullptr ? what : std::string(call.path) + ", " + what;
    std::fprintf(stderr,
                 "%s:%u: %s is given %s, which cannot run on the CPU; what can is built from a "
                 "source beside the program, or by the runtime compiler.\n",
                 call.site.file, call.site.line, call.name, given.c_str());
}

Code loadModule(Module*& module, const void* image, const ModuleCall& call)
{
    const char* what = nullptr;
    Code code = Code::Success;
    const std::lock_guard lock(moduleLock());
    const std::string file = moduleFileOf(image, what, code);
    if (file.empty()) {
        sayRefused(call, what);
        return code;
    }
    module = openFile(file, true);
    if (module == nullptr) {
        return Code::InvalidImage;
    }
    liveModules().insert(module);
    return Code::Success;
}

Code loadModuleFile(Module*& module, const char* path, const ModuleCall& call)
{
    std::string bytes;
    if (path == nullptr) {
        return Code::InvalidValue;
    }
    if (!readWhole(path, bytes)) {
        std::fprintf(stderr, "%s:%u: %s does not find %s.\n", call.site.file, call.site.line,
                     call.name, path);
        return Code::FileNotFound;
    }
    return loadModule(module, bytes.c_str(), {call.name, call.site, path});
}

Code unloadModule(Module* module)
{
    const std::lock_guard lock(moduleLock());
    // Its code stays: what is said later may name its kernels.
    return liveModules().erase(module) != 0 ? Code::Success : Code::InvalidHandle;
}

Code findFunction(Module* module, const char* name, const void*& function)
{
    const std::lock_guard lock(moduleLock());
    if (!isLive(module)) {
        return Code::InvalidHandle;
    }
    if (name == nullptr) {
        return Code::InvalidValue;
    }
    const auto* const expression = expressionOf(*module, name);
    const void* place =
        expression != nullptr ? expression->first : symbolOf(*module, name, nullptr, STT_FUNC);
    if (place == nullptr || !namedKernels().contains(place)) {
        return Code::NotFound;
    }
    function = place;
    return Code::Success;
}

Code findGlobal(Module* module, const char* name, void*& place, std::size_t& bytes)
{
    const std::lock_guard lock(moduleLock());
    if (!isLive(module)) {
        return Code::InvalidHandle;
    }
    if (name == nullptr) {
        return Code::InvalidValue;
    }
    const auto* const expression = expressionOf(*module, name);
    if (expression != nullptr && expression->second != 0) {
        place = const_cast<void*>(expression->first);
        bytes = expression->second;
        return Code::Success;
    }
    const void* found = symbolOf(*module, name, &bytes, STT_OBJECT);
    const auto own = module->variables.find(name);
    if (found == nullptr && own != module->variables.end()) {
        found = own->second.first;
        bytes = own->second.second;
    }
    place = const_cast<void*>(found);
    return found == nullptr ? Code::NotFound : Code::Success;
}

Code listFunctions(Module* module, std::vector<const void*>& functions)
{
    const std::lock_guard lock(moduleLock());
    if (!isLive(module)) {
        return Code::InvalidHandle;
    }
    functions = module->kernels;
    std::sort(functions.begin(), functions.end());
    functions.erase(std::unique(functions.begin(), functions.end()), functions.end());
    return Code::Success;
}

std::vector<std::string> expressionNames(const std::string& file, std::size_t count)
{
    const std::lock_guard lock(moduleLock());
    std::vector<std::string> names(count);
    const Module* module = openFile(file, false);
    if (module == nullptr) {
        return names;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const auto found = module->expressions.find(static_cast<unsigned>(i));
        if (found == module->expressions.end()) {
            continue;
        }
        Dl_info info{};
        const void* place = found->second.first;
        const bool isNamed = dladdr(place, &info) != 0 && info.dli_saddr == place &&
                             info.dli_sname != nullptr && dlsym(module->handle, info.dli_sname) == place;
        names[i] = isNamed ? info.dli_sname : kExpression + std::to_string(i);
    }
    return names;
}

namespace {

/// Where the arguments lie that `extra` names in a row; false: they are not all there.
bool placesInRow(const NamedKernel& kernel, void** extra, std::vector<void*>& places)
{
    constexpr std::uintptr_t kPointer = 1;
    constexpr std::uintptr_t kSize = 2;
    char* row = nullptr;
    std::size_t bytes = 0;
    constexpr int kMostEntries = 8;
    for (int i = 0; i < kMostEntries; i += 2) {
        const auto what = reinterpret_cast<std::uintptr_t>(extra[i]);
        if (what == kPointer) {
            row = static_cast<char*>(extra[i + 1]);
        } else if (what == kSize) {
            bytes = *static_cast<const std::size_t*>(extra[i + 1]);
        } else {
            break; // the end: 0 for CUDA, 3 for HIP
        }
    }
    std::size_t at = 0;
    for (const ParameterSize& one : kernel.parameters) {
        at = (at + one.alignment - 1) / one.alignment * one.alignment;
        places.push_back(row + at);
        at += one.bytes;
    }
    places.push_back(nullptr);
    return at == 0 || (row != nullptr && at <= bytes);
}

} // namespace

Code launchFunction(const void* function, const LaunchSize& size, void** arguments, void** extra,
                    Stream* stream, const Site& site)
{
    const NamedKernel* const named = namedKernelAt(function);
    const BindKernel* const bind = named != nullptr ? &named->bind : kernelAt(function);
    if (bind == nullptr) {
        return keepError(Code::InvalidHandle);
    }
    std::vector<void*> places;
    const bool usesRow = arguments == nullptr && extra != nullptr;
    if (usesRow && (named == nullptr || !placesInRow(*named, extra, places))) {
        return keepError(Code::InvalidValue);
    }
    if (!usesRow && arguments == nullptr && named != nullptr && !named->parameters.empty()) {
        return keepError(Code::InvalidValue);
    }
    auto launch = (*bind)(size, usesRow ? places.data() : arguments, site);
    if (current != nullptr) {
        launchLater([launch] { (void)launch(); });
        return Code::Success;
    }
    return captured(stream, NodeKind::Kernel, [launch] { (void)launch(); }) ? Code::Success
                                                                            : launch();
}

} // namespace rocport_lanes
