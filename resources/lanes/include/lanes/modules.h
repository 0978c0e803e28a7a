#pragma once

// Modules: kernels that are compiled apart from the program and that it loads while it runs. Each
// is a shared object that the command built from a source, beside the program or while it runs; the
// program holds only a text that names it, in place of the code for a GPU. LANES_MODULES names the
// folder where they are.

#include "lanes/kernels.h"
#include "lanes/streams.h"

#include <cstddef>
#include <string>
#include <vector>

namespace rocport_lanes {

struct ParameterSize
{
    std::size_t bytes = 0;
    std::size_t alignment = 1;
};

/// A kernel that is found by its name.
struct NamedKernel
{
    const char* name = ""; ///< as the source has it
    BindKernel bind;
    std::vector<ParameterSize> parameters;
};

/// Called when a module is loaded, by what is behind each of its kernels.
void keepNamedKernel(const void* address, const NamedKernel& kernel);
/// Null: none is there. It stays.
const NamedKernel* namedKernelAt(const void* address);

/// The same for variables that a module keeps to itself, which are found by their names all the same.
void keepVariable(const char* name, const void* address, std::size_t bytes);

/// What an expression of the program names in the module that is loaded now.
void keepExpression(unsigned number, const void* address, std::size_t bytes);

struct Module;

/// The call of the program's that is said where something is refused.
struct ModuleCall
{
    const char* name = "";
    Site site;
    const char* path = nullptr; ///< of the file that it is given
};

/// Loads the module that `image` names, each time one with variables of its own. What is no such
/// text is refused, with a sentence on standard error.
Code loadModule(Module*& module, const void* image, const ModuleCall& call);
/// The same for a file.
Code loadModuleFile(Module*& module, const char* path, const ModuleCall& call);
Code unloadModule(Module* module);
Code findFunction(Module* module, const char* name, const void*& function);
Code findGlobal(Module* module, const char* name, void*& place, std::size_t& bytes);
/// Names of all kernels that have one, in any order.
Code listFunctions(Module* module, std::vector<const void*>& functions);

/// What an expression is called in the module, for each of `count`; empty: it names nothing there.
std::vector<std::string> expressionNames(const std::string& file, std::size_t count);

/// The text that stands for the module in the file of that name, with the 0 at its end. `kind` is
/// what the program takes it for: "cubin", "PTX".
std::string moduleText(const std::string& file, const char* kind);
/// The file that a text names; empty: it is none, and `what` says what it is instead, and `code`
/// how that is refused.
std::string moduleFileOf(const void* image, const char*& what, Code& code);
/// Bytes of a file; false: it cannot be read.
bool readWhole(const char* path, std::string& bytes);
void sayRefused(const ModuleCall& call, const char* what);

/// A launch of what findFunction() gave, or of a kernel by its address. The arguments are
/// `arguments`, or bytes in a row that `extra` names.
Code launchFunction(const void* function, const LaunchSize& size, void** arguments, void** extra,
                    Stream* stream, const Site& site);

} // namespace rocport_lanes
