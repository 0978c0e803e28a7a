#pragma once

#include "core/base/result.h"
#include "core/joblog/keywordscan.h"

#include <QRegularExpression>
#include <QStringList>
#include <QVector>

#include <memory>

namespace rocport {

/// A failure that Rocport knows: how it appears in a log, what it means and what to do. Data from
/// resources/joblog/failures.toml.
struct KnownFailure
{
    QString id;          ///< "hipblas-not-initialized"
    QString title;       ///< "hipBLAS could not start"
    QString explanation; ///< sentences: what happened and why
    QString action;      ///< sentences: what to do
    QString applies;     ///< releases and GPUs that it applies to, for people; empty: all
    QStringList texts;   ///< a line must hold one of these
    QVector<QRegularExpression> patterns; ///< and, where there are any, match one of these
    QStringList samples;                  ///< lines that must be recognised
    QStringList unlike;                   ///< lines that must not
};

/// All known failures. Those that come first in the file are closest to the cause. Immutable;
/// usable from any thread.
class FailureBook
{
public:
    /// The program's own list. Never null.
    static std::shared_ptr<const FailureBook> builtIn();
    /// Reads the text of a file like failures.toml. Errors: ParseFailed, `object` is `name`:line.
    static Result<std::shared_ptr<const FailureBook>> parse(const QByteArray& text,
                                                            const QString& name);

    [[nodiscard]] const QVector<KnownFailure>& failures() const { return m_failures; }
    /// Null: unknown.
    [[nodiscard]] const KnownFailure* find(const QString& id) const;
    /// Indices of the failures that a line shows.
    [[nodiscard]] QVector<int> match(QByteArrayView line) const;

private:
    FailureBook(QVector<KnownFailure> failures, const QList<QByteArray>& words,
                QVector<int> owners);

    QVector<KnownFailure> m_failures;
    KeywordScan m_words;
    QVector<int> m_owners; ///< failure of each word
};

/// A known failure in a log.
struct FailureMatch
{
    QString id;
    qint64 firstLine = 0; ///< of the log, from 0
    int times = 1;        ///< lines that show it
    friend bool operator==(const FailureMatch&, const FailureMatch&) = default;
};

/// Looks for known failures in a log, line by line.
class FailureFinder
{
public:
    explicit FailureFinder(std::shared_ptr<const FailureBook> book) : m_book(std::move(book)) {}
    void add(qint64 line, QByteArrayView bytes);
    /// In the order of the book.
    [[nodiscard]] const QVector<FailureMatch>& found() const { return m_found; }
    void clear();

private:
    std::shared_ptr<const FailureBook> m_book;
    QVector<int> m_order; ///< place in the book of each found one
    QVector<FailureMatch> m_found;
};

} // namespace rocport
