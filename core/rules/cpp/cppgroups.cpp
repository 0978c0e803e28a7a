#include "core/base/cancelscope.h"
#include "core/base/words.h"
#include "core/rules/cpp/cppbuiltins.h"
#include "core/rules/cpp/cpptemplates.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace rocport {

namespace {

using namespace std::string_view_literals;

enum class GroupKind {
    Unknown,
    Other, ///< declared with a type that is no group
    Block,
    Grid,
    Part ///< a tile or a coalesced group
};

GroupKind groupOfType(std::string_view word)
{
    return word == "thread_block"sv        ? GroupKind::Block
           : word == "grid_group"sv        ? GroupKind::Grid
           : word == "thread_block_tile"sv ? GroupKind::Part
           : word == "coalesced_group"sv   ? GroupKind::Part
           : word == "thread_group"sv      ? GroupKind::Part
                                           : GroupKind::Unknown;
}

GroupKind groupOfCall(std::string_view word)
{
    return word == "this_thread_block"sv   ? GroupKind::Block
           : word == "this_grid"sv         ? GroupKind::Grid
           : word == "tiled_partition"sv   ? GroupKind::Part
           : word == "coalesced_threads"sv ? GroupKind::Part
           : word == "binary_partition"sv  ? GroupKind::Part
           : word == "labeled_partition"sv ? GroupKind::Part
                                           : GroupKind::Unknown;
}

/// What stands for `.member()` of a group; empty `text`: nothing does.
struct Member
{
    std::string_view name;
    std::string_view text; ///< in place of the member; with `whole` of all of the call
    std::string_view note;
    bool whole = false;
    GroupKind group = GroupKind::Unknown; ///< of this kind alone; Unknown: of each
};
constexpr std::array kMembers = {
    Member{"num_threads"sv, "size"sv, "`size` says the same."sv},
    Member{"dim_threads"sv, "group_dim"sv, "`group_dim` says the same."sv, false, GroupKind::Block},
    Member{"num_blocks"sv, "(gridDim.x * gridDim.y * gridDim.z)"sv, "`gridDim` says it."sv, true,
           GroupKind::Grid},
    Member{"block_rank"sv, "((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x)"sv,
           "`blockIdx` says it."sv, true, GroupKind::Grid},
    Member{"block_index"sv, "dim3(blockIdx.x, blockIdx.y, blockIdx.z)"sv, "`blockIdx` says it."sv,
           true, GroupKind::Grid},
    Member{"dim_blocks"sv, "dim3(gridDim.x, gridDim.y, gridDim.z)"sv, "`gridDim` says it."sv, true,
           GroupKind::Grid},
    Member{"barrier_arrive"sv, {}, "Threads arrive and wait in one there, by `sync`."sv},
    Member{"barrier_wait"sv, {}, "Threads arrive and wait in one there, by `sync`."sv}};

class GroupMembers
{
public:
    GroupMembers(const CppFile& file, const Rule& rule, ProposalWriter& writer,
                 QVector<Replacement>& edits)
        : m_file(file), m_rule(rule), m_writer(writer), m_edits(edits)
    {
    }

    void run()
    {
        CancelLook isCancelled;
        for (int i = 2; i + 1 < m_file.size() && !isCancelled(); ++i) {
            if (!m_file.is(i - 1, ".") || !m_file.is(i + 1, "(")) {
                continue;
            }
            const auto* const member =
                std::find_if(kMembers.begin(), kMembers.end(),
                             [&](const Member& one) { return m_file.is(i, one.name); });
            if (member != kMembers.end() && m_file.functionOf(i) >= 0 &&
                !m_file.isInert(m_file.token(i).begin)) {
                place(i, *member);
            }
        }
    }

private:
    /// The group that a call gives whose ')' stands here: "cg::this_grid()".
    [[nodiscard]] GroupKind givenBy(int close, int& begin) const
    {
        const int open = m_file.match(close);
        if (open < 1) {
            return GroupKind::Unknown;
        }
        int name = open - 1;
        if (m_file.is(name, ">")) {
            for (int steps = 0; name > 0 && !m_file.is(name, "<") && steps < 8; ++steps) {
                --name;
            }
            --name;
        }
        begin = m_file.is(name - 1, "::") ? name - 2 : name;
        return groupOfCall(m_file.text(name));
    }

    /// What "auto name = …" holds.
    [[nodiscard]] GroupKind initialised(int sign) const
    {
        for (int i = sign + 1; i < sign + 6; ++i) {
            const GroupKind group = groupOfCall(m_file.text(i));
            if (group != GroupKind::Unknown) {
                return group;
            }
            if (!m_file.isKind(i, CTokenKind::Identifier) && !m_file.is(i, "::")) {
                break;
            }
        }
        return GroupKind::Other;
    }

    /// What a name is by the last declaration before it in its function.
    [[nodiscard]] GroupKind typeOf(int use) const
    {
        const CppFunction& function =
            m_file.functions()[static_cast<size_t>(m_file.functionOf(use))];
        for (int i = m_file.mentionBefore(use, use); i >= 0; i = m_file.mentionBefore(i, use)) {
            const int before = m_file.is(i - 1, "&") ? i - 2 : i - 1;
            if (m_file.is(before, "auto")) {
                return m_file.is(i + 1, "=") ? initialised(i + 1) : GroupKind::Unknown;
            }
            if (m_file.is(before, ">")) {
                int open = before;
                for (int steps = 0; open > 0 && steps < 24 && !m_file.is(open, "thread_block_tile");
                     ++steps) {
                    --open;
                }
                return m_file.is(open, "thread_block_tile") ? GroupKind::Part : GroupKind::Other;
            }
            const GroupKind group = groupOfType(m_file.text(before));
            if (group != GroupKind::Unknown) {
                return group;
            }
            if (m_file.isKind(before, CTokenKind::Identifier) && !m_file.is(before, "return")) {
                return templateParameters(m_file, function).count(m_file.text(before)) != 0
                           ? GroupKind::Unknown
                           : GroupKind::Other;
            }
        }
        return GroupKind::Other;
    }

    void place(int at, const Member& member)
    {
        int begin = at - 2;
        const bool isCall = m_file.is(begin, ")");
        if (!isCall &&
            (!m_file.isKind(begin, CTokenKind::Identifier) || m_file.is(begin - 1, ".") ||
             m_file.is(begin - 1, "->") || m_file.is(begin - 1, "::"))) {
            return;
        }
        const GroupKind group = isCall ? givenBy(at - 2, begin) : typeOf(at - 2);
        const int close = m_file.match(at + 1);
        if (group == GroupKind::Other || (isCall && group == GroupKind::Unknown) || close < 0) {
            return;
        }
        const bool fits = group != GroupKind::Unknown && !member.text.empty() && close == at + 2 &&
                          (member.group == GroupKind::Unknown || member.group == group);
        const QString symbol = toText(member.name);
        const TokenSpan span = member.whole ? TokenSpan{begin, close + 1} : TokenSpan{at, at + 1};
        const Captures captures = {{QStringLiteral("symbol"), symbol},
                                   {QStringLiteral("note"), toText(member.note)},
                                   {QStringLiteral("written"), toText(member.text)}};
        if (fits) {
            proposeText(m_writer, m_rule, m_file.range(at), toBytes(member.text), captures, m_edits,
                        m_file.range(span));
        } else {
            m_writer.addFinding(m_rule, m_file.range(at), symbol, captures);
        }
    }

    const CppFile& m_file;
    const Rule& m_rule;
    ProposalWriter& m_writer;
    QVector<Replacement>& m_edits;
};

} // namespace

void proposeGroupMembers(const CppInput& input)
{
    GroupMembers(input.file, input.rule, input.writer, input.edits).run();
}

} // namespace rocport
