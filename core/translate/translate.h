#pragma once

#include "core/base/finding.h"
#include "core/base/repopath.h"
#include "core/base/result.h"
#include "core/facts/facts.h"
#include "core/text/clexer.h"
#include "core/text/sourcebuffer.h"

#include <QSet>
#include <QVector>

#include <functional>

namespace rocport {

enum class LaunchSyntax : quint8 { Cuda, Hip };

/// Options of the CUDA to HIP engine (docs/translate.md).
struct TranslateOptions
{
    NameOptions names;
    LaunchSyntax launch = LaunchSyntax::Cuda;
    /// No release was asked for: use the names of `names.rocm`, and add what is needed to compile
    /// with ROCm 6.2 to 6.4 as well (macros that their headers require before the include).
    bool alsoRocm6 = false;
    bool likeHipify = false; ///< write what hipify-clang writes, including flat header names
    /// The project's macro for ROCm. Branches that it, or a macro of HIP, excludes from ROCm are
    /// left alone (not with likeHipify).
    QByteArray guardMacro = QByteArrayLiteral("USE_ROCM");
    /// Whether the project has its own file for an include in quotes ("cuda.h"); such an include is
    /// kept (not with likeHipify). Empty: not known.
    std::function<bool(std::string_view)> isOwnHeader;
    /// How the file is used. A fragment, which other files include in the middle (.inl), gets no
    /// include line: it may be included inside a class. A unit that nvcc compiles gets the line
    /// instead.
    enum class Place : quint8 { Other, Unit, Fragment } place = Place::Other;
    bool wantPlaces = false; ///< fill Translation::places
};

/// By the suffix of a path: ".cu" is a unit; ".inl", ".inc", ".ipp" and ".tpp" are fragments.
TranslateOptions::Place placeOf(const RepoPath& path);

/// One of the uses that Translation::uses counts.
struct ApiPlace
{
    QString library;
    QString name;
    QString status; ///< as in ApiUse
    ByteRange range;
};

/// What one edit or note of the engine is about.
enum class TranslateTopic : quint8 { Api, Header, Launch, Unsupported, Experimental, Deprecated };

/// One replacement with what it is about. `edit` is empty (no change) for notes such as Unsupported
/// and Deprecated.
struct TranslateItem
{
    TranslateTopic topic = TranslateTopic::Api;
    ByteRange range; ///< the token (or include line, or launch) in the original
    bool hasEdit = false;
    TextEdit edit;
    const ApiFact* api = nullptr;
    const HeaderFact* header = nullptr;
    QString message; ///< for notes: one sentence; for edits: empty
    QString wayOut;
    Effort effort = Effort::None;
};

/// The outcome for one file: items sorted by position, edits not overlapping.
struct Translation
{
    QVector<TranslateItem> items;
    QVector<ApiUse> uses;         ///< per name, sorted; CUDA headers too, as library "headers"
    QVector<ApiPlace> places;     ///< of `uses`, by position; only with wantPlaces
    bool isCuda = false;          ///< something in the file is certainly CUDA's
    bool wholeFileUnsure = false; ///< unterminated comment, string, ...: no edits, findings only
};

/// Translates one file by tokens: nothing inside comments, strings, #error text or longer names is
/// touched, nor a name that the file itself declares as its own function, variable, type or macro.
/// `tokens` is lexC(source). Idempotent: names that are HIP's already yield nothing.
Translation translateTokens(const SourceBuffer& source, const std::vector<CToken>& tokens,
                            const TranslateOptions& options);

/// The file's bytes with the edits of `translation` applied. Errors: EditOverlap (a bug in the
/// engine).
Result<QByteArray> applyTranslation(const SourceBuffer& source, const Translation& translation);

/// translateTokens() with all edits applied: the file's bytes as HIP.
Result<QByteArray> translateSource(const SourceBuffer& source, const TranslateOptions& options);

/// What compat headers are made from: CUDA headers and names in use over the whole project.
struct CompatNeeds
{
    QSet<QByteArray> names;    ///< CUDA identifiers in use
    QSet<QByteArray> headers;  ///< CUDA headers included ("cublas_v2.h")
    QSet<QByteArray> askedFor; ///< headers that __has_include asks for
    /// Parts of the compat-header that files of a port use without requesting them.
    QSet<QByteArray> everywhere;
    bool usesCubNamespace = false;
    bool usesThrustCuda = false; ///< thrust::cuda::par and the like
    QSet<QByteArray> thrust;     ///< headers in use that are only included through CUDA's other
                                 ///  headers
};

/// Whether generated headers themselves hold what this CUDA header declares, since that ROCm lacks
/// it.
bool generatedHeadersHold(std::string_view cudaHeader, const Version& rocm);

/// Text of the generated header for strategy compat-header: includes of the installed HIP headers,
/// those of libraries only where a file requests them (compatparts.h), and one #define per name in
/// use whose HIP name differs, sorted. It can be included repeatedly and compiles on its own under
/// hipcc. LF line ends.
QByteArray compatHeader(const CompatNeeds& needs, const TargetSettings& target);

/// Text of the generated header for strategy torch-extension, whose names PyTorch's build maps: the
/// device functions and headers in use that HIP lacks, and the names and headers that PyTorch's
/// tables lack (extensionnames.h). Empty if there are none.
QByteArray suppliedCode(const CompatNeeds& needs, const TargetSettings& target);

/// One header of strategy shim-headers.
struct ShimHeader
{
    QByteArray name; ///< path within the folder of these headers: "cuda_runtime.h", "cub/cub.cuh"
    QByteArray text; ///< LF line ends
};

/// The headers for strategy shim-headers, sorted by name: one of the same name for each CUDA header
/// in use, on the include path of the ROCm build only, so that sources keep their includes. Each
/// includes what ROCm installs and renames those names of its library that are in use. kShimNames
/// holds the names of the runtime, and "cuda_runtime.h" is always among them: the ROCm build
/// includes it before each CUDA source, as nvcc does. Headers that ROCm has under the same name get
/// none.
QVector<ShimHeader> shimHeaders(const CompatNeeds& needs, const TargetSettings& target);
inline constexpr const char* kShimNames = "rocport_compat.h";

} // namespace rocport
