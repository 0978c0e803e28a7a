#pragma once

#include "core/rules/packs/rulepack.h"
#include "core/scan/scanner.h"
#include "testpaths.h"
#include "tests/integration/growthinput.h"
#include "tests/unit/memorytree.h"

#include <QDir>
#include <QFile>
#include <QHash>
#include <QSet>

#include <deque>
#include <string>

namespace rocport::growth {

namespace detail {

/// The import lines at the top of a file, so that a piece of it means the same elsewhere.
inline QByteArray importsOf(const QByteArrayList& lines)
{
    QByteArray result;
    for (const QByteArray& line : lines) {
        const bool whole =
            line.startsWith("import ") || (line.startsWith("from ") && line.contains(" import "));
        if (whole && !line.endsWith('(') && !line.endsWith('\\')) {
            result += line + '\n';
        }
    }
    return result;
}

/// The first line of a statement with what makes it whole; empty: it is no statement by itself.
inline QByteArray statementOf(const QByteArray& line)
{
    const QByteArray text = line.trimmed();
    for (const char* word : {"el", "except", "finally", ")", "]", "}", "\"", "'", "#"}) {
        if (text.startsWith(word)) {
            return {};
        }
    }
    const bool open = text.count('(') != text.count(')') || text.count('[') != text.count(']') ||
                      text.count('{') != text.count('}');
    if (text.isEmpty() || open) {
        return {};
    }
    if (text.startsWith('@')) {
        return text + "\ndef f():\n    pass\n";
    }
    return text + (text.endsWith(':') ? "\n    pass\n" : "\n");
}

inline bool isExpression(const QByteArray& text)
{
    static const QSet<QByteArray> words{"import", "from",   "def",   "class", "with",  "if",
                                        "for",    "return", "while", "try",   "raise", "assert"};
    const QByteArray first = text.left(text.indexOf(' '));
    return !text.isEmpty() && !text.contains('\n') && !words.contains(first) &&
           !text.startsWith('@') && !text.startsWith('#') && !text.contains(" = ") &&
           !text.endsWith(':') && text.count('(') == text.count(')');
}

} // namespace detail

/// Where the rules over Python find something in the corpus: the statement again and again, and the
/// expression again and again in one call. One place of each rule.
inline QVector<Input> ruleInputs(const std::shared_ptr<const RuleSet>& rules)
{
    static std::deque<std::string> names;
    constexpr int kOfEach = 1;
    const QDir corpus(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus/python"));
    QHash<QString, int> statements;
    QHash<QString, int> expressions;
    QVector<Input> inputs;
    const auto add = [&](const QString& rule, const char* shape, QByteArray unit,
                         const QByteArray& before, const QByteArray& after) {
        names.push_back(
            (rule + u'-' + QLatin1StringView(shape) + u'-' + QString::number(inputs.size()))
                .toStdString());
        inputs.append({names.back().c_str(), "a.py", std::move(unit), before, after});
    };
    for (const QString& name : corpus.entryList({QStringLiteral("*.py")}, QDir::Files)) {
        QFile file(corpus.filePath(name));
        if (name.endsWith(QStringLiteral(".ported.py")) || !file.open(QIODevice::ReadOnly)) {
            continue;
        }
        MemoryTree tree;
        tree.files.insert("a.py", file.readAll());
        const QByteArray text = tree.files["a.py"];
        const QByteArrayList lines = text.split('\n');
        const auto scan = scanTree(tree, rules, {}, nullptr, {}, {}, 1);
        if (!scan) {
            continue;
        }
        const QByteArray imports = detail::importsOf(lines);
        for (const Finding& finding : (*scan)->files.constFirst()->findings) {
            const QByteArray statement = detail::statementOf(lines.value(finding.line - 1));
            if (!statement.isEmpty() && statements[finding.ruleId]++ < kOfEach) {
                add(finding.ruleId, "again", statement, imports, {});
            }
            const QByteArray place = text.sliced(finding.range.begin, finding.range.size());
            if (detail::isExpression(place) && expressions[finding.ruleId]++ < kOfEach) {
                add(finding.ruleId, "in-one", place + ", ", imports + "f(", ")\n");
            }
        }
    }
    return inputs;
}

} // namespace rocport::growth
