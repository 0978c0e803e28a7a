#include "core/store/storedvalues.h"

#include "core/facts/settingnames.h"

#include <algorithm>
#include <limits>

namespace rocport::stored {

namespace {

constexpr qsizetype kLongestName = 1024;
constexpr qsizetype kLongestPath = 4096;
constexpr qsizetype kLongestList = 1000;

template <typename Text, typename Predicate>
bool all(const Text& text, Predicate predicate)
{
    return std::all_of(text.begin(), text.end(), predicate);
}

bool isDigit(char16_t c)
{
    return c >= u'0' && c <= u'9';
}

bool isLowerHex(char16_t c)
{
    return isDigit(c) || (c >= u'a' && c <= u'f');
}

bool isLetter(char16_t c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z');
}

bool isControl(QChar c)
{
    return c.unicode() < 0x20 || (c.unicode() >= 0x7f && c.unicode() < 0xa0) ||
           c.category() == QChar::Separator_Line || c.category() == QChar::Separator_Paragraph;
}

bool isHash(QByteArrayView hash)
{
    return hash.size() <= 128 && all(hash, [](char c) {
               return isLowerHex(static_cast<unsigned char>(c)) || (c >= 'A' && c <= 'F');
           });
}

bool isKeptByGit(const QByteArray& part)
{
    const QByteArray lower = part.toLower();
    return lower == ".git" || lower == "git~1";
}

/// The first wish that is not granted, as a clause.
class Wishes
{
public:
    Wishes& want(bool granted, const char* otherwise)
    {
        if (!granted && m_problem.isEmpty()) {
            m_problem = QString::fromLatin1(otherwise);
        }
        return *this;
    }
    /// `clause`: what is wrong with `what`; empty where nothing is.
    Wishes& wantNo(const char* what, const QString& clause)
    {
        if (!clause.isEmpty() && m_problem.isEmpty()) {
            m_problem = QString::fromLatin1(what) + u' ' + clause;
        }
        return *this;
    }
    [[nodiscard]] const QString& problem() const { return m_problem; }

private:
    QString m_problem;
};

} // namespace

bool isArchitecture(QStringView name)
{
    return name.size() > 3 && name.size() <= 16 && name.startsWith(u"gfx") &&
           all(name.sliced(3), [](QChar c) { return isLowerHex(c.unicode()); });
}

bool isBranchName(QStringView name)
{
    const auto parts = name.split(u'/');
    return !name.isEmpty() && name.size() <= kLongestName && !name.startsWith(u'-') &&
           !name.contains(u"..") && !name.contains(u"@{") && name != u"@" &&
           all(name,
               [](QChar c) {
                   return !isControl(c) && c != u' ' && !QStringView(u"~^:?*[\\").contains(c);
               }) &&
           all(parts, [](QStringView part) {
               return !part.isEmpty() && !part.startsWith(u'.') && !part.endsWith(u'.') &&
                      !part.endsWith(u".lock");
           });
}

bool isFolder(QStringView path)
{
    const auto parts = path.split(u'/');
    return path.startsWith(u'/') && path.size() <= kLongestPath && !path.contains(QChar(0)) &&
           all(parts, [](QStringView part) { return part != u"." && part != u".."; });
}

bool isCommitId(QByteArrayView id)
{
    return !id.isEmpty() && id.size() <= 64 && isHash(id);
}

bool isKey(QByteArrayView key)
{
    return !key.isEmpty() && key.size() <= 128 && all(key, [](char c) {
        return isLetter(static_cast<unsigned char>(c)) || isDigit(static_cast<unsigned char>(c)) ||
               c == '.' || c == ':' || c == '_' || c == '-';
    });
}

bool isLineRange(qint64 first, qint64 last)
{
    constexpr qint64 kMost = std::numeric_limits<int>::max() / 2;
    return first >= 0 && last >= first - 1 && last <= kMost;
}

bool isPath(const RepoPath& path)
{
    const QByteArray& bytes = path.bytes();
    if (bytes.isEmpty()) {
        return true; // "no file"
    }
    const QList<QByteArray> parts = bytes.split('/');
    return bytes.size() <= kLongestPath && !bytes.contains('\0') &&
           all(parts, [](const QByteArray& part) {
               return !part.isEmpty() && part != "." && part != ".." && !isKeptByGit(part);
           });
}

bool isWebAddress(QStringView url)
{
    return url.size() <= kLongestPath &&
           (url.startsWith(u"https://") || url.startsWith(u"http://")) && all(url, [](QChar c) {
               return !isControl(c) && !c.isSpace() && !QStringView(u"\"'<>\\`").contains(c);
           });
}

bool isOneLine(QStringView text, qsizetype longest)
{
    return text.size() <= longest && std::none_of(text.begin(), text.end(), &isControl);
}

QString problemOf(const ProjectMeta& meta)
{
    const TargetSettings& target = meta.target;
    return Wishes()
        .want(meta.name.size() <= kLongestName && !meta.name.contains(QChar(0)) &&
                  !meta.name.contains(u'/'),
              "its name is not valid for a folder")
        .want(meta.repositoryRoot.isEmpty() || isFolder(meta.repositoryRoot),
              "the folder of its repository is not an absolute path")
        .want(meta.baseCommit.isEmpty() || isCommitId(meta.baseCommit),
              "its base commit is not the id of a commit")
        .want(meta.portBranch.isEmpty() || isBranchName(meta.portBranch),
              "the port branch is not the name of a branch")
        .want(meta.worktree.isEmpty() || isFolder(meta.worktree),
              "the folder of its worktree is not an absolute path")
        .want(target.architectures.size() <= kLongestList &&
                  all(target.architectures, &isArchitecture),
              "an architecture is not one of LLVM's names")
        .wantNo("the guard macro", macroFaultClause(guardMacroFault(target.guardMacro)))
        .wantNo("the module that defines is_rocm",
                target.flagModule.isEmpty() ? QString()
                                            : moduleFaultClause(flagModuleFault(target.flagModule)))
        .want(isCompatFolder(target.compatFolder),
              "the folder for ROCm's headers is not a folder of the repository")
        .want(
            target.rulesOff.size() <= kLongestList &&
                all(target.rulesOff, [](const QString& id) { return isOneLine(id, kLongestName); }),
            "a disabled rule has no id")
        .problem();
}

QString problemOf(const Decision& decision)
{
    return Wishes().want(isKey(decision.hunkKey), "a decision refers to no change").problem();
}

QString problemOf(const RecordedCommit& commit)
{
    return Wishes()
        .want(isCommitId(commit.id), "a commit has no id of a commit")
        .want(commit.replacedBy.isEmpty() || isCommitId(commit.replacedBy),
              "a commit is replaced by no commit")
        .want(commit.branch.isEmpty() || isBranchName(commit.branch),
              "the branch of a commit is not the name of a branch")
        .want(all(commit.hunkKeys, [](const QByteArray& key) { return isKey(key); }),
              "a commit refers to no change")
        .problem();
}

QString problemOf(const RecordedExport& record)
{
    return Wishes()
        .want(record.format.size() <= 16 && all(record.format,
                                                [](QChar c) {
                                                    return isLetter(c.unicode()) ||
                                                           isDigit(c.unicode()) || c == u'-';
                                                }),
              "the format of an exported report is not known")
        .want(record.path.size() <= kLongestPath && !record.path.contains(QChar(0)),
              "the file of an exported report is not a path")
        .problem();
}

QString problemOf(const CompiledProof& proof)
{
    return Wishes()
        .want(isKey(proof.hunkKey), "a proof refers to no change")
        .want(isHash(proof.baseHash) && isHash(proof.editedHash), "a proof has no hash of its text")
        .problem();
}

QString problemOf(const DecisionText& text)
{
    return Wishes()
        .want(isKey(text.hunkKey), "a stored text refers to no change")
        .want(isPath(text.sourcePath) && isPath(text.targetPath),
              "a decision refers to a path outside the repository")
        .want(isLineRange(text.firstLine, text.lastLine), "a stored text has no lines")
        .want(all(text.findingIds, [](const QByteArray& id) { return isKey(id); }),
              "a stored text refers to no finding")
        .problem();
}

QString problemOf(const GeneratedFile& file)
{
    return Wishes()
        .want(isCommitId(file.commit), "a generated file belongs to no commit")
        .want(!file.path.isEmpty() && isPath(file.path),
              "a generated file has a path outside the repository")
        .problem();
}

QString problemOf(const GuardSetting& setting)
{
    const QString& subject = setting.subject;
    const bool known =
        subject.isEmpty() || subject.startsWith(u"file:") || subject.startsWith(u"hunk:");
    return Wishes()
        .want(known && isOneLine(subject, 4 * kLongestPath),
              "a guard width is set for something unknown")
        .problem();
}

QString problemOf(const UserGuard& guard)
{
    return Wishes()
        .want(isKey(guard.key), "a guard has no key")
        .want(!guard.path.isEmpty() && isPath(guard.path),
              "a guard has a path outside the repository")
        .want(isLineRange(guard.firstLine, guard.lastLine), "a guard encloses no lines")
        .problem();
}

QString problemOf(const PlanOverride& planOverride)
{
    return Wishes()
        .want(isOneLine(planOverride.subject, kLongestPath),
              "an override of the plan refers to something unknown")
        .problem();
}

QString problemOf(const JournalEntry& entry)
{
    return Wishes()
        .want(!entry.subject.isEmpty() && entry.subject.size() <= kLongestPath,
              "a journal entry has no subject")
        .want(entry.body.size() <= kMaxJournalBody, "a journal entry is over 16 MiB")
        .problem();
}

QString problemOf(const Hunk& hunk)
{
    return Wishes()
        .want(isKey(hunk.key), "a change has no key")
        .want(isPath(hunk.sourcePath) && isPath(hunk.targetPath),
              "a change has a path outside the repository")
        .want(hunk.referenceUrl.isEmpty() || isWebAddress(hunk.referenceUrl),
              "the reference of a change is not the address of a page")
        .problem();
}

} // namespace rocport::stored
