#pragma once

#include "ui/theme/themeprovider.h"

#include <QSyntaxHighlighter>

class QRegularExpression;

namespace rocport {

/// Headings, lists, emphasis, links and code of Markdown in the colours of the theme.
class MarkdownHighlighter : public QSyntaxHighlighter
{
    Q_OBJECT

public:
    MarkdownHighlighter(ThemeProvider& provider, QTextDocument* document);

protected:
    void highlightBlock(const QString& text) override;

private:
    void format(const QString& text, const QRegularExpression& pattern,
                QColor ThemeColours::*colour, bool bold);
    ThemeProvider& m_provider;
};

} // namespace rocport
