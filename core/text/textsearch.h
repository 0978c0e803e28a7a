#pragma once

#include "core/base/result.h"

#include <QRegularExpression>
#include <QString>
#include <QStringView>
#include <QVector>

namespace rocport {

/// What to look for in lines of text.
struct TextQuery
{
    QString text; ///< empty: nothing is looked for
    bool matchCase = false;
    bool wholeWord = false;
    bool expression = false; ///< a regular expression in PCRE2 syntax
    friend bool operator==(const TextQuery&, const TextQuery&) = default;
};

/// Where a match is in a line: in UTF-16 units, or bytes where the function says so.
struct TextMatch
{
    qsizetype start = 0;
    qsizetype length = 0; ///< at least 1
    friend bool operator==(const TextMatch&, const TextMatch&) = default;
};

/// Matches of one line.
struct LineMatches
{
    QVector<TextMatch> matches;
    bool gaveUp = false; ///< an expression took too many steps, or the line is too long for it:
                         ///< there may be more matches
    friend bool operator==(const LineMatches&, const LineMatches&) = default;
};

/// Finds a query in single lines, in bounded time whatever the expression and the line are. Each
/// thread needs its own copy.
class TextMatcher
{
public:
    /// How many units of a line an expression is tried on.
    static constexpr qsizetype kMaxExpressionLine = 4000;
    /// The most matches that are reported for one line.
    static constexpr qsizetype kMaxMatches = 1000;

    /// Errors: InvalidArgument with what is wrong with the expression.
    static Result<TextMatcher> make(const TextQuery& query);

    [[nodiscard]] const TextQuery& query() const { return m_query; }
    /// Matches from left to right, not overlapping; empty ones are left out.
    [[nodiscard]] LineMatches findIn(const QString& line) const;
    /// The same for a line of UTF-8; positions are bytes.
    [[nodiscard]] LineMatches findInUtf8(QByteArrayView line) const;

private:
    [[nodiscard]] LineMatches findText(const QString& line) const;
    [[nodiscard]] LineMatches findExpression(const QString& line) const;

    TextQuery m_query;
    QByteArray m_bytes; ///< the text where a line can be ruled out by its bytes; else empty
    QRegularExpression m_pattern;
};

} // namespace rocport
