#pragma once

#include "core/base/result.h"
#include "core/base/words.h"
#include "core/isolation/guardcondition.h"

#include <QByteArray>
#include <QVector>

namespace rocport {

/// Names that no NVIDIA build defines: macros of C, options of CMake, variables of make.
using GuardMacros = QVector<QByteArray>;

/// What a build sees in which none of the macros are defined.
struct Projection
{
    QByteArray text;
    GuardMacros met; ///< those that decided a condition, in the order in which they were met
};

/// The guard macros of ports made by people and other tools: USE_ROCM, those that HIP's compiler
/// and headers define for AMD GPUs (HIP 6.4, "HIP porting guide", section "Identifying the HIP
/// target platform"), and those of PyTorch extensions.
const GuardMacros& commonGuardMacros();

/// C, C++ and CUDA. Errors: ParseFailed for a guard without an end or with an arm after #else.
Result<Projection> projectCGuards(const QByteArray& ported, const GuardMacros& macros,
                                  ConditionSpelling spelling);
/// The same for CMake. `option(M "text" OFF)` is dropped too: it defines the flag, which stays off.
Result<Projection> projectCMakeGuards(const QByteArray& ported, const GuardMacros& macros,
                                      ConditionSpelling spelling);
/// The same for make: ifdef, ifndef, ifeq and ifneq that compare one variable with an empty text or
/// a value, and `else` followed by any of them.
Result<Projection> projectMakeGuards(const QByteArray& ported, const GuardMacros& macros,
                                     ConditionSpelling spelling);

/// The same for meson, where the guard of "USE_ROCM" is `get_option('use_rocm')`: `if`, `if not`
/// and `elif` that test nothing else. The definitions of that option and of kMesonArchOption are
/// dropped too, where they do nothing by themselves.
Result<Projection> projectMesonGuards(const QByteArray& ported, const GuardMacros& macros,
                                      ConditionSpelling spelling);

/// By language. Errors: also InvalidArgument for a language without guards.
Result<Projection> projectGuards(const QByteArray& ported, Language language,
                                 const GuardMacros& macros,
                                 ConditionSpelling spelling = ConditionSpelling::KeepParentheses);

} // namespace rocport
