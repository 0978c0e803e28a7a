#pragma once

#include "core/report/report.h"
#include "ui/theme/markupbrowser.h"
#include "ui/theme/themeprovider.h"

#include <memory>

namespace rocport {

/// The report as it will be exported, in the colours of the window. Rendered on the pool; loads
/// nothing from outside the document, ever.
class ReportPreview : public MarkupBrowser
{
    Q_OBJECT

public:
    explicit ReportPreview(ThemeProvider& provider, QWidget* parent = nullptr);
    /// Shows `report` when it is there; an older one still on its way is dropped.
    void show(QFuture<ReportModel> report);
    using MarkupBrowser::show;
    /// Scrolls to a heading, once what show() was asked for last is there; nowhere where there is
    /// none of these words.
    void showHeading(const QString& words);
    /// Size of everything on the page, in percent; from the next show() on.
    void setZoom(int percent);

Q_SIGNALS:
    void rendered();
    /// Ctrl and the wheel: a step larger (1) or smaller (-1).
    void zoomStepRequested(int step);

protected:
    void wheelEvent(QWheelEvent* event) override;

private:
    ThemeProvider& m_provider;
    std::shared_ptr<QTextDocument> m_document; // the one shown, made by show()
    QString m_heading;                         // to be scrolled to in the document on its way
    int m_request = 0;
    int m_rendered = 0; // the request whose document is shown
    int m_zoom = 100;
};

} // namespace rocport
