#pragma once

#include "core/base/result.h"
#include "core/base/words.h"
#include "core/isolation/guardcondition.h"

#include <QByteArray>
#include <QVector>

namespace rocport {

/// Names that no NVIDIA build defines: macros of C, options of CMake, variables of make.
using GuardMacros = QVector<QByteArray>;

/// What a build sees in which none of the macros is defined.
struct Projection
{
    QByteArray text;
    GuardMacros met; ///< those that decided something, in the order in which they were met
};

/// The macros of ports that people and other tools made: USE_ROCM, those that HIP's compiler and
/// headers define for AMD GPUs (HIP 6.4, "HIP porting guide", section "Identifying the HIP target
/// platform"), and those of PyTorch's extensions.
const GuardMacros& commonGuardMacros();

/// C, C++ and CUDA. Errors: ParseFailed for a guard that never ends or has an arm after #else.
Result<Projection> projectCGuards(const QByteArray& ported, const GuardMacros& macros,
                                  ConditionSpelling spelling);
/// The same for CMake. `option(M "text" OFF)` goes too: it defines the flag, which stays off.
Result<Projection> projectCMakeGuards(const QByteArray& ported, const GuardMacros& macros,
                                      ConditionSpelling spelling);
/// The same for make: ifdef, ifndef, ifeq and ifneq with an empty text or a value of one variable,
/// and `else` followed by any of them.
Result<Projection> projectMakeGuards(const QByteArray& ported, const GuardMacros& macros,
                                     ConditionSpelling spelling);

/// The same for meson, where the guard of "USE_ROCM" is `get_option('use_rocm')`: `if`, `if not`
/// and `elif` that ask for nothing else. The definitions of that option and of kMesonArchOption go
/// too, where they do nothing by themselves.
Result<Projection> projectMesonGuards(const QByteArray& ported, const GuardMacros& macros,
                                      ConditionSpelling spelling);

/// By language. Errors besides: InvalidArgument for a language without guards.
Result<Projection> projectGuards(const QByteArray& ported, Language language,
                                 const GuardMacros& macros,
                                 ConditionSpelling spelling = ConditionSpelling::KeepParentheses);

} // namespace rocport
