#pragma once

#include "core/base/result.h"
#include "core/remote/job.h"

#include <QByteArray>
#include <QVector>

namespace rocport {

/// Takes the secrets of a job out of what it prints, byte for byte, so that offsets stay: each byte
/// of one becomes '*'. It does not hold the secrets but marks of them (length and salted SHA-256),
/// which can be kept beside the log: after a kill the values are known nowhere else here.
class SecretMask
{
public:
    /// Shorter ones (SSH_AUTH=1) are everywhere in a log: they are not masked in it.
    static constexpr qsizetype kShortest = 6;

    SecretMask() = default;
    /// Of the variables, scripts and setup of a job: what secretsIn() finds in them.
    static SecretMask of(const JobSpec& job);
    static SecretMask ofSecrets(const QStringList& secrets);
    /// What marks() gave. Errors: ParseFailed.
    static Result<SecretMask> fromMarks(const QByteArray& marks);
    [[nodiscard]] QByteArray marks() const;

    [[nodiscard]] bool isEmpty() const { return m_marks.isEmpty(); }
    /// Masks every secret that stands in `text` as a whole. None of them has a line end.
    [[nodiscard]] QByteArray masked(QByteArray text) const;
    /// How many bytes at the end of `text` may be the beginning of a secret that goes on after it.
    [[nodiscard]] qsizetype unsureAtEnd(const QByteArray& text) const;

private:
    struct Mark
    {
        qsizetype size = 0;
        quint32 quick = 0; ///< rolling hash: most places need no more than a look at it
        QByteArray digest;
    };
    [[nodiscard]] QByteArray digestOf(QByteArrayView bytes) const;
    void maskSize(const QByteArray& text, qsizetype size, QByteArray& result) const;

    QByteArray m_salt;
    QVector<Mark> m_marks; ///< by size
};

} // namespace rocport
