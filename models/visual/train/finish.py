"""Makes the graph that is served from what `settle.py` leaves: fewer numbers, and convolutions that multiply 8-bit integers.

    python3 finish.py --data ../../../.training-data --trained out-settled/pupil.pt --out ../encoder.onnx

Twelve pictures of each label say how strong each direction is and which range of numbers each layer must hold. Needs no GPU.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn as nn
import torch.nn.functional as F
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

sys.path.insert(0, str(Path(__file__).resolve().parent / 'second'))

from data import decode, read_index  # noqa: E402
from distil import OF_EACH  # noqa: E402
from settle import settled  # noqa: E402

TYPE, STYLE = 80, 64
FLAT = 0.3  # how far strong directions are held down, once more
CALIBRATED = 13  # every n-th picture of the sample


class Served(nn.Module):
    """Pixels as they come out of a decoder, [B, 96, 96, 3] bytes, to the unit vectors of type and style side by side."""

    def __init__(self, pupil, sample):
        super().__init__()
        self.body = pupil.body
        found = [torch.cat(parts) for parts in zip(*[pupil(part) for part in sample.split(64)])]
        self.type_head = shortened(pupil.type_head, TYPE, found[0])
        self.style_head = shortened(pupil.style_head, STYLE, found[1])

    def forward(self, pixels):
        features, details, _ = self.body.levels(pixels.permute(0, 3, 1, 2).float() / 255)
        return torch.cat([F.normalize(self.type_head(features), dim=1), F.normalize(self.style_head(details), dim=1)], 1)


def shortened(head, kept, found):
    scale = F.normalize(found[:, :kept], dim=1).std(0) ** -FLAT
    short = nn.Linear(head.in_features, kept)
    short.weight.data, short.bias.data = head.weight.data[:kept] * scale[:, None], head.bias.data[:kept] * scale
    return short


class Sample(CalibrationDataReader):
    def __init__(self, pixels):
        self.rest = iter(pixels)

    def get_next(self):
        picture = next(self.rest, None)
        return None if picture is None else {'pixels': picture[None]}


@torch.no_grad()
def main():
    parser = argparse.ArgumentParser()
    for name in ('--data', '--trained', '--out'):
        parser.add_argument(name, required=True)
    options = parser.parse_args()
    pupil = settled(options.trained)
    pixels = sample(options.data)
    served = Served(pupil, torch.from_numpy(pixels).permute(0, 3, 1, 2).float() / 255).eval()
    with tempfile.TemporaryDirectory() as folder:
        exact, prepared = f'{folder}/exact.onnx', f'{folder}/prepared.onnx'
        torch.onnx.export(served, (torch.from_numpy(pixels[:2]),), exact, input_names=['pixels'], output_names=['vectors'], opset_version=17,
                          dynamic_axes={'pixels': {0: 'batch'}, 'vectors': {0: 'batch'}}, dynamo=False)
        quant_pre_process(exact, prepared, skip_symbolic_shape=True)
        # The first layer stays exact: it is small, and one channel of it would spoil the range of the others.
        stem = [node.name for node in onnx.load(prepared).graph.node if node.op_type == 'Conv' and 'stem' in node.name]
        # Seven bits of weight: on processors that add two products in 16 bits, eight would run over.
        quantize_static(prepared, options.out, Sample(pixels[::CALIBRATED]), quant_format=QuantFormat.QDQ, op_types_to_quantize=['Conv'],
                        nodes_to_exclude=stem, per_channel=True, reduce_range=True, weight_type=QuantType.QInt8,
                        activation_type=QuantType.QUInt8, calibrate_method=CalibrationMethod.Percentile,
                        extra_options={'CalibPercentile': 99.999})
        check(exact, options.out, pixels[3::CALIBRATED])


def check(exact, small, pixels):
    import onnxruntime
    wanted, given = (onnxruntime.InferenceSession(path, providers=['CPUExecutionProvider']).run(None, {'pixels': pixels})[0] for path in (exact, small))
    parts = (slice(0, TYPE), slice(TYPE, TYPE + STYLE))
    print('cosine to the exact graph', [round(float((wanted[:, part] * given[:, part]).sum(1).mean()), 4) for part in parts], Path(small).stat().st_size, 'bytes')


def sample(folder):
    rows = read_index(folder)
    parts = [(Path(folder) / f'images-{part}.bin').read_bytes() for part in range(3)]
    labels = np.array([f'{row[3]}:{row[4]}' for row in rows])
    random = np.random.default_rng(0)
    chosen = np.concatenate([random.permutation(np.flatnonzero(labels == label))[:OF_EACH] for label in np.unique(labels)])
    files = [parts[int(row[0])][int(row[1]):int(row[1]) + int(row[2])] for row in (rows[at] for at in chosen)]
    return np.stack([decode(data)[0] for data in files]).transpose(0, 2, 3, 1).copy()


if __name__ == '__main__':
    main()
