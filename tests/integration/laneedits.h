#pragma once

// Programs of tests/corpus/lanes/edits: what the edits of rules give on lanes.
#include "core/lanes/lanecache.h"
#include "core/lanes/laneverify.h"
#include "core/process/localprocess.h"
#include "core/project/port/folderproposal.h"
#include "core/project/proof/compilegate.h"
#include "core/project/proof/laneinputs.h"
#include "core/rules/rule.h"
#include "tests/integration/laneproject.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace rocport::test {

/// What a program says of one edit, "// edit RULE: `TEXT`, with `OTHER` line 2 differs": TEXT is in
/// the port for 64 lanes, and the same port with OTHER in its place is wrong.
struct LaneEdit
{
    QString rule;
    QByteArray text;
    QByteArray other;
    /// "differs": in line `line` of the output, where no other edit of the program shows; "not
    /// built"; "not built with clang": g++ takes it; "told": the engine names a fault, by what is
    /// given here, where no result differs; "same": for a reason that only a GPU shows.
    QString outcome;
    QString reason;
    int line = 0;
};

/// One program with what its first lines say of it.
struct EditProgram
{
    QString path; ///< absolute
    TargetSettings target;
    QVector<LaneEdit> edits;
    bool mixed = false; ///< a port for both kinds of GPU is run too
    QString header;     ///< of a library that the engine needs for it; empty: none
    QString problem;    ///< a line that says nothing; empty: there is none

    [[nodiscard]] bool canRun() const
    {
        return header.isEmpty() || QFileInfo::exists(QStringLiteral("/usr/include/") + header) ||
               QFileInfo::exists(QStringLiteral("/usr/include/x86_64-linux-gnu/") + header);
    }
};

inline EditProgram editProgram(const QString& path)
{
    EditProgram program;
    program.path = path;
    static const QRegularExpression edit(
        QStringLiteral("^// edit ([a-z0-9-]+): `(.+)`, with `(.*)` (line [0-9]+ )?(differs|not "
                       "built(?: with clang)?|(?:told|same)(?=, ))(?:, (.+))?$"));
    const QList<QByteArray> lines = fileBytes(path).split('\n');
    for (const QByteArray& bytes : lines) {
        const QString line = QString::fromUtf8(bytes);
        if (!line.startsWith(u"// ")) {
            break;
        }
        if (const auto match = edit.match(line); match.hasMatch()) {
            program.edits.append({match.captured(1), match.captured(2).toUtf8(),
                                  match.captured(3).toUtf8(), match.captured(5), match.captured(6),
                                  match.captured(4).mid(5).toInt()});
            if (match.captured(3).isEmpty() && match.captured(5).startsWith(u"not built")) {
                program.problem = line; // nothing that the compiler's errors can name
            }
        } else if (line.startsWith(u"// edit ")) {
            program.problem = line;
        }
        if (!line.startsWith(u"// target:")) {
            continue;
        }
        const QStringList parts = line.mid(10).split(u' ', Qt::SkipEmptyParts);
        for (const QString& part : parts) {
            const QString value = part.mid(part.indexOf(u'=') + 1);
            const auto strategy = strategyFromId(value);
            if (part.startsWith(u"strategy=") && strategy) {
                program.target.strategy = *strategy;
            } else if (part.startsWith(u"rocm=")) {
                program.target.rocm = Version::parse(value).value();
            } else if (part.startsWith(u"needs=")) {
                program.header = value;
            } else if (part == u"mixed") {
                program.mixed = true;
            } else {
                program.problem = line;
            }
        }
    }
    return program;
}

/// The programs of a folder of tests/corpus/lanes/edits, by name.
inline QVector<EditProgram> editPrograms(const QString& folder)
{
    const QDir dir(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus/lanes/edits/") + folder);
    QVector<EditProgram> programs;
    const QStringList names = dir.entryList(QDir::Files, QDir::Name);
    for (const QString& name : names) {
        programs.append(editProgram(dir.filePath(name)));
    }
    return programs;
}

inline std::shared_ptr<const RuleSet> ownRules()
{
    static const auto rules = std::make_shared<const RuleSet>(RuleSet::load(QStringList()).rules);
    return rules;
}

/// Runs one program as the original and as several ports.
class EditRuns
{
public:
    explicit EditRuns(const EditProgram& program)
        : m_program(program), m_root(m_folder.filePath(QStringLiteral("repository")))
    {
    }

    /// An empty text, or what is not as the program says, a line each.
    QString problems()
    {
        if (!m_program.problem.isEmpty()) {
            return m_program.problem;
        }
        QDir().mkpath(m_root);
        QDir().mkpath(m_folder.filePath(QStringLiteral("runs")));
        const QString name = m_program.path.section(u'/', -1);
        QFile::copy(m_program.path, m_root + u'/' + name);
        auto original = originalInput(m_root, m_program.target);
        if (!original) {
            return original.error().detail;
        }
        m_request.original = *std::move(original);
        TargetSettings narrow = m_program.target;
        narrow.architectures = {QStringLiteral("gfx1100")};
        addPort(64, m_program.target);
        addPort(32, narrow);
        if (m_program.mixed) {
            TargetSettings both = m_program.target;
            both.architectures += narrow.architectures;
            addPort(64, both);
            addPort(32, both);
        }
        const qsizetype ports = m_request.ports.size();
        // Those with one outcome are taken away in one port: lines of the output and of the
        // compiler's errors tell which of them show.
        for (const LaneEdit& edit : m_program.edits) {
            const auto group = std::find_if(m_groups.begin(), m_groups.end(), [&](const auto& one) {
                return !edit.other.startsWith("#include") && // which ends a compilation
                       !one.first().other.startsWith("#include") &&
                       one.first().outcome == edit.outcome &&
                       (edit.line > 0 || edit.outcome != u"differs");
            });
            if (group == m_groups.end()) {
                m_groups.append({edit});
            } else {
                group->append(edit);
            }
        }
        for (const QVector<LaneEdit>& group : std::as_const(m_groups)) {
            addWithout(group);
        }
        if (!m_problems.isEmpty()) {
            return m_problems.join(u'\n');
        }
        m_request.search = CompilerSearch::fromEnvironment();
        m_request.folder = m_folder.filePath(QStringLiteral("runs"));
        m_request.cacheFolder = laneCacheFolder();
        m_request.limits.time = std::chrono::minutes(2);
        const auto result = verifyLanes(m_request, Sandbox(), LocalProcessRunner(), {});
        if (!result) {
            return result.error().detail;
        }
        for (qsizetype i = 0; i < m_request.ports.size(); ++i) {
            if (i + 1 >= result->sides.size()) {
                m_problems.append(result->sides.first().problem());
                break;
            }
            const QString found = differenceOf(*result, i + 1);
            if (i < ports) {
                m_problems += found.isEmpty() ? QStringList() : QStringList{found};
                m_problems += told(result->sides[i + 1]);
                continue;
            }
            judge(*result, i + 1, m_groups[i - ports], found);
        }
        return m_problems.join(u'\n');
    }

private:
    /// With everything that the rules propose for `target`.
    void addPort(int lanes, const TargetSettings& target)
    {
        const auto scanned = scanFolder(m_root, ownRules(), target, {});
        if (!scanned) {
            m_problems.append(scanned.error().detail);
            return;
        }
        const QVector<Hunk> chosen = chooseHunks(*scanned->scan, {});
        for (const LaneEdit& edit : std::as_const(m_program.edits)) {
            const bool isIn = std::any_of(chosen.begin(), chosen.end(), [&](const Hunk& hunk) {
                return hunk.ruleIds.contains(edit.rule);
            });
            if (!isIn && m_request.ports.isEmpty()) {
                m_problems.append(QStringLiteral("%1 edits nothing").arg(edit.rule));
            }
        }
        auto port = gateInput(*scanned, chosen, target, m_root);
        if (!port) {
            m_problems.append(port.error().detail);
            return;
        }
        m_request.ports.append({lanes, *std::move(port)});
    }

    /// The first port with the other texts in the place of what the edits wrote.
    void addWithout(const QVector<LaneEdit>& edits)
    {
        LanePort port = m_request.ports.value(0);
        for (const LaneEdit& edit : edits) {
            qsizetype places = 0;
            for (GateFileInput& file : port.input.port) {
                // What the program says of itself is no part of the port.
                const qsizetype code = std::max<qsizetype>(file.content.indexOf("\n#"), 0);
                QByteArray text = file.content.mid(code);
                places += text.count(edit.text);
                file.content = file.content.left(code) + text.replace(edit.text, edit.other);
            }
            if (places == 0) {
                m_problems.append(QStringLiteral("%1: the port has no `%2`")
                                      .arg(edit.rule, QString::fromUtf8(edit.text)));
            }
        }
        m_request.ports.append(port);
    }

    /// Whether a port without some edits is as wrong as the program says.
    void judge(const LaneVerification& result, qsizetype number, const QVector<LaneEdit>& edits,
               const QString& found)
    {
        const LaneSide& original = result.sides.first();
        const LaneSide& side = result.sides[number];
        const QList<QByteArray> wanted = original.run.output.output.split('\n');
        const QList<QByteArray> got = side.run.output.output.split('\n');
        const QStringList complaints = told(side);
        const bool isClang = side.program.compiler.contains(u"clang");
        const bool endsOtherwise = original.ending() != side.ending() || !side.problem().isEmpty();
        for (const LaneEdit& edit : edits) {
            const bool isSame = edit.line > 0
                                    ? got.value(edit.line - 1) == wanted.value(edit.line - 1)
                                    : found.isEmpty();
            const bool isTold = isSame && !complaints.isEmpty() &&
                                complaints.first().endsWith(u'[' + edit.reason + u']');
            const bool isRefused = !side.ran && side.program.output.contains(edit.other);
            const bool hasOtherLines = edit.line > 0 && got.size() != wanted.size();
            const QString is = isRefused       ? QStringLiteral("not built")
                               : !side.ran     ? QStringLiteral("not compiled at all")
                               : endsOtherwise ? QStringLiteral("ended otherwise")
                               : hasOtherLines ? QStringLiteral("more or fewer lines")
                               : isTold        ? QStringLiteral("told")
                               : isSame        ? QStringLiteral("same")
                                               : QStringLiteral("differs");
            const QString wantedOutcome = edit.outcome != u"not built with clang" ? edit.outcome
                                          : isClang ? QStringLiteral("not built")
                                                    : QStringLiteral("same");
            if (is != wantedOutcome) {
                m_problems.append(QStringLiteral("%1 with `%2`: %3 and not %4. %5 %6")
                                      .arg(edit.rule, QString::fromUtf8(edit.other), is,
                                           wantedOutcome, found, complaints.join(u' ')));
            }
        }
    }

    /// A sentence; empty: the side gave what the original did.
    static QString differenceOf(const LaneVerification& result, qsizetype number)
    {
        const LaneSide& original = result.sides.first();
        const LaneSide& side = result.sides[number];
        if (!side.problem().isEmpty()) {
            return side.problem() + u' ' + QString::fromUtf8(side.program.output.left(1500));
        }
        if (original.ending() != side.ending()) {
            return QStringLiteral("%1 %2, and the original %3.")
                .arg(side.name(), side.ending(), original.ending());
        }
        const QString output =
            outputDifference(original.run.output.output, side.run.output.output, {0, 0, QString()});
        return output.isEmpty() ? QString() : side.name() + QStringLiteral(": ") + output;
    }

    /// What the engine complained of.
    static QStringList told(const LaneSide& side)
    {
        QStringList lines;
        for (const LaneComplaint& complaint : side.run.complaints) {
            lines.append(QStringLiteral("%1, line %2: %3 [%4]")
                             .arg(side.name())
                             .arg(complaint.line)
                             .arg(complaint.text, complaint.check));
        }
        return lines;
    }

    const EditProgram& m_program;
    QTemporaryDir m_folder;
    QString m_root;
    LaneVerifyRequest m_request;
    QVector<QVector<LaneEdit>> m_groups; ///< what is taken away in one port
    QStringList m_problems;
};

/// A row for each program of a folder of tests/corpus/lanes/edits.
inline void addEditPrograms(const QString& group)
{
    QTest::addColumn<QString>("path");
    const QVector<EditProgram> programs = editPrograms(group);
    for (const EditProgram& program : programs) {
        QTest::newRow(qPrintable(program.path.section(u'/', -1))) << program.path;
    }
}

/// Runs one on 64 and on 32 lanes, and without an edit as it says.
inline void runEditProgram(const QString& path)
{
    if (!hasEngineHere()) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context or a compiler is not installed");
    }
    const EditProgram program = editProgram(path);
    if (!program.canRun()) {
        QSKIP(qPrintable(
            QStringLiteral("ROCPORT_SKIP_TEST: %1 is not installed").arg(program.header)));
    }
    const QString problems = EditRuns(program).problems();
    QVERIFY2(problems.isEmpty(), qPrintable(problems));
}

} // namespace rocport::test
