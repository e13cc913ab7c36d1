import type { Translated } from './kind.ts'

/** `name` is the value of the variant's option; `hex` is the color of swatch and picture. */
export interface Color {
  name: Translated
  hex: string
}

const color = (en: string, de: string, fr: string, hex: string): Color => ({ name: { en, de, fr }, hex })

export const COLORS = {
  white: color('White', 'Weiß', 'Blanc', '#f4f3ef'),
  ivory: color('Ivory', 'Elfenbein', 'Ivoire', '#ece3d0'),
  oat: color('Oat', 'Hafer', 'Avoine', '#d9c9ae'),
  sand: color('Sand', 'Sand', 'Sable', '#cbb08a'),
  camel: color('Camel', 'Kamel', 'Camel', '#b98a56'),
  cognac: color('Cognac', 'Cognac', 'Cognac', '#9a5a2e'),
  chocolate: color('Chocolate', 'Schokolade', 'Chocolat', '#553627'),
  terracotta: color('Terracotta', 'Terrakotta', 'Terre cuite', '#c4673f'),
  rust: color('Rust', 'Rost', 'Rouille', '#a5482a'),
  red: color('Red', 'Rot', 'Rouge', '#bf2f2f'),
  burgundy: color('Burgundy', 'Burgunder', 'Bordeaux', '#6b2234'),
  blush: color('Blush', 'Zartrosa', 'Rose poudré', '#e8c4bb'),
  rose: color('Dusty Rose', 'Altrosa', 'Vieux rose', '#c48a8c'),
  coral: color('Coral', 'Koralle', 'Corail', '#ec7f66'),
  mustard: color('Mustard', 'Senfgelb', 'Moutarde', '#d3a02f'),
  lemon: color('Lemon', 'Zitrone', 'Citron', '#f0d65c'),
  olive: color('Olive', 'Oliv', 'Olive', '#73743f'),
  sage: color('Sage', 'Salbei', 'Sauge', '#a3b094'),
  forest: color('Forest Green', 'Waldgrün', 'Vert forêt', '#2f5141'),
  mint: color('Mint', 'Minze', 'Menthe', '#b3d6c4'),
  teal: color('Teal', 'Petrol', 'Bleu canard', '#2c6f73'),
  sky: color('Sky Blue', 'Himmelblau', 'Bleu ciel', '#9dc0d9'),
  denim: color('Denim Blue', 'Jeansblau', 'Bleu denim', '#4d6d92'),
  navy: color('Navy', 'Marine', 'Bleu marine', '#27364f'),
  lavender: color('Lavender', 'Lavendel', 'Lavande', '#b7abd0'),
  plum: color('Plum', 'Pflaume', 'Prune', '#5e3a5c'),
  stone: color('Stone', 'Steingrau', 'Pierre', '#b5b0a6'),
  grey: color('Grey', 'Grau', 'Gris', '#8b8d90'),
  slate: color('Slate', 'Schiefer', 'Ardoise', '#5b6670'),
  charcoal: color('Charcoal', 'Anthrazit', 'Anthracite', '#3c3e42'),
  black: color('Black', 'Schwarz', 'Noir', '#2b2c30'),
  brass: color('Brass', 'Messing', 'Laiton', '#c29a4b'),
  copper: color('Copper', 'Kupfer', 'Cuivre', '#bd7350'),
  silver: color('Silver', 'Silber', 'Argent', '#c2c6ca'),
  oak: color('Natural Oak', 'Eiche natur', 'Chêne naturel', '#c9a473'),
  walnut: color('Walnut', 'Nussbaum', 'Noyer', '#75492d'),
  ash: color('White Ash', 'Esche hell', 'Frêne clair', '#decbad'),
} as const satisfies Record<string, Color>

export type ColorKey = keyof typeof COLORS

export function palette(names: string): ColorKey[] {
  return names.split(' ').map((name) => {
    if (name in COLORS) return name as ColorKey
    throw new Error(`${name} is not a color of the demo shop`)
  })
}
