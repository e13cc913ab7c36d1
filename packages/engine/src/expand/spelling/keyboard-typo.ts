/** Decides whether one word is typed for another by a common slip of the fingers. */
const KEYBOARD = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

export function isLikelySlip(typed: string, meant: string): boolean {
  return isSwap(typed, meant) || isKeyBeside(typed, meant)
}

function isSwap(typed: string, meant: string): boolean {
  return typed.length === meant.length && [...typed].sort().join('') === [...meant].sort().join('')
}

/** One letter differs, and its key lies beside the right one. */
function isKeyBeside(typed: string, meant: string): boolean {
  if (typed.length !== meant.length) return false
  const wrong = [...typed].flatMap((letter, at) => (letter === meant[at] ? [] : [at]))
  return wrong.length === 1 && areNeighbours(typed[wrong[0]], meant[wrong[0]])
}

/** In one row, or one row up or down: rows are shifted by about half a key. */
function areNeighbours(one: string, other: string): boolean {
  const [a, b] = [placeOf(one), placeOf(other)]
  if (a === undefined || b === undefined) return false
  const across = a.column - b.column
  if (a.row === b.row) return Math.abs(across) === 1
  return a.row - b.row === 1 ? across === 0 || across === -1 : b.row - a.row === 1 && (across === 0 || across === 1)
}

function placeOf(letter: string): { row: number; column: number } | undefined {
  const row = KEYBOARD.findIndex((keys) => keys.includes(letter))
  return row < 0 ? undefined : { row, column: KEYBOARD[row].indexOf(letter) }
}
