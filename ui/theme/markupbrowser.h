#pragma once

#include <QTextBrowser>
#include <QTextDocument>

namespace rocport {

/// The content of a MarkupBrowser. A document asks its browser for what it names and, when that has
/// none, reads the file itself, as does what draws its pictures (Qt 6.4,
/// QTextDocument::loadResource() and QTextImageHandler); this one gives an empty picture or text
/// for every name.
class MarkupDocument : public QTextDocument
{
    Q_OBJECT

public:
    using QTextDocument::QTextDocument;

protected:
    [[nodiscard]] QVariant loadResource(int type, const QUrl& name) override;
};

/// A document of our own markup, with foreign text through markupOf(). Loads nothing, from nowhere:
/// no image, no style sheet, no page. Links to places of the document scroll to them, links to the
/// web open in the browser when they are clicked, others do nothing.
class MarkupBrowser : public QTextBrowser
{
    Q_OBJECT

public:
    explicit MarkupBrowser(QWidget* parent = nullptr);
    [[nodiscard]] QVariant loadResource(int type, const QUrl& name) override;
    /// Shows `html`, which is ours.
    void setMarkup(const QString& html);
};

} // namespace rocport
