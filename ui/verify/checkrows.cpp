#include "ui/verify/checkrows.h"

#include "ui/nodes/nodewords.h"
#include "ui/verify/verifywords.h"

#include <QCoreApplication>
#include <QHash>

namespace rocport {

namespace {

constexpr int kMostPlaces = 24; // columns of the matrix

QString say(const char* text)
{
    return QCoreApplication::translate("rocport::CheckRows", text);
}

ColourToken stateColour(CheckState state)
{
    return state == CheckState::Failed   ? &ThemeColours::crit
           : state == CheckState::Passed ? nullptr
                                         : &ThemeColours::text2;
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
        type += QStringLiteral(" / ") + tensor.candidateType;
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
            ? say("absolute + relative, set by you: %1").arg(tensor.tolerance.reason)
            : say("absolute + relative, the default");
    toleranceCell.sort = tensor.tolerance.absolute;
    TextCell verdict{tensorVerdictWord(tensor.verdict), tensor.detail,
                     tensorVerdictMark(tensor.verdict), colour, -static_cast<int>(tensor.verdict)};
    verdict.strong = failed;
    TextCell name = textCell(tensor.name.isEmpty() ? check.name : tensor.name);
    name.strong = failed;
    return {name,
            textCell(type),
            textCell(shapeText(tensor.shape), &ThemeColours::text2),
            numberCell(figure(tensor.maxAbsolute), tensor.maxAbsolute, colour),
            numberCell(figure(tensor.maxRelative), tensor.maxRelative, colour),
            numberCell(tensor.maxUlp < 0 ? QStringLiteral("–") : QString::number(tensor.maxUlp),
                       tensor.maxUlp, nullptr),
            numberCell(shareText, share, colour),
            toleranceCell,
            verdict};
}

/// "mi300-a" or "mi300-a, image": where a run happened.
QString placeOf(const VerifyRun& run)
{
    const QString node = run.nodeName.isEmpty() ? say("here") : run.nodeName;
    return run.image.isEmpty() ? node : QStringLiteral("%1, %2").arg(node, run.image);
}

} // namespace

QVector<TextColumn> verifyCheckColumns(VerifyLevel level)
{
    if (level == VerifyLevel::Numerical) {
        return {{say("Tensor"), 130, false, false, true},
                {say("dtype"), 84, true},
                {say("Shape"), 112, true},
                {say("Max abs"), 88, false, true},
                {say("Max rel"), 88, false, true},
                {say("ULP"), 64, false, true},
                {say("Mism. %"), 76, false, true},
                {say("Tolerance"), 126, true},
                {say("Verdict"), 100}};
    }
    return {{say("State"), 110},
            {say("Check"), 220},
            {say("What was found"), 200, false, false, true},
            {say("File"), 220, true},
            {say("Time"), 90, false, true}};
}

QVector<TextRow> verifyCheckRows(const VerifyRun& run)
{
    QVector<TextRow> rows;
    for (const VerifyCheck& check : run.checks) {
        TextRow row{check.id, {}};
        if (run.level == VerifyLevel::Numerical && check.comparison) {
            row.cells = tensorCells(check);
        } else if (run.level == VerifyLevel::Numerical) { // stability and the like: no tensor
            TextCell state = stateCell(check.state);
            state.toolTip = check.detail;
            row.cells = {textCell(check.name),   {},   {}, {}, {}, {}, {},
                         textCell(check.detail), state};
        } else {
            TextCell time{check.elapsedMs > 0 ? shortDuration(check.elapsedMs) : QString(),
                          {},
                          {},
                          nullptr,
                          check.elapsedMs};
            row.cells = {stateCell(check.state), textCell(check.name),
                         textCell(check.detail, &ThemeColours::text2), textCell(check.file), time};
        }
        rows.append(row);
    }
    return rows;
}

QVector<TextColumn> historyColumns()
{
    return {{say("State"), 110},      {say("When"), 112},
            {say("Level"), 110},      {say("What"), 200, false, false, true},
            {say("Node"), 120, true}, {say("Device"), 200},
            {say("Result"), 150},     {say("Standing"), 176}};
}

QVector<TextRow> historyRows(const RemoteState& state)
{
    QVector<TextRow> rows;
    for (const VerifyRun& run : state.runs) {
        const bool needsGpu = run.level == VerifyLevel::Load || run.level == VerifyLevel::Numerical;
        const QString standing = run.byHand                        ? say("Files compared by hand")
                                 : isOutOfDate(run, state.portKey) ? say("Out of date")
                                 : needsGpu && !run.onGpu          ? say("Not on an AMD GPU")
                                                                   : say("Counts");
        TextCell when{shortTime(run.time),
                      run.time.toLocalTime().toString(Qt::ISODate),
                      {},
                      nullptr,
                      run.time.toMSecsSinceEpoch()};
        rows.append(
            {run.id,
             {stateCell(run.state()),
              when,
              textCell(run.byHand ? say("None")
                                  : QStringLiteral("L%1 %2")
                                        .arg(static_cast<int>(run.level))
                                        .arg(levelWord(run.level))),
              textCell(run.title),
              textCell(run.nodeName.isEmpty() ? say("here") : run.nodeName),
              textCell(run.device.isEmpty() ? say("no GPU") : run.device, &ThemeColours::text2),
              textCell(countSentence(run)),
              {standing,
               caveatsOf(run, state.portKey).join(u' '),
               standing == say("Counts") ? Mark{} : Mark{Glyph::MarkAttention, &ThemeColours::warn},
               standing == say("Counts") ? nullptr : &ThemeColours::warn,
               {}}}});
    }
    return rows;
}

VerifyMatrix verifyMatrix(const RemoteState& state)
{
    VerifyMatrix matrix;
    matrix.columns = {{say("Check"), 260, false, false, true}};
    QStringList places;
    QHash<QString, int> rowOf;
    QHash<QString, bool> filled; // row and place: the newest run has it
    for (const VerifyRun& run : state.runs) {
        if (run.byHand) {
            continue; // no check of the port
        }
        const QString place = placeOf(run);
        if (!places.contains(place)) {
            if (places.size() >= kMostPlaces) {
                continue;
            }
            places.append(place);
            matrix.columns.append({place, 150});
        }
    }
    for (const VerifyRun& run : state.runs) {
        const qsizetype column = places.indexOf(placeOf(run)) + 1;
        if (column == 0 || run.byHand) {
            continue;
        }
        for (const VerifyCheck& check : run.checks) {
            const QString key =
                QStringLiteral("L%1 %2").arg(static_cast<int>(run.level)).arg(check.id);
            if (!rowOf.contains(key)) {
                rowOf.insert(key, static_cast<int>(matrix.rows.size()));
                TextRow row{key, QVector<TextCell>(places.size() + 1)};
                row.cells[0] = textCell(
                    QStringLiteral("L%1  %2").arg(static_cast<int>(run.level)).arg(check.name));
                for (qsizetype i = 1; i <= places.size(); ++i) {
                    row.cells[i] = stateCell(CheckState::NotRun);
                }
                matrix.rows.append(row);
            }
            const QString cellKey = key + u'\n' + QString::number(column);
            if (!filled.contains(cellKey)) {
                filled.insert(cellKey, true);
                TextCell cell = stateCell(check.state);
                cell.toolTip = QStringLiteral("%1, %2").arg(run.title, shortTime(run.time));
                if (isOutOfDate(run, state.portKey)) {
                    cell.text = say("%1, out of date").arg(cell.text);
                }
                matrix.rows[rowOf.value(key)].cells[column] = cell;
            }
        }
    }
    return matrix;
}

} // namespace rocport
