#pragma once

#include "core/report/report.h"
#include "ui/theme/markupbrowser.h"
#include "ui/theme/themeprovider.h"

#include <QFuture>

#include <memory>

namespace rocport {

/// The report as it will be exported, in the colours of the window. Rendered in the pool; never
/// loads anything from outside the document.
class ReportPreview : public MarkupBrowser
{
    Q_OBJECT

public:
    explicit ReportPreview(ThemeProvider& provider, QWidget* parent = nullptr);
    /// Shows `report` once it is rendered; an older one still in progress is dropped.
    void show(QFuture<ReportModel> report);
    using MarkupBrowser::show;
    /// Scrolls to a heading once the result of the last show() is displayed; does nothing if there
    /// is no such heading.
    void showHeading(const QString& words);
    /// Sets the size of everything on the page, in percent; takes effect with the next show().
    void setZoom(int percent);

Q_SIGNALS:
    void rendered();
    /// Ctrl+wheel: one step larger (1) or smaller (-1).
    void zoomStepRequested(int step);

protected:
    void wheelEvent(QWheelEvent* event) override;

private:
    ThemeProvider& m_provider;
    std::shared_ptr<QTextDocument> m_document; // the one shown, made by show()
    QString m_heading;                         // to scroll to in the document in progress
    int m_request = 0;
    int m_rendered = 0; // the request whose document is shown
    int m_zoom = 100;
};

} // namespace rocport
