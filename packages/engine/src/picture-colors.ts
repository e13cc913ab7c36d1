/** Only the color functions, so that the thread of the picture model does not load the whole engine. */
export { COLOR_DIMENSIONS, colorDescriptor } from './colors/color-descriptor.ts'
export { borderColor, labPicture, type Picture } from './colors/picture.ts'
