/**
 * SentencePiece's unigram model: a text is split into the pieces with the highest sum of log probabilities (Viterbi).
 *
 * Spaces are written as ▁, with one before the text. A character that no piece covers becomes `unknown`, with a score
 * below every piece.
 */
export interface UnigramVocabulary {
  pieces: readonly string[]
  scores: ArrayLike<number>
}

const UNKNOWN = 0
const BEGIN = 1
const END = 2
const FIRST_PIECE = 3

/** Difference of an unknown character's score to that of the least likely piece. */
const UNKNOWN_PENALTY = 10

export class UnigramTokenizer {
  readonly #ids = new Map<string, number>()
  readonly #scores: ArrayLike<number>
  readonly #longest: number
  readonly #unknownScore: number

  constructor({ pieces, scores }: UnigramVocabulary) {
    this.#scores = scores
    let longest = 0
    let min = 0
    for (let id = FIRST_PIECE; id < pieces.length; id++) {
      this.#ids.set(pieces[id]!, id)
      longest = Math.max(longest, pieces[id]!.length)
      min = Math.min(min, scores[id]!)
    }
    this.#longest = longest
    this.#unknownScore = min - UNKNOWN_PENALTY
  }

  /** Returns the ids of the text's pieces between the marks of a sentence, at most `max` including the marks. */
  encode(text: string, max: number): number[] {
    return [BEGIN, ...this.#pieces(normalized(text)).slice(0, max - 2), END]
  }

  #pieces(text: string): number[] {
    if (text === '') return [UNKNOWN]
    const best = new Float64Array(text.length + 1).fill(Number.NEGATIVE_INFINITY)
    const from = new Int32Array(text.length + 1)
    const piece = new Int32Array(text.length + 1)
    best[0] = 0
    for (let start = 0; start < text.length; start += charLength(text, start)) {
      const offer = (end: number, id: number, score: number) => {
        if (best[start]! + score <= best[end]!) return
        best[end] = best[start]! + score
        from[end] = start
        piece[end] = id
      }
      const longest = Math.min(text.length, start + this.#longest)
      offer(start + charLength(text, start), UNKNOWN, this.#unknownScore)
      for (let end = start + 1; end <= longest; end++) {
        const id = this.#ids.get(text.slice(start, end))
        if (id !== undefined) offer(end, id, this.#scores[id]!)
      }
    }
    return path(from, piece)
  }
}

function path(from: Int32Array, piece: Int32Array): number[] {
  const ids: number[] = []
  for (let at = from.length - 1; at > 0; at = from[at]!) ids.push(piece[at]!)
  return ids.reverse()
}

/** Returns the number of UTF-16 units of the character at `at`: a surrogate pair has two. */
function charLength(text: string, at: number): number {
  return text.codePointAt(at)! > 0xffff ? 2 : 1
}

/** Normalizes like the model's training texts: compatibility forms, control characters, runs of spaces. */
function normalized(text: string): string {
  const words = text
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    .trim()
    .replaceAll(/\s+/gu, '▁')
  return words === '' ? '' : `▁${words}`
}
