"""Trains the visual encoder: a wide network first, then the small one that is shipped, taught by the wide one.

    python3 train.py --data ../../../.training-data --out out --teacher 240 --student 240

Schedules run on the clock (seconds given for each network), so the same command fits any GPU; what was spent is
printed. A held-out 4 % of the pictures measures it; nothing else is looked at.
"""

import argparse
import copy
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F

import augment
import export
import nets
from data import KIN, UNKNOWN, load
from measure import measure

SETTINGS = dict(side=96, batch=448, rate=2e-3, decay=0.05, warm=0.04, smooth=0.1, ema=0.998,
                type_scale=18.0, type_margin=0.1, colour_scale=12.0, colour_margin=0.0, temperature=0.08,
                style_weight=0.6, colour_weight=0.3, taught_weight=1.0)


PACE = 20 if torch.cuda.is_available() else 1  # steps between two looks at the clock


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', required=True)
    parser.add_argument('--out', required=True)
    parser.add_argument('--teacher', type=float, default=0, help='seconds')
    parser.add_argument('--student', type=float, default=0, help='seconds')
    parser.add_argument('--every', type=int, default=1, help='take every n-th picture only')
    parser.add_argument('--batch', type=int, default=SETTINGS['batch'])
    parser.add_argument('--seed', type=int, default=1)
    return parser.parse_args()


def main():
    options = arguments()
    torch.manual_seed(options.seed)
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision('high')
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    began = time.time()
    data = load(options.data, device, options.every)
    data.photo_numbers = torch.nonzero(data.photo & ~data.held_out).squeeze(1)
    print(f'{len(data.pixels)} pictures, {int(data.plain.sum())} on a plain background, '
          f'{len(data.type_names)} types, {len(data.colour_names)} colours, read in {time.time() - began:.0f} s', flush=True)
    teacher = fit('teacher', data, options.teacher, options) if options.teacher else None
    student = fit('student', data, options.student, options, teacher)
    export.write(student, data, out)


def fit(size, data, seconds, options, teacher=None):
    """Trains one network for the given seconds and returns the moving average of its weights."""
    device = data.pixels.device
    side = SETTINGS['side']
    net = nets.build(size).to(device).to(memory_format=torch.channels_last)
    type_proxies = nets.Proxies(len(data.type_names), nets.HEADS['type'], SETTINGS['type_scale'], SETTINGS['type_margin']).to(device)
    colour_proxies = nets.Proxies(len(data.colour_names), nets.HEADS['colour'], SETTINGS['colour_scale'], SETTINGS['colour_margin']).to(device)
    weights = [*net.parameters(), *type_proxies.parameters(), *colour_proxies.parameters()]
    shrunk = [weight for weight in weights if weight.ndim > 1]
    kept = [weight for weight in weights if weight.ndim <= 1]
    optimizer = torch.optim.AdamW([dict(params=shrunk, weight_decay=SETTINGS['decay']), dict(params=kept, weight_decay=0)],
                                  lr=SETTINGS['rate'], betas=(0.9, 0.98), fused=device.type == 'cuda')
    average = copy.deepcopy(net).eval()
    drawn = data.weights * (~data.held_out)
    kin_weights = torch.tensor([len(numbers) for numbers in data.kin]).float().sqrt()
    print(f'{size}: {sum(weight.numel() for weight in net.parameters()) / 1e6:.2f} M weights', flush=True)
    began, step, progress, sums = time.time(), 0, 0.0, torch.zeros(4, device=device)
    while progress < 1:
        for group in optimizer.param_groups:
            group['lr'] = SETTINGS['rate'] * min(progress / SETTINGS['warm'] + 0.01, 0.5 + 0.5 * math.cos(math.pi * progress))
        numbers = draw(data, drawn, kin_weights, options.batch)
        half = options.batch // 2
        views = torch.cat([augment.view(data, numbers, side, augment.CALM), augment.view(data, numbers[:half], side, augment.WILD),
                           augment.view(data, numbers[half:], side, augment.DYED)])
        views = views.contiguous(memory_format=torch.channels_last)
        with torch.autocast(device.type, torch.bfloat16):
            answers = net(views)
        losses = [*own_losses(answers, data, numbers, type_proxies, colour_proxies), taught_loss(answers, views, teacher, device)]
        loss = losses[0] + SETTINGS['style_weight'] * losses[1] + SETTINGS['colour_weight'] * losses[2] + SETTINGS['taught_weight'] * losses[3]
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, 2.0)
        optimizer.step()
        follow(average, net, min(SETTINGS['ema'], (step + 1) / (step + 10)))
        step += 1
        sums += torch.stack([one.detach().float() for one in losses])
        if step % PACE == 0:  # reading the sums waits for the GPU, so the clock is true
            shown = (sums / PACE).tolist()
            sums.zero_()
            progress = (time.time() - began) / seconds
            if step % 400 == 0 or progress >= 1:
                print(f'{size} {step} {progress:.2f} type {shown[0]:.3f} style {shown[1]:.3f} colour {shown[2]:.3f} taught {shown[3]:.3f} '
                      f'{step * options.batch * 2 / (time.time() - began):.0f} views/s', flush=True)
    print(size, measure(average, data), flush=True)
    return average


def draw(data, drawn, kin_weights, batch):
    """Hard batches: two fifths are groups of one label, which only style tells apart; the rest is drawn from all."""
    groups = torch.multinomial(kin_weights, max(1, batch * 2 // 5 // KIN)).tolist()
    alike = [data.kin[group][torch.randperm(len(data.kin[group]), device=drawn.device)[:KIN]] for group in groups]
    alike = torch.cat(alike)[:batch // 2]
    numbers = torch.cat([alike, torch.multinomial(drawn, batch - len(alike))])
    return numbers[torch.randperm(batch, device=drawn.device)]


@torch.no_grad()
def follow(average, net, momentum):
    ours, theirs = list(average.state_dict().values()), list(net.state_dict().values())
    floats = [(a, b) for a, b in zip(ours, theirs) if a.dtype.is_floating_point]
    torch._foreach_lerp_([a for a, _ in floats], [b for _, b in floats], 1 - momentum)


def own_losses(answers, data, numbers, type_proxies, colour_proxies):
    types, styles, colours = answers
    half = len(numbers)
    meant = data.types[numbers].repeat(2, 1)
    type_loss = set_loss(type_proxies, types, meant)
    shade = data.colours[numbers]
    known = shade != UNKNOWN
    one_hot = F.one_hot(shade.clamp(min=0), len(data.colour_names)).float() * known[:, None]
    # Only the calm views: the wild ones may show another colour.
    colour_loss = set_loss(colour_proxies, colours[:half], one_hot)
    alike = styles[:half].float() @ styles[half:].float().t() / SETTINGS['temperature']
    same = torch.arange(half, device=alike.device)
    twice = (numbers[:, None] == numbers) & (same[:, None] != same)
    alike = alike.masked_fill(twice, -1e4)
    style_loss = (F.cross_entropy(alike, same) + F.cross_entropy(alike.t(), same)) / 2
    return type_loss, style_loss, colour_loss


def set_loss(proxies, vectors, meant):
    """Cross-entropy where the right answer is any class of a set; rows with an empty set do not count."""
    known = meant.sum(1) > 0
    logits = proxies.scale * (proxies(vectors) - proxies.margin * meant)
    log_probability = F.log_softmax(logits, 1)
    right = torch.logsumexp(log_probability.masked_fill(meant == 0, -1e4), 1)
    smooth = SETTINGS['smooth']
    losses = -(1 - smooth) * right - smooth * log_probability.mean(1)
    return (losses * known).sum() / known.sum().clamp(min=1)


def taught_loss(answers, views, teacher, device):
    """How far the pupil's vectors are from the teacher's for the same view."""
    if teacher is None:
        return torch.zeros((), device=device)
    with torch.no_grad(), torch.autocast(device.type, torch.bfloat16):
        shown = teacher(views)
    share = (1.0, 1.0, 0.3)
    return sum(part * 2 * (1 - (mine.float() * theirs.float()).sum(1)).mean() for part, mine, theirs in zip(share, answers, shown))


if __name__ == '__main__':
    main()
