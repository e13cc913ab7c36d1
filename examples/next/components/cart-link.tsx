'use client'

import Link from 'next/link'
import { useCart } from '@/lib/cart'

export function CartLink() {
  const { lines } = useCart()
  return <Link href="/cart">Cart ({lines.reduce((sum, { quantity }) => sum + quantity, 0)})</Link>
}
