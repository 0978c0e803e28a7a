#pragma once

#include "core/remote/job.h"
#include "ui/theme/themeprovider.h"

#include <QWidget>

namespace rocport {

/// The stages of a job side by side: mark, title, time, and the usual time where it is known.
class StageTimeline : public QWidget
{
    Q_OBJECT

public:
    explicit StageTimeline(ThemeProvider& provider, QWidget* parent = nullptr);
    void setJob(const JobEntry& job, const QDateTime& now);
    /// Each stage as a sentence, for screen readers and tests: "Build, running, 2:47 of about
    /// 3:00".
    [[nodiscard]] QStringList spoken() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    enum class StageState : quint8 { Waiting, Running, Done, Failed, NotReached };
    struct Stage
    {
        QString title, time, expected, words;
        StageState state = StageState::Waiting;
        friend bool operator==(const Stage&, const Stage&) = default;
    };
    [[nodiscard]] Stage stageOf(const JobEntry& job, const JobStage& stage,
                                const QDateTime& now) const;
    [[nodiscard]] QRect rectOf(int stage) const;

    ThemeProvider& m_provider;
    QVector<Stage> m_stages;
};

} // namespace rocport
