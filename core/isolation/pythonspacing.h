#pragma once

#include <QByteArray>

#include <functional>
#include <string_view>
#include <vector>

namespace rocport {

/// Text that a projection removes or replaces.
struct PythonCut
{
    size_t begin;
    size_t end;
    bool lines; ///< whole lines: no line of the result was touched
    QByteArray replacement;
    bool parted = false; ///< with the empty line above
};

/// Length of the line end at `at`; 0: there is none.
size_t newlineSize(std::string_view text, size_t at);

/// Extends `cuts` of whole lines by the empty line that separates them from imports above, where an
/// empty line follows them too: it was added with them. `cuts` are sorted; `lineStart` gives where
/// the line of an offset begins.
void takeSpacing(std::string_view text, const std::function<size_t(size_t)>& lineStart,
                 std::vector<PythonCut>& cuts);

/// By 0-based line of `text`: whether it is empty and nothing but empty lines separate it from one
/// of the offsets `gaps`, which are in order.
std::vector<bool> emptyLinesBeside(const std::vector<qsizetype>& gaps, const QByteArray& text);

} // namespace rocport
