"""Teaches the encoder to see a product through margins, backgrounds, pages, shadow, turns and drawings.

    python3 harden.py --data ../../../.training-data --from version-2.onnx --beside version-3.onnx --out out --seconds 480

Two earlier encoders of one space look at the catalogue picture, and the mean of their answers is what every view of it should be called:
@2 knows clean pictures best, @3 types and photographs. Clean pictures count most, so they keep their vectors and the others come to them.
Whether there is a product at all is said apart, so that pictures of nothing need not bend the space.
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
from data import load
from folded import Folded, Gated
from train import draw, follow, set_loss

SETTINGS = dict(side=96, batch=320, nothing=120, rate=4e-4, warm=0.03, decay=0.01, ema=0.999, temperature=0.07, former=0.6,
                own=0.3, labels=0.15, doubt=0.5, push=0.2)
SHARES = dict(clean=3.0, calm=2.0, scene=1.0, plain=1.0)
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
    light = torch.full((count,), style['light'], device=device)
    x = augment.refocus(augment.relight(x, light=light, hue=0, fixed=data.grocery[numbers])[0])
    x = augment.occlude(x, style['hide'])
    x = x + torch.randn_like(x) * augment.uniform(count, 0, style['noise'], device).view(-1, 1, 1, 1)
    return x.clamp(0, 1)


@torch.no_grad()
def calm(data, numbers):
    """Little changed, or two pictures laid over each other: asked of teachers and pupil alike, it shows more of what the teachers know."""
    return laid_over(augment.view(data, numbers, SETTINGS['side'], augment.CALM))


def laid_over(shown):
    half = len(shown) // 2
    share = augment.uniform(half, 0.5, 1, shown.device).view(-1, 1, 1, 1)
    return torch.cat([share * shown[:half] + (1 - share) * shown[half:2 * half], shown[half:]])


def chance(count, probability, device):
    return augment.chance(count, probability, device).view(-1, 1, 1, 1)


def main():
    parser = argparse.ArgumentParser()
    for name in ('--data', '--from', '--beside', '--out'):
        parser.add_argument(name, required=True)
    parser.add_argument('--seconds', type=float, default=480)
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
    former = ready(Folded(vars(options)['from']), device)
    beside = copy.deepcopy(former)
    beside.take_weights(options.beside)
    for name, one in (('from', former), ('beside', beside)):
        print(name, json.dumps(measure(one, data)), flush=True)
    net = fit(former, beside, data, options)
    print('after', json.dumps(measure(net, data)), flush=True)
    write(net, out)


def ready(net, device):
    return net.to(device).to(memory_format=torch.channels_last).eval()


@torch.no_grad()
def taught(former, beside, pictures):
    """What both teachers say of the pictures, one vector a part, without the number that is kept for doubt."""
    with torch.autocast(pictures.device.type, torch.bfloat16):
        said = zip(former(pictures), beside(pictures))
    share = SETTINGS['former']
    return [F.normalize((share * a.float() + (1 - share) * b.float())[:, :-1], dim=1) for a, b in said]


def fit(former, beside, data, options):
    device = data.pixels.device
    net = ready(Gated(copy.deepcopy(former)), device).train()
    proxies = nets.Proxies(len(data.type_names), net.folded.heads[0].shape[1] - 1, 18.0, 0.05).to(device)
    weights = [*net.parameters(), *proxies.parameters()]
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
        seen = [data.pixels[numbers].float() / 255, calm(data, numbers)]
        wanted = taught(former, beside, torch.cat(seen).contiguous(memory_format=torch.channels_last))
        views = torch.cat([*seen, view(data, numbers, SCENE), view(data, numbers, PLAIN),
                           scenes.nothing(data, SETTINGS['nothing'], SETTINGS['side'], device)]).contiguous(memory_format=torch.channels_last)
        with torch.autocast(device.type, torch.bfloat16):
            answers = net(views)
        losses = all_losses(answers, wanted, data, numbers, proxies)
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


def all_losses(answers, wanted, data, numbers, proxies):
    count = len(numbers)
    types, styles, doubt = answers
    parts = {name: slice(at * count, (at + 1) * count) for at, name in enumerate(SHARES)}
    clean = [part[:count] for part in wanted]
    losses = {}
    for name, share in SHARES.items():
        target = [part[count:] for part in wanted] if name == 'calm' else clean
        losses[name] = share * (apart(types[parts[name]], target[0]) + apart(styles[parts[name]], target[1]))
        if name in ('scene', 'plain'):
            losses[f'{name} own'] = SETTINGS['own'] * found_again(styles[parts[name]], clean[1], numbers)
    labelled = torch.cat([types[parts[name]] for name in ('clean', 'scene', 'plain')])
    losses['labels'] = SETTINGS['labels'] * set_loss(proxies, labelled, data.types[numbers].repeat(3, 1))
    void = slice(len(SHARES) * count, None)
    is_void = torch.zeros_like(doubt)
    is_void[void] = 1
    # A product that is taken for nothing is lost altogether: a picture of nothing may still be told by its distance.
    told = F.binary_cross_entropy_with_logits(doubt, is_void, reduction='none')
    losses['doubt'] = SETTINGS['doubt'] * (2 * told[:void.start].mean() + told[void].mean())
    near = F.relu(types[void].float() @ clean[0].t() - 0.3), F.relu(styles[void].float() @ clean[1].t() - 0.3)
    losses['push'] = SETTINGS['push'] * sum(one.amax(1).mean() for one in near)
    return losses


def apart(mine, theirs):
    return 2 * (1 - (mine.float() * theirs.float()).sum(1)).mean()


def found_again(styles, wanted, numbers):
    alike = styles.float() @ wanted.float().t() / SETTINGS['temperature']
    same = torch.arange(len(numbers), device=alike.device)
    twice = (numbers[:, None] == numbers) & (same[:, None] != same)
    return F.cross_entropy(alike.masked_fill(twice, -1e4), same)


@torch.no_grad()
def measure(net, data):
    """Held-out pictures and their views among pictures trained on: type@10, and own@1 among the held out."""
    torch.manual_seed(7)
    held = torch.nonzero(data.held_out & (data.types.sum(1) == 1)).squeeze(1)
    trained = torch.nonzero(~data.held_out & (data.types.sum(1) == 1)).squeeze(1)[::2]
    shelf, own = vectors(net, data.pixels[trained].float() / 255), vectors(net, data.pixels[held].float() / 255)
    label, told = data.types.argmax(1), {}
    for name, pictures in (('clean', data.pixels[held].float() / 255), ('scene', view(data, held, SCENE)), ('plain', view(data, held, PLAIN))):
        asked = vectors(net, pictures)
        alike = sum(share * share * a @ b.t() for share, a, b in zip((1.0, 0.7), asked, shelf))
        top = trained[alike.topk(10, 1).indices]
        rank = sum(a @ b.t() for a, b in zip(asked[:2], own[:2]))
        told[name] = [round(float(one), 3) for one in (
            (label[top] == label[held][:, None]).float().mean(),
            (rank.argmax(1) == torch.arange(len(held), device=held.device)).float().mean())]
        if len(asked) > 2:
            told[name].append(['doubted', round(float((asked[2] > 0).float().mean()), 4)])
    void = vectors(net, scenes.nothing(data, 800, SETTINGS['side'], data.pixels.device))
    near = sum(share * share * a @ b.t() for share, a, b in zip((1.0, 0.7), void, shelf)).amax(1) / 1.49
    if len(void) > 2:
        near = near * (1 - void[2].sigmoid().square()).sqrt()
    told['nothing: nearest product, median and 99 %'] = [round(float(near.quantile(at)), 3) for at in (0.5, 0.99)]
    return told


def vectors(net, pictures):
    found = [net(part.contiguous(memory_format=torch.channels_last)) for part in pictures.split(1024)]
    return [torch.cat([one.float() for one in parts]) for parts in zip(*found)]


class Served(torch.nn.Module):
    """Pixels in, type and style out; the last number of each is the doubt."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, pixels):
        types, styles, logit = self.net(pixels.permute(0, 3, 1, 2).float() / 255)
        doubt = torch.sigmoid(logit)[:, None]
        sure = (1 - doubt * doubt).clamp(min=0).sqrt()
        return torch.cat([types * sure, doubt, styles * sure, doubt], 1)


def write(net, out, name='hardened'):
    served = Served(net.float().cpu().eval().to(memory_format=torch.contiguous_format)).eval()
    torch.save({name: value.half() for name, value in net.state_dict().items()}, out / f'{name}.pt')
    example = torch.randint(0, 255, (2, SETTINGS['side'], SETTINGS['side'], 3), dtype=torch.uint8)
    torch.onnx.export(served, (example,), str(out / f'{name}.onnx'), input_names=['pixels'], output_names=['vectors'], opset_version=17,
                      dynamic_axes={'pixels': {0: 'batch'}, 'vectors': {0: 'batch'}}, dynamo=False)


if __name__ == '__main__':
    main()
