#pragma once

#include <QTextBrowser>
#include <QTextDocument>

namespace rocport {

/// The content of a MarkupBrowser. A document asks its browser for the resources it names and, if
/// that has none, reads the file itself, as does the code that draws its pictures (Qt 6.4,
/// QTextDocument::loadResource() and QTextImageHandler); this one returns an empty picture or text
/// for every name.
class MarkupDocument : public QTextDocument
{
    Q_OBJECT

public:
    using QTextDocument::QTextDocument;

protected:
    [[nodiscard]] QVariant loadResource(int type, const QUrl& name) override;
};

/// A document in our own markup, with foreign text passed through markupOf(). Loads nothing from
/// anywhere: no image, no style sheet, no page. Links within the document scroll, links to the web
/// open in the browser when clicked, and others do nothing.
class MarkupBrowser : public QTextBrowser
{
    Q_OBJECT

public:
    explicit MarkupBrowser(QWidget* parent = nullptr);
    [[nodiscard]] QVariant loadResource(int type, const QUrl& name) override;
    /// Shows `html`, which is our own.
    void setMarkup(const QString& html);
};

} // namespace rocport
