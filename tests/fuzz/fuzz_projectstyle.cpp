#include "core/rules/python/projectstyle.h"
#include "tests/fuzz/require.h"

#include <array>
#include <cstdint>

using namespace rocport;

/// Any bytes as the settings of each formatter and linter: a length of lines is none, or one that
/// text can have, and what is read twice says the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    constexpr std::array kNames = {"pyproject.toml", "ruff.toml", ".ruff.toml",    "setup.cfg",
                                   "tox.ini",        ".flake8",   ".editorconfig", ".clang-format"};
    ProjectStyle all;
    for (const char* name : kNames) {
        const RepoPath path(name);
        ProjectStyle one;
        ProjectStyle other;
        one.add(path, bytes);
        other.add(path, bytes);
        require(one.digest() == other.digest());
        all.add(path, bytes);
        all.add(RepoPath(QByteArray("sub/") + name), bytes);
        for (const char* file : {"a.py", "sub/a.py", "sub/deep/a.py"}) {
            const PythonStyle style = one.pythonStyle(RepoPath(file));
            require(style.lineLength >= 0 && style == other.pythonStyle(RepoPath(file)));
            require(all.pythonStyle(RepoPath(file)).lineLength >= 0);
            const CppStyle cpp = one.cppStyle(RepoPath(file));
            require(cpp.lineLength >= 0 && cpp.continuation >= 0 && cpp.indent >= 0);
            require(cpp == other.cppStyle(RepoPath(file)));
        }
    }
    return 0;
}
