export * from './image-format.ts'
export * from './picture-files.ts'
