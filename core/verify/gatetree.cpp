#include "core/verify/gatetree.h"

#include "core/facts/facts.h"
#include "core/files/rootfolder.h"
#include "core/scan/scanner.h"
#include "core/text/bytes.h"
#include "core/text/clexer.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace rocport {

namespace {

constexpr qint64 kMaxBareHeader = qint64(256) * 1024; // bytes of a file without a suffix

constexpr std::string_view kGpuPrefixes[] = {"hip/",    "hipblas",   "hipcub",    "hipfft",
                                             "hiprand", "hipsparse", "hipsolver", "rocblas",
                                             "rocrand", "rocprim",   "rccl",      "miopen"};

bool isSource(Language language, const QByteArray& name)
{
    if (language == Language::Cuda || language == Language::Cpp || language == Language::Hip) {
        return true;
    }
    for (const char* suffix : {".inc", ".inl", ".ipp", ".tpp", ".tcc", ".txx", ".def", ".hh",
                               ".h++", ".ixx", ".c++", ".cuinc"}) {
        if (name.endsWith(suffix)) {
            return true;
        }
    }
    return false;
}

/// Whether a file without a suffix is a header, as <Eigen/Core> and <cuda/atomic> are.
bool isBareHeader(const QByteArray& name, const QByteArray& content)
{
    if (name.contains('.')) {
        return false;
    }
    for (const char* word : {"#ifndef ", "#pragma once", "#include "}) {
        const qsizetype at = content.indexOf(word);
        if (at == 0 || (at > 0 && content.at(at - 1) == '\n')) {
            return true;
        }
    }
    return false;
}

bool isBuildFile(Language language, const QByteArray& name)
{
    return language == Language::CMake || language == Language::Make ||
           language == Language::Meson || name == "setup.py" || name == "compile_commands.json";
}

bool isGpuHeader(std::string_view name)
{
    if (findHeader(name) != nullptr) {
        return true;
    }
    return std::any_of(
        std::begin(kGpuPrefixes), std::end(kGpuPrefixes),
        [&](std::string_view prefix) { return name.substr(0, prefix.size()) == prefix; });
}

bool isKernelWord(std::string_view word)
{
    return word == "__global__" || word == "__device__" || word == "<<<" ||
           word == "hipLaunchKernelGGL";
}

void readTokens(TreeFile& file)
{
    const std::string_view text = viewOf(file.content);
    int line = 1;
    size_t counted = 0;
    for (const CToken& token : lexC(text)) {
        const std::string_view word = token.text(text);
        if (token.kind == CTokenKind::HeaderName && word.size() > 2) {
            line += static_cast<int>(
                std::count(text.begin() + counted, text.begin() + token.begin, '\n'));
            counted = token.begin;
            const std::string_view name = word.substr(1, word.size() - 2);
            file.includes.append({toBytes(name), word.front() == '<', line});
            file.usesGpu = file.usesGpu || isGpuHeader(name);
        } else if (token.kind == CTokenKind::Identifier || token.kind == CTokenKind::Punctuator) {
            file.usesGpu = file.usesGpu || isKernelWord(word);
            file.usesAssembly =
                file.usesAssembly || word == "asm" || word == "__asm__" || word == "__asm";
        }
    }
}

} // namespace

RepoPath joined(const RepoPath& folder, const QByteArray& path)
{
    QVector<QByteArray> parts;
    if (!folder.isEmpty()) {
        parts = folder.bytes().split('/');
    }
    for (const QByteArray& part : path.split('/')) {
        if (part.isEmpty() || part == ".") {
            continue;
        }
        if (part == "..") {
            if (parts.isEmpty()) {
                return {};
            }
            parts.removeLast();
        } else {
            parts.append(part);
        }
    }
    return RepoPath(parts.join('/'));
}

Result<GateTree> GateTree::read(const SourceTree& tree, const QHash<RepoPath, QByteArray>& overlay,
                                const CancelToken& cancel)
{
    auto entries = tree.list(cancel);
    if (!entries) {
        return entries.error();
    }
    GateTree result;
    for (const TreeEntry& entry : *entries) {
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        const QByteArray name = entry.path.fileName();
        const Language language = languageOfFile(name);
        const bool bare = !name.contains('.') && language == Language::Other;
        const bool wanted = isSource(language, name) || isBuildFile(language, name) || bare;
        if (entry.kind != TreeEntry::Kind::File || !wanted || overlay.contains(entry.path)) {
            continue;
        }
        const auto bytes = tree.read(entry, bare ? kMaxBareHeader : kMaxAnalysedBytes);
        if (bytes) {
            result.add(entry.path, *bytes);
        }
    }
    for (auto it = overlay.cbegin(); it != overlay.cend(); ++it) {
        result.add(it.key(), it.value());
    }
    result.finish();
    return result;
}

void GateTree::add(const RepoPath& path, const QByteArray& content)
{
    const QByteArray name = path.fileName();
    const Language language = languageOfFile(name);
    if (isBuildFile(language, name)) {
        m_buildFiles.append({path, content});
    }
    const bool isCode = isSource(language, name) || isBareHeader(name, content);
    if (!isCode || content.contains('\0')) {
        return;
    }
    TreeFile file;
    file.path = path;
    file.content = content;
    file.language = language;
    readTokens(file);
    m_files.append(file);
}

void GateTree::finish()
{
    std::sort(m_files.begin(), m_files.end(),
              [](const TreeFile& a, const TreeFile& b) { return a.path < b.path; });
    std::sort(m_buildFiles.begin(), m_buildFiles.end());
    for (qsizetype i = 0; i < m_files.size(); ++i) {
        const RepoPath& path = m_files[i].path;
        m_index.insert(path, i);
        m_byName[path.fileName()].append(path);
        RepoPath folder = path.folder();
        while (!folder.isEmpty() && !m_folders.contains(folder.bytes())) {
            m_folders.insert(folder.bytes());
            folder = folder.folder();
        }
    }
}

const TreeFile* GateTree::file(const RepoPath& path) const
{
    const auto at = m_index.constFind(path);
    return at == m_index.constEnd() ? nullptr : &m_files[*at];
}

void GateTree::setContent(const RepoPath& path, const QByteArray& content)
{
    const auto at = m_index.constFind(path);
    if (at != m_index.constEnd()) {
        TreeFile& file = m_files[*at];
        file.content = content;
        file.includes.clear();
        file.usesAssembly = false; // usesGpu stays: what was CUDA is HIP now
        readTokens(file);
    }
}

bool GateTree::hasFolder(const RepoPath& folder) const
{
    return folder.isEmpty() || m_folders.contains(folder.bytes());
}

bool GateTree::hasFileNamed(const QByteArray& name) const
{
    return m_byName.contains(name.mid(name.lastIndexOf('/') + 1));
}

RepoPath GateTree::resolve(const RepoPath& includer, const IncludeLine& include,
                           const QVector<RepoPath>& folders) const
{
    if (!include.angled) {
        RepoPath beside = joined(includer.folder(), include.name);
        if (m_index.contains(beside)) {
            return beside;
        }
    }
    for (const RepoPath& folder : folders) {
        RepoPath there = joined(folder, include.name);
        if (m_index.contains(there)) {
            return there;
        }
    }
    // "../" leads from the includer only; <limits> is C++'s, not <cuda/std/limits> of the port.
    const bool standard =
        include.angled && !include.name.contains('.') && !include.name.contains('/');
    if (include.name.contains("../") || standard) {
        return {};
    }
    RepoPath only;
    const QByteArray end = '/' + include.name;
    const auto named = m_byName.constFind(include.name.mid(include.name.lastIndexOf('/') + 1));
    if (named == m_byName.constEnd()) {
        return {};
    }
    for (const RepoPath& path : *named) {
        if (path.bytes().endsWith(end) || path.bytes() == include.name) {
            if (!only.isEmpty()) {
                return {};
            }
            only = path;
        }
    }
    return only;
}

QVector<RepoPath> GateTree::guessedFolders(const QVector<RepoPath>& known) const
{
    QVector<RepoPath> folders;
    QSet<RepoPath> seen(known.cbegin(), known.cend());
    for (const TreeFile& file : m_files) {
        for (const IncludeLine& include : file.includes) {
            const RepoPath found = resolve(file.path, include, known);
            const bool beside =
                !include.angled && found == joined(file.path.folder(), include.name);
            if (found.isEmpty() || beside || !found.bytes().endsWith(include.name)) {
                continue;
            }
            QByteArray folder = found.bytes().chopped(include.name.size());
            folder = folder.endsWith('/') ? folder.chopped(1) : folder;
            const RepoPath path(folder);
            if (!seen.contains(path)) {
                seen.insert(path);
                folders.append(path);
            }
        }
    }
    return folders;
}

QSet<RepoPath> GateTree::reached(const RepoPath& from, const QVector<RepoPath>& folders) const
{
    QSet<RepoPath> seen{from};
    QVector<RepoPath> open{from};
    while (!open.isEmpty()) {
        const RepoPath path = open.takeLast();
        const TreeFile* one = file(path);
        if (one == nullptr) {
            continue;
        }
        for (const IncludeLine& include : one->includes) {
            const RepoPath next = resolve(path, include, folders);
            if (!next.isEmpty() && !seen.contains(next)) {
                seen.insert(next);
                open.append(next);
            }
        }
    }
    return seen;
}

Result<void> GateTree::write(const QString& folder, const CancelToken& cancel) const
{
    const Result<RootFolder> root = RootFolder::open(folder);
    if (!root) {
        return root.error();
    }
    for (const TreeFile& file : m_files) {
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        if (!isUtf8(file.path.bytes())) {
            continue;
        }
        if (Result<void> written = root->write(file.path, file.content, Durability::Later);
            !written) {
            return written;
        }
    }
    return {};
}

} // namespace rocport
