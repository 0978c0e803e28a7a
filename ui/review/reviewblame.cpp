// Who wrote the lines that a change touches, beside them.
#include "core/base/visibletext.h"
#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "core/vcs/blame.h"
#include "ui/messages/messages.h"
#include "ui/review/diffview.h"
#include "ui/review/reviewarea.h"

#include <QAction>
#include <QLocale>
#include <QtConcurrent>

#include <algorithm>

namespace rocport {

namespace {

const QString kBlameKey = QStringLiteral("review/blame");
constexpr int kAround = 3; // lines on each side of a change

QString dateOf(const BlameCommit& commit)
{
    return commit.time.date().toString(Qt::ISODate);
}

QString wordsOf(const BlameCommit& commit)
{
    return ReviewArea::tr("%1, %2, commit %3\n%4")
        .arg(visibleLine(commit.author), QLocale().toString(commit.time, QLocale::ShortFormat),
             QString::fromLatin1(commit.id), visibleLine(commit.summary));
}

DiffBlame shownBlame(const Blame& blame)
{
    DiffBlame shown;
    shown.shown = true;
    shown.firstLine = blame.firstLine;
    shown.commitOf = blame.commitOf;
    for (const BlameCommit& commit : blame.commits) {
        shown.commits.append({QString::fromLatin1(commit.id.left(7)), dateOf(commit),
                              visibleLine(commit.author), wordsOf(commit)});
    }
    return shown;
}

/// One sentence about the lines of the change themselves.
QString sentenceOf(const Blame& blame, int first, int last)
{
    QVector<int> commits;
    int unknown = 0;
    for (int line = first; line <= last; ++line) {
        const int commit = blame.commitOf.value(line - blame.firstLine, -1);
        unknown += commit < 0 ? 1 : 0;
        if (commit >= 0 && !commits.contains(commit)) {
            commits.append(commit);
        }
    }
    if (commits.isEmpty()) {
        return ReviewArea::tr("These lines are older than the commits that were looked at.");
    }
    // Newest first.
    const BlameCommit& newest = blame.commits[*std::min_element(commits.begin(), commits.end())];
    const QString who =
        ReviewArea::tr("%1 on %2 in %3: %4")
            .arg(visibleLine(newest.author), dateOf(newest), QString::fromLatin1(newest.id.left(7)),
                 visibleLine(newest.summary));
    const QString rest = unknown > 0 ? ReviewArea::tr(", and older commits") : QString();
    return commits.size() == 1 && unknown == 0
               ? ReviewArea::tr("Last changed by %1").arg(who)
               : ReviewArea::tr("From %1%2; the newest by %3")
                     .arg(counted(commits.size(), ReviewArea::tr("commit"),
                                  ReviewArea::tr("commits")),
                          rest, who);
}

} // namespace

void ReviewArea::addBlameCommands()
{
    addCommand(QStringLiteral("blame"), tr("Show who wrote the lines of the change"), tr("Blame"),
               {QStringLiteral("B")}, [this] { setBlameShown(!m_diff->scene().blame.shown); });
    command(QStringLiteral("blame"))->setCheckable(true);
}

void ReviewArea::restoreBlame()
{
    const bool on = m_settings.value(kBlameKey, false).toBool();
    m_diff->setBlame({on, 0, {}, {}});
    command(QStringLiteral("blame"))->setChecked(on);
}

void ReviewArea::setBlameShown(bool on)
{
    m_settings.setValue(kBlameKey, on);
    command(QStringLiteral("blame"))->setChecked(on);
    m_blameOf = {};
    m_diff->setBlame({on, 0, {}, {}});
    if (on) {
        updateBlame();
    } else {
        m_blameCancel.cancel();
        Q_EMIT said(tr("Who wrote the lines is not shown any more"));
    }
}

/// For the change that is shown; what was asked for another one is not wanted any more.
void ReviewArea::updateBlame()
{
    if (!m_diff->scene().blame.shown || !m_state || !m_loading.isEmpty()) {
        return;
    }
    const Hunk* hunk = m_current >= 0 ? m_model->changes()[m_current].hunk : nullptr;
    const QByteArray key = hunk != nullptr ? hunk->key : QByteArray();
    const bool another = key != m_blameOf;
    if (!another && !m_diff->scene().blame.commitOf.isEmpty()) {
        return;
    }
    m_blameCancel.cancel();
    m_blameOf = key;
    m_diff->setBlame({true, 0, {}, {}}); // else it is of a layout of before
    if (hunk == nullptr || hunk->sourcePath.isEmpty()) {
        if (hunk != nullptr && another) {
            Q_EMIT said(tr("The port adds this file: it has no author yet."));
        }
        return;
    }
    m_blameCancel = CancelToken();
    const int first = hunk->firstLine;
    const int last = std::max(hunk->lastLine, hunk->firstLine);
    whenDone(
        QtConcurrent::run([folder = m_state->repository.root, commit = m_state->meta.baseCommit,
                           path = hunk->sourcePath, first, last, cancel = m_blameCancel] {
            return blameLines(folder, commit, path, first - kAround, last + kAround, cancel);
        }),
        this, [this, key, first, last](const Result<Blame>& blame) {
            if (key != m_blameOf || key != currentKey() || !m_diff->scene().blame.shown ||
                !m_loading.isEmpty()) {
                return;
            }
            if (blame) {
                m_diff->setBlame(shownBlame(*blame));
                Q_EMIT said(sentenceOf(*blame, first, last));
            } else if (blame.error().code != ErrorCode::Cancelled) {
                Q_EMIT said(
                    tr("Who wrote the lines was not found: %1").arg(messageFor(blame.error())));
            }
        });
}

} // namespace rocport
