import { Suspense } from 'react'
import { Sections } from '@/components/sections'

export default function Home() {
  return (
    <>
      <h1>Welcome</h1>
      <Suspense fallback={<p>Loading…</p>}>
        <Sections pageType="home" />
      </Suspense>
    </>
  )
}
