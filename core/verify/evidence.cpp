#include "core/verify/evidence.h"

#include <algorithm>

namespace rocport {

namespace {

/// What C and C++ compilers read, by suffix.
bool isCompiledSource(const RepoPath& path)
{
    static const QVector<QByteArray> suffixes{".cu",  ".cuh", ".hip", ".c",   ".cc",  ".cpp",
                                              ".cxx", ".h",   ".hh",  ".hpp", ".hxx", ".inl"};
    return std::any_of(suffixes.begin(), suffixes.end(),
                       [&](const QByteArray& suffix) { return path.bytes().endsWith(suffix); });
}

/// A comparison that showed equal numbers.
bool comparedAndPassed(const VerifyRun& run)
{
    return std::any_of(run.checks.begin(), run.checks.end(), [](const VerifyCheck& check) {
        return check.state == CheckState::Passed && check.comparison &&
               check.comparison->verdict == TensorVerdict::Passed;
    });
}

/// All that came back from 64 lanes is right, and a kernel wrote some of it.
bool cameBackFrom64(const VerifyRun& run)
{
    return run.state() == CheckState::Passed && run.count(CheckState::Skipped) == 0 &&
           std::any_of(run.checks.begin(), run.checks.end(), [](const VerifyCheck& check) {
               return check.lanes && !check.lanes->kernel.isEmpty() &&
                      std::any_of(check.lanes->ports.begin(), check.lanes->ports.end(),
                                  [](const LanePortCopy& port) { return port.lanes == 64; });
           });
}

/// State of the checks about one file; NotRun: none is about it.
CheckState stateOfFile(const VerifyRun& run, const QString& file)
{
    CheckState state = CheckState::NotRun;
    for (const VerifyCheck& check : run.checks) {
        if (check.file != file) {
            continue;
        }
        if (check.state == CheckState::Failed) {
            return CheckState::Failed;
        }
        if (check.state == CheckState::Passed) {
            state = CheckState::Passed;
        }
    }
    return state;
}

bool hasChecksOfFiles(const VerifyRun& run)
{
    return std::any_of(run.checks.begin(), run.checks.end(),
                       [](const VerifyCheck& check) { return !check.file.isEmpty(); });
}

/// What a run says of one file: it gave its grade, took it away, or says nothing.
enum class Word : quint8 { Nothing, Gives, Denies };

Word wordOn(const VerifyRun& run, const RepoPath& file)
{
    if (!coversFile(run, file)) {
        return Word::Nothing;
    }
    const CheckState ofFile = stateOfFile(run, file.display());
    if (run.level == VerifyLevel::Build && hasChecksOfFiles(run)) {
        return ofFile == CheckState::Passed   ? Word::Gives
               : ofFile == CheckState::Failed ? Word::Denies
                                              : Word::Nothing;
    }
    const CheckState state = run.state();
    return state == CheckState::Failed   ? Word::Denies
           : state == CheckState::Passed ? Word::Gives
                                         : Word::Nothing;
}

EvidenceGrade deniedBy(const VerifyRun& run)
{
    if (run.emulated && needsAmdGpu(run.level)) {
        return EvidenceGrade::ExecutedEmulated; // what fails there may be the emulator's fault
    }
    switch (run.level) {
    case VerifyLevel::Static:
        break;
    case VerifyLevel::Build:
        return EvidenceGrade::Compiled;
    case VerifyLevel::Lanes:
        return EvidenceGrade::ExecutedOnLanes;
    case VerifyLevel::Load:
        return EvidenceGrade::Loaded;
    case VerifyLevel::Numerical:
        return EvidenceGrade::NumericallyVerified;
    }
    return EvidenceGrade::NotRun;
}

/// Which runs stand for the same question: the newest one answers it.
QString questionOf(const VerifyRun& run)
{
    return QStringLiteral("%1\n%2\n%3\n%4")
        .arg(int(run.level))
        .arg(run.nodeId, run.image, run.title);
}

/// The evidence for one file, of all its accepted changes alike.
class FileEvidence
{
public:
    FileEvidence(const EvidenceInput& input, const RepoPath& file) : m_input(input), m_file(file) {}
    ChangeEvidence grade();

private:
    void takeGate();
    void takeRuns();
    void give(EvidenceGrade grade, const VerifyRun& run, bool current);

    const EvidenceInput& m_input;
    const RepoPath& m_file;
    ChangeEvidence m_evidence;
    QVector<EvidenceGrade> m_denied; ///< grades that a run with the present port took away
};

void FileEvidence::give(EvidenceGrade grade, const VerifyRun& run, bool current)
{
    if (current && grade > m_evidence.grade && !m_denied.contains(grade)) {
        m_evidence.grade = grade;
        m_evidence.runId = run.id;
        m_evidence.jobId = run.jobId;
        m_evidence.logHash = run.logHash;
    } else if (!current && grade > m_evidence.former) {
        m_evidence.former = grade;
        m_evidence.formerRunId = run.id;
    }
}

void FileEvidence::takeGate()
{
    if (m_input.gate == nullptr) {
        return;
    }
    for (const GateFile& file : m_input.gate->files) {
        if (file.path != m_file) {
            continue;
        }
        if (file.status == GateStatus::Passed) {
            VerifyRun check;
            check.id = QString::fromLatin1(kCompileCheckId);
            give(EvidenceGrade::Compiled, check, !m_input.gateOutOfDate);
        } else if (file.status == GateStatus::Failed && !m_input.gateOutOfDate) {
            m_denied.append(EvidenceGrade::Compiled);
        }
    }
}

void FileEvidence::takeRuns()
{
    QVector<const VerifyRun*> giving;
    QStringList answered;
    for (const VerifyRun& run : m_input.runs) {
        if (!run.isOfLevel()) {
            continue; // says nothing about the port, or not of all of it
        }
        const bool current = !m_input.portKey.isEmpty() && run.portKey == m_input.portKey;
        const Word word = wordOn(run, m_file);
        if (!current) {
            if (word == Word::Gives) {
                give(gradeOfRun(run), run, false);
            }
            continue;
        }
        if (word == Word::Nothing || answered.contains(questionOf(run))) {
            continue;
        }
        answered.append(questionOf(run));
        if (word == Word::Gives) {
            giving.append(&run);
        } else {
            m_denied.append(deniedBy(run));
        }
    }
    // After all that denies is known: one node that fails outweighs another one that passes.
    for (const VerifyRun* run : std::as_const(giving)) {
        give(gradeOfRun(*run), *run, true);
    }
}

ChangeEvidence FileEvidence::grade()
{
    m_evidence.grade = EvidenceGrade::Accepted;
    takeGate();
    takeRuns();
    m_evidence.outOfDate = m_evidence.former > m_evidence.grade;
    if (!m_evidence.outOfDate) {
        m_evidence.former = EvidenceGrade::NotRun;
        m_evidence.formerRunId.clear();
    }
    return m_evidence;
}

} // namespace

EvidenceGrade gradeOfRun(const VerifyRun& run)
{
    switch (run.level) {
    case VerifyLevel::Static:
        break;
    case VerifyLevel::Build:
        return EvidenceGrade::Compiled;
    case VerifyLevel::Lanes:
        return cameBackFrom64(run) ? EvidenceGrade::ExecutedOnLanes : EvidenceGrade::NotRun;
    case VerifyLevel::Load:
        return run.onGpu      ? EvidenceGrade::Loaded
               : run.emulated ? EvidenceGrade::ExecutedEmulated
                              : EvidenceGrade::NotRun;
    case VerifyLevel::Numerical:
        // A stability test or a capture ran on the GPU, but compared nothing.
        if (!comparedAndPassed(run)) {
            return EvidenceGrade::NotRun;
        }
        return run.onGpu      ? EvidenceGrade::NumericallyVerified
               : run.emulated ? EvidenceGrade::ExecutedEmulated
                              : EvidenceGrade::NotRun;
    }
    return EvidenceGrade::NotRun;
}

bool coversFile(const VerifyRun& run, const RepoPath& file)
{
    if (run.level == VerifyLevel::Build && !isCompiledSource(file)) {
        return false;
    }
    if (run.level == VerifyLevel::Lanes) { // a program is never all of the port
        return run.files.contains(file.display());
    }
    return run.files.isEmpty() || run.files.contains(file.display());
}

PortEvidence gradeEvidence(const EvidenceInput& input)
{
    PortEvidence evidence;
    QHash<RepoPath, ChangeEvidence> ofFiles;
    for (const EvidenceChange& change : input.changes) {
        if (!change.accepted) {
            ChangeEvidence proposed;
            proposed.grade = EvidenceGrade::Proposed;
            evidence.changes.insert(change.key, proposed);
            if (!evidence.files.contains(change.file)) {
                evidence.files.insert(change.file, proposed);
            }
            continue;
        }
        auto found = ofFiles.constFind(change.file);
        if (found == ofFiles.constEnd()) {
            found = ofFiles.insert(change.file, FileEvidence(input, change.file).grade());
        }
        evidence.changes.insert(change.key, *found);
        evidence.files.insert(change.file, *found);
    }
    return evidence;
}

} // namespace rocport
