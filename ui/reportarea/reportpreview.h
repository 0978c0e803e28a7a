#pragma once

#include "core/project/session.h"
#include "ui/theme/themeprovider.h"

#include <QTextBrowser>

#include <memory>

namespace rocport {

/// The report as it will be exported, in the colours of the window. Rendered on the pool; loads
/// nothing from outside the document, ever.
class ReportPreview : public QTextBrowser
{
    Q_OBJECT

public:
    explicit ReportPreview(ThemeProvider& provider, QWidget* parent = nullptr);
    /// Shows `report` when it is there; an older one still on its way is dropped.
    void show(QFuture<ReportModel> report);
    using QTextBrowser::show;
    [[nodiscard]] QVariant loadResource(int type, const QUrl& name) override;

Q_SIGNALS:
    void rendered();

private:
    ThemeProvider& m_provider;
    std::shared_ptr<QTextDocument> m_document; // the one shown, made by show()
    int m_request = 0;
};

} // namespace rocport
