// How what compilers and lanes said of a port is kept in a project file.

#include "core/project/review/storedchecks.h"

#include "core/project/review/reviewlanes.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kHexLength = 16;
constexpr qsizetype kLongestText = 2'000; ///< characters of a sentence
constexpr qsizetype kMostFacts = 20;      ///< of one check about one hunk
constexpr qsizetype kMostSentences = 200; ///< about the port as a whole
constexpr qsizetype kMostHunks = 20'000;
constexpr qsizetype kMostFactsInAll = 40'000;
constexpr qsizetype kMostTextInAll = 1'000'000; ///< characters; six bytes each at most

bool isHex(const QByteArray& id)
{
    return id.size() == kHexLength && std::all_of(id.begin(), id.end(), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
           });
}

bool isShort(const QString& text)
{
    return text.size() <= kLongestText && !text.contains(QChar::Null);
}

QString cutText(QString text)
{
    text.remove(QChar::Null);
    if (text.size() > kLongestText) {
        text.truncate(kLongestText - 1);
        if (text.back().isHighSurrogate()) {
            text.chop(1);
        }
        text.append(QChar(0x2026));
    }
    return text;
}

bool isOfCompiling(RocmArm result)
{
    return result == RocmArm::NotChecked || result == RocmArm::Compiles ||
           result == RocmArm::BuildFails;
}

bool isOfLanes(RocmArm result)
{
    return result == RocmArm::NotTried || result == RocmArm::LanesEqual ||
           result == RocmArm::LanesDiffer;
}

bool isSound(const ArmFact& fact)
{
    return (fact.lanes == 0 || fact.lanes == 32 || fact.lanes == 64) && isShort(fact.text);
}

bool isSound(const ArmPart& part, bool (*isResult)(RocmArm))
{
    return part == ArmPart() || (isHex(part.basis) && isResult(part.result) &&
                                 isShort(part.reason) && part.facts.size() <= kMostFacts &&
                                 std::all_of(part.facts.begin(), part.facts.end(),
                                             [](const ArmFact& fact) { return isSound(fact); }));
}

bool isSound(const ArmNotes& notes)
{
    return notes == ArmNotes() || (isHex(notes.basis) && notes.sentences.size() <= kMostSentences &&
                                   std::all_of(notes.sentences.begin(), notes.sentences.end(),
                                               [](const QString& one) { return isShort(one); }));
}

void shorten(ArmPart& part)
{
    part.reason = cutText(part.reason);
    part.facts = part.facts.first(std::min(part.facts.size(), kMostFacts));
    for (ArmFact& fact : part.facts) {
        fact.text = cutText(fact.text);
    }
}

void shorten(ArmNotes& notes)
{
    notes.sentences = notes.sentences.first(std::min(notes.sentences.size(), kMostSentences));
    for (QString& sentence : notes.sentences) {
        sentence = cutText(sentence);
    }
}

QJsonObject packedPart(const ArmPart& part)
{
    if (part == ArmPart()) {
        return {};
    }
    QJsonArray facts;
    for (const ArmFact& fact : part.facts) {
        facts.append(QJsonObject{{QStringLiteral("lanes"), fact.lanes},
                                 {QStringLiteral("result"), rocmArmId(fact.result)},
                                 {QStringLiteral("text"), fact.text}});
    }
    return {{QStringLiteral("result"), rocmArmId(part.result)},
            {QStringLiteral("reason"), part.reason},
            {QStringLiteral("facts"), facts},
            {QStringLiteral("basis"), QString::fromLatin1(part.basis)}};
}

QJsonObject packedNotes(const ArmNotes& notes)
{
    if (notes == ArmNotes()) {
        return {};
    }
    return {{QStringLiteral("sentences"), QJsonArray::fromStringList(notes.sentences)},
            {QStringLiteral("basis"), QString::fromLatin1(notes.basis)}};
}

RocmArm armOf(const QJsonObject& object)
{
    return rocmArmFromId(object.value(u"result").toString()).value_or(RocmArm::NotTried);
}

ArmPart unpackedPart(const QJsonObject& object, bool (*isResult)(RocmArm))
{
    ArmPart part;
    part.result = armOf(object);
    part.reason = object.value(u"reason").toString();
    part.basis = object.value(u"basis").toString().toLatin1();
    for (const auto& value : object.value(u"facts").toArray()) {
        const QJsonObject fact = value.toObject();
        part.facts.append(
            {fact.value(u"lanes").toInt(), armOf(fact), fact.value(u"text").toString()});
    }
    return isSound(part, isResult) ? part : ArmPart();
}

ArmNotes unpackedNotes(const QJsonObject& object)
{
    ArmNotes notes;
    notes.basis = object.value(u"basis").toString().toLatin1();
    for (const auto& value : object.value(u"sentences").toArray()) {
        notes.sentences.append(value.toString());
    }
    return isSound(notes) ? notes : ArmNotes();
}

} // namespace

ArmChecks fitToKeep(ArmChecks checks)
{
    for (HunkArm& arm : checks.hunks) {
        shorten(arm.compiled);
        shorten(arm.executed);
    }
    shorten(checks.compiled);
    shorten(checks.executed);
    return checks;
}

qsizetype textOf(const ArmChecks& checks)
{
    qsizetype text = 0;
    for (const HunkArm& arm : checks.hunks) {
        for (const ArmPart* part : {&arm.compiled, &arm.executed}) {
            text += part->reason.size();
            for (const ArmFact& fact : part->facts) {
                text += fact.text.size();
            }
        }
    }
    for (const ArmNotes* notes : {&checks.compiled, &checks.executed}) {
        for (const QString& sentence : notes->sentences) {
            text += sentence.size();
        }
    }
    return text;
}

bool mayBeKept(const ArmChecks& checks)
{
    qsizetype facts = 0;
    for (auto arm = checks.hunks.cbegin(); arm != checks.hunks.cend(); ++arm) {
        facts += arm->compiled.facts.size() + arm->executed.facts.size();
        if (!isHex(arm.key()) || !isSound(arm->compiled, isOfCompiling) ||
            !isSound(arm->executed, isOfLanes)) {
            return false;
        }
    }
    return checks.hunks.size() <= kMostHunks && facts <= kMostFactsInAll &&
           checks.laneRun.size() <= kMostLaneRunBytes && textOf(checks) <= kMostTextInAll &&
           isSound(checks.compiled) && isSound(checks.executed);
}

QJsonObject armChecksToJson(const ArmChecks& checks)
{
    QJsonObject hunks;
    QList<QByteArray> ids = checks.hunks.keys();
    std::sort(ids.begin(), ids.end()); // an object keeps its members in order
    for (const QByteArray& id : std::as_const(ids)) {
        const HunkArm& arm = *checks.hunks.constFind(id);
        hunks.insert(QString::fromLatin1(id),
                     QJsonObject{{QStringLiteral("compiled"), packedPart(arm.compiled)},
                                 {QStringLiteral("executed"), packedPart(arm.executed)}});
    }
    return {{QStringLiteral("hunks"), hunks},
            {QStringLiteral("compiled"), packedNotes(checks.compiled)},
            {QStringLiteral("executed"), packedNotes(checks.executed)},
            {QStringLiteral("laneRun"), QString::fromLatin1(checks.laneRun.toBase64())}};
}

ArmChecks armChecksFromJson(const QJsonObject& object)
{
    ArmChecks checks;
    const QJsonObject hunks = object.value(u"hunks").toObject();
    for (auto one = hunks.constBegin(); one != hunks.constEnd(); ++one) {
        const QJsonObject parts = one.value().toObject();
        checks.hunks.insert(one.key().toLatin1(),
                            {unpackedPart(parts.value(u"compiled").toObject(), isOfCompiling),
                             unpackedPart(parts.value(u"executed").toObject(), isOfLanes)});
    }
    checks.compiled = unpackedNotes(object.value(u"compiled").toObject());
    checks.executed = unpackedNotes(object.value(u"executed").toObject());
    checks.laneRun = QByteArray::fromBase64(object.value(u"laneRun").toString().toLatin1());
    return mayBeKept(checks) ? checks : ArmChecks();
}

} // namespace rocport
