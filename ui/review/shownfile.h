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

/// The file that the diff shows: read and laid out in the pool, with the current change marked, and
/// laid out again when decisions require it. What the next keys lead to is read ahead. If several
/// files are requested, the last one is shown.
class ShownFile : public QObject
{
    Q_OBJECT

public:
    /// What there is to see of the file that was requested last.
    enum class Content : quint8 {
        Text,
        Binary,
        Failed, ///< it could not be read
    };

    /// Both outlive it.
    ShownFile(ReviewDesk& desk, DiffView& diff, QObject* parent = nullptr);

    /// Shows the current change, at once if its file is shown. There must be one.
    void showCurrent();
    /// Shows a file from its first line on; no change is current then.
    void showFile(const RepoPath& path);
    /// The same with a line marked, which lineReached() announces. `place` has a target file and a
    /// line.
    void showLine(const Place& place);
    /// Scrolls the line of the original to the upper edge once the file is shown, or now; 0: drops
    /// an earlier request.
    void showTop(const RepoPath& path, int line);
    /// The line at the upper edge, for showTop(); 0: none.
    [[nodiscard]] int topLine() const;
    /// Runs once the file being loaded is shown, or at once if there is none; not if another one is
    /// requested meanwhile.
    void whenShown(const std::function<void()>& question);
    /// Drops what was to run once the file being loaded is shown.
    void dropQuestion() { m_onShown = nullptr; }
    /// Requests again what could not be read.
    void retry();

    /// To be called when decisions changed.
    void refresh();
    /// To be called for another scan: shows nothing; the line at the upper edge is kept for the
    /// same file.
    void clear();
    /// Updates which branches the two versions come from, and whether changes can be decided.
    void showState();
    /// Sets the keys of changes with an unsaved edit.
    void setDrafts(const QSet<QByteArray>& keys);
    /// Sets how both versions are put together; lays the file out anew.
    void setStyle(const DiffStyle& style);
    [[nodiscard]] const DiffStyle& style() const { return m_style; }
    /// The same with one text or two, whatever else was set.
    void setUnified(bool unified);
    /// Whether there is one text.
    [[nodiscard]] bool isUnified() const { return m_style.mode != DiffMode::SideBySide; }

    [[nodiscard]] Content content() const { return m_content; }
    /// Why the file could not be read; nothing: it could.
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
    /// Whether the current change is marked in the diff and no other file is being loaded.
    [[nodiscard]] bool showsCurrent() const;
    /// The files that are shown at once when a key leads to them.
    [[nodiscard]] const DiffFiles& files() const { return *m_files; }
    /// Where the caret is, and what text it is in: "Ln 4, Col 1", "Python", "UTF-8", "LF". Empty:
    /// no text is shown.
    [[nodiscard]] const QStringList& placeFacts() const { return m_facts; }

Q_SIGNALS:
    /// The line of showLine() is about to be marked; it is in `change`, an index into the model's
    /// changes, or in none (-1), after `before`.
    void lineReached(int change, int before);
    /// content() has changed.
    void contentChanged();
    /// The requested file is loaded, or was laid out again.
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
    QStringList m_facts;        ///< as last announced
    QPair<RepoPath, int> m_top; ///< for a file being loaded: its line at the upper edge
    int m_wantedLine = 0;
    PlaceSide m_wantedSide = PlaceSide::Original;
    std::function<void()> m_onShown;
    int m_request = 0;
    int m_layoutRequest = 0; ///< of a layout in progress; results of others are out of date
    DiffStyle m_style;
};

} // namespace rocport
