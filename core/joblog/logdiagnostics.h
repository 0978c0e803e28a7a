#pragma once

#include "core/joblog/keywordscan.h"

#include <QHash>
#include <QString>
#include <QVector>

#include <array>
#include <optional>

namespace rocport {

/// A message in a log about the sources or the run.
struct LogDiagnostic
{
    enum class Severity : quint8 { Error, Warning, Note };
    Severity severity = Severity::Error;
    QString message; ///< without file and line; at most 2000 characters
    QString tool;    ///< "hipcc", "python", "pytest", "cmake", …; empty: not said
    QString file;    ///< as written; empty: none
    int line = 0;    ///< of the file, 1-based; 0: none
    int column = 0;
    qint64 logLine = 0;     ///< the line of the log that says it, from 0
    qint64 firstLine = 0;   ///< where the message begins: for a traceback, its head
    bool ledToNext = false; ///< an exception during which, or because of which, the next one was
                            ///  raised
    int times = 1;          ///< how often the same words occur (host and device are compiled
                            ///  separately)
};

/// Finds the diagnostics in a log, line by line: clang, hipcc, gcc, nvcc, linkers, CMake, ninja,
/// make, Python tracebacks (chained ones too), pytest, and what a shell, Slurm or the GPU runtime
/// says when a program dies. Takes any bytes.
class LogDiagnosticsParser
{
public:
    /// The most diagnostics kept; further ones are only counted.
    static constexpr qsizetype kMaxKept = 5000;

    LogDiagnosticsParser();
    /// Adds a complete line; lines are added in order.
    void add(qint64 line, QByteArrayView bytes);
    void clear();
    [[nodiscard]] const QVector<LogDiagnostic>& found() const { return m_found; }
    /// Grows with each change of found() and count().
    [[nodiscard]] quint64 revision() const { return m_revision; }
    /// How many there are of a severity, including those that were not kept.
    [[nodiscard]] int count(LogDiagnostic::Severity severity) const
    {
        return m_counts[static_cast<size_t>(severity)];
    }

private:
    struct Traceback
    {
        bool open = false;
        QString prefix; ///< "[rank0]: " before each of its lines
        qint64 firstLine = 0;
        int lines = 0;
        QString file, ownFile; ///< of the last frame; of the last that is no library's
        int line = 0, ownLine = 0;
    };

    void addText(qint64 line, const QString& text);
    bool addToTraceback(qint64 line, const QString& text);
    void endTraceback(qint64 line, const QString& text);
    bool addPython(qint64 line, const QString& text);
    bool addBuild(qint64 line, const QString& text);
    bool addCompiler(qint64 line, const QString& text);
    bool addDeath(qint64 line, const QString& text);
    void addDetail(const QString& text);
    void append(LogDiagnostic diagnostic);

    KeywordScan m_words;
    QVector<LogDiagnostic> m_found;
    QHash<QString, qsizetype> m_seen; ///< identity -> index in m_found, or -1
    std::array<int, 3> m_counts{};
    quint64 m_revision = 0;
    Traceback m_traceback;
    std::optional<LogDiagnostic> m_cmake; ///< its text follows
    int m_detailLines = 0;                ///< lines after a linker's error that may name a place
    QString m_pytest;                     ///< newest "E   …" line
    qint64 m_lastException = -1;          ///< index of the newest exception
    int m_errorsAtBuild = 0;              ///< errors when make or ninja last gave up
};

} // namespace rocport
