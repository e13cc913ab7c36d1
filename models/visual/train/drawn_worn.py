"""Shoes, bags, jewelry and what else is carried or put on, as somebody might draw it."""

import math

import numpy as np


def shoe(s, *, sole, heel=0.0, ankle=0.0, laces=True):
    """From the side, the toe to the right."""
    high, vamp = 0.34 + ankle, s.u(0.2, 0.28)
    ground = 0.5
    base = ground - sole
    s.fill([(-0.48, base), (-0.5, base - 0.1), (-0.46, base - high), (-0.4, base - high - 0.02), (-0.16, base - high + 0.02), (0.0, base - vamp),
            (0.3, base - vamp * 0.7), (0.5, base - 0.1), (0.52, base)], fabric=True, soft=2)
    tone = s.random.choice(('white', 'white', 'dark', 'other', -0.4))
    s.fill([(-0.5, base - 0.03), (0.0, base - 0.01), (0.53, base - 0.05), (0.55, ground - 0.03), (0.5, ground), (-0.5 + heel / 3, ground)], tone, soft=1)
    if heel:
        s.box(-0.5, ground - 0.02, -0.22, ground + heel, 'dark', soft=0)
    if laces:
        for x in np.linspace(-0.14, 0.12, s.random.randint(3, 6)):
            s.line([(x - 0.03, base - high * 0.85 + x * 0.4 + 0.04), (x + 0.08, base - vamp * 0.75)], 'white' if s.chance(0.6) else 'dark', 0.022)
    if s.chance(0.6):
        s.fill([(0.28, base - vamp * 0.7), (0.5, base - 0.1), (0.52, base - 0.02), (0.3, base - 0.02)], s.u(-0.4, 0.3))
    if s.chance(0.5):
        s.fill([(-0.48, base - 0.02), (-0.47, base - high * 0.6), (-0.3, base - high * 0.5), (-0.3, base - 0.02)], 'other')
    return base


def casual_shoe(s):
    shoe(s, sole=s.u(0.05, 0.09), ankle=s.random.choice((0, 0, 0.2)) * s.u(0.5, 1.2), laces=s.chance(0.75))


def sports_shoe(s):
    base = shoe(s, sole=s.u(0.08, 0.15), ankle=s.u(0, 0.08))
    for x in (-0.15, -0.05, 0.05)[:s.random.randint(1, 3)]:
        s.line([(x, base - 0.03), (x + s.u(-0.1, 0.1), base - 0.22)], 'other' if s.chance(0.6) else 'white', s.u(0.02, 0.05))


def formal_shoe(s):
    s.main = s.random.choice(((35, 30, 30), (90, 55, 35), (60, 40, 30), s.main))
    shoe(s, sole=0.035, heel=s.u(0.03, 0.06), laces=s.chance(0.6))


def pump(s):
    """With a high heel."""
    rise = s.u(0.25, 0.45)
    s.fill([(-0.45, -rise - 0.18), (-0.3, -rise - 0.05), (0.05, -0.1), (0.25, -0.16), (0.5, -0.04), (0.52, 0), (0.2, 0), (-0.2, -rise * 0.65), (-0.45, -rise + 0.02)])
    s.fill([(-0.47, -rise - 0.02), (-0.3, -rise * 0.85), (-0.4, 0), (-0.45, 0)], s.u(-0.4, 0.1), soft=0)


def flip_flop(s):
    for x in (-0.25, 0.25):
        s.fill([(x - 0.17, -0.45), (x + 0.17, -0.45), (x + 0.13, 0), (x + 0.16, 0.45), (x - 0.14, 0.45), (x - 0.12, 0)], fabric=True, soft=3)
        s.line([(x - 0.14, 0.0), (x, -0.28), (x + 0.14, 0.0)], 'other' if s.chance(0.6) else -0.5, s.u(0.03, 0.07), soft=1)


def sandal(s):
    s.fill([(-0.5, 0), (-0.45, -0.08), (0.0, -0.03), (0.45, -0.06), (0.53, 0), (0.5, 0.06), (-0.5, 0.08)], -0.3)
    for x in (-0.35, 0.05, 0.3)[:s.random.randint(2, 3)]:
        s.line([(x - 0.06, -0.03), (x, -s.u(0.2, 0.35)), (x + 0.1, -0.03)], 0, s.u(0.04, 0.1))
    if s.chance(0.6):
        s.line([(-0.42, -0.05), (-0.45, -0.35), (-0.2, -0.35)], 0, 0.05)


def backpack(s):
    wide, high = s.u(0.3, 0.42), s.u(0.85, 1.1)
    s.both(s.line, [(wide * 0.6, 0.1), (wide * s.u(1.1, 1.4), 0.4), (wide * 1.1, high * 0.9)], s.u(-0.45, -0.1), s.u(0.05, 0.09))
    s.ring(0, 0.02, 0.09, 0.1, -0.4, 0.035, math.pi, 2 * math.pi)
    s.sides([(0, 0), (wide * 0.6, 0.01), (wide, 0.25), (wide * s.u(0.95, 1.1), high), (0, high)], fabric=True, soft=2)
    s.sides([(0, high * 0.52), (wide * 0.75, high * 0.52), (wide * 0.78, high * 0.93), (0, high * 0.93)], s.u(-0.3, 0.25))
    if s.chance(0.7):
        s.line([(-wide * 0.8, high * 0.3), (0, high * 0.22), (wide * 0.8, high * 0.3)], 'dark' if s.chance(0.5) else -0.4, 0.018)
    if s.chance(0.4):
        s.sides([(0, 0.02), (wide * 0.9, 0.05), (wide * 0.85, high * 0.45), (0, high * 0.5)], s.u(-0.25, 0.15))
        s.both(s.line, [(wide * 0.35, 0.3), (wide * 0.35, high * 0.65)], 'dark', 0.03)


def handbag(s):
    wide, low, high = s.u(0.38, 0.5), s.u(0.42, 0.58), s.u(0.45, 0.7)
    s.ring(0, 0.02, s.u(0.18, 0.3), s.u(0.25, 0.5), s.u(-0.4, 0), s.u(0.02, 0.05), math.pi, 2 * math.pi)
    s.sides([(0, 0), (wide, 0), (low, high), (0, high)], fabric=True)
    if s.chance(0.5):
        s.sides([(0, 0), (wide * 0.95, 0), (wide * 0.8, high * 0.45), (0, high * 0.5)], s.u(-0.25, 0.15))
    s.oval(0, high * s.u(0.2, 0.5), 0.035, 0.035, 'gold' if s.chance(0.6) else 'metal')


def clutch(s):
    wide, high = s.u(0.45, 0.55), s.u(0.28, 0.42)
    s.box(-wide, 0, wide, high, fabric=True, soft=1)
    s.fill([(-wide, 0), (wide, 0), (wide * s.u(0, 0.7), high * 0.6), (-wide * s.u(0, 0.7), high * 0.6)], s.u(-0.25, 0.15))
    s.oval(0, high * 0.6, 0.03, 0.03, 'gold')


def wallet(s):
    wide, high = s.u(0.4, 0.5), s.u(0.35, 0.7)
    s.box(-wide, 0, wide, high, fabric=True, soft=1)
    inset = 0.035
    if s.chance(0.6):
        s.line([(-wide + inset, inset), (wide - inset, inset), (wide - inset, high - inset), (-wide + inset, high - inset), (-wide + inset, inset)], s.u(-0.4, 0.3), 0.008, soft=0)
    kind = s.random.randrange(4)
    if kind == 0:
        s.line([(-wide, high * 0.5), (wide, high * 0.5)], -0.4, 0.012)
    elif kind == 1:
        s.box(-wide, 0, wide, high * s.u(0.35, 0.6), -0.15, soft=1)
        s.oval(0, high * 0.5, 0.035, 0.035, 'metal')
    elif kind == 2:
        s.box(wide * 0.55, high * 0.38, wide * 1.08, high * 0.62, -0.25, soft=1)
    if s.chance(0.4):
        s.box(wide * 0.3, high * 0.7, wide * 0.7, high * 0.8, 'gold' if s.chance(0.4) else s.u(-0.3, 0.3), soft=0)


def watch(s):
    strap, case = s.u(0.12, 0.2), s.u(0.23, 0.33)
    round_case = s.chance(0.8)
    tone = 'metal' if s.chance(0.35) else 0
    s.fill([(-strap, -s.u(0.6, 0.8)), (strap, -0.7), (strap * 1.2, 0), (strap, s.u(0.6, 0.8)), (-strap, 0.7), (-strap * 1.2, 0)], tone, soft=0)
    for y in np.linspace(-0.65, 0.65, s.random.randint(6, 14)) if s.chance(0.5) else ():
        s.line([(-strap, y), (strap, y)], -0.35, 0.012)
    rim, dial = s.random.choice(('metal', 'gold', 'dark', 0)), s.random.choice(('white', 'dark', 'other', 'metal'))
    if round_case:
        s.oval(0, 0, case, case, rim)
        s.oval(0, 0, case * 0.83, case * 0.83, dial)
    else:
        s.box(-case * 0.85, -case, case * 0.85, case, rim, soft=1)
        s.box(-case * 0.68, -case * 0.8, case * 0.68, case * 0.8, dial, soft=1)
    s.box(case * 0.95, -0.03, case * 1.15, 0.03, rim, soft=0)
    clock_face(s, case * 0.75, 'dark' if dial in ('white', 'metal') else 'white')


def clock_face(s, size, ink):
    for a in np.linspace(0, 2 * math.pi, 13)[:-1]:
        s.line([(size * 0.85 * math.cos(a), size * 0.85 * math.sin(a)), (size * math.cos(a), size * math.sin(a))], ink, 0.014, soft=0)
    for length in (0.5, 0.75):
        a = s.u(0, 2 * math.pi)
        s.line([(0, 0), (size * length * math.cos(a), size * length * math.sin(a))], ink, 0.022, soft=0)


def sunglasses(s):
    wide, high, gap = s.u(0.18, 0.24), s.u(0.13, 0.2), s.u(0.03, 0.07)
    middle, frame, lens = gap + wide, s.random.choice((0, 'dark', 'gold', 'metal')), s.random.choice((-0.6, 'dark', 'other'))
    for side in (-1, 1):
        s.line([(side * (middle + wide), -high * 0.5), (side * (middle + wide + s.u(0.02, 0.12)), -high * s.u(0.3, 1.2))], frame, 0.03)
        if s.chance(0.6):
            s.oval(side * middle, 0, wide, high, frame)
            s.oval(side * middle, 0, wide * 0.86, high * 0.82, lens)
        else:
            shape = [(0.85, -0.95), (-0.9, -0.85), (-0.8, 0.6), (0.2, 1), (0.95, 0.5)]
            for share, tone in ((1, frame), (0.84, lens)):
                s.fill([(side * (middle + x * wide * share), y * high * share) for x, y in shape], tone, soft=2)
    s.line([(-gap, -high * 0.4), (0, -high * 0.6), (gap, -high * 0.4)], frame, s.u(0.02, 0.05))


def belt(s):
    if s.chance(0.5):
        for size in (0.5, 0.44, 0.38)[:s.random.randint(1, 3)]:
            s.ring(0, 0, size, size * s.u(0.5, 0.9), s.u(-0.2, 0.1), s.u(0.06, 0.1))
        s.box(-0.1, 0.3, 0.08, 0.48, 'metal' if s.chance(0.6) else 'gold', soft=1)
    else:
        s.box(-0.5, 0, 0.5, s.u(0.06, 0.12), soft=0)
        s.ring(-0.5, 0.05, 0.07, 0.08, 'metal' if s.chance(0.6) else 'gold', 0.03)


def tie(s):
    s.fill([(-0.05, 0.1), (0.05, 0.1), (s.u(0.08, 0.14), 1.05), (0, 1.2), (-s.u(0.08, 0.14), 1.05)], fabric=True, soft=0)
    s.fill([(-0.08, 0), (0.08, 0), (0.05, 0.12), (-0.05, 0.12)], -0.15, soft=1)


def cap(s):
    s.fill([(-0.42, 0), (-0.4, -0.25), (-0.15, -0.42), (0.15, -0.4), (0.32, -0.2), (0.34, 0)], fabric=True)
    s.fill([(0.05, -0.03), (0.34, -0.08), (0.65, s.u(0, 0.1)), (0.6, 0.1), (0.2, 0.05)], s.u(-0.35, 0.25))
    s.line([(-0.02, -0.42), (0.02, -0.2), (0.0, 0)], -0.3, 0.012)


def sock(s):
    for shift in (0, s.u(0.15, 0.3)):
        s.fill([(shift, 0), (shift + 0.2, 0), (shift + 0.21, 0.5), (shift + 0.45, 0.66), (shift + 0.42, 0.78), (shift + 0.05, 0.75), (shift - 0.02, 0.6)], s.u(-0.15, 0.1), fabric=True)
        s.box(shift, 0, shift + 0.2, 0.08, s.u(-0.3, 0.3), soft=0)


def bra(s):
    s.both(s.line, [(0.2, 0), (0.24, -0.35)], 0, 0.025)
    s.sides([(0, 0.1), (0.2, 0), (0.4, 0.1), (0.42, 0.22), (0.2, 0.28), (0, 0.18)], fabric=True)
    s.line([(0, 0.1), (0, 0.2)], -0.4, 0.015)


def briefs(s):
    wide, low = s.u(0.36, 0.45), s.u(0.3, 0.6)
    s.sides([(0, 0), (wide, 0), (wide * 1.02, low * 0.4), (0.1, low), (0, low)], fabric=True, soft=1)
    s.box(-wide, 0, wide, s.u(0.05, 0.1), s.u(-0.4, 0.4), soft=0)


def perfume(s):
    wide, high, neck = s.u(0.18, 0.36), s.u(0.4, 0.75), s.u(0.06, 0.12)
    s.main = s.main if s.chance(0.6) else s.tone('glass')
    if s.chance(0.2):
        s.oval(0, 0.3, 0.32, 0.3)
    else:
        s.sides([(0, 0), (neck, 0), (wide, s.u(0.04, 0.15)), (wide * s.u(0.8, 1.1), high), (0, high)], soft=1)
        if s.chance(0.6):
            s.sides([(0, high * 0.3), (wide * 0.8, high * 0.3), (wide * 0.8, high * 0.92), (0, high * 0.92)], s.u(-0.2, 0.4), soft=1)
    if s.chance(0.6):
        s.box(-wide * 0.5, high * 0.5, wide * 0.5, high * 0.68, 'white' if s.chance(0.5) else 'gold', soft=0)
    s.box(-neck * 0.8, -0.06, neck * 0.8, 0.01, 'metal', soft=0)
    s.box(-neck * s.u(1, 1.6), -s.u(0.16, 0.3), neck * s.u(1, 1.6), -0.05, s.random.choice(('dark', 'gold', 'metal', 'other')), soft=1)


def can(s):
    """A deodorant."""
    wide, high = s.u(0.13, 0.18), s.u(0.75, 1)
    s.box(-wide, 0, wide, high, soft=1)
    s.box(-wide, high * 0.3, wide, high * s.u(0.5, 0.75), 'other', soft=0)
    s.sides([(0, -0.2), (wide * 0.8, -0.2), (wide * 0.95, 0.02), (0, 0.02)], s.random.choice(('dark', 'white', 'metal', 0.2)), soft=1)


def lipstick(s):
    s.fill([(-0.07, 0.1), (-0.07, -0.1), (0.0, -0.25), (0.07, -0.2), (0.07, 0.1)], soft=1)
    s.box(-0.085, 0.08, 0.085, 0.28, 'gold' if s.chance(0.5) else 'metal', soft=0)
    s.box(-0.11, 0.26, 0.11, 0.7, 'dark' if s.chance(0.7) else 'other', soft=0)


def nail_polish(s):
    s.sides([(0, 0), (0.08, 0), (0.17, 0.08), (s.u(0.14, 0.2), 0.42), (0, 0.42)])
    s.sides([(0, -0.5), (s.u(0.04, 0.07), -0.5), (0.08, 0.02), (0, 0.02)], s.random.choice(('dark', 'dark', 'white', 'gold')), soft=1)


def earrings(s):
    tone, drop = s.random.choice(('gold', 'metal', 0)), s.random.randrange(3)
    for x in (-0.2, 0.2):
        s.ring(x, -0.25, 0.04, 0.08, 'metal', 0.014)
        if drop == 0:
            s.ring(x, 0.0, 0.11, 0.16, tone, 0.03)
        elif drop == 1:
            s.fill([(x, -0.16), (x + 0.09, 0.06), (x, 0.2), (x - 0.09, 0.06)], tone)
        else:
            s.oval(x, 0, 0.08, 0.08, tone)


def pendant(s):
    tone = s.random.choice(('gold', 'metal'))
    s.line([(-s.u(0.15, 0.35), -0.6), (0, 0), (s.u(0.15, 0.35), -0.6)], tone, 0.014, soft=s.random.randint(0, 2))
    s.oval(0, 0.08, s.u(0.05, 0.12), s.u(0.06, 0.14), tone if s.chance(0.5) else 0)
