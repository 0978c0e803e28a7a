#include "core/rules/cpp/cppptx.h"

#include "core/base/cancelscope.h"
#include "core/rules/cpp/ptxmatrix.h"
#include "core/rules/cpp/ptxreplacer.h"
#include "core/rules/cpp/ptxstatement.h"
#include "core/rules/cpp/ptxtable.h"
#include "core/text/bytes.h"
#include "core/translate/compatdevice.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace rocport {

namespace {

const PtxOpcode* opcodeFor(std::string_view name)
{
    const PtxOpcode* best = nullptr;
    for (const PtxOpcode& one : kPtxOpcodes) {
        const bool fits = name.substr(0, one.prefix.size()) == one.prefix &&
                          (name.size() == one.prefix.size() || name[one.prefix.size()] == '.');
        if (fits && (best == nullptr || one.prefix.size() > best->prefix.size())) {
            best = &one;
        }
    }
    return best;
}

QString fromView(std::string_view text)
{
    return toText(text);
}

QString whatSentence(const QString& instruction, std::string_view what)
{
    return QStringLiteral("`%1` %2").arg(instruction, fromView(what));
}

/// Whether `name` is spelled as only PTX spells opcodes: letters, then ".type" parts.
bool looksLikePtx(std::string_view name)
{
    return name.find('.') != std::string_view::npos && name.front() != '.' &&
           name.find('%') == std::string_view::npos;
}

/// Fills in what stands for a statement of one instruction.
void replace(const CppFile& file, const PtxAsm& read, const PtxSingle& single,
             PtxStatement& statement)
{
    const PtxReplacer replacer(file, read, single.instruction);
    if (!replacer.isEvaluatedOnce()) {
        return;
    }
    statement.replacement = replacer.run();
    if (!single.condition.empty() && !statement.replacement.isEmpty()) {
        // Elsewhere it would catch the "else" of another condition.
        const int before = read.span.begin - 1;
        const bool apart = file.is(before, ";") || file.is(before, "{") || file.is(before, "}");
        const auto condition = replacer.condition(single.condition);
        const auto moves = replacer.moved(single.moves);
        statement.replacement = apart && condition && moves ? *moves + "if (" + *condition +
                                                                  " != 0) " + statement.replacement
                                                            : QByteArray();
    } else {
        statement.narrow = replacer.narrow();
    }
    if (read.endsMacro) {
        for (QByteArray* const text : {&statement.replacement, &statement.narrow}) {
            text->chop(text->endsWith(';') ? 1 : 0);
        }
    }
    const std::string& opcode = single.instruction.opcode;
    const auto call = ptxMatrixCall(opcode);
    statement.supplied = call                              ? call->supplied
                         : opcode.starts_with("cp.async.") ? kSuppliedCopy
                         : opcode == "cvta.to.shared.u64"  ? kSuppliedSharedAddress
                         : statement.replacement.contains("rocportBitField(") ? kSuppliedBitField
                                                                              : std::string_view();
    statement.isProduct = call && call->isProduct;
}

} // namespace

void leaveLanes(std::vector<PtxStatement>& statements)
{
    for (PtxStatement& one : statements) {
        if (!one.narrow.isEmpty() && one.replacement.isEmpty()) {
            one.wayOut = QStringLiteral("Write `%1` in a file whose warps stay 32 lanes wide. "
                                        "Whether this is such a file is not known here.")
                             .arg(QString::fromUtf8(one.narrow));
        } else if (!one.narrow.isEmpty()) {
            one.wayOut =
                QStringLiteral("Write `%1` where lanes are counted to 64, and `%2` in "
                               "files whose warps stay 32 lanes wide. Which of the two this file "
                               "is, is not known here.")
                    .arg(QString::fromUtf8(one.replacement), QString::fromUtf8(one.narrow));
            one.replacement.clear();
        }
    }
}

bool isMatrixPtx(const QString& instruction)
{
    constexpr std::array kNames = {u"mma.",      u"wmma.",     u"wgmma.",
                                   u"ldmatrix.", u"stmatrix.", u"movmatrix."};
    return std::any_of(kNames.begin(), kNames.end(), [&](const char16_t* name) {
        return instruction.startsWith(QStringView(name));
    });
}

std::vector<PtxStatement> findPtx(const CppFile& file, bool unknownIsPtx)
{
    std::vector<PtxStatement> result;
    for (int i = 0; i < file.size() && !isWorkCancelled(); ++i) {
        if (!file.isKind(i, CTokenKind::Identifier) ||
            !(file.is(i, "asm") || file.is(i, "__asm__") || file.is(i, "__asm")) ||
            file.isInert(file.token(i).begin)) {
            continue;
        }
        const std::optional<PtxAsm> read = readAsm(file, i);
        if (!read) {
            continue;
        }
        if (read->wholeTextKnown && trimmedPtx(read->text).empty()) {
            i = read->span.end - 1;
            continue;
        }
        const std::vector<PtxInstruction> code = instructionsOf(read->text);
        // The instruction that says most: the first that is no move.
        const PtxInstruction* main = code.empty() ? nullptr : &code.front();
        for (const PtxInstruction& one : code) {
            if (main != nullptr && main->opcode.substr(0, 3) == "mov" &&
                one.opcode.substr(0, 3) != "mov") {
                main = &one;
            }
        }
        const PtxOpcode* known = main == nullptr ? nullptr : opcodeFor(main->opcode);
        const bool ptx = main != nullptr && looksLikePtx(main->opcode) && known != nullptr;
        if (!ptx && !unknownIsPtx) {
            i = read->span.end - 1;
            continue; // assembly of the host
        }
        PtxStatement statement;
        statement.span = read->span;
        statement.instruction =
            main == nullptr ? QStringLiteral("asm") : QString::fromStdString(main->opcode);
        statement.instruction.replace(QLatin1Char(kPastedPtx), QLatin1Char('#'));
        if (read->outputs > 0) {
            statement.output = read->operands.front().expression;
        }
        const PtxRegister* special =
            main != nullptr && main->operands.size() == 2 && main->opcode.substr(0, 3) == "mov"
                ? ptxRegister(main->operands[1])
                : nullptr;
        if (special != nullptr) {
            statement.what = whatSentence(statement.instruction, special->what);
            statement.wayOut = fromView(special->wayOut);
        } else if (known != nullptr) {
            statement.what = whatSentence(statement.instruction, known->what);
            statement.wayOut = fromView(known->wayOut);
        } else {
            statement.what = whatSentence(statement.instruction, "is an instruction that Rocport "
                                                                 "does not know.");
        }
        const bool mask = (special != nullptr && special->laneMask) ||
                          statement.instruction.startsWith(u"activemask");
        statement.readsTimer = special != nullptr && special->name == "globaltimer";
        statement.result = mask ? PtxResult::LaneMask : PtxResult::Other;
        const std::optional<PtxSingle> single = singleOf(code);
        if (single && read->wholeTextKnown && (read->endsWithSemicolon || read->endsMacro)) {
            replace(file, *read, *single, statement);
        }
        result.push_back(statement);
        i = read->span.end - 1;
    }
    return result;
}

} // namespace rocport
