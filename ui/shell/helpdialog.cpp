#include "ui/shell/helpdialog.h"

#include "core/project/session/helppages.h"
#include "ui/messages/messages.h"
#include "ui/theme/markupbrowser.h"
#include "ui/theme/plaintext.h"

#include <QListWidget>
#include <QScrollBar>
#include <QSplitter>
#include <QVBoxLayout>

namespace rocport {

namespace {

QString styleOf(const Theme& theme)
{
    return QStringLiteral(
               "body { color:%1; font-size:%2px; } a { color:%3; text-decoration:none; } "
               "h1, h2, h3 { font-size:%4px; font-weight:600; margin-bottom:8px; } "
               "h4 { font-size:%5px; font-weight:600; margin-top:16px; margin-bottom:4px; } "
               "h5, h6 { font-size:%5px; font-weight:600; margin-top:12px; margin-bottom:2px; } "
               "p { margin-top:4px; margin-bottom:6px; } li { margin-bottom:3px; } "
               "code { font-family:'%6'; } pre { font-family:'%6'; background:%7; } "
               "th { text-align:left; color:%8; padding:3px 12px 3px 0; } "
               "td { padding:3px 12px 3px 0; }")
        .arg(theme.text.name())
        .arg(theme.font(TextStep::Body).pixelSize())
        .arg(theme.accent.name())
        .arg(theme.font(TextStep::Title).pixelSize())
        .arg(theme.font(TextStep::Section).pixelSize())
        .arg(theme.font(TextStep::Code).family(), theme.well.name(), theme.text2.name());
}

} // namespace

HelpDialog::HelpDialog(ThemeProvider& provider, QWidget* parent)
    : QDialog(parent),
      m_provider(provider),
      m_list(new QListWidget(this)),
      m_browser(new MarkupBrowser(this))
{
    setObjectName(QStringLiteral("help"));
    setWindowTitle(tr("Help"));
    resize(provider.theme().scaled(1080), provider.theme().scaled(720));
    m_list->setObjectName(QStringLiteral("helpPages"));
    m_list->setAccessibleName(tr("Pages of help"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideRight);
    for (const HelpPage& page : helpPages()) {
        auto* item = new QListWidgetItem(page.title, m_list);
        item->setData(Qt::UserRole, page.id);
        item->setToolTip(page.title);
        item->setSizeHint({0, provider.theme().scaled(28)});
    }
    m_browser->setObjectName(QStringLiteral("helpText"));
    m_browser->setAccessibleName(tr("Text of the page"));
    m_browser->setFrameShape(QFrame::NoFrame);
    m_browser->document()->setDocumentMargin(provider.theme().scaled(20));
    auto* split = new QSplitter(Qt::Horizontal, this);
    split->setHandleWidth(1);
    split->setChildrenCollapsible(false);
    split->addWidget(m_list);
    split->addWidget(m_browser);
    split->setStretchFactor(1, 1);
    split->setSizes({provider.theme().scaled(330), provider.theme().scaled(750)});
    auto* close = makeButton(tr("Close"), ButtonKind::Primary, this);
    close->setAutoDefault(false);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(16, 8, 16, 12);
    foot->addStretch();
    foot->addWidget(close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(split, 1);
    column->addLayout(foot);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(m_list, &QListWidget::currentRowChanged, this, &HelpDialog::fill);
    connect(&provider, &ThemeProvider::changed, this, &HelpDialog::fill);
    m_list->setCurrentRow(0);
}

bool HelpDialog::showPage(const QString& id)
{
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->data(Qt::UserRole).toString() == id) {
            m_list->setCurrentRow(row);
            return true;
        }
    }
    return false;
}

QString HelpDialog::page() const
{
    const QListWidgetItem* item = m_list->currentItem();
    return item == nullptr ? QString() : item->data(Qt::UserRole).toString();
}

void HelpDialog::fill()
{
    const Result<QString> html = helpPageHtml(page());
    m_browser->document()->setDefaultStyleSheet(styleOf(m_provider.theme()));
    m_browser->setMarkup(html ? QStringLiteral("<body>%1</body>").arg(*html)
                              : markupOf(messageFor(html.error())));
    m_browser->verticalScrollBar()->setValue(0);
}

} // namespace rocport
