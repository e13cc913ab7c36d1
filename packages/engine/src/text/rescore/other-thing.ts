/** Tells things from others that are named after them: at the end of a title, a camera case is a case. English. */
import { COLLECTIVE_WORDS_OF } from '../analysis/linking-words.ts'
import { formsOf } from '../analysis/singular-plural.ts'
import { THINGS_DATA } from './things-data.ts'

interface Thing {
  readonly families: ReadonlySet<number>
  /** Families of things that it is a part of. */
  readonly partOf: ReadonlySet<number>
}

/**
 * Whether both are things of which neither is a kind of the other, nor of one kind with it, nor its part: a sandal is a shoe, and a
 * sleeve says how a shirt is. False where one of them is not known as a thing.
 */
export function isOtherThing(word: string, thing: string): boolean {
  const [one, other] = [thingOf(word), thingOf(thing)]
  if (one === undefined || other === undefined || isSeveral(word)) return false
  return one.families.isDisjointFrom(other.families) && one.partOf.isDisjointFrom(other.families)
}

/** A set of pans is pans, and a gasket kit is gaskets. */
function isSeveral(word: string): boolean {
  return COLLECTIVE_WORDS_OF('en').has(word) || word === 'kit' || word === 'kits'
}

let things: Map<string, Thing> | undefined

/** By its singular or plural. */
function thingOf(word: string): Thing | undefined {
  things ??= readThings()
  const form = formsOf(word).find((each) => things!.has(each))
  return form === undefined ? undefined : things.get(form)
}

function readThings(): Map<string, Thing> {
  const all = new Map<string, { families: Set<number>; partOf: Set<number> }>()
  for (const [family, line] of THINGS_DATA.split('\n').entries()) {
    for (const member of line.split(' ')) {
      const word = member.replace(/^-/, '')
      const thing = all.get(word) ?? { families: new Set(), partOf: new Set() }
      all.set(word, thing)
      if (word === member) thing.families.add(family)
      else thing.partOf.add(family)
    }
  }
  return all
}
