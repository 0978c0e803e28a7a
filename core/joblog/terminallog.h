#pragma once

#include <QByteArray>

namespace rocport {

/// A job's log on its way to a terminal. UTF-8 text, line ends, carriage returns (progress bars),
/// tabs, and colours and styles (SGR, except the one that conceals) pass; every other control
/// sequence or character, bidirectional controls, zero-width characters and bytes that are not
/// UTF-8 are escaped. The log may come in parts of any size.
class TerminalLog
{
public:
    /// What to write for the next part; what may be the beginning of a sequence or character is
    /// held back until the part after it.
    QByteArray read(const QByteArray& part);
    /// What is still held back, and a reset of the colours if any were set.
    QByteArray finish();

private:
    QByteArray m_waiting;
    bool m_coloured = false;
};

} // namespace rocport
