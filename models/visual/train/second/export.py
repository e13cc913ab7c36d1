"""Writes the trained encoder as ONNX: exact (float32), and small (weights as int8 with a scale per output)."""

import json
import time

import numpy as np
import onnx
import torch
import torch.nn as nn
from onnx import helper, numpy_helper

import nets


class Served(nn.Module):
    """Takes pixels as they come out of an image decoder: [B, H, W, 3] uint8. Gives the unit vectors side by side."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, pixels):
        x = pixels.permute(0, 3, 1, 2).float() / 255
        return torch.cat(self.net(x), 1)


def write(net, out, side, widths=tuple(nets.HEADS.values())):
    served = Served(net.float().cpu().eval().to(memory_format=torch.contiguous_format)).eval()
    example = torch.randint(0, 255, (2, side, side, 3), dtype=torch.uint8)
    torch.onnx.export(served, (example,), str(out / 'visual-fp32.onnx'), input_names=['pixels'], output_names=['vectors'], opset_version=17,
                      dynamic_axes={'pixels': {0: 'batch', 1: 'height', 2: 'width'}, 'vectors': {0: 'batch'}}, dynamo=False)
    small = pack(onnx.load(str(out / 'visual-fp32.onnx')))
    onnx.save(small, str(out / 'visual-int8.onnx'))
    check(served, out, side, widths)


def pack(model):
    """Stores large weights as int8; Cast and Mul give them back, which the runtime does once while loading."""
    graph = model.graph
    users = {}
    for node in graph.node:
        for at, name in enumerate(node.input):
            users.setdefault(name, []).append((node, at))
    kept, added, nodes = [], [], []
    for tensor in graph.initializer:
        value = numpy_helper.to_array(tensor)
        if value.dtype != np.float32 or value.size < 2048 or tensor.name not in users:
            kept.append(tensor)
            continue
        node, _ = users[tensor.name][0]
        axis = 1 if node.op_type in ('MatMul',) else 0
        rest = tuple(at for at in range(value.ndim) if at != axis)
        scale = np.maximum(np.abs(value).max(axis=rest, keepdims=True), 1e-9).astype(np.float32) / 127
        added += [numpy_helper.from_array(np.round(value / scale).astype(np.int8), tensor.name + '.int8'),
                  numpy_helper.from_array(scale, tensor.name + '.scale')]
        nodes += [helper.make_node('Cast', [tensor.name + '.int8'], [tensor.name + '.cast'], to=onnx.TensorProto.FLOAT),
                  helper.make_node('Mul', [tensor.name + '.cast', tensor.name + '.scale'], [tensor.name])]
    old = list(graph.node)
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept + added)
    graph.node.extend(nodes + old)
    return model


def check(served, out, side, widths):
    import onnxruntime
    pixels = torch.randint(0, 255, (64, side // 8, side // 8, 3), dtype=torch.uint8).repeat_interleave(8, 1).repeat_interleave(8, 2)
    with torch.no_grad():
        exact = served(pixels).numpy()
    report = {}
    for name in ('visual-fp32', 'visual-int8'):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        session = onnxruntime.InferenceSession(str(out / f'{name}.onnx'), options, providers=['CPUExecutionProvider'])
        given = session.run(None, {'pixels': pixels.numpy()})[0]
        one = np.random.randint(0, 255, (1, side, side, 3), dtype=np.uint8)
        times = []
        for _ in range(30):
            began = time.perf_counter()
            session.run(None, {'pixels': one})
            times.append(time.perf_counter() - began)
        start, cosines = 0, []
        for width in widths:
            cosines.append(float((given[:, start:start + width] * exact[:, start:start + width]).sum(1).mean()))
            start += width
        report[name] = {'bytes': (out / f'{name}.onnx').stat().st_size, 'cosine to torch': [round(one, 4) for one in cosines], f'ms at {side}': round(sorted(times)[15] * 1000, 2)}
    (out / 'export.json').write_text(json.dumps(report, indent=1))
    print({name: report[name] for name in ('visual-fp32', 'visual-int8')}, flush=True)
