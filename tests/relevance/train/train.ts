const trainings = { ranking: () => import('./train-ranking.ts') } as const

const [name, ...args] = process.argv.slice(2)
if (name === undefined || !(name in trainings)) {
  console.error(`usage: npm run train -- <${Object.keys(trainings).join(' | ')}> [options]`)
  process.exitCode = 2
} else {
  const { run } = await trainings[name as keyof typeof trainings]()
  await run(args)
}
