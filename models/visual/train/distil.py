"""Trains the encoder that is served: one network learns what four others say together, and to say it of harder views too.

    python3 distil.py --data ../../../.training-data --versions versions --specialist out/specialist.pt --out out --seconds 920

`versions` holds the served graphs @2, @3 and @4 (`version-2.onnx` …): those know types and photographs. The specialist (`specialist.py`) knows
views of one thing. What they say is put together and turned to its strongest directions. Begins with @4's weights.
"""

import json
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

import harden
import scenes
import views
from folded import Folded, Gated, read
from nets import Proxies, set_loss
from recorded import Recorded, compiled, prepare
from specialist import STYLE as SPECIAL_STYLE
from specialist import TYPE as SPECIAL_TYPE
from specialist import Specialist

BEGAN = time.time()
SETTINGS = dict(side=96, batch=256, nothing=120, rate=5e-4, warm=0.03, decay=0.01, ema=0.999, clip=1.0, kin=0.4, own=0.3, labels=0.15, doubt=0.5, push=0.2)
# Of the views; of the first four the teachers see the very view, of the others the clean picture.
SHARES = dict(clean=3.0, calm=2.0, close=1.0, wild=1.0, scene=1.0, plain=1.0)
TAUGHT = 4
VERSIONS = {2: 0.3, 3: 0.3, 4: 0.4}
SPECIALIST = 0.7
TYPE, STYLE = 79, 63  # the last number of each part is the doubt
OF_EACH = 24  # pictures of each label that the directions are taken from: small groups count as much as large ones


def version(folder, number):
    """@2 and @3 say type and style with one number more, which is left out; @4 says beside them how sure it is that there is nothing."""
    if number < 4:
        net = Folded(folder / 'version-2.onnx')
        if number > 2:
            net.take_weights(folder / f'version-{number}.onnx')
        return net
    net = Gated(Folded(folder / 'version-2.onnx'))
    tensors, _ = read(folder / f'version-{number}.onnx')
    net.load_state_dict({name: torch.from_numpy(tensors[f'net.{name}'].copy()) for name in net.state_dict()})
    return net


class Directions(nn.Module):
    """Turns vectors to their strongest directions. The middle stays where it is: how far things are from each other must stay."""

    def __init__(self, width, kept):
        super().__init__()
        self.register_buffer('turn', torch.zeros(width, kept))

    def find(self, vectors):
        turn = torch.linalg.svd(vectors, full_matrices=False)[2]
        self.turn.copy_(turn[:self.turn.shape[1]].t())

    def forward(self, vectors):
        return F.normalize(vectors @ self.turn, dim=1)


class Teachers(nn.Module):
    def __init__(self, folder, specialist):
        super().__init__()
        self.versions = nn.ModuleList([version(folder, number) for number in VERSIONS])
        self.specialist = Specialist()
        stored = torch.load(specialist, map_location='cpu')
        self.specialist.load_state_dict({name: value.float() if value.is_floating_point() else value for name, value in stored.items()})
        self.types, self.styles = Directions(TYPE + SPECIAL_TYPE, TYPE), Directions(STYLE + SPECIAL_STYLE, STYLE)
        self.requires_grad_(False).eval()

    def see(self, x):
        said = [net(x) for net in self.versions]
        special = self.specialist(x)
        joined = []
        for at, width in enumerate((TYPE, STYLE)):
            known = sum(share * F.normalize(one[at].float()[:, :width], dim=1) for share, one in zip(VERSIONS.values(), said))
            joined.append(torch.cat([F.normalize(known, dim=1), SPECIALIST * special[at].float()], 1))
        return joined

    def forward(self, x):
        types, styles = self.see(x)
        return self.types(types), self.styles(styles)

    @torch.no_grad()
    def find_directions(self, pixels):
        seen = [self.see(part.float() / 255) for part in pixels.split(256)]
        self.types.find(torch.cat([one for one, _ in seen]))
        self.styles.find(torch.cat([one for _, one in seen]))


def even_sample(data):
    random, labels = np.random.default_rng(0), np.array(data.labels)
    return torch.from_numpy(np.concatenate([random.permutation(np.flatnonzero(labels == label))[:OF_EACH] for label in sorted(set(data.labels))]))


@torch.no_grad()
def fit_heads(net, teachers, pixels):
    """The heads that say best what the teachers say, from the features as they are: least squares."""
    parts = [part.float() / 255 for part in pixels.split(256)]
    details = torch.cat([net.folded.features(part)[0].float() for part in parts])
    wanted = [torch.cat(said) for said in zip(*(teachers(part) for part in parts))]
    for head, target in zip(net.folded.heads, wanted):
        given = details[:, :head.shape[0]]
        ridge = given.t() @ given + 1e-3 * len(given) * torch.eye(head.shape[0], device=given.device)
        head[:, :-1] = torch.linalg.solve(ridge, given.t() @ target)


class Training(Recorded):
    def __init__(self, data, teachers, net):
        device = data.pixels.device
        self.proxies = Proxies(len(data.type_names), TYPE, 18.0, 0.05).to(device)
        super().__init__(data, net, (self.proxies,), SETTINGS)
        half = SETTINGS['batch'] // 2
        self.kinds = views.each([(views.CALM, 2 * half), (views.CLOSE, 2 * half), (views.WILD, half), (views.DYED, half)], device)
        self.view, self.look, self.teach = compiled(views.view, device), compiled(net.forward, device), compiled(teachers.forward, device)

    @torch.no_grad()
    def shown(self):
        """What the teachers see, and all that the pupil sees."""
        data, numbers, count, side = self.data, self.numbers, SETTINGS['batch'], SETTINGS['side']
        three, _ = self.view(data, numbers.repeat(3), side, self.kinds)
        seen = torch.cat([data.pixels[numbers].float() / 255, harden.laid_over(three[:count]), three[count:]])
        harder = [harden.view(data, numbers, style) for style in (harden.SCENE, harden.PLAIN)]
        pictures = torch.cat([seen, *harder, scenes.nothing(data, SETTINGS['nothing'], side, self.device)])
        return [one.contiguous(memory_format=torch.channels_last) for one in (seen, pictures)]

    def losses(self):
        count = SETTINGS['batch']
        seen, pictures = self.shown()
        with torch.autocast(self.device.type, torch.bfloat16, cache_enabled=False):
            with torch.no_grad():
                wanted = self.teach(seen)
            types, styles, doubt = self.look(pictures)
        clean = [part[:count].float() for part in wanted]
        parts = {name: slice(at * count, (at + 1) * count) for at, name in enumerate(SHARES)}
        losses = {}
        for at, (name, share) in enumerate(SHARES.items()):
            target = [part[parts[name]] for part in wanted] if at < TAUGHT else clean
            losses[name] = share * sum(harden.apart(mine[parts[name]], theirs) for mine, theirs in zip((types, styles), target))
        losses['own'] = SETTINGS['own'] * sum(harden.found_again(styles[parts[name]], clean[1], self.numbers) for name in ('scene', 'plain'))
        labelled = torch.cat([types[parts[name]] for name in ('clean', 'scene', 'plain')])
        losses['labels'] = SETTINGS['labels'] * set_loss(self.proxies, labelled, self.data.types[self.numbers].repeat(3, 1))
        void = len(SHARES) * count
        # A product that is taken for nothing is lost altogether: a picture of nothing may still be told by its distance.
        losses['doubt'] = SETTINGS['doubt'] * (2 * F.softplus(doubt[:void].float()).mean() + F.softplus(-doubt[void:].float()).mean())
        near = [F.relu(mine[void:].float() @ theirs.t() - 0.3).amax(1).mean() for mine, theirs in zip((types, styles), clean)]
        losses['push'] = SETTINGS['push'] * sum(near)
        return losses


def main():
    options, data, out = prepare(SETTINGS, '--versions', '--specialist')
    device = data.pixels.device
    teachers = Teachers(Path(options.versions), options.specialist).to(device).to(memory_format=torch.channels_last)
    sample = data.pixels[even_sample(data).to(device)]
    teachers.find_directions(sample)
    net = version(Path(options.versions), 4).to(device).to(memory_format=torch.channels_last)
    print('before', json.dumps(harden.measure(net, data)), flush=True)
    fit_heads(net, teachers, sample)
    net = Training(data, teachers, net.train()).run(BEGAN, options.seconds)
    print('after', json.dumps(harden.measure(net, data)), flush=True)
    harden.write(net, out, 'distilled')


if __name__ == '__main__':
    main()
