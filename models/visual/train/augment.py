"""Makes views of pictures as shoppers' phones would take them. Everything runs on batches on the GPU."""

import math

import torch
import torch.nn.functional as F


def grey_of(x):
    return 0.299 * x[:, 0:1] + 0.587 * x[:, 1:2] + 0.114 * x[:, 2:3]


def uniform(count, low, high, device):
    return torch.rand(count, device=device) * (high - low) + low


def chance(count, probability, device):
    return torch.rand(count, device=device) < probability


def homography(count, device, *, area, turn, tilt, stretch, grocery=None, about=None, close=None):
    """Maps output coordinates to input coordinates, both in [-1, 1]."""
    zoom = uniform(count, area[0], area[1], device).sqrt()
    if grocery is not None:  # a heap of fruit is only met by looking at one of them
        zoom = torch.where(grocery & chance(count, 0.4, device), uniform(count, 0.02, 0.25, device).sqrt(), zoom)
    aspect = uniform(count, -stretch, stretch, device).exp().sqrt()
    width, height = zoom * aspect, zoom / aspect
    angle = uniform(count, -turn, turn, device) * math.pi / 180
    flip = torch.where(chance(count, 0.5, device), -1.0, 1.0)
    room_x, room_y = (1 - width).abs(), (1 - height).abs()
    shift_x, shift_y = uniform(count, -1, 1, device) * room_x, uniform(count, -1, 1, device) * room_y
    if about is not None:  # a place on the product, moved in so that most of the view is picture
        reach_x, reach_y = (1.1 - width).clamp(min=0), (1.1 - height).clamp(min=0)
        shift_x = torch.where(close, torch.minimum(torch.maximum(about[:, 0], -reach_x), reach_x), shift_x)
        shift_y = torch.where(close, torch.minimum(torch.maximum(about[:, 1], -reach_y), reach_y), shift_y)
    matrix = torch.zeros(count, 3, 3, device=device)
    matrix[:, 0, 0], matrix[:, 0, 1], matrix[:, 0, 2] = angle.cos() * width * flip, -angle.sin() * height, shift_x
    matrix[:, 1, 0], matrix[:, 1, 1], matrix[:, 1, 2] = angle.sin() * width * flip, angle.cos() * height, shift_y
    matrix[:, 2, 0], matrix[:, 2, 1] = uniform(count, -tilt, tilt, device), uniform(count, -tilt, tilt, device)
    matrix[:, 2, 2] = 1
    return matrix


def warp(pictures, matrix, side):
    line = (torch.arange(side, device=matrix.device) + 0.5) / side * 2 - 1
    y, x = torch.meshgrid(line, line, indexing='ij')
    points = torch.stack([x, y, torch.ones_like(x)], -1).view(1, -1, 3)
    mapped = points @ matrix.transpose(1, 2)
    grid = (mapped[..., :2] / mapped[..., 2:].clamp(min=0.3)).view(-1, side, side, 2)
    return F.grid_sample(pictures, grid, mode='bilinear', padding_mode='zeros', align_corners=False)


def backgrounds(data, count, side, device):
    """Close-ups of photographs, plain colours and gradients."""
    photos = data.photo_numbers[torch.randint(len(data.photo_numbers), (count,), device=device)]
    matrix = homography(count, device, area=(0.03, 0.5), turn=180, tilt=0.1, stretch=0.3)
    scene = warp(data.pixels[photos].float() / 255, matrix, side)
    colour = torch.rand(count, 3, 1, 1, device=device)
    white = chance(count, 0.3, device)[:, None, None, None]
    colour = torch.where(white, 0.9 + 0.1 * colour, colour)
    other = torch.rand(count, 3, 1, 1, device=device)
    ramp = torch.linspace(0, 1, side, device=device).view(1, 1, side, 1)
    gradient = colour + (other - colour) * ramp * uniform(count, 0, 0.5, device).view(-1, 1, 1, 1)
    return torch.where(chance(count, 0.5, device)[:, None, None, None], scene, gradient)


def spotlight(count, side, device):
    """A soft ellipse or rounded box: what of a photograph is kept when it is to look like a catalogue picture."""
    line = torch.linspace(-1, 1, side, device=device)
    y, x = torch.meshgrid(line, line, indexing='ij')
    angle = uniform(count, -math.pi, math.pi, device).view(-1, 1, 1)
    u, v = x * angle.cos() + y * angle.sin(), y * angle.cos() - x * angle.sin()
    width, height = uniform(count, 0.35, 0.95, device).view(-1, 1, 1), uniform(count, 0.55, 0.95, device).view(-1, 1, 1)
    power = torch.where(chance(count, 0.5, device), 2.0, 6.0).view(-1, 1, 1)
    inside = (u / width).abs() ** power + (v / height).abs() ** power
    return ((1.1 - inside) * 8).clamp(0, 1)[:, None]


def relight(x, *, light, hue, fixed):
    """`light` is by row. Also says which rows have other colours now."""
    count, device = len(x), x.device

    def factor():
        return uniform(count, 1 - light, 1 + light, device).view(-1, 1, 1, 1)

    side = x.shape[-1]
    line = torch.linspace(-1, 1, side, device=device)
    y, across = torch.meshgrid(line, line, indexing='ij')
    angle = uniform(count, 0, 2 * math.pi, device).view(-1, 1, 1)
    ramp = (across * angle.cos() + y * angle.sin())[:, None]
    x = x.clamp(1e-3, 1) ** factor()
    x = x * factor() * (1 + ramp * uniform(count, 0, light, device).view(-1, 1, 1, 1))
    x = x * (1 + (torch.rand(count, 3, device=device) * 2 - 1) * light[:, None] / 3).view(count, 3, 1, 1)
    mean = x.mean((1, 2, 3), keepdim=True)
    x = (x - mean) * factor() + mean
    grey = grey_of(x)
    x = (x - grey) * factor() + grey
    turned = chance(count, hue, device) & ~fixed  # never where the colour makes the thing: an orange is not a plum
    return torch.where(turned[:, None, None, None], turn_hue(x), x), turned


def turn_hue(x):
    """Rotates colours about the grey axis: the same style in another colour."""
    angle = uniform(len(x), -math.pi, math.pi, x.device)
    cosine, sine = angle.cos().view(-1, 1, 1, 1), angle.sin().view(-1, 1, 1, 1) / math.sqrt(3)
    red, green, blue = x[:, 0:1], x[:, 1:2], x[:, 2:3]
    turned = torch.cat([blue - green, red - blue, green - red], 1)
    return cosine * x + sine * turned + (1 - cosine) * x.mean(1, keepdim=True)


KERNEL = (1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16)


def refocus(x):
    """From sharpened (the training pictures are small, real ones are not) to well out of focus."""
    side, padded = x.shape[-1], F.pad(x, (2, 2, 2, 2), mode='replicate')
    across = sum(weight * padded[..., at:at + side] for at, weight in enumerate(KERNEL))
    soft = sum(weight * across[:, :, at:at + side] for at, weight in enumerate(KERNEL))
    amount = torch.where(chance(len(x), 0.5, x.device), uniform(len(x), -1.2, 1.0, x.device), torch.zeros(len(x), device=x.device))
    return x + (soft - x) * amount.view(-1, 1, 1, 1)


def occlude(x, probability):
    count, side = len(x), x.shape[-1]
    line = torch.linspace(0, 1, side, device=x.device)
    y, across = torch.meshgrid(line, line, indexing='ij')
    left, top = uniform(count, -0.1, 0.9, x.device).view(-1, 1, 1), uniform(count, -0.1, 0.9, x.device).view(-1, 1, 1)
    width, height = uniform(count, 0.1, 0.45, x.device).view(-1, 1, 1), uniform(count, 0.1, 0.45, x.device).view(-1, 1, 1)
    hit = (across > left) & (across < left + width) & (y > top) & (y < top + height)
    hit &= chance(count, probability, x.device).view(-1, 1, 1)
    return torch.where(hit[:, None], torch.rand(count, 3, 1, 1, device=x.device), x)


def recolour(x):
    """The same thing dyed another colour, from black to white: shading and print stay, hue and brightness go."""
    count, device = len(x), x.device
    grey = grey_of(x)
    dark = uniform(count, 0.0, 0.6, device).view(-1, 1, 1, 1)
    reach = uniform(count, 0.3, 0.7, device).view(-1, 1, 1, 1)
    tone = dark + reach * grey.clamp(1e-3, 1) ** uniform(count, 0.6, 1.6, device).view(-1, 1, 1, 1)
    dye = 1 - torch.rand(count, 3, 1, 1, device=device) * uniform(count, 0, 0.95, device).view(-1, 1, 1, 1)
    dye = dye / dye.amax(1, keepdim=True)
    kept = uniform(count, 0, 0.35, device).view(-1, 1, 1, 1)
    return kept * x + (1 - kept) * tone * dye
