/**
 * A visual vector:
 *
 *   [ type 128 | style 96 | colours 32 ]   each times its weight, then all to length 1
 *
 * Type and style come from the graph, the colours are the engine's colour descriptor.
 */
import { COLOUR_DIMENSIONS } from '@vitrine/engine'

export const TYPE_DIMENSIONS = 128
export const STYLE_DIMENSIONS = 96
/** Where the colours begin. */
export const VISUAL_COLOURS_AT = TYPE_DIMENSIONS + STYLE_DIMENSIONS
export const VISUAL_DIMENSION = VISUAL_COLOURS_AT + COLOUR_DIMENSIONS
