/** The colors of a picture, without the rest of the engine: the thread of the picture model needs nothing else. */
export { COLOR_DIMENSIONS, colorDescriptor } from './colors/color-descriptor.ts'
export { borderColor, labPicture, type Picture } from './colors/picture.ts'
