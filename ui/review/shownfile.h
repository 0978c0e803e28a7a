#pragma once

#include "core/base/place.h"
#include "core/project/session/filetexts.h"
#include "ui/review/difflayout.h"
#include "ui/review/diffscene.h"

#include <QObject>
#include <QSet>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <optional>

namespace rocport {

class DiffFiles;
class DiffView;
class ReviewDesk;

/// The file that the diff shows: read and laid out on the pool, with the current change marked, and
/// laid out anew where decisions ask for it. What the next keys lead to is read ahead. Of several
/// files that are asked for the last one is shown.
class ShownFile : public QObject
{
    Q_OBJECT

public:
    /// What there is to see of the file that was asked for last.
    enum class Content : quint8 {
        Text,
        Binary,
        Failed, ///< it could not be read
    };

    /// Both outlive it.
    ShownFile(ReviewDesk& desk, DiffView& diff, QObject* parent = nullptr);

    /// Shows the current change, at once where its file is shown. There is one.
    void showCurrent();
    /// Shows a file from its first line on; the caller made no change the current one.
    void showFile(const RepoPath& path);
    /// The same with a line marked, which lineReached() tells of. `place` has a target file and a
    /// line.
    void showLine(const Place& place);
    /// Brings the line of the original to the upper edge once the file is shown, or now; 0: forgets
    /// what was wanted before.
    void showTop(const RepoPath& path, int line);
    /// The line at the upper edge, for showTop(); 0: none.
    [[nodiscard]] int topLine() const;
    /// Runs once the file on its way is shown, or at once where none is; not where another one is
    /// asked for meanwhile.
    void whenShown(const std::function<void()>& question);
    /// Nobody waits for the file on its way any more.
    void dropQuestion() { m_onShown = nullptr; }
    /// Asks once more for what could not be read.
    void retry();

    /// Decisions are other ones.
    void refresh();
    /// Another scan: nothing is shown; the line at the upper edge is kept for the same file.
    void clear();
    /// Says of which branches the two versions are, and whether changes can be decided.
    void showState();
    /// Keys of changes with an edit that is not saved.
    void setDrafts(const QSet<QByteArray>& keys);
    void setUnified(bool unified);
    [[nodiscard]] bool isUnified() const { return m_unified; }

    [[nodiscard]] Content content() const { return m_content; }
    /// Why the file could not be read; nothing: it could.
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
    /// Whether the current change is marked in the diff and no other file is on its way.
    [[nodiscard]] bool showsCurrent() const;
    /// The files that are shown at once when a key leads to them.
    [[nodiscard]] const DiffFiles& files() const { return *m_files; }
    /// Where the caret is, and what text it is in: "Ln 4, Col 1", "Python", "UTF-8", "LF". Empty:
    /// no text is shown.
    [[nodiscard]] const QStringList& placeFacts() const { return m_facts; }

Q_SIGNALS:
    /// The line of showLine() is about to be marked; it lies in `change`, an index into the model's
    /// changes, or in none (-1), behind `before`.
    void lineReached(int change, int before);
    /// content() says something else.
    void contentChanged();
    /// The file that was asked for is here, or is laid out anew.
    void loaded();
    /// Another change or file is shown.
    void shown();
    void placeFactsChanged(const QStringList& facts);

private:
    void load(const RepoPath& path, int line, PlaceSide side);
    /// `madeFor`: the decisions that the layout shows.
    void arrived(const Result<FileTexts>& texts, DiffLayout layout, const DiffDecisions& madeFor,
                 bool keepPlace);
    void setContent(Content content);
    void setScene(DiffLayout layout, const DiffDecisions& madeFor, bool keepPlace);
    void layOut();
    void goToLine(int line, PlaceSide side);
    void prepareOthers();
    void tellShown();
    void tellPlace();
    [[nodiscard]] std::optional<Place> markedPlace() const;
    [[nodiscard]] QVector<DiffScene::Info> infoOf(const DiffLayout& layout) const;

    ReviewDesk& m_desk;
    DiffView& m_diff;
    DiffFiles* m_files; // owned by this
    QTimer m_prepare;
    QSet<QByteArray> m_drafts;
    Content m_content = Content::Text;
    std::optional<Error> m_error;
    QStringList m_textFacts;    ///< its language, encoding and line ends
    QStringList m_facts;        ///< as they were told last
    QPair<RepoPath, int> m_top; ///< of a file on its way: its line at the upper edge
    int m_wantedLine = 0;
    PlaceSide m_wantedSide = PlaceSide::Original;
    std::function<void()> m_onShown;
    int m_request = 0;
    int m_layoutRequest = 0; ///< of a layout that is on its way; else it is none of now
    bool m_unified = false;
};

} // namespace rocport
