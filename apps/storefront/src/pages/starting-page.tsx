import { useWords } from '../shop/words.ts'

/** Seen on the very first start only: the shop fills its empty data folder. */
export function StartingPage({ waitingFor }: { waitingFor: string[] }) {
  const words = useWords()
  return (
    <main className="page starting">
      <h1>{words.starting}</h1>
      <p role="status">
        {words.startingNote}
        {waitingFor[0] ? `: ${waitingFor[0]}` : ''} …
      </p>
    </main>
  )
}
