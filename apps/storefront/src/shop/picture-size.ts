/** Widths in pixels in which the service offers the demo's pictures. */
const WIDTHS = [160, 320, 480, 640, 800]

/** Returns attributes of an `<img>` that is `width` pixels wide: a picture of at least that width, and a larger one for high-density screens. */
export function pictureAt(url: string, width: number): { src: string; srcSet: string } {
  return { src: atWidth(url, width), srcSet: `${atWidth(url, width)}, ${atWidth(url, 1.5 * width)} 2x` }
}

function atWidth(url: string, width: number): string {
  const nearest = WIDTHS.find((one) => one >= width) ?? WIDTHS.at(-1)
  return `${url}${url.includes('?') ? '&' : '?'}width=${nearest}`
}
