export type Attributes = Readonly<Record<string, string | number>>
export type Point = readonly [x: number, y: number]

export function element(name: string, attributes: Attributes, children = ''): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? short(value) : value}"`,
  )
  return children === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${children}</${name}>`
}

export function path(d: string, attributes: Attributes): string {
  return element('path', { d, ...attributes })
}

export function line(d: string, stroke: string, width: number, { opacity, ...rest }: Attributes = {}): string {
  return path(d, {
    fill: 'none',
    stroke,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    // Without a fill, `stroke-opacity` looks like `opacity` but needs no extra layer.
    ...(opacity === undefined ? {} : { 'stroke-opacity': opacity }),
    ...rest,
  })
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, attributes: Attributes): string {
  return element('ellipse', { cx, cy, rx, ry, ...attributes })
}

export function circle(cx: number, cy: number, r: number, attributes: Attributes): string {
  return element('circle', { cx, cy, r, ...attributes })
}

export function rect(x: number, y: number, width: number, height: number, attributes: Attributes): string {
  return element('rect', { x, y, width, height, ...attributes })
}

export function group(children: readonly string[], attributes: Attributes = {}): string {
  return element('g', attributes, children.join(''))
}

export function times<T>(count: number, draw: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => draw(i))
}

export function roundBox(x: number, y: number, width: number, height: number, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2)
  return p`M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}z`
}

export function ellipsePath(cx: number, cy: number, rx: number, ry: number): string {
  return p`M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`
}

/** A box with pointed corners, and sides curved by `bulge`. */
export function pillow(x: number, y: number, width: number, height: number, bulge: number): string {
  const [r, b] = [x + width, y + height]
  const [cx, cy] = [x + width / 2, y + height / 2]
  const c = Math.min(width, height) * 0.09
  return p`M${x + c} ${y + c * 0.4}Q${cx} ${y - bulge} ${r - c} ${y + c * 0.4}Q${r} ${y} ${r - c * 0.4} ${y + c}Q${r + bulge} ${cy} ${r - c * 0.4} ${b - c}Q${r} ${b} ${r - c} ${b - c * 0.4}Q${cx} ${b + bulge} ${x + c} ${b - c * 0.4}Q${x} ${b} ${x + c * 0.4} ${b - c}Q${x - bulge} ${cy} ${x + c * 0.4} ${y + c}Q${x} ${y} ${x + c} ${y + c * 0.4}z`
}

/** Outline of a turned body: `profile` lists [half width, y] from top to bottom, mirrored about `cx`. */
export function turned(cx: number, ...profile: readonly Point[]): string {
  const right = profile.map(([w, y]): Point => [cx + w, y])
  const left = profile.map(([w, y]): Point => [cx - w, y]).reverse()
  return `${smooth(right, 'M')}${smooth(left, 'L')}z`
}

/** Catmull-Rom curve through the points. */
export function smooth(points: readonly Point[], start: 'M' | 'L' = 'M'): string {
  let d = p`${start}${points[0]![0]} ${points[0]![1]}`
  for (let i = 0; i + 1 < points.length; i++) {
    const before = points[i - 1] ?? points[i]!
    const [a, b] = [points[i]!, points[i + 1]!]
    const after = points[i + 2] ?? b
    d += p`C${a[0] + (b[0] - before[0]) / 6} ${a[1] + (b[1] - before[1]) / 6} ${b[0] - (after[0] - a[0]) / 6} ${b[1] - (after[1] - a[1]) / 6} ${b[0]} ${b[1]}`
  }
  return d
}

/** Template tag for paths. Rounds numbers to tenths: finer steps are invisible. */
export function p(strings: TemplateStringsArray, ...values: readonly (number | string)[]): string {
  return strings.reduce((text, part, i) => {
    const value = values[i - 1]!
    return text + (typeof value === 'number' ? short(value) : value) + part
  })
}

function short(value: number): string {
  return String(Math.round(value * 10) / 10)
}
