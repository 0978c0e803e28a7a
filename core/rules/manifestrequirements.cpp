#include "core/rules/manifest.h"

namespace rocport {

namespace {

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '"' || c == '\'';
}

bool isNameByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
}

/// PEP 503: lower case, runs of -_. are one '-'.
QByteArray normalisedName(QByteArrayView name)
{
    QByteArray result;
    for (const char c : name) {
        const bool separator = c == '-' || c == '_' || c == '.';
        if (!separator) {
            result.append(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
        } else if (!result.endsWith('-')) {
            result.append('-');
        }
    }
    return result;
}

bool isTorchPackage(const QByteArray& name)
{
    return name == "torch" || name == "torchvision" || name == "torchaudio" || name == "triton";
}

bool hasCudaLocal(QByteArrayView version)
{
    const qsizetype plus = version.indexOf("+cu");
    return plus >= 0 && plus + 3 < version.size() && version[plus + 3] >= '0' &&
           version[plus + 3] <= '9';
}

/// Ranges in `text` moved by `by`.
void append(QVector<CudaPin>& pins, std::optional<CudaPin> pin, qsizetype by)
{
    if (pin) {
        pin->range.begin += by;
        pin->range.end += by;
        pins.append(*pin);
    }
}

} // namespace

std::optional<CudaPin> classifyRequirement(QByteArrayView text)
{
    qsizetype begin = 0;
    while (begin < text.size() && isBlank(text[begin])) {
        ++begin;
    }
    qsizetype nameEnd = begin;
    while (nameEnd < text.size() && isNameByte(text[nameEnd])) {
        ++nameEnd;
    }
    qsizetype end = nameEnd;
    while (end < text.size() && text[end] != ';' && text[end] != '#' && text[end] != '\\' &&
           text[end] != '\n' && text[end] != '"' && text[end] != '\'' &&
           !text.sliced(end).startsWith(" --")) {
        ++end;
    }
    while (end > nameEnd && isBlank(text[end - 1])) {
        --end;
    }
    const QByteArray name = normalisedName(text.sliced(begin, nameEnd - begin));
    const QByteArray rest = text.sliced(nameEnd, end - nameEnd).toByteArray().simplified();
    CudaPin pin;
    pin.range = {begin, end};
    pin.symbol = QString::fromUtf8(text.sliced(begin, end - begin)).simplified();
    if (name.isEmpty() || end - begin > 300) {
        return std::nullopt;
    }
    const bool jaxExtra = (name == "jax" || name == "jaxlib") && rest.startsWith('[') &&
                          rest.left(rest.indexOf(']')).contains("cuda");
    if (jaxExtra || name.startsWith("jax-cuda")) {
        pin.kind = PinKind::JaxCuda;
    } else if (isTorchPackage(name) && hasCudaLocal(rest)) {
        pin.kind = PinKind::TorchCuda;
    } else if (isTorchPackage(name) && rest.contains("==") && !rest.contains("+rocm")) {
        pin.kind = PinKind::TorchVersion;
    } else if (name.startsWith("nvidia-")) {
        pin.kind = PinKind::NvidiaPackage;
    } else if (name.startsWith("cupy-cuda")) {
        pin.kind = PinKind::CupyCuda;
    } else {
        return std::nullopt;
    }
    // The rest of a requirement is a version, an extra or an address, never prose.
    const bool requirement = rest.isEmpty() || rest.startsWith('[') || rest.startsWith('=') ||
                             rest.startsWith('<') || rest.startsWith('>') || rest.startsWith('~') ||
                             rest.startsWith('!') || rest.startsWith('@') || rest.startsWith('(') ||
                             rest.startsWith(',');
    return requirement ? std::optional<CudaPin>(pin) : std::nullopt;
}

std::optional<CudaPin> findCudaIndex(QByteArrayView text)
{
    qsizetype at = text.indexOf("/whl/");
    for (; at >= 0; at = text.indexOf("/whl/", at + 1)) {
        const QByteArrayView rest = text.sliced(at + 5);
        const qsizetype cu = rest.startsWith("nightly/") ? 8 : (rest.startsWith("test/") ? 5 : 0);
        if (rest.size() > cu + 2 && rest.sliced(cu).startsWith("cu") && rest[cu + 2] >= '0' &&
            rest[cu + 2] <= '9') {
            break;
        }
    }
    if (at < 0) {
        at = text.indexOf("pypi.nvidia.com");
    }
    if (at < 0) {
        at = text.indexOf("pypi.ngc.nvidia.com");
    }
    if (at < 0) {
        return std::nullopt;
    }
    const auto stops = [](char c) { return isBlank(c) || c == '=' || c == ',' || c == ')'; };
    CudaPin pin;
    pin.kind = PinKind::CudaIndex;
    pin.range = {at, at};
    while (pin.range.begin > 0 && !stops(text[pin.range.begin - 1])) {
        --pin.range.begin;
    }
    while (pin.range.end < text.size() && !stops(text[pin.range.end])) {
        ++pin.range.end;
    }
    pin.symbol = QString::fromUtf8(text.sliced(pin.range.begin, pin.range.size()));
    return pin;
}

QVector<CudaPin> pinsOfRequirements(const SourceBuffer& source)
{
    QVector<CudaPin> pins;
    for (int line = 1; line <= source.lineCount(); ++line) {
        const std::string_view view = source.lineText(line);
        const QByteArrayView text(view.data(), static_cast<qsizetype>(view.size()));
        qsizetype first = line == 1 ? source.bomLength() : 0;
        const qsizetype begin = source.lineRange(line).begin;
        while (first < text.size() && (text[first] == ' ' || text[first] == '\t')) {
            ++first;
        }
        if (first >= text.size() || text[first] == '#') {
            continue;
        }
        if (text[first] == '-') {
            append(pins, findCudaIndex(text), begin);
        } else {
            append(pins, classifyRequirement(text.sliced(first)), begin + first);
            // name @ https://.../whl/cu124/torch.whl
            if (pins.isEmpty() || pins.last().range.begin < begin) {
                append(pins, findCudaIndex(text), begin);
            }
        }
    }
    return pins;
}

} // namespace rocport
