import type { ColorKey } from '../catalog/colors.ts'
import type { Kind } from '../catalog/kind.ts'

export const PICTURE_VIEWS = ['front', 'scene', 'detail'] as const
export type PictureView = (typeof PICTURE_VIEWS)[number]

export function picturePath(handle: string, color: ColorKey, view: PictureView): string {
  return `/demo/images/${handle}-${color}-${view}.webp`
}

export function pictureAlt(title: string, colorName: string, view: PictureView): string {
  if (view === 'front') return `${title} in ${colorName}`
  return view === 'scene' ? `${title} at home` : `${title}, close up`
}

export function pictureSize(kind: Kind, view: PictureView): { width: number; height: number } {
  return { width: 800, height: kind.tallPictures && view !== 'detail' ? 1000 : 800 }
}
