/**
 * Says in a sentence that this Node is too old, before it fails on the first file. Plain JavaScript, so that any Node can say it.
 * Where a package for the platform exists, npm has put the right one into node_modules and this never speaks.
 */
const NEEDED = [24, 21, 0]

const running = process.versions.node.split('.').map(Number)
const at = NEEDED.findIndex((part, index) => part !== running[index])
if (at >= 0 && running[at] < NEEDED[at]) {
  console.error(`Vitrine needs Node ${NEEDED.join('.')} or later; this is ${process.versions.node}.`)
  process.exit(1)
}
