// What stand-ins for compilers noted of a build is a stranger's: any bytes are read, within limits,
// and every unit lies below the tree.

#include "core/verify/buildrecords.h"
#include "tests/fuzz/require.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace rocport;
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    bool whole = false;
    const QVector<BuildRecord> records = parseBuildRecords(bytes, &whole);
    const QVector<RecordedUnit> units = unitsOf(records, "/r");
    for (const RecordedUnit& unit : units) {
        require(!unit.path.bytes().startsWith('/') && !unit.path.bytes().startsWith("../"));
        require(unit.times >= 1);
    }
    require(databaseOf(records, "/r").startsWith('['));
    ComparisonInput input;
    input.cuda = units;
    input.rocm = units;
    input.guardMacro = QStringLiteral("USE_ROCM");
    const QVector<UnitComparison> compared = compareUnits(input);
    require(compared.size() == units.size());
    for (const UnitComparison& one : compared) {
        require(!one.isMissing());
    }
    const QVector<RepoPath> sources{RepoPath("s/a.cu"), RepoPath("t/a.cu"), RepoPath("b.cpp")};
    const QHash<RepoPath, QByteArray> texts{{RepoPath("CMakeLists.txt"), bytes},
                                            {RepoPath("Makefile"), bytes}};
    require(namingLines(sources, texts, bytes, "/r").size() == sources.size());
    for (const NamingLine& line : namingLines(sources, texts, {}, "/r")) {
        require(line.line <= bytes.count('\n') + 1);
    }
    QVector<NamingLine> lines(2);
    lines[0].file = lines[1].file = RepoPath("CMakeLists.txt");
    lines[0].line = 7;
    lines[1].line = 3;
    addConditions(lines, texts);
    require(lines.at(0).conditionLine < 7 && lines.at(1).conditionLine < 3);
    return 0;
}
