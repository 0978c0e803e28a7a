#include "ui/portreview/draftsdialog.h"

#include "ui/theme/plaintext.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

DraftsDialog::DraftsDialog(PortDrafts& drafts, const ProjectReviews& reviews,
                           ThemeProvider& provider, QWidget* parent)
    : QDialog(parent),
      m_drafts(drafts),
      m_reviews(reviews),
      m_list(new QListWidget(this)),
      m_text(new QPlainTextEdit(this)),
      m_why(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::text2, this)),
      m_drop(makeButton(tr("Drop"), ButtonKind::Normal, this)),
      m_comment(makeButton(tr("Comment on the file"), ButtonKind::Normal, this)),
      m_copy(makeButton(tr("Copy"), ButtonKind::Normal, this))
{
    setObjectName(QStringLiteral("draftsDialog"));
    setWindowTitle(tr("Texts without a hunk"));
    resize(provider.theme().scaled(760), provider.theme().scaled(420));
    m_list->setObjectName(QStringLiteral("draftsList"));
    m_list->setAccessibleName(tr("Texts without a hunk"));
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->setObjectName(QStringLiteral("draftsText"));
    m_text->setAccessibleName(tr("What you typed"));
    m_text->setProperty("field", true);
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setFont(provider.theme().font(TextStep::Code));
    m_why->setObjectName(QStringLiteral("draftsWhy"));
    m_why->setWordWrap(true);
    m_drop->setObjectName(QStringLiteral("draftsDrop"));
    m_comment->setObjectName(QStringLiteral("draftsComment"));
    m_copy->setObjectName(QStringLiteral("draftsCopy"));
    auto* close = makeButton(tr("Close"), ButtonKind::Primary, this);
    close->setDefault(true);
    for (QPushButton* button : {m_drop, m_comment, m_copy}) {
        button->setAutoDefault(false);
    }
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->addWidget(m_list);
    splitter->addWidget(m_text);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({provider.theme().scaled(300), provider.theme().scaled(440)});
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_drop);
    buttons->addStretch();
    buttons->addWidget(m_comment);
    buttons->addWidget(m_copy);
    buttons->addWidget(close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(splitter, 1);
    layout->addWidget(m_why);
    layout->addLayout(buttons);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_list, &QListWidget::currentRowChanged, this, &DraftsDialog::showCurrent);
    connect(m_drop, &QPushButton::clicked, this, [this] {
        if (const PortDraft* draft = current()) {
            const PortDraft gone = *draft; // the list is filled anew
            m_drafts.remove(gone.kind, gone.at);
        }
    });
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_text->toPlainText());
        m_why->setText(tr("Copied."));
    });
    connect(m_comment, &QPushButton::clicked, this, [this] {
        if (const PortDraft* draft = current()) {
            const PortDraft chosen = *draft;
            accept();
            Q_EMIT commentRequested(hunkOfFile(chosen), chosen);
        }
    });
    connect(&drafts, &PortDrafts::changed, this, &DraftsDialog::fill);
    fill();
}

const PortDraft* DraftsDialog::current() const
{
    const int row = m_list->currentRow();
    return row >= 0 && row < m_shown.size() ? &m_shown[row] : nullptr;
}

QByteArray DraftsDialog::hunkOfFile(const PortDraft& draft) const
{
    const std::shared_ptr<const ReviewState> state = m_reviews.state();
    if (!state) {
        return {};
    }
    const QVector<ReviewFile>& files = state->review->files;
    const auto named = [&](auto path) {
        return std::find_if(files.begin(), files.end(),
                            [&](const ReviewFile& file) { return file.*path == draft.path; });
    };
    auto found = named(&ReviewFile::path);
    found = found == files.end() ? named(&ReviewFile::basePath) : found; // it was renamed since
    return found == files.end() ? QByteArray() : found->hunks.first().id;
}

QString DraftsDialog::commentOf(const PortDraft& draft)
{
    if (draft.kind != PortDraft::Kind::Edit) {
        return draft.text;
    }
    QString fence = QStringLiteral("```");
    while (draft.text.contains(fence)) {
        fence += u'`';
    }
    return fence + u'\n' + draft.text +
           (draft.text.endsWith(u'\n') ? QString() : QStringLiteral("\n")) + fence;
}

void DraftsDialog::fill()
{
    const int row = std::max(0, m_list->currentRow());
    m_shown = m_drafts.stranded();
    if (m_shown.isEmpty()) {
        accept();
        return;
    }
    m_list->clear();
    for (const PortDraft& draft : std::as_const(m_shown)) {
        auto* item = new QListWidgetItem(PortDrafts::nameOf(draft), m_list);
        item->setToolTip(tipText(item->text()));
    }
    m_list->setCurrentRow(std::min<int>(row, static_cast<int>(m_shown.size()) - 1));
    showCurrent();
}

void DraftsDialog::showCurrent()
{
    const PortDraft* draft = current();
    m_text->setPlainText(draft != nullptr ? draft->text : QString());
    const std::shared_ptr<const ReviewState> state = m_reviews.state();
    if (draft == nullptr || !state) {
        m_why->setText({});
        return;
    }
    const bool there = !hunkOfFile(*draft).isEmpty();
    m_comment->setEnabled(there);
    const int newest = state->kept.revisions.last().number;
    QString why = draft->kind == PortDraft::Kind::Reply
                      ? tr("Typed in revision %1; its thread is no longer shown in revision %2.")
                      : tr("Typed in revision %1; the hunk is gone in revision %2.");
    why = why.arg(draft->revision).arg(newest);
    m_why->setText(there ? why : why + u' ' + tr("The port does not change the file any more."));
}

} // namespace rocport
