#include "core/rules/packs/rulecopy.h"

#include "core/files/readfile.h"
#include "core/rules/packs/rulepack.h"

#include <QFileInfo>

#include <algorithm>

namespace rocport {

QString whyNoCopy(const Rule& rule)
{
    if (rule.matcher == MatcherKind::Probe) {
        return QStringLiteral("This rule is about nodes, and a pack of the project may not change "
                              "what is asked of them.");
    }
    return rule.origin == PackOrigin::BuiltIn
               ? QString()
               : QStringLiteral("This rule stands in %1, where it can be edited.")
                     .arg(QFileInfo(rule.packFile).fileName());
}

Result<QByteArray> packOfRule(const Rule& rule)
{
    if (const QString why = whyNoCopy(rule); !why.isEmpty()) {
        return Error{ErrorCode::InvalidArgument, why, rule.id};
    }
    const Result<QByteArray> text = readResource(rule.packFile);
    if (!text) {
        return text.error();
    }
    const QVector<int> begins = parseRulePack(*text, rule.packFile, rule.origin).ruleLines;
    const auto next = std::upper_bound(begins.begin(), begins.end(), rule.packLine);
    QList<QByteArray> lines = text->split('\n');
    const qsizetype end = next == begins.end() ? lines.size() : *next - 1;
    lines = lines.mid(rule.packLine - 1, end - (rule.packLine - 1));
    // Comments before the next rule are about that one.
    while (!lines.isEmpty() && (lines.last().trimmed().isEmpty() || lines.last().startsWith('#'))) {
        lines.removeLast();
    }
    return QByteArray("# A copy of the rule " + rule.id.toUtf8() + " in Rocport's " +
                      QFileInfo(rule.packFile).fileName().toUtf8() +
                      ", which takes its place in this project.\nformat = 1\nname = \"" +
                      rule.id.toUtf8() + " of this project\"\n\n" + lines.join('\n') + '\n');
}

} // namespace rocport
