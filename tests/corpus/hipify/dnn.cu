#include <cuda_runtime.h>
#include <cudnn.h>
#include <stdio.h>
int main() {
  cudnnHandle_t h; cudnnTensorDescriptor_t x, y; cudnnFilterDescriptor_t w; cudnnConvolutionDescriptor_t c; cudnnPoolingDescriptor_t p; cudnnLRNDescriptor_t l; cudnnRNNDescriptor_t rn; cudnnDropoutDescriptor_t dr; size_t sz = 1; void *a = 0, *b = 0, *ws = 0; float al = 1, be = 0; int n; cudaStream_t st;
  cudnnCreate(&h);
  cudnnGetConvolutionForwardWorkspaceSize(h, x, w, c, y, CUDNN_CONVOLUTION_FWD_ALGO_GEMM, &sz);
  cudnnGetConvolutionBackwardDataWorkspaceSize(h, w, y, c, x, CUDNN_CONVOLUTION_BWD_DATA_ALGO_0, &sz);
  cudnnConvolutionForward(h, &al, x, a, w, b, c, CUDNN_CONVOLUTION_FWD_ALGO_GEMM, ws, sz, &be, y, a);
  cudnnConvolutionBackwardData(h, &al, w, a, y, b, c, CUDNN_CONVOLUTION_BWD_DATA_ALGO_0, ws, sz, &be, x, a);
  cudnnFindConvolutionForwardAlgorithmEx(h, x, a, w, b, c, y, a, 1, &n, 0, ws, sz);
  cudnnSetPooling2dDescriptor(p, CUDNN_POOLING_MAX, CUDNN_NOT_PROPAGATE_NAN, 1, 2, 3, 4, 5, 6);
  cudnnGetPooling2dDescriptor(p, 0, 0, &n, &n, &n, &n, &n, &n);
  cudnnSetPoolingNdDescriptor(p, CUDNN_POOLING_MAX, CUDNN_NOT_PROPAGATE_NAN, 2, &n, &n, &n);
  cudnnGetPoolingNdDescriptor(p, 2, 0, 0, &n, &n, &n, &n);
  cudnnSetLRNDescriptor(l, 1, 2.0, 3.0, 4.0);
  cudnnSoftmaxForward(h, CUDNN_SOFTMAX_FAST, CUDNN_SOFTMAX_MODE_CHANNEL, &al, x, a, &be, y, b);
  cudnnSoftmaxBackward(h, CUDNN_SOFTMAX_FAST, CUDNN_SOFTMAX_MODE_CHANNEL, &al, x, a, y, b, &be, y, b);
  cudnnSetRNNDescriptor_v6(h, rn, 1, 2, dr, CUDNN_LINEAR_INPUT, CUDNN_UNIDIRECTIONAL, CUDNN_LSTM, CUDNN_RNN_ALGO_STANDARD, CUDNN_DATA_FLOAT);
  cudnnRNNBackwardWeights(h, rn, 1, &x, a, x, a, &y, b, ws, sz, w, a, ws, sz);
  printf("cudnnCreate failed cudaFree ");
  cudnnDestroy(h);
}
