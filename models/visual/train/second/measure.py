"""What the held-out pictures say, looked up among pictures trained on."""

import torch
import torch.nn.functional as F

import augment
from data import UNKNOWN

SHARES = (1.0, 0.7, 0.7)


@torch.no_grad()
def vectors(net, pixels, side=None):
    found = []
    for start in range(0, len(pixels), 1024):
        part = pixels[start:start + 1024]
        part = part.float() / 255 if part.dtype == torch.uint8 else part
        part = part if side is None else F.interpolate(part, size=(side, side), mode='bilinear', align_corners=False, antialias=True)
        found.append([answer.float() for answer in net(part.contiguous(memory_format=torch.channels_last))])
    return [torch.cat(parts) for parts in zip(*found)]


@torch.no_grad()
def measure(net, data, side):
    """Type@10: mean over types of the share of same-type neighbours; colour@10 alike; close-up@5 and
    dyed@5: such a view finds its own picture among the held-out ones; photo@1: grocery photographs find their class."""
    held = torch.nonzero(data.held_out & (data.types.sum(1) == 1)).squeeze(1)
    trained = torch.nonzero(~data.held_out & (data.types.sum(1) == 1)).squeeze(1)
    trained = trained[torch.randperm(len(trained), device=trained.device)[:20000]]
    ours, theirs = vectors(net, data.pixels[held], side), vectors(net, data.pixels[trained], side)
    alike = sum(share * share * a @ b.t() for share, a, b in zip(SHARES, ours, theirs))
    top = trained[alike.topk(min(10, len(trained)), 1).indices]
    label = data.types.argmax(1)
    same = (label[top] == label[held][:, None]).float().mean(1)
    fashion = ~data.grocery[held] & ~data.photo[held]
    by_type = [same[fashion & (label[held] == one)].mean() for one in label[held][fashion].unique()]
    shade = data.colours[held]
    seen = shade != UNKNOWN
    colour = (data.colours[top] == shade[:, None]).float().mean(1)[seen].mean()
    torch.manual_seed(7)
    found = {}
    for name, style in (('close-up@5', augment.CLOSE), ('dyed@5', augment.DYED)):
        seen_so = vectors(net, augment.view(data, held, side, augment.each([(style, len(held))], held.device))[0])
        rank = sum(share * share * a @ b.t() for share, a, b in zip(SHARES, seen_so, ours))
        found[name] = round(float((rank.topk(5, 1).indices == torch.arange(len(held), device=held.device)[:, None]).any(1).float().mean()), 4)
    grocery = data.grocery[held]
    photo = (label[top[:, 0]] == label[held]).float()[grocery].mean()
    return {'type@10': round(float(torch.stack(by_type).mean()), 4), 'colour@10': round(float(colour), 4),
            'photo@1': round(float(photo), 4), **found}
