#include "core/project/port/reproduce.h"

#include "core/base/wording.h"
#include "core/project/port/folderproposal.h"
#include "core/remote/shellquote.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kWidth = 72;

using Keys = QSet<QByteArray>;

/// The one width that all changes have; nothing where they differ.
std::optional<GuardWidth> commonWidth(const QVector<GuardSetting>& settings)
{
    if (settings.isEmpty()) {
        return GuardWidth::Line;
    }
    if (settings.size() == 1 && settings.first().subject.isEmpty()) {
        return guardWidthFromId(settings.first().width);
    }
    return std::nullopt;
}

/// Changes of `keys` that `propose` never makes as they are.
Keys madeByHand(const ProjectState& state, const Keys& keys)
{
    const bool mixed = !commonWidth(state.guardWidths);
    QHash<QByteArray, GuardWidth> widths;
    if (mixed && state.rawScan) {
        for (const Hunk& hunk : state.rawScan->hunks) {
            widths.insert(hunk.key, guardWidthOf(state.guardWidths, hunk));
        }
    }
    Keys made;
    for (const Hunk& hunk : state.scan->hunks) {
        if (!keys.contains(hunk.key)) {
            continue;
        }
        const QByteArray scanned = state.membersOf(hunk.key).value(0, hunk.key);
        if (state.decisions.kind(hunk.key) == DecisionKind::Edited ||
            hunk.ruleIds.contains(kUserGuardRule) ||
            widths.value(scanned, GuardWidth::Line) != GuardWidth::Line) {
            made.insert(hunk.key);
        }
    }
    return made;
}

/// What `choice` makes in the tree before the commit: what is committed is not proposed there.
Keys madeBy(const HunkChoice& choice, const ProjectState& state, const Keys& committed,
            const Keys& keys)
{
    Keys made;
    for (const Hunk& hunk : chooseHunks(*state.scan, choice)) {
        if (keys.contains(hunk.key) || !committed.contains(hunk.key)) {
            made.insert(hunk.key);
        }
    }
    return made;
}

/// Rules whose changes of `phase` all are in `keys`, and none of them in `byHand`.
QStringList wholeRules(const ProjectState& state, const Keys& committed, Phase phase,
                       const Keys& keys, const Keys& byHand)
{
    QSet<QString> some;
    QSet<QString> open;
    for (const Hunk& hunk : state.scan->hunks) {
        if (hunk.phase != phase || (committed.contains(hunk.key) && !keys.contains(hunk.key))) {
            continue;
        }
        const bool whole = keys.contains(hunk.key) && !byHand.contains(hunk.key);
        for (const QString& rule : hunk.ruleIds) {
            (whole ? some : open).insert(rule);
        }
    }
    QStringList rules((some - open).values());
    rules.sort();
    return rules;
}

QStringList commandFor(const HunkChoice& choice, const ProjectState& state)
{
    const TargetSettings& target = state.meta.target;
    QStringList words = {QStringLiteral("rocport-cli"), QStringLiteral("propose"),
                         QStringLiteral("."), QStringLiteral("--phase"),
                         QString::number(int(*choice.phase))};
    const auto add = [&words](const char* option, const QString& value) {
        words += {QLatin1StringView(option), value};
    };
    for (const QString& rule : choice.rules) {
        add("--rule", rule);
    }
    add("--rocm", target.rocm.toString());
    add("--torch", target.torch.toString());
    add("--arch", target.architectures.join(u','));
    add("--strategy", strategyId(state.scan->strategy));
    // Without it propose takes the macro that the project has itself.
    add("--macro", target.guardMacro);
    const TargetSettings defaults;
    if (target.compatFolder != defaults.compatFolder) {
        add("--compat-folder", target.compatFolder);
    }
    if (target.inductor != defaults.inductor) {
        add("--profile", inductorProfileId(target.inductor));
    }
    if (!target.flagModule.isEmpty()) {
        add("--flag-module", target.flagModule);
    }
    if (!target.rulesOff.isEmpty()) {
        add("--without", target.rulesOff.join(u','));
    }
    if (choice.width != GuardWidth::Line) {
        add("--guard", guardWidthId(choice.width));
    }
    return words << QStringLiteral("--write");
}

} // namespace

Reproduction reproduction(const ProjectState& state, const QSet<QByteArray>& committed, Phase phase,
                          const QVector<QByteArray>& keys)
{
    Reproduction result;
    if (!state.scan) {
        return result;
    }
    const Keys wanted(keys.begin(), keys.end());
    const Keys byHand = madeByHand(state, wanted);
    HunkChoice choice;
    choice.phase = phase;
    choice.width = commonWidth(state.guardWidths).value_or(GuardWidth::Line);
    Keys made = madeBy(choice, state, committed, wanted);
    if (!wanted.contains(made) || !made.contains(wanted - byHand)) {
        choice.rules = wholeRules(state, committed, phase, wanted, byHand);
        made = choice.rules.isEmpty() ? Keys() : madeBy(choice, state, committed, wanted);
        if (!wanted.contains(made)) { // a change of theirs needs one that is not here
            made.clear();
        }
    }
    if (!made.isEmpty()) {
        result.arguments = commandFor(choice, state);
    }
    result.byHand = int((wanted - (made - byHand)).size());
    return result;
}

QString reproductionText(const Reproduction& made)
{
    if (made.arguments.isEmpty()) {
        return made.byHand == 0
                   ? QString()
                   : QStringLiteral("The changes were chosen or edited one by one in Rocport.");
    }
    QString text = kReproducedBy;
    QString line = QStringLiteral("   ");
    for (qsizetype i = 0; i < made.arguments.size(); ++i) {
        // An option and its value stay together.
        QString word = QString::fromUtf8(shellQuoted(made.arguments[i]));
        if (word.startsWith(QLatin1StringView("--")) && i + 1 < made.arguments.size()) {
            word += u' ' + QString::fromUtf8(shellQuoted(made.arguments[++i]));
        }
        if (line.size() + 1 + word.size() + 2 > kWidth && !line.trimmed().isEmpty()) {
            text += u'\n' + line + QStringLiteral(" \\");
            line = QStringLiteral("       ");
        }
        line += u' ' + word;
    }
    text += u'\n' + line;
    if (made.byHand > 0) {
        text += QStringLiteral("\nand %1 or chosen one by one.")
                    .arg(made.byHand == 1 ? QStringLiteral("1 change that was edited")
                                          : QStringLiteral("%1 changes that were edited")
                                                .arg(countText(made.byHand)));
    }
    return text;
}

} // namespace rocport
