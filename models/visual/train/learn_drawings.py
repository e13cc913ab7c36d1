"""Teaches the hardened encoder that a drawing of a thing is a thing of that type.

    python3 learn_drawings.py --data ../../../.training-data --shape version-2.onnx --beside version-3.onnx --from version-4.onnx --out out --seconds 480

Photographs keep their vectors: three earlier encoders say what each is called, as in `harden.py`. Drawings are moved as a whole: what the encoder said of
the drawings of a type is shifted to the middle of its photographs, so that drawings keep what tells them apart. Kinds of things that no
photograph shows get places of their own, away from photographs of fashion and groceries, and so does furniture.
"""

import argparse
import copy
import json
import math
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import drawings
import harden
import nets
import scenes
from data import cut_out, decode, load, read_index, read_parts
from folded import Folded, Gated
from harden import PLAIN, SCENE, calm, found_again, measure, ready, vectors, view, write
from train import draw, follow, set_loss

SETTINGS = dict(rate=2e-4, warm=0.03, decay=0.01, ema=0.999, drawn=144, of_each=240, held=40, latest=0.5, clean=5.0,
                drawn_target=1.5, drawn_labels=0.5, drawn_own=0.3, drawn_push=2.0, nearest=8, more=3)
FLAT = dict(PLAIN, drawn=0.4)
HARDER = dict(PLAIN, area=(0.6, 1.8), turn=12, scene=0.3, drawn=0.0)


@dataclass
class Drawn:
    first: int  # drawings stand behind the photographs
    names: list
    meant: torch.Tensor  # [N, classes] as `types` of the photographs, with the kinds that are only drawn behind them
    target: list  # what type and style are to be, a vector each
    has_photographs: torch.Tensor
    at_home: torch.Tensor  # neither fashion nor food
    trained: torch.Tensor  # numbers among the drawings
    held: torch.Tensor


def main():
    parser = argparse.ArgumentParser()
    for name in ('--data', '--shape', '--beside', '--from', '--out'):
        parser.add_argument(name, required=True)
    parser.add_argument('--more', help='a folder like --data with further drawings, the label being the type or several, with | between')
    parser.add_argument('--seconds', type=float, default=480)
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--batch', type=int, default=harden.SETTINGS['batch'])
    parser.add_argument('--of-each', type=int, default=SETTINGS['of_each'])
    options = parser.parse_args()
    torch.manual_seed(1)
    harden.SHARES['clean'] = SETTINGS['clean']
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision('high')
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    began = time.time()
    data = load(options.data, device, options.every)
    data.photo_numbers = torch.nonzero(data.photo & ~data.held_out).squeeze(1)
    first = ready(Folded(options.shape), device)
    beside = copy.deepcopy(first)
    beside.take_weights(options.beside)
    latest = ready(Gated(copy.deepcopy(first)).take_weights(vars(options)['from']), device)
    teachers = (first, beside, latest)
    drawn = make_drawings(data, latest, options, device)
    print(f'{len(data.pixels)} pictures, {len(drawn.names)} drawings after {time.time() - began:.0f} s', flush=True)
    print('before', json.dumps(measure(latest, data)), json.dumps(measure_drawn(latest, data, drawn)), flush=True)
    net = fit(teachers, data, drawn, options)
    print('after', json.dumps(measure(net, data)), json.dumps(measure_drawn(net, data, drawn)), flush=True)
    write(net, out)


def make_drawings(data, latest, options, device):
    each = options.of_each + SETTINGS['held']
    pixels, names = drawings.draw_all(each)
    is_trained = [at % each < options.of_each for at in range(len(names))]
    by_chance = len(names)
    if options.more:
        rows, parts = read_index(options.more), read_parts(options.more)
        files = [parts[int(row[0])][int(row[1]):int(row[1]) + int(row[2])] for row in rows]
        pixels = np.concatenate([pixels, np.stack([decode(file)[0] for file in files])])
        names, is_trained = names + [row[4] for row in rows], is_trained + [True] * len(rows)
    pixels, is_trained = torch.from_numpy(np.ascontiguousarray(pixels)).to(device), torch.tensor(is_trained, device=device)
    meant = kinds_of(data, names, device)
    target, known = targets(data, latest, pixels, names, meant)
    at_home = torch.tensor([not name.startswith('fashion:') for name in names], device=device)
    trained = torch.nonzero(is_trained).squeeze(1)
    # Few beside those made by chance: seen more often.
    trained = torch.cat([trained, *[trained[trained >= by_chance]] * (SETTINGS['more'] - 1)])
    return Drawn(append(data, pixels), names, meant, target, known, at_home, trained, torch.nonzero(~is_trained).squeeze(1))


def kinds_of(data, names, device):
    """Which types each name stands for; those that no photograph has are put behind the others."""
    data.type_names += sorted(set('|'.join(names).split('|')) - set(data.type_names))
    number = {name: at for at, name in enumerate(data.type_names)}
    data.types = F.pad(data.types, (0, len(data.type_names) - data.types.shape[1]))
    meant = torch.zeros(len(names), len(data.type_names), device=device)
    for at, name in enumerate(names):
        meant[at, [number[one] for one in name.split('|')]] = 1
    return meant


def append(data, pixels):
    """Behind the photographs, so that views are made of both alike; never drawn as one of them."""
    first, count = len(data.pixels), len(pixels)
    rim = torch.cat([pixels[:, :, 0], pixels[:, :, -1], pixels[:, :, :, 0], pixels[:, :, :, -1]], 2)
    border = rim.float().median(2).values.to(torch.uint8)
    cutout, plain = cut_out(pixels, border)
    for name, more in (('pixels', pixels), ('border', border), ('cutout', cutout), ('plain', plain)):
        setattr(data, name, torch.cat([getattr(data, name), more]))
    for name in ('photo', 'grocery', 'types', 'colours', 'weights', 'held_out'):
        known = getattr(data, name)
        setattr(data, name, torch.cat([known, torch.zeros((count, *known.shape[1:]), dtype=known.dtype, device=known.device)]))
    return first


@torch.no_grad()
def targets(data, latest, pixels, names, meant):
    """Each kind's drawings moved as a whole to where its photographs are."""
    said = vectors(latest, pixels.float() / 255)[:2]
    shown = vectors(latest, data.pixels.float() / 255)[:2]
    target, known = [one.clone() for one in said], torch.zeros(len(names), dtype=torch.bool, device=pixels.device)
    for name in set(names):
        drawn = torch.tensor([one == name for one in names], device=pixels.device)
        row = meant[drawn][0]
        photographs = ((data.types * row).sum(1) == 1) & (data.types.sum(1) == 1) & ~data.held_out
        if photographs.sum() < 5:
            continue
        known |= drawn
        for mine, theirs, wanted in zip(said, shown, target):
            wanted[drawn] = F.normalize(mine[drawn] - mine[drawn].mean(0) + theirs[photographs].mean(0), dim=1)
    return target, known


@torch.no_grad()
def taught(teachers, pictures):
    """What the teachers say of the pictures, one vector a part, without the number that is kept for doubt."""
    first, beside, latest = teachers
    earlier = harden.taught(first, beside, pictures)
    with torch.autocast(pictures.device.type, torch.bfloat16):
        said = latest(pictures)
    share = SETTINGS['latest']
    return [F.normalize(share * a.float() + (1 - share) * b, dim=1) for a, b in zip(said, earlier)]


@torch.no_grad()
def start_proxies(data, latest, drawn, device):
    """Directions of the types begin at the middle of what is known of them."""
    proxies = nets.Proxies(len(data.type_names), drawn.target[0].shape[1], 18.0, 0.05).to(device)
    single = (data.types.sum(1) == 1) & ~data.held_out
    shown = vectors(latest, data.pixels[single].float() / 255)[0]
    sums = data.types[single].t() @ shown + drawn.meant[drawn.trained].t() @ drawn.target[0][drawn.trained]
    proxies.weight.data = F.normalize(sums + 1e-4 * proxies.weight.data, dim=1)
    return proxies


def fit(teachers, data, drawn, options):
    device = data.pixels.device
    net = ready(copy.deepcopy(teachers[2]), device).train()
    proxies = start_proxies(data, teachers[2], drawn, device)
    weights = [*net.parameters(), *proxies.parameters()]
    optimizer = torch.optim.AdamW(weights, lr=SETTINGS['rate'], betas=(0.9, 0.98), weight_decay=SETTINGS['decay'], fused=device.type == 'cuda')
    average = copy.deepcopy(net).eval()
    likely = data.weights * (~data.held_out)
    kin_weights = torch.tensor([len(numbers) for numbers in data.kin]).float().sqrt()
    home = torch.tensor([name.startswith('ikea:') for name in data.type_names], device=device)
    side = harden.SETTINGS['side']
    began, step, progress = time.time(), 0, 0.0
    while progress < 1:
        rate = SETTINGS['rate'] * min(progress / SETTINGS['warm'] + 0.01, 0.5 + 0.5 * math.cos(math.pi * progress))
        for group in optimizer.param_groups:
            group['lr'] = rate
        numbers = draw(data, likely, kin_weights, options.batch)
        chosen = drawn.trained[torch.randint(len(drawn.trained), (SETTINGS['drawn'],), device=device)]
        seen = [data.pixels[numbers].float() / 255, calm(data, numbers)]
        wanted = taught(teachers, torch.cat(seen).contiguous(memory_format=torch.channels_last))
        lines = [data.pixels[drawn.first + chosen].float() / 255, view(data, drawn.first + chosen, HARDER)]
        views = torch.cat([*lines, *seen, view(data, numbers, SCENE), view(data, numbers, FLAT),
                           scenes.nothing(data, harden.SETTINGS['nothing'], side, device)]).contiguous(memory_format=torch.channels_last)
        with torch.autocast(device.type, torch.bfloat16):
            answers = net(views)
        split = 2 * len(chosen)
        losses = harden.all_losses([one[split:] for one in answers], wanted, data, numbers, proxies)
        fashion = ~(data.types[numbers] * home).any(1) & (data.types[numbers].sum(1) > 0)
        losses |= drawn_losses([one[:split] for one in answers], drawn, chosen, [one[:len(numbers)][fashion] for one in wanted], proxies)
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


def drawn_losses(answers, drawn, chosen, photographs, proxies):
    types, styles, doubt = answers
    count = len(chosen)
    known = drawn.has_photographs[chosen].repeat(2)
    wanted = [part[chosen].repeat(2, 1) for part in drawn.target]
    far = [1 - (mine.float() * theirs).sum(1) for mine, theirs in zip((types, styles), wanted)]
    losses = {'drawn': SETTINGS['drawn_target'] * 2 * ((far[0] * known).mean() + (far[1] * torch.where(known, 1.0, 0.25)).mean())}
    losses['drawn labels'] = SETTINGS['drawn_labels'] * set_loss(proxies, types, drawn.meant[chosen].repeat(2, 1))
    losses['drawn own'] = SETTINGS['drawn_own'] * found_again(styles[count:], drawn.target[1][chosen], chosen)
    losses['drawn doubt'] = harden.SETTINGS['doubt'] * F.softplus(doubt).mean()
    # What stands at home is neither fashion nor food: no photograph of those may resemble it.
    resembled = (types.float() @ photographs[0].t() + 0.49 * styles.float() @ photographs[1].t()) / 1.49
    nearest = F.relu(resembled - 0.25).topk(SETTINGS['nearest'], 1).values.mean(1)
    losses['drawn push'] = SETTINGS['drawn_push'] * (nearest * drawn.at_home[chosen].repeat(2)).mean()
    return losses


@torch.no_grad()
def measure_drawn(net, data, drawn):
    """Held-out photographs among drawings nobody trained on: the nearest is of the type; and held-out drawings among photographs."""
    meant = drawn.meant[drawn.held]
    has = (meant[drawn.has_photographs[drawn.held]].sum(0) > 0)
    held = torch.nonzero(data.held_out & (data.types.sum(1) == 1) & ((data.types * has).sum(1) == 1)).squeeze(1)
    asked, shelf = vectors(net, data.pixels[held].float() / 255), vectors(net, data.pixels[drawn.first + drawn.held].float() / 255)
    alike = sum(share * share * a @ b.t() for share, a, b in zip((1.0, 0.7), asked, shelf)) / 1.49
    right = data.types[held] @ meant.t() > 0
    nearest = alike.argmax(1)
    top = alike.topk(10, 1).indices
    hit = right.gather(1, nearest[:, None]).float().mean()
    only_drawn = ~drawn.has_photographs[drawn.held]
    return {'photo finds drawing of its type': [round(float(one), 3) for one in (hit, right.gather(1, top).float().mean())],
            'resemblance: right nearest, wrong nearest, only drawn': [round(float(one.masked_fill(~which, -1).amax(1).median()), 3) for one, which in (
                (alike, right), (alike, ~right), (alike, only_drawn[None].expand_as(right)))]}


if __name__ == '__main__':
    main()
