"""Trains a network that tells one picture from another by any view of it, a teacher for `distil.py`. From nothing.

    python3 specialist.py --data ../../../.training-data --out out --seconds 490

Three views of each picture: calm, close up, and with other colours or as a phone may take it. The shade part tells a picture from its dyed self.
"""

import argparse
import time
from pathlib import Path

import torch
import torch.nn as nn
import torch.nn.functional as F

import views
from data import load
from nets import Block, conv, gem, Proxies
from recorded import Recorded, compiled
from train import set_loss

BEGAN = time.time()
SETTINGS = dict(side=96, batch=384, rate=2e-3, warm=0.04, decay=0.05, ema=0.998, clip=2.0, kin=0.5, temperature=0.08, shade_temperature=0.1,
                close_type=0.4, style=0.5, shade=0.4, colour=0.3, joint=0.5)
TYPE, STYLE, SHADE = 96, 80, 48
WIDTHS, DEPTHS, STEM, DROP = (64, 144, 256, 384), (3, 2, 2, 1), 32, 0.1
SHARES = (1.0, 0.9, 0.7)  # of type, style and shade where they are compared together


class Specialist(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(conv(3, STEM, 3, 2), nn.ReLU())
        stages, inputs, seen = [], STEM, 0
        for width, depth in zip(WIDTHS, DEPTHS):
            blocks = []
            for at in range(depth):
                blocks.append(Block(inputs, width, 2 if at == 0 else 1, DROP * seen / sum(DEPTHS)))
                inputs, seen = width, seen + 1
            stages.append(nn.Sequential(*blocks))
        self.stages = nn.ModuleList(stages)
        self.norm, self.middle_norm, self.low_norm = nn.BatchNorm1d(inputs), nn.BatchNorm1d(WIDTHS[-2]), nn.BatchNorm1d(STEM + WIDTHS[0])
        details = inputs + WIDTHS[-2]
        self.type_head = nn.Linear(inputs, TYPE, bias=False)
        self.style_head = nn.Linear(details, STYLE, bias=False)
        self.shade_head = nn.Linear(details + STEM + WIDTHS[0], SHADE, bias=False)

    def levels(self, x):
        """x in [0, 1], [B, 3, H, W] → pooled features of the last stage, with the one before it, with the first two."""
        x = self.stem((x - 0.5) * 4)
        low = [x.mean((2, 3))]
        for at, stage in enumerate(self.stages):
            x = stage(x)
            if at == 0:
                low.append(x.mean((2, 3)))
            if at == len(self.stages) - 2:
                middle = gem(x.float())
        features = self.norm(gem(x.float()))
        details = torch.cat([features, self.middle_norm(middle)], 1)
        return features, details, torch.cat([details, self.low_norm(torch.cat(low, 1).float())], 1)

    def answer(self, features, details, all_levels):
        found = (self.type_head(features), self.style_head(details), self.shade_head(all_levels))
        return tuple(F.normalize(one.float(), dim=1) for one in found)

    def forward(self, x):
        """The unit vectors of type, style and shade."""
        return self.answer(*self.levels(x))


class Training(Recorded):
    def __init__(self, data):
        device = data.pixels.device
        net = Specialist().to(device).to(memory_format=torch.channels_last)
        self.types = Proxies(len(data.type_names), TYPE, 18.0, 0.1).to(device)
        self.colours = Proxies(len(data.colour_names), SHADE, 12.0, 0.0).to(device)
        super().__init__(data, net, (self.types, self.colours), SETTINGS)
        # A colour that is not known is the last row.
        self.shades = torch.cat([torch.eye(len(data.colour_names)), torch.zeros(1, len(data.colour_names))]).to(device)
        half = SETTINGS['batch'] // 2
        self.kinds = views.each([(views.CALM, 2 * half), (views.CLOSE, 2 * half), (views.WILD, half), (views.DYED, half)], device)
        self.view, self.levels = compiled(views.view, device), compiled(net.levels, device)

    def losses(self):
        data, numbers, count = self.data, self.numbers, SETTINGS['batch']
        shown, other_colour = self.view(data, numbers.repeat(3), SETTINGS['side'], self.kinds)
        with torch.autocast(self.device.type, torch.bfloat16, cache_enabled=False):
            levels = self.levels(shown.contiguous(memory_format=torch.channels_last))
        types, styles, shades = self.net.answer(*levels)
        meant, named = data.types[numbers], self.shades[data.colours[numbers]]
        calm, close, other = (slice(at * count, (at + 1) * count) for at in range(3))
        # What it is is not to be bent by telling one from another of its kind.
        together = F.normalize(torch.cat([share * part for share, part in zip(SHARES, (types.detach(), styles, shades))], 1), dim=1)
        strangers = (shades[other], other_colour[other])
        return {
            'type': set_loss(self.types, torch.cat([types[calm], types[other]]), meant.repeat(2, 1))
                    + SETTINGS['close_type'] * set_loss(self.types, types[close], meant),
            'style': SETTINGS['style'] * same_picture_loss(styles[calm], styles[other], numbers, SETTINGS['temperature']),
            'shade': SETTINGS['shade'] * same_picture_loss(shades[calm], shades[close], numbers, SETTINGS['shade_temperature'], strangers),
            'colour': SETTINGS['colour'] * set_loss(self.colours, shades[:2 * count], named.repeat(2, 1)),
            'joint': SETTINGS['joint'] * any_view_loss([together[part] for part in (calm, close, other)], numbers, SETTINGS['temperature']),
        }


def same_picture_loss(first, second, numbers, temperature, strangers=None):
    """Each view finds the other view of its picture among all pictures' views, both ways.

    `strangers` are views that are not to be found although they show the same thing (dyed ones), and which of them count.
    """
    alike = first @ second.t() / temperature
    same = torch.arange(len(numbers), device=alike.device)
    twice = (numbers[:, None] == numbers) & (same[:, None] != same)
    alike = alike.masked_fill(twice, -1e4)
    ways = [alike, alike.t()]
    if strangers is not None:
        shown, counts = strangers
        ways = [torch.cat([way, (one @ shown.t() / temperature).masked_fill(~counts[None], -1e4)], 1) for way, one in zip(ways, (first, second))]
    return sum(F.cross_entropy(way, same) for way in ways) / 2


def any_view_loss(shown, numbers, temperature):
    """Each view of a picture finds one or another of its other views among all pictures' views: one is enough."""
    everything = torch.cat(shown)
    alike = everything @ everything.t() / temperature
    whose = numbers.repeat(len(shown))
    same = whose[:, None] == whose
    itself = torch.eye(len(whose), dtype=torch.bool, device=alike.device)
    alike = alike.masked_fill(itself, -1e4)
    right = torch.logsumexp(alike.masked_fill(~same | itself, -1e4), 1)
    return (torch.logsumexp(alike, 1) - right).mean()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', required=True)
    parser.add_argument('--out', required=True)
    parser.add_argument('--seconds', type=float, required=True)
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--batch', type=int, default=SETTINGS['batch'])
    options = parser.parse_args()
    SETTINGS['batch'] = options.batch
    torch.manual_seed(1)
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision('high')
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    data = load(options.data, torch.device('cuda' if torch.cuda.is_available() else 'cpu'), options.every)
    data.photo_numbers = torch.nonzero(data.photo & ~data.held_out).squeeze(1)
    net = Training(data).run(BEGAN, options.seconds)
    torch.save({name: value.half() if value.is_floating_point() else value for name, value in net.state_dict().items()}, out / 'specialist.pt')


if __name__ == '__main__':
    main()
