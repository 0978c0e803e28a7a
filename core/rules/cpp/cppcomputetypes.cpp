// Types of data that are handed to cuBLAS as the type of a computation.
#include "core/base/cancelscope.h"
#include "core/rules/cpp/cppbuiltins.h"
#include "core/text/bytes.h"
#include "core/translate/computetypes.h"

#include <algorithm>

namespace rocport {

namespace {

/// The first release whose hipBLAS has the types of a computation.
const Version kComputeTypesSince{6, 0};

/// Whether the function around declares `name` before `use` as a variable or parameter for a type
/// of data.
bool isOfDataType(const CppFile& file, int use)
{
    const int function = file.functionOf(use);
    const int head = function < 0 ? use : file.functions()[static_cast<size_t>(function)].head;
    for (int i = use - 1; i > head; --i) {
        if (file.text(i) == file.text(use) &&
            (file.is(i - 1, "cudaDataType_t") || file.is(i - 1, "cudaDataType"))) {
            return true;
        }
    }
    return false;
}

/// Whether the argument is a type of data, for all that the file says.
bool isGivenDataType(const CppFile& file, TokenSpan argument)
{
    for (int i = argument.begin; i < argument.end; ++i) {
        if (isDataType(file.text(i))) {
            return true;
        }
    }
    return argument.size() == 1 && file.isKind(argument.begin, CTokenKind::Identifier) &&
           isOfDataType(file, argument.begin);
}

} // namespace

void proposeComputeTypes(const CppInput& input)
{
    const CppFile& file = input.file;
    const Strategy strategy = input.context.strategy;
    CancelLook isCancelled;
    for (int i = 0; i + 1 < file.size() && !isCancelled(); ++i) {
        const int position = file.is(i + 1, "(") ? computeTypeArgument(file.text(i)) : -1;
        if (position < 0 || file.isInert(file.token(i).begin)) {
            continue;
        }
        const std::vector<TokenSpan> arguments = file.arguments(i + 1);
        if (static_cast<size_t>(position) + 2 != arguments.size()) {
            continue;
        }
        const TokenSpan argument = arguments[static_cast<size_t>(position)];
        if (argument.size() <= 0 || !isGivenDataType(file, argument)) {
            continue;
        }
        const std::string_view computed =
            argument.size() == 1 && input.context.target.rocm >= kComputeTypesSince
                ? computeTypeFor(file.text(argument.begin))
                : std::string_view();
        const QString symbol = toText(file.text(i));
        const Captures captures = {{QStringLiteral("symbol"), symbol},
                                   {QStringLiteral("type"), toText(file.textOf(argument))}};
        if (computed.empty()) {
            input.writer.addFinding(input.rule, file.range(argument), symbol, captures);
        } else if (!writesNames(strategy)) { // else the translation writes it
            proposeText(input.writer, input.rule, file.range(argument), toBytes(computed), captures,
                        input.edits);
        }
    }
}

} // namespace rocport
