#pragma once

#include <QtGlobal>

#include <string_view>
#include <vector>

namespace rocport {

enum class PythonTokenKind : quint8 {
    Word,
    Number,
    String,
    Operator,
    Comment,
    Newline,
    Indent,
    Dedent
};

/// A token of Python source as CPython's tokenizer would give it; Comment tokens are kept; blank
/// lines and joined lines yield no Newline.
struct PythonToken
{
    PythonTokenKind kind = PythonTokenKind::Word;
    quint32 begin = 0; ///< byte offsets; both the same for Indent and Dedent
    quint32 end = 0;

    [[nodiscard]] std::string_view text(std::string_view source) const
    {
        return source.substr(begin, end - begin);
    }
};

/// Splits Python source into tokens; linear in time, takes any bytes, never fails. It does not use
/// the grammar, so that a proof does not depend on the parser that made the projection.
std::vector<PythonToken> tokenizePython(std::string_view source);

/// The same, with the offsets at which statements without indentation begin: whatever comes before,
/// tokenizing continues there as at the beginning of a file.
std::vector<PythonToken> tokenizePython(std::string_view source, std::vector<quint32>& unindented);

} // namespace rocport
