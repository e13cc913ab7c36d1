/** Widths of the demo's pictures that the service offers, in pixels. */
const WIDTHS = [160, 320, 480, 640, 800]

/** Requests the next larger width, and one and a half times as much for high-density screens. */
export function pictureAt(url: string, width: number): { src: string; srcSet: string } {
  return { src: atWidth(url, width), srcSet: `${atWidth(url, width)}, ${atWidth(url, 1.5 * width)} 2x` }
}

function atWidth(url: string, width: number): string {
  const nearest = WIDTHS.find((one) => one >= width) ?? WIDTHS.at(-1)
  return `${url}${url.includes('?') ? '&' : '?'}width=${nearest}`
}
