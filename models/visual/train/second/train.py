"""Trains the visual encoder that is shipped.

    python3 train.py --data ../../../.training-data --out out --seconds 480

The schedule runs on the clock, so the same command fits any GPU; what was spent is printed. A held-out 4 % of the pictures measures
it; nothing else is looked at.
"""

import argparse
import copy
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

import augment
import export
import nets
from borrowed import WIDTH, Borrowed
from data import KIN, UNKNOWN, load
from losses import any_view_loss, same_picture_loss, set_loss, taught_loss
from measure import measure

BEGAN = time.time()
SETTINGS = dict(side=96, batch=384, rate=2e-3, decay=0.05, warm=0.04, smooth=0.1, ema=0.998,
                type_scale=18.0, type_margin=0.1, colour_scale=12.0, temperature=0.08, shade_temperature=0.1,
                close_type=0.4, style=0.5, shade=0.4, colour=0.3, joint=0.5, borrowed=1.0)
SHARES = (1.0, 0.9, 0.7)  # of type, style and shade where they are compared together
NAMES = ('type', 'style', 'shade', 'colour', 'joint', 'borrowed')
PACE = 20  # steps between two looks at the clock


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', required=True)
    parser.add_argument('--out', required=True)
    parser.add_argument('--seconds', type=float, required=True, help='from the start of the program to the end of the training')
    parser.add_argument('--every', type=int, default=1, help='take every n-th picture only')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--set', nargs='*', default=[], help='other settings, as name=number')
    return parser.parse_args()


def main():
    options = arguments()
    for change in options.set:
        name, value = change.split('=')
        SETTINGS[name] = type(SETTINGS[name])(value)
    torch.manual_seed(options.seed)
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision('high')
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    began = time.time()
    data = load(options.data, device, options.every)
    data.photo_numbers = torch.nonzero(data.photo & ~data.held_out).squeeze(1)
    print(f'{len(data.pixels)} pictures, {int(data.plain.sum())} on a plain background, {len(data.type_names)} types, '
          f'{len(data.colour_names)} colours, {len(data.kin)} groups, read in {time.time() - began:.0f} s', flush=True)
    borrowed = Borrowed(Path(options.data) / 'mobilenet.npz').to(device).to(memory_format=torch.channels_last)
    sample = data.pixels[torch.randint(len(data.pixels), (1024,), device=device)].float() / 255
    borrowed.centre(sample)
    training = Training(data, borrowed)
    net = training.run(options)
    torch.save({name: value.half() if value.is_floating_point() else value for name, value in net.state_dict().items()}, out / 'student.pt')
    torch.save(training.lent.weight.detach().half().cpu(), out / 'lent.pt')
    print(measure(net, data, SETTINGS['side']), flush=True)
    export.write(net, out, SETTINGS['side'])


class Training:
    def __init__(self, data, borrowed):
        self.data, self.borrowed = data, borrowed
        self.device = device = data.pixels.device
        self.net = nets.build('student').to(device).to(memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.net).eval()
        self.types = nets.Proxies(len(data.type_names), nets.HEADS['type'], SETTINGS['type_scale'], SETTINGS['type_margin']).to(device)
        self.colours = nets.Proxies(len(data.colour_names), nets.HEADS['shade'], SETTINGS['colour_scale'], 0.0).to(device)
        self.lent = nn.Linear(self.net.style_head.in_features, WIDTH, bias=False).to(device)
        self.weights = [weight for part in (self.net, self.types, self.colours, self.lent) for weight in part.parameters()]
        groups = [dict(params=[weight for weight in self.weights if weight.ndim > 1], weight_decay=SETTINGS['decay']),
                  dict(params=[weight for weight in self.weights if weight.ndim <= 1], weight_decay=0)]
        on_gpu = device.type == 'cuda'
        rate = torch.tensor(0.0, device=device) if on_gpu else 0.0
        self.optimizer = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), fused=on_gpu, capturable=on_gpu)
        self.shades = torch.cat([torch.eye(len(data.colour_names)), torch.zeros(1, len(data.colour_names))]).to(device)  # UNKNOWN is the last
        self.numbers = torch.zeros(SETTINGS['batch'], dtype=torch.long, device=device)
        self.sums = torch.zeros(len(NAMES), device=device)
        half = SETTINGS['batch'] // 2
        self.kinds = augment.each([(augment.CALM, 2 * half), (augment.CLOSE, 2 * half), (augment.WILD, half), (augment.DYED, half)], device)
        built = (lambda part: torch.compile(part, dynamic=False)) if on_gpu else (lambda part: part)
        self.view, self.levels, self.pooled = built(augment.view), built(self.net.levels), built(borrowed.pooled)
        chosen = (data.weights * ~data.held_out).double().cpu().numpy()
        self.drawn = np.cumsum(chosen) / chosen.sum()
        groups = np.sqrt([len(numbers) for numbers in data.kin])
        self.groups = groups / groups.sum()
        self.random = np.random.default_rng(1)

    def run(self, options):
        print(f'{sum(weight.numel() for weight in self.net.parameters()) / 1e6:.2f} M weights', flush=True)
        play = self.recorded() if self.device.type == 'cuda' else self.step
        began, step, progress = time.time(), 0, 0.0
        seconds = max(5.0, options.seconds - (began - BEGAN))
        print(f'{began - BEGAN:.0f} s until the first step', flush=True)
        while progress < 1:
            self.set_rate(SETTINGS['rate'] * min(progress / SETTINGS['warm'] + 0.01, 0.5 + 0.5 * math.cos(math.pi * progress)))
            self.numbers.copy_(torch.from_numpy(self.draw()), non_blocking=True)
            play()
            step += 1
            if step % PACE == 0 or self.device.type == 'cpu':  # reading the sums waits for the GPU, so the clock is true
                shown = (self.sums / PACE).tolist()
                self.sums.zero_()
                progress = (time.time() - began) / seconds
                if step % 400 == 0 or progress >= 1:
                    told = ' '.join(f'{name} {value:.3f}' for name, value in zip(NAMES, shown))
                    print(f'{step} {progress:.2f} {told} {step * SETTINGS["batch"] * 3 / (time.time() - began):.0f} views/s', flush=True)
        return self.average

    def set_rate(self, rate):
        for group in self.optimizer.param_groups:
            if torch.is_tensor(group['lr']):
                group['lr'].fill_(rate)
            else:
                group['lr'] = rate

    def draw(self):
        """Hard batches: half of each are groups of one label (and one colour), which only style tells apart; the rest is drawn from all."""
        batch = SETTINGS['batch']
        chosen = self.random.choice(len(self.groups), batch // 2 // KIN, p=self.groups)
        alike = [self.random.choice(self.data.kin[group], KIN, replace=False) for group in chosen]
        rest = np.searchsorted(self.drawn, self.random.random(batch - KIN * len(alike)))
        return np.concatenate([*alike, np.minimum(rest, len(self.drawn) - 1)])

    def recorded(self):
        """One step as a graph of GPU work: played again without the CPU, three times as fast."""
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            for _ in range(12):
                self.set_rate(1e-5)
                self.numbers.copy_(torch.from_numpy(self.draw()))
                self.step()
        torch.cuda.current_stream().wait_stream(aside)
        self.average.load_state_dict(self.net.state_dict())
        self.sums.zero_()
        self.optimizer.zero_grad(set_to_none=True)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.step()
        return graph.replay

    def step(self):
        losses = self.losses()
        weights = [1.0, *(SETTINGS[name] for name in NAMES[1:])]
        self.optimizer.zero_grad(set_to_none=True)
        sum(weight * loss for weight, loss in zip(weights, losses)).backward()
        torch.nn.utils.clip_grad_norm_(self.weights, 2.0)
        self.optimizer.step()
        self.follow()
        self.sums += torch.stack([one.detach().float() for one in losses])

    def losses(self):
        """Three views of each picture: calm (a), close up (b), and with other colours or as a phone may take it (c)."""
        data, numbers, side, count = self.data, self.numbers, SETTINGS['side'], SETTINGS['batch']
        views, other_colour = self.view(data, numbers.repeat(3), side, self.kinds)
        views = views.contiguous(memory_format=torch.channels_last)
        with torch.autocast(self.device.type, torch.bfloat16, cache_enabled=False):
            levels = self.levels(views)
            lent = F.normalize(self.lent(levels[1][:2 * count]).float(), dim=1)
            with torch.no_grad():
                lender = F.normalize(self.pooled(views[:2 * count]) - self.borrowed.middle, dim=1)
        types, styles, shades = self.net.answer(*levels)
        meant, named = data.types[numbers], self.shades[data.colours[numbers]]
        smooth, (a, b, c) = SETTINGS['smooth'], (slice(0, count), slice(count, 2 * count), slice(2 * count, 3 * count))
        type_loss = set_loss(self.types, torch.cat([types[a], types[c]]), meant.repeat(2, 1), smooth)
        type_loss = type_loss + SETTINGS['close_type'] * set_loss(self.types, types[b], meant, smooth)
        style_loss = same_picture_loss(styles[a], styles[c], numbers, SETTINGS['temperature'])
        shade_loss = same_picture_loss(shades[a], shades[b], numbers, SETTINGS['shade_temperature'], shades[c], other_colour[c])
        colour_loss = set_loss(self.colours, shades[:2 * count], named.repeat(2, 1), smooth)
        # What it is is not to be bent by telling one from another of its kind.
        together = F.normalize(torch.cat([share * part for share, part in zip(SHARES, (types.detach(), styles, shades))], 1), dim=1)
        joint_loss = any_view_loss([together[a], together[b], together[c]], numbers, SETTINGS['temperature'])
        return type_loss, style_loss, shade_loss, colour_loss, joint_loss, taught_loss(lent, lender)

    @torch.no_grad()
    def follow(self):
        """The moving average of the weights, which is what is shipped."""
        pairs = [(a, b) for a, b in zip(self.average.state_dict().values(), self.net.state_dict().values()) if a.dtype.is_floating_point]
        torch._foreach_lerp_([a for a, _ in pairs], [b for _, b in pairs], 1 - SETTINGS['ema'])


if __name__ == '__main__':
    main()
