#pragma once

#include "core/translate/context.h"

namespace rocport {

/// Changes to the arguments of a call whose HIP or ROC twin takes others, by the rules of
/// resources/facts/argument_rules.tsv and the overloads that the number of arguments tells apart.
/// The name in front is renamed by the caller. \a name: token of the function's name; \a hipName:
/// what the tables say for it. Returns the name to write where the arguments decide it
/// ("cudaEventCreate" with flags), else an empty view.
std::string_view translateArguments(TranslateContext& context, int name, const ApiFact& fact,
                                    std::string_view hipName);

/// The name to write for a type of data that stands as the type of a computation in a call of
/// cuBLAS (computetypes.h). Empty: it does not. \a token: the name; \a hipName: what the tables say
/// for it.
std::string_view translateComputeType(const TranslateContext& context, int token,
                                      const ApiFact& fact, std::string_view hipName);

/// Writes the whole call as substitutes() has it for its number of arguments. False: it has nothing
/// for that, or the call cannot be taken apart.
bool substituteCall(TranslateContext& context, int name, const ApiFact& fact);

/// The rule's text, with the target's ROCm version in it.
QByteArray argumentText(const ArgumentRule& rule, const TranslateOptions& options);

/// 0-based position of the argument that needs HIP_SYMBOL(); -1 for none.
int symbolArgument(std::string_view cudaName);
/// The same for a kernel pointer that needs a cast to const void*.
int kernelPointerArgument(std::string_view cudaName);

} // namespace rocport
