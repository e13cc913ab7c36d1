"""A training whose step is recorded once and played again: the GPU does not wait for Python, three times as fast."""

import argparse
import copy
import math
import time
from pathlib import Path

import numpy as np
import torch

from data import KIN, load

PACE = 20  # steps between two looks at the clock
ROUNDS = 12  # before recording: libraries choose their algorithms then


def prepare(settings, *files):
    """Options of the command line, the pictures, and the folder for what is made. `files`: further options that must be given."""
    parser = argparse.ArgumentParser()
    for name in ('--data', '--out', *files):
        parser.add_argument(name, required=True)
    parser.add_argument('--seconds', type=float, required=True)
    parser.add_argument('--every', type=int, default=1, help='take every n-th picture only')
    parser.add_argument('--batch', type=int, default=settings['batch'])
    options = parser.parse_args()
    settings['batch'] = options.batch
    torch.manual_seed(1)
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision('high')
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    data = load(options.data, torch.device('cuda' if torch.cuda.is_available() else 'cpu'), options.every)
    data.photo_numbers = torch.nonzero(data.photo & ~data.held_out).squeeze(1)
    return options, data, out


def compiled(part, device):
    return torch.compile(part, dynamic=False) if device.type == 'cuda' else part


def groups_of_kin(data):
    """Numbers of trained pictures of one label, or of one label and colour, where there are enough of them."""
    groups = {}
    for at, (label, colour, is_held) in enumerate(zip(data.labels, data.colours.tolist(), data.held_out.tolist())):
        if is_held:
            continue
        groups.setdefault(label, []).append(at)
        if colour >= 0:
            groups.setdefault((label, colour), []).append(at)
    return [np.array(numbers) for numbers in groups.values() if len(numbers) >= KIN]


class Recorded:
    """Made with a network to train, what else is trained, and SETTINGS: batch, rate, warm, decay, ema, clip, kin. `losses` is the subclass's."""

    def __init__(self, data, net, others, settings):
        self.data, self.net, self.settings, self.device = data, net, settings, data.pixels.device
        self.average = copy.deepcopy(net).eval()
        self.weights = [weight for part in (net, *others) for weight in part.parameters()]
        shrunk = [weight for weight in self.weights if weight.ndim > 1]
        kept = [weight for weight in self.weights if weight.ndim <= 1]
        on_gpu = self.device.type == 'cuda'
        self.optimizer = torch.optim.AdamW([dict(params=shrunk, weight_decay=settings['decay']), dict(params=kept, weight_decay=0)],
                                           lr=torch.tensor(0.0, device=self.device) if on_gpu else 0.0, betas=(0.9, 0.98), fused=on_gpu, capturable=on_gpu)
        self.numbers = torch.zeros(settings['batch'], dtype=torch.long, device=self.device)
        self.sums, self.names = None, None
        chosen = (data.weights * ~data.held_out).double().cpu().numpy()
        self.drawn = np.cumsum(chosen) / chosen.sum()
        self.kin = groups_of_kin(data)
        sizes = np.sqrt([len(numbers) for numbers in self.kin])
        self.sizes = sizes / sizes.sum()
        self.random = np.random.default_rng(1)

    def run(self, began, seconds):
        """Until so many seconds after `began`; the moving average of the weights."""
        play = self.record() if self.device.type == 'cuda' else self.step
        start, step, progress = time.time(), 0, 0.0
        left = max(5.0, seconds - (start - began))
        print(f'{start - began:.0f} s until the first step', flush=True)
        while progress < 1:
            self.set_rate(self.settings['rate'] * min(progress / self.settings['warm'] + 0.01, 0.5 + 0.5 * math.cos(math.pi * progress)))
            self.numbers.copy_(torch.from_numpy(self.draw()), non_blocking=True)
            play()
            step += 1
            if step % PACE == 0 or self.device.type == 'cpu':  # reading the sums waits for the GPU, so the clock is true
                shown = (self.sums / PACE).tolist()
                self.sums.zero_()
                progress = (time.time() - start) / left
                if step % 1000 == 0 or progress >= 1:
                    told = ' '.join(f'{name} {value:.3f}' for name, value in zip(self.names, shown))
                    print(f'{step} {progress:.2f} {told} {1000 * (time.time() - start) / step:.1f} ms a step', flush=True)
        return self.average

    def draw(self):
        """Hard batches: a share are groups of one label (and one colour), which only style tells apart; the rest is drawn from all."""
        batch = self.settings['batch']
        chosen = self.random.choice(len(self.kin), max(1, int(batch * self.settings['kin']) // KIN), p=self.sizes)
        alike = np.concatenate([self.random.choice(self.kin[group], KIN, replace=False) for group in chosen])[:batch // 2]
        rest = np.searchsorted(self.drawn, self.random.random(batch - len(alike)))
        return self.random.permutation(np.concatenate([alike, np.minimum(rest, len(self.drawn) - 1)]))

    def set_rate(self, rate):
        for group in self.optimizer.param_groups:
            if torch.is_tensor(group['lr']):
                group['lr'].fill_(rate)
            else:
                group['lr'] = rate

    def record(self):
        begun = copy.deepcopy(self.net.state_dict())
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            for _ in range(ROUNDS):
                self.set_rate(1e-7)
                self.numbers.copy_(torch.from_numpy(self.draw()))
                self.step()
        torch.cuda.current_stream().wait_stream(aside)
        self.net.load_state_dict(begun)
        self.average.load_state_dict(begun)
        self.sums.zero_()
        self.optimizer.zero_grad(set_to_none=True)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.step()
        return graph.replay

    def step(self):
        losses = self.losses()
        if self.sums is None:
            self.names, self.sums = list(losses), torch.zeros(len(losses), device=self.device)
        self.optimizer.zero_grad(set_to_none=True)
        sum(losses.values()).backward()
        torch.nn.utils.clip_grad_norm_(self.weights, self.settings['clip'])
        self.optimizer.step()
        self.follow()
        self.sums += torch.stack([one.detach().float() for one in losses.values()])

    @torch.no_grad()
    def follow(self):
        """The moving average of the weights, which is what is kept."""
        pairs = [(a, b) for a, b in zip(self.average.state_dict().values(), self.net.state_dict().values()) if a.dtype.is_floating_point]
        torch._foreach_lerp_([a for a, _ in pairs], [b for _, b in pairs], 1 - self.settings['ema'])
