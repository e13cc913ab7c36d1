import { type Artwork, artwork, type DrawingContext } from '../drawing-context.ts'
import { circle, element, line, p, path, times } from '../svg.ts'
import { blurEllipse, blurShapes } from '../blur.ts'
import { lightnessOf, tone } from '../tone.ts'

export function drawClock(ctx: DrawingContext): Artwork {
  const { random, subject } = ctx
  const r = subject.form === 'sunburst' ? random.int(140, 160) : random.int(220, 245)
  const face = subject.form === 'minimal' && random.chance(0.4) ? ctx.base : '#f7f4ec'
  const ink = lightnessOf(face) > 0.6 ? '#2d2b2a' : '#f4f0e6'
  const shade = r + (subject.form === 'sunburst' ? 60 : 4)
  const parts = [
    blurEllipse(412, 418, shade, shade, ['#1d1712', 0.3, 16]),
    subject.form === 'sunburst' ? rays(ctx, r) : '',
    circle(400, 400, r, { fill: ctx.linear(55, [0, ctx.tone(0.14)], [0.5, ctx.base], [1, ctx.tone(-0.16)]) }),
    circle(400, 400, r, { fill: ctx.texture() }),
    circle(400, 400, r - random.int(14, 30), {
      fill: ctx.radial({ cx: 0.42, cy: 0.38, r: 0.7 }, [0, tone(face, 0.02)], [0.8, face], [1, tone(face, -0.08)]),
    }),
    ...hourMarks(subject.form, r, ink),
    blurShapes(
      [clockHand(304, r * 0.4, 13), clockHand(52, r * 0.62, 8)].map((d) => path(d, {})),
      ['#000000', 0.2, 4, 'translate(4 7)'],
    ),
    path(clockHand(304, r * 0.4, 13), { fill: ink }),
    path(clockHand(52, r * 0.62, 8), { fill: ink }),
    line(p`M400 430L400 ${400 - r * 0.66}`, '#d8693f', 3, { transform: 'rotate(186 400 400)' }),
    circle(400, 400, 9, { fill: '#d8693f' }),
  ]
  return artwork('wall', parts, {
    ground: [400, 400 + (subject.form === 'sunburst' ? 270 : r + 8), 265],
    top: subject.form === 'sunburst' ? 130 : 392 - r,
    focus: [440, 350, 300],
  })
}

function rays(ctx: DrawingContext, r: number): string {
  const fill = ctx.linear(60, [0, ctx.tone(0.12)], [1, ctx.tone(-0.12)])
  return times(24, (i) =>
    path(p`M${400 - 9} ${400 - r + 6}L400 ${400 - r - (i % 2 === 0 ? 110 : 70)}L${400 + 9} ${400 - r + 6}z`, {
      fill,
      transform: `rotate(${i * 15} 400 400)`,
    }),
  ).join('')
}

function hourMarks(form: string, r: number, ink: string): string[] {
  return times(12, (i) => {
    const turn = ((i + 1) / 12) * 2 * Math.PI
    const at = r * 0.72
    const [x, y] = [400 + Math.sin(turn) * at, 400 - Math.cos(turn) * at]
    if (form === 'numbered')
      return element(
        'text',
        { x, y: y + 12, 'font-family': 'sans-serif', 'font-size': 34, 'text-anchor': 'middle', fill: ink },
        String(i + 1),
      )
    return line(p`M400 ${400 - r * 0.84}V${400 - r * (i % 3 === 2 ? 0.7 : 0.76)}`, ink, i % 3 === 2 ? 7 : 4, {
      transform: `rotate(${(i + 1) * 30} 400 400)`,
    })
  })
}

function clockHand(turn: number, length: number, width: number): string {
  const a = (turn * Math.PI) / 180
  const [dx, dy] = [Math.sin(a), -Math.cos(a)]
  const [nx, ny] = [-dy * width * 0.5, dx * width * 0.5]
  return p`M${400 - dx * 26 + nx} ${400 - dy * 26 + ny}L${400 + dx * length} ${400 + dy * length}L${400 - dx * 26 - nx} ${400 - dy * 26 - ny}z`
}
