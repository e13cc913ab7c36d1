/** OKLab (Björn Ottosson, 2020): a color space in which equal distances look equally different. */
export type Lab = readonly [lightness: number, greenRed: number, blueYellow: number]

const LINEAR = Float64Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})

export function oklabOf(red: number, green: number, blue: number): Lab {
  const r = LINEAR[red]
  const g = LINEAR[green]
  const b = LINEAR[blue]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** Returns the color as `#rrggbb`; colors outside sRGB are clipped. */
export function hexOf([lightness, greenRed, blueYellow]: Lab): string {
  const l = (lightness + 0.3963377774 * greenRed + 0.2158037573 * blueYellow) ** 3
  const m = (lightness - 0.1055613458 * greenRed - 0.0638541728 * blueYellow) ** 3
  const s = (lightness - 0.0894841775 * greenRed - 1.291485548 * blueYellow) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${channels.map((value) => byteOf(value).toString(16).padStart(2, '0')).join('')}`
}

function byteOf(linear: number): number {
  const clipped = Math.min(1, Math.max(0, linear))
  const value = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055
  return Math.round(255 * value)
}

/** Differences below 0.02 are hardly visible; above 0.1 the colors have different names. */
export function colorDistance(a: Lab, b: Lab): number {
  // Math.hypot is ten times slower.
  return Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2)
}
