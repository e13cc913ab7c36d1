/**
 * A visual vector:
 *
 *   [ type 80 | style 64 | colours 112 ]   each times its weight, then all to length 1
 *
 * Type and style come from the graph, the colours are the engine's colour descriptor.
 */
import { COLOUR_DIMENSIONS } from '@vitrine/engine'

export const TYPE_DIMENSIONS = 80
export const STYLE_DIMENSIONS = 64
/** Where the colours begin. */
export const VISUAL_COLOURS_AT = TYPE_DIMENSIONS + STYLE_DIMENSIONS

/**
 * What it is counts most, then how it is made, then the exact shades. More style finds other views of the same thing, more colour
 * other things of the same colour.
 */
export const VISUAL_WEIGHTS = { type: 1, style: 0.7, colours: 0.75 } as const

export const VISUAL_DIMENSION = VISUAL_COLOURS_AT + COLOUR_DIMENSIONS
