import type { ReactNode } from 'react'
import { LinkButton } from '../design/button.tsx'
import { EmptyState } from '../design/empty-state.tsx'
import { useTitle } from '../design/title.ts'
import { texts } from '../texts/texts.ts'

interface RefusedProps {
  /** Which users have access. */
  readonly reason: string
  /** A page that the user can open instead. */
  readonly back: { readonly href: string; readonly title: string }
}

/** The page exists and the user knows that, but has no access to it. */
export function Refused({ reason, back }: RefusedProps): ReactNode {
  useTitle(texts.states.refused)
  return (
    <EmptyState
      isPage
      icon="lock"
      title={texts.states.refused}
      action={<LinkButton href={back.href}>{back.title}</LinkButton>}
    >
      {reason}
    </EmptyState>
  )
}

/** For a page of site administration. */
export const SiteRefused = (): ReactNode => (
  <Refused reason={texts.states.onlySiteAdministrators} back={{ href: '/projects', title: texts.states.toProjects }} />
)
