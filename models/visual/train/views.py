"""Views for batches in which every row has settings of its own, so that a whole step can be recorded as one graph of GPU work."""

import torch
import torch.nn.functional as F

import augment
from augment import chance, uniform


def letterbox(x, probability):
    """A close-up that is higher than wide, or wider than high, in its square: bars of the colour of its rim."""
    count, side, device = len(x), x.shape[-1], x.device
    line = (torch.arange(side, device=device) + 0.5) / side * 2 - 1
    y, across = torch.meshgrid(line, line, indexing='ij')
    ratio = uniform(count, 0.6, 1.0, device)
    upright = chance(count, 0.75, device)
    half_x, half_y = torch.where(upright, ratio, 1.0).view(-1, 1, 1), torch.where(upright, 1.0, ratio).view(-1, 1, 1)
    inside = (across.abs() < half_x) & (y.abs() < half_y)
    rim = inside & ((across.abs() > half_x - 0.06) | (y.abs() > half_y - 0.06))
    colour = (x * rim[:, None]).sum((2, 3), keepdim=True) / rim.sum((1, 2)).view(-1, 1, 1, 1)
    bars = ~inside & chance(count, probability, device).view(-1, 1, 1)
    return torch.where(bars[:, None], colour, x)


def places(data, numbers):
    """A random place on each product, in [-1, 1]."""
    coarse = F.avg_pool2d(data.cutout[numbers].float() / 255, 4).flatten(1)
    cells = data.pixels.shape[-1] // 4
    best = (coarse.gt(0.5) + torch.rand_like(coarse)).argmax(1)
    return torch.stack([best % cells, best // cells], 1).float().add(0.5) / cells * 2 - 1


NAMES = ('smallest', 'largest', 'turn', 'tilt', 'stretch', 'scene', 'light', 'hue', 'dye', 'noise', 'hide', 'bars', 'close')
CALM = (0.5, 1.25, 8, 0.05, 0.2, 0.25, 0.15, 0, 0, 0.02, 0.1, 0, 0)
CLOSE = (0.06, 0.5, 15, 0.1, 0.25, 0.25, 0.15, 0, 0, 0.03, 0.1, 0.5, 1)
WILD = (0.08, 1.3, 25, 0.2, 0.35, 0.4, 0.4, 0.15, 0.2, 0.05, 0.25, 0.1, 0)
DYED = (0.5, 1.3, 8, 0.05, 0.2, 0.25, 0.25, 0.3, 0.85, 0.03, 0.15, 0, 0)


def each(counts, device):
    """The settings of each row of a batch, from (kind of view, how many)."""
    rows = torch.cat([torch.tensor(kind, dtype=torch.float32).expand(count, -1) for kind, count in counts])
    return {name: column.contiguous().to(device) for name, column in zip(NAMES, rows.t())}


@torch.no_grad()
def view(data, numbers, side, style):
    """A float view [B, 3, side, side] in [0, 1] of each numbered picture, and whether its colours are no longer its own."""
    device, count = data.pixels.device, len(numbers)
    border = data.border[numbers].float().view(count, 3, 1, 1) / 255
    layers = torch.cat([data.pixels[numbers].float() / 255 - border, data.cutout[numbers].float() / 255], 1)
    grocery = data.grocery[numbers]
    matrix = augment.homography(count, device, area=(style['smallest'], style['largest']), turn=style['turn'], tilt=style['tilt'], stretch=style['stretch'],
                        grocery=grocery, about=places(data, numbers), close=style['close'] > 0)
    warped = augment.warp(layers, matrix, side)
    x, product = warped[:, :3] + border, warped[:, 3:]
    dyed = chance(count, style['dye'], device) & ~grocery
    x = torch.where(dyed.view(-1, 1, 1, 1), product * augment.recolour(x) + (1 - product) * x, x)
    replaced = data.plain[numbers] & chance(count, style['scene'], device)
    isolated = data.photo[numbers] & chance(count, 0.15, device) | grocery & chance(count, 0.4, device)
    keep = torch.where(isolated.view(-1, 1, 1, 1), augment.spotlight(count, side, device), product)
    scene = augment.backgrounds(data, count, side, device)
    scene = torch.where((isolated & chance(count, 0.8, device)).view(-1, 1, 1, 1), torch.ones_like(scene), scene)
    x = torch.where((replaced | isolated).view(-1, 1, 1, 1), keep * x + (1 - keep) * scene, x)
    x, turned = augment.relight(x, light=style['light'], hue=style['hue'], fixed=grocery)
    x = augment.occlude(augment.refocus(x), style['hide'])
    x = letterbox(x, style['bars'])
    x = x + torch.randn_like(x) * uniform(count, 0, style['noise'], device).view(-1, 1, 1, 1)
    return x.clamp(0, 1), dyed | turned

