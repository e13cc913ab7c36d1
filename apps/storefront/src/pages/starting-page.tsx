/** Seen on the very first start only: the shop fills its empty data folder. */
export function StartingPage({ waitingFor }: { waitingFor: string[] }) {
  return (
    <main className="page starting">
      <h1>One moment</h1>
      <p role="status">The shop is being set up{waitingFor[0] ? `: ${waitingFor[0]}` : ''} …</p>
    </main>
  )
}
