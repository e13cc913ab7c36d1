/** Calls `report` once, when the element is first on screen. Returns a function that stops waiting for it. */
export function onceSeen(element: Element, report: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    report()
  })
  observer.observe(element)
  return () => observer.disconnect()
}
