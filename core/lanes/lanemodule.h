#pragma once

#include "core/lanes/lanebuild.h"
#include "core/lanes/lanecompiler.h"

#include <QByteArray>
#include <QVector>

#include <optional>

namespace rocport {

/// What a program asks to have compiled while it runs (NVRTC, hipRTC). Nothing of it is trusted.
struct LaneModuleRequest
{
    QByteArray name; ///< that the program gave its source
    QByteArray source;
    QVector<QByteArray> options;
    QVector<QByteArray> expressions; ///< kernels and variables that are to get a name
    QVector<QPair<QByteArray, QByteArray>> headers; ///< as they are included, and their text
};

/// Reads what a program wrote: fields, each a line with its name and length in bytes, as many
/// bytes, and the end of a line. Nothing: it is none, or larger than is compiled.
std::optional<LaneModuleRequest> readLaneModuleRequest(const QByteArray& bytes);

/// Results of a compilation, as both vendors count them.
enum class LaneRtcCode : quint8 {
    Success = 0,
    OutOfMemory = 1,
    InvalidInput = 3,
    InvalidOption = 5,
    Compilation = 6,
    Internal = 11,
};

/// The sources of a request as host C++.
struct LaneModuleText
{
    LaneRtcCode code = LaneRtcCode::Success; ///< else nothing is to be compiled
    QByteArray log;                          ///< why
    QByteArray main;
    QVector<QByteArray> headers; ///< that are included by laneModuleHeader()
};

/// Rewrites the sources of a request: their lines keep names and numbers, the options become
/// directives before the first. `place` is the folder of the program's source in the repository,
/// which the program's paths begin at. Options that the vendor's compiler does not have are
/// refused. What comes of a request whose work is cancelled (CancelScope) is incomplete.
LaneModuleText laneModuleText(const LaneModuleRequest& request, bool isNvidia,
                              const QByteArray& place);
/// File name of a header in the folder that is compiled.
QByteArray laneModuleHeader(qsizetype number);

/// What a compiler is told for the source of a module, beside what it is for a program's.
QStringList laneModuleArguments(bool isClang);
/// What makes the module of its object.
QStringList laneModuleLinkArguments(const LaneRequest& request, const QString& object,
                                    const QString& module);
/// What a program is linked with that loads modules: they find the engine in it. Writes the list of
/// its names to `list`. Errors: those of writing.
Result<QStringList> laneExportArguments(const QString& list);

/// The file of a module by its number, and the text by which a program names it.
QString laneModuleFile(int number);
QByteArray laneModuleBytes(int number, const QByteArray& kind);

/// Where modules are: the folder that their files are named in.
QString laneModuleFolder(const LaneRequest& request);

} // namespace rocport
