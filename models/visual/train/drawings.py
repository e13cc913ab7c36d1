"""
Drawings of things, made by chance: what a type of thing looks like where nobody photographed it. The names are those of the training
pictures where these have the type (`fashion:`, `ikea:`), otherwise of the drawing alone.

    python3 drawings.py sheet.png    # a row of each, to look at
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor

import numpy as np
from PIL import Image

import drawn_clothes as clothes
import drawn_home as home
import drawn_worn as worn
from sketch import SIDE, Sketch

THINGS = {
    'fashion:Tshirts': clothes.tshirt, 'fashion:Shirts': clothes.shirt, 'fashion:Sweaters': clothes.sweater,
    'fashion:Sweatshirts': clothes.sweatshirt, 'fashion:Jackets': clothes.jacket, 'fashion:Innerwear Vests': clothes.vest,
    'fashion:Tops': clothes.blouse, 'fashion:Kurtas': clothes.kurta, 'fashion:Dresses': clothes.dress, 'fashion:Skirts': clothes.skirt,
    'fashion:Trousers': clothes.trousers, 'fashion:Jeans': clothes.jeans, 'fashion:Track Pants': clothes.track_pants,
    'fashion:Shorts': clothes.shorts, 'fashion:Leggings': clothes.leggings, 'fashion:Casual Shoes': worn.casual_shoe,
    'fashion:Sports Shoes': worn.sports_shoe, 'fashion:Formal Shoes': worn.formal_shoe, 'fashion:Heels': worn.pump,
    'fashion:Flip Flops': worn.flip_flop, 'fashion:Sandals': worn.sandal, 'fashion:Backpacks': worn.backpack, 'fashion:Handbags': worn.handbag,
    'fashion:Clutches': worn.clutch, 'fashion:Wallets': worn.wallet, 'fashion:Watches': worn.watch, 'fashion:Sunglasses': worn.sunglasses,
    'fashion:Belts': worn.belt, 'fashion:Ties': worn.tie, 'fashion:Caps': worn.cap, 'fashion:Socks': worn.sock, 'fashion:Bra': worn.bra,
    'fashion:Briefs': worn.briefs, 'fashion:Perfume and Body Mist': worn.perfume, 'fashion:Deodorant': worn.can, 'fashion:Lipstick': worn.lipstick,
    'fashion:Nail Polish': worn.nail_polish, 'fashion:Earrings': worn.earrings, 'fashion:Pendant': worn.pendant,
    'ikea:couch': home.sofa, 'ikea:chair': home.armchair, 'ikea:dining table': home.table, 'ikea:bed': home.bed, 'ikea:clock': home.clock,
    'ikea:plant_pot': home.plant_pot, 'drawn:bottle': home.bottle, 'drawn:mug': home.mug, 'drawn:kettle': home.kettle,
    'drawn:pot': home.pot, 'drawn:pan': home.pan, 'drawn:vase': home.vase, 'drawn:lamp': home.lamp, 'drawn:candle': home.candle,
    'drawn:rug': home.rug, 'drawn:cushion': home.cushion, 'drawn:towel': home.towels, 'drawn:bowl': home.bowl, 'drawn:carton': home.carton,
    'drawn:telephone': home.telephone,
}


def draw(task):
    """So many of one kind: [count, 96, 96, 3]."""
    name, first, count = task
    pictures = np.empty((count, SIDE, SIDE, 3), np.uint8)
    for at in range(count):
        sketch = Sketch(f'{name} {first + at}')
        THINGS[name](sketch)
        pictures[at] = sketch.picture()
    return pictures


def draw_all(of_each):
    """Pictures of all kinds, [N, 3, 96, 96], and the name of each."""
    tasks = [(name, first, min(60, of_each - first)) for name in THINGS for first in range(0, of_each, 60)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        pictures = list(pool.map(draw, tasks))
    return np.concatenate(pictures).transpose(0, 3, 1, 2), [name for name, _, count in tasks for _ in range(count)]


if __name__ == '__main__':
    rows = [np.concatenate(list(draw((name, 0, 12))), 1) for name in THINGS]
    half = (len(rows) + 1) // 2
    rows += [np.zeros_like(rows[0])] * (2 * half - len(rows))
    Image.fromarray(np.concatenate([np.concatenate(rows[:half]), np.concatenate(rows[half:])], 1)).save(sys.argv[1])
