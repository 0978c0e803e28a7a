#include "ui/theme/markupbrowser.h"

#include "ui/theme/plaintext.h"

#include <QImage>
#include <QUrl>

namespace rocport {

namespace {

/// Where a document is given nothing for a name, Qt reads the file of that name itself: an empty
/// picture or text is something.
QVariant nothing(int type)
{
    if (type != QTextDocument::ImageResource) {
        return QByteArray("");
    }
    QImage image(1, 1, QImage::Format_ARGB32);
    image.fill(Qt::transparent);
    return image;
}

} // namespace

QVariant MarkupDocument::loadResource(int type, const QUrl& /*name*/)
{
    return nothing(type);
}

MarkupBrowser::MarkupBrowser(QWidget* parent) : QTextBrowser(parent)
{
    setDocument(new MarkupDocument(this));
    setOpenLinks(false);
    setOpenExternalLinks(false);
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        if (url.scheme().isEmpty() && url.path().isEmpty() && url.hasFragment()) {
            scrollToAnchor(url.fragment());
        } else {
            openWebPage(url);
        }
    });
}

QVariant MarkupBrowser::loadResource(int type, const QUrl& /*name*/)
{
    return nothing(type);
}

void MarkupBrowser::setMarkup(const QString& html)
{
    setHtml(html);
}

} // namespace rocport
