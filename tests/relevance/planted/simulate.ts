/** Simulates shoppers with planted behavior, in judged shops (`learning`), or in a real catalog (`shop FILE`). */
import { run as simulateShop } from '../../shoppers/simulate-shop.ts'
import { run as simulateLearning } from '../learning/simulate-learning.ts'
import { plantBehaviour } from './planted-behaviour.ts'
import { PAIR_ORDERS, type PairList, plantPairs } from './planted-pairs.ts'

const [name, ...rest] = process.argv.slice(2)
if (name === 'learning') await simulateLearning(rest)
else if (name === 'shop') await simulateShop(rest)
else if (name !== 'planted') {
  console.error(
    'usage: npm run simulate -- planted [--draws N] | learning [--set esci] [--behaviour trust] [--visits 1000] [--seeds 20] | shop FILE',
  )
  process.exitCode = 2
} else {
  const draws = Number(rest[rest.indexOf('--draws') + 1]) || 40
  printPairs(draws, 'bought_together')
  printPairs(draws, 'cross_sell')
  await printBehaviour()
}

function printPairs(draws: number, type: PairList): void {
  console.log(`${type}: pairs that stand first both ways, of ${draws} shops of each kind, after so many orders of both`)
  console.log(`${'shop'.padEnd(20)}${PAIR_ORDERS.map((count) => String(count).padStart(6)).join('')}   3 to 8`)
  const results = plantPairs(draws, [type])
  for (const [shop, rows] of Map.groupBy(results, (one) => one.shop)) {
    const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)}%`.padStart(6)
    const enough = rows.filter(({ orders }) => orders >= 3)
    const sum = (key: 'learned' | 'cases') => enough.reduce((all, row) => all + row[key], 0)
    const cells = rows.map(({ learned, cases }) => percent(learned, cases)).join('')
    console.log(`${shop.padEnd(20)}${cells}   ${percent(sum('learned'), sum('cases'))}`)
  }
  console.log('')
}

async function printBehaviour(): Promise<void> {
  console.log(`${'answered'.padEnd(10)}${'bar'.padEnd(8)}question`)
  for (const { question, answered, bar } of await plantBehaviour())
    console.log(`${`${Math.round(100 * answered)}%`.padEnd(10)}${`${Math.round(100 * bar)}%`.padEnd(8)}${question}`)
}
