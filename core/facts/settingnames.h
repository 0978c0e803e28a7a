#pragma once

#include <QStringView>

namespace rocport {

/// What is wrong with a name that a port would write into sources. Settings from the command line,
/// the window and a project file are all checked for these.
enum class NameFault : quint8 {
    None,
    Malformed,   ///< not an identifier, or (for a module) not identifiers separated by dots
    Keyword,     ///< a word of the language itself
    NvidiaSide,  ///< a macro that CUDA's compilers or builds define
    Predefined,  ///< a macro that compilers or the standard define, or may define
    SpecialFile, ///< `__init__` and `__main__`, which Python loads under another name
    Library,     ///< a module of Python's standard library, or of a library that ports meet
};

/// The macro that guards code for ROCm must be defined in ROCm builds and in no other, or NVIDIA's
/// compiler reads what it guards. At most 128 characters. Keywords: ISO C++20 [lex.key],
/// [lex.digraph]; reserved names: [lex.name]. Macros of nvcc: CUDA C++ Programming Guide 13.0 and
/// NVIDIA CUDA Compiler Driver 13.0, "Supported phases".
NameFault guardMacroFault(QStringView name);

/// The module that defines is_rocm for the others, created if the repository has none: a statement
/// `from NAME import is_rocm` must be valid Python and must neither find another library nor hide
/// one. At most 512 characters. A package with the name of a library may be the repository's own: a
/// scan tells.
NameFault flagModuleFault(QStringView name);
/// Whether this is the name of a module in Python's standard library, or of a library that CUDA
/// programs import. Names of the standard library: sys.stdlib_module_names of Python 3.11, and
/// modules added or removed between 3.8 and 3.14.
bool isPythonLibrary(QStringView top);

/// The fault as a clause after "the guard macro" or "the module that defines is_rocm": "is a word
/// of C++". Empty for None.
QString macroFaultClause(NameFault fault);
QString moduleFaultClause(NameFault fault);

} // namespace rocport
