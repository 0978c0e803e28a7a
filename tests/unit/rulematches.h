#pragma once

#include "tests/unit/cppanalysis.h"

#include <QtTest>

#include <algorithm>

namespace rocport {

inline bool hasRule(const FileAnalysis& analysis, const char* id)
{
    return std::any_of(analysis.findings.begin(), analysis.findings.end(),
                       [&](const Finding& f) { return f.ruleId == QLatin1StringView(id); });
}

/// The columns of a table of texts in which a rule finds something or nothing.
inline void addRuleColumns()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<bool>("found");
}

/// A row of that table: the rule finds something in the text, or nothing.
inline void addRuleRow(const char* name, const char* text, const char* rule, bool found)
{
    QTest::newRow(name) << QByteArray(text) << QString::fromLatin1(rule) << found;
}

/// Checks the current row of that table, and that what is found and proposed is complete.
inline void checkRuleRow()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, rule);
    QFETCH(bool, found);
    const FileAnalysis analysis = analyse(text, contextFor());
    QCOMPARE(hasRule(analysis, rule.toLatin1().constData()), found);
    for (const Finding& finding : analysis.findings) {
        QVERIFY2(!finding.message.contains(u'{'), qPrintable(finding.message));
        QVERIFY(finding.range.begin >= 0 && finding.range.end <= text.size());
        QVERIFY(!finding.id.isEmpty() && finding.line >= 1 && finding.column >= 1);
    }
    for (const Hunk& hunk : analysis.hunks) {
        QVERIFY2(!hunk.change.contains(u'{') && !hunk.title.contains(u'{'),
                 qPrintable(hunk.change));
        QVERIFY(!hunk.reason.isEmpty() && !hunk.change.isEmpty() && !hunk.referenceUrl.isEmpty());
    }
}

} // namespace rocport
