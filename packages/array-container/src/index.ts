export { type Container, ContainerRefused, decodeContainer, encodeContainer, type TypedArray } from './container.ts'
