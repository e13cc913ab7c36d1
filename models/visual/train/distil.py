"""Trains the encoder that is shipped: one small network learns what three others say together.

    python3 distil.py --data ../../../.training-data --first out/student.pt --second out-second/student.pt --out out-distilled --seconds 540

The three: the network of `train.py` (types, groceries), that of `second/train.py` (views of one thing) and MobileNet v1 of ImageNet
(pictures in general, `second/borrowed.py`). Each sees the very view that the pupil sees, mixed ones too, so nothing is learned by heart:
there are no labels here, and no picture is told from another. The schedule runs on the clock. Only training pictures are looked at.
"""

import argparse
import copy
import importlib.util
import math
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / 'second'))

import augment  # noqa: E402
import nets  # noqa: E402
from borrowed import Borrowed  # noqa: E402
from data import load  # noqa: E402

BEGAN = time.time()
SETTINGS = dict(side=96, batch=384, rate=1.5e-3, decay=0.02, warm=0.04, ema=0.998, mixed=0.25, coarse=True)
TYPE, STYLE = 96, 112  # numbers learned; the strongest directions come first, so fewer can be served
OF_EACH = 12  # pictures of each label that the directions are taken from: small groups count as much as large ones
TYPE_FLAT, STYLE_FLAT = 0.25, 0.3  # how far strong directions are held down: 0 not at all, 1 to the strength of weak ones
STYLE_SHARE, BORROWED_SHARE = 0.6, 0.7
PACE = 20  # steps between two looks at the clock


def arguments(*files):
    parser = argparse.ArgumentParser()
    for name in ('--data', *files, '--out'):
        parser.add_argument(name, required=True)
    parser.add_argument('--seconds', type=float, required=True, help='from the start of the program to the end of the training')
    parser.add_argument('--every', type=int, default=1, help='take every n-th picture only')
    parser.add_argument('--seed', type=int, default=1)
    return parser.parse_args()


def main():
    options = arguments('--first', '--second')
    data = prepare(options)
    teachers = Teachers(options, data).to(data.pixels.device).to(memory_format=torch.channels_last)
    teachers.find_directions(even_sample(data))
    pupil = Pupil(second_network(options.second)).to(data.pixels.device).to(memory_format=torch.channels_last).train()
    save(Training(data, teachers, pupil, options).run(options), teachers, data, Path(options.out))


def prepare(options):
    torch.manual_seed(options.seed)
    device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision('high')
    data = load(options.data, device, options.every)
    data.photo_numbers = torch.nonzero(data.photo & ~data.held_out).squeeze(1)
    print(f'{len(data.pixels)} pictures after {time.time() - BEGAN:.0f} s', flush=True)
    return data


def save(pupil, teachers, data, out):
    out.mkdir(parents=True, exist_ok=True)
    torch.save({name: value.half() if value.is_floating_point() else value for name, value in pupil.state_dict().items()}, out / 'pupil.pt')
    print('held out', agreement(pupil, teachers, data), flush=True)


def stored(path):
    return {name: value.float() if value.is_floating_point() else value for name, value in torch.load(path, map_location='cpu').items()}


def first_network(path):
    """That of `train.py`, whose `nets.py` has the name of the second one's."""
    spec = importlib.util.spec_from_file_location('first_nets', HERE / 'nets.py')
    module = importlib.util.module_from_spec(spec)
    sys.modules['first_nets'] = module
    spec.loader.exec_module(module)
    net = module.build('student')
    net.load_state_dict(stored(path))
    return net.eval()


def second_network(path):
    net = nets.build('student')
    net.load_state_dict(stored(path))
    return net.eval()


class Pupil(nn.Module):
    """The second network's body, with a head for type and one for style."""

    def __init__(self, body):
        super().__init__()
        self.body = body
        self.type_head = nn.Linear(body.type_head.in_features, TYPE)
        self.style_head = nn.Linear(body.style_head.in_features, STYLE)

    def forward(self, x):
        features, details, _ = self.body.levels(x)
        return self.type_head(features), self.style_head(details)


class Directions(nn.Module):
    """Centres vectors and turns them to their strongest directions, held down by `flat`."""

    def __init__(self, width, kept, flat):
        super().__init__()
        self.flat, self.kept = flat, kept
        self.register_buffer('middle', torch.zeros(width))
        self.register_buffer('turn', torch.zeros(width, kept))

    def find(self, vectors):
        self.middle.copy_(vectors.mean(0))
        _, strengths, turn = torch.linalg.svd(vectors - self.middle, full_matrices=False)
        held = (strengths[:self.kept] / strengths[0]) ** -self.flat
        self.turn.copy_((turn[:self.kept] * held[:, None]).t())

    def forward(self, vectors):
        return F.normalize((vectors - self.middle) @ self.turn, dim=1)


class Teachers(nn.Module):
    def __init__(self, options, data):
        super().__init__()
        self.first, self.second = first_network(options.first), second_network(options.second)
        self.borrowed = Borrowed(Path(options.data) / 'mobilenet.npz')
        self.types, self.styles = Directions(128 + 96, TYPE, TYPE_FLAT), Directions(96 + 80, 128, STYLE_FLAT)
        self.together = Directions(128 + 1024, STYLE, 0)
        self.requires_grad_(False).eval()

    def see(self, x):
        first, second, borrowed = self.first(x), self.second(x), self.borrowed.pooled(x)
        return [torch.cat([first[at].float(), second[at].float()], 1) for at in (0, 1)], borrowed.float()

    def join(self, styles, borrowed):
        borrowed = F.normalize(borrowed - self.borrowed.middle, dim=1)
        return torch.cat([STYLE_SHARE * self.styles(styles), BORROWED_SHARE * borrowed], 1)

    def forward(self, x):
        (types, styles), borrowed = self.see(x)
        return self.types(types), self.together(self.join(styles, borrowed))

    @torch.no_grad()
    def find_directions(self, pixels):
        seen = [self.see(part.float() / 255) for part in pixels.split(256)]
        types, styles = (torch.cat([own[at] for own, _ in seen]) for at in (0, 1))
        borrowed = torch.cat([lent for _, lent in seen])
        self.borrowed.middle.copy_(borrowed.mean(0))
        self.types.find(types)
        self.styles.find(styles)
        self.together.find(self.join(styles, borrowed))


def even_sample(data):
    groups = [numbers for numbers in data.labels if len(numbers)]
    random = np.random.default_rng(0)
    return data.pixels[torch.from_numpy(np.concatenate([random.permutation(numbers)[:OF_EACH] for numbers in groups]))]


class Training:
    def __init__(self, data, teachers, pupil, options):
        self.data, self.device, self.pupil = data, data.pixels.device, pupil
        self.average = copy.deepcopy(self.pupil).eval()
        self.weights = [weight for weight in self.pupil.parameters() if weight.requires_grad]
        groups = [dict(params=[weight for weight in self.weights if weight.ndim > 1], weight_decay=SETTINGS['decay']),
                  dict(params=[weight for weight in self.weights if weight.ndim <= 1], weight_decay=0)]
        on_gpu = self.device.type == 'cuda'
        rate = torch.tensor(0.0, device=self.device) if on_gpu else 0.0
        self.optimizer = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), fused=on_gpu, capturable=on_gpu)
        self.numbers = torch.zeros(SETTINGS['batch'], dtype=torch.long, device=self.device)
        self.sums = torch.zeros(2, device=self.device)
        half = SETTINGS['batch'] // 2
        self.kinds = augment.each([(augment.CALM, 2 * half), (augment.CLOSE, 2 * half), (augment.WILD, half), (augment.DYED, half)], self.device)
        built = (lambda part: torch.compile(part, dynamic=False)) if on_gpu else (lambda part: part)
        self.view, self.look, self.teach = built(augment.view), built(self.pupil.forward), built(teachers.forward)
        chosen = (data.weights * ~data.held_out).double().cpu().numpy()
        self.drawn = np.cumsum(chosen) / chosen.sum()
        self.random = np.random.default_rng(options.seed)

    def run(self, options):
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
                    print(f'{step} {progress:.2f} type {shown[0]:.4f} style {shown[1]:.4f} {step * SETTINGS["batch"] * 3 / (time.time() - began):.0f} views/s', flush=True)
        return self.average

    def set_rate(self, rate):
        for group in self.optimizer.param_groups:
            if torch.is_tensor(group['lr']):
                group['lr'].fill_(rate)
            else:
                group['lr'] = rate

    def draw(self):
        return np.minimum(np.searchsorted(self.drawn, self.random.random(SETTINGS['batch'])), len(self.drawn) - 1)

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
        self.average.load_state_dict(self.pupil.state_dict())
        self.sums.zero_()
        self.optimizer.zero_grad(set_to_none=True)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.step()
        return graph.replay

    def step(self):
        losses = self.losses()
        self.optimizer.zero_grad(set_to_none=True)
        sum(losses).backward()
        torch.nn.utils.clip_grad_norm_(self.weights, 2.0)
        self.optimizer.step()
        self.follow()
        self.sums += torch.stack([one.detach().float() for one in losses])

    def losses(self):
        views, _ = self.view(self.data, self.numbers.repeat(3), SETTINGS['side'], self.kinds)
        views = mix(views).contiguous(memory_format=torch.channels_last)
        with torch.autocast(self.device.type, torch.bfloat16, cache_enabled=False, enabled=SETTINGS['coarse']):
            with torch.no_grad():
                wanted = self.teach(views)
            given = self.look(views)
        return [1 - F.cosine_similarity(mine.float(), theirs.float(), dim=1).mean() for mine, theirs in zip(given, wanted)]

    @torch.no_grad()
    def follow(self):
        """The moving average of the weights, which is what is shipped."""
        pairs = [(a, b) for a, b in zip(self.average.state_dict().values(), self.pupil.state_dict().values()) if a.dtype.is_floating_point]
        torch._foreach_lerp_([a for a, _ in pairs], [b for _, b in pairs], 1 - SETTINGS['ema'])


def mix(views):
    """Some views with another shining through: what the teachers say of pictures that do not exist."""
    count, device = len(views), views.device
    share = torch.rand(count, 1, 1, 1, device=device) * 0.5 * (torch.rand(count, 1, 1, 1, device=device) < SETTINGS['mixed'])
    return views + share * (views.roll(count // 3 + 7, 0) - views)


@torch.no_grad()
def agreement(pupil, teachers, data):
    held = torch.nonzero(data.held_out).squeeze(1)
    sums = torch.zeros(2)
    for numbers in held.split(256):
        x = (data.pixels[numbers].float() / 255).contiguous(memory_format=torch.channels_last)
        pairs = zip(pupil(x), teachers(x))
        sums += torch.stack([F.cosine_similarity(mine, theirs, dim=1).sum() for mine, theirs in pairs]).cpu()
    return [round(float(one) / len(held), 4) for one in sums]


if __name__ == '__main__':
    main()
