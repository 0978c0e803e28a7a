#include "core/scan/codeorigins.h"

#include "core/text/ascii.h"

#include <QByteArrayList>
#include <QHash>
#include <QStringList>

#include <algorithm>
#include <array>
#include <string_view>

namespace rocport {

namespace {

constexpr qsizetype kHead = 4096;       ///< bytes that are looked at for a comment
constexpr qsizetype kNameHead = 16'384; ///< and for the project's name
constexpr qsizetype kMostAttributes = 500;
constexpr qint64 kMostWork = 50'000'000; ///< comparisons of patterns with paths
constexpr int kMostFolders = 64;         ///< around one file

/// A file by which a copy of a library is known, and the folder above it that is the copy.
struct TreeSign
{
    std::string_view library;
    std::string_view file;
    std::string_view tree;
};
constexpr std::array kTrees = {
    TreeSign{"cub", "cub/util_type.cuh", "cub"},
    TreeSign{"cub", "cub/cub.cuh", "cub"},
    TreeSign{"thrust", "thrust/device_vector.h", "thrust"},
    TreeSign{"thrust", "thrust/version.h", "thrust"},
    TreeSign{"libcudacxx", "cuda/std/cstddef", "cuda"},
    TreeSign{"libcudacxx", "cuda/std/barrier", "cuda"},
    TreeSign{"cutlass", "cutlass/cutlass.h", "cutlass"},
    TreeSign{"cutlass", "cute/tensor.hpp", "cute"},
    TreeSign{"nccl", "src/nccl.h.in", ""},
    TreeSign{"moderngpu", "moderngpu/kernel_scan.hxx", "moderngpu"},
    TreeSign{"hip", "hip/hip_runtime_api.h", "hip"},
    TreeSign{"rocprim", "rocprim/rocprim.hpp", "rocprim"},
    TreeSign{"hipcub", "hipcub/hipcub.hpp", "hipcub"},
    TreeSign{"nvtx", "nvtx3/nvToolsExt.h", "nvtx3"},
    TreeSign{"cudnn-frontend", "cudnn_frontend/cudnn_interface.h", "cudnn_frontend"},
    TreeSign{"json", "nlohmann/json.hpp", "nlohmann"},
    TreeSign{"pybind11", "pybind11/pybind11.h", "pybind11"},
    TreeSign{"nanobind", "nanobind/nanobind.h", "nanobind"},
    TreeSign{"eigen", "Eigen/Core", "Eigen"},
    TreeSign{"eigen", "unsupported/Eigen/CXX11/Tensor", "unsupported"},
    TreeSign{"fmt", "fmt/core.h", "fmt"},
    TreeSign{"fmt", "fmt/format.h", "fmt"},
    TreeSign{"spdlog", "spdlog/spdlog.h", "spdlog"},
    TreeSign{"glm", "glm/glm.hpp", "glm"},
    TreeSign{"googletest", "gtest/gtest.h", "gtest"},
    TreeSign{"googletest", "gmock/gmock.h", "gmock"},
    TreeSign{"catch2", "catch2/catch.hpp", "catch2"},
    TreeSign{"doctest", "doctest/doctest.h", "doctest"},
    TreeSign{"dlpack", "dlpack/dlpack.h", "dlpack"},
    TreeSign{"rapidjson", "rapidjson/rapidjson.h", "rapidjson"},
    TreeSign{"boost", "boost/config.hpp", "boost"},
    TreeSign{"tbb", "tbb/tbb.h", "tbb"},
    TreeSign{"imgui", "imgui/imgui.h", "imgui"},
    TreeSign{"glfw", "GLFW/glfw3.h", "GLFW"},
    TreeSign{"glad", "glad/glad.h", "glad"},
};

/// A file that is published to be copied: its name, and words of its notice.
struct FileSign
{
    std::string_view library;
    std::string_view name;
    std::string_view notice;
};
constexpr std::string_view kNvidia = "NVIDIA";
constexpr std::string_view kAmd = "Advanced Micro Devices";
constexpr std::array kFiles = {
    FileSign{"cuda-samples", "helper_cuda.h", kNvidia},
    FileSign{"cuda-samples", "helper_cuda_drvapi.h", kNvidia},
    FileSign{"cuda-samples", "helper_cuda_gl.h", kNvidia},
    FileSign{"cuda-samples", "helper_cusolver.h", kNvidia},
    FileSign{"cuda-samples", "helper_functions.h", kNvidia},
    FileSign{"cuda-samples", "helper_gl.h", kNvidia},
    FileSign{"cuda-samples", "helper_image.h", kNvidia},
    FileSign{"cuda-samples", "helper_math.h", kNvidia},
    FileSign{"cuda-samples", "helper_multiprocess.h", kNvidia},
    FileSign{"cuda-samples", "helper_string.h", kNvidia},
    FileSign{"cuda-samples", "helper_timer.h", kNvidia},
    FileSign{"cuda-samples", "rendercheck_gl.h", kNvidia},
    FileSign{"cuda-samples", "drvapi_error_string.h", kNvidia},
    FileSign{"cuda-samples", "nvrtc_helper.h", kNvidia},
    FileSign{"cuda-samples", "cutil.h", kNvidia},
    FileSign{"cuda-samples", "cutil_inline.h", kNvidia},
    FileSign{"cuda-samples", "cutil_math.h", kNvidia},
    FileSign{"cuda-samples", "cuPrintf.cu", kNvidia},
    FileSign{"cuda-samples", "cuPrintf.cuh", kNvidia},
    FileSign{"cuda-toolkit", "cuda.h", kNvidia},
    FileSign{"cuda-toolkit", "cuda_drvapi_dynlink_cuda.h", kNvidia},
    FileSign{"cuda-toolkit", "dynlink_cuda.h", kNvidia},
    FileSign{"cuda-toolkit", "dynlink_cuda_cuda.h", kNvidia},
    FileSign{"cuda-toolkit", "dynlink_nvcuvid.h", kNvidia},
    FileSign{"cuda-toolkit", "cuda_runtime.h", kNvidia},
    FileSign{"cuda-toolkit", "cuda_runtime_api.h", kNvidia},
    FileSign{"cuda-toolkit", "cuda_fp16.h", kNvidia},
    FileSign{"cuda-toolkit", "cuda_fp16.hpp", kNvidia},
    FileSign{"cuda-toolkit", "cuda_bf16.h", kNvidia},
    FileSign{"cuda-toolkit", "cuda_bf16.hpp", kNvidia},
    FileSign{"cuda-toolkit", "driver_types.h", kNvidia},
    FileSign{"cuda-toolkit", "vector_types.h", kNvidia},
    FileSign{"cuda-toolkit", "vector_functions.h", kNvidia},
    FileSign{"cuda-toolkit", "host_defines.h", kNvidia},
    FileSign{"cuda-toolkit", "texture_types.h", kNvidia},
    FileSign{"cuda-toolkit", "cooperative_groups.h", kNvidia},
    FileSign{"cuda-toolkit", "cublas_v2.h", kNvidia},
    FileSign{"cuda-toolkit", "cublas_api.h", kNvidia},
    FileSign{"cuda-toolkit", "cufft.h", kNvidia},
    FileSign{"cuda-toolkit", "curand.h", kNvidia},
    FileSign{"cuda-toolkit", "curand_kernel.h", kNvidia},
    FileSign{"cuda-toolkit", "cusparse.h", kNvidia},
    FileSign{"cuda-toolkit", "nvrtc.h", kNvidia},
    FileSign{"cuda-toolkit", "nvml.h", kNvidia},
    FileSign{"cuda-toolkit", "nvToolsExt.h", kNvidia},
    FileSign{"cuda-toolkit", "cuviddec.h", kNvidia},
    FileSign{"cuda-toolkit", "nvcuvid.h", kNvidia},
    FileSign{"cuda-toolkit", "nvEncodeAPI.h", kNvidia},
    FileSign{"cudnn", "cudnn.h", kNvidia},
    FileSign{"nccl", "nccl.h", kNvidia},
    FileSign{"hip", "hip_runtime.h", kAmd},
    FileSign{"hip", "hip_runtime_api.h", kAmd},
    FileSign{"json", "json.hpp", "JSON for Modern C++"},
    FileSign{"catch2", "catch.hpp", "Catch v"},
    FileSign{"doctest", "doctest.h", "doctest.h"},
    FileSign{"stb", "stb_image.h", "stb_image"},
    FileSign{"stb", "stb_image_write.h", "stb_image_write"},
    FileSign{"cxxopts", "cxxopts.hpp", "Jarryd Beck"},
    FileSign{"cli11", "CLI11.hpp", "CLI11"},
    FileSign{"tinyobjloader", "tiny_obj_loader.h", "Syoyo"},
    FileSign{"half", "half.hpp", "Christian Rau"},
};

/// Projects that hold a library as a part of themselves.
struct Alias
{
    std::string_view library;
    std::string_view project;
};
constexpr std::array kAliases = {
    Alias{"cub", "cccl"},
    Alias{"thrust", "cccl"},
    Alias{"libcudacxx", "cccl"},
    Alias{"libcudacxx", "libcu++"},
    Alias{"nccl", "rccl"},
    Alias{"hip", "clr"},
    Alias{"hip", "rocclr"},
    Alias{"json", "nlohmann-json"},
    Alias{"json", "nlohmann"},
    Alias{"googletest", "gtest"},
    Alias{"rocprim", "rocm-libraries"},
    Alias{"hipcub", "rocm-libraries"},
    Alias{"catch2", "catch"},
    Alias{"nvtx", "nvtx3"},
};

QByteArrayView viewOfName(const QByteArray& path)
{
    return QByteArrayView(path).sliced(path.lastIndexOf('/') + 1);
}

bool endsWithPath(const QByteArray& path, std::string_view end)
{
    const qsizetype size = static_cast<qsizetype>(end.size());
    return path.endsWith(QByteArrayView(end.data(), size)) &&
           (path.size() == size || path.at(path.size() - size - 1) == '/');
}

/// The words of the comment that a text begins with, in lower case; lines that only a header's
/// guard has may stand in it. `hash`: '#' begins a comment.
QByteArrayList headWords(QByteArrayView text, bool hash)
{
    constexpr qsizetype kMostWords = 400;
    QByteArrayList words;
    bool inBlock = false;
    for (qsizetype at = 0; at < text.size() && words.size() < kMostWords;) {
        qsizetype end = text.indexOf('\n', at);
        end = end < 0 ? text.size() : end;
        QByteArrayView line = text.sliced(at, end - at).trimmed();
        at = end + 1;
        if (line.startsWith("\xEF\xBB\xBF")) {
            line = line.sliced(3);
        }
        const bool opens = line.startsWith("/*") || line.startsWith("<!--");
        const bool isComment = inBlock || opens || line.startsWith("//") ||
                               (hash && line.startsWith('#')) || line.startsWith("--") ||
                               line.startsWith(';') || line.startsWith("%");
        const bool isGuard = !hash && (line.startsWith("#pragma once") ||
                                       line.startsWith("#ifndef") || line.startsWith("#define"));
        if (!line.isEmpty() && !isComment && !isGuard) {
            break;
        }
        inBlock = (inBlock || opens) && line.indexOf("*/") < 0 && line.indexOf("-->") < 0;
        if (!isComment) {
            continue;
        }
        QByteArray word;
        const auto take = [&] {
            if (!word.isEmpty()) {
                words.append(word.toLower());
                word.clear();
            }
        };
        for (const char c : line) {
            if (isLetter(c) || isDigit(c) || c == '@' || c == '\'' ||
                (c == '-' && !word.isEmpty())) {
                word.append(c);
            } else {
                take();
            }
        }
        take();
    }
    return words;
}

bool isOneOf(const QByteArray& word, std::initializer_list<const char*> words)
{
    return std::any_of(words.begin(), words.end(), [&](const char* one) { return word == one; });
}

/// "This file was automatically generated", "Generated by X. Do not edit", "@generated".
bool saysGenerated(const QByteArrayList& words)
{
    constexpr qsizetype kMostBetween = 6; // words between "this file" and "generated"
    bool generated = false;
    bool hands = false;
    bool begins = true; // nothing but words that lead to it came before
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QByteArray& word = words.at(i);
        const QByteArray next = words.value(i + 1);
        if (word == "@generated") {
            return true;
        }
        const bool isGenerated =
            isOneOf(word, {"generated", "auto-generated", "autogenerated", "machine-generated"});
        generated = generated || isGenerated;
        hands = hands || (isOneOf(word, {"not", "don't"}) && isOneOf(next, {"edit", "modify"}));
        const bool isSure =
            word != "generated" ||
            isOneOf(next, {"by", "from", "file", "with", "using", "automatically"}) ||
            (i > 0 && isOneOf(words.at(i - 1), {"automatically", "auto", "programmatically"}));
        if (isGenerated && isSure && begins) {
            return true; // the comment begins with it
        }
        begins = begins && isOneOf(word, {"this", "file", "code", "header", "source", "module",
                                          "script", "is", "was", "automatically", "auto", "machine",
                                          "programmatically"});
        const bool isThis = word == "this" && isOneOf(next, {"file", "header", "code", "source",
                                                             "module", "script", "is"});
        for (qsizetype k = i + 1; isThis && k < words.size() && k <= i + kMostBetween; ++k) {
            const QByteArray& one = words.at(k);
            if (isOneOf(one, {"generated", "auto-generated", "autogenerated", "machine-generated",
                              "autogenerate"})) {
                return true;
            }
            if (!isOneOf(one, {"file", "header", "code", "source", "module", "script", "is", "was",
                               "has", "been", "an", "a", "automatically", "auto", "machine",
                               "programmatically"})) {
                break;
            }
        }
        if (word == "edit" && hands && isOneOf(next, {"this", "by", "manually", "directly"})) {
            return true;
        }
    }
    // "DO NOT EDIT" alone, as the whole of a comment.
    return hands && (generated || words.size() <= 4);
}

/// The value of `key` in a line "key = value" or "key(value" of a build file, without quotes.
QByteArray valueOf(QByteArrayView line, QByteArrayView key)
{
    line = line.trimmed();
    if (!line.startsWith(key)) {
        return {};
    }
    QByteArrayView rest = line.sliced(key.size()).trimmed();
    if (!rest.startsWith('=') && !rest.startsWith('(')) {
        return {};
    }
    rest = rest.sliced(1).trimmed();
    const char quote = rest.isEmpty() ? '\0' : rest.front();
    const bool quoted = quote == '"' || quote == '\'';
    QByteArray value;
    for (qsizetype i = quoted ? 1 : 0; i < rest.size(); ++i) {
        const char c = rest.at(i);
        if (quoted ? c == quote
                   : !(isLetter(c) || isDigit(c) || c == '-' || c == '_' || c == '.')) {
            break;
        }
        value.append(c);
    }
    return value;
}

QString nameAs(QByteArray name)
{
    name = name.toLower();
    name.replace('_', '-');
    return QString::fromLatin1(name);
}

/// The words of the first line of a README that says something.
QVector<QString> titleWords(QByteArrayView text)
{
    for (qsizetype at = 0; at < text.size();) {
        qsizetype end = text.indexOf('\n', at);
        end = end < 0 ? text.size() : end;
        QByteArray plain;
        bool inTag = false;
        for (const char c : text.sliced(at, end - at)) {
            inTag = (inTag || c == '<') && c != '>';
            plain.append(inTag || c == '>' ? ' ' : c);
        }
        at = end + 1;
        plain = plain.trimmed();
        const bool isImage = plain.startsWith("![") || plain.startsWith("[![");
        QVector<QString> words;
        QByteArray word;
        for (const char c : plain + ' ') {
            if (isLetter(c) || isDigit(c) || c == '-' || c == '_' || c == '+') {
                word.append(c);
            } else if (!word.isEmpty()) {
                words.append(nameAs(word));
                word.clear();
            }
        }
        if (!isImage && std::any_of(plain.begin(), plain.end(), isLetter)) {
            constexpr qsizetype kMostWords = 3; // of a name; more are a sentence
            const QStringList all(words.begin(), words.end());
            words = words.size() > kMostWords ? QVector<QString>() : words;
            words.append(all.join(u'-'));
            return words;
        }
    }
    return {};
}

} // namespace

QString headMark(const RepoPath& path, QByteArrayView text)
{
    const QByteArrayView head = text.first(std::min(kHead, text.size()));
    const QByteArrayView name = viewOfName(path.bytes());
    for (const FileSign& one : kFiles) {
        if (name == QByteArrayView(one.name.data(), qsizetype(one.name.size())) &&
            head.indexOf(QByteArrayView(one.notice.data(), qsizetype(one.notice.size()))) >= 0) {
            return QStringLiteral("copy");
        }
    }
    const QByteArray suffix = path.suffix();
    const bool isC = suffix == "h" || suffix == "cu" || suffix.startsWith('c') ||
                     suffix.startsWith("hp") || suffix == "hh" || suffix == "hxx" ||
                     suffix == "inl" || suffix == "inc" || suffix == "js" || suffix == "hip";
    const bool hash = !isC || suffix == "cmake" || suffix == "cfg" || suffix == "conf";
    return saysGenerated(headWords(head, hash)) ? QStringLiteral("generated") : QString();
}

QVector<QString> projectNames(const RepoPath& path, QByteArrayView text)
{
    const QByteArray& name = path.bytes();
    if (name.contains('/')) {
        return {};
    }
    const QByteArrayView head = text.first(std::min(kNameHead, text.size()));
    const QByteArray lower = name.toLower();
    if (lower == "readme" || lower.startsWith("readme.")) {
        return titleWords(head);
    }
    const bool calls = lower == "cmakelists.txt" || lower == "meson.build";
    if (!calls && lower != "setup.py" && lower != "pyproject.toml" && lower != "setup.cfg") {
        return {};
    }
    for (qsizetype at = 0; at < head.size();) {
        qsizetype end = head.indexOf('\n', at);
        end = end < 0 ? head.size() : end;
        const QByteArray value =
            valueOf(head.sliced(at, end - at), calls ? QByteArrayView("project") : "name");
        if (!value.isEmpty()) {
            return {nameAs(value)};
        }
        at = end + 1;
    }
    return {};
}

CodeOrigins::CodeOrigins(const QVector<RepoPath>& paths, const QSet<QString>& names)
    : m_names(names)
{
    QMultiHash<QByteArray, const TreeSign*> signs; // by the name of the file
    for (const TreeSign& one : kTrees) {
        const std::string_view name = one.file.substr(one.file.rfind('/') + 1);
        signs.insert(QByteArray(name.data(), qsizetype(name.size())), &one);
    }
    for (const RepoPath& path : paths) {
        const QByteArray& bytes = path.bytes();
        const auto [first, last] = signs.equal_range(viewOfName(bytes).toByteArray());
        for (auto sign = first; sign != last; ++sign) {
            const TreeSign& one = **sign;
            if (!endsWithPath(bytes, one.file) ||
                isSubject(QByteArrayView(one.library.data(), qsizetype(one.library.size())))) {
                continue;
            }
            QByteArray tree = bytes.left(bytes.size() - qsizetype(one.file.size())) +
                              QByteArray(one.tree.data(), qsizetype(one.tree.size()));
            while (tree.endsWith('/')) {
                tree.chop(1);
            }
            if (!tree.isEmpty()) { // else the repository is the library
                m_trees.insert(tree);
            }
        }
    }
}

bool CodeOrigins::isSubject(QByteArrayView library) const
{
    const auto has = [&](std::string_view name) {
        return m_names.contains(QString::fromLatin1(name.data(), qsizetype(name.size())));
    };
    const std::string_view wanted(library.data(), size_t(library.size()));
    return has(wanted) || std::any_of(kAliases.begin(), kAliases.end(), [&](const Alias& one) {
               return one.library == wanted && has(one.project);
           });
}

bool CodeOrigins::isListFile(const RepoPath& path)
{
    const QByteArrayView name = viewOfName(path.bytes());
    return name == ".gitattributes" || path.bytes() == ".gitmodules";
}

void CodeOrigins::addListFile(const RepoPath& path, const QByteArray& text)
{
    const QByteArray folder = path.bytes().left(path.bytes().lastIndexOf('/') + 1);
    if (viewOfName(path.bytes()) == ".gitmodules") {
        addModules(folder, text);
    } else {
        addAttributes(folder, text);
    }
}

void CodeOrigins::addAttributes(const QByteArray& folder, const QByteArray& text)
{
    for (const QByteArray& whole : text.split('\n')) {
        const QByteArrayList words = whole.simplified().split(' ');
        const QByteArray& pattern = words.first();
        if (pattern.isEmpty() || pattern.startsWith('#') || pattern.startsWith('[')) {
            continue;
        }
        for (qsizetype i = 1; i < words.size(); ++i) {
            QByteArray word = words.at(i);
            const bool unset = word.startsWith('-') || word.startsWith('!') ||
                               word.endsWith("=false") || word.endsWith("=0");
            word = unset && (word.startsWith('-') || word.startsWith('!')) ? word.mid(1) : word;
            word = word.left(word.indexOf('=') < 0 ? word.size() : word.indexOf('='));
            const bool vendored = word == "linguist-vendored";
            // "*.py linguist-vendored" is for statistics of languages and says nothing of files.
            const bool everywhere = pattern.startsWith('*') && !pattern.contains('/');
            if ((!vendored && word != "linguist-generated") || (vendored && everywhere && !unset) ||
                m_attributes.size() >= kMostAttributes) {
                continue;
            }
            if (auto parsed = IgnorePattern::parse(pattern)) {
                m_attributes.push_back({folder, std::move(*parsed),
                                        vendored ? CodeOrigin::Vendored : CodeOrigin::Generated,
                                        !unset});
            }
        }
    }
}

void CodeOrigins::addModules(const QByteArray& folder, const QByteArray& text)
{
    for (const QByteArray& line : text.split('\n')) {
        QByteArray path = valueOf(line, "path");
        const qsizetype equals = line.indexOf('=');
        path = path.isEmpty() ? path : line.mid(equals + 1).trimmed();
        while (path.endsWith('/')) {
            path.chop(1);
        }
        if (!path.isEmpty() && path != ".") {
            m_trees.insert(folder + path);
        }
    }
}

bool CodeOrigins::isInTree(const RepoPath& path) const
{
    const QByteArray& bytes = path.bytes();
    int folders = 0;
    for (qsizetype slash = bytes.indexOf('/');
         !m_trees.isEmpty() && slash >= 0 && folders < kMostFolders;
         slash = bytes.indexOf('/', slash + 1), ++folders) {
        if (m_trees.contains(bytes.left(slash))) {
            return true;
        }
    }
    return false;
}

std::optional<CodeOrigin> CodeOrigins::attributeOf(const RepoPath& path) const
{
    std::optional<CodeOrigin> said;
    const QByteArray& bytes = path.bytes();
    for (const Attribute& one : m_attributes) {
        if (!bytes.startsWith(one.folder) || m_work > kMostWork) {
            continue;
        }
        const std::string_view below(bytes.constData() + one.folder.size(),
                                     size_t(bytes.size() - one.folder.size()));
        bool matches = one.pattern.matches(below, false, m_work);
        int folders = 0;
        for (size_t slash = below.find('/');
             !matches && slash != std::string_view::npos && folders < kMostFolders;
             slash = below.find('/', slash + 1), ++folders) {
            matches = one.pattern.matches(below.substr(0, slash), true, m_work);
        }
        if (matches) {
            said = one.set ? one.origin : CodeOrigin::Own;
        }
    }
    return said;
}

CodeOrigin CodeOrigins::of(const RepoPath& path, const QString& mark) const
{
    if (const auto said = attributeOf(path)) {
        return *said;
    }
    if (isVendored(path) || isInTree(path)) {
        return CodeOrigin::Vendored;
    }
    if (mark == u"copy") {
        const QByteArrayView name = viewOfName(path.bytes());
        for (const FileSign& one : kFiles) {
            if (name == QByteArrayView(one.name.data(), qsizetype(one.name.size()))) {
                const bool own =
                    isSubject(QByteArrayView(one.library.data(), qsizetype(one.library.size())));
                return own ? CodeOrigin::Own : CodeOrigin::Vendored;
            }
        }
    }
    return mark == u"generated" ? CodeOrigin::Generated : CodeOrigin::Own;
}

} // namespace rocport
