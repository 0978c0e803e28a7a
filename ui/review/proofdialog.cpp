#include "ui/review/proofdialog.h"

#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "core/project/session/projectsources.h"
#include "core/text/linediff.h"
#include "ui/messages/messages.h"
#include "ui/review/diffgutter.h"
#include "ui/review/diffview.h"
#include "ui/review/prooftext.h"

#include <QHBoxLayout>
#include <QShortcut>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace rocport {

namespace {

/// Byte where each 0-based line begins, and the end.
QVector<qsizetype> lineStarts(const QByteArray& text)
{
    QVector<qsizetype> starts{0};
    for (qsizetype at = 0; at < text.size(); ++at) {
        const bool last = at + 1 == text.size();
        // A single carriage return ends a line as well.
        if (text.at(at) == '\n' || (text.at(at) == '\r' && (last || text.at(at + 1) != '\n'))) {
            starts.append(at + 1);
        }
    }
    if (starts.last() != text.size()) {
        starts.append(text.size());
    }
    return starts;
}

/// Two texts as the diff lays them out: each run of lines that differ is a change of its own.
DiffLayout layOutTexts(const ProofTexts& texts, const QByteArray& left, const QByteArray& right)
{
    FileTexts file;
    file.path = texts.path;
    file.language = texts.language;
    file.original = left;
    const QVector<qsizetype> leftStarts = lineStarts(left);
    const QVector<qsizetype> rightStarts = lineStarts(right);
    for (const DiffBlock& block : diffLines(left, right)) {
        if (block.equal) {
            continue;
        }
        Hunk hunk;
        hunk.key = QByteArray::number(file.hunks.size());
        hunk.sourcePath = texts.path;
        hunk.targetPath = texts.path;
        const qsizetype begin = rightStarts.value(block.rightFirst, right.size());
        const qsizetype end = rightStarts.value(block.rightFirst + block.rightCount, right.size());
        hunk.edits.append(
            TextEdit{{leftStarts.value(block.leftFirst, left.size()),
                      leftStarts.value(block.leftFirst + block.leftCount, left.size())},
                     right.sliced(begin, end - begin)});
        hunk.firstLine = block.leftFirst + 1;
        hunk.lastLine = block.leftFirst + block.leftCount;
        file.hunks.append(hunk);
    }
    return layOutDiff(file, {}, false);
}

} // namespace

ProofDialog::ProofDialog(ProjectSession& session, ThemeProvider& provider, SyntaxRepository& syntax,
                         const QByteArray& hunkKey, QWidget* parent)
    : QDialog(parent), m_session(session), m_provider(provider)
{
    setObjectName(QStringLiteral("proofDialog"));
    setWindowTitle(tr("Proof of the change"));
    resize(provider.theme().scaled(1200), provider.theme().scaled(760));
    m_pages = new QStackedWidget(this);
    m_pages->setObjectName(QStringLiteral("proofPages"));
    m_pages->addWidget(new EmptyState(provider, Glyph::Clock, tr("Making the proof again"),
                                      tr("Its texts appear here."), m_pages));
    m_diff = new DiffView(provider, syntax, m_pages);
    m_diff->setDecidable(false);
    m_diff->gutter().setMarksShown(false);
    m_pages->addWidget(m_diff);
    m_text = new EmptyState(provider, Glyph::File, {}, {}, m_pages);
    m_pages->addWidget(m_text);
    auto* close = makeButton(tr("Close"), ButtonKind::Primary, this);
    close->setDefault(true);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(10);
    layout->addWidget(buildHead());
    layout->addWidget(m_pages, 1);
    layout->addWidget(close, 0, Qt::AlignRight);
    connect(&session, &ProjectSession::closed, this, &QDialog::reject);
    load(hunkKey);
}

ProofDialog::~ProofDialog()
{
    m_cancel.cancel();
}

QWidget* ProofDialog::buildHead()
{
    auto* head = new QWidget(this);
    m_title = new TextLabel(m_provider, TextStep::BodyStrong, {}, &ThemeColours::text, head);
    m_title->setObjectName(QStringLiteral("proofTitle"));
    m_title->setWordWrap(true);
    m_verdict = new VerdictLabel(m_provider, head);
    m_verdict->hide();
    const auto text = [&](const char* name, ColourToken colour) {
        auto* label = new TextLabel(m_provider, TextStep::Body, {}, colour, head);
        label->setObjectName(QLatin1String(name));
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        return label;
    };
    m_reason = text("proofReason", &ThemeColours::text);
    m_how = text("proofMethod", &ThemeColours::text2);
    m_beside = new SegmentedControl(m_provider, head);
    m_beside->setObjectName(QStringLiteral("proofBeside"));
    m_beside->setAccessibleName(tr("Text on the left"));
    m_beside->addSegment(tr("Beside the original"));
    m_beside->addSegment(tr("Beside the port"));
    m_beside->setSegmentToolTip(1, tr("Shows what the proof leaves out of the port"));
    m_beside->setCurrent(0);
    connect(m_beside, &SegmentedControl::currentChanged, this, &ProofDialog::showBeside);
    m_count = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::text2, head);
    m_count->setObjectName(QStringLiteral("proofCount"));
    m_previous = makeButton(tr("Previous difference"), ButtonKind::Normal, head);
    m_next = makeButton(tr("Next difference"), ButtonKind::Normal, head);
    for (const auto& [button, key, direction] :
         {std::tuple(m_previous, Qt::Key_P, -1), std::tuple(m_next, Qt::Key_N, 1)}) {
        button->setAutoDefault(false);
        button->setProperty("compact", true);
        button->setToolTip(tr("%1 (%2)").arg(button->text(), direction > 0 ? u'n' : u'p'));
        connect(button, &QPushButton::clicked, this, [this, way = direction] { step(way); });
        auto* shortcut = new QShortcut(QKeySequence(key), this);
        connect(shortcut, &QShortcut::activated, this, [this, way = direction] { step(way); });
    }
    auto* first = new QHBoxLayout;
    first->setSpacing(12);
    first->addWidget(m_title, 1);
    first->addWidget(m_verdict, 0, Qt::AlignTop);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(12);
    bar->addWidget(m_beside);
    bar->addWidget(m_count, 1);
    bar->addWidget(m_previous);
    bar->addWidget(m_next);
    auto* column = new QVBoxLayout(head);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addLayout(first);
    column->addWidget(m_reason);
    column->addWidget(m_how);
    column->addSpacing(4);
    column->addLayout(bar);
    for (QWidget* part : {static_cast<QWidget*>(m_beside), static_cast<QWidget*>(m_previous),
                          static_cast<QWidget*>(m_next)}) {
        part->hide();
    }
    return head;
}

void ProofDialog::load(const QByteArray& hunkKey)
{
    whenDoneInPool(m_session.sources().proofTexts(hunkKey, m_cancel), this, &ProofDialog::layOut,
                   [this](const Result<Shown>& shown) { fill(shown); });
}

Result<ProofDialog::Shown> ProofDialog::layOut(const Result<ProofTexts>& texts)
{
    if (!texts) {
        return texts.error();
    }
    Shown shown{*texts, {}};
    if (!texts->newFile) {
        const ComparedTexts& compared = texts->compared;
        shown.beside[0] = layOutTexts(*texts, compared.original, compared.projection);
        if (compared.projected && !texts->notebook) {
            shown.beside[1] = layOutTexts(*texts, texts->ported, compared.projection);
        }
    }
    return shown;
}

void ProofDialog::fill(const Result<Shown>& shown)
{
    if (!shown) {
        m_title->setText(titleFor(shown.error()));
        m_text->setTexts(titleFor(shown.error()), messageFor(shown.error()));
        m_pages->setCurrentIndex(TextPage);
        return;
    }
    m_shown = std::make_shared<const Shown>(*shown);
    const ProofTexts& texts = m_shown->texts;
    const auto state = m_session.state();
    setWindowTitle(
        tr("Proof of the change at %1:%2").arg(texts.path.display(), QString::number(texts.line)));
    m_title->setText(proofTitle(texts));
    m_reason->setText(proofReason(texts));
    m_reason->setVisible(!m_reason->text().isEmpty());
    m_how->setText(proofMethod(texts, state ? state->meta.target.guardMacro : QString()));
    m_verdict->setVerdict(texts.verdict, {});
    m_verdict->show();
    if (texts.newFile) {
        m_text->setTexts(tr("A new file"), tr("The port adds %1.").arg(texts.path.display()));
        m_pages->setCurrentIndex(TextPage);
        return;
    }
    m_beside->setVisible(texts.compared.projected && !texts.notebook);
    m_previous->show();
    m_next->show();
    m_pages->setCurrentIndex(DiffPage);
    showBeside(0);
    m_diff->focusText();
}

void ProofDialog::showBeside(int which)
{
    if (!m_shown || m_shown->texts.newFile) {
        return;
    }
    const ComparedTexts& compared = m_shown->texts.compared;
    const bool python = m_shown->texts.language == Language::Python;
    const QString seen = !compared.projected ? tr("With the change")
                         : python            ? tr("NVIDIA’s view, but for is_rocm")
                                             : tr("What an NVIDIA build sees of the port");
    const QString left = which == 1           ? tr("Port, as ROCm has it")
                         : compared.ownGuards ? tr("What an NVIDIA build sees of the original")
                                              : tr("Original");
    m_diff->setNames(left, seen);
    m_diff->setVersions(left, seen);
    DiffLayout layout = m_shown->beside[which];
    const QVector<DiffScene::Info> info(layout.changes.size());
    m_diff->setScene(std::move(layout), {}, info, -1, false);
    m_difference = -1;
    if (m_diff->scene().layout.changes.isEmpty()) {
        m_diff->showLine(m_shown->texts.line, PlaceSide::Original);
    } else {
        step(1);
    }
    updateCount();
}

void ProofDialog::updateCount()
{
    const auto count = static_cast<int>(m_diff->scene().layout.changes.size());
    const ComparedTexts& compared = m_shown->texts.compared;
    const QString places = counted(count, tr("place"), tr("places"));
    QString text;
    if (m_beside->current() == 1) {
        text = count == 0 ? tr("Nothing is left out.") : tr("Left out at %1.").arg(places);
    } else if (count == 0) {
        text = tr("No difference: the two texts are the same, byte for byte.");
    } else if (!isProved(compared.proof.verdict)) {
        text = counted(count, tr("place differs."), tr("places differ."));
    } else if (compared.proof.verdict == Verdict::Projected) {
        text = tr("%1 in white space only, inside edited lines.")
                   .arg(counted(count, tr("place differs"), tr("places differ")));
    } else {
        text = tr("%1 in spelling only.")
                   .arg(counted(count, tr("place differs"), tr("places differ")));
    }
    m_count->setText(text);
    m_previous->setEnabled(count > 0);
    m_next->setEnabled(count > 0);
}

void ProofDialog::step(int direction)
{
    if (!m_shown || m_pages->currentIndex() != DiffPage) {
        return;
    }
    const QVector<DiffChange>& changes = m_diff->scene().layout.changes;
    if (changes.isEmpty()) {
        return;
    }
    const auto count = static_cast<int>(changes.size());
    m_difference = m_difference < 0 ? (direction > 0 ? 0 : count - 1)
                                    : (m_difference + direction + count) % count;
    m_diff->showRow(changes[m_difference].firstRow);
}

} // namespace rocport
