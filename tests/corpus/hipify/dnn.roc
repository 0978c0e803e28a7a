#include <hip/hip_runtime.h>
#include <miopen/miopen.h>
#include <stdio.h>
int main() {
  miopenHandle_t h; miopenTensorDescriptor_t x, y; miopenTensorDescriptor_t w; miopenConvolutionDescriptor_t c; miopenPoolingDescriptor_t p; miopenLRNDescriptor_t l; miopenRNNDescriptor_t rn; miopenDropoutDescriptor_t dr; size_t sz = 1; void *a = 0, *b = 0, *ws = 0; float al = 1, be = 0; int n; hipStream_t st;
  miopenCreate(&h);
  miopenConvolutionForwardGetWorkSpaceSize(h, w, x, c, y, &sz);
  miopenConvolutionBackwardDataGetWorkSpaceSize(h, y, w, c, x, &sz);
  miopenConvolutionForward(h, &al, x, a, w, b, c, miopenConvolutionFwdAlgoGEMM, &be, y, a, ws, sz);
  miopenConvolutionBackwardData(h, &al, y, b, w, a, c, miopenConvolutionBwdDataAlgoGEMM, &be, x, a, ws, sz);
  miopenFindConvolutionForwardAlgorithm(h, x, a, w, b, c, y, a, 1, &n, 0, ws, sz, true);
  miopenSet2dPoolingDescriptor(p, miopenPoolingMax, 1, 2, 3, 4, 5, 6);
  miopenGet2dPoolingDescriptor(p, 0, &n, &n, &n, &n, &n, &n);
  miopenSetNdPoolingDescriptor(p, miopenPoolingMax, 2, &n, &n, &n);
  miopenGetNdPoolingDescriptor(p, 2, 0, &n, &n, &n, &n);
  miopenSetLRNDescriptor(l, miopenLRNCrossChannel, 1, 2.0, 3.0, 4.0);
  miopenSoftmaxForward_V2(h, &al, x, a, &be, y, b, CUDNN_SOFTMAX_FAST, CUDNN_SOFTMAX_MODE_CHANNEL);
  miopenSoftmaxBackward_V2(h, &al, x, a, y, b, &be, y, b, CUDNN_SOFTMAX_FAST, CUDNN_SOFTMAX_MODE_CHANNEL);
  miopenSetRNNDescriptor_V2(rn, 1, 2, dr, miopenRNNlinear, miopenRNNunidirection, miopenLSTM, miopenRNNdefault, miopenFloat);
  miopenRNNBackwardWeights(h, rn, 1, &x, a, x, a, &y, b, w, a, ws, sz, ws, sz);
  printf("miopenCreate failed  ");
  miopenDestroy(h);
}
