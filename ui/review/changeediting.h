#pragma once

#include "ui/review/editpane.h"

#include <QHash>
#include <QObject>
#include <QSet>

namespace rocport {

class DiffView;
class ReviewDesk;

/// Editing a change in place: what is typed is saved as the decision about the change, or kept as a
/// draft while the project is open and offered again.
class ChangeEditing : public QObject
{
    Q_OBJECT

public:
    /// Both outlive it.
    ChangeEditing(ReviewDesk& desk, DiffView& diff, QObject* parent = nullptr);

    /// Opens the editor over the current change if that is in view.
    void begin();
    /// Saves the text in the editor.
    void save();
    /// Saves the edit of the current change again, although what it was made for has changed.
    void keepMine();
    /// Drops the drafts, when their project is no longer open.
    void drop();

    [[nodiscard]] bool hasDraft(const QByteArray& key) const { return m_drafts.contains(key); }
    /// Keys of the changes with a draft.
    [[nodiscard]] QSet<QByteArray> drafts() const;
    /// "src/a.cu:12" for each unsaved edit, in order; only the file if the change is no longer
    /// proposed.
    [[nodiscard]] QStringList unsaved() const;

Q_SIGNALS:
    /// The set of changes with drafts has changed.
    void draftsChanged();
    /// An edit was left without saving, and is now a draft.
    void draftKept();
    /// The edit of the current change is saved.
    void saved();

private:
    struct Draft
    {
        EditDraft typed;
        QString place; ///< as in unsaved()
    };
    void keep(const QByteArray& key, const EditDraft& draft);
    void remove(const QByteArray& key, const QString& text);
    [[nodiscard]] std::optional<EditDraft> take(const QByteArray& key);
    void savedOrNot(const QPair<QByteArray, QString>& saving, const QString& reason,
                    const Result<void>& done);

    ReviewDesk& m_desk;
    DiffView& m_diff;
    QHash<QByteArray, Draft> m_drafts;   // by change
    QPair<QByteArray, QString> m_saving; // change and text being saved
};

} // namespace rocport
