import { type Artwork, artwork, type DrawingContext, roundShade } from '../drawing-context.ts'
import { ellipse, line, p, path } from '../svg.ts'
import { tone } from '../tone.ts'

const TABLE = 650

export function drawCandle(ctx: DrawingContext): Artwork {
  const { form } = ctx.subject
  const [half, height] =
    form === 'jar'
      ? [ctx.random.int(108, 124), ctx.random.int(230, 260)]
      : form === 'tin'
        ? [ctx.random.int(130, 146), ctx.random.int(120, 146)]
        : [ctx.random.int(82, 108), ctx.random.int(260, 360)]
  const top = TABLE - height
  const depth = half * 0.2
  const barrel = p`M${400 - half} ${top}V${TABLE - depth}a${half} ${depth} 0 0 0 ${half * 2} 0V${top}z`
  const wax = form === 'pillar' ? ctx.base : '#f3ead6'
  const vessel = roundShade(ctx, form === 'pillar' ? wax : ctx.base, form === 'pillar' ? 0.06 : 0.16)
  return artwork(
    'table',
    [
      path(barrel, { fill: vessel }),
      path(barrel, { fill: ctx.texture(form === 'pillar' ? 'soy' : 'none') }),
      ellipse(400, top, half, depth, { fill: form === 'tin' ? '#cfc7b4' : ctx.tone(0.08) }),
      ellipse(400, top + 3, half - 7, depth * 0.82, {
        fill: ctx.radial({}, [0, '#fff3c9'], [0.45, tone(wax, 0.02)], [1, tone(wax, -0.1)]),
      }),
      form === 'pillar' ? '' : label(top, height, half),
      flame(ctx, top),
    ],
    { ground: [400, TABLE - 5, half * 0.98], top: top - 100, focus: [400, top + 40, 270] },
  )
}

function flame(ctx: DrawingContext, y: number): string {
  return [
    ellipse(400, y - 48, 120, 120, { fill: ctx.radial({}, [0, '#ffdf8c', 0.55], [1, '#ffdf8c', 0]) }),
    line(p`M400 ${y + 4}v-24`, '#3b2c22', 4),
    path(p`M400 ${y - 92}C424 ${y - 58} 420 ${y - 26} 400 ${y - 18}C380 ${y - 26} 376 ${y - 58} 400 ${y - 92}z`, {
      fill: ctx.linear(90, [0, '#ffe9a8'], [0.7, '#ffb648'], [1, '#f0802f']),
    }),
    ellipse(400, y - 30, 7, 11, { fill: '#fff7d9' }),
  ].join('')
}

function label(top: number, height: number, half: number): string {
  const [w, h] = [half * 1.1, Math.min(104, height * 0.5)]
  const y = top + height * 0.5 - h / 2 + 12
  const ink = '#4a443c'
  return [
    path(p`M${400 - w / 2} ${y}q${w / 2} ${half * 0.12} ${w} 0v${h}q${-w / 2} ${half * 0.12} ${-w} 0z`, {
      fill: '#f6f1e6',
    }),
    line(p`M${400 - w * 0.3} ${y + h * 0.4}q${w * 0.3} ${half * 0.07} ${w * 0.6} 0`, ink, 5),
    line(
      p`M${400 - w * 0.2} ${y + h * 0.62}q${w * 0.2} ${half * 0.05} ${w * 0.4} 0M${400 - w * 0.14} ${y + h * 0.78}q${w * 0.14} ${half * 0.04} ${w * 0.28} 0`,
      ink,
      2,
      { opacity: '0.6' },
    ),
  ].join('')
}
