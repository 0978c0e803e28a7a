#include "ui/report/summaryeditor.h"

#include "core/base/wording.h"
#include "core/store/projectfile.h"
#include "ui/report/markdownbar.h"
#include "ui/report/markdownhighlighter.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QPlainTextEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include <chrono>

namespace rocport {

using namespace std::chrono_literals;

SummaryEditor::SummaryEditor(Phase phase, ThemeProvider& provider, QWidget* parent)
    : FoldingSection(provider, QString::number(int(phase)), phaseName(phase), parent),
      m_phase(phase),
      m_provider(provider),
      m_text(new QPlainTextEdit(&body())),
      m_bar(new MarkdownBar(provider, *m_text, &body())),
      m_reset(makeButton(tr("Reset to generated text"), ButtonKind::Normal, &body())),
      m_saved(new TextLabel(provider, TextStep::Caption, {}, &ThemeColours::muted, &body()))
{
    setObjectName(QStringLiteral("summary%1").arg(int(phase)));
    m_text->setObjectName(QStringLiteral("summaryText"));
    m_text->setAccessibleName(tr("Summary of phase %1, %2").arg(int(phase)).arg(phaseName(phase)));
    m_text->setTabChangesFocus(true);
    m_text->setFont(provider.theme().font(TextStep::Code));
    m_text->setMinimumHeight(provider.theme().scaled(190));
    m_text->installEventFilter(this);
    new MarkdownHighlighter(provider, m_text->document());
    m_reset->setObjectName(QStringLiteral("summaryReset"));
    m_reset->setIcon(provider.icon(Glyph::Refresh));
    auto* foot = new QHBoxLayout;
    foot->addWidget(m_reset);
    foot->addStretch();
    foot->addWidget(m_saved);
    rows().addWidget(m_bar);
    rows().addWidget(m_text);
    rows().addLayout(foot);
    connect(this, &FoldingSection::closed, this, &SummaryEditor::flush);

    m_timer.setSingleShot(true);
    m_timer.setInterval(500ms);
    connect(&m_timer, &QTimer::timeout, this, &SummaryEditor::save);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        // Also sent when the highlighter only changes formats.
        if (!m_loading && m_text->toPlainText() != m_shown) {
            m_shown = m_text->toPlainText();
            m_saved->setText(isTooLong() ? tr("Too long to be saved; the limit is %1 characters")
                                               .arg(countText(kLongestSummary))
                                         : tr("Not saved yet"));
            m_timer.start();
        }
    });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        m_timer.stop();
        m_shown.clear();
        Q_EMIT resetRequested(m_phase);
    });
    connect(&provider, &ThemeProvider::changed, this,
            [this] { m_text->setFont(m_provider.theme().font(TextStep::Code)); });
}

void SummaryEditor::setSummary(const QString& text, bool edited, const QDateTime& savedAt,
                               PhaseState state, bool readOnly)
{
    head().setMark(phaseMark(state));
    head().setStateText(state == PhaseState::Skipped ? phaseStateName(state)
                        : edited                     ? tr("Edited")
                                                     : tr("Generated"));
    head().setAccessibleName(tr("Phase %1, %2, %3, %4")
                                 .arg(int(m_phase))
                                 .arg(phaseName(m_phase), phaseStateName(state), stateText()));
    m_reset->setEnabled(edited && !readOnly);
    m_text->setReadOnly(readOnly);
    m_bar->setEnabled(!readOnly);
    if (m_timer.isActive() || isTooLong()) {
        return; // the user is typing
    }
    m_saved->setText(
        edited && savedAt.isValid()
            ? tr("Edited %1, saved")
                  .arg(QLocale().toString(savedAt.toLocalTime().time(), QStringLiteral("HH:mm")))
            : QString());
    // An emptied text goes back to the generated one when the field is left.
    const bool emptied = m_text->toPlainText().isEmpty() && m_text->hasFocus();
    if (m_text->toPlainText() != text && !emptied) {
        m_loading = true;
        m_text->setPlainText(text);
        m_shown = m_text->toPlainText();
        m_loading = false;
    }
}

void SummaryEditor::flush()
{
    if (m_timer.isActive()) {
        m_timer.stop();
        save();
    }
}

bool SummaryEditor::isTooLong() const
{
    return m_shown.size() > kLongestSummary;
}

void SummaryEditor::save()
{
    if (!isTooLong()) { // it says so, and stays as it is
        Q_EMIT saveRequested(m_phase, m_text->toPlainText());
    }
}

bool SummaryEditor::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusOut) {
        flush();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace rocport
