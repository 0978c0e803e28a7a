#include "core/rules/build/buildmesonreader.h"

#include "core/base/cancelscope.h"
#include "core/rules/build/buildcmakereader.h"
#include "core/text/bytes.h"

#include <algorithm>

namespace rocport {

const MesonArgument* MesonCall::keyword(std::string_view wanted) const
{
    const auto found = std::find_if(arguments.begin(), arguments.end(),
                                    [&](const auto& one) { return one.keyword == wanted; });
    return found == arguments.end() ? nullptr : &*found;
}

const MesonArgument* MesonCall::positional(size_t index) const
{
    for (const MesonArgument& argument : arguments) {
        if (argument.keyword.empty() && index-- == 0) {
            return &argument;
        }
    }
    return nullptr;
}

MesonFile::MesonFile(std::string_view source, const QByteArray& option)
    : m_tokens(source), m_option(option), m_around(m_tokens.tokens().size(), -1), m_ends(m_around)
{
    readCalls();
    readPlaces();
    readAssignments();
    findOwnPath();
}

namespace {

/// One open bracket; `call`: the index of the call whose arguments it holds, else that around it.
struct OpenBracket
{
    int call = -1;
    bool isCall = false;
    size_t argument = 0; ///< the token with which the current argument begins
};

/// Ends the argument that began at bracket.argument and ends before token `end`.
void endArgument(const MesonTokens& file, OpenBracket& bracket, size_t end, MesonCall& call)
{
    const size_t begin = bracket.argument;
    bracket.argument = end + 1;
    if (begin >= end) {
        return;
    }
    MesonArgument argument;
    const bool isNamed = end - begin > 2 && file.at(begin).kind == MesonToken::Kind::Word &&
                         file.at(begin + 1).isSign(':');
    argument.keyword = isNamed ? file.at(begin).text : std::string_view();
    argument.first = begin + (isNamed ? 2 : 0);
    argument.last = end;
    argument.range = {file.at(argument.first).range.begin, file.at(end - 1).range.end};
    call.arguments.push_back(argument);
}

} // namespace

void MesonFile::readCalls()
{
    std::vector<OpenBracket> open;
    const std::vector<MesonStatement>& all = m_tokens.statements();
    for (size_t index = 0; index < all.size() && !isWorkCancelled(); ++index) {
        open.clear();
        for (size_t i = all[index].first; i < all[index].last; ++i) {
            const MesonToken& token = m_tokens.at(i);
            m_around[i] = open.empty() ? -1 : open.back().call;
            if (token.isSign('(') || token.isSign('[') || token.isSign('{')) {
                const bool isCall = token.isSign('(') && i > all[index].first &&
                                    m_tokens.at(i - 1).kind == MesonToken::Kind::Word;
                OpenBracket bracket{m_around[i], isCall, i + 1};
                if (isCall) {
                    MesonCall call;
                    call.nameToken = i - 1;
                    call.name = m_tokens.at(i - 1).text;
                    call.isMethod = i - 1 > all[index].first && m_tokens.at(i - 2).isSign('.');
                    call.statement = index;
                    call.close = all[index].last;
                    call.range = {m_tokens.at(i - 1).range.begin, all[index].range.end};
                    bracket.call = static_cast<int>(m_calls.size());
                    m_calls.push_back(call);
                }
                open.push_back(bracket);
            } else if (open.empty()) {
                continue;
            } else if (token.isSign(',') && open.back().isCall) {
                endArgument(m_tokens, open.back(), i, m_calls[static_cast<size_t>(m_around[i])]);
            } else if (token.isSign(')') || token.isSign(']') || token.isSign('}')) {
                if (open.back().isCall) {
                    MesonCall& call = m_calls[static_cast<size_t>(open.back().call)];
                    endArgument(m_tokens, open.back(), i, call);
                    call.close = i;
                    m_ends[i] = open.back().call;
                    call.range.end = token.range.end;
                }
                open.pop_back();
            }
        }
    }
}

/// "if get_option('use_rocm')", with "not" or without: the guard of a port.
bool MesonFile::isOurs(const MesonStatement& statement) const
{
    return !m_option.isEmpty() && mesonGuardOf(m_tokens, statement).name == viewOf(m_option);
}

void MesonFile::readPlaces()
{
    struct Block
    {
        int parent = -1;
        qsizetype arm = -1; // the statement with which the open one begins
        bool asks = false;
        bool foreign = false;
    };
    std::vector<Block> blocks;
    std::vector<int> open;
    std::vector<int> around; // of each statement
    const auto armOf = [&](int block) {
        return block < 0 ? -1 : blocks[static_cast<size_t>(block)].arm;
    };
    const std::vector<MesonStatement>& all = m_tokens.statements();
    m_places.resize(all.size());
    for (size_t index = 0; index < all.size(); ++index) {
        const MesonStatement& statement = all[index];
        const MesonToken& word = m_tokens.at(statement.first);
        const bool ends = word.is("endif") || word.is("endforeach");
        const bool opens = word.is("if") || word.is("foreach");
        if (ends && !open.empty()) {
            open.pop_back();
        }
        around.push_back(open.empty() ? -1 : open.back());
        m_places[index].depth = static_cast<int>(open.size());
        m_places[index].arm = armOf(around.back());
        if (opens) {
            blocks.push_back({around.back(), static_cast<qsizetype>(index), false, false});
            open.push_back(static_cast<int>(blocks.size()) - 1);
        } else if (!open.empty() && (word.is("elif") || word.is("else"))) {
            Block& block = blocks[static_cast<size_t>(open.back())];
            m_places[index].arm = armOf(block.parent);
            block.arm = static_cast<qsizetype>(index);
        }
        if (open.empty() || !(word.is("if") || word.is("elif"))) {
            continue;
        }
        Block& block = blocks[static_cast<size_t>(open.back())];
        const bool asks =
            std::any_of(m_tokens.tokens().begin() + static_cast<qsizetype>(statement.first) + 1,
                        m_tokens.tokens().begin() + static_cast<qsizetype>(statement.last),
                        [&](const MesonToken& token) {
                            return token.isText(viewOf(m_option)) ||
                                   (token.kind != MesonToken::Kind::Sign && namesRocm(token.text));
                        });
        block.asks = block.asks || asks;
        block.foreign = block.foreign || (asks && !isOurs(statement));
    }
    for (Block& block : blocks) { // parents come first
        if (block.parent >= 0) {
            const Block& parent = blocks[static_cast<size_t>(block.parent)];
            // What stands in an arm of the port asks as the port does.
            block.foreign = parent.asks ? parent.foreign : block.foreign;
            block.asks = block.asks || parent.asks;
        }
    }
    for (size_t index = 0; index < around.size(); ++index) {
        if (around[index] >= 0) {
            const Block& block = blocks[static_cast<size_t>(around[index])];
            m_places[index].decided = block.asks;
            m_places[index].foreign = block.foreign;
        }
    }
}

void MesonFile::readAssignments()
{
    const std::vector<MesonStatement>& all = m_tokens.statements();
    for (size_t index = 0; index < all.size(); ++index) {
        const size_t first = all[index].first;
        if (m_tokens.at(first).kind != MesonToken::Kind::Word || all[index].last < first + 3) {
            continue;
        }
        const bool adds = m_tokens.at(first + 1).isSign('+') && m_tokens.at(first + 2).isSign('=');
        if (adds || (m_tokens.at(first + 1).isSign('=') && !m_tokens.at(first + 2).isSign('='))) {
            m_assignments.push_back(
                {m_tokens.at(first).text, adds, index, first + (adds ? 3 : 2), all[index].last});
        }
    }
}

bool MesonFile::isWhole(const MesonCall& call) const
{
    const MesonStatement& statement = m_tokens.statements()[call.statement];
    if (call.isMethod || call.close + 1 != statement.last) {
        return false;
    }
    const size_t first = statement.first;
    return call.nameToken == first ||
           (call.nameToken == first + 2 && m_tokens.at(first + 1).isSign('=') &&
            m_tokens.at(first).kind == MesonToken::Kind::Word);
}

std::vector<size_t> MesonFile::strings(size_t first, size_t last, bool& isAll) const
{
    std::vector<size_t> found;
    isAll = true;
    for (size_t i = first; i < last; ++i) {
        const MesonToken& token = m_tokens.at(i);
        if (token.kind == MesonToken::Kind::Text && !token.formatted) {
            found.push_back(i);
        } else if (!token.isSign('[') && !token.isSign(']') && !token.isSign(',')) {
            isAll = false;
        }
    }
    return found;
}

/// HIP named outside of a port's own arms, or a condition that asks for AMD GPUs otherwise.
void MesonFile::findOwnPath()
{
    const bool isPort = m_tokens.source().find(kMesonPortText) != std::string_view::npos;
    const std::vector<MesonStatement>& all = m_tokens.statements();
    for (size_t index = 0; index < all.size() && m_own < 0; ++index) {
        const MesonPlace& place = m_places[index];
        bool isOwn = place.foreign;
        for (size_t i = all[index].first; i < all[index].last && !isOwn; ++i) {
            const MesonToken& token = m_tokens.at(i);
            const bool names = token.kind == MesonToken::Kind::Text &&
                               (token.text == "hip" || token.text == "hipcc" ||
                                token.text == "amdhip64" || token.text.ends_with(".hip"));
            isOwn = names && !(place.decided && !place.foreign && isPort);
        }
        m_own = isOwn ? static_cast<qsizetype>(index) : -1;
    }
}

} // namespace rocport
