const KEY_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const TEXTS = 200
const SHORTEST_WORD = 4
const LONGEST_WORD = 8
const MAX_WORDS = 3
/** Maximum distance of two consecutive keys, and share of letters after which the hand changes rows. */
const FARTHEST_KEY = 2
const ROW_CHANGES = 0.15

/** Keyboard mashing and random letters, always the same. Queries nearer to these than to any product mean nothing. */
export function outOfDomainProbes(): string[] {
  const random = fixedNumbers()
  const below = (count: number) => Math.floor(count * random())
  const word = (letter: () => string) =>
    Array.from({ length: SHORTEST_WORD + below(LONGEST_WORD - SHORTEST_WORD + 1) }, letter).join('')
  return Array.from({ length: TEXTS }, (_, i) => {
    const letter = i % 2 === 0 ? keyMasher(random) : () => LETTERS[below(LETTERS.length)]
    return Array.from({ length: 1 + (i % MAX_WORDS) }, () => word(letter)).join(' ')
  })
}

function keyMasher(random: () => number): () => string {
  let row = KEY_ROWS[Math.floor(KEY_ROWS.length * random())]
  let key = Math.floor(row.length * random())
  return () => {
    if (random() < ROW_CHANGES) row = KEY_ROWS[Math.floor(KEY_ROWS.length * random())]
    const step = Math.floor((2 * FARTHEST_KEY + 1) * random()) - FARTHEST_KEY
    key = Math.min(row.length - 1, Math.max(0, key + step))
    return row[key]
  }
}

/** Returns the same sequence of numbers from 0 to 1 every time. */
function fixedNumbers(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
