/** Runs attacks in their own process, so that their CPU use does not distort the measurements. */
import { ATTACKS, deepPicture, run } from './generators.ts'
import type { AttackedServer } from './attack-server.ts'

type Message = { start: string; server: AttackedServer; localAddress: string | undefined } | { stop: true }

let current: ReturnType<typeof run> | undefined

process.on('message', (message: Message) => {
  if ('stop' in message) {
    process.send?.(current?.stop())
    current = undefined
    return
  }
  const attack = ATTACKS.find(({ name }) => name === message.start)
  if (attack) current = run(attack, message.server, message.localAddress)
})
process.on('disconnect', () => process.exit(0))
deepPicture()
process.send?.('ready')
