"""Teaches the shipped encoder to see a product through margins, backgrounds, pages, shadow, turns and drawings.

    python3 harden.py --data ../../../.training-data --from ../encoder.onnx --out out --seconds 420

The encoder as it is looks at the catalogue picture and says what every other view of it should be called. So clean pictures keep their
vectors, and the others come to them. Pictures of nothing are pushed away from all products. The colour part learns the names of
colours, from the product alone.
"""

import argparse
import copy
import json
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F

import augment
import nets
import scenes
from data import UNKNOWN, load
from folded import Folded
from train import draw, follow, set_loss

SETTINGS = dict(side=96, batch=320, nothing=120, rate=4e-4, warm=0.03, decay=0.01, ema=0.998, temperature=0.07,
                style_match=1.0, own=0.3, labels=0.15, colours=0.3, colour_match=0.3, nothing_weight=1.0)
# area above 1 leaves room around the picture, below 1 cuts into it
SCENE = dict(area=(0.7, 2.2), turn=15, tilt=0.08, stretch=0.2, scene=1.0, light=0.25, noise=0.03, hide=0.15, drawn=0.1)
PLAIN = dict(area=(0.35, 2.0), turn=20, tilt=0.08, stretch=0.2, scene=0.1, light=0.5, noise=0.04, hide=0.15, drawn=0.25)


@torch.no_grad()
def view(data, numbers, style):
    device, count, side = data.pixels.device, len(numbers), SETTINGS['side']
    border = data.border[numbers].float().view(count, 3, 1, 1) / 255
    layers = torch.cat([data.pixels[numbers].float() / 255 - border, data.cutout[numbers].float() / 255], 1)
    matrix = augment.homography(count, device, area=style['area'], turn=style['turn'], tilt=style['tilt'], stretch=style['stretch'])
    warped = augment.warp(layers, matrix, side)
    x, product = warped[:, :3] + border, warped[:, 3:]
    drawn = chance(count, style['drawn'], device)
    x = torch.where(drawn, scenes.draw(x), x)
    replaced = chance(count, style['scene'], device)
    # Where the background cannot be told from the product, the picture stands in the scene as a whole.
    x = torch.where(replaced, product * x + (1 - product) * scenes.backgrounds(data, count, side, device), x)
    x = augment.refocus(augment.relight(x, light=style['light'], hue=0, fixed=None))
    x = augment.occlude(x, style['hide'])
    x = x + torch.randn_like(x) * augment.uniform(count, 0, style['noise'], device).view(-1, 1, 1, 1)
    return x.clamp(0, 1)


def chance(count, probability, device):
    return augment.chance(count, probability, device).view(-1, 1, 1, 1)


def main():
    parser = argparse.ArgumentParser()
    for name in ('--data', '--from', '--out'):
        parser.add_argument(name, required=True)
    parser.add_argument('--seconds', type=float, default=420)
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--batch', type=int, default=SETTINGS['batch'])
    options = parser.parse_args()
    torch.manual_seed(1)
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision('high')
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    began = time.time()
    data = load(options.data, device, options.every)
    data.photo_numbers = torch.nonzero(data.photo & ~data.held_out).squeeze(1)
    print(f'{len(data.pixels)} pictures read in {time.time() - began:.0f} s', flush=True)
    former = Folded(vars(options)['from']).to(device).to(memory_format=torch.channels_last).eval()
    print('before', json.dumps(measure(former, former, data)), flush=True)
    net = fit(former, data, options)
    print('after', json.dumps(measure(net, former, data)), flush=True)
    write(net, out)


def fit(former, data, options):
    device = data.pixels.device
    net = copy.deepcopy(former).train()
    type_proxies = nets.Proxies(len(data.type_names), net.heads[0].shape[1], 18.0, 0.05).to(device)
    colour_proxies = nets.Proxies(len(data.colour_names), net.heads[2].shape[1], 12.0, 0.0).to(device)
    weights = [*net.parameters(), *type_proxies.parameters(), *colour_proxies.parameters()]
    optimizer = torch.optim.AdamW(weights, lr=SETTINGS['rate'], betas=(0.9, 0.98), weight_decay=SETTINGS['decay'], fused=device.type == 'cuda')
    average = copy.deepcopy(net).eval()
    drawn = data.weights * (~data.held_out)
    kin_weights = torch.tensor([len(numbers) for numbers in data.kin]).float().sqrt()
    began, step, progress = time.time(), 0, 0.0
    while progress < 1:
        rate = SETTINGS['rate'] * min(progress / SETTINGS['warm'] + 0.01, 0.5 + 0.5 * math.cos(math.pi * progress))
        for group in optimizer.param_groups:
            group['lr'] = rate
        numbers = draw(data, drawn, kin_weights, options.batch)
        clean = data.pixels[numbers].float() / 255
        views = torch.cat([clean, view(data, numbers, SCENE), view(data, numbers, PLAIN),
                           scenes.nothing(data, SETTINGS['nothing'], SETTINGS['side'], device)]).contiguous(memory_format=torch.channels_last)
        with torch.no_grad():
            wanted = former(clean.contiguous(memory_format=torch.channels_last))
        with torch.autocast(device.type, torch.bfloat16):
            answers = net(views)
        losses = all_losses(answers, wanted, data, numbers, type_proxies, colour_proxies)
        loss = sum(losses.values())
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        follow(average, net, min(SETTINGS['ema'], (step + 1) / (step + 10)))
        step += 1
        if step % 20 == 0 or device.type == 'cpu':
            torch.cuda.synchronize() if device.type == 'cuda' else None
            progress = (time.time() - began) / options.seconds
            if step % 400 == 0 or progress >= 1 or device.type == 'cpu':
                print(f'{step} {progress:.2f}', {name: round(float(one), 3) for name, one in losses.items()},
                      f'{step * len(views) / (time.time() - began):.0f} views/s', flush=True)
    return average


def all_losses(answers, wanted, data, numbers, type_proxies, colour_proxies):
    count = len(numbers)
    views = [tuple(part[at * count:(at + 1) * count] for part in answers) for at in range(3)]
    void = tuple(part[3 * count:] for part in answers)
    losses = {}
    for name, (types, styles, colours), share in zip(('clean', 'scene', 'plain'), views, (3.0, 1.0, 1.0)):
        losses[name] = share * (apart(types, wanted[0]) + SETTINGS['style_match'] * apart(styles, wanted[1])
                                + SETTINGS['colour_match'] * apart(colours, wanted[2]))
        if name != 'clean':
            losses[f'{name} own'] = SETTINGS['own'] * found_again(styles, wanted[1], numbers)
    meant = data.types[numbers].repeat(3, 1)
    losses['labels'] = SETTINGS['labels'] * set_loss(type_proxies, answers[0][:3 * count], meant)
    shade = data.colours[numbers]
    one_hot = F.one_hot(shade.clamp(min=0), len(data.colour_names)).float() * (shade != UNKNOWN)[:, None]
    losses['colours'] = SETTINGS['colours'] * set_loss(colour_proxies, answers[2][:3 * count], one_hot.repeat(3, 1))
    near = F.relu(void[0].float() @ wanted[0].float().t() - 0.05), F.relu(void[1].float() @ wanted[1].float().t() - 0.05)
    losses['nothing'] = SETTINGS['nothing_weight'] * sum(one.amax(1).mean() + 4 * one.square().mean() for one in near)
    return losses


def apart(mine, theirs):
    return 2 * (1 - (mine.float() * theirs.float()).sum(1)).mean()


def found_again(styles, wanted, numbers):
    alike = styles.float() @ wanted.float().t() / SETTINGS['temperature']
    same = torch.arange(len(numbers), device=alike.device)
    twice = (numbers[:, None] == numbers) & (same[:, None] != same)
    return F.cross_entropy(alike.masked_fill(twice, -1e4), same)


@torch.no_grad()
def measure(net, former, data):
    """Held-out pictures and their views among pictures trained on: type@10, and colour@10 by the colour part alone; own@1 among the held out."""
    torch.manual_seed(7)
    held = torch.nonzero(data.held_out & (data.types.sum(1) == 1)).squeeze(1)
    trained = torch.nonzero(~data.held_out & (data.types.sum(1) == 1)).squeeze(1)[::2]
    shelf, own = vectors(net, data.pixels[trained].float() / 255), vectors(net, data.pixels[held].float() / 255)
    label, told = data.types.argmax(1), {}
    for name, pictures in (('clean', data.pixels[held].float() / 255), ('scene', view(data, held, SCENE)), ('plain', view(data, held, PLAIN))):
        asked = vectors(net, pictures)
        alike = sum(share * share * a @ b.t() for share, a, b in zip((1.0, 0.7), asked, shelf))
        top = trained[alike.topk(10, 1).indices]
        tinted = trained[(asked[2] @ shelf[2].t()).topk(10, 1).indices]
        shade = data.colours[held]
        seen = shade != UNKNOWN
        rank = sum(a @ b.t() for a, b in zip(asked[:2], own[:2]))
        told[name] = [round(float(one), 3) for one in (
            (label[top] == label[held][:, None]).float().mean(), (data.colours[tinted] == shade[:, None]).float().mean(1)[seen].mean(),
            (rank.argmax(1) == torch.arange(len(held), device=held.device)).float().mean())]
    void = vectors(net, scenes.nothing(data, 800, SETTINGS['side'], data.pixels.device))
    near = sum(share * share * a @ b.t() for share, a, b in zip((1.0, 0.7), void, shelf)).amax(1) / 1.49
    told['nothing: nearest product, median and 99 %'] = [round(float(near.quantile(at)), 3) for at in (0.5, 0.99)]
    return told


def vectors(net, pictures):
    found = [net(part.contiguous(memory_format=torch.channels_last)) for part in pictures.split(1024)]
    return [torch.cat([one.float() for one in parts]) for parts in zip(*found)]


class Served(torch.nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, pixels):
        return torch.cat(self.net(pixels.permute(0, 3, 1, 2).float() / 255), 1)


def write(net, out):
    served = Served(net.float().cpu().eval().to(memory_format=torch.contiguous_format)).eval()
    example = torch.randint(0, 255, (2, SETTINGS['side'], SETTINGS['side'], 3), dtype=torch.uint8)
    torch.onnx.export(served, (example,), str(out / 'hardened.onnx'), input_names=['pixels'], output_names=['vectors'], opset_version=17,
                      dynamic_axes={'pixels': {0: 'batch'}, 'vectors': {0: 'batch'}}, dynamo=False)


if __name__ == '__main__':
    main()
