"""Views of a product in scenes, through margins and drawn, how near the answers to them come, and the graph that is written."""

import torch
import torch.nn.functional as F

import augment
import scenes

SETTINGS = dict(side=96, temperature=0.07)
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


def laid_over(shown):
    half = len(shown) // 2
    share = augment.uniform(half, 0.5, 1, shown.device).view(-1, 1, 1, 1)
    return torch.cat([share * shown[:half] + (1 - share) * shown[half:2 * half], shown[half:]])


def chance(count, probability, device):
    return augment.chance(count, probability, device).view(-1, 1, 1, 1)


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


def write(net, out, name):
    served = Served(net.float().cpu().eval().to(memory_format=torch.contiguous_format)).eval()
    torch.save({name: value.half() for name, value in net.state_dict().items()}, out / f'{name}.pt')
    example = torch.randint(0, 255, (2, SETTINGS['side'], SETTINGS['side'], 3), dtype=torch.uint8)
    torch.onnx.export(served, (example,), str(out / f'{name}.onnx'), input_names=['pixels'], output_names=['vectors'], opset_version=17,
                      dynamic_axes={'pixels': {0: 'batch'}, 'vectors': {0: 'batch'}}, dynamo=False)
