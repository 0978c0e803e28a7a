#include "ui/nodes/fixstrip.h"

#include "core/base/visibletext.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace rocport {

namespace {
constexpr int kMostLines = 4;
} // namespace

FixStrip::FixStrip(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_provider(provider),
      m_title(new TextLabel(provider, TextStep::BodyMedium, tr("Selected fix"), &ThemeColours::text,
                            this)),
      m_note(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::text2, this)),
      m_text(new QPlainTextEdit(this)),
      m_copy(makeButton(tr("Copy"), ButtonKind::Normal, this)),
      m_run(makeButton(tr("Run on node"), ButtonKind::Normal, this))
{
    setObjectName(QStringLiteral("fixStrip"));
    setAccessibleName(tr("Fix of the selected finding"));
    m_note->setWordWrap(true);
    m_text->setObjectName(QStringLiteral("fixCommand"));
    m_text->setAccessibleName(tr("Command of the fix"));
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setProperty("field", true);
    m_text->setFont(provider.theme().font(TextStep::Code));
    m_copy->setObjectName(QStringLiteral("copyFix"));
    m_copy->setIcon(provider.icon(Glyph::Copy));
    m_run->setObjectName(QStringLiteral("runFix"));
    m_run->setIcon(provider.icon(Glyph::Play));
    auto* texts = new QVBoxLayout;
    texts->setSpacing(4);
    texts->addWidget(m_title);
    texts->addWidget(m_text);
    texts->addWidget(m_note);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 8, 12, 8);
    row->setSpacing(8);
    row->addLayout(texts, 1);
    row->addWidget(m_copy, 0, Qt::AlignVCenter);
    row->addWidget(m_run, 0, Qt::AlignVCenter);
    connect(m_copy, &QPushButton::clicked, this, &FixStrip::copy);
    connect(m_run, &QPushButton::clicked, this,
            [this] { Q_EMIT runRequested(m_findingTitle, m_command); });
    connect(&provider, &ThemeProvider::changed, this, [this] {
        m_text->setFont(m_provider.theme().font(TextStep::Code));
        update();
    });
    setFinding(nullptr, false);
}

void FixStrip::setFinding(const ProbeFinding* finding, bool mayRun)
{
    const bool fixable = finding != nullptr && !finding->command.isEmpty();
    m_command = fixable ? finding->command : QString();
    m_findingTitle = finding != nullptr ? finding->title : QString();
    if (m_text->toPlainText() != m_command) {
        m_text->setPlainText(visibleText(m_command));
    }
    m_text->setVisible(fixable);
    const int lines = qBound(1, static_cast<int>(m_command.count(u'\n')) + 1, kMostLines);
    m_text->setFixedHeight(QFontMetrics(m_text->font()).lineSpacing() * lines +
                           m_provider.theme().scaled(18));
    m_copy->setVisible(fixable);
    m_run->setVisible(fixable);
    m_title->setText(finding == nullptr ? tr("Select a finding to see its fix")
                                        : tr("Fix: %1").arg(finding->fix.isEmpty() ? finding->title
                                                                                   : finding->fix));
    QString note;
    bool run = fixable && mayRun;
    if (fixable && finding->needsRoot) {
        note = tr("It needs root: copy it and run it on the node yourself. Rocport never runs "
                  "commands as root.");
        run = false;
    } else if (fixable && finding->setsEnvironment) {
        note = tr("It sets the environment: jobs get it from env.sh, which “Export env.sh…” "
                  "writes. Run alone, it would have no effect beyond its own shell.");
        run = false;
    } else if (fixable && !mayRun) {
        note = tr("It cannot run now: open a project that is not read-only.");
    } else if (fixable) {
        note = tr("“Run on node” starts a job with exactly this command; no sources are sent.");
    } else if (finding != nullptr && finding->fix.isEmpty()) {
        m_title->setText(tr("%1: nothing to do").arg(finding->title));
    }
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    m_run->setEnabled(run);
    m_run->setToolTip(run ? QString() : note);
}

void FixStrip::copy() const
{
    QGuiApplication::clipboard()->setText(m_command);
}

void FixStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = m_provider.theme();
    painter.fillRect(rect(), theme.window);
    painter.fillRect(QRect(0, 0, width(), 1), theme.border);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.border);
}

} // namespace rocport
