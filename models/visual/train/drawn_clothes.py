"""Clothes as somebody might draw them, from the front; some are worn."""

import math

import numpy as np


def top(s, *, sleeve, length=1.0, flare=0.0, neck=None, straps=False):
    """What covers the upper body, from the front: `sleeve` is its length, 0 for none."""
    neck = s.u(0.12, 0.22) if neck is None else neck
    shoulder, chest = s.u(0.38, 0.48), s.u(0.33, 0.44)
    hem = chest * s.u(0.9, 1.1) + flare
    angle, wide = math.radians(s.u(45, 85)), s.u(0.07, 0.13)
    x, y = shoulder + sleeve * math.cos(angle), 0.08 + sleeve * math.sin(angle)
    across = (math.sin(angle) * wide, -math.cos(angle) * wide)
    arm = [(shoulder, 0.08), (x + across[0], y + across[1]), (x - across[0], y - across[1]), (chest, 0.08 + s.u(0.2, 0.28))]
    if straps:
        arm = [(neck + 0.06, 0.0), (chest, 0.3)]
    elif not sleeve:
        arm = [(shoulder * 0.85, 0.06), (chest, 0.3)]
    waist = [(chest * s.u(0.8, 1), length * 0.5)] if flare or s.chance(0.3) else []
    depth = s.u(0.04, 0.2)
    half = [(0, depth), (neck * 0.7, depth * 0.6), (neck, 0), *arm, *waist, (hem, length), (hem, length), (0, length + s.u(0, 0.03))]
    if s.chance(0.35):
        worn(s, chest, neck, length, arm[1] if sleeve else None)
    if s.chance(0.4):
        s.fill([(-neck, 0), (neck, 0), (neck * 0.7, depth * 0.6), (0, depth), (-neck * 0.7, depth * 0.6)], -0.45)
    s.sides(half, fabric=True)
    if s.chance(0.5):
        s.line([(-neck, 0), (-neck * 0.7, depth * 0.6), (0, depth), (neck * 0.7, depth * 0.6), (neck, 0)], s.u(-0.4, 0.3), s.u(0.01, 0.04))
    if sleeve and s.chance(0.5):
        s.both(s.line, [(chest, 0.3), (chest * s.u(0.9, 1), 0.6)], -0.25, 0.012)
    return chest, depth, (x, y, across)


def worn(s, chest, neck, length, hand):
    """Somebody wears it: head, hands, and what is below."""
    s.box(-neck * 0.8, -0.12, neck * 0.8, 0.15, 'skin')
    if s.chance(0.7):
        s.oval(0, -0.25, 0.14, 0.18, 'skin')
    if hand:
        s.both(s.line, [hand, (hand[0] * s.u(0.8, 1.1), max(hand[1] + 0.1, 0.85))], 'skin', 0.11)
    below = length + s.u(0.15, 0.5)
    s.both(s.fill, [(0, length * 0.7), (chest * 0.95, length * 0.7), (chest * 0.9, below), (0.03, below)], 'other')


def tshirt(s):
    chest, depth, _ = top(s, sleeve=s.u(0.18, 0.32) if s.chance(0.85) else s.u(0.7, 0.85), length=s.u(0.95, 1.15))
    if s.chance(0.3):
        s.oval(0, s.u(0.4, 0.5), chest * s.u(0.3, 0.6), s.u(0.08, 0.2), 'other' if s.chance(0.7) else s.u(-0.4, 0.5))


def buttons(s, top_at, length, many):
    for y in np.linspace(top_at, length * 0.93, many):
        s.oval(0.0, y, 0.013, 0.013, 'white' if s.chance(0.5) else 'dark')


def shirt(s, length=None):
    length = length or s.u(0.98, 1.15)
    chest, depth, _ = top(s, sleeve=s.u(0.65, 0.85) if s.chance(0.7) else s.u(0.2, 0.35), length=length, neck=s.u(0.11, 0.16))
    s.both(s.fill, [(0, depth), (0.06, 0.17), (0.17, 0.05), (0.1, -0.05)], s.u(-0.15, 0.25))
    s.both(s.line, [(0.03, depth), (0.03, length)], -0.3, 0.008)
    buttons(s, depth + 0.08, length, s.random.randint(4, 7))
    if s.chance(0.6):
        s.box(0.1, 0.28, 0.1 + s.u(0.12, 0.18), 0.45, s.u(-0.25, 0.15))


def kurta(s):
    shirt(s, length=s.u(1.4, 1.8))


def bands(s, chest, end, length):
    """Ribs at hem and cuffs."""
    tone = s.u(-0.35, -0.1)
    s.box(-chest, length - 0.07, chest, length + 0.02, tone)
    (x, y, (dx, dy)) = end
    s.both(s.line, [(x + dx, y + dy), (x - dx, y - dy)], tone, 0.07)


def sweater(s):
    length = s.u(0.9, 1.1)
    s.soft = 3
    chest, depth, end = top(s, sleeve=s.u(0.68, 0.85), length=length, neck=s.u(0.12, 0.18))
    bands(s, chest, end, length)
    if s.chance(0.25):
        s.box(-0.14, -0.12, 0.14, 0.1, s.u(-0.15, 0.1))
    for x in np.linspace(-chest * 0.7, chest * 0.7, s.random.randint(3, 9)) if s.chance(0.45) else ():
        s.line([(x, 0.2), (x, length - 0.08)], s.u(-0.3, -0.15), s.u(0.008, 0.03))
    if s.chance(0.25):
        s.line([(0, depth), (0, length)], -0.4, 0.015)
        buttons(s, 0.3, length, 5)


def sweatshirt(s):
    length = s.u(0.9, 1.1)
    if s.chance(0.6):
        s.fill([(-0.22, 0.1), (-0.2, -0.18), (0.2, -0.18), (0.22, 0.1)], -0.2, soft=3)
    chest, depth, end = top(s, sleeve=s.u(0.68, 0.85), length=length)
    bands(s, chest, end, length)
    if s.chance(0.6):
        s.fill([(-0.2, length * 0.62), (0.2, length * 0.62), (0.28, length * 0.88), (-0.28, length * 0.88)], -0.12)
    if s.chance(0.4):
        s.line([(0, depth), (0, length)], 'metal', 0.018)


def jacket(s):
    length = s.u(0.9, 1.35)
    chest, depth, _ = top(s, sleeve=s.u(0.7, 0.88), length=length, neck=s.u(0.13, 0.2))
    if s.chance(0.5):
        s.sides([(0, -0.07), (0.15, -0.07), (0.17, 0.08), (0, depth + 0.05)], s.u(-0.3, 0.2))
    else:
        s.both(s.fill, [(0, 0.42), (0.18, 0.14), (0.14, -0.02), (0.08, 0.02)], s.u(-0.25, 0.2))
    s.line([(0, depth), (0, length)], 'metal' if s.chance(0.5) else -0.5, s.u(0.01, 0.03))
    if s.chance(0.35):
        for y in np.linspace(0.2, length - 0.1, s.random.randint(5, 9)):
            s.line([(-chest, y), (0, y + 0.01), (chest, y)], -0.25, 0.016)
    s.both(s.line, [(0.12, length * 0.65), (chest * 0.8, length * 0.72)], -0.45, 0.016)
    if s.chance(0.3):
        buttons(s, 0.35, length, 5)


def vest(s):
    top(s, sleeve=0, length=s.u(0.95, 1.15), neck=s.u(0.16, 0.24))


def blouse(s):
    top(s, sleeve=s.random.choice((0, 0.2, 0.4)), length=s.u(0.9, 1.15), flare=s.u(0, 0.12), straps=s.chance(0.3))


def dress(s):
    chest, _, _ = top(s, sleeve=s.random.choice((0, 0, 0.2, 0.3, 0.7)), length=s.u(1.4, 2.1), flare=s.u(0.05, 0.45), straps=s.chance(0.35))
    if s.chance(0.5):
        s.box(-chest * 0.9, 0.62, chest * 0.9, 0.62 + s.u(0.03, 0.09), s.u(-0.4, 0.3))
    for x in np.linspace(-0.3, 0.3, 5) if s.chance(0.4) else ():
        s.line([(x * 0.7, 0.75), (x * 1.3, 1.35)], -0.2, 0.012)


def skirt(s):
    waist, hem, length = s.u(0.25, 0.34), s.u(0.3, 0.75), s.u(0.6, 1.3)
    s.sides([(0, 0), (waist, 0), (waist * 1.2, 0.25), (hem, length), (hem, length), (0, length + s.u(0, 0.06))], fabric=True)
    s.box(-waist, 0, waist, s.u(0.05, 0.1), s.u(-0.35, 0.2))
    for x in np.linspace(-0.8, 0.8, s.random.randint(3, 8)) if s.chance(0.5) else ():
        s.line([(x * waist, 0.1), (x * hem, length)], -0.25, 0.014)


def legs(s, *, length, narrow=None):
    """Trousers of any length, from the front; some are worn."""
    waist, hip = s.u(0.24, 0.32), s.u(0.3, 0.38)
    crotch, apart = s.u(0.36, 0.5), s.u(0.0, 0.12)
    outer = hip + apart - (1 - (s.u(0.4, 1.3) if narrow is None else narrow)) * 0.16 * length
    inner = min(apart + s.u(0.0, 0.06), outer - 0.11)
    lean = s.u(-0.08, 0.08) if s.chance(0.5) else 0
    if s.chance(0.5):
        if s.chance(0.6):
            s.sides([(0, -s.u(0.15, 0.4)), (waist * 1.1, -0.15), (waist * 1.15, 0.06), (0, 0.06)], 'other')
        for side in (-1, 1):
            foot = side * (outer + inner) / 2 + lean
            s.line([(foot, length * 0.9), (foot, max(length + 0.1, 1.45))], 'skin', 0.09)
            s.oval(foot + side * 0.05, max(length + 0.12, 1.5), 0.12, 0.06, 'dark' if s.chance(0.6) else 'other')
    left = [(-inner + lean, length), (-outer + lean, length), (-outer + lean, length), (-hip, 0.25), (-waist, 0)]
    right = [(waist, 0), (hip, 0.25), (outer + lean, length), (outer + lean, length), (inner + lean, length)]
    s.fill([(0, crotch), *left, *right], fabric=True, soft=min(2, s.soft))
    if s.chance(0.8):
        s.sides([(0, 0), (waist, 0), (waist * 1.04, s.u(0.05, 0.09)), (0, 0.09)], s.u(-0.35, 0.15), soft=0)
    s.line([(0, 0.08), (0, crotch)], -0.4, 0.014)
    if s.chance(0.7):
        s.both(s.line, [(waist * 0.55, 0.09), (waist * 0.7, 0.18), (hip * 0.97, 0.2)], s.u(-0.5, -0.2), 0.014)
    if s.chance(0.4):
        for side in (-1, 1):
            s.line([(side * hip * 0.55, 0.25), (side * (outer + inner) / 2 + lean, length)], s.u(-0.3, 0.15), 0.012)
    return waist, hip, outer, lean


def trousers(s):
    legs(s, length=s.u(1.35, 1.7))


def jeans(s):
    s.main = (s.random.randint(25, 120), s.random.randint(45, 140), s.random.randint(90, 190)) if s.chance(0.8) else s.main
    legs(s, length=s.u(1.35, 1.7))
    if s.chance(0.5):
        s.both(s.fill, [(0.12, 0.4), (0.22, 0.4), (0.24, 0.9), (0.15, 0.9)], 0.15)


def track_pants(s):
    _, hip, outer, lean = legs(s, length=s.u(1.35, 1.65))
    tone = 'white' if s.chance(0.6) else 'other'
    for side in (-1, 1):
        s.line([(side * hip * 0.95, 0.25), (side * (outer - 0.02) + lean, 1.33)], tone, s.u(0.015, 0.05))


def shorts(s):
    legs(s, length=s.u(0.6, 0.95), narrow=s.u(0.9, 1.4))


def leggings(s):
    legs(s, length=s.u(1.3, 1.6), narrow=s.u(0.15, 0.4))
