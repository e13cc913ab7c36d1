import { createRouter } from '../../common/page-router.tsx'

export type { Place } from '../../common/page-router.tsx'
export const { Link, navigate, usePlace } = createRouter('/demo')
