import { createRouter } from '../../common/page-router.tsx'

export { path } from '../../common/page-router.tsx'
export const { Link, navigate, setQuery, usePlace } = createRouter('/dashboard')
