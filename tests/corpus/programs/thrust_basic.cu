// compile with --extended-lambda
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <iostream>

struct Saxpy {
    float a;
    __host__ __device__ float operator()(float x, float y) const { return a * x + y; }
};

int main()
{
    thrust::host_vector<float> h(1000, 1.0f);
    thrust::device_vector<float> x = h, y(1000);
    thrust::sequence(y.begin(), y.end());
    thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), Saxpy{2.0f});
    float sum = thrust::reduce(y.begin(), y.end(), 0.0f, thrust::plus<float>());
    thrust::sort(thrust::device, y.begin(), y.end(), thrust::greater<float>());
    thrust::copy(y.begin(), y.begin() + 10, h.begin());
    float* raw = thrust::raw_pointer_cast(y.data());
    cudaMemset(raw, 0, 40);
    auto first = thrust::make_counting_iterator(0);
    int odd = thrust::count_if(first, first + 100, [] __device__(int i) { return i % 2 == 1; });
    std::cout << sum << ' ' << h[0] << ' ' << odd << '\n';
}
