export {
  type Container,
  ContainerRefused,
  type ContainerSource,
  decodeContainer,
  encodeContainer,
  type TypedArray,
} from './container.ts'
