#include "core/rules/build/mesonoptions.h"

#include "core/rules/build/buildcmakeswitch.h"
#include "core/text/bytes.h"

namespace rocport {

std::vector<MesonOption> mesonOptions(const MesonFile& file)
{
    constexpr size_t kMost = 1000;
    std::vector<MesonOption> options;
    const auto textOf = [&](const MesonArgument* argument) -> const MesonToken* {
        const bool isOne = argument != nullptr && argument->last == argument->first + 1;
        const MesonToken* token = isOne ? &file.tokens().at(argument->first) : nullptr;
        return token != nullptr && !token->formatted ? token : nullptr;
    };
    for (const MesonCall& call : file.calls()) {
        const MesonToken* name = textOf(call.positional(0));
        const MesonToken* type = textOf(call.keyword("type"));
        const MesonArgument* given = call.keyword("value");
        const MesonToken* value = textOf(given);
        const bool isSwitch =
            type != nullptr && (type->isText("boolean") || type->isText("feature"));
        if (call.name != "option" || call.isMethod || name == nullptr ||
            name->kind != MesonToken::Kind::Text || !isSwitch ||
            (given != nullptr && value == nullptr) || options.size() >= kMost) {
            continue;
        }
        MesonOption option;
        option.name = toBytes(name->text);
        option.isFeature = type->isText("feature");
        // Without a value an option is on, and a feature hangs on what is found.
        option.isOn = value == nullptr ? !option.isFeature
                                       : value->text == "true" || value->text == "enabled";
        option.isAuto = option.isFeature && (value == nullptr || value->text == "auto");
        option.range = call.range;
        options.push_back(option);
    }
    return options;
}

bool namesCudaSwitch(const MesonOption& option)
{
    QByteArray name = option.name;
    name.replace('-', '_');
    return name.compare("cuda", Qt::CaseInsensitive) == 0 || namesCudaSwitch(viewOf(name));
}

} // namespace rocport
