#pragma once

#include "core/base/words.h"

#include <QObject>
#include <QVector>

namespace rocport {

class GuardWidths;
class ReviewDesk;
class ReviewQuestions;

/// Makes and undoes decisions about changes: one, those of a rule or a file, or the selected ones,
/// with notes and reasons. Each is one undo step.
class ChangeDecisions : public QObject
{
    Q_OBJECT

public:
    /// All outlive it.
    ChangeDecisions(ReviewDesk& desk, ReviewQuestions& questions, GuardWidths& widths,
                    QObject* parent = nullptr);

    /// Decides the current change if it is in view. Asks first if it violates isolation.
    void decideCurrent(DecisionKind kind);
    /// Decides the open changes of the current one's leading rule, after asking.
    void decideRule(DecisionKind kind);
    /// Decides the open changes in the current one's file, after asking.
    void decideFile(DecisionKind kind);
    /// Accepts the open changes that are proved, after asking.
    void acceptProved();
    /// Accepts the open changes in which only names change and that are proved, after asking.
    void acceptNames();
    /// Decides several changes in one step; `what` says which: "selected". Those that are committed
    /// or in conflict, or that violate isolation, are left out, and the user is told.
    void decideMany(const QVector<int>& changes, DecisionKind kind, const QString& what, bool ask);
    /// Asks for a note on the current change.
    void writeNote();

    /// Undoes the newest step; a guard whose width is being changed comes first.
    void undo();
    /// Redoes the step undone last.
    void redo();

Q_SIGNALS:
    /// A decision was made; `from` was the current change at that time, as an index into the
    /// model's changes.
    void decided(int from);
    /// An undone or redone step was about this decision: a change, a finding, a rule or a step of a
    /// checklist.
    void wentBack(const QByteArray& decisionKey);
    /// What can be undone or redone has changed.
    void undoChanged();

private:
    bool decide(const QVector<QByteArray>& keys, DecisionKind kind, const QString& label,
                const QString& note = {}, const QString& reason = {});
    void askOverride(const QVector<QByteArray>& keys, const QString& label, const QString& detail,
                     const QString& note);
    void sayDecided(const QVector<QByteArray>& keys, DecisionKind kind, int skipped);

    ReviewDesk& m_desk;
    ReviewQuestions& m_questions;
    GuardWidths& m_widths;
};

} // namespace rocport
