/** Calls `report` when the element is first on screen. Returns a function that cancels this. */
export function onceSeen(element: Element, report: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    report()
  })
  observer.observe(element)
  return () => observer.disconnect()
}
