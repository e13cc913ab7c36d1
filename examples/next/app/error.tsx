'use client'

export default function ShopError() {
  return <p role="alert">The shop is not available right now.</p>
}
