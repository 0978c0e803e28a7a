#pragma once

#include "core/base/finding.h"
#include "core/base/repopath.h"
#include "core/rules/manifests/manifest.h"
#include "core/rules/manifests/manifestindex.h"
#include "core/rules/manifests/requirement.h"

#include <QSet>
#include <QVector>

#include <optional>

// What the requirements of an installation plan are made of and turned into.
namespace rocport::install {

/// A requirement without a form in PEP 508: an address or a path.
struct Placed
{
    enum class Kind : quint8 {
        Address, ///< "git+https://…", "https://….whl"
        Folder,  ///< a path: of a folder, or of a wheel or archive
        Unknown, ///< neither
    };
    Kind kind = Kind::Unknown;
    bool editable = false;
    QByteArray place;  ///< without extras of a path
    QByteArray extras; ///< of a path, with brackets: "[dev]"
    QByteArray name;   ///< of the package, as far as the address says it, as PEP 503 writes it
    QByteArray marker; ///< what follows ';'
};
Placed readPlaced(QByteArrayView text);

/// The files and folders of the repository, for paths in lists of requirements. pip takes these
/// from the folder that it runs in, wherever the list lies.
class Places
{
public:
    void add(const RepoPath& file);
    /// The path from the first of the folders in which something lies there, else from the first;
    /// nothing where that leads out of the repository.
    [[nodiscard]] std::optional<RepoPath> find(const QByteArray& place,
                                               const QVector<RepoPath>& folders) const;

private:
    QSet<QByteArray> m_known;
};

/// The manifests that a plan follows: those of the project nearest to the top of the repository.
struct Chosen
{
    RepoPath folder;
    QVector<RepoPath> projects;  ///< those that make an installable package
    QVector<RepoPath> manifests; ///< these, and the lists of requirements beside them; empty: none
};
Chosen chosenManifests(const ManifestIndex& index);

/// Whether a file is a manifest of Python packages by its name: also one that nobody read.
bool isManifest(const FileAnalysis& file);
/// Whether a list wants another build than the plan's `torch`, or may want one: a version, an
/// address, or a bound that this torch is not known to hold.
bool asksForMore(const Requirement& one, const Version& torch);
/// Packages that compile against the installed torch.
bool buildsOnTorch(const QByteArray& name);
/// What stands in for a CUDA package.
QString insteadOf(const CudaPin& pin, const Requirement& one);
/// What is left of a requirement when its CUDA part is gone.
QString keptAs(const CudaPin& pin, const QString& line);
/// What is said of a requirement that cannot be read.
QString unreadable();
/// Whether isHiddenCharacter() holds of any character of it: such a text is in no step.
bool hidesCharacters(const QString& text);
/// What is said of a requirement that does.
QString hidden();
/// A text as one word of a POSIX shell, in which every character shows.
QString quoted(const QString& text);
/// A file by a here-document whose text no shell expands.
QString requirementFile(const QString& name, const QStringList& packages);
/// Writes rocm-constraints.txt from what is installed.
QString constraintsProgram();
/// The requirement as pip reads it, and nothing but it; empty for one that no name can hold.
QString written(const Requirement& one);
/// The requirement without what asks for CUDA in it: an extra, or the local part of a version
/// ("==2.1.2+pt25cu121"). The rest is needed on ROCm too.
Requirement withoutCuda(Requirement one);

} // namespace rocport::install
