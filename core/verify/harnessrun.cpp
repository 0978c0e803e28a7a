#include "core/verify/harnessrun.h"

#include "core/files/readfile.h"
#include "core/remote/maskedtext.h"
#include "core/remote/nodekinds.h"
#include "core/tensor/bundle.h"
#include "core/tensor/comparefiles.h"
#include "core/verify/goldenbundle.h"
#include "core/verify/harness.h"
#include "core/verify/harnessresult.h"
#include "core/verify/outputcompare.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <utility>

namespace rocport {

namespace {

constexpr qint64 kMaxResults = 64 << 20;

VerifyCheck failedCheck(const QString& id, const QString& name, const QString& detail)
{
    VerifyCheck check;
    check.id = id;
    check.name = name;
    check.state = CheckState::Failed;
    check.detail = detail;
    return check;
}

/// An error in a check's words; the code is said by what was being done.
QString wordsOf(const Error& error)
{
    if (error.code == ErrorCode::FileNotFound) {
        return QStringLiteral("%1 is missing.").arg(error.object);
    }
    return error.detail.isEmpty() ? error.object
                                  : QStringLiteral("%1: %2.").arg(error.object, error.detail);
}

Result<HarnessResults> resultsIn(const QString& folder)
{
    const auto bytes =
        readFile(QDir(folder).filePath(QString::fromLatin1(kHarnessResults)), kMaxResults);
    if (!bytes) {
        return bytes.error();
    }
    return readHarness(*bytes);
}

/// Puts one run together.
class RunReader
{
public:
    RunReader(const JobEntry& job, const VerifyRequest& request, const VerifyReading& reading)
        : m_job(job),
          m_request(request),
          m_reading(reading),
          m_folder(job.folder + QStringLiteral("/results"))
    {
    }
    Result<VerifyRun> read();

private:
    void describe();
    void takeNothing(const Error& error);
    void take(const HarnessResults& results);
    Result<void> compareBundle(const HarnessResults& results);
    Result<void> compareOutputs(const HarnessResults& results);
    Result<bool> filesAreWhole(const HarnessResults& results);

    const JobEntry& m_job;
    const VerifyRequest& m_request;
    const VerifyReading& m_reading;
    QString m_folder;
    VerifyRun m_run;
};

void RunReader::describe()
{
    const JobSpec& spec = m_job.spec;
    m_run.id = QStringLiteral("run-") + spec.id;
    m_run.level = m_request.level;
    m_run.title = maskedText(spec.title); // it is kept and reported
    m_run.nodeId = spec.node.id;
    m_run.nodeName = spec.node.name;
    m_run.image = transportOf(spec.node)->image();
    m_run.time = m_job.status.ended.isValid() ? m_job.status.ended : spec.created;
    m_run.jobId = spec.id;
    m_run.logHash = m_job.status.logHash;
    m_run.portKey = spec.portKey;
    m_run.files = m_reading.files;
}

void RunReader::takeNothing(const Error& error)
{
    if (m_job.status.state == JobState::Cancelled) {
        m_run.notes.append(QStringLiteral("The job was cancelled before it recorded a result."));
        return;
    }
    QString detail = error.code == ErrorCode::FileNotFound
                         ? QStringLiteral("The job ended before the harness recorded a result.")
                         : QStringLiteral("The results cannot be read: %1").arg(wordsOf(error));
    if (!m_job.status.sentence.isEmpty()) {
        detail += u' ' + m_job.status.sentence;
    }
    m_run.checks.append(failedCheck(QStringLiteral("harness"), QStringLiteral("Harness"), detail));
}

void RunReader::take(const HarnessResults& results)
{
    const bool cancelled = m_job.status.state == JobState::Cancelled;
    for (VerifyCheck check : results.checks) {
        // What a cancelled job left open has not failed: it was not run to its end.
        if (cancelled && results.unfinished.contains(check.id)) {
            check.state = CheckState::NotRun;
            check.detail = QStringLiteral("The job was cancelled during this check.");
        }
        m_run.checks.append(check);
    }
    m_run.stability += results.samples;
    m_run.notes += results.notes;
    if (m_run.device.isEmpty()) {
        m_run.device = results.environment.shownDevice();
    }
    if (!results.complete && !cancelled) {
        m_run.checks.append(failedCheck(QStringLiteral("harness:end:") + results.action,
                                        QStringLiteral("Harness, %1").arg(results.action),
                                        QStringLiteral("It ended before all checks were made.")));
    }
}

Result<bool> RunReader::filesAreWhole(const HarnessResults& results)
{
    bool whole = true;
    for (const HarnessFile& file : results.files) {
        const Result<QByteArray> hash =
            tensorFileHash(m_folder + u'/' + file.path, m_reading.compare.cancel);
        if (!hash && hash.error().code == ErrorCode::Cancelled) {
            return hash.error();
        }
        if (!hash || *hash != file.sha256) {
            whole = false;
            m_run.checks.append(failedCheck(
                QStringLiteral("fetch:") + file.path, QStringLiteral("Results fetched"),
                hash ? QStringLiteral("%1 is not the file that the node wrote: its hash differs.")
                           .arg(file.path)
                     : wordsOf(hash.error())));
        }
    }
    return whole;
}

Result<void> RunReader::compareBundle(const HarnessResults& results)
{
    const bool wrote = std::any_of(results.files.begin(), results.files.end(),
                                   [](const HarnessFile& f) { return f.part == u"outputs"; });
    if (!wrote) {
        return {}; // the checks say why
    }
    const auto compared = compareFiles(m_request.reference, m_folder + QStringLiteral("/candidate"),
                                       m_reading.tolerances, m_reading.compare);
    if (!compared) {
        if (compared.error().code == ErrorCode::Cancelled) {
            return compared.error();
        }
        m_run.checks.append(failedCheck(QStringLiteral("golden:comparison"),
                                        QStringLiteral("Comparison"), wordsOf(compared.error())));
        return {};
    }
    for (const TensorComparison& comparison : compared->tensors) {
        m_run.checks.append(checkOfComparison(comparison));
    }
    m_run.notes += compared->notes;
    const QFileInfo named(m_request.reference);
    const Result<TensorBundle> bundle =
        readBundle(named.isDir() ? m_request.reference : named.path(), m_reading.compare.cancel);
    if (bundle) {
        m_run.notes.append(
            QStringLiteral("The reference was captured on %1.").arg(bundleDevice(*bundle)));
    }
    return {};
}

Result<void> RunReader::compareOutputs(const HarnessResults& results)
{
    for (const HarnessFile& file : results.files) {
        if (file.part != QLatin1StringView("output")) {
            continue;
        }
        const OutputPair pair{file.caseId, QFileInfo(file.path).fileName(),
                              m_folder + u'/' + file.path, m_request.reference,
                              m_request.dtypes.value(0)};
        const auto compared = compareOutput(pair, m_reading.tolerances, m_reading.compare);
        if (!compared) {
            if (compared.error().code == ErrorCode::Cancelled) {
                return compared.error();
            }
            m_run.checks.append(failedCheck(QStringLiteral("output:") + file.caseId, file.caseId,
                                            wordsOf(compared.error())));
            continue;
        }
        for (const TensorComparison& comparison : *compared) {
            m_run.checks.append(checkOfComparison(comparison));
        }
    }
    return {};
}

Result<VerifyRun> RunReader::read()
{
    describe();
    const Result<HarnessResults> results = resultsIn(m_folder);
    if (!results) {
        takeNothing(results.error());
        return m_run;
    }
    take(*results);
    m_run.onGpu = results->environment.onAmdGpu();
    const QString more = m_folder + QStringLiteral("/stability");
    if (QFileInfo::exists(more)) {
        const Result<HarnessResults> stability = resultsIn(more);
        if (stability) {
            take(*stability);
            m_run.onGpu = m_run.onGpu && stability->environment.onAmdGpu();
        } else {
            takeNothing(stability.error());
        }
    }
    if (transportOf(m_job.spec.node)->capabilities().emulatesGpu) {
        m_run.emulated = std::exchange(m_run.onGpu, false);
    }
    const Result<bool> whole = filesAreWhole(*results);
    if (!whole) {
        return whole.error();
    }
    const bool compares = m_request.level == VerifyLevel::Numerical && !m_request.capture &&
                          !m_request.reference.isEmpty() && *whole;
    if (compares) {
        const Result<void> compared =
            m_request.command.isEmpty() ? compareBundle(*results) : compareOutputs(*results);
        if (!compared) {
            return compared.error();
        }
    }
    if (m_request.capture) {
        m_run.notes.append(
            QStringLiteral("This run captured a reference; it does not verify the port."));
    }
    if (m_run.emulated) {
        m_run.notes.append(QStringLiteral(
            "It ran on an emulated GPU: what came out counts, but neither times nor what the "
            "hardware does otherwise."));
    } else if (!m_run.onGpu) {
        m_run.notes.append(
            QStringLiteral("It did not run on an AMD GPU, so it is no evidence for the port."));
    }
    return m_run;
}

} // namespace

VerifyCheck checkOfComparison(const TensorComparison& comparison)
{
    VerifyCheck check;
    check.id = QStringLiteral("tensor:") + comparison.name;
    check.name = comparison.name;
    check.state =
        comparison.verdict == TensorVerdict::Passed ? CheckState::Passed : CheckState::Failed;
    check.comparison = comparison;
    const auto shown = [](double value) { return QString::number(value, 'g', 3); };
    if (comparison.verdict == TensorVerdict::Passed) {
        check.detail =
            QStringLiteral("Largest error %1 (relative %2); the tolerance is %3 + %4 of "
                           "the value.")
                .arg(shown(comparison.maxAbsolute), shown(comparison.maxRelative),
                     shown(comparison.tolerance.absolute), shown(comparison.tolerance.relative));
    }
    if (!comparison.detail.isEmpty()) {
        check.detail +=
            (check.detail.isEmpty() ? QString() : QStringLiteral(" ")) + comparison.detail;
    }
    return check;
}

Result<VerifyRun> readVerification(const JobEntry& job, const VerifyRequest& request,
                                   const VerifyReading& reading)
{
    return RunReader(job, request, reading).read();
}

Result<VerifyRun> compareHere(const QString& reference, const QString& candidate,
                              const VerifyReading& reading)
{
    const auto compared = compareFiles(reference, candidate, reading.tolerances, reading.compare);
    if (!compared) {
        return compared.error();
    }
    VerifyRun run;
    run.id = QStringLiteral("compare-") + newJobId();
    run.level = VerifyLevel::Numerical;
    run.byHand = true;
    run.title = QStringLiteral("%1 against %2")
                    .arg(QFileInfo(candidate).fileName(), QFileInfo(reference).fileName());
    run.time = QDateTime::currentDateTimeUtc();
    run.files = reading.files;
    for (const TensorComparison& comparison : compared->tensors) {
        run.checks.append(checkOfComparison(comparison));
    }
    run.notes = compared->notes;
    run.notes.append(QStringLiteral(
        "Where the candidate was computed is not known, so the comparison is no evidence for the "
        "port."));
    return run;
}

} // namespace rocport
