#pragma once

#include "core/project/session/session.h"
#include "core/rules/guards/guardwidth.h"

#include <QObject>

#include <array>

namespace rocport {

class ReviewDesk;
struct GuardTrial;

/// From the narrowest to the widest.
inline constexpr std::array kGuardWidths = {GuardWidth::Line, GuardWidth::Block,
                                            GuardWidth::Function, GuardWidth::File};

/// How much the guards of changes take in: of one change, of all of a file, of the project. A width
/// is tried on the pool before it is set for one change, so that one that does nothing is no step
/// of the history.
class GuardWidths : public QObject
{
    Q_OBJECT

public:
    /// `desk` outlives it.
    explicit GuardWidths(ReviewDesk& desk, QObject* parent = nullptr);

    /// The next wider (1) or narrower (-1) guard of the current change that differs from the one it
    /// has.
    void step(int direction);
    void setOfChange(GuardWidth width);
    /// Of the current change's file.
    void setOfFile(GuardWidth width);
    void setOfProject(GuardWidth width);
    /// Leaves the guard as it is while widths are tried. False: none are.
    bool drop();
    /// Whether a guard is being changed and not shown yet: undo takes that back first.
    [[nodiscard]] bool isOnItsWay() const;

Q_SIGNALS:
    /// isOnItsWay() may say something else.
    void changed();

private:
    void tryWidths(const QVector<GuardWidth>& widths);
    void tried(const ProjectState& before, const QByteArray& key, const GuardTrial& trial);

    ReviewDesk& m_desk;
    bool m_trying = false;
    int m_trials = 0; ///< begun or dropped so far: an older one says nothing
};

} // namespace rocport
