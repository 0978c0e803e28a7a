#pragma once

#include "ui/theme/widgets.h"
#include "ui/verify/levelsmodel.h"

#include <QAbstractButton>

#include <array>
#include <optional>

namespace rocport {

/// One level as a trapezoid: a button, so that keyboard and screen readers reach it.
class PyramidLevel : public QAbstractButton
{
    Q_OBJECT

public:
    /// Its edges slope so that all of them, one above the other, make a pyramid.
    PyramidLevel(VerifyLevel level, ThemeProvider& provider, QWidget* parent);
    void setResult(CheckState state, const QString& count, const QString& time);
    [[nodiscard]] VerifyLevel level() const { return m_level; }
    [[nodiscard]] CheckState state() const { return m_state; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] bool hitButton(const QPoint& position) const override;

private:
    [[nodiscard]] QPolygonF outline() const;
    ThemeProvider& m_provider;
    VerifyLevel m_level;
    CheckState m_state = CheckState::NotRun;
    QString m_count, m_time;
};

/// The verification pyramid: Static below, Numerical above. Up and Down move between the levels.
class Pyramid : public QWidget
{
    Q_OBJECT

public:
    explicit Pyramid(ThemeProvider& provider, QWidget* parent = nullptr);
    void setLevels(const LevelsModel& model);
    /// Sets the level shown; nothing: none.
    void setCurrent(std::optional<VerifyLevel> level);
    [[nodiscard]] PyramidLevel& level(VerifyLevel level) const;

Q_SIGNALS:
    void levelChosen(rocport::VerifyLevel level);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::array<PyramidLevel*, kVerifyLevels.size()> m_levels{}; ///< Static first
};

} // namespace rocport
