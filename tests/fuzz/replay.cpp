// Runs one fuzz target over files and folders of inputs, without libFuzzer. A fault ends the
// program as it would end the fuzzer; the name of the input is printed before.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr std::size_t kLargestInput = 256 * 1024;
/// An input that takes this long is a fault: all of them are small.
constexpr std::chrono::seconds kLongest{20};

bool runOne(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (bytes.size() > kLargestInput) {
        return true;
    }
    std::fprintf(stderr, "%s\n", path.c_str());
    const auto start = std::chrono::steady_clock::now();
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    return std::chrono::steady_clock::now() - start < kLongest;
}

} // namespace

int main(int argc, char** argv)
{
    std::vector<std::filesystem::path> inputs;
    for (int i = 1; i < argc; ++i) {
        if (!std::filesystem::is_directory(argv[i])) {
            inputs.emplace_back(argv[i]);
            continue;
        }
        for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[i])) {
            if (entry.is_regular_file()) {
                inputs.push_back(entry.path());
            }
        }
    }
    for (const std::filesystem::path& input : inputs) {
        if (!runOne(input)) {
            std::fprintf(stderr, "took longer than %lld s\n",
                         static_cast<long long>(kLongest.count()));
            return 1;
        }
    }
    std::printf("%zu inputs\n", inputs.size());
    return inputs.empty() ? 1 : 0;
}
