/**
 * A visual vector:
 *
 * [ type 80 | style 64 | colors 112 ]   each times its weight, then all scaled to length 1
 *
 * Type and style come from the graph, the colors are the engine's color descriptor. The last number of type and of
 * style is the doubt that there is a product at all. It is almost zero for products. It dominates the vector of a
 * picture without a product, which is therefore far from all products.
 */
import { COLOR_DIMENSIONS } from '@vitrine/engine/picture-colors'

export const TYPE_DIMENSIONS = 80
export const STYLE_DIMENSIONS = 64
/** Index of the doubt in type; style also ends with a doubt. */
export const DOUBT_AT = TYPE_DIMENSIONS - 1
export const VISUAL_COLORS_AT = TYPE_DIMENSIONS + STYLE_DIMENSIONS

/** A higher weight of style favors other views of the same product, of colors other products of the same color. */
export const VISUAL_WEIGHTS = { type: 1, style: 0.7, colors: 0.75 } as const

export const VISUAL_DIMENSION = VISUAL_COLORS_AT + COLOR_DIMENSIONS

export const VISUAL_SIDE = 96
