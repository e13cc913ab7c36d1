export * from './image-format.ts'
export * from './picture-files.ts'
export { smallPicture } from './small-picture.ts'
