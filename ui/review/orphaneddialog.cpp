#include "ui/review/orphaneddialog.h"

#include "core/base/linerange.h"
#include "core/base/visibletext.h"
#include "core/project/session/projectdecisions.h"
#include "core/project/session/projectstate.h"

#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace rocport {

namespace {

QString kindText(DecisionKind kind)
{
    switch (kind) {
    case DecisionKind::Accepted:
        return OrphanedDialog::tr("accepted");
    case DecisionKind::Rejected:
        return OrphanedDialog::tr("rejected");
    case DecisionKind::Edited:
        return OrphanedDialog::tr("edited");
    case DecisionKind::Deferred:
        return OrphanedDialog::tr("deferred");
    case DecisionKind::Open:
        break;
    }
    return OrphanedDialog::tr("open");
}

QString whereText(const OrphanedDecision& lost)
{
    if (lost.text.targetPath.isEmpty()) {
        return OrphanedDialog::tr("change %1").arg(QString::fromLatin1(lost.text.hunkKey));
    }
    return placeText(lost.text.targetPath, lost.text.firstLine);
}

} // namespace

OrphanedDialog::OrphanedDialog(ProjectSession& session, ThemeProvider& provider, QWidget* parent)
    : QDialog(parent),
      m_session(session),
      m_title(new TextLabel(provider, TextStep::BodyStrong, {}, &ThemeColours::text, this)),
      m_list(new QListWidget(this)),
      m_text(new QPlainTextEdit(this)),
      m_dismiss(makeButton(tr("Remove from the list"), ButtonKind::Normal, this))
{
    setObjectName(QStringLiteral("lostDialog"));
    setWindowTitle(tr("Decisions without a place"));
    resize(provider.theme().scaled(880), provider.theme().scaled(560));
    auto* note = new TextLabel(provider, TextStep::Small,
                               tr("The text that they refer to was changed or removed. They stay "
                                  "in the history and apply again if the text comes back."),
                               &ThemeColours::text2, this);
    note->setWordWrap(true);
    m_list->setObjectName(QStringLiteral("lostList"));
    m_list->setAccessibleName(tr("Decisions without a place"));
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_text->setObjectName(QStringLiteral("lostText"));
    m_text->setAccessibleName(tr("What was decided"));
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(provider.theme().font(TextStep::Code));
    m_dismiss->setObjectName(QStringLiteral("lostDismiss"));
    m_dismiss->setAutoDefault(false);
    auto* close = makeButton(tr("Close"), ButtonKind::Primary, this);
    close->setDefault(true);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_dismiss, &QPushButton::clicked, this, &OrphanedDialog::dismiss);
    connect(m_list, &QListWidget::currentRowChanged, this, &OrphanedDialog::showCurrent);
    connect(&session, &ProjectSession::stateChanged, this, &OrphanedDialog::fill);
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->addWidget(m_list);
    splitter->addWidget(m_text);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({provider.theme().scaled(320), provider.theme().scaled(540)});
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_dismiss);
    buttons->addStretch();
    buttons->addWidget(close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(m_title);
    layout->addWidget(note);
    layout->addWidget(splitter, 1);
    layout->addLayout(buttons);
    fill();
}

QString OrphanedDialog::describe(const OrphanedDecision& lost)
{
    QString text = whereText(lost) + u'\n';
    text += tr("Decision: %1").arg(kindText(lost.decision.kind)) + u'\n';
    if (!lost.text.title.isEmpty()) {
        text += tr("Change: %1").arg(lost.text.title) + u'\n';
    }
    if (!lost.text.ruleIds.isEmpty()) {
        text += tr("Rules: %1").arg(lost.text.ruleIds.join(QStringLiteral(", "))) + u'\n';
    }
    if (!lost.decision.note.isEmpty()) {
        text += tr("Note: %1").arg(lost.decision.note) + u'\n';
    }
    if (!lost.decision.overrideReason.isEmpty()) {
        text += tr("Accepted against the proof: %1").arg(lost.decision.overrideReason) + u'\n';
    }
    const auto part = [&](const QString& title, const QByteArray& bytes) {
        if (!bytes.isEmpty()) {
            text += u'\n' + title + u'\n' + QString::fromUtf8(bytes);
        }
    };
    part(tr("Your text:"), lost.decision.editedText);
    part(tr("Original then:"), lost.text.original);
    part(tr("Proposed then:"), lost.text.proposed);
    if (lost.text.original.isEmpty() && lost.text.proposed.isEmpty()) {
        text += u'\n' + tr("The text that it refers to is no longer known.");
    }
    return text;
}

void OrphanedDialog::fill()
{
    const std::shared_ptr<const ProjectState> state = m_session.state();
    const int row = std::max(0, m_list->currentRow());
    m_shown = state ? state->orphaned : QVector<OrphanedDecision>();
    m_list->clear();
    for (const OrphanedDecision& lost : std::as_const(m_shown)) {
        m_list->addItem(tr("%1, %2").arg(whereText(lost), kindText(lost.decision.kind)));
    }
    m_list->setCurrentRow(std::min<int>(row, static_cast<int>(m_shown.size()) - 1));
    m_title->setText(m_shown.isEmpty() ? tr("Every decision has its place")
                     : m_shown.size() == 1
                         ? tr("1 decision no longer has a place")
                         : tr("%1 decisions no longer have a place").arg(m_shown.size()));
    m_dismiss->setEnabled(!m_shown.isEmpty() && state && !state->readOnly);
    showCurrent();
}

void OrphanedDialog::showCurrent()
{
    const int row = m_list->currentRow();
    m_text->setPlainText(row >= 0 && row < m_shown.size() ? visibleText(describe(m_shown[row]))
                                                          : QString());
}

void OrphanedDialog::dismiss()
{
    QVector<QByteArray> keys;
    for (const QListWidgetItem* item : m_list->selectedItems()) {
        keys.append(m_shown.value(m_list->row(item)).text.hunkKey);
    }
    if (keys.isEmpty() && m_list->currentRow() >= 0) {
        keys.append(m_shown.value(m_list->currentRow()).text.hunkKey);
    }
    if (const Result<void> done = m_session.decisions().dismissOrphaned(keys); !done) {
        m_text->setPlainText(visibleText(done.error().detail));
    }
}

} // namespace rocport
