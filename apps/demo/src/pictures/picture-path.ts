import type { ColourKey } from '../catalog/colours.ts'
import type { Kind } from '../catalog/kind.ts'

export const PICTURE_VIEWS = ['front', 'scene', 'detail'] as const
export type PictureView = (typeof PICTURE_VIEWS)[number]

/** Where the server shows the picture; relative to its own origin. */
export function picturePath(handle: string, colour: ColourKey, view: PictureView): string {
  return `/demo/images/${handle}-${colour}-${view}.webp`
}

export function pictureAlt(title: string, colourName: string, view: PictureView): string {
  if (view === 'front') return `${title} in ${colourName}`
  return view === 'scene' ? `${title} at home` : `${title}, close up`
}

export function pictureSize(kind: Kind, view: PictureView): { width: number; height: number } {
  return { width: 800, height: kind.tallPictures && view !== 'detail' ? 1000 : 800 }
}
