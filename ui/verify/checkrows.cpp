#include "ui/verify/checkrows.h"

#include "core/base/wording.h"
#include "ui/nodes/nodetext.h"
#include "ui/verify/verifytext.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace rocport {

namespace {

constexpr int kMostColumns = 24; // columns of the matrix
constexpr int kBehindCopies = std::numeric_limits<int>::max();

QString checkText(const char* text)
{
    return QCoreApplication::translate("rocport::CheckRows", text);
}

ColourToken stateColour(CheckState state)
{
    return state == CheckState::Failed   ? &ThemeColours::crit
           : state == CheckState::Passed ? nullptr
                                         : &ThemeColours::text2;
}

/// Place of a state in a list: what failed first, what passed last.
int urgency(CheckState state)
{
    switch (state) {
    case CheckState::Failed:
        return 0;
    case CheckState::Running:
        return 1;
    case CheckState::NotRun:
        return 2;
    case CheckState::Skipped:
        return 3;
    case CheckState::Passed:
        break;
    }
    return 4;
}

TextCell textCell(const QString& text, ColourToken colour = nullptr)
{
    return {text.simplified(), text, {}, colour, {}};
}

TextCell numberCell(const QString& text, double sort, ColourToken colour)
{
    return {text, {}, {}, colour, sort};
}

TextCell stateCell(CheckState state)
{
    return {checkStateWord(state),
            {},
            checkStateMark(state),
            stateColour(state),
            static_cast<int>(state)};
}

QVector<TextCell> tensorCells(const VerifyCheck& check)
{
    const TensorComparison& tensor = *check.comparison;
    const bool failed = check.state == CheckState::Failed;
    const ColourToken colour = failed ? &ThemeColours::crit : nullptr;
    QString type = tensor.referenceType;
    if (!tensor.candidateType.isEmpty() && tensor.candidateType != type) {
        type +=
            type.isEmpty() ? tensor.candidateType : QStringLiteral(" / ") + tensor.candidateType;
    }
    const double share = tensor.elements > 0 ? 100.0 * static_cast<double>(tensor.mismatched) /
                                                   static_cast<double>(tensor.elements)
                                             : 0;
    // A share that is not 0 is not shown as 0.
    const QString shareText = tensor.mismatched == 0 ? QStringLiteral("0")
                              : share < 0.01         ? QStringLiteral("< 0.01")
                                                     : QString::number(share, 'f', 2);
    const QString tolerance = QStringLiteral("%1 + %2").arg(shortFigure(tensor.tolerance.absolute),
                                                            shortFigure(tensor.tolerance.relative));
    TextCell toleranceCell = textCell(tensor.tolerance.isOverride() ? tolerance + u'*' : tolerance,
                                      &ThemeColours::text2);
    toleranceCell.toolTip =
        tensor.tolerance.isOverride()
            ? checkText("absolute + relative, set by you: %1").arg(tensor.tolerance.reason)
            : checkText("absolute + relative, the default");
    toleranceCell.sort = tensor.tolerance.absolute;
    TextCell verdict{tensorVerdictWord(tensor.verdict), tensor.detail,
                     tensorVerdictMark(tensor.verdict), colour, -static_cast<int>(tensor.verdict)};
    verdict.strong = failed;
    TextCell name = textCell(tensor.name.isEmpty() ? check.name : tensor.name);
    name.strong = failed;
    if (!wasCompared(tensor.verdict)) { // there are no figures, and 0 would be one
        const TextCell none = numberCell(QStringLiteral("–"), -1, nullptr);
        return {name,
                verdict,
                textCell(type),
                textCell(shapeText(tensor.shape), &ThemeColours::text2),
                none,
                none,
                none,
                none,
                textCell(QStringLiteral("–"), &ThemeColours::text2)};
    }
    return {name,
            verdict,
            textCell(type),
            textCell(shapeText(tensor.shape), &ThemeColours::text2),
            numberCell(figure(tensor.maxAbsolute), tensor.maxAbsolute, colour),
            numberCell(figure(tensor.maxRelative), tensor.maxRelative, colour),
            numberCell(tensor.maxUlp < 0 ? QStringLiteral("–") : QString::number(tensor.maxUlp),
                       tensor.maxUlp, nullptr),
            numberCell(shareText, share, colour),
            toleranceCell};
}

/// The columns of a port, in the order of the table.
constexpr std::array kPortLanes = {64, 32};

TextCell verdictCell(const LaneCopyCheck& copy, int lanes)
{
    for (const LanePortCopy& port : copy.ports) {
        if (port.lanes == lanes) {
            const bool wrong = isWrong(port.verdict);
            TextCell cell{laneVerdictWord(port.verdict),
                          {},
                          laneVerdictMark(port.verdict),
                          wrong ? &ThemeColours::crit : &ThemeColours::ok,
                          static_cast<int>(port.verdict)};
            cell.strong = wrong;
            return cell;
        }
    }
    return textCell(QStringLiteral("–"), &ThemeColours::muted);
}

QVector<TextCell> copyCells(const LaneCopyCheck& copy)
{
    const bool wrong = copy.wrong() != nullptr;
    const std::optional<double> most = copy.maxAbsolute();
    TextCell name = textCell(copy.name);
    name.strong = wrong;
    if (!copy.path.isEmpty()) {
        name.toolTip = QStringLiteral("%1, %2").arg(copy.name, fileAndLine(copy.path, copy.line));
    }
    QVector<TextCell> cells{
        numberCell(QString::number(copy.number), copy.number, &ThemeColours::muted),
        name,
        textCell(copy.kernel.isEmpty() ? QStringLiteral("–") : copy.kernel),
        textCell(QStringLiteral("%1, %2").arg(copy.type, countText(copy.elements)),
                 &ThemeColours::text2),
        numberCell(most ? shortFigure(*most) : QStringLiteral("–"), most.value_or(-1),
                   wrong ? &ThemeColours::crit : nullptr),
        textCell(copy.ports.isEmpty() ? QStringLiteral("–") : checkText("Reference"),
                 &ThemeColours::muted)};
    for (const int lanes : kPortLanes) {
        cells.append(verdictCell(copy, lanes));
    }
    return cells;
}

/// What is told of the runs besides copies: output, complaints, what could not be built.
QVector<TextCell> besidesCells(const VerifyCheck& check)
{
    TextCell name = textCell(check.name);
    name.strong = check.state == CheckState::Failed;
    name.toolTip = check.detail;
    TextCell state = stateCell(check.state);
    state.toolTip = check.detail;
    const TextCell none = textCell(QString());
    TextCell number = none;
    number.sort = kBehindCopies;
    return {number, name, none, none, none, none, state, none};
}

/// "mi300-a" or "mi300-a, image": where a run happened.
QString placeOf(const VerifyRun& run)
{
    const QString node = run.nodeName.isEmpty() ? checkText("This machine") : run.nodeName;
    return run.image.isEmpty() ? node : QStringLiteral("%1, %2").arg(node, run.image);
}

/// What the newest runs say of one check at each place.
struct MatrixLine
{
    QString key;  ///< "L1 static:isolation:a.cu"
    QString name; ///< "L1  NVIDIA path unchanged"
    QString file; ///< that the check is of; empty: of none
    QVector<TextCell> cells;
    QVector<bool> filled;

    [[nodiscard]] QStringList says() const
    {
        QStringList words;
        for (const TextCell& cell : cells) {
            words.append(cell.text);
        }
        return words;
    }
};

QVector<MatrixLine> matrixLines(const RemoteState& state, const QStringList& places)
{
    QVector<MatrixLine> lines;
    QHash<QString, qsizetype> lineOf;
    for (const VerifyRun& run : state.runs) {
        const qsizetype column = places.indexOf(placeOf(run));
        if (column < 0 || !run.isOfLevel()) {
            continue;
        }
        for (const VerifyCheck& check : run.checks) {
            const QString key =
                QStringLiteral("L%1 %2").arg(verifyLevelNumber(run.level)).arg(check.id);
            if (!lineOf.contains(key)) {
                lineOf.insert(key, lines.size());
                lines.append(
                    {key,
                     QStringLiteral("L%1  %2").arg(verifyLevelNumber(run.level)).arg(check.name),
                     check.file, QVector<TextCell>(places.size(), stateCell(CheckState::NotRun)),
                     QVector<bool>(places.size())});
            }
            MatrixLine& line = lines[lineOf.value(key)];
            if (!line.filled[column]) { // the newest run has it
                line.filled[column] = true;
                TextCell& cell = line.cells[column] = stateCell(check.state);
                cell.toolTip = QStringLiteral("%1, %2").arg(run.title, shortTime(run.time));
                if (isOutOfDate(run, state.portKey)) {
                    cell.text = checkText("%1, out of date").arg(cell.text);
                }
            }
        }
    }
    return lines;
}

/// Of lines with one name that say the same; the files tell the rows of one name apart.
TextRow matrixRow(const QVector<MatrixLine>& group)
{
    const MatrixLine& first = group.first();
    QStringList files;
    for (const MatrixLine& line : group) {
        if (!line.file.isEmpty() && !first.name.contains(line.file)) {
            files.append(line.file);
        }
    }
    files.removeDuplicates();
    QString text = first.name;
    if (files.size() == 1) {
        text = QStringLiteral("%1: %2").arg(first.name, files.first());
    } else if (files.size() > 1) {
        text = checkText("%1: %2 files").arg(first.name, QString::number(files.size()));
    } else if (group.size() > 1) {
        text = checkText("%1, %2 checks").arg(first.name, QString::number(group.size()));
    }
    TextCell name = textCell(text);
    if (files.size() > 1) {
        name.toolTip = files.join(u'\n');
    }
    TextRow row{first.key, {name}};
    row.cells += first.cells;
    return row;
}

} // namespace

bool areTimed(const VerifyRun& run)
{
    return std::any_of(run.checks.begin(), run.checks.end(),
                       [](const VerifyCheck& check) { return check.elapsedMs > 0; });
}

QVector<TextColumn> verifyCheckColumns(VerifyLevel level, bool timed)
{
    if (level == VerifyLevel::Numerical) {
        QVector<TextColumn> tensors = {
            {checkText("Tensor"), 130, false, false, true},
            {checkText("Verdict"), 100}, // however narrow the table is
            {checkText("dtype"), 84, true},
            {checkText("Shape"), 112, true},
            {checkText("Max abs"), 88, false, true},
            {checkText("Max rel"), 88, false, true},
            {checkText("ULP"), 64, false, true},
            {checkText("Mism. %"), 76, false, true},
            {checkText("Tolerance"), 126, true, false, false, false, true}};
        for (TextColumn& column : tensors) { // the details have them too
            column.optional =
                column.title != checkText("Tensor") && column.title != checkText("Verdict");
        }
        return tensors;
    }
    if (level == VerifyLevel::Lanes) {
        QVector<TextColumn> copies = {{checkText("#"), 44, false, true},
                                      {checkText("Copy"), 150, true, false, true, false, true},
                                      {checkText("Kernel that wrote it"), 170, true},
                                      {checkText("Type, elements"), 150, true},
                                      {checkText("Max abs error"), 104, false, true},
                                      {checkText("Original, 32"), 92},
                                      {checkText("Port, 64"), 124},
                                      {checkText("Port, 32"), 124}};
        for (const qsizetype column : {3, 5}) { // the details have them too
            copies[column].optional = true;
        }
        return copies;
    }
    QVector<TextColumn> columns = {
        {checkText("State"), 110},
        {checkText("Check"), 160, false, false, false, false, true},
        {checkText("What was found"), 200, false, false, true, false, true},
        {checkText("File"), 160, true, false, false, true, true}};
    if (timed) {
        columns.append({checkText("Time"), 90, false, true});
    }
    return columns;
}

QVector<TextRow> verifyCheckRows(const VerifyRun& run)
{
    QVector<TextRow> rows;
    const bool timed = areTimed(run);
    QVector<VerifyCheck> checks = run.checks;
    if (run.level != VerifyLevel::Numerical && run.level != VerifyLevel::Lanes) {
        // Tensors and copies stand in the order of the computation.
        std::stable_sort(checks.begin(), checks.end(),
                         [](const VerifyCheck& a, const VerifyCheck& b) {
                             return urgency(a.state) < urgency(b.state);
                         });
    }
    for (const VerifyCheck& check : std::as_const(checks)) {
        TextRow row{check.id, {}};
        if (run.level == VerifyLevel::Numerical && check.comparison) {
            row.cells = tensorCells(check);
        } else if (run.level == VerifyLevel::Numerical) { // stability and the like: no tensor
            TextCell state = stateCell(check.state);
            state.toolTip = check.detail;
            row.cells = {textCell(check.name),   {},   {}, {}, {}, {}, {},
                         textCell(check.detail), state};
        } else if (run.level == VerifyLevel::Lanes) {
            row.cells = check.lanes ? copyCells(*check.lanes) : besidesCells(check);
        } else {
            row.cells = {stateCell(check.state), textCell(check.name),
                         textCell(check.detail, &ThemeColours::text2), textCell(check.file)};
            if (timed) {
                row.cells.append({check.elapsedMs > 0 ? shortDuration(check.elapsedMs) : QString(),
                                  {},
                                  {},
                                  nullptr,
                                  check.elapsedMs});
            }
        }
        rows.append(row);
    }
    return rows;
}

QVector<TextColumn> historyColumns()
{
    return {{checkText("State"), 110},      {checkText("When"), 112},
            {checkText("Level"), 110},      {checkText("What"), 200, false, false, true},
            {checkText("Node"), 120, true}, {checkText("Device"), 200},
            {checkText("Result"), 150},     {checkText("Status"), 176}};
}

QVector<TextRow> historyRows(const RemoteState& state)
{
    QVector<TextRow> rows;
    for (const VerifyRun& run : state.runs) {
        const QString standing =
            run.byHand                               ? checkText("Files compared by hand")
            : run.part                               ? checkText("Some files only")
            : isOutOfDate(run, state.portKey)        ? checkText("Out of date")
            : needsAmdGpu(run.level) && run.emulated ? checkText("On an emulated GPU")
            : needsAmdGpu(run.level) && !run.onGpu   ? checkText("Not on an AMD GPU")
                                                     : checkText("Counts");
        TextCell when{shortTime(run.time),
                      run.time.toLocalTime().toString(Qt::ISODate),
                      {},
                      nullptr,
                      run.time.toMSecsSinceEpoch()};
        rows.append(
            {run.id,
             {stateCell(run.state()),
              when,
              textCell(run.byHand ? checkText("None") : levelTitle(run.level)),
              textCell(run.title),
              textCell(run.nodeName.isEmpty() ? checkText("This machine") : run.nodeName),
              textCell(run.device.isEmpty() ? checkText("no GPU") : run.device,
                       &ThemeColours::text2),
              textCell(countSentence(run)),
              {standing,
               caveatsOf(run, state.portKey).join(u' '),
               standing == checkText("Counts") ? Mark{}
                                               : Mark{Glyph::MarkAttention, &ThemeColours::warn},
               standing == checkText("Counts") ? nullptr : &ThemeColours::warn,
               {}}}});
    }
    return rows;
}

VerifyMatrix verifyMatrix(const RemoteState& state)
{
    VerifyMatrix matrix;
    matrix.columns = {{checkText("Check"), 260, false, false, true}};
    QStringList places;
    for (const VerifyRun& run : state.runs) {
        const QString place = placeOf(run);
        // Files compared by hand are no check of the port, and some files not of all of it.
        if (run.isOfLevel() && !places.contains(place) && places.size() < kMostColumns) {
            places.append(place);
            matrix.columns.append({place, 150});
        }
    }
    const QVector<MatrixLine> lines = matrixLines(state, places);
    // Lines of one name stand together; those that say the same everywhere are one row.
    QStringList names;
    QHash<QString, QVector<QVector<MatrixLine>>> byName;
    for (const MatrixLine& line : lines) {
        if (!byName.contains(line.name)) {
            names.append(line.name);
        }
        QVector<QVector<MatrixLine>>& groups = byName[line.name];
        const auto same =
            std::find_if(groups.begin(), groups.end(), [&](const QVector<MatrixLine>& group) {
                return group.first().says() == line.says();
            });
        same == groups.end() ? groups.append({line}) : same->append(line);
    }
    for (const QString& name : std::as_const(names)) {
        const QVector<QVector<MatrixLine>>& groups = byName[name];
        for (const QVector<MatrixLine>& group : groups) {
            matrix.rows.append(matrixRow(group));
        }
    }
    return matrix;
}

} // namespace rocport
