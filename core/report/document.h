#pragma once

#include "core/base/repopath.h"
#include "core/plan/plan.h"

#include <QString>
#include <QVector>

namespace rocport {

/// A piece of a line. Texts are plain: each renderer escapes them in its own way.
struct Span
{
    enum class Kind : quint8 { Text, Strong, Code, Link, Mark } kind = Kind::Text;
    QString text;
    QString url;                         ///< Link
    PhaseState state = PhaseState::Todo; ///< Mark
};

using Spans = QVector<Span>;

inline Span plain(const QString& text)
{
    return {Span::Kind::Text, text, {}, {}};
}
/// A line of plain text.
inline Spans words(const QString& text)
{
    return {plain(text)};
}
inline Span code(const QString& text)
{
    return {Span::Kind::Code, text, {}, {}};
}
inline Span strong(const QString& text)
{
    return {Span::Kind::Strong, text, {}, {}};
}

/// A block of the report. Markdown and HTML are made from the same blocks, so their content is the
/// same.
struct Block
{
    enum class Kind : quint8 {
        Title,
        Byline,
        Facts,   ///< rows of two cells: name, value
        Heading, ///< of `level` 2 or 3
        Paragraph,
        Notice,   ///< with `severity`
        List,     ///< one item per row, one cell each
        Table,    ///< `header`, rows
        Markdown, ///< `markdown`: a phase summary
    } kind = Kind::Paragraph;
    int level = 2;
    Severity severity = Severity::Info;
    Spans line;
    QStringList header; ///< a leading '>' marks a column of numbers
    QVector<QVector<Spans>> rows;
    QString markdown;
};

using Document = QVector<Block>;

/// The blocks as Markdown; UTF-8, LF. Text is shown letter by letter, with nothing hidden in it.
QByteArray documentMarkdown(const Document& document);

} // namespace rocport
