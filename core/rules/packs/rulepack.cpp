#include "core/rules/packs/rulepack.h"

#include "core/rules/packs/rulereader.h"

#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

Error packProblem(const QString& file, quint32 line, const QString& detail)
{
    return {ErrorCode::RulePackInvalid, detail, QStringLiteral("%1:%2").arg(file).arg(line)};
}

void readRules(const toml::array& rules, const PackText& text, RulePack& pack)
{
    const QString& file = text.file;
    QSet<QString> seen;
    if (text.origin != PackOrigin::BuiltIn &&
        static_cast<qsizetype>(rules.size()) > PackLimits::kRules) {
        pack.problems.append(
            packProblem(file, 1, QStringLiteral("more than %1 rules").arg(PackLimits::kRules)));
        return;
    }
    const QList<QByteArray> lines = text.text.split('\n');
    for (const toml::node& node : rules) {
        const toml::table* table = node.as_table();
        if (table == nullptr) {
            pack.problems.append(packProblem(file, node.source().begin.line,
                                             QStringLiteral("rule must be written as [[rule]]")));
            continue;
        }
        pack.ruleLines.append(static_cast<int>(table->source().begin.line));
        std::optional<Rule> rule = RuleReader(*table, text, lines, pack.problems).read();
        if (!rule) {
            continue;
        }
        if (seen.contains(rule->id)) {
            pack.problems.append(
                packProblem(file, table->source().begin.line,
                            QStringLiteral("a second rule is called \"%1\"").arg(rule->id)));
            continue;
        }
        seen.insert(rule->id);
        rule->packName = pack.name;
        pack.rules.append(std::move(*rule));
    }
}

void readPack(const toml::table& root, const PackText& text, RulePack& pack)
{
    const QString& file = text.file;
    if (root["format"].value_or(qint64(0)) != 1) {
        pack.problems.append(packProblem(file, 1, QStringLiteral("format must be 1")));
        return;
    }
    for (const auto& [key, value] : root) {
        const QString name = toText(key.str());
        if (!packKeys(PackTable::Pack).contains(name)) {
            QString detail = QStringLiteral("unknown key \"%1\" in the pack").arg(name);
            const QString near = nearestName(name, packKeys(PackTable::Pack));
            if (!near.isEmpty()) {
                detail += QStringLiteral(", did you mean \"%1\"?").arg(near);
            }
            pack.problems.append(packProblem(file, key.source().begin.line, detail));
        }
    }
    pack.name = toText(root["name"].value_or(std::string_view()));
    if (const toml::node* rules = root.get("rule")) {
        if (const toml::array* array = rules->as_array()) {
            readRules(*array, text, pack);
        } else {
            pack.problems.append(packProblem(file, rules->source().begin.line,
                                             QStringLiteral("rules must be written as [[rule]]")));
        }
    }
}

} // namespace

Result<VersionRange> parseVersionRange(const QString& text)
{
    VersionRange range;
    const QString trimmed = text.trimmed();
    if (trimmed.isEmpty()) {
        return range;
    }
    for (const QString& part : trimmed.split(u',')) {
        const QString bound = part.trimmed();
        const bool from = bound.startsWith(u">=");
        const bool below = !from && bound.startsWith(u'<') && !bound.startsWith(u"<=");
        const QString number = bound.mid(from ? 2 : 1).trimmed();
        const std::optional<Version> version = Version::parse(number);
        if ((!from && !below) || !version || version->toString() != number) {
            return Error{
                ErrorCode::InvalidArgument,
                QStringLiteral("\"%1\" is not a version range such as \">=2.3,<2.12\"").arg(text),
                {}};
        }
        (from ? range.from : range.below) = *version;
    }
    return range;
}

RulePack parseRulePack(const QByteArray& text, const QString& file, PackOrigin origin)
{
    RulePack pack;
    const qsizetype limit =
        origin == PackOrigin::BuiltIn ? 4 * PackLimits::kPackBytes : PackLimits::kPackBytes;
    if (text.size() > limit) {
        pack.problems.append(
            packProblem(file, 1, QStringLiteral("larger than %1 MiB").arg(limit / (1024 * 1024))));
        return pack;
    }
    const Result<toml::table> root = parseToml(text, file);
    if (root) {
        readPack(*root, {file, origin, text}, pack);
    } else {
        pack.problems.append(
            {ErrorCode::RulePackInvalid, root.error().detail, root.error().object});
    }
    std::stable_sort(pack.problems.begin(), pack.problems.end(),
                     [](const Error& a, const Error& b) { return lineOf(a) < lineOf(b); });
    return pack;
}

int lineOf(const Error& problem)
{
    return problem.object.mid(problem.object.lastIndexOf(u':') + 1).toInt();
}

} // namespace rocport
