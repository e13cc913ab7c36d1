'use client'

export default function SearchError() {
  return <p role="alert">Search is not available right now.</p>
}
