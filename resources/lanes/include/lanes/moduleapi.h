// Modules, their functions and what is linked of several: included by driverapi.h, once for the
// vendor.

#include "lanes/modules.h"

namespace rocport_lanes {

inline LANES_DRIVER_RESULT loadedModule(LANES_DRIVER_MODULE* module, const void* image,
                                        const ModuleCall& call)
{
    Module* loaded = nullptr;
    const Code code =
        module == nullptr ? Code::InvalidValue : loadModule(loaded, image, call);
    if (code == Code::Success) {
        *module = reinterpret_cast<LANES_DRIVER_MODULE>(loaded);
    }
    return driver(code);
}

/// Logs and times that a program asks for when it loads or links: there is nothing to say. Both
/// vendors count the options alike.
template <typename Option>
void answerOptions(unsigned count, const Option* options, void** values)
{
    constexpr int kWallTime = 2;
    constexpr int kLogs[] = {3, 5}; // each with its size as the next option
    for (unsigned i = 0; i < count && options != nullptr && values != nullptr; ++i) {
        const int option = static_cast<int>(options[i]);
        if (option == kWallTime) {
            values[i] = nullptr; // 0 as a float
        }
        for (const int log : kLogs) {
            if (option == log && values[i] != nullptr) {
                for (unsigned size = 0; size < count; ++size) {
                    if (static_cast<int>(options[size]) == log + 1 && values[size] != nullptr) {
                        *static_cast<char*>(values[i]) = 0;
                    }
                }
            }
        }
    }
}

inline LaunchSize launchSize(unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                             unsigned blockY, unsigned blockZ, unsigned shared, bool cooperative)
{
    return {{gridX, gridY, gridZ}, {blockX, blockY, blockZ}, shared, cooperative};
}

/// What a link is made of: one module, which is what comes of it.
struct Link
{
    std::string file;
    std::string text;
};

} // namespace rocport_lanes

#define LANES_MODULE_CALL(name)                                                                    \
    rocport_lanes::ModuleCall                                                                      \
    {                                                                                              \
        LANES_TEXT(LANES_DRIVER(name)), site                                                       \
    }

inline LANES_DRIVER_RESULT
    LANES_DRIVER(ModuleLoad)(LANES_DRIVER_MODULE* module, const char* path,
                             rocport_lanes::Site site = rocport_lanes::Site::here())
{
    rocport_lanes::Module* loaded = nullptr;
    const rocport_lanes::Code code =
        module == nullptr
            ? rocport_lanes::Code::InvalidValue
            : rocport_lanes::loadModuleFile(loaded, path, LANES_MODULE_CALL(ModuleLoad));
    if (code == rocport_lanes::Code::Success) {
        *module = reinterpret_cast<LANES_DRIVER_MODULE>(loaded);
    }
    return rocport_lanes::driver(code);
}
inline LANES_DRIVER_RESULT
    LANES_DRIVER(ModuleLoadData)(LANES_DRIVER_MODULE* module, const void* image,
                                 rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::loadedModule(module, image, LANES_MODULE_CALL(ModuleLoadData));
}
inline LANES_DRIVER_RESULT
    LANES_DRIVER(ModuleLoadFatBinary)(LANES_DRIVER_MODULE* module, const void* image,
                                      rocport_lanes::Site site = rocport_lanes::Site::here())
{
    return rocport_lanes::loadedModule(module, image, LANES_MODULE_CALL(ModuleLoadFatBinary));
}
inline LANES_DRIVER_RESULT
    LANES_DRIVER(ModuleLoadDataEx)(LANES_DRIVER_MODULE* module, const void* image, unsigned count,
                                   LANES_DRIVER_OPTION* options, void** values,
                                   rocport_lanes::Site site = rocport_lanes::Site::here())
{
    rocport_lanes::answerOptions(count, options, values);
    return rocport_lanes::loadedModule(module, image, LANES_MODULE_CALL(ModuleLoadDataEx));
}
inline LANES_DRIVER_RESULT LANES_DRIVER(ModuleUnload)(LANES_DRIVER_MODULE module)
{
    return rocport_lanes::driver(
        rocport_lanes::unloadModule(reinterpret_cast<rocport_lanes::Module*>(module)));
}
inline LANES_DRIVER_RESULT LANES_DRIVER(ModuleGetFunction)(LANES_DRIVER_FUNCTION* function,
                                                           LANES_DRIVER_MODULE module,
                                                           const char* name)
{
    const void* found = nullptr;
    const rocport_lanes::Code code = rocport_lanes::findFunction(
        reinterpret_cast<rocport_lanes::Module*>(module), name, found);
    if (code == rocport_lanes::Code::Success) {
        *function = reinterpret_cast<LANES_DRIVER_FUNCTION>(const_cast<void*>(found));
    }
    return rocport_lanes::driver(code);
}
inline LANES_DRIVER_RESULT LANES_DRIVER(ModuleGetGlobal)(LANES_DRIVER_PLACE* place, size_t* bytes,
                                                         LANES_DRIVER_MODULE module,
                                                         const char* name)
{
    void* found = nullptr;
    size_t size = 0;
    const rocport_lanes::Code code = rocport_lanes::findGlobal(
        reinterpret_cast<rocport_lanes::Module*>(module), name, found, size);
    if (code == rocport_lanes::Code::Success) {
        if (place != nullptr) {
            *place = (LANES_DRIVER_PLACE)(found);
        }
        if (bytes != nullptr) {
            *bytes = size;
        }
    }
    return rocport_lanes::driver(code);
}
inline LANES_DRIVER_RESULT LANES_DRIVER(ModuleGetFunctionCount)(unsigned* count,
                                                                LANES_DRIVER_MODULE module)
{
    std::vector<const void*> all;
    const rocport_lanes::Code code =
        rocport_lanes::listFunctions(reinterpret_cast<rocport_lanes::Module*>(module), all);
    *count = static_cast<unsigned>(all.size());
    return rocport_lanes::driver(code);
}

inline LANES_DRIVER_RESULT LANES_DRIVER(FuncSetCacheConfig)(LANES_DRIVER_FUNCTION, int)
{
    return LANES_DRIVER_RESULT{};
}

inline LANES_DRIVER_RESULT LANES_DRIVER(LinkCreate)(unsigned count, LANES_DRIVER_OPTION* options,
                                                    void** values, LANES_DRIVER_LINK* state)
{
    rocport_lanes::answerOptions(count, options, values);
    *state = reinterpret_cast<LANES_DRIVER_LINK>(new rocport_lanes::Link);
    return LANES_DRIVER_RESULT{};
}
inline LANES_DRIVER_RESULT
    LANES_DRIVER(LinkAddData)(LANES_DRIVER_LINK state, LANES_DRIVER_INPUT, void* data, size_t,
                              const char*, unsigned, LANES_DRIVER_OPTION*, void**,
                              rocport_lanes::Site site = rocport_lanes::Site::here())
{
    auto* const link = reinterpret_cast<rocport_lanes::Link*>(state);
    const char* what = nullptr;
    rocport_lanes::Code code = rocport_lanes::Code::Success;
    const std::string file = rocport_lanes::moduleFileOf(data, what, code);
    if (!file.empty() && (link->file.empty() || link->file == file)) {
        link->file = file;
        return LANES_DRIVER_RESULT{};
    }
    rocport_lanes::sayRefused(LANES_MODULE_CALL(LinkAddData),
                              file.empty() ? what : "a second module to link with the first");
    return rocport_lanes::driver(file.empty() ? code : rocport_lanes::Code::NotSupported);
}
inline LANES_DRIVER_RESULT
    LANES_DRIVER(LinkAddFile)(LANES_DRIVER_LINK state, LANES_DRIVER_INPUT type, const char* path,
                              unsigned count, LANES_DRIVER_OPTION* options, void** values,
                              rocport_lanes::Site site = rocport_lanes::Site::here())
{
    std::string bytes;
    if (!rocport_lanes::readWhole(path, bytes)) {
        return rocport_lanes::driver(rocport_lanes::Code::FileNotFound);
    }
    return LANES_DRIVER(LinkAddData)(state, type, bytes.data(), bytes.size(), path, count, options,
                                     values, site);
}
inline LANES_DRIVER_RESULT LANES_DRIVER(LinkComplete)(LANES_DRIVER_LINK state, void** image,
                                                      size_t* bytes)
{
    auto* const link = reinterpret_cast<rocport_lanes::Link*>(state);
    if (link->file.empty()) {
        return rocport_lanes::driver(rocport_lanes::Code::InvalidValue);
    }
    link->text = rocport_lanes::moduleText(link->file, "cubin");
    *image = link->text.data();
    if (bytes != nullptr) {
        *bytes = link->text.size();
    }
    return LANES_DRIVER_RESULT{};
}
inline LANES_DRIVER_RESULT LANES_DRIVER(LinkDestroy)(LANES_DRIVER_LINK state)
{
    delete reinterpret_cast<rocport_lanes::Link*>(state);
    return LANES_DRIVER_RESULT{};
}

#undef LANES_MODULE_CALL
