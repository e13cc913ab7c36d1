"""A pad to draw things on at random: shapes in flat or shaded colours, lines, prints, a ground with or without a shadow."""

import colorsys
import math
import random

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

SIDE = 96
FINE = 2 * SIDE


class Sketch:
    """
    Layers of one thing, in units of its own: x grows to the right, y downwards. What is random about all things alike (colours, light, ground,
    outlines) is chosen here, what is random about one kind of thing where that is drawn.
    """

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.layers = []
        self.main, self.other = colour(self.random), colour(self.random)
        self.soft = self.random.choice((1, 2, 2, 3))

    def u(self, low, high):
        return self.random.uniform(low, high)

    def chance(self, probability):
        return self.random.random() < probability

    def tone(self, name):
        """A named colour, or the main one so much lighter."""
        if isinstance(name, (int, float)):
            return lighter(self.main, name)
        return {'other': self.other, 'dark': (40, 38, 40), 'white': (245, 243, 240), 'metal': lighter((190, 188, 182), self.u(-0.2, 0.1)),
                'gold': (205, 165, 75), 'skin': lighter((205, 160, 130), self.u(-0.4, 0.15)), 'glass': (215, 225, 228), 'leaf': (80, 125, 75),
                'wood': lighter((170, 125, 80), self.u(-0.3, 0.2)), 'flame': (250, 200, 90)}[name]

    def fill(self, points, tone=0.0, *, fabric=False, soft=None):
        self.layers.append(('fill', smooth(points, self.soft if soft is None else soft), self.tone(tone), fabric))

    def line(self, points, tone=-0.35, width=0.02, soft=2):
        self.layers.append(('line', smooth(points, soft, closed=False), self.tone(tone), width))

    def sides(self, half, tone=0.0, **how):
        """A shape and its mirror image in one: the points of the right half, from top to bottom."""
        self.fill(half + [(-x, y) for x, y in reversed(half)], tone, **how)

    def both(self, method, points, *args, **how):
        """The same left and right."""
        method(points, *args, **how)
        method([(-x, y) for x, y in points], *args, **how)

    def oval(self, x, y, width, height, tone=0.0, **how):
        self.fill([(x + width * math.cos(a), y + height * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 28)[:-1]], tone, soft=0, **how)

    def box(self, left, top, right, bottom, tone=0.0, *, soft=1, **how):
        cut = 0 if soft == 0 else 0.1 * soft * self.u(0, 1) * min(right - left, bottom - top)
        corners = [(left, top + cut), (left + cut, top), (right - cut, top), (right, top + cut),
                   (right, bottom - cut), (right - cut, bottom), (left + cut, bottom), (left, bottom - cut)]
        self.fill(corners, tone, soft=0, **how)

    def ring(self, x, y, width, height, tone=0.0, thick=0.04, start=0.0, end=2 * math.pi):
        self.line([(x + width * math.cos(a), y + height * math.sin(a)) for a in np.linspace(start, end, 28)], tone, thick, soft=0)

    def picture(self):
        """The pixels, [96, 96, 3]."""
        place, size = self.placed()
        thing, shape = Image.new('RGB', (FINE, FINE)), Image.new('L', (FINE, FINE))
        print_of = patterned(self) if self.chance(0.3) else None
        outlined = self.u(1, 3) if self.chance(0.5) else 0
        ink, marks = ImageDraw.Draw(thing), ImageDraw.Draw(shape)
        for kind, points, tone, extra in self.layers:
            at = [place(point) for point in points]
            if kind == 'line':
                width = max(1, round(extra * size))
                ink.line(at, tone, width, joint='curve')
                marks.line(at, 255, width, joint='curve')
                continue
            ink.polygon(at, tone)
            marks.polygon(at, 255)
            if extra and print_of is not None:
                inside = Image.new('L', (FINE, FINE))
                ImageDraw.Draw(inside).polygon(at, 255)
                thing.paste(print_of, mask=ImageChops.multiply(inside, print_of.getchannel('A')))
            if outlined:
                ink.line(at + at[:1], lighter(tone, -0.4), round(outlined))
        return self.grounded(shaded(self, np.asarray(thing, np.float32)), shape)

    def placed(self):
        """Where points of the thing go: turned a little, as large as things are shown, about the middle."""
        angle = math.radians(self.u(-8, 8) if self.chance(0.4) else 0)
        flip = -1 if self.chance(0.5) else 1
        stretch = math.exp(self.u(-0.15, 0.15))

        def turned(point):
            x, y = point[0] * flip * stretch, point[1]
            return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)

        seen = np.array([turned(point) for _, points, _, _ in self.layers for point in points])
        low, high = seen.min(0), seen.max(0)
        size = FINE * self.u(0.55, 0.95) / max(high - low)
        middle = (low + high) / 2
        room = (FINE - size * (high - low)) / 2
        shift = FINE / 2 + room * [self.u(-0.4, 0.4), self.u(-0.4, 0.4)]

        def place(point):
            x, y = (np.array(turned(point)) - middle) * size + shift
            return float(x), float(y)

        return place, size

    def grounded(self, thing, shape):
        mask = np.asarray(shape, np.float32)[..., None] / 255
        ground = np.empty((FINE, FINE, 3), np.float32)
        ground[:] = self.ground_colour()
        if self.chance(0.4):
            ramp = np.linspace(-1, 1, FINE)[:, None, None] * self.u(-30, 30)
            ground = ground + ramp
        if self.chance(0.5):
            shadow = shape.filter(ImageFilter.GaussianBlur(self.u(2, 9)))
            shadow = ImageChops.offset(shadow, self.random.randint(-5, 8), self.random.randint(0, 10))
            ground = ground * (1 - self.u(0.1, 0.4) * np.asarray(shadow, np.float32)[..., None] / 255)
        whole = Image.fromarray((thing * mask + ground * (1 - mask)).clip(0, 255).astype(np.uint8))
        return np.asarray(whole.resize((SIDE, SIDE), Image.Resampling.BOX))

    def ground_colour(self):
        if self.chance(0.35):
            return 255, 255, 255
        return lighter(colour(self.random), self.u(0.6, 0.92)) if self.chance(0.65) else colour(self.random)


def colour(random):
    """As things have them: many greys, blues and browns, and any other."""
    hue, saturation, value = random.random(), random.uniform(0.15, 0.95), random.uniform(0.15, 1)
    if random.random() < 0.3:
        saturation = random.uniform(0, 0.12)
    elif random.random() < 0.3:
        hue, value = random.choice((0.6, 0.62, 0.07, 0.09)), random.uniform(0.15, 0.7)
    return tuple(round(255 * one) for one in colorsys.hsv_to_rgb(hue, saturation, value))


def lighter(colour, share):
    """Towards white by the share, towards black where it is negative."""
    goal = 255 if share > 0 else 0
    return tuple(round(one + (goal - one) * min(1, abs(share))) for one in colour)


def smooth(points, times, closed=True):
    """Corners cut off, so often: from angular to round."""
    for _ in range(times):
        pairs = list(zip(points, points[1:] + points[:1] if closed else points[1:]))
        cut = [(a * share + b * (1 - share), c * share + d * (1 - share)) for (a, c), (b, d) in pairs for share in (0.75, 0.25)]
        points = cut if closed else [points[0], *cut, points[-1]]
    return points


def patterned(sketch):
    """Stripes, checks or dots in another colour, all over."""
    made = Image.new('RGBA', (FINE, FINE))
    ink = ImageDraw.Draw(made)
    tone = sketch.other if sketch.chance(0.6) else lighter(sketch.main, sketch.u(-0.4, 0.5))
    step, kind = sketch.random.randint(5, 22), sketch.random.randrange(4)
    wide = max(2, round(step * sketch.u(0.2, 0.55)))
    for at in range(0, FINE, step):
        if kind in (0, 2):
            ink.line([(0, at), (FINE, at)], (*tone, 255 if kind == 0 else 150), wide)
        if kind in (1, 2):
            ink.line([(at, 0), (at, FINE)], (*tone, 255 if kind == 1 else 150), wide)
        if kind == 3:
            for across in range(at % 2 * step // 2, FINE, step):
                ink.ellipse([across, at, across + wide, at + wide], (*tone, 255))
    return made


def shaded(sketch, thing):
    """Lit from a side, round like a body, or flat."""
    if sketch.chance(0.35):
        return thing
    across, down = np.linspace(-1, 1, FINE)[None, :, None], np.linspace(-1, 1, FINE)[:, None, None]
    light = 1 + sketch.u(-0.2, 0.2) * across + sketch.u(-0.2, 0.15) * down - sketch.u(0, 0.25) * across ** 2
    return thing * light
