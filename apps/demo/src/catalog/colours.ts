import type { Translated } from './kind.ts'

/** A colour or finish a variant comes in: what the option says, what the swatch and the picture show. */
export interface Colour {
  name: Translated
  hex: string
}

const colour = (en: string, de: string, fr: string, hex: string): Colour => ({ name: { en, de, fr }, hex })

export const COLOURS = {
  white: colour('White', 'Weiß', 'Blanc', '#f4f3ef'),
  ivory: colour('Ivory', 'Elfenbein', 'Ivoire', '#ece3d0'),
  oat: colour('Oat', 'Hafer', 'Avoine', '#d9c9ae'),
  sand: colour('Sand', 'Sand', 'Sable', '#cbb08a'),
  camel: colour('Camel', 'Kamel', 'Camel', '#b98a56'),
  cognac: colour('Cognac', 'Cognac', 'Cognac', '#9a5a2e'),
  chocolate: colour('Chocolate', 'Schokolade', 'Chocolat', '#553627'),
  terracotta: colour('Terracotta', 'Terrakotta', 'Terre cuite', '#c4673f'),
  rust: colour('Rust', 'Rost', 'Rouille', '#a5482a'),
  red: colour('Red', 'Rot', 'Rouge', '#bf2f2f'),
  burgundy: colour('Burgundy', 'Burgunder', 'Bordeaux', '#6b2234'),
  blush: colour('Blush', 'Zartrosa', 'Rose poudré', '#e8c4bb'),
  rose: colour('Dusty Rose', 'Altrosa', 'Vieux rose', '#c48a8c'),
  coral: colour('Coral', 'Koralle', 'Corail', '#ec7f66'),
  mustard: colour('Mustard', 'Senfgelb', 'Moutarde', '#d3a02f'),
  lemon: colour('Lemon', 'Zitrone', 'Citron', '#f0d65c'),
  olive: colour('Olive', 'Oliv', 'Olive', '#73743f'),
  sage: colour('Sage', 'Salbei', 'Sauge', '#a3b094'),
  forest: colour('Forest Green', 'Waldgrün', 'Vert forêt', '#2f5141'),
  mint: colour('Mint', 'Minze', 'Menthe', '#b3d6c4'),
  teal: colour('Teal', 'Petrol', 'Bleu canard', '#2c6f73'),
  sky: colour('Sky Blue', 'Himmelblau', 'Bleu ciel', '#9dc0d9'),
  denim: colour('Denim Blue', 'Jeansblau', 'Bleu denim', '#4d6d92'),
  navy: colour('Navy', 'Marine', 'Bleu marine', '#27364f'),
  lavender: colour('Lavender', 'Lavendel', 'Lavande', '#b7abd0'),
  plum: colour('Plum', 'Pflaume', 'Prune', '#5e3a5c'),
  stone: colour('Stone', 'Steingrau', 'Pierre', '#b5b0a6'),
  grey: colour('Grey', 'Grau', 'Gris', '#8b8d90'),
  slate: colour('Slate', 'Schiefer', 'Ardoise', '#5b6670'),
  charcoal: colour('Charcoal', 'Anthrazit', 'Anthracite', '#3c3e42'),
  black: colour('Black', 'Schwarz', 'Noir', '#2b2c30'),
  brass: colour('Brass', 'Messing', 'Laiton', '#c29a4b'),
  copper: colour('Copper', 'Kupfer', 'Cuivre', '#bd7350'),
  silver: colour('Silver', 'Silber', 'Argent', '#c2c6ca'),
  oak: colour('Natural Oak', 'Eiche natur', 'Chêne naturel', '#c9a473'),
  walnut: colour('Walnut', 'Nussbaum', 'Noyer', '#75492d'),
  ash: colour('White Ash', 'Esche hell', 'Frêne clair', '#decbad'),
} as const satisfies Record<string, Colour>

export type ColourKey = keyof typeof COLOURS
