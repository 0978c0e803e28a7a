#pragma once

#include <QByteArray>
#include <QtEndian>
#include <QVector>

#include <zlib.h>

namespace rocport::test {

template <typename T>
QByteArray bytesOf(const QVector<T>& values)
{
    return QByteArray(reinterpret_cast<const char*>(values.constData()),
                      values.size() * qsizetype(sizeof(T)));
}

template <typename T>
QByteArray little(T value)
{
    QByteArray bytes(sizeof(T), '\0');
    qToLittleEndian<T>(value, bytes.data());
    return bytes;
}

/// A safetensors file of a header and data as they are given.
inline QByteArray safetensors(const QByteArray& header, const QByteArray& data)
{
    return little<quint64>(quint64(header.size())) + header + data;
}

/// A .npy file, version 1.
inline QByteArray npy(const QByteArray& literal, const QByteArray& data)
{
    return QByteArray("\x93NUMPY\x01\x00", 8) + little<quint16>(quint16(literal.size() + 1)) +
           literal + '\n' + data;
}

struct ZipPart
{
    QByteArray name;
    QByteArray bytes;
    bool deflate = false;
    bool zip64 = false; ///< sizes in the extra field
};

inline QByteArray deflated(const QByteArray& bytes)
{
    z_stream stream = {};
    deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    QByteArray out(qsizetype(deflateBound(&stream, uLong(bytes.size()))) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.constData()));
    stream.avail_in = uInt(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = uInt(out.size());
    ::deflate(&stream, Z_FINISH);
    out.resize(qsizetype(stream.total_out));
    deflateEnd(&stream);
    return out;
}

inline QByteArray zipArchive(const QVector<ZipPart>& parts)
{
    QByteArray out;
    QByteArray directory;
    for (const ZipPart& part : parts) {
        const QByteArray data = part.deflate ? deflated(part.bytes) : part.bytes;
        const auto crc = quint32(::crc32(0, reinterpret_cast<const Bytef*>(part.bytes.constData()),
                                         uInt(part.bytes.size())));
        const quint32 none = 0xffffffffU;
        const QByteArray extra = part.zip64 ? little<quint16>(1) + little<quint16>(16) +
                                                  little<quint64>(quint64(part.bytes.size())) +
                                                  little<quint64>(quint64(data.size()))
                                            : QByteArray();
        const QByteArray common =
            little<quint16>(part.deflate ? 8 : 0) + little<quint32>(0) + little<quint32>(crc) +
            little<quint32>(part.zip64 ? none : quint32(data.size())) +
            little<quint32>(part.zip64 ? none : quint32(part.bytes.size())) +
            little<quint16>(quint16(part.name.size())) + little<quint16>(quint16(extra.size()));
        directory += "PK\x01\x02" + little<quint16>(45) + little<quint16>(45) + little<quint16>(0) +
                     common + little<quint16>(0) + little<quint16>(0) + little<quint16>(0) +
                     little<quint32>(0) + little<quint32>(quint32(out.size())) + part.name + extra;
        out += "PK\x03\x04" + little<quint16>(45) + little<quint16>(0) + common + part.name +
               extra + data;
    }
    const auto at = quint32(out.size());
    const auto count = quint16(parts.size());
    return out + directory + "PK\x05\x06" + little<quint32>(0) + little<quint16>(count) +
           little<quint16>(count) + little<quint32>(quint32(directory.size())) +
           little<quint32>(at) + little<quint16>(0);
}

} // namespace rocport::test
