#include "core/probe/probereport.h"

#include <algorithm>

namespace rocport {

namespace {

ImageRecord seededImage(const char* reference, const char* architectures,
                        const QStringList& defects)
{
    ImageRecord image;
    image.reference = QLatin1StringView(reference);
    image.rocm = {7, 0}; // the tags say rocm700
    image.architectures = QLatin1StringView(architectures);
    image.defects = defects;
    image.source = QStringLiteral("porting notes");
    return image;
}

/// Sentences for the findings that are an image's own: not a variable of the user or the host.
QStringList defectsOf(const ProbeReport& report)
{
    static const QStringList rules = {QStringLiteral("env-max-autotune"),
                                      QStringLiteral("env-max-autotune-pointwise"),
                                      QStringLiteral("env-disable-caches"),
                                      QStringLiteral("node-torch-not-rocm"),
                                      QStringLiteral("node-gemm-smoke"),
                                      QStringLiteral("node-fp8-attention"),
                                      QStringLiteral("node-inductor-max-autotune"),
                                      QStringLiteral("node-dynamo-suppress")};
    QStringList defects;
    for (const ProbeFinding& finding : report.findings) {
        if (finding.severity > Severity::Info && rules.contains(finding.ruleId)) {
            const QString sentence = finding.title + u'.';
            if (!defects.contains(sentence)) {
                defects.append(sentence);
            }
        }
    }
    return defects;
}

} // namespace

QVector<ImageRecord> seededImages()
{
    // The notes call the kernel search a hidden default of the image; where it was traced
    // (SGLang's Dockerfile, sglang issue 1939) it is a variable that `env` shows.
    const QString autotune =
        QStringLiteral("Inductor's max_autotune is on; where that was traced, the image sets "
                       "TORCHINDUCTOR_MAX_AUTOTUNE=1.");
    const QString solver = QStringLiteral("One of hipBLASLt's solvers gives wrong results.");
    const QString attention = QStringLiteral("FP8 attention fails.");
    return {
        seededImage("rocm/sgl-dev:v0.5.8-rocm700-mi30x-20260129", "gfx942", {autotune, solver}),
        seededImage("rocm/sgl-dev:v0.5.8-rocm700-mi35x-20260210", "gfx950",
                    {autotune, solver, attention}),
        seededImage("rocm/sgl-dev:v0.5.8.post1-rocm700-mi35x-20260219", "gfx950", {}),
    };
}

QVector<ImageRecord> withImage(QVector<ImageRecord> images, const ProbeReport& report)
{
    if (report.image.isEmpty() && report.imageDigest.isEmpty()) {
        return images;
    }
    auto known = std::find_if(images.begin(), images.end(), [&](const ImageRecord& one) {
        // A tag can move; the same tag with another digest is another image.
        if (!one.digest.isEmpty() && !report.imageDigest.isEmpty()) {
            return one.digest == report.imageDigest;
        }
        return one.reference == report.image;
    });
    if (known == images.end()) {
        ImageRecord image;
        image.reference = report.image;
        images.append(image);
        known = images.end() - 1;
    }
    ImageRecord& image = *known;
    ++image.probes;
    if (image.seen.isValid() && report.time.isValid() && report.time < image.seen) {
        return images; // an older probe is counted and changes nothing
    }
    image.reference = report.image.isEmpty() ? image.reference : report.image;
    image.digest = report.imageDigest.isEmpty() ? image.digest : report.imageDigest;
    image.rocm = report.rocm.isEmpty() ? image.rocm : report.rocm;
    image.torch = report.torch.isEmpty() ? image.torch : report.torch;
    const auto triton = Version::parse(report.fact(QStringLiteral("package.triton")));
    image.triton = triton.value_or(image.triton);
    if (!report.architectures.isEmpty()) {
        image.architectures = report.architectures.join(QStringLiteral(", "));
    }
    for (const QString& defect : defectsOf(report)) {
        if (!image.defects.contains(defect)) {
            image.defects.append(defect);
        }
    }
    image.seen = report.time;
    image.source = QStringLiteral("probe of %1")
                       .arg(report.nodeName.isEmpty() ? report.hostName : report.nodeName);
    return images;
}

} // namespace rocport
