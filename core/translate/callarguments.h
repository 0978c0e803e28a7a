#pragma once

#include "core/translate/context.h"

namespace rocport {

/// Changes the arguments of a call whose HIP or ROC counterpart takes different ones, by the rules
/// in resources/facts/argument_rules.tsv and by overloads that differ in the number of arguments.
/// The caller renames the function. \a name: token of the function's name; \a hipName: its HIP name
/// in the tables. Returns the name to write where the arguments decide it ("cudaEventCreate" with
/// flags), else an empty view.
std::string_view translateArguments(TranslateContext& context, int name, const ApiFact& fact,
                                    std::string_view hipName);

/// The name to write for a data type that is passed as the compute type in a call to cuBLAS
/// (computetypes.h). Empty: it is not. \a token: the name; \a hipName: its HIP name in the tables.
std::string_view translateComputeType(const TranslateContext& context, int token,
                                      const ApiFact& fact, std::string_view hipName);

/// Replaces the whole call by what substitutes() has for its number of arguments. False: it has
/// nothing for that, or the call cannot be parsed.
bool substituteCall(TranslateContext& context, int name, const ApiFact& fact);

/// The rule's text, with the target's ROCm version in it.
QByteArray argumentText(const ArgumentRule& rule, const TranslateOptions& options);

/// 0-based position of the argument that needs HIP_SYMBOL(); -1 for none.
int symbolArgument(std::string_view cudaName);
/// The same for a kernel pointer that needs a cast to const void*.
int kernelPointerArgument(std::string_view cudaName);

} // namespace rocport
