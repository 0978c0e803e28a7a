#pragma once

#include <QByteArray>

namespace rocport {

/// A job's log on its way to a terminal. Text in UTF-8, line ends, carriage returns (progress
/// bars), tabs, and colours and styles (SGR, but for the one that conceals) pass; every other
/// control sequence or character, what turns the direction of writing or has no width, and bytes
/// that are no UTF-8 are escaped. The log may come in parts of any size.
class TerminalLog
{
public:
    /// What to write for the next part; what may be the beginning of a sequence or a character
    /// waits for the next one.
    QByteArray read(const QByteArray& part);
    /// What waits still, and the default colours if others were set.
    QByteArray finish();

private:
    QByteArray m_waiting;
    bool m_coloured = false;
};

} // namespace rocport
