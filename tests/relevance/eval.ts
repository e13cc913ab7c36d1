const evaluations = {
  search: () => import('./search/eval-search.ts'),
  recommend: () => load('./recommend/eval-recommend.ts'),
  vectors: () => load('./vectors/eval-vectors.ts'),
  embedders: () => load('./vectors/eval-embedders.ts'),
  admission: () => load('./train/eval-admission.ts'),
  pages: () => load('./simple-hybrid/eval-pages.ts'),
  images: () => load('./images/eval-images.ts'),
} as const

interface Evaluation {
  run(args: string[]): Promise<void>
}

const [name, ...args] = process.argv.slice(2)
if (name === undefined || !(name in evaluations)) {
  console.error(`usage: npm run eval -- <${Object.keys(evaluations).join(' | ')}> [options]`)
  process.exitCode = 2
} else {
  const evaluation: Evaluation = await evaluations[name as keyof typeof evaluations]()
  await evaluation.run(args)
}

function load(path: string): Promise<Evaluation> {
  return import(path)
}
