/** What the shades that have a name in English are called elsewhere: as shops there write them, in the form that stands alone. */
import { fold } from '../text/analysis/fold.ts'

/** English name and the local one; families whose name is the same word in English are left out. */
const LOCAL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: {
    black: 'schwarz',
    charcoal: 'anthrazit',
    grey: 'grau',
    silver: 'silber',
    white: 'weiß',
    cream: 'creme',
    tan: 'hellbraun',
    brown: 'braun',
    terracotta: 'terrakotta',
    rust: 'rostrot',
    maroon: 'weinrot',
    red: 'rot',
    coral: 'koralle',
    mustard: 'senfgelb',
    yellow: 'gelb',
    olive: 'oliv',
    sage: 'salbei',
    green: 'grün',
    'dark green': 'dunkelgrün',
    teal: 'petrol',
    turquoise: 'türkis',
    'light blue': 'hellblau',
    blue: 'blau',
    denim: 'jeansblau',
    navy: 'marineblau',
    plum: 'pflaume',
    purple: 'lila',
    lavender: 'lavendel',
    pink: 'rosa',
    rose: 'altrosa',
    blush: 'puderrosa',
  },
  es: {
    black: 'negro',
    charcoal: 'antracita',
    grey: 'gris',
    silver: 'plateado',
    white: 'blanco',
    cream: 'crema',
    tan: 'tostado',
    cognac: 'coñac',
    brown: 'marrón',
    terracotta: 'terracota',
    rust: 'óxido',
    maroon: 'burdeos',
    red: 'rojo',
    orange: 'naranja',
    mustard: 'mostaza',
    yellow: 'amarillo',
    olive: 'oliva',
    sage: 'salvia',
    green: 'verde',
    'dark green': 'verde oscuro',
    mint: 'menta',
    teal: 'petróleo',
    turquoise: 'turquesa',
    'light blue': 'azul claro',
    blue: 'azul',
    navy: 'azul marino',
    plum: 'ciruela',
    purple: 'morado',
    lavender: 'lavanda',
    pink: 'rosa',
    rose: 'rosa viejo',
    blush: 'rosa palo',
  },
  fr: {
    black: 'noir',
    charcoal: 'anthracite',
    grey: 'gris',
    silver: 'argenté',
    white: 'blanc',
    cream: 'crème',
    tan: 'fauve',
    brown: 'marron',
    rust: 'rouille',
    maroon: 'bordeaux',
    red: 'rouge',
    coral: 'corail',
    mustard: 'moutarde',
    yellow: 'jaune',
    sage: 'sauge',
    green: 'vert',
    'dark green': 'vert foncé',
    mint: 'menthe',
    teal: 'bleu pétrole',
    'light blue': 'bleu clair',
    blue: 'bleu',
    navy: 'bleu marine',
    plum: 'prune',
    purple: 'violet',
    lavender: 'lavande',
    pink: 'rose',
    rose: 'vieux rose',
    blush: 'rose poudré',
  },
}

/** The name of a color in a language; in English where the language has no names of its own here. */
export function colorNameIn(name: string, language: string): string {
  return LOCAL[language]?.[name] ?? name
}

const NO_SHADES: ReadonlyMap<string, string> = new Map()
/** Local names of one word each, folded, with the English name of the same color; by language. */
const SHADES = new Map(
  Object.entries(LOCAL).map(([language, names]) => {
    const single = Object.entries(names).filter(([, local]) => !local.includes(' '))
    return [language, new Map(single.map(([name, local]) => [fold(local), name]))] as const
  }),
)

export function localShades(language: string): ReadonlyMap<string, string> {
  return SHADES.get(language) ?? NO_SHADES
}
