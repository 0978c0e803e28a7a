#include "core/rules/pythonbuiltins.h"

#include <algorithm>

namespace rocport {

const std::vector<PythonBuiltin>& pythonBuiltins()
{
    static const std::vector<PythonBuiltin> kBuiltins = {
        {"rocm-flag", nullptr, {}},
        {"compile-mode", findCompileModes, {"compile"}},
        {"pynvml", findPynvml, {"pynvml"}},
        {"allocator-setting", findAllocatorSettings, {"ALLOC_CONF"}},
        {"path-parents", findPathParents, {".__file__"}},
    };
    return kBuiltins;
}

const PythonBuiltin* pythonBuiltin(QStringView name)
{
    const auto& all = pythonBuiltins();
    const auto found = std::find_if(all.begin(), all.end(), [&](const PythonBuiltin& one) {
        return name == QLatin1StringView(one.name);
    });
    return found == all.end() ? nullptr : &*found;
}

} // namespace rocport
