/** Changes the lightness in OKLab (Björn Ottosson), where equal steps look equal and the hue stays the same. */
export function tone(hex: string, lightness: number, chroma = 1): string {
  const [l, a, b] = toOklab(hex)
  return fromOklab([Math.min(0.995, Math.max(0.06, l + lightness)), a * chroma, b * chroma])
}

/** A `share` of 0 gives the first color, 1 the second. */
export function blend(first: string, second: string, share: number): string {
  const [x, y] = [toOklab(first), toOklab(second)]
  return fromOklab([0, 1, 2].map((i) => x[i]! + (y[i]! - x[i]!) * share) as Lab)
}

/** Perceived lightness from 0 (black) to 1 (white). */
export function lightnessOf(hex: string): number {
  return toOklab(hex)[0]
}

type Lab = [lightness: number, a: number, b: number]

function toOklab(hex: string): Lab {
  const [r, g, b] = [1, 3, 5].map((i) => toLinear(Number.parseInt(hex.slice(i, i + 2), 16) / 255)) as Lab
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([lightness, a, b]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${rgb.map((value) => toByte(value).toString(16).padStart(2, '0')).join('')}`
}

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function toByte(linear: number): number {
  const value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * Math.max(0, linear) ** (1 / 2.4) - 0.055
  return Math.round(255 * Math.min(1, Math.max(0, value)))
}
