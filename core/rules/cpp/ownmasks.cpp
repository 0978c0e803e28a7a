#include "core/rules/cpp/ownmasks.h"

#include "core/base/cancelscope.h"
#include "core/rules/cpp/armtruth.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <vector>

namespace rocport {

namespace {

/// What the conditions around a token say of who sees it.
class OwnArms
{
public:
    explicit OwnArms(const CppFile& file) : m_file(file) {}

    /// The directive whose '#' is token `hash`.
    void directive(int hash)
    {
        const std::string_view name = m_file.text(hash + 1);
        if (name == "if" || name == "ifdef" || name == "ifndef") {
            m_open.push_back({judged(hash), false, false});
        } else if (name == "endif" && !m_open.empty()) {
            m_open.pop_back();
        } else if ((name == "else" || name == "elif") && !m_open.empty()) {
            next(m_open.back(), hash);
        }
    }
    [[nodiscard]] bool isForAmd() const
    {
        const auto any = [this](auto&& holds) {
            return std::any_of(m_open.begin(), m_open.end(), holds);
        };
        return any([](const Open& one) { return one.now.cuda == Held::No; }) &&
               !any([](const Open& one) { return one.now.rocm == Held::No; });
    }

private:
    struct Open
    {
        ArmTruth now;
        bool rocm; ///< an arm above is certainly ROCm's
        bool cuda; ///< an arm above is certainly CUDA's
    };

    void next(Open& one, int hash)
    {
        one.rocm = one.rocm || one.now.rocm == Held::Yes;
        one.cuda = one.cuda || one.now.cuda == Held::Yes;
        one.now = m_file.is(hash + 1, "elif") ? judged(hash) : ArmTruth();
        // Whoever is certain to take an arm above does not see this one.
        one.now.rocm = one.rocm ? Held::No : one.now.rocm;
        one.now.cuda = one.cuda ? Held::No : one.now.cuda;
    }

    [[nodiscard]] ArmTruth judged(int hash) const
    {
        int end = hash + 2;
        while (end < m_file.size() && m_file.token(end).inDirective &&
               !m_file.isKind(end, CTokenKind::Directive)) {
            ++end;
        }
        const ArmTruth truth = judgeCondition(m_file, hash + 2, end);
        return m_file.is(hash + 1, "ifndef") ? truth.inverted() : truth;
    }

    const CppFile& m_file;
    std::vector<Open> m_open;
};

} // namespace

void findOwnMasks(const CppFile& file, const LaneMasks& masks, const Rule& rule,
                  ProposalWriter& writer)
{
    OwnArms arms(file);
    CancelLook isCancelled;
    for (int i = 0; i + 2 < file.size() && !isCancelled(); ++i) {
        if (file.isKind(i, CTokenKind::Directive)) {
            arms.directive(i);
            continue;
        }
        if (!file.isKind(i, CTokenKind::Identifier) || !file.is(i + 1, "(") ||
            file.token(i).inDirective || !takesLaneMask(file.text(i)) || !arms.isForAmd() ||
            !file.isInert(file.token(i).begin)) {
            continue;
        }
        const std::vector<TokenSpan> arguments = file.arguments(i + 1);
        if (arguments.empty() || masks.literal(arguments[0]) != MaskLiteral::Full32) {
            continue;
        }
        const QString symbol = toText(file.textOf(arguments[0]));
        const QString note =
            QStringLiteral("names 32 lanes as the mask of `%1`, in the project's own "
                           "code for AMD GPUs.")
                .arg(toText(file.text(i)));
        writer.addFinding(rule, file.range(arguments[0]), symbol,
                          {{QStringLiteral("symbol"), symbol}, {QStringLiteral("note"), note}});
    }
}

} // namespace rocport
