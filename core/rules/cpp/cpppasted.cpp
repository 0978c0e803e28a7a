#include "core/rules/cpp/cpppasted.h"

#include "core/base/filefeatures.h"
#include "core/facts/facts.h"
#include "core/text/ascii.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>
#include <string>

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// What the names of CUDA's libraries begin with.
constexpr std::array kPrefixes = {"cuda"sv,       "cu"sv,    "cublas"sv, "cusparse"sv, "cusolver"sv,
                                  "cusolverDn"sv, "cufft"sv, "curand"sv, "nvrtc"sv,    "nccl"sv};

/// A macro by its spelling: "CUDA_CALL".
bool looksLikeMacro(std::string_view name)
{
    return !name.empty() && isUpperLetter(name.front()) &&
           std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

/// Whether a library of CUDA has a name that ends so.
bool endsCudaName(std::string_view last)
{
    return std::any_of(kPrefixes.begin(), kPrefixes.end(), [last](std::string_view first) {
        return findApi(std::string(first) + std::string(last)) != nullptr;
    });
}

} // namespace

void addPastedNames(const CppFile& file, FileFeatures& features)
{
    for (int i = 1; i + 1 < file.size(); ++i) {
        if (!file.isKind(i, CTokenKind::Identifier)) {
            continue;
        }
        const std::string_view word = file.text(i);
        if (file.token(i).inDirective && file.is(i + 1, "##") && !file.is(i - 1, "##") &&
            std::find(kPrefixes.begin(), kPrefixes.end(), word) != kPrefixes.end()) {
            features.addOnce(FeatureKind::PastedFirst, toText(word));
        } else if (isUpperLetter(word.front()) && file.is(i - 1, "(") &&
                   (file.is(i + 1, "(") || file.is(i + 1, ",") || file.is(i + 1, ")")) &&
                   looksLikeMacro(file.text(i - 2)) && endsCudaName(word)) {
            features.addOnce(FeatureKind::PastedLast, toText(word));
        }
    }
}

QSet<QByteArray> pastedNames(const QSet<QByteArray>& firsts, const QSet<QByteArray>& lasts)
{
    QSet<QByteArray> names;
    for (const QByteArray& first : firsts) {
        for (const QByteArray& last : lasts) {
            const QByteArray name = first + last;
            const std::string_view view = viewOf(name);
            if (findApi(view) != nullptr) {
                names.insert(name);
            }
        }
    }
    return names;
}

} // namespace rocport
