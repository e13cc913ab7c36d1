import type { EmbeddingRate } from './embedding-rate.ts'
import type { Measurement, Workload } from './measure.ts'

export function printMeasurement({
  contender,
  vectors,
  depth,
  buildMs,
  buildCpuMs,
  bytesPerVector,
  workloads,
}: Measurement) {
  const build = `built in ${(buildMs / 1000).toFixed(1)} s (${(buildCpuMs / 1000).toFixed(1)} s CPU)`
  console.log(`${contender}: ${vectors} vectors, ${build}, ${bytesPerVector.toFixed(0)} bytes a vector`)
  for (const workload of workloads) console.log(`  ${line(workload, depth)}`)
}

function line({ filter, width, wantedRecall, recall, p50, p99, cpuMs }: Workload, depth: number): string {
  const what = filter === 1 ? 'all' : `1 in ${filter}`
  const missed = recall < (wantedRecall ?? 0) ? ' (not reached)' : ''
  const wanted = wantedRecall === undefined ? '' : `, for a recall of ${wantedRecall}${missed}`
  const how = width === undefined ? '' : `   width ${width}${wanted}`
  const times = `p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  CPU ${cpuMs.toFixed(2)} ms`
  return `${what.padEnd(9)} ${times}  recall@${depth} ${recall.toFixed(4)}${how}`
}

export function printEmbedding(rate: EmbeddingRate): void {
  const { texts, pictures } = rate
  console.log(
    `texts: ${texts.products} products embedded at ${texts.perSecond.toFixed(0)} a second, ${room(texts)}; a query in ${rate.queryP50Ms.toFixed(1)} ms`,
  )
  console.log(
    `pictures: ${pictures.products} products with one each at ${pictures.perSecond.toFixed(0)} a second, ${room(pictures)}`,
  )
  console.log(
    `image search (decode, embed, top 20 of 100,000): ${rate.imageSearchP50Ms.toFixed(1)} ms, ${rate.imageSearchesPerSecond.toFixed(0)} a second`,
  )
}

function room({ diskBytesEach, memoryBytesEach }: EmbeddingRate['texts']): string {
  return `${diskBytesEach.toFixed(0)} bytes a product on disk, ${memoryBytesEach.toFixed(0)} in memory`
}
