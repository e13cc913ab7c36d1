"""Makes the graph that is served from the trained one: convolutions that multiply integers.

    python3 quantize.py --data ../../../.training-data --trained out/distilled.onnx --out ../encoder.onnx

The ranges of the values are those of 256 pictures, all but one in 100,000 of them. The stem stays exact: it costs
little and loses most. Seven bits of weight, because processors without the newer instructions add two products in 16 bits.
Needs no GPU: half a minute on one core.
"""

import argparse
import tempfile
from pathlib import Path

import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from data import decode, read_index, read_parts

PICTURES, BATCH, PERCENTILE = 256, 16, 99.999
OF_EACH = 12  # pictures of each label, so that small groups count as much as large ones


def sample(folder):
    rows = read_index(folder)
    parts = read_parts(folder)
    labels = np.array([f'{row[3]}:{row[4]}' for row in rows])
    random = np.random.default_rng(0)
    chosen = np.concatenate([random.permutation(np.flatnonzero(labels == label))[:OF_EACH] for label in np.unique(labels)])
    files = [parts[int(row[0])][int(row[1]):int(row[1]) + int(row[2])] for row in (rows[at] for at in chosen)]
    return np.stack([decode(data)[0] for data in files]).transpose(0, 2, 3, 1).copy()


class Pictures(CalibrationDataReader):
    def __init__(self, pixels):
        self.batches = iter(np.array_split(pixels, len(pixels) // BATCH))

    def get_next(self):
        batch = next(self.batches, None)
        return None if batch is None else {'pixels': batch}


def main():
    parser = argparse.ArgumentParser()
    for name in ('--data', '--trained', '--out'):
        parser.add_argument(name, required=True)
    options = parser.parse_args()
    pixels = sample(options.data)
    pixels = pixels[np.random.default_rng(0).permutation(len(pixels))[:PICTURES]]
    with tempfile.TemporaryDirectory() as folder:
        prepared = str(Path(folder) / 'prepared.onnx')
        quant_pre_process(options.trained, prepared, skip_symbolic_shape=True)
        convolutions = [node.name for node in onnx.load(prepared).graph.node if node.op_type == 'Conv']
        exact = [name for name in convolutions if '/stem' in name]
        quantize_static(prepared, options.out, Pictures(pixels), quant_format=QuantFormat.QDQ, op_types_to_quantize=['Conv'], per_channel=True,
                        reduce_range=True, activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, nodes_to_exclude=exact,
                        calibrate_method=CalibrationMethod.Percentile, extra_options={'CalibPercentile': PERCENTILE})


if __name__ == '__main__':
    main()
