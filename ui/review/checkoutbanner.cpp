#include "ui/review/checkoutbanner.h"

#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "core/project/port/commit.h"
#include "core/project/session/projectstate.h"

#include <QAccessible>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>

namespace rocport {

QString filesText(qsizetype count)
{
    return counted(count, CheckoutBanner::tr("file"), CheckoutBanner::tr("files"));
}

QString pathsText(const QVector<UncommittedFile>& files)
{
    constexpr qsizetype kNamed = 5;
    QStringList names;
    for (qsizetype i = 0; i < files.size() && i < kNamed; ++i) {
        names.append(files[i].change.path.display());
    }
    const QString text = names.join(QStringLiteral(", "));
    return files.size() > kNamed
               ? CheckoutBanner::tr("%1 and %2 more").arg(text, countText(files.size() - kNamed))
               : text;
}

CheckoutBanner::CheckoutBanner(ProjectSession& session, ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_provider(provider),
      m_text(new TextLabel(provider, TextStep::Body, {}, &ThemeColours::text, this)),
      m_scan(makeButton(tr("Scan again"), ButtonKind::Normal, this)),
      m_close(makeButton({}, ButtonKind::Flat, this))
{
    setObjectName(QStringLiteral("checkoutBanner"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 5, 12, 6);
    row->setSpacing(8);
    m_text->setWordWrap(true);
    m_text->setObjectName(QStringLiteral("checkoutBannerText"));
    m_scan->setProperty("compact", true);
    m_scan->setObjectName(QStringLiteral("checkoutBannerScan"));
    m_close->setProperty("compact", true);
    m_close->setIcon(provider.icon(Glyph::Cross));
    m_close->setAccessibleName(tr("Dismiss"));
    m_close->setToolTip(tr("Dismiss (Esc)"));
    m_close->setObjectName(QStringLiteral("checkoutBannerClose"));
    row->addWidget(new GlyphLabel(provider, Glyph::MarkAttention, &ThemeColours::warn, 16, this));
    row->addWidget(m_text, 1);
    row->addWidget(m_scan);
    row->addWidget(m_close);
    connect(m_scan, &QPushButton::clicked, this, [this] { m_session.rescan(); });
    connect(m_close, &QPushButton::clicked, this, &CheckoutBanner::dismiss);
    connect(&provider, &ThemeProvider::changed, this, [this] { update(); });
    connect(&session, &ProjectSession::stateChanged, this, [this](StateChange change) {
        if (change == StateChange::Everything) {
            ask();
        }
    });
    connect(&session, &ProjectSession::opened, this, [this] { m_dismissed.clear(); });
    connect(&session, &ProjectSession::closed, this, [this] { present({}); });
    connect(qGuiApp, &QGuiApplication::applicationStateChanged, this,
            [this](Qt::ApplicationState state) {
                if (state == Qt::ApplicationActive) {
                    ask();
                }
            });
    hide();
    ask();
}

CheckoutBanner::~CheckoutBanner()
{
    m_asking.cancel();
}

void CheckoutBanner::ask()
{
    m_asking.cancel();
    m_asking = CancelToken();
    const int request = ++m_request;
    if (!m_session.state() || !m_session.state()->scan) {
        present({});
        return;
    }
    whenDone(m_session.uncommittedFiles(m_asking), this,
             [this, request](const Result<QVector<UncommittedFile>>& files) {
                 if (request != m_request) {
                     return;
                 }
                 QVector<UncommittedFile> scanned;
                 for (const UncommittedFile& file : files ? *files : QVector<UncommittedFile>()) {
                     if (file.scanned) {
                         scanned.append(file);
                     }
                 }
                 present(scanned); // a checkout that cannot be read is no reason for a banner
             });
}

void CheckoutBanner::present(const QVector<UncommittedFile>& files)
{
    QSet<RepoPath> paths;
    for (const UncommittedFile& file : files) {
        paths.insert(file.change.path);
    }
    const bool isNews = paths != m_shown || !isVisibleTo(parentWidget());
    m_shown = paths;
    if (files.isEmpty() || paths == m_dismissed) {
        hide();
        return;
    }
    m_text->setText((files.size() == 1
                         ? tr("%1 in your checkout has uncommitted changes, which the port does "
                              "not include: %2. Commit them in git and scan again to port them.")
                         : tr("%1 in your checkout have uncommitted changes, which the port does "
                              "not include: %2. Commit them in git and scan again to port them."))
                        .arg(filesText(files.size()), pathsText(files)));
    setAccessibleName(m_text->text());
    show();
    if (isNews) {
        QAccessibleEvent event(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

void CheckoutBanner::dismiss()
{
    m_dismissed = m_shown;
    hide();
    if (parentWidget() != nullptr) {
        parentWidget()->setFocus();
    }
}

void CheckoutBanner::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        dismiss();
        return;
    }
    QWidget::keyPressEvent(event);
}

void CheckoutBanner::paintEvent(QPaintEvent* /*event*/)
{
    QPainter(this).fillRect(rect(), m_provider.theme().warnSoft);
}

} // namespace rocport
