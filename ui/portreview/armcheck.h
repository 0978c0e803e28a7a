#pragma once

#include "core/base/place.h"
#include "core/project/session/projectreviews.h"
#include "ui/theme/glyph.h"
#include "ui/theme/uisettings.h"

#include <QObject>

class QPushButton;

namespace rocport {

class HunkTree;
class PortCommands;
class PortNotice;
class ThemeProvider;

/// The checks of the ROCm arm in a port review: the command that asks what is to be run, the button
/// that says how far a check is and ends it, and what came of it.
class ArmCheck : public QObject
{
    Q_OBJECT

public:
    /// What it needs of the page; all outlive it.
    struct Parts
    {
        ProjectReviews& reviews;
        PortCommands& commands;
        HunkTree& tree;
        PortNotice& notice;
        QPushButton& button;
        ThemeProvider& provider;
        UiSettings& settings;
        QWidget& page;
    };
    explicit ArmCheck(const Parts& parts, QObject* parent = nullptr);

    /// Says whether a check can be asked for now; `whyNone`: why there is no review.
    void update(const QString& whyNone);
    /// Shows the newest run on lanes, at what it says of the hunk.
    void showLanes(const QByteArray& hunk);

Q_SIGNALS:
    void said(const QString& sentence);
    /// A place that a run on lanes leads to.
    void placeRequested(const rocport::Place& place);

private:
    void ask();
    void checkingChanged(bool checking);
    void showProgress(const ReviewProgress& step);
    void ended(const Result<void>& result);
    [[nodiscard]] QString summary() const;
    [[nodiscard]] QString lanesSummary(const LaneVerification& lanes) const;

    Parts m_parts;
    QString m_whyNone;
    bool m_compiles = true; ///< what runs now
};

} // namespace rocport
