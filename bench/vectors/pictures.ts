import sharp from 'sharp'
import { seededRandom } from '../search/seeded-random.ts'

/** JPEGs of the size that a phone's browser sends: blobs of color on a light background. */
export async function drawPictures(count: number): Promise<Buffer[]> {
  const random = seededRandom(4)
  const circle = () => {
    const color = `hsl(${Math.floor(360 * random())} 60% 50%)`
    return `<circle cx="${800 * random()}" cy="${800 * random()}" r="${40 + 200 * random()}" fill="${color}"/>`
  }
  const drawings = Array.from({ length: count }, () => {
    const circles = Array.from({ length: 12 }, circle).join('')
    return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><rect width="800" height="800" fill="#eee"/>${circles}</svg>`
  })
  return Promise.all(drawings.map((svg) => sharp(Buffer.from(svg)).jpeg().toBuffer()))
}
