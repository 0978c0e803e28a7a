#pragma once

#include "tests/gui/windowfixture.h"

#include <QElapsedTimer>
#include <QEventLoop>

namespace rocport::test {

/// Times from a key to the picture of what it does, in the real window.
class TourTimes : public QObject
{
    Q_OBJECT

public:
    /// What was measured of one key, in milliseconds.
    struct Times
    {
        QVector<double> inFile; ///< the next change is in the same file
        QVector<double> toFile; ///< another file had to be loaded for it
        QVector<double> work;   ///< of both: what the window's thread computed meanwhile
        QString hardest;        ///< the file of the step with the most work
    };

    /// `window` shows Review and outlives it.
    explicit TourTimes(const WindowFixture& window);

    /// Presses `key` so often, each time once the one before is painted; fewer where it leads no
    /// further.
    Times press(const char* key, int times);

    /// "n  in the file: median 4.1, 95 % 6.0, most 8.2 ms (180 times); goal 16 ms".
    static QString line(const QString& what, QVector<double> values, double goal);
    /// Resident memory of this process now and at most, in MB.
    static QPair<double, double> memory();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QByteArray shown() const;

    const WindowFixture& m_window;
    QEventLoop* m_waits = nullptr; ///< that ends once `m_wanted` is painted
    QByteArray m_wanted;           ///< the change that the key led to
};

} // namespace rocport::test
