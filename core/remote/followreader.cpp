#include "core/remote/followreader.h"

#include <QByteArrayList>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rocport {

namespace {

constexpr qsizetype kLongestLine = 4096;
constexpr qint64 kMostNoise = 1024 * 1024;
constexpr qint64 kLargestPiece = 64 * 1024 * 1024;

/// A number that cannot be negative; -1 where it is none.
qint64 numberOf(const QByteArray& word)
{
    bool ok = false;
    const qint64 number = word.toLongLong(&ok);
    return ok && number >= 0 ? number : -1;
}

/// "12", or "12_3" for a task of an array.
bool isQueueId(const QByteArray& word)
{
    const QByteArrayList parts = word.split('_');
    return parts.size() <= 2 && numberOf(parts.first()) > 0 && numberOf(parts.last()) >= 0;
}

int codeOf(const QByteArray& word)
{
    bool ok = false;
    const int code = word.toInt(&ok);
    return ok && code >= 0 && code <= 255 ? code : -1;
}

NodeStamp stampOf(const QByteArrayList& words, qsizetype at)
{
    NodeStamp stamp;
    stamp.epoch = std::max<qint64>(0, numberOf(words.value(at)));
    bool ok = false;
    const double uptime = words.value(at + 1).toDouble(&ok);
    stamp.uptime = ok && std::isfinite(uptime) && uptime >= 0 && uptime < 1e12 ? uptime : 0;
    stamp.boot = words.value(at + 2);
    return stamp;
}

QString textOf(const QByteArray& word)
{
    return QString::fromUtf8(word);
}

/// Everything but Log. Nothing: not understood.
bool readWords(const QByteArrayList& words, FollowFrame& frame)
{
    using Kind = FollowFrame::Kind;
    const QByteArray& name = words.first();
    if (name == "stage" && words.size() >= 7) {
        frame.kind = Kind::Stage;
        frame.id = textOf(words.at(1));
        frame.word = textOf(words.at(2));
        frame.code = codeOf(words.at(3));
        frame.stamp = stampOf(words, 4);
        return frame.word == QLatin1StringView("begin") || frame.word == QLatin1StringView("end");
    }
    if (name == "beat" && words.size() >= 5) {
        frame.kind = Kind::Beat;
        frame.stamp = stampOf(words, 1);
        frame.word = textOf(words.at(4));
        return true;
    }
    if (name == "pid" && words.size() >= 2) {
        frame.kind = Kind::Pid;
        frame.offset = numberOf(words.at(1));
        return frame.offset > 0;
    }
    if (name == "queue" && words.size() >= 3) {
        frame.kind = Kind::Queue;
        frame.id = textOf(words.at(1));
        frame.word = textOf(words.at(2));
        frame.reason = textOf(words.value(3));
        return isQueueId(words.at(1));
    }
    if (name == "exit" && words.size() >= 7) {
        frame.kind = Kind::Exit;
        frame.code = codeOf(words.at(1));
        frame.stamp = stampOf(words, 2);
        frame.flags = textOf(words.at(5)).split(u',', Qt::SkipEmptyParts);
        frame.offset = numberOf(words.at(6));
        return true;
    }
    if (name == "shrunk" && words.size() >= 2) {
        frame.kind = Kind::Shrunk;
        frame.offset = numberOf(words.at(1));
        return true;
    }
    const std::pair<const char*, Kind> simple[] = {
        {"full", Kind::Full}, {"note", Kind::Note}, {"gone", Kind::Gone}, {"error", Kind::Error}};
    for (const auto& [word, kind] : simple) {
        if (name == word && words.size() >= 2) {
            frame.kind = kind;
            frame.word = textOf(words.at(1));
            frame.reason = textOf(words.value(2));
            return true;
        }
    }
    return false;
}

} // namespace

void FollowReader::feed(const QByteArray& bytes)
{
    qsizetype at = 0;
    while (at < bytes.size() && !m_broken) {
        at = m_remaining > 0 ? readLog(bytes, at) : readLine(bytes, at);
    }
}

std::vector<FollowFrame> FollowReader::take()
{
    return std::exchange(m_frames, {});
}

qsizetype FollowReader::readLog(const QByteArray& bytes, qsizetype at)
{
    const qint64 count = std::min<qint64>(m_remaining, bytes.size() - at);
    FollowFrame frame;
    frame.kind = FollowFrame::Kind::Log;
    frame.offset = m_offset;
    frame.bytes = bytes.mid(at, count);
    m_frames.push_back(std::move(frame));
    m_offset += count;
    m_remaining -= count;
    m_lineEnd = m_remaining == 0;
    return at + count;
}

qsizetype FollowReader::readLine(const QByteArray& bytes, qsizetype at)
{
    if (m_lineEnd) {
        m_lineEnd = false;
        m_broken = bytes.at(at) != '\n';
        return at + 1;
    }
    const qsizetype end = bytes.indexOf('\n', at);
    const qsizetype stop = end < 0 ? bytes.size() : end;
    const qsizetype room = std::max<qsizetype>(0, kLongestLine - m_line.size());
    m_line += bytes.mid(at, std::min(room, stop - at));
    m_overlong = m_overlong || stop - at > room;
    if (!m_greeted) {
        m_skipped += (end < 0 ? stop : stop + 1) - at;
        m_broken = m_skipped > kMostNoise;
    }
    if (end < 0) {
        return stop;
    }
    const QByteArray line = std::exchange(m_line, {});
    if (!std::exchange(m_overlong, false)) {
        handle(line);
    }
    return end + 1;
}

void FollowReader::handle(const QByteArray& line)
{
    static const QByteArray kMark("@rocport ");
    if (!line.startsWith(kMark)) {
        // Between messages nothing else is written: the stream lost its step.
        m_broken = m_greeted && !line.isEmpty();
        return;
    }
    const QByteArrayList words = line.mid(kMark.size()).simplified().split(' ');
    if (!m_greeted) {
        if (words.first() == "error" && words.size() >= 2) {
            FollowFrame frame;
            frame.kind = FollowFrame::Kind::Error;
            frame.word = textOf(words.at(1));
            m_frames.push_back(frame);
            return;
        }
        if (words.first() != "hello" || words.size() < 5) {
            return;
        }
        m_greeted = true;
        FollowFrame frame;
        frame.code = static_cast<int>(std::min<qint64>(numberOf(words.at(1)), 1000));
        frame.stamp = stampOf(words, 2);
        m_frames.push_back(frame);
        return;
    }
    handleWords(words);
}

void FollowReader::handleWords(const QByteArrayList& words)
{
    if (words.first() == "log") {
        beginLog(words);
        return;
    }
    FollowFrame frame;
    if (readWords(words, frame)) {
        m_frames.push_back(std::move(frame));
    }
}

void FollowReader::beginLog(const QByteArrayList& words)
{
    const qint64 offset = numberOf(words.value(1));
    const qint64 length = numberOf(words.value(2));
    if (offset != m_offset || length < 1 || length > kLargestPiece) {
        m_broken = true;
        return;
    }
    m_remaining = length;
}

} // namespace rocport
