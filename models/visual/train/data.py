"""Reads the training pictures into one uint8 tensor and says what is known about each."""

import gzip
import io
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image

SIDE = 96
UNKNOWN = -1

# The clothing photographs name coarser things than the catalogue does, so such a label stands for a set of
# catalogue types: the probability of the set is what is trained. That ties phone photographs to catalogue pictures.
CLOTHING_SETS = {
    't-shirt': ['Tshirts', 'Tops', 'Innerwear Vests', 'Lounge Tshirts'],
    'longsleeve': ['Sweatshirts', 'Sweaters', 'Tops', 'Tshirts', 'Tunics'],
    'pants': ['Trousers', 'Jeans', 'Track Pants', 'Leggings', 'Jeggings', 'Capris', 'Lounge Pants'],
    'shirt': ['Shirts'],
    'shoes': ['Casual Shoes', 'Sports Shoes', 'Formal Shoes', 'Heels', 'Flats', 'Sandals', 'Flip Flops', 'Booties'],
    'dress': ['Dresses', 'Nightdress'],
    'shorts': ['Shorts', 'Lounge Shorts'],
    'outwear': ['Jackets', 'Blazers', 'Rain Jacket', 'Waistcoat'],
    'hat': ['Caps', 'Hat'],
    'skirt': ['Skirts'],
}


@dataclass
class Pictures:
    pixels: torch.Tensor  # [N, 3, 96, 96] uint8, letterboxed with the median colour of the border
    border: torch.Tensor  # [N, 3] that colour
    cutout: torch.Tensor  # [N, 1, 96, 96] uint8, 255 where the product is; all 255 without a plain background
    plain: torch.Tensor  # [N] whether the background is plain, so that it can be replaced
    photo: torch.Tensor  # [N] whether it is a photograph rather than a catalogue picture
    grocery: torch.Tensor  # [N]
    types: torch.Tensor  # [N, classes] the set of types the label stands for; all zero: unknown
    colours: torch.Tensor  # [N] colour number or UNKNOWN
    weights: torch.Tensor  # [N] how often it is drawn
    held_out: torch.Tensor  # [N] never trained on
    labels: list  # source and label of each picture
    kin: list  # the numbers of the trained pictures of one label, for each label with enough of them
    type_names: list
    colour_names: list


def read_index(folder):
    with gzip.open(Path(folder) / 'index.tsv.gz', 'rt') as lines:
        return [line.rstrip('\n').split('\t') for line in lines][1:]


def read_parts(folder):
    return [path.read_bytes() for path in sorted(Path(folder).glob('images-*.bin'))]


def decode(data):
    """One picture, letterboxed to a square with the median colour of its border, and that colour."""
    picture = np.asarray(Image.open(io.BytesIO(data)).convert('RGB'))[:SIDE, :SIDE]
    ring = np.concatenate([picture[:2].reshape(-1, 3), picture[-2:].reshape(-1, 3), picture[:, :2].reshape(-1, 3), picture[:, -2:].reshape(-1, 3)])
    border = np.median(ring, axis=0).astype(np.uint8)
    height, width = picture.shape[:2]
    boxed = np.empty((SIDE, SIDE, 3), np.uint8)
    boxed[:] = border
    top, left = (SIDE - height) // 2, (SIDE - width) // 2
    boxed[top:top + height, left:left + width] = picture
    return boxed.transpose(2, 0, 1), border


def decode_all(chunk):
    decoded = [decode(data) for data in chunk]
    return np.stack([one for one, _ in decoded]), np.stack([one for _, one in decoded])


def load(folder, device, every=1):
    rows = read_index(folder)[::every]
    parts = read_parts(folder)
    files = [parts[int(row[0])][int(row[1]):int(row[1]) + int(row[2])] for row in rows]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        decoded = list(pool.map(decode_all, [files[at:at + 500] for at in range(0, len(files), 500)]))
    pixels = torch.from_numpy(np.concatenate([one for one, _ in decoded])).to(device)
    border = torch.from_numpy(np.concatenate([one for _, one in decoded])).to(device)
    cutout, plain = cut_out(pixels, border)
    sources = [row[3] for row in rows]
    type_names, types, labels = type_sets(rows)
    colour_names = sorted({row[5] for row in rows if row[5] not in ('', 'NA')})
    number = {name: at for at, name in enumerate(colour_names)}
    held_out = torch.tensor([at % 25 == 7 for at in range(len(rows))])
    return Pictures(
        pixels=pixels, border=border, cutout=cutout, plain=plain,
        photo=torch.tensor([source in ('clothing', 'grocery') for source in sources], device=device),
        grocery=torch.tensor([source == 'grocery' for source in sources], device=device),
        types=types.to(device),
        colours=torch.tensor([number.get(row[5], UNKNOWN) for row in rows], device=device),
        weights=drawing_weights(labels).to(device),
        held_out=held_out.to(device), labels=labels, kin=[numbers.to(device) for numbers in kin(labels, held_out)],
        type_names=type_names, colour_names=colour_names)


def type_sets(rows):
    """Which types each row's label stands for."""
    names = sorted({f'{row[3]}:{row[4]}' for row in rows if row[3] in ('fashion', 'grocery')}
                   | {f'ikea:{row[4]}' for row in rows if row[3] == 'ikea' and row[4] != 'objects'})
    number = {name: at for at, name in enumerate(names)}
    types = torch.zeros(len(rows), len(names))
    labels = []
    for at, row in enumerate(rows):
        labels.append(f'{row[3]}:{row[4]}')
        if row[3] == 'clothing':
            meant = [f'fashion:{name}' for name in CLOTHING_SETS.get(row[4], [])]
        else:
            meant = [labels[-1]]
        for name in meant:
            if name in number:
                types[at, number[name]] = 1
    return names, types, labels


KIN = 24  # pictures of one label that are drawn together


def kin(labels, held_out):
    groups = {}
    for at, label in enumerate(labels):
        if not held_out[at]:
            groups.setdefault(label, []).append(at)
    return [torch.tensor(numbers) for numbers in groups.values() if len(numbers) >= KIN]


def drawing_weights(labels):
    """The square root of a label's frequency: rare types are seen often enough, common ones keep their variety."""
    count = {}
    for label in labels:
        count[label] = count.get(label, 0) + 1
    unlabelled = {'clothing:images': 2.0, 'ikea:objects': 2.0, 'drawing:objects': 2.0}
    return torch.tensor([unlabelled.get(label, 1.0) * count[label] ** -0.5 for label in labels])


@torch.no_grad()
def cut_out(pixels, border):
    """The product of a catalogue picture: what is not reached from the rim through pixels of the border's colour."""
    masks, plain = [], []
    for start in range(0, len(pixels), 4096):
        part = pixels[start:start + 4096].float()
        near = ((part - border[start:start + 4096].float()[:, :, None, None]).abs().amax(1, keepdim=True) < 14).float()
        rim = torch.zeros_like(near)
        rim[:, :, 0], rim[:, :, -1], rim[:, :, :, 0], rim[:, :, :, -1] = 1, 1, 1, 1
        is_plain = (near * rim).flatten(1).sum(1) / rim.flatten(1).sum(1) > 0.7
        reached = near * rim
        for _ in range(SIDE):
            reached = F.max_pool2d(reached, 3, 1, 1) * near
        product = 1 - reached
        share = product.flatten(1).mean(1)
        is_plain &= (share > 0.03) & (share < 0.95)
        product = F.avg_pool2d(product, 3, 1, 1)
        product[~is_plain] = 1
        masks.append((product * 255).to(torch.uint8))
        plain.append(is_plain)
    return torch.cat(masks), torch.cat(plain)
