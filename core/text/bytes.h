#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace rocport {

/// A view of the same bytes; valid as long as they are.
inline std::string_view viewOf(QByteArrayView bytes)
{
    return {bytes.data(), static_cast<size_t>(bytes.size())};
}

inline QByteArray toBytes(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

/// Decodes UTF-8; what is not UTF-8 becomes U+FFFD.
inline QString toText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Whether decoding and encoding again yields the same bytes.
inline bool isUtf8(const QByteArray& bytes)
{
    return QString::fromUtf8(bytes).toUtf8() == bytes;
}

/// Whether a word is in the list: isOneOf(word, {"if", "while"}).
template <typename Word, typename Other, size_t kCount>
bool isOneOf(const Word& word, const Other (&words)[kCount])
{
    return std::any_of(std::begin(words), std::end(words),
                       [&](const Other& one) { return word == one; });
}

template <typename Word, typename Other, size_t kCount>
bool isOneOf(const Word& word, const std::array<Other, kCount>& words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

} // namespace rocport
