import type { ReactNode } from 'react'
import { useRead } from '../data/queries.ts'
import { PageHead } from '../design/page-head.tsx'
import { Found } from './found.tsx'

interface SiteFrameProps {
  readonly title: string
  readonly intro: string
  readonly actions?: ReactNode
  readonly path?: readonly { readonly title: string; readonly href: string }[]
  /** What only those can read who may see the page. */
  readonly guard?: string
  readonly children: ReactNode
}

/** A page of the platform's administration. Whether the reader may see it, the API says. */
export function SiteFrame({ title, intro, actions, path, guard = '/platform_settings', children }: SiteFrameProps) {
  const allowed = useRead<unknown>(guard, guard === '/platform_settings' ? undefined : { limit: 1 })
  return (
    <Found from={allowed}>
      {() => (
        <>
          <PageHead title={title} path={path} actions={actions}>
            {intro}
          </PageHead>
          {children}
        </>
      )}
    </Found>
  )
}
