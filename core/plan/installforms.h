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
        Folder,  ///< the path of a folder, a wheel or an archive
        Unknown, ///< neither
    };
    Kind kind = Kind::Unknown;
    bool editable = false;
    QByteArray place;  ///< without a path's extras
    QByteArray extras; ///< of a path, with brackets: "[dev]"
    QByteArray name;   ///< of the package, if the address tells it, normalised by PEP 503
    QByteArray marker; ///< what follows ';'
};
Placed readPlaced(QByteArrayView text);

/// The files and folders of the repository, for paths in lists of requirements. pip resolves these
/// against the folder that it runs in, wherever the list is.
class Places
{
public:
    void add(const RepoPath& file);
    /// The path relative to the first of the folders in which something exists there, else to the
    /// first folder; nothing if that leads out of the repository.
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

/// Whether a file is a manifest of Python packages by its name, even if it was not read.
bool isManifest(const FileAnalysis& file);
/// Whether a list requires, or may require, a different build from the plan's `torch`: a version,
/// an address, or a bound that this torch is not known to satisfy.
bool asksForMore(const Requirement& one, const Version& torch);
/// Packages that compile against the installed torch.
bool buildsOnTorch(const QByteArray& name);
/// What replaces a CUDA package.
QString insteadOf(const CudaPin& pin, const Requirement& one);
/// What is left of a requirement when its CUDA part is gone.
QString keptAs(const CudaPin& pin, const QString& line);
/// The note about a requirement that cannot be read.
QString unreadable();
/// Whether isHiddenCharacter() is true for any character of a text: such a text is in no step.
bool hidesCharacters(const QString& text);
/// The note about such a requirement.
QString hidden();
/// A text as one word for a POSIX shell, in which every character is visible.
QString quoted(const QString& text);
/// Shell text that writes a file by a here-document that the shell does not expand.
QString requirementFile(const QString& name, const QStringList& packages);
/// Shell text that writes rocm-constraints.txt from what is installed.
QString constraintsProgram();
/// The requirement as pip reads it, and nothing else; empty if its name is not valid.
QString written(const Requirement& one);
/// The requirement without what asks for CUDA in it: an extra, or the local part of a version
/// ("==2.1.2+pt25cu121"). The rest is needed on ROCm too.
Requirement withoutCuda(Requirement one);

} // namespace rocport::install
