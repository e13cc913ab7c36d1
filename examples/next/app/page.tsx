import { Suspense } from 'react'
import { Sections } from '@/components/sections'

export default function Home() {
  return (
    <Suspense fallback={<p>Loading…</p>}>
      <h1>Welcome</h1>
      <Sections pageType="home" />
    </Suspense>
  )
}
