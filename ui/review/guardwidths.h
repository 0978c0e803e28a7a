#pragma once

#include "core/project/session/session.h"
#include "core/rules/guards/guardwidth.h"

#include <QObject>

#include <array>

namespace rocport {

class ReviewDesk;
struct GuardTrial;

/// All widths, from the narrowest to the widest.
inline constexpr std::array kGuardWidths = {GuardWidth::Line, GuardWidth::Block,
                                            GuardWidth::Function, GuardWidth::File};

/// How wide the guards of changes are: for one change, for all in a file, for the project. A width
/// is tried in the pool before it is set for one change, so that one without effect does not become
/// a step of the history.
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
    /// The width for the current change's file.
    void setOfFile(GuardWidth width);
    void setOfProject(GuardWidth width);
    /// Stops trying widths and leaves the guard as it is. False: none are being tried.
    bool drop();
    /// Whether a guard is being changed and not shown yet: undo undoes that first.
    [[nodiscard]] bool isOnItsWay() const;

Q_SIGNALS:
    /// isOnItsWay() may have changed.
    void changed();

private:
    void tryWidths(const QVector<GuardWidth>& widths);
    void tried(const ProjectState& before, const QByteArray& key, const GuardTrial& trial);

    ReviewDesk& m_desk;
    bool m_trying = false;
    int m_trials = 0; ///< begun or dropped so far: results of older ones are ignored
};

} // namespace rocport
