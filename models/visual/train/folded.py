"""The encoder that is shipped, back in PyTorch: convolutions with their normalization folded in, one matrix a head."""

import numpy as np
import onnx
import torch
import torch.nn as nn
import torch.nn.functional as F
from onnx import numpy_helper

from nets import gem

DEPTHS = (2, 2, 2, 1)


class FoldedBlock(nn.Module):
    def __init__(self, take, first):
        super().__init__()
        stride = 2 if first else 1
        self.first, self.second = take(stride), take(1)
        self.down, self.up = take(1), take(1)
        self.skip = take(1) if first else None

    def forward(self, x):
        branch = self.second(F.relu(self.first(x)))
        branch = branch * torch.sigmoid(self.up(F.relu(self.down(branch.mean((2, 3), keepdim=True)))))
        if self.skip is not None:
            x = self.skip(F.avg_pool2d(x, 2, 2, ceil_mode=True))
        return F.relu(x + branch)


class Folded(nn.Module):
    def __init__(self, path):
        super().__init__()
        tensors, nodes = read(path)
        convolutions = iter([node for node in nodes if node.op_type == 'Conv'])

        def take(stride):
            weight, bias = (torch.from_numpy(tensors[name].copy()) for name in next(convolutions).input[1:])
            made = nn.Conv2d(weight.shape[1], weight.shape[0], weight.shape[2], stride, weight.shape[2] // 2)
            made.weight.data, made.bias.data = weight, bias
            return made

        self.stem = take(2)
        self.blocks = nn.ModuleList([FoldedBlock(take, at == 0) for depth in DEPTHS for at in range(depth)])
        for name in ('norm', 'middle_norm', 'low_norm'):
            scale, shift = normalization(tensors, name)
            self.register_buffer(f'{name}_scale', scale)
            self.register_buffer(f'{name}_shift', shift)
        products = [node.input[1] for node in nodes if node.op_type == 'MatMul']
        heads = [torch.from_numpy(tensors[name].copy()) for name in products]
        if len(heads) == 5:  # the shortened graph: the directions are taken into the heads
            widths = np.cumsum([0] + [head.shape[1] for head in heads[:3]])
            heads = [heads[0] @ heads[3][widths[0]:widths[1]], heads[1] @ heads[4][widths[1]:widths[2]], heads[2]]
        self.heads = nn.ParameterList([nn.Parameter(head) for head in heads[:2]])

    def forward(self, x):
        """x in [0, 1], [B, 3, H, W] → the unit vectors of type and style."""
        details, _ = self.features(x)
        return self.answers(details)

    def answers(self, details):
        with torch.autocast(details.device.type, enabled=False):
            return tuple(F.normalize(given.float() @ head, dim=1) for given, head in zip((details[:, :self.heads[0].shape[0]], details), self.heads))

    def features(self, x):
        """What type and style are read from, and the plain means of the first layers."""
        x = F.relu(self.stem((x - 0.5) * 4))
        low = [x.mean((2, 3))]
        for at, block in enumerate(self.blocks):
            x = block(x)
            if at == DEPTHS[0] - 1:
                low.append(x.mean((2, 3)))
            if at == sum(DEPTHS[:3]) - 1:
                middle = gem(x.float())
        features = gem(x.float()) * self.norm_scale + self.norm_shift
        details = torch.cat([features, middle * self.middle_norm_scale + self.middle_norm_shift], 1)
        return details, torch.cat(low, 1).float() * self.low_norm_scale + self.low_norm_shift

    def take_weights(self, path):
        """Those of a served graph of the same shape, its integers as the numbers they stand for."""
        tensors, _ = read(path)
        self.load_state_dict({name: torch.from_numpy(tensors[f'net.{name}'].copy()) for name in self.state_dict()})


class Gated(nn.Module):
    """
    The encoder, and how sure it is that there is no product. That takes the place of the weakest direction of each part: products lie at
    0 there and keep their distances, a picture of nothing turns away from all of them.
    """

    def __init__(self, folded):
        super().__init__()
        self.folded = folded
        self.doubt = nn.Sequential(nn.Linear(folded.heads[1].shape[0] + folded.low_norm_scale.shape[0], 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, x):
        """Unit vectors of type and style without their last number, and the logit of there being nothing."""
        details, low = self.folded.features(x)
        with torch.autocast(x.device.type, enabled=False):
            doubt = self.doubt(torch.cat([details.float(), low.float()], 1))[:, 0]
        return (*(F.normalize(part[:, :-1], dim=1) for part in self.folded.answers(details)), doubt)


def read(path):
    """Weights by name, in floats, and the nodes that are left."""
    graph = onnx.load(path).graph
    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for name in [name for name in tensors if name.endswith('.int8')]:
        whole = name.removesuffix('.int8')
        tensors[whole] = tensors[name].astype(np.float32) * tensors[f'{whole}.scale']
    for name in [name for name in tensors if name.endswith('_quantized')]:
        whole = name.removesuffix('_quantized')
        # Weights and biases are named in two ways.
        stem = whole if f'{whole}_scale' in tensors else name
        scale, zero = tensors[f'{stem}_scale'], tensors[f'{stem}_zero_point']
        shape = (-1,) + (1,) * (tensors[name].ndim - 1)
        tensors[whole] = (tensors[name].astype(np.float32) - zero.reshape(shape)) * scale.reshape(shape)
    # Those that `lighten.py` repeats count a quarter each.
    for name in [node.input[0] for node in graph.node if node.op_type == 'Tile']:
        tensors[name.removesuffix('_quantized')] *= 4
    return tensors, list(graph.node)


def normalization(tensors, name):
    weight, bias, mean, variance = (torch.from_numpy(tensors[f'net.{name}.{part}'].copy()) for part in ('weight', 'bias', 'running_mean', 'running_var'))
    scale = weight / (variance + 1e-5).sqrt()
    return scale, bias - mean * scale
