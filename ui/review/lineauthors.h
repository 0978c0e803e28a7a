#pragma once

#include "core/base/cancel.h"

#include <QObject>

namespace rocport {

class DiffView;
class ReviewDesk;
class UiSettings;

/// Who wrote the lines that the current change touches, in the margin of the diff and in a
/// sentence. Found with git in the pool, while that is shown.
class LineAuthors : public QObject
{
    Q_OBJECT

public:
    /// All outlive it. Shown from the start if the settings say so ("review/blame").
    LineAuthors(ReviewDesk& desk, DiffView& diff, UiSettings& settings, QObject* parent = nullptr);
    ~LineAuthors() override;

    [[nodiscard]] bool isShown() const;
    void setShown(bool shown);
    /// To be called when another change may be current: a request for the previous one is dropped.
    void update();

private:
    ReviewDesk& m_desk;
    DiffView& m_diff;
    UiSettings& m_settings;
    QByteArray m_of; ///< key of the change whose lines are or were looked up
    CancelToken m_cancel;
};

} // namespace rocport
