#include "ui/review/lineauthors.h"

#include "core/base/visibletext.h"
#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "core/vcs/blame.h"
#include "ui/messages/messages.h"
#include "ui/review/diffview.h"
#include "ui/review/reviewdesk.h"
#include "ui/theme/uisettings.h"

#include <QLocale>
#include <QtConcurrent>

#include <algorithm>

namespace rocport {

namespace {

const QString kAuthorsKey = QStringLiteral("review/blame");
constexpr int kLinesAround = 3; // lines on each side of a change

QString dateOf(const BlameCommit& commit)
{
    return commit.time.date().toString(Qt::ISODate);
}

QString wordsOf(const BlameCommit& commit)
{
    return LineAuthors::tr("%1, %2, commit %3\n%4")
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
        return LineAuthors::tr("These lines are older than the commits that were looked at.");
    }
    // Newest first.
    const BlameCommit& newest = blame.commits[*std::min_element(commits.begin(), commits.end())];
    const QString who =
        LineAuthors::tr("%1 on %2 in %3: %4")
            .arg(visibleLine(newest.author), dateOf(newest), QString::fromLatin1(newest.id.left(7)),
                 visibleLine(newest.summary));
    const QString rest = unknown > 0 ? LineAuthors::tr(", and older commits") : QString();
    return commits.size() == 1 && unknown == 0
               ? LineAuthors::tr("Last changed by %1").arg(who)
               : LineAuthors::tr("From %1%2; the newest by %3")
                     .arg(counted(commits.size(), LineAuthors::tr("commit"),
                                  LineAuthors::tr("commits")),
                          rest, who);
}

} // namespace

LineAuthors::LineAuthors(ReviewDesk& desk, DiffView& diff, UiSettings& settings, QObject* parent)
    : QObject(parent), m_desk(desk), m_diff(diff), m_settings(settings)
{
    m_diff.setBlame({settings.value(kAuthorsKey, false).toBool(), 0, {}, {}});
}

LineAuthors::~LineAuthors()
{
    m_cancel.cancel();
}

bool LineAuthors::isShown() const
{
    return m_diff.scene().blame.shown;
}

void LineAuthors::setShown(bool shown)
{
    m_settings.setValue(kAuthorsKey, shown);
    m_of = {};
    m_diff.setBlame({shown, 0, {}, {}});
    if (shown) {
        update();
    } else {
        m_cancel.cancel();
        m_desk.say(tr("Who wrote the lines is not shown any more"));
    }
}

void LineAuthors::update()
{
    if (!m_diff.scene().blame.shown || !m_desk.state() || !m_desk.loading().isEmpty()) {
        return;
    }
    const Hunk* hunk = m_desk.currentHunk();
    const QByteArray key = hunk != nullptr ? hunk->key : QByteArray();
    const bool another = key != m_of;
    if (!another && !m_diff.scene().blame.commitOf.isEmpty()) {
        return;
    }
    m_cancel.cancel();
    m_of = key;
    m_diff.setBlame({true, 0, {}, {}}); // else it is of a layout of before
    if (hunk == nullptr || hunk->sourcePath.isEmpty()) {
        if (hunk != nullptr && another) {
            m_desk.say(tr("The port adds this file: it has no author yet."));
        }
        return;
    }
    m_cancel = CancelToken();
    const int first = hunk->firstLine;
    const int last = std::max(hunk->lastLine, hunk->firstLine);
    whenDone(
        QtConcurrent::run([folder = m_desk.state()->repository.root,
                           commit = m_desk.state()->meta.baseCommit, path = hunk->sourcePath, first,
                           last, cancel = m_cancel] {
            return blameLines(folder, commit, path, first - kLinesAround, last + kLinesAround,
                              cancel);
        }),
        this, [this, key, first, last](const Result<Blame>& blame) {
            if (key != m_of || key != m_desk.currentKey() || !m_diff.scene().blame.shown ||
                !m_desk.loading().isEmpty()) {
                return;
            }
            if (blame) {
                m_diff.setBlame(shownBlame(*blame));
                m_desk.say(sentenceOf(*blame, first, last));
            } else if (blame.error().code != ErrorCode::Cancelled) {
                m_desk.say(
                    tr("Who wrote the lines was not found: %1").arg(messageFor(blame.error())));
            }
        });
}

} // namespace rocport
