"""Goes on from what `distil.py` leaves, with convolutions rounded as the served graph rounds them, until the answers are right again.

    python3 settle.py --data ../../../.training-data --trained out-distilled/pupil.pt --out out-settled --seconds 330

The network before rounding is the teacher. Normalization is folded into the convolutions first. Weights are rounded to seven bits, a scale for each output; what goes into a convolution
to eight bits of a range fixed at the start.
"""

import copy
from pathlib import Path

import torch
import torch.nn as nn

import distil

WEIGHT_STEPS, INPUT_STEPS = 63.0, 255.0
PERCENTILE = 0.9999
SETTLING = dict(rate=3e-4, decay=0.0, warm=0.05, mixed=0.15, ema=0.998, coarse=False)


def rounded(x, scale):
    """Rounds on the way forward; on the way back nothing happened."""
    return x + ((x / scale).round() * scale - x).detach()


class RoundedConv(nn.Conv2d):
    """A convolution whose weights and input are rounded. `low` and `high` are the range of the input."""

    def __init__(self, conv, norm=None):
        super().__init__(conv.in_channels, conv.out_channels, conv.kernel_size, conv.stride, conv.padding, bias=True)
        weight, bias = conv.weight.data, torch.zeros(conv.out_channels) if conv.bias is None else conv.bias.data
        if norm is not None:
            gain = norm.weight.data / (norm.running_var + norm.eps).sqrt()
            weight, bias = weight * gain[:, None, None, None], norm.bias.data + (bias - norm.running_mean) * gain
        self.weight.data, self.bias.data = weight.clone(), bias.clone()
        self.register_buffer('low', torch.zeros(()))
        self.register_buffer('high', torch.ones(()))
        self.watching, self.exact = False, False

    def forward(self, x):
        if self.watching:
            seen = x.float().flatten()
            seen = seen[torch.randint(len(seen), (1 << 22,), device=x.device)].sort().values
            self.low.copy_(seen[int(len(seen) * (1 - PERCENTILE))].clamp(max=0))
            self.high.copy_(seen[int(len(seen) * PERCENTILE)].clamp(min=1e-3))
        if self.exact:
            return super().forward(x)
        step = (self.high - self.low) / INPUT_STEPS
        x = rounded(torch.minimum(torch.maximum(x.float(), self.low), self.high), step)
        scale = self.weight.detach().abs().amax((1, 2, 3), keepdim=True).clamp(min=1e-8) / WEIGHT_STEPS
        return self._conv_forward(x, rounded(self.weight, scale), self.bias)


def fold(module):
    """Replaces each convolution, with the normalization after it, by a rounded one."""
    for name, child in module.named_children():
        if isinstance(child, nn.Sequential) and len(child) == 2 and isinstance(child[0], nn.Conv2d) and isinstance(child[1], nn.BatchNorm2d):
            setattr(module, name, RoundedConv(child[0], child[1]))
        elif isinstance(child, nn.Conv2d):
            setattr(module, name, RoundedConv(child))
        else:
            fold(child)
    return module


def settled(path):
    """The trained network with plain convolutions: rounding is then up to the graph."""
    pupil = fold(distil.Pupil(distil.nets.build('student')).eval())
    pupil.load_state_dict(distil.stored(path))
    for module in pupil.modules():
        if isinstance(module, RoundedConv):
            module.exact = True
    return pupil.eval()


@torch.no_grad()
def watch(pupil, pixels):
    """Takes the range of what goes into each convolution from these pictures."""
    convs = [module for module in pupil.modules() if isinstance(module, RoundedConv)]
    exact = [conv.exact for conv in convs]
    for conv in convs:
        conv.watching, conv.exact = True, True
    pupil((pixels[::3].float() / 255).contiguous(memory_format=torch.channels_last))
    for conv, was in zip(convs, exact):
        conv.watching, conv.exact = False, was


def main():
    distil.SETTINGS.update(SETTLING)
    options = distil.arguments('--trained')
    data = distil.prepare(options)
    exact = distil.Pupil(distil.nets.build('student'))
    exact.load_state_dict(distil.stored(options.trained))
    exact = exact.eval().requires_grad_(False).to(data.pixels.device).to(memory_format=torch.channels_last)
    pupil = fold(copy.deepcopy(exact).cpu())
    pupil.body.stem[0].exact = True  # as in the served graph
    pupil = pupil.requires_grad_(True).to(data.pixels.device).to(memory_format=torch.channels_last)
    for norm in (pupil.body.norm, pupil.body.middle_norm, pupil.body.low_norm):
        norm.requires_grad_(False)
    for head in (pupil.body.type_head, pupil.body.style_head, pupil.body.shade_head):
        head.requires_grad_(False)
    watch(pupil, distil.even_sample(data))
    print('before', distil.agreement(pupil, exact, data), flush=True)
    distil.save(distil.Training(data, exact, pupil, options).run(options), exact, data, Path(options.out))


if __name__ == '__main__':
    main()
