import { valueKey } from './value-key.ts'

/** The form in which names of options are compared: `Colour`, `COLORS` and `Farbe` are one option, `color`. */
export function optionKey(name: string): string {
  const key = valueKey(name, 'words')
  return MEANINGS.get(key) ?? key
}

/** In the languages that search knows, folded and in the singular. */
const NAMES: Record<string, string> = {
  color: 'colour farbe couleur colore kleur cor farg farge farve vari kolor barva szin renk colori cores farben',
  size: 'grosse groesse taille talla tamano taglia maat storlek storrelse tamanho koko misura pointure rozmiar velikost',
  material: 'matiere materiale materiaal materiau materiaali',
  style: 'stil estilo stile stijl',
}

const MEANINGS = new Map(Object.entries(NAMES).flatMap(([key, names]) => names.split(' ').map((name) => [name, key])))
