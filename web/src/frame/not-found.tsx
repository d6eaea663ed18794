import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { buildSignInUrl } from '../data/return-path.ts'
import { useSession } from '../data/session.ts'
import { LinkButton } from '../design/button.tsx'
import { EmptyState } from '../design/empty-state.tsx'
import { useTitle } from '../design/title.ts'
import { texts } from '../texts/texts.ts'

/** Not-found page, also for hidden resources, so that both look the same. */
export function NotFound(): ReactNode {
  const { data: session } = useSession()
  const [location] = useLocation()
  const search = useSearch()
  const isVisitor = session !== undefined && session.user === null
  useTitle(texts.states.notFoundTitle)
  return (
    <EmptyState
      isPage
      icon="search"
      title={texts.states.notFoundTitle}
      action={
        isVisitor ? (
          <LinkButton kind="primary" href={buildSignInUrl(location, search)}>
            {texts.frame.signIn}
          </LinkButton>
        ) : (
          <LinkButton href="/projects">{texts.states.toProjects}</LinkButton>
        )
      }
    >
      {isVisitor ? texts.states.notFoundVisitor : texts.states.notFound}
    </EmptyState>
  )
}
