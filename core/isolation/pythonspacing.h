#pragma once

#include <QByteArray>

#include <functional>
#include <string_view>
#include <vector>

namespace rocport {

/// Text that a projection takes away, or replaces.
struct PythonCut
{
    size_t begin;
    size_t end;
    bool lines; ///< whole lines: no line of the result was touched
    QByteArray replacement;
    bool parted = false; ///< with the empty line above
};

/// Bytes of the line end at `at`; 0: none is there.
size_t newlineSize(std::string_view text, size_t at);

/// An empty line that parts whole lines of `cuts` from the imports above them came with them, where
/// one follows them too: they take it. `cuts` are sorted; `lineStart`: where the line of an offset
/// begins.
void takeSpacing(std::string_view text, const std::function<size_t(size_t)>& lineStart,
                 std::vector<PythonCut>& cuts);

/// By 0-based line of `text`: whether it is empty, with nothing but empty lines up to one of the
/// offsets `gaps`, which are in order.
std::vector<bool> emptyLinesBeside(const std::vector<qsizetype>& gaps, const QByteArray& text);

} // namespace rocport
