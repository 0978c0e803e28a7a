#pragma once

#include "core/project/session/projectreviews.h"

#include <QObject>
#include <QStringList>

namespace rocport {

/// What was typed about a port and is neither saved nor sent.
struct PortDraft
{
    enum class Kind : quint8 { Edit, Comment, Reply };
    Kind kind = Kind::Comment;
    QByteArray at; ///< id of the hunk; of a reply, of the thread
    QString text;
    bool onBase = false; ///< of a comment
    int line = 0;        ///< of a comment, 1-based; 0: at the file
    // Where it was typed.
    RepoPath path;
    QString place;     ///< "row_sum.cu:12", for people
    QByteArray textId; ///< of the hunk
    int hunkFirst = 0; ///< first line of the hunk, on the comment's side
    int revision = 1;
};

/// What was typed in reviews of ports, kept in memory until it is saved, sent or dropped, or the
/// project is closed: through new revisions, and while the review is closed. A draft goes along
/// with its hunk; one whose hunk is gone is stranded, and offered with its text.
class PortDrafts : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// The review that is shown; null: none. Takes its drafts to where their hunks are now.
    void setState(const std::shared_ptr<const ReviewState>& state);
    /// Keeps a draft of the review in which it is typed, in place of what was typed there before.
    void put(const ReviewState& in, PortDraft draft);
    /// Keeps what `before` has of edits and comments and `now` has not, because it could not be
    /// stored.
    void giveBack(const ReviewState& before, const ReviewState& now);
    void remove(PortDraft::Kind kind, const QByteArray& at);
    void clear();

    /// That of the review that is shown; null: none.
    [[nodiscard]] const PortDraft* find(PortDraft::Kind kind, const QByteArray& at) const;
    /// Drafts of the review that is shown whose hunk or thread it no longer shows.
    [[nodiscard]] QVector<PortDraft> stranded() const;
    /// "your edit of row_sum.cu:12 in the port", of all reviews.
    [[nodiscard]] QStringList lines() const;
    /// "Your edit of row_sum.cu:12".
    static QString nameOf(const PortDraft& draft);

Q_SIGNALS:
    void changed();

private:
    void follow(PortDraft& draft) const;
    [[nodiscard]] bool isStranded(const PortDraft& draft) const;

    std::shared_ptr<const ReviewState> m_state;
    QHash<QByteArray, QVector<PortDraft>> m_drafts; ///< by id of the review
};

} // namespace rocport
