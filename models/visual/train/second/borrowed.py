"""MobileNet v1 (ImageNet) as a second teacher: what pictures in general have in common, which 53,000 of products cannot tell.

    python3 borrowed.py mobilenet_v1_1.0_224.tflite ../../../.training-data/mobilenet.npz

writes its weights as the training reads them. Only that step needs the package ai-edge-litert.
"""

import sys

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

STRIDES = (2, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1)
SIDE = 160
WIDTH = 1024


class Borrowed(nn.Module):
    """Pictures in [0, 1] → the pooled features, centred and of length 1."""

    def __init__(self, path):
        super().__init__()
        stored = np.load(path)
        self.layers = nn.ModuleList()
        for at, stride in enumerate(STRIDES):
            weight, bias = (torch.from_numpy(stored[f'{name}{at}'].astype(np.float32)) for name in ('w', 'b'))
            depthwise = at % 2 == 1
            layer = nn.Conv2d(weight.shape[0] if depthwise else weight.shape[1], weight.shape[0], weight.shape[2], stride,
                              groups=weight.shape[0] if depthwise else 1)
            layer.weight.data, layer.bias.data = weight, bias
            self.layers.append(layer)
        self.register_buffer('middle', torch.zeros(WIDTH))
        self.requires_grad_(False).eval()

    def pooled(self, x):
        x = F.interpolate(x, size=(SIDE, SIDE), mode='bilinear', align_corners=False) * 2 - 1
        for layer in self.layers:
            if layer.kernel_size[0] == 3:  # padded as TensorFlow does: at the end first
                x = F.pad(x, (0, 1, 0, 1) if layer.stride[0] == 2 else (1, 1, 1, 1))
            x = F.relu6(layer(x))
        return x.float().mean((2, 3))

    def forward(self, x):
        return F.normalize(self.pooled(x) - self.middle, dim=1)

    @torch.no_grad()
    def centre(self, views):
        self.middle.copy_(self.pooled(views).mean(0))


def convert(path, out):
    from ai_edge_litert.interpreter import Interpreter
    reader = Interpreter(path, experimental_preserve_all_tensors=True)
    reader.allocate_tensors()
    kept = {}
    layers = [one for one in reader._get_ops_details() if one['op_name'] in ('CONV_2D', 'DEPTHWISE_CONV_2D')][:len(STRIDES)]
    for at, layer in enumerate(layers):
        weight = reader.get_tensor(layer['inputs'][1])
        # Depthwise weights lie as [1, height, width, channels], the others as [outputs, height, width, inputs].
        weight = weight.transpose(3, 0, 1, 2) if layer['op_name'] == 'DEPTHWISE_CONV_2D' else weight.transpose(0, 3, 1, 2)
        kept[f'w{at}'], kept[f'b{at}'] = weight.astype(np.float16), reader.get_tensor(layer['inputs'][2]).astype(np.float32)
    np.savez(out, **kept)


if __name__ == '__main__':
    convert(sys.argv[1], sys.argv[2])
