import type { ReactNode } from 'react'
import { useResource } from '../data/queries.ts'
import { useSession } from '../data/session.ts'
import { PageHead } from '../design/page-head.tsx'
import { QueryResult } from './query-result.tsx'
import { SiteRefused } from './refused.tsx'

interface SiteFrameProps {
  readonly title: string
  readonly intro: string
  readonly actions?: ReactNode
  readonly path?: readonly { readonly title: string; readonly href: string }[]
  /** Path that only users with access to the page can read. */
  readonly guard?: string
  readonly children: ReactNode
}

/** A site administration page. The API decides whether the user may see it. */
export function SiteFrame({ title, intro, actions, path, guard = '/site_settings', children }: SiteFrameProps) {
  // Others may be read-only administrators.
  const isKnown = useSession().data?.is_site_administrator === true
  const allowed = useResource<unknown>(guard, guard === '/site_settings' ? undefined : { limit: 1 }, {
    isWanted: !isKnown,
  })
  const page = (
    <>
      <PageHead title={title} path={path} actions={actions}>
        {intro}
      </PageHead>
      {children}
    </>
  )
  return isKnown ? (
    page
  ) : (
    <QueryResult from={allowed} refused={<SiteRefused />}>
      {() => page}
    </QueryResult>
  )
}
