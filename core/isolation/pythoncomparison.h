#pragma once

#include "core/isolation/provepython.h"
#include "core/isolation/pythonprojection.h"

#include <optional>

namespace rocport {

/// The name that a proof takes as False.
constexpr std::string_view kPythonFlag = "is_rocm";

/// A projection beside what it should be.
struct PythonComparison
{
    int equal = 0;             ///< tokens, from the start on
    int total = 0;             ///< tokens of the reference
    int differsAtLine = 0;     ///< of the reference; 0: tokens and layout are equal
    size_t differsAt = 0;      ///< where tokens differ: offset in the reference
    size_t differsAtRight = 0; ///< the same in the projection
    bool layoutOnly = false;
    bool bytesEqual = false;
    QByteArray
        text; ///< tokens are equal: the projection without the parentheses that edits brought

    [[nodiscard]] bool same() const { return differsAtLine == 0; }
};

/// Compares token by token; parentheses that an edit may have brought are taken away where the
/// reference has none. Lines outside of the edits must be the same byte for byte.
PythonComparison comparePython(const QByteArray& reference, const PythonProjection& projection);

/// What makes the projection say nothing, or is wrong on NVIDIA by itself; nothing: go on.
/// `portedLine` says what a line of the tree that `use` is of is called; empty: as it is.
std::optional<IsolationProof> checkFlag(FlagUse use, const std::function<int(int)>& portedLine);

/// Verdict, sentence and figures of a comparison.
void describeComparison(PythonComparison comparison, const PythonLineNumbers& lines,
                        IsolationProof& proof);

/// Whether a text holds the name of the flag.
bool namesFlag(const QByteArray& text);

/// Adds to the sentence of a proved change that the line which brings the flag is no part of what
/// was compared: an NVIDIA build runs it. `isKnown`: the original names the flag already. `use` is
/// that of `text`, the ported file or the parts of it that the change touches.
void describeFlag(const FlagUse& use, bool isKnown, const QByteArray& text, IsolationProof& proof);

} // namespace rocport
