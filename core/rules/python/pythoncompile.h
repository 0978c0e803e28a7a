#pragma once

#include "core/rules/python/pythonbuiltins.h"

#include <functional>

namespace rocport {

/// What a call does with torch.compile.
enum class CompileCallee : quint8 {
    No,
    Torch,  ///< torch.compile, torch.compiler.compile, a partial of it, or a function that passes a
            ///  mode on
    Dynamo, ///< torch._dynamo.optimize
    MaybeModule, ///< .compile() of something that may be a torch.nn.Module
};
CompileCallee compileCallee(const PythonFile& file, qint32 call);

/// Values passed for a keyword of a call: directly, or as entries of dicts passed with **.
std::vector<qint32> keywordValues(const PythonFile& file, qint32 call, std::string_view name);
/// Values of a dict entry: in a literal, dict(…), a name for one, and items set later.
std::vector<qint32> dictValues(const PythonFile& file, qint32 expression, std::string_view key);

/// What an expression can be, as far as this file and the modules of the repository tell.
struct KnownValues
{
    struct Value
    {
        QByteArray text; ///< of a string; or True, False, None or a number as written
        bool string = false;
        qint32 node = -1;  ///< where it is written in this file; -1: in another
        NamedValue origin; ///< where else it is written
    };
    QVector<Value> values;
    bool unknown = false; ///< it may be something else as well

    [[nodiscard]] const Value* find(const QByteArray& text) const;
};

/// Follows names, parameters to the calls in the file, attributes, keys and constants in other
/// modules. Of the repository's values for an attribute or key only `accept`ed ones count.
KnownValues knownValues(const PythonInput& input, qint32 expression,
                        const std::function<bool(const NamedValue&)>& accept);

/// " The default `x` comes from `config.py:35`." for a value in another file; else empty.
QString originOf(const KnownValues::Value& value);

/// The first bytes of an expression, for a symbol.
QString shortText(const PythonFile& file, qint32 node);

/// A place that sets something in torch's configuration modules.
struct ConfigSetting
{
    enum class Form : quint8 { Assignment, Call, Argument };
    QByteArray key;    ///< "inductor.max_autotune", "inductor.triton.cudagraphs", "dynamo.…"
    qint32 place = -1; ///< assignment or call
    qint32 value = -1;
    Form form = Form::Assignment; ///< Argument: an entry of patch() or update()
};
/// All settings in a file, in order.
std::vector<ConfigSetting> configSettings(const PythonFile& file);

/// A place that sets an environment variable.
struct EnvironmentSetting
{
    qint32 key = -1; ///< a string, or the name of a keyword
    qint32 value = -1;
    qint32 place = -1; ///< assignment, call, pair or keyword argument
    QByteArray variable;
    bool statement = false; ///< sets it for this process by a separate statement
};
std::vector<EnvironmentSetting> environmentSettings(const PythonFile& file);

/// Whether a setting may turn something on: True, 1 or "1" among what the value can be.
const KnownValues::Value* turnsOn(const KnownValues& known);
/// Accepts values that a switch may have.
bool isSwitch(const NamedValue& value);
/// Whether known failures of graph capture are fixed for the target, so that graphs only need
/// verification.
bool graphsAreFixed(const TargetSettings& target);

/// A site of the rule with {note}; no edits yet.
PythonSite makeSite(const PythonInput& input, qint32 place, const QString& symbol,
                    const QString& note);
/// Removes the edits of a site if the program itself sets this for ROCm, at `node`: there is
/// nothing to gate then, and the site says what to do instead.
void leaveToRocmArm(const PythonInput& input, qint32 node, PythonSite& site);
/// Gates the whole statement around `place` so that it runs for CUDA only.
void gateWholeStatement(const PythonInput& input, qint32 place, PythonSite& site);

} // namespace rocport
