#include "core/isolation/conditionstack.h"

#include "core/text/bytes.h"

namespace rocport {

namespace {

std::string_view lineEnd(std::string_view line)
{
    size_t size = 0;
    if (!line.empty() && line.back() == '\n') {
        size = line.size() > 1 && line[line.size() - 2] == '\r' ? 2 : 1;
    } else if (!line.empty() && line.back() == '\r') {
        size = 1;
    }
    return line.substr(line.size() - size);
}

} // namespace

void ConditionStack::write(std::string_view bytes)
{
    m_output.append(bytes.data(), static_cast<qsizetype>(bytes.size()));
    m_lastLineDropped = false;
}

void ConditionStack::text(std::string_view bytes)
{
    if (bytes.empty()) {
        return;
    }
    if (emits()) {
        write(bytes);
    } else {
        m_lastLineDropped = true;
    }
}

void ConditionStack::open(const Line& line, GuardTruth truth)
{
    Frame frame;
    frame.line = line.number;
    frame.outerEmits = emits();
    frame.resolved = truth != GuardTruth::Unknown;
    frame.taken = truth == GuardTruth::True;
    frame.active = truth != GuardTruth::False;
    frame.ifWritten = truth == GuardTruth::Unknown;
    if (frame.outerEmits && frame.ifWritten) {
        write(line.bytes);
    } else {
        m_lastLineDropped = true;
    }
    m_frames.push_back(frame);
}

Result<void> ConditionStack::afterElse(const Frame& frame, const Line& line) const
{
    if (frame.sawElse && frame.resolved) {
        return Error{ErrorCode::ParseFailed,
                     QStringLiteral("another branch follows the #else of the guard in line %1")
                         .arg(frame.line),
                     QString::number(line.number)};
    }
    return {};
}

Result<void> ConditionStack::alternative(const Line& line, GuardTruth truth)
{
    if (m_frames.empty()) {
        write(line.bytes);
        return {};
    }
    Frame& frame = m_frames.back();
    frame.resolved = frame.resolved || truth != GuardTruth::Unknown;
    if (Result<void> order = afterElse(frame, line); !order) {
        return order;
    }
    m_lastLineDropped = true;
    if (frame.taken || truth == GuardTruth::False) {
        frame.active = false;
        return {};
    }
    frame.active = true;
    if (truth == GuardTruth::True) {
        frame.taken = true;
        if (frame.ifWritten && frame.outerEmits) {
            write(line.elseAsWhole);
            write(lineEnd(line.bytes));
        }
        return {};
    }
    if (!frame.outerEmits) {
        return {};
    }
    if (frame.ifWritten) {
        write(line.bytes);
    } else {
        // The first arm that is left becomes the opening one: "#elif X" is "#if X".
        write(line.bytes.substr(0, line.elseBegin));
        write(line.bytes.substr(line.elseBegin + line.elseSize));
    }
    frame.ifWritten = true;
    return {};
}

Result<void> ConditionStack::otherwise(const Line& line)
{
    if (m_frames.empty()) {
        write(line.bytes);
        return {};
    }
    Frame& frame = m_frames.back();
    if (Result<void> order = afterElse(frame, line); !order) {
        return order;
    }
    frame.sawElse = true;
    m_lastLineDropped = true;
    if (frame.taken) {
        frame.active = false;
        return {};
    }
    frame.active = true;
    if (frame.ifWritten) {
        if (frame.outerEmits) {
            write(line.bytes);
        }
    } else {
        frame.taken = true;
    }
    return {};
}

Result<void> ConditionStack::close(const Line& line)
{
    if (m_frames.empty()) {
        write(line.bytes);
        return {};
    }
    const Frame frame = m_frames.back();
    m_frames.pop_back();
    if (frame.ifWritten && frame.outerEmits) {
        write(line.bytes);
    } else {
        m_lastLineDropped = true;
    }
    return {};
}

Result<QByteArray> ConditionStack::finish(std::string_view whole)
{
    for (const Frame& frame : m_frames) {
        if (frame.resolved) {
            return Error{ErrorCode::ParseFailed, QStringLiteral("the guard never ends"),
                         QString::number(frame.line)};
        }
    }
    // A guard at the end of a file without a last newline: the line end that the guard line needed
    // before it belongs to the guard.
    if (m_lastLineDropped && !whole.empty() && whole.back() != '\n' && whole.back() != '\r') {
        m_output.chop(static_cast<qsizetype>(lineEnd(viewOf(m_output)).size()));
    }
    return std::move(m_output);
}

} // namespace rocport
