#pragma once

#include "core/base/cancel.h"
#include "core/project/port/commitwishes.h"
#include "core/project/session/session.h"
#include "ui/theme/widgets.h"

#include <QSet>

namespace rocport {

/// "1 file", "3 files".
QString filesText(qsizetype count);
/// "src/a.cu, src/b.cu and 3 more": at most five paths.
QString pathsText(const QVector<UncommittedFile>& files);

/// Says in Review that scanned files have uncommitted changes, which the port does not see. Checked
/// when a scan ends and when the program comes to the front. Once dismissed, it stays hidden until
/// other files have some.
class CheckoutBanner : public QWidget
{
    Q_OBJECT

public:
    CheckoutBanner(ProjectSession& session, ThemeProvider& provider, QWidget* parent = nullptr);
    ~CheckoutBanner() override;
    [[nodiscard]] QString text() const { return m_text->text(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void ask();
    void present(const QVector<UncommittedFile>& files);
    void dismiss();

    ProjectSession& m_session;
    ThemeProvider& m_provider;
    TextLabel* m_text;
    QPushButton* m_scan;
    QPushButton* m_close;
    CancelToken m_asking;
    QSet<RepoPath> m_shown;
    QSet<RepoPath> m_dismissed;
    int m_request = 0;
};

} // namespace rocport
