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

    /// Opens the editor over the current change, where that is in sight.
    void begin();
    /// Saves what stands in the editor.
    void save();
    /// Saves the edit of the current change once more, although what it was made for has changed.
    void keepMine();
    /// Drafts are forgotten: of a project that is open no more.
    void drop();

    [[nodiscard]] bool hasDraft(const QByteArray& key) const { return m_drafts.contains(key); }
    /// Keys of the changes with a draft.
    [[nodiscard]] QSet<QByteArray> drafts() const;
    /// "src/a.cu:12" of each edit that is not saved, in order; or the file alone where the change
    /// is proposed no more.
    [[nodiscard]] QStringList unsaved() const;

Q_SIGNALS:
    /// Another set of changes has drafts.
    void draftsChanged();
    /// An edit was left without saving, and is a draft now.
    void draftKept();
    /// The edit of the current change is saved.
    void saved();

private:
    struct Draft
    {
        EditDraft typed;
        QString place; ///< as unsaved() has it
    };
    void keep(const QByteArray& key, const EditDraft& draft);
    void remove(const QByteArray& key, const QString& text);
    [[nodiscard]] std::optional<EditDraft> take(const QByteArray& key);
    void savedOrNot(const QPair<QByteArray, QString>& saving, const QString& reason,
                    const Result<void>& done);

    ReviewDesk& m_desk;
    DiffView& m_diff;
    QHash<QByteArray, Draft> m_drafts;   // by change
    QPair<QByteArray, QString> m_saving; // change and text on their way
};

} // namespace rocport
