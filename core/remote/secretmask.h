#pragma once

#include "core/base/result.h"
#include "core/remote/job.h"

#include <QByteArray>
#include <QVector>

namespace rocport {

/// Masks the secrets of a job in its output byte for byte, so that offsets stay the same: each byte
/// of a secret becomes '*'. It does not hold the secrets but marks of them (length and salted
/// SHA-256), which can be kept beside the log: after a kill the values are known nowhere else here.
class SecretMask
{
public:
    /// Shorter secrets (SSH_AUTH=1) occur everywhere in a log, so they are not masked in it.
    static constexpr qsizetype kShortest = 6;

    SecretMask() = default;
    /// For what secretsIn() finds in the variables, scripts and setup of a job.
    static SecretMask of(const JobSpec& job);
    static SecretMask ofSecrets(const QStringList& secrets);
    /// From what marks() returned. Errors: ParseFailed.
    static Result<SecretMask> fromMarks(const QByteArray& marks);
    [[nodiscard]] QByteArray marks() const;

    [[nodiscard]] bool isEmpty() const { return m_marks.isEmpty(); }
    /// Masks every secret that is completely in `text`. Secrets never contain line ends.
    [[nodiscard]] QByteArray masked(QByteArray text) const;
    /// How many bytes at the end of `text` may be the beginning of a secret that continues after
    /// it.
    [[nodiscard]] qsizetype unsureAtEnd(const QByteArray& text) const;

private:
    struct Mark
    {
        qsizetype size = 0;
        quint32 quick = 0; ///< rolling hash, enough to rule out most places
        QByteArray digest;
    };
    [[nodiscard]] QByteArray digestOf(QByteArrayView bytes) const;
    void maskSize(const QByteArray& text, qsizetype size, QByteArray& result) const;

    QByteArray m_salt;
    QVector<Mark> m_marks; ///< by size
};

} // namespace rocport
