#include "ui/rules/rulefacts.h"

#include "core/base/visibletext.h"
#include "core/facts/facts.h"
#include "core/text/linediff.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <tuple>

namespace rocport {

namespace {

constexpr int kMostFacts = 6;
constexpr int kAround = 2; // lines around what differs

QString tr(const char* text)
{
    return QCoreApplication::translate("RuleFacts", text);
}

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString apiNote(const ApiFact& fact)
{
    if (!fact.note.empty()) {
        return textOf(fact.note);
    }
    if (!fact.hipRemoved.empty()) {
        return tr("Removed in ROCm %1").arg(textOf(fact.hipRemoved));
    }
    if (!fact.hipDeprecated.empty()) {
        return tr("Deprecated from ROCm %1").arg(textOf(fact.hipDeprecated));
    }
    if (fact.status == ApiStatus::Experimental) {
        return tr("Experimental");
    }
    return fact.hipAdded.empty() ? QString() : tr("From ROCm %1").arg(textOf(fact.hipAdded));
}

std::optional<RuleFact> factOf(const QString& symbol, const TargetSettings& target)
{
    static const QRegularExpression header(QStringLiteral("[A-Za-z0-9_/]+\\.(?:h|hpp|cuh)\\b"));
    static const QRegularExpression name(QStringLiteral("[A-Za-z_][A-Za-z0-9_]*"));
    RuleFact made;
    made.cuda = header.match(symbol).captured();
    const std::string include = made.cuda.toStdString();
    if (const HeaderFact* fact = include.empty() ? nullptr : findHeader(include)) {
        made.rocm = fact->dropped ? tr("The include goes away")
                    : fact->unsupported
                        ? tr("None")
                        : textOf(fact->installed.empty() ? fact->hip : fact->installed);
        made.note = textOf(fact->note);
        made.source = tableOf(*fact);
        return made;
    }
    made.cuda = name.match(symbol).captured();
    const std::string cuda = made.cuda.toStdString();
    const ApiFact* fact = cuda.empty() ? nullptr : findApi(cuda);
    if (fact == nullptr) {
        return std::nullopt;
    }
    NameOptions options;
    options.rocm = target.rocm;
    const std::string_view hip = bestNameFor(*fact, options);
    made.rocm = hip.empty() ? tr("None") : textOf(hip);
    made.note = apiNote(*fact);
    made.source = tableOf(*fact, options);
    return made;
}

} // namespace

RuleFacts factsBehind(const ProjectState& state, const QString& ruleId)
{
    RuleFacts result;
    result.rocm = state.meta.target.rocm;
    result.behind = factsOfRule(ruleId);
    std::stable_partition(result.behind.begin(), result.behind.end(),
                          [&](const FactRow& row) { return row.holdsIn(result.rocm); });
    if (!state.scan) {
        return result;
    }
    QHash<QString, int> symbols;
    for (const auto& file : state.scan->files) {
        for (const Finding& finding : file->findings) {
            if (finding.ruleId == ruleId) {
                ++symbols[finding.symbol];
            }
        }
    }
    QHash<QString, RuleFact> byName;
    for (auto symbol = symbols.cbegin(); symbol != symbols.cend(); ++symbol) {
        if (const std::optional<RuleFact> fact = factOf(symbol.key(), state.meta.target)) {
            const int before = byName.value(fact->cuda).places;
            byName.insert(fact->cuda, *fact);
            byName[fact->cuda].places = before + symbol.value();
        }
    }
    result.facts = byName.values();
    std::sort(result.facts.begin(), result.facts.end(), [](const RuleFact& a, const RuleFact& b) {
        return std::tuple(-a.places, a.cuda) < std::tuple(-b.places, b.cuda);
    });
    result.more = std::max(0, static_cast<int>(result.facts.size()) - kMostFacts);
    result.facts.resize(result.facts.size() - result.more);
    return result;
}

QVector<CodeRow> unifiedRows(const QByteArray& before, const QByteArray& after, int most)
{
    const QList<QByteArray> left = before.split('\n');
    const QList<QByteArray> right = after.split('\n');
    const auto line = [](const QList<QByteArray>& lines, int at) {
        return visibleLine(QString::fromUtf8(lines.value(at)));
    };
    QVector<CodeRow> rows;
    const QVector<DiffBlock> blocks = diffLines(before, after);
    for (qsizetype i = 0; i < blocks.size() && rows.size() < most; ++i) {
        const DiffBlock& block = blocks[i];
        if (!block.equal) {
            for (int n = 0; n < block.leftCount; ++n) {
                rows.append({block.leftFirst + n + 1, 0, line(left, block.leftFirst + n)});
            }
            for (int n = 0; n < block.rightCount; ++n) {
                rows.append({0, block.rightFirst + n + 1, line(right, block.rightFirst + n)});
            }
            continue;
        }
        const bool first = i == 0;
        const bool last = i + 1 == blocks.size();
        for (int n = 0; n < block.leftCount; ++n) {
            const bool leads = !last && n >= block.leftCount - kAround;
            if ((!first && n < kAround) || leads) {
                rows.append({block.leftFirst + n + 1, block.rightFirst + n + 1,
                             line(left, block.leftFirst + n)});
            }
        }
    }
    rows.resize(std::min<qsizetype>(rows.size(), most));
    return rows;
}

} // namespace rocport
