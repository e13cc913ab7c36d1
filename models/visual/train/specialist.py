"""Trains a network that tells one picture from another by any view of it, a teacher for `distil.py`. From nothing.

    python3 specialist.py --data ../../../.training-data --out out --seconds 490

Three views of each picture: calm, close up, and with other colours or as a phone may take it. The shade part tells a picture from its dyed self.
"""

import time

import torch
import torch.nn as nn
import torch.nn.functional as F

import views
from nets import Proxies, Trunk, set_loss
from recorded import Recorded, compiled, prepare

BEGAN = time.time()
SETTINGS = dict(side=96, batch=384, rate=2e-3, warm=0.04, decay=0.05, ema=0.998, clip=2.0, kin=0.5, temperature=0.08, shade_temperature=0.1,
                close_type=0.4, style=0.5, shade=0.4, colour=0.3, joint=0.5)
TYPE, STYLE, SHADE = 96, 80, 48
SHARES = (1.0, 0.9, 0.7)  # of type, style and shade where they are compared together


class Specialist(Trunk):
    def __init__(self):
        super().__init__(widths=(64, 144, 256, 384), depths=(3, 2, 2, 1), stem=32)
        self.type_head = nn.Linear(self.features, TYPE, bias=False)
        self.style_head = nn.Linear(self.details, STYLE, bias=False)
        self.shade_head = nn.Linear(self.details + self.low, SHADE, bias=False)

    def answer(self, features, details, low):
        found = (self.type_head(features), self.style_head(details), self.shade_head(torch.cat([details, low], 1)))
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
    options, data, out = prepare(SETTINGS)
    net = Training(data).run(BEGAN, options.seconds)
    torch.save({name: value.half() if value.is_floating_point() else value for name, value in net.state_dict().items()}, out / 'specialist.pt')


if __name__ == '__main__':
    main()
