#include "ui/report/reportpreview.h"

#include "core/base/whendone.h"
#include "ui/report/reportdocument.h"

#include <QAbstractTextDocumentLayout>
#include <QFuture>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextDocument>
#include <QThread>
#include <QWheelEvent>

#include <memory>
#include <utility>

namespace rocport {

namespace {

/// Handed over to the window's thread, where it is also destroyed.
std::shared_ptr<QTextDocument> documentFor(QThread* home, const ReportModel& report,
                                           const ReportLook& look)
{
    auto document = std::shared_ptr<QTextDocument>(
        reportDocument(report, look).release(), [](QTextDocument* done) { done->deleteLater(); });
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
    // A long path or command breaks where the page ends; nothing is read by scrolling sideways.
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void ReportPreview::setZoom(int percent)
{
    m_zoom = percent;
}

void ReportPreview::showHeading(const QString& words)
{
    if (m_rendered != m_request) { // it may stand elsewhere in the document to come
        m_heading = words;
        return;
    }
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() > 0 && block.text() == words) {
            const QRectF at = document()->documentLayout()->blockBoundingRect(block);
            verticalScrollBar()->setValue(qRound(at.top()));
            return;
        }
    }
}

void ReportPreview::show(QFuture<ReportModel> report)
{
    const int request = ++m_request;
    const ReportLook look = reportLook(m_provider.theme(), m_zoom / 100.0, devicePixelRatioF());
    QThread* home = thread();
    whenDoneInPool(
        report, this,
        [look, home](const ReportModel& model) { return documentFor(home, model, look); },
        [this, request](const std::shared_ptr<QTextDocument>& made) {
            if (request != m_request) {
                return;
            }
            const int place = verticalScrollBar()->value();
            setDocument(made.get());
            m_document = made; // lets go of the one before
            m_rendered = request;
            verticalScrollBar()->setValue(place);
            if (!m_heading.isEmpty()) {
                showHeading(std::exchange(m_heading, {}));
            }
            Q_EMIT rendered();
        });
}

void ReportPreview::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers() & Qt::ControlModifier) {
        if (event->angleDelta().y() != 0) {
            Q_EMIT zoomStepRequested(event->angleDelta().y() > 0 ? 1 : -1);
        }
        event->accept();
        return;
    }
    MarkupBrowser::wheelEvent(event);
}

} // namespace rocport
