#include "core/rules/build/mesonoptions.h"

#include "core/rules/build/buildcmakeswitch.h"
#include "core/rules/namesrocm.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>

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

namespace {

/// The option that has to be on where a condition holds; empty: none that is plain.
std::string_view optionOf(const MesonFile& file, const MesonStatement& condition)
{
    std::string_view option;
    for (size_t i = condition.first + 1; i < condition.last; ++i) {
        const MesonToken& token = file.tokens().at(i);
        if (token.is("not") || token.is("or") || token.is("disabled") || token.isSign('=') ||
            token.isSign('!') || token.isSign('?') || token.isSign('<') || token.isSign('>')) {
            return {};
        }
        if (option.empty()) {
            option = mesonOptionAt(file.tokens(), i);
        }
    }
    return option;
}

/// Whether a value is the option of that macro and nothing else: `get_option('use_hip')` for
/// "USE_HIP", up to the bracket that closes the call around it.
bool isOptionAlone(const MesonFile& file, size_t at, std::string_view macro)
{
    const std::string_view option = mesonOptionAt(file.tokens(), at);
    return !option.empty() && mesonMacroOf(option) == macro && file.tokens().at(at + 4).isSign(')');
}

} // namespace

std::string mesonMacroOf(std::string_view option)
{
    std::string macro(option);
    std::transform(macro.begin(), macro.end(), macro.begin(), [](unsigned char c) {
        return c == '-' ? '_' : static_cast<char>(std::toupper(c));
    });
    return macro;
}

void forRocmOptions(const MesonFile& file, const std::function<void(size_t, std::string_view)>& use)
{
    const auto& statements = file.tokens().statements();
    std::vector<std::string_view> options(statements.size()); // that are on, arms by their begins
    for (size_t i = 0; i < statements.size(); ++i) {
        const MesonPlace& place = file.place(i);
        const MesonToken& word = file.tokens().at(statements[i].first);
        const bool asks = word.is("if") || (word.is("elif") && place.depth > 0);
        const std::string_view option = asks ? optionOf(file, statements[i]) : std::string_view();
        if (namesRocm(option)) {
            options[i] = option;
        } else if (place.arm >= 0) {
            options[i] = options[static_cast<size_t>(place.arm)];
        }
        use(i, options[i]);
    }
}

void forMesonDefinitions(const MesonFile& file, const MesonStatement& statement,
                         const std::function<void(std::string_view, bool)>& use)
{
    for (size_t i = statement.first; i < statement.last; ++i) {
        const MesonToken& token = file.tokens().at(i);
        const MesonToken& before = file.tokens().at(i - (i > 0 ? 1 : 0));
        const MesonToken& method = file.tokens().at(i - (i > 1 ? 2 : 0));
        if (token.kind != MesonToken::Kind::Text) {
            continue;
        }
        if (token.text.starts_with("-D")) {
            const bool isWhole = !token.formatted && !file.tokens().at(i + 1).isSign('+') &&
                                 !file.tokens().at(i + 1).isSign('.');
            const std::string_view text = token.text.substr(2);
            use(isWhole ? std::string(text) : std::string(text.substr(0, text.find('='))) + "=?",
                false);
        } else if (before.isSign('(') && (method.is("set") || method.is("set10"))) {
            // A truth defines the name or leaves it undefined; set10() gives it 0 or 1, and so does
            // set() with a number.
            const MesonToken& value = file.tokens().at(i + 2);
            const bool isWritten =
                (value.is("true") || value.is("1")) && file.tokens().at(i + 3).isSign(')');
            const bool isFilled = method.is("set") && file.tokens().at(i + 1).isSign(',');
            const bool isAsked = isFilled && isOptionAlone(file, i + 2, token.text);
            use(std::string(token.text) + ((isFilled && isWritten) || isAsked ? "" : "=?"),
                isAsked);
        } else if (file.tokens().at(i + 1).isSign(':')) { // {'USE_HIP': …}, which is not followed
            use(std::string(token.text) + "=?", false);
        }
    }
}

QByteArray mesonOptionThatDefines(const MesonFile& file, std::string_view macro)
{
    std::set<std::string_view> options;
    forRocmOptions(file, [&](size_t index, std::string_view option) {
        forMesonDefinitions(file, file.statement(index), [&](std::string_view one, bool /*asked*/) {
            if (one.substr(0, one.find('=')) == macro) {
                options.insert(option);
            }
        });
    });
    return options.size() == 1 ? toBytes(*options.begin()) : QByteArray();
}

bool namesCudaSwitch(const MesonOption& option)
{
    QByteArray name = option.name;
    name.replace('-', '_');
    return name.compare("cuda", Qt::CaseInsensitive) == 0 || namesCudaSwitch(viewOf(name));
}

} // namespace rocport
