"""What shoppers' pictures show beside the product: textures, rooms, pages; and pictures that show no product at all."""

import math

import torch
import torch.nn.functional as F

import augment
from augment import chance, uniform


def tint(count, device, low=0.0, high=1.0):
    return uniform(count * 3, low, high, device).view(count, 3, 1, 1)


def lines(count, side, device):
    """Coordinates turned and scaled by chance, [count, side, side] each."""
    line = torch.linspace(-1, 1, side, device=device)
    y, x = torch.meshgrid(line, line, indexing='ij')
    angle = uniform(count, 0, math.pi, device).view(-1, 1, 1)
    steps = uniform(count, math.log(2), math.log(90), device).exp().view(-1, 1, 1)
    phase = uniform(count, 0, 6.3, device).view(-1, 1, 1)
    u, v = x * angle.cos() + y * angle.sin(), y * angle.cos() - x * angle.sin()
    return u * steps + phase, v * steps


def textures(count, side, device):
    """Stripes, checks and dots in two colours."""
    u, v = lines(count, side, device)
    kind = torch.randint(3, (count, 1, 1), device=device)
    waves = torch.where(kind == 0, u.sin(), torch.where(kind == 1, u.sin() * v.sin(), (u.sin() + v.sin()) / 2))
    mask = (waves * uniform(count, 1, 12, device).view(-1, 1, 1)).sigmoid()[:, None]
    grain = 1 + (clouds(count, side, device) - 0.5) * uniform(count, 0, 0.5, device).view(-1, 1, 1, 1)
    return (tint(count, device) * mask + tint(count, device) * (1 - mask)) * grain


def clouds(count, side, device, finest=2, coarsest=48, grains=6):
    """Noise of several grains, coloured or grey."""
    out = torch.empty(count, 3, side, side, device=device)
    for at in range(grains):
        cells = max(2, round(coarsest * (finest / coarsest) ** (at / (grains - 1))))
        noise = torch.rand(len(out[at::grains]), 3, cells, cells, device=device)
        if len(noise):
            out[at::grains] = F.interpolate(noise, (side, side), mode='bilinear' if at % 2 else 'nearest')
    contrast = uniform(count, 0.1, 1, device).view(-1, 1, 1, 1)
    grey = chance(count, 0.3, device).view(-1, 1, 1, 1)
    out = torch.where(grey, out.mean(1, keepdim=True).expand_as(out), out)
    return (out - 0.5) * contrast + uniform(count, 0.2, 0.8, device).view(-1, 1, 1, 1)


def boxes(x, most, low, high):
    """Adds plain boxes, as furniture and the tiles of a page."""
    count, side, device = len(x), x.shape[-1], x.device
    line = torch.linspace(0, 1, side, device=device)
    y, across = torch.meshgrid(line, line, indexing='ij')
    for _ in range(most):
        left, top = uniform(count, -0.2, 1, device).view(-1, 1, 1), uniform(count, -0.2, 1, device).view(-1, 1, 1)
        width, height = uniform(count, low, high, device).view(-1, 1, 1), uniform(count, low, high, device).view(-1, 1, 1)
        hit = (across > left) & (across < left + width) & (y > top) & (y < top + height) & chance(count, 0.7, device).view(-1, 1, 1)
        x = torch.where(hit[:, None], tint(count, device), x)
    return x


def rooms(count, side, device):
    wall = tint(count, device, 0.4, 1).expand(count, 3, side, side)
    floor = (torch.linspace(0, 1, side, device=device).view(1, 1, side, 1) > uniform(count, 0.5, 0.9, device).view(-1, 1, 1, 1))
    return boxes(torch.where(floor, tint(count, device, 0.2, 0.8), wall), 5, 0.08, 0.45)


def pages(count, side, device):
    """Rows of strokes on paper, from fine print to a headline, some with tiles."""
    fine = 3 * side
    paper = torch.where(chance(count, 0.7, device).view(-1, 1, 1, 1), tint(count, device, 0.85, 1), tint(count, device))
    ink = torch.where(chance(count, 0.6, device).view(-1, 1, 1, 1), tint(count, device, 0, 0.25), tint(count, device))
    line = torch.arange(fine, device=device)
    pitch = uniform(count, math.log(7), math.log(90), device).exp().view(-1, 1, 1)
    row = (line.view(1, fine, 1) % pitch) < pitch * uniform(count, 0.35, 0.7, device).view(-1, 1, 1)
    letter = pitch * uniform(count, 0.12, 0.35, device).view(-1, 1, 1)
    place = (line.view(1, 1, fine) / letter).long() + 977 * (line.view(1, fine, 1) / pitch).long() + 31 * (line.view(1, fine, 1) / letter).long() * (torch.rand(count, 1, 1, device=device) < 0.7)
    strokes = ((place * 2654435761 + torch.randint(10**6, (count, 1, 1), device=device)) % 1000003) % 100 < torch.randint(35, 70, (count, 1, 1), device=device)
    written = F.avg_pool2d((row & strokes).float()[:, None], 3)
    written = written * bands(count, side, device)
    page = ink * written + paper * (1 - written)
    return torch.where(chance(count, 0.3, device).view(-1, 1, 1, 1), boxes(page, 3, 0.2, 0.6), page)


def bands(count, side, device):
    """All of the page, or only a strip across or down it: a line or a column that was cut out."""
    line = torch.linspace(-1, 1, side, device=device)
    y, across = torch.meshgrid(line, line, indexing='ij')
    lying = chance(count, 0.7, device).view(-1, 1, 1)
    reach = torch.where(chance(count, 0.4, device), uniform(count, math.log(0.03), 0, device).exp(), torch.full((count,), 2.0, device=device)).view(-1, 1, 1)
    return (torch.where(lying, y, across).abs() < reach).float()[:, None]


@torch.no_grad()
def buttons(count, side, device):
    """A flat box on a flat ground, with a word in it or without."""
    paper = tint(count, device).expand(count, 3, side, side)
    line = torch.linspace(-1, 1, side, device=device)
    y, across = torch.meshgrid(line, line, indexing='ij')
    width, height = uniform(count, 0.4, 0.98, device).view(-1, 1, 1), uniform(count, 0.05, 0.4, device).view(-1, 1, 1)
    box = ((across.abs() < width) & (y.abs() < height))[:, None]
    worded = pages(count, side, device)
    inner = torch.where(chance(count, 0.5, device).view(-1, 1, 1, 1), worded, tint(count, device).expand_as(worded))
    return torch.where(box, inner, paper)


@torch.no_grad()
def backgrounds(data, count, side, device):
    """Plain colours and close-ups of photographs as ever; textures, rooms and pages beside them."""
    kinds = [augment.backgrounds(data, count, side, device), textures(count, side, device), rooms(count, side, device), pages(count, side, device)]
    drawn = torch.rand(count, device=device)
    chosen = (drawn > 0.5).long() + (drawn > 0.67).long() + (drawn > 0.9).long()
    return torch.stack(kinds)[chosen, torch.arange(count, device=device)]


@torch.no_grad()
def nothing(data, count, side, device):
    """Noise, fog, plain colours, textures, pages of words, bare rooms."""
    part = max(1, count // 10)
    plain = tint(part, device).expand(part, 3, side, side)
    noise = (tint(part, device, 0.2, 0.8) + torch.randn(part, 3, side, side, device=device) * uniform(part, 0.01, 0.4, device).view(-1, 1, 1, 1))
    ramp = torch.linspace(0, 1, side, device=device).view(1, 1, side, 1)
    gradient = (tint(part, device) * ramp + tint(part, device) * (1 - ramp)).expand(part, 3, side, side)
    views = torch.cat([plain, noise, gradient, clouds(2 * part, side, device), textures(2 * part, side, device),
                       pages(2 * part, side, device), buttons(part, side, device), rooms(part, side, device)])
    views = views + torch.randn_like(views) * uniform(len(views), 0, 0.05, device).view(-1, 1, 1, 1)
    return views.clamp(0, 1)


def draw(x):
    """As a drawing: few tones, soft shapes, sometimes outlines."""
    count, device = len(x), x.device
    soft = F.avg_pool2d(F.pad(x, (2, 2, 2, 2), mode='replicate'), 5, 1)
    levels = uniform(count, 3, 8, device).round().view(-1, 1, 1, 1)
    flat = (soft * levels).round() / levels
    grey = soft.mean(1, keepdim=True)
    edge = (grey - F.avg_pool2d(F.pad(grey, (1, 1, 1, 1), mode='replicate'), 3, 1)).abs() * uniform(count, 0, 12, device).view(-1, 1, 1, 1)
    return flat * (1 - edge.clamp(0, 0.9))
