#include "core/isolation/pythonspacing.h"

#include <algorithm>

namespace rocport {

size_t newlineSize(std::string_view text, size_t at)
{
    if (at < text.size() && text[at] == '\n') {
        return 1;
    }
    if (at < text.size() && text[at] == '\r') {
        return at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1;
    }
    return 0;
}

void takeSpacing(std::string_view text, const std::function<size_t(size_t)>& lineStart,
                 std::vector<PythonCut>& cuts)
{
    const auto isEmpty = [&](size_t line) {
        return line < text.size() && newlineSize(text, line) > 0;
    };
    const auto lineAbove = [&](size_t line) {
        line -= line > 0 && text[line - 1] == '\n' ? 1 : 0;
        line -= line > 0 && text[line - 1] == '\r' ? 1 : 0;
        return lineStart(line);
    };
    for (size_t i = 0; i < cuts.size(); ++i) {
        PythonCut& one = cuts[i];
        const size_t above = lineAbove(one.begin);
        if (!one.lines || above == 0 || one.begin != lineStart(one.begin) || !isEmpty(above)) {
            continue;
        }
        size_t end = one.end;
        for (size_t j = i + 1; j < cuts.size() && cuts[j].begin <= end; ++j) {
            end = cuts[j].lines ? std::max(end, cuts[j].end) : end;
        }
        const std::string_view import = text.substr(lineAbove(above));
        const bool imports =
            import.starts_with("import ") || import.starts_with("from ") || import.starts_with(')');
        if (imports && isEmpty(end)) {
            one.begin = above;
            one.parted = true;
        }
    }
}

std::vector<bool> emptyLinesBeside(const std::vector<qsizetype>& gaps, const QByteArray& text)
{
    std::vector<qsizetype> begins = {0};
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text.at(i) == '\n') {
            begins.push_back(i + 1);
        }
    }
    std::vector<bool> beside(begins.size() + 1, false);
    const auto isEmpty = [&](size_t line) {
        const qsizetype end = line + 1 < begins.size() ? begins[line + 1] : text.size();
        for (qsizetype i = begins[line]; i < end; ++i) {
            if (text.at(i) != '\n' && text.at(i) != '\r') {
                return false;
            }
        }
        return end > begins[line];
    };
    for (const qsizetype gap : gaps) {
        const auto here = static_cast<size_t>(std::lower_bound(begins.begin(), begins.end(), gap) -
                                              begins.begin());
        for (size_t line = here; line < begins.size() && !beside[line] && isEmpty(line); ++line) {
            beside[line] = true;
        }
        for (size_t line = here; line > 0 && !beside[line - 1] && isEmpty(line - 1); --line) {
            beside[line - 1] = true;
        }
    }
    return beside;
}

} // namespace rocport
