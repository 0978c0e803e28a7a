#include "core/rules/guards/guardparts.h"

#include "core/base/cancelscope.h"
#include "core/rules/guards/guardwidth.h"

namespace rocport {

QString guardWidthId(GuardWidth width)
{
    switch (width) {
    case GuardWidth::Block:
        return QStringLiteral("block");
    case GuardWidth::Function:
        return QStringLiteral("function");
    case GuardWidth::File:
        return QStringLiteral("file");
    case GuardWidth::Line:
        break;
    }
    return QStringLiteral("line");
}

std::optional<GuardWidth> guardWidthFromId(QStringView id)
{
    for (const GuardWidth width :
         {GuardWidth::Line, GuardWidth::Block, GuardWidth::Function, GuardWidth::File}) {
        if (guardWidthId(width) == id) {
            return width;
        }
    }
    return std::nullopt;
}

GuardPlaces::GuardPlaces(const SourceBuffer& source, Language language,
                         const TargetSettings& target)
{
    if (isWorkCancelled()) {
        return;
    }
    if (isCLike(language)) {
        m_part = cppGuardPart(source, target.guardMacro.toUtf8());
    } else if (language == Language::Python) {
        m_part = pythonGuardPart(source);
    } else if (language == Language::CMake) {
        m_part = cmakeGuardPart(source);
    }
}

GuardPlaces::~GuardPlaces() = default;

bool GuardPlaces::canGuard(Language language)
{
    return isCLike(language) || language == Language::Python || language == Language::CMake;
}

LineSpan GuardPlaces::settled(const LineSpan& seed) const
{
    LineSpan lines = seed;
    for (int step = 0; m_part && step < kMaxSteps && lines.isValid(); ++step) {
        QString why;
        const LineSpan next = m_part->grow(lines, &why);
        if (next == lines) {
            return lines;
        }
        lines = next;
    }
    return {};
}

LineSpan GuardPlaces::widen(const LineSpan& seed, GuardWidth width) const
{
    if (!m_part || width == GuardWidth::Line || seed.last > m_part->lineCount()) {
        return {};
    }
    if (width == GuardWidth::File && m_part->takesFile()) {
        return {1, m_part->lineCount()};
    }
    if (width == GuardWidth::File || width == GuardWidth::Function) {
        const LineSpan lines = m_part->function(seed);
        const LineSpan whole = lines.isValid() ? settled(lines) : LineSpan{};
        if (whole.isValid()) {
            return whole;
        }
    }
    const LineSpan lines = m_part->block(seed);
    return lines.isValid() ? settled(lines) : LineSpan{};
}

SelectionCheck GuardPlaces::check(ByteRange selection) const
{
    SelectionCheck result;
    if (!m_part) {
        result.problem = QStringLiteral("Files of this kind cannot be guarded.");
        return result;
    }
    if (selection.isEmpty()) {
        result.problem = QStringLiteral("Nothing is selected.");
        return result;
    }
    result.problem = m_part->splitAt(selection.begin);
    if (result.problem.isEmpty()) {
        result.problem = m_part->splitAt(selection.end);
    }
    LineSpan lines = m_part->linesOf(selection);
    for (int step = 0; step < kMaxSteps; ++step) {
        QString why;
        const LineSpan next = m_part->grow(lines, &why);
        if (!next.isValid()) {
            result.problem = why;
            return result;
        }
        if (next == lines) {
            result.lines = lines;
            return result;
        }
        result.problem = result.problem.isEmpty() ? why : result.problem;
        lines = next;
    }
    return result;
}

} // namespace rocport
