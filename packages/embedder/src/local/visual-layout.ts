/**
 * A visual vector:
 *
 * [ type 80 | style 64 | colors 112 ]   each times its weight, then all scaled to length 1
 *
 * Type and style come from the graph, the colors are the engine's color descriptor. The last number of type and of
 * style is the doubt whether there is a product at all: almost zero for products, so that they are compared by the
 * rest. The vector of a picture without a product contains hardly anything else, and is far from those of all
 * products.
 */
import { COLOR_DIMENSIONS } from '@vitrine/engine/picture-colors'

export const TYPE_DIMENSIONS = 80
export const STYLE_DIMENSIONS = 64
/** Index of the doubt in type; style also ends with a doubt. */
export const DOUBT_AT = TYPE_DIMENSIONS - 1
export const VISUAL_COLORS_AT = TYPE_DIMENSIONS + STYLE_DIMENSIONS

/** More weight for style finds other views of the same product, more weight for color other products of the same color. */
export const VISUAL_WEIGHTS = { type: 1, style: 0.7, colors: 0.75 } as const

export const VISUAL_DIMENSION = VISUAL_COLORS_AT + COLOR_DIMENSIONS

export const VISUAL_SIDE = 96
