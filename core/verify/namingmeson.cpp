#include "core/rules/build/buildmesonreader.h"
#include "core/text/bytes.h"
#include "core/text/linecounter.h"
#include "core/verify/namingline_p.h"

#include <algorithm>

namespace rocport {

namespace {

/// What a statement opens or closes. `line`: its own.
void readArm(NamingArms& arms, const MesonFile& file, const MesonStatement& statement, int line)
{
    const MesonToken& word = file.tokens().at(statement.first);
    const auto text = [&] {
        return toBytes(file.tokens().source().substr(static_cast<size_t>(statement.range.begin),
                                                     static_cast<size_t>(statement.range.size())));
    };
    if (word.is("if")) {
        arms.open(text(), line);
    } else if (word.is("elif")) {
        arms.alternative(text(), line);
    } else if (word.is("else")) {
        arms.otherwise();
    } else if (word.is("foreach")) {
        arms.openPlain();
    } else if (word.is("endif") || word.is("endforeach")) {
        arms.close();
    }
}

void nameIn(NamedSources& named, const RepoPath& path, const QByteArray& text)
{
    const MesonFile file(viewOf(text), {});
    const QString folder = QString::fromUtf8(path.folder().bytes());
    NamingArms arms;
    LineCounter counter(viewOf(text));
    for (const MesonStatement& statement : file.tokens().statements()) {
        counter.moveTo(static_cast<size_t>(statement.range.begin));
        readArm(arms, file, statement, counter.line());
        for (size_t i = statement.first; i < statement.last; ++i) {
            const MesonToken& token = file.tokens().at(i);
            if (token.kind != MesonToken::Kind::Text) {
                continue;
            }
            named.offer(toText(token.text), folder, 1, [&] {
                counter.moveTo(static_cast<size_t>(token.range.begin));
                const int call = file.callAround(i);
                const NamingArm arm = arms.innermost();
                return NamingLine{path, counter.line(),
                                  call < 0 ? QString()
                                           : toText(file.calls()[static_cast<size_t>(call)].name),
                                  arm.condition, arm.line};
            });
        }
    }
}

} // namespace

QVector<NamingLine> namingLinesOfMeson(const QHash<RepoPath, QByteArray>& texts,
                                       const QVector<RepoPath>& sources)
{
    NamedSources named(sources, {});
    QList<RepoPath> paths = texts.keys();
    std::sort(paths.begin(), paths.end());
    for (const RepoPath& path : std::as_const(paths)) {
        nameIn(named, path, texts.value(path));
    }
    return named.lines();
}

} // namespace rocport
