#include "ui/reportarea/reportpreview.h"

#include <QFuture>
#include <QScrollBar>
#include <QTextDocument>
#include <QThread>

#include <memory>

namespace rocport {

namespace {

struct Look
{
    QString css;
    QFont font;
};

Look lookOf(const Theme& theme)
{
    const QString css =
        QStringLiteral(
            "body { color: %1; } h1 { font-size: 20px; font-weight: 600; }"
            "h2 { font-size: 15px; font-weight: 600; } h3, h4 { font-size: 13px; }"
            "code, pre { font-family: '%2'; font-size: 12px; } a { color: %3; }"
            "th { text-align: left; color: %4; font-weight: 500; padding: 3px 12px 3px 0; }"
            "td { padding: 3px 12px 3px 0; } .byline, dt { color: %4; }"
            ".notice { background-color: %5; } .number { text-align: right; }")
            .arg(theme.text.name(), theme.font(TextStep::Code).family(), theme.accent.name(),
                 theme.muted.name(), theme.warnSoft.name());
    return {css, theme.font(TextStep::Body)};
}

std::shared_ptr<QTextDocument> documentOf(const ReportModel& report, const Look& look,
                                          QThread* home)
{
    QString html = QString::fromUtf8(renderHtml(report));
    // The exported page's style is for browsers; the preview has its own.
    const qsizetype begin = html.indexOf(QLatin1String("<style>"));
    const qsizetype end = html.indexOf(QLatin1String("</style>"));
    if (begin >= 0 && end > begin) {
        html.remove(begin, end + 8 - begin);
    }
    // Handed over to the window's thread, where it is also destroyed.
    auto document = std::shared_ptr<QTextDocument>(
        new MarkupDocument, [](QTextDocument* done) { done->deleteLater(); });
    document->setDefaultFont(look.font);
    document->setDefaultStyleSheet(look.css);
    document->setDocumentMargin(40);
    document->setUndoRedoEnabled(false);
    document->setHtml(html);
    document->moveToThread(home);
    return document;
}

} // namespace

ReportPreview::ReportPreview(ThemeProvider& provider, QWidget* parent)
    : MarkupBrowser(parent), m_provider(provider)
{
    setObjectName(QStringLiteral("reportPreview"));
    setAccessibleName(tr("Preview of the report"));
    setFrameShape(QFrame::NoFrame);
    setWordWrapMode(QTextOption::WordWrap);
}

void ReportPreview::show(QFuture<ReportModel> report)
{
    const int request = ++m_request;
    const Look look = lookOf(m_provider.theme());
    QThread* home = thread();
    report
        .then(QtFuture::Launch::Async,
              [look, home](const ReportModel& model) { return documentOf(model, look, home); })
        .then(this, [this, request](const std::shared_ptr<QTextDocument>& made) {
            if (request != m_request) {
                return;
            }
            const int place = verticalScrollBar()->value();
            setDocument(made.get());
            m_document = made; // lets go of the one before
            verticalScrollBar()->setValue(place);
            Q_EMIT rendered();
        });
}

} // namespace rocport
