#pragma once

#include "core/base/words.h"

#include <QObject>
#include <QVector>

namespace rocport {

class GuardWidths;
class ReviewDesk;
class ReviewQuestions;

/// What is decided about changes: one, those of a rule or a file, those that are chosen; notes and
/// reasons; and what is taken back. Each is one step of undo.
class ChangeDecisions : public QObject
{
    Q_OBJECT

public:
    /// All outlive it.
    ChangeDecisions(ReviewDesk& desk, ReviewQuestions& questions, GuardWidths& widths,
                    QObject* parent = nullptr);

    /// The current change, where it is in sight. What violates isolation is asked about first.
    void decideCurrent(DecisionKind kind);
    /// The open changes of the current one's leading rule, after a question.
    void decideRule(DecisionKind kind);
    /// The open changes of the current one's file, after a question.
    void decideFile(DecisionKind kind);
    /// Open changes that are proved, after a question.
    void acceptProved();
    /// Several changes in one step; `what` says which: "selected". Those that are committed or in
    /// conflict, or that violate isolation, are left out, which is said.
    void decideMany(const QVector<int>& changes, DecisionKind kind, const QString& what, bool ask);
    /// Asks for a note on the current change.
    void writeNote();

    /// Takes back the newest step; a guard whose width is being changed comes first.
    void undo();
    /// Makes what was taken back last again.
    void redo();

Q_SIGNALS:
    /// A decision was made; `from` was the current change then, as an index into the model's
    /// changes.
    void decided(int from);
    /// A step of undo or redo was about this decision: a change, a finding, a rule or a step of a
    /// checklist.
    void wentBack(const QByteArray& decisionKey);
    /// What can be taken back now is something else.
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
