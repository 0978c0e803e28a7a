#include "core/rules/cpp/ownmasks.h"

#include "core/base/cancelscope.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <vector>

namespace rocport {

namespace {

enum class Arm : quint8 {
    Either,
    Amd,
    Other,
    Never, ///< "#if 0"
};

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
            const Arm arm = judged(hash);
            m_open.push_back({arm, arm});
        } else if (name == "endif" && !m_open.empty()) {
            m_open.pop_back();
        } else if ((name == "else" || name == "elif") && !m_open.empty()) {
            next(m_open.back(), name == "elif" ? judged(hash) : Arm::Either, name == "else");
        }
    }
    [[nodiscard]] bool isForAmd() const
    {
        const auto any = [this](Arm arm) {
            return std::any_of(m_open.begin(), m_open.end(),
                               [arm](const Open& one) { return one.now == arm; });
        };
        return any(Arm::Amd) && !any(Arm::Other) && !any(Arm::Never);
    }

private:
    struct Open
    {
        Arm now;
        Arm before; ///< of the arms so far
    };

    /// The arm that follows, whose own condition says `own`.
    static void next(Open& one, Arm own, bool isLast)
    {
        if (one.before == Arm::Amd) {
            one.now = Arm::Other;
            return;
        }
        const bool isRest = isLast && one.before == Arm::Other;
        one.now = isRest ? Arm::Amd : own;
        one.before = own == Arm::Amd || own == Arm::Other ? own : one.before;
    }

    /// Amd where each name for ROCm stands without a "!", Other where one stands behind it.
    [[nodiscard]] Arm judged(int hash) const
    {
        if (m_file.is(hash + 2, "0")) {
            return Arm::Never;
        }
        const bool inverted = m_file.is(hash + 1, "ifndef");
        std::vector<bool> groups; // by open parenthesis: whether a "!" inverts what it holds
        bool rocm = false;
        bool negated = false;
        for (int i = hash + 2; i < m_file.size() && m_file.token(i).inDirective &&
                               !m_file.isKind(i, CTokenKind::Directive);
             ++i) {
            if (m_file.is(i, "(")) {
                const bool around = !groups.empty() && groups.back();
                groups.push_back(around != m_file.is(i - 1, "!"));
            } else if (m_file.is(i, ")") && !groups.empty()) {
                groups.pop_back();
            } else if (m_file.isRocmWord(m_file.text(i))) {
                int before = i - 1;
                before -= m_file.is(before, "(") && m_file.is(before - 1, "defined") ? 1 : 0;
                before -= m_file.is(before, "defined") ? 1 : 0;
                const bool around = !groups.empty() && groups.back();
                rocm = true;
                negated = negated || around != m_file.is(before, "!");
            }
        }
        if (!rocm) {
            return Arm::Either;
        }
        return negated == inverted ? Arm::Amd : Arm::Other;
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
