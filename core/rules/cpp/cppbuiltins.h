#pragma once

#include "core/rules/analyse.h"
#include "core/rules/cpp/cppgate.h"
#include "core/rules/cpp/cppmarks.h"
#include "core/rules/proposal.h"

#include <array>
#include <string_view>
#include <vector>

namespace rocport {

class CppLanes;
class CppRules;

/// What an analysis of C and C++ works on.
struct CppInput
{
    const CppFile& file; ///< with its structure, see CppFile::analyseStructure()
    const Rule& rule;
    const CppRules& rules; ///< for an analysis that several rules share
    const AnalysisContext& context;
    CppLanes& lanes;
    ProposalWriter& writer;      ///< receives findings
    QVector<Replacement>& edits; ///< receive the replacements for findings
};

/// The code that an analysis examines.
enum class CppScope : quint8 {
    Cuda,      ///< what was written for CUDA
    Extension, ///< the same, in extensions built by PyTorch
    Any,       ///< also what was written for HIP
    Supplied   ///< the same, if generated headers supply what HIP lacks
};

/// One analysis that a rule over C and C++ may name (match = { kind = "builtin", name = … }).
struct CppBuiltin
{
    const char* name;
    CppScope scope;
    /// Whether a file with these marks may have such a place. Others are never examined.
    bool (*isWorthwhile)(const CppMarks& marks);
    /// Adds findings and edits. Rows with the same function are adjacent: it is called once for all
    /// of them, with the first rule that applies.
    void (*run)(const CppInput& input);
    /// A file that contains none of these is not examined either; all empty: there are no such
    /// words.
    std::array<std::string_view, 4> words = {};
};

/// All of them, in the order in which they run.
const std::vector<CppBuiltin>& cppBuiltins();
/// Null when there is none.
const CppBuiltin* cppBuiltin(QStringView name);

// The analyses, by file.

/// Arithmetic on a CUdeviceptr, which is a number in CUDA and a pointer to void in HIP: one finding
/// for each line. If generated headers hold a type that counts bytes, only what a plain number can
/// do. Variables and parameters of the file are examined, not members.
void findAddressArithmetic(const CppInput& input);

/// Calls that pass a kernel to the runtime without the cast that HIP needs. An edit if the strategy
/// neither writes translated text nor has a generated header.
void proposeKernelPointers(const CppInput& input);
/// std::min, std::max, at() and deduced std::array in device functions: one finding per file for
/// each name.
void proposeDeviceStd(const CppInput& input);
/// Compute capabilities compared or counted with: one finding for each statement, and for the arms
/// of one choice together. What is computed into a name that findCapabilityHelpers() finds compared
/// is left to it. Only in files that query the properties of a device.
void findCapabilities(const CppInput& input);

/// Data types that are passed to cuBLAS as the compute type, which hipBLAS refuses. An edit if the
/// type is a literal name, unless the strategy writes translated text, which has it already.
void proposeComputeTypes(const CppInput& input);

/// Conditions that test for CUDA: one finding for each #if with its arms, and one per file for each
/// macro that is used as a value. Edits are proposed if it is certain which branch ROCm needs and
/// the whole conditional fits under a guard.
void proposeConditions(const CppInput& input);

/// Switches of the project for CUDA (`WITH_CUDA`, `X_HAVE_CUDNN`) that conditions of the file ask
/// for or that it defines: one finding a file for each name. Names that may be called so for
/// another reason (`GOOGLE_CUDA`, `USE_GPU`) count where code for GPUs stands behind them. What
/// asks for ROCm as well is left alone.
void findCudaSwitches(const CppInput& input);
/// Whether a macro may be such a switch.
bool isCudaSwitchMacro(std::string_view word);
/// Enumerators of the project's own that name a device by CUDA (`Device::CUDA`): one finding a file
/// for each. PyTorch's stay as they are on ROCm.
void findCudaDevices(const CppInput& input);

/// Compute capabilities that functions and variables of the project give (`getSMVersion() >= 89`),
/// compared with a number: one finding for each statement.
void findCapabilityHelpers(const CppInput& input);
/// `meta_group_rank` and `meta_group_size` of tiles: one finding a file.
void findTileCounts(const CppInput& input);

/// Places where CUDA implicitly converts a `uint3` to a `dim3` or vice versa, and HIP does not:
/// launches, initialisers and assignments. Each is a single name whose type is declared in the
/// function; what is not certain is left alone. On ROCm the members are named. (Fact: CUDA C++
/// programming guide, dim3, and vector_types.h: constructor and conversion; HIP 6.4,
/// hip_runtime_api.h: dim3 has neither, and built-in coordinates become dim3 alone.)
void proposeDimensions(const CppInput& input);
/// Arrays of plain numbers whose length is a parameter of the function, with an initialiser. GCC,
/// which compiles host code for nvcc, accepts that, clang rejects it; on ROCm an array of zeros is
/// filled by a call, others are findings. (Fact: clang 19, "variable-sized object may not be
/// initialized".)
void proposeArrays(const CppInput& input);
/// Shared memory that is declared extern with its size. nvcc takes that for a definition, clang
/// rejects it; on ROCm "extern" is removed if only kernels of the file declare the name, since
/// functions that they call would share the variable. Otherwise it is a finding. (Fact: nvcc 13.0,
/// warning 20044 and its PTX; clang 19, "__shared__ variable cannot be extern".)
void proposeSharedExterns(const CppInput& input);

/// Arguments of `printf` in device functions that are `warpSize` alone, an `int` in CUDA and an
/// object in HIP, which a variadic function does not accept. On ROCm each is cast.
void proposeWarpSizeCasts(const CppInput& input);

/// Members of cooperative groups that HIP has under other names or not at all: `num_threads`,
/// `dim_threads`, and those of grids about blocks. An edit if the function declares the group or
/// calls what returns it; a finding if a name may be a group, and for what has no counterpart
/// (`barrier_arrive`). (Fact: CUDA C++ programming guide, cooperative groups; HIP 6.4 and what
/// became of HIP 7, amd_hip_cooperative_groups.h: size() and group_dim() stay.)
void proposeGroupMembers(const CppInput& input);

/// Lane masks and warp widths: the rules of WavefrontRules together, since code that counts the
/// lanes of a warp changes as a whole or not at all.
void proposeLanes(const CppInput& input);
/// Inline PTX: what each statement computes, and HIP code with the same effect if there is any.
void proposePtx(const CppInput& input);
/// Notes once per file that generated headers compute its matrix products lane by lane.
void noteMatrixLanes(const CppInput& input);

/// Explicit specialisations that are only `__device__` although their template, in the same file,
/// is for both sides. clang treats target attributes as part of the signature and rejects them ("no
/// function template matches"); on ROCm they get those of the template. If the template uses a
/// macro for these, the macro is written: clang asks for the same attributes whatever it means.
/// (Fact: compiled for gfx942 with clang 19; SemaTemplate compares the targets of both.)
void proposeSpecialisations(const CppInput& input);
/// Calls, in members of a class template and without `this->`, of what only a dependent base
/// declares. nvcc's front end finds the member, clang does not. The class, that base and the
/// declaration are all in the file, and nothing else in the file has the name; on ROCm the call
/// gets `this->`. (Fact: [temp.dep], and clang 19: "explicit qualification required to use
/// member".)
void proposeBaseMembers(const CppInput& input);
/// Calls, without `template`, of member templates of an object whose type may depend on the
/// parameters of the enclosing function template: `tile.move<2>(x)`. nvcc's front end looks the
/// name up when the template is used, clang takes the '<' for a comparison; on ROCm the keyword is
/// added, which has no other effect. (Fact: [temp.names], and clang 19: "reference to overloaded
/// function could not be resolved".)
void proposeMemberTemplates(const CppInput& input);

/// Kernel launches that PyTorch's build garbles when it rewrites an extension's launches as calls
/// of hipLaunchKernelGGL. On ROCm these are written as such calls, which it leaves alone; if that
/// is not certain, or if PyTorch's build ends with an error, a finding says so. (Fact:
/// torch.utils.hipify 2.0.0, of PyTorch 2.11, and that of 1.13 were run on each form. They count
/// '<' and '>' one by one, split settings at commas outside parentheses, and take as kernel the
/// letters, digits, '_', ':', '#' and parentheses before its template arguments.)
void proposeExtensionLaunches(const CppInput& input);

/// Functions that a file defines at file scope although HIP has the very same: atomics for float
/// and double, warp shuffles for double, min and max, and operators of vector types; also one of
/// two overloads that take a CUresult and a cudaError_t, which are the same type there. On ROCm the
/// definition is removed if it does the same as HIP's; otherwise a finding says what it clashes
/// with. (Fact: each was compiled for gfx942 with clang 19 and the headers of ROCm 6.4.3.)
void proposeClashes(const CppInput& input);

/// Shuffles and votes in a branch that lanes of one wavefront may not all take: one finding for
/// each branch.
void findDivergentShuffles(const CppInput& input);
/// Block sizes and tiles that 64 lanes do not divide, and launch bounds over 1024: one finding for
/// each definition.
void findBlockTiles(const CppInput& input);

} // namespace rocport
