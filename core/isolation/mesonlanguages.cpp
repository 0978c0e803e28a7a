#include "core/isolation/mesonlanguages.h"

#include "core/isolation/mesontokens.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <string>
#include <vector>

namespace rocport {

namespace {

/// Those that meson adds before CUDA.
bool isBeforeCuda(std::string_view language)
{
    constexpr std::string_view kFamily[] = {"c", "cpp", "objc", "objcpp", "fortran"};
    return std::find(std::begin(kFamily), std::end(kFamily), language) != std::end(kFamily);
}

/// "add_languages('cuda', native: false)" without its blanks.
std::string compact(const MesonTokens& file, const MesonStatement& statement)
{
    std::string text;
    for (size_t i = statement.first; i < statement.last; ++i) {
        const MesonToken& token = file.at(i);
        text += token.kind == MesonToken::Kind::Text ? "'" + std::string(token.text) + "'"
                                                     : std::string(token.text);
    }
    return text;
}

/// The languages of project(…), which is `statement`: the strings behind the name. False where they
/// cannot be told.
bool readLanguages(const MesonTokens& file, const MesonStatement& statement,
                   std::vector<size_t>& languages)
{
    int depth = 0;
    bool isName = true;
    for (size_t i = statement.first + 1; i < statement.last; ++i) {
        const MesonToken& token = file.at(i);
        if (token.kind == MesonToken::Kind::Text) {
            if (file.at(i + 1).isSign(':')) {
                return false;
            }
            if (isName && token.formatted) {
                return false;
            }
            if (!isName) {
                languages.push_back(i);
            }
        } else if (token.isSign('(') || token.isSign('[')) {
            ++depth;
        } else if (token.isSign(']') || token.isSign(')')) {
            --depth;
        } else if (token.isSign(',')) {
            isName = false;
        } else if (token.kind == MesonToken::Kind::Word && file.at(i + 1).isSign(':')) {
            return depth == 1 && !isName; // keywords follow, which are no languages
        } else {
            return false;
        }
    }
    return true;
}

} // namespace

MesonLanguages withoutCuda(const QByteArray& text)
{
    const MesonTokens file(viewOf(text));
    const std::vector<MesonStatement>& all = file.statements();
    std::vector<size_t> languages;
    if (file.isBroken() || all.empty() || !file.at(all[0].first).is("project") ||
        !file.at(all[0].first + 1).isSign('(') || !readLanguages(file, all[0], languages)) {
        return {text, {}, false};
    }
    size_t cuda = 0;
    for (const size_t index : languages) {
        const MesonToken& token = file.at(index);
        if (token.isText("cuda") && cuda == 0) {
            cuda = index;
        } else if (token.formatted || !isBeforeCuda(token.text)) {
            return {text, {}, false};
        }
    }
    if (cuda != 0) {
        // With the comma that parts it from its neighbour.
        const bool isFirst = !file.at(cuda - 1).isSign(',');
        const size_t last = isFirst && file.at(cuda + 1).isSign(',') ? cuda + 2 : cuda + 1;
        const qsizetype begin = isFirst ? file.at(cuda).range.begin : file.at(cuda - 2).range.end;
        const qsizetype end =
            isFirst && last == cuda + 2 ? file.at(last).range.begin : file.at(cuda).range.end;
        return {text.left(begin) + text.mid(end), {begin, end}, true};
    }
    const std::string first = all.size() > 1 ? compact(file, all[1]) : std::string();
    const std::string second = all.size() > 2 ? compact(file, all[2]) : std::string();
    const bool isOne = first == "add_languages('cuda')";
    const bool isTwo = first == "add_languages('cuda',native:false)" &&
                       second == "add_languages('cuda',required:false,native:true)";
    const size_t count = isOne ? 1 : isTwo ? 2 : 0;
    const qsizetype from = count == 0 ? 0 : all[1].lines.begin;
    const qsizetype to = count == 0 ? 0 : all[count].lines.end;
    const bool owns = count != 0 && all[0].lines.end <= from &&
                      text.mid(all[0].lines.end, from - all[0].lines.end).trimmed().isEmpty();
    if (!owns) {
        return {text, {}, false};
    }
    return {text.left(from) + text.mid(to), {}, true};
}

} // namespace rocport
