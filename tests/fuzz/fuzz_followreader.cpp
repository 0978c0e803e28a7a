#include "core/remote/followreader.h"
#include "tests/fuzz/require.h"

#include <cstdint>

using namespace rocport;

namespace {

struct Read
{
    QByteArray log;
    std::vector<FollowFrame> frames; ///< without the log
    bool broken = false;
    qint64 offset = 0;
};

/// The stream in pieces of `step` bytes.
Read readIn(const QByteArray& stream, qsizetype step)
{
    FollowReader reader(0);
    Read read;
    for (qsizetype at = 0; at < stream.size(); at += step) {
        reader.feed(stream.mid(at, step));
        for (FollowFrame& frame : reader.take()) {
            if (frame.kind == FollowFrame::Kind::Log) {
                require(frame.offset == read.log.size() && !frame.bytes.isEmpty());
                read.log += frame.bytes;
            } else {
                require(frame.code >= -1);
                read.frames.push_back(std::move(frame));
            }
        }
        require(reader.offset() == read.log.size());
    }
    read.broken = reader.broken();
    read.offset = reader.offset();
    return read;
}

} // namespace

/// Any bytes as what a node sends: however they are split, the same is read, the log has no gap,
/// and nothing is read twice.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) {
        return 0;
    }
    QByteArray stream(reinterpret_cast<const char*>(data + 1), static_cast<qsizetype>(size - 1));
    if (data[0] % 2 == 1) {
        stream.prepend("@rocport hello 1 1700000000 10.5 abcd\n");
    }
    const Read whole = readIn(stream, stream.size() + 1);
    for (const qsizetype step : {qsizetype(1), qsizetype(2), qsizetype(1 + data[0])}) {
        const Read split = readIn(stream, step);
        require(split.log == whole.log && split.broken == whole.broken &&
                split.offset == whole.offset && split.frames.size() == whole.frames.size());
        for (std::size_t i = 0; i < split.frames.size(); ++i) {
            require(split.frames[i].kind == whole.frames[i].kind &&
                    split.frames[i].word == whole.frames[i].word &&
                    split.frames[i].id == whole.frames[i].id);
        }
    }
    return 0;
}
