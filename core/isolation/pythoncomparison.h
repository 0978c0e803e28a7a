#pragma once

#include "core/isolation/provepython.h"
#include "core/isolation/pythonprojection.h"

#include <optional>

namespace rocport {

/// The name that a proof takes as False.
constexpr std::string_view kPythonFlag = "is_rocm";

/// A projection compared with what it should be.
struct PythonComparison
{
    int equal = 0;             ///< equal tokens, from the start
    int total = 0;             ///< tokens of the reference
    int differsAtLine = 0;     ///< of the reference; 0: tokens and layout are equal
    size_t differsAt = 0;      ///< where tokens differ: offset in the reference
    size_t differsAtRight = 0; ///< the offset in the projection
    bool layoutOnly = false;
    bool bytesEqual = false;
    QByteArray
        text; ///< if the tokens are equal: the projection without the parentheses that edits added

    [[nodiscard]] bool same() const { return differsAtLine == 0; }
};

/// Compares token by token; parentheses that an edit may have added are removed where the reference
/// has none. Lines outside the edits must be the same byte for byte.
PythonComparison comparePython(const QByteArray& reference, const PythonProjection& projection);

/// A proof that ends here because the use of the flag makes the projection meaningless or is itself
/// wrong on NVIDIA; nothing: go on. `portedLine` turns a line of the tree that `use` belongs to
/// into the number for messages; empty: unchanged.
std::optional<IsolationProof> checkFlag(FlagUse use, const std::function<int(int)>& portedLine);

/// Sets verdict, sentence and figures from a comparison.
void describeComparison(PythonComparison comparison, const PythonLineNumbers& lines,
                        IsolationProof& proof);

/// Whether a text contains the name of the flag.
bool namesFlag(const QByteArray& text);

/// Adds to the sentence of a proved change that the line which adds the flag was not part of the
/// comparison: an NVIDIA build runs it. `isKnown`: the original names the flag already. `use`
/// describes `text`, which is the ported file or those parts of it that the change touches.
void describeFlag(const FlagUse& use, bool isKnown, const QByteArray& text, IsolationProof& proof);

} // namespace rocport
