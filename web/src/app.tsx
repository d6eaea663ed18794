import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { RouterProvider } from 'react-aria-components'
import { Redirect, useLocation } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { queryCache } from './data/queries.ts'
import { type Session, useSession } from './data/session.ts'
import { LiveRegion } from './design/announce.tsx'
import { Skeleton } from './design/skeleton.tsx'
import { Toasts } from './design/toast.tsx'
import { Bare } from './frame/bare.tsx'
import { Crash } from './frame/crash.tsx'
import { Frame } from './frame/frame.tsx'
import { NotFound } from './frame/not-found.tsx'
import { Offline } from './frame/offline.tsx'
import { PageAt } from './frame/page-at.tsx'
import { SignInAgain } from './frame/sign-in-again.tsx'
import { useLinkPrefetch } from './frame/use-link-prefetch.ts'
import { usePageFocus } from './frame/use-page-focus.ts'
import { matchRoute } from './match-route.ts'

const Duties = lazy(() => import('./frame/required-actions.tsx').then((file) => ({ default: file.RequiredActions })))

/** Renders every page in its frame, with the overlays of all pages. */
export const App = (): ReactNode => (
  <QueryClientProvider client={queryCache}>
    <RouterProvider navigate={navigate}>
      <Framed />
      <SignInAgain />
      <Toasts />
      <Offline />
      <LiveRegion />
    </RouterProvider>
  </QueryClientProvider>
)

interface MatchedPage {
  readonly frame: 'app' | 'bare'
  readonly page: ReactNode
}

/** The first page that fits the address; one and the same frame stays around all of them. */
function pageAt(location: string): MatchedPage {
  const here = matchRoute(location)
  return here === undefined
    ? { frame: 'app', page: <NotFound /> }
    : { frame: here.route.frame, page: <PageAt here={here} /> }
}

function Framed(): ReactNode {
  const [location] = useLocation()
  const { frame, page } = pageAt(location)
  usePageFocus()
  useLinkPrefetch()
  const { data: session } = useSession()
  // It stays until its last word was read, such as recovery codes that are shown once: then nothing is due any more.
  const [due, setDue] = useState<Session | null>(null)
  if (due === null && session !== undefined && session.must.length > 0) setDue(session)
  if (due !== null) {
    return (
      <Bare>
        <Suspense fallback={<Skeleton />}>
          <Duties session={due} onDone={() => setDue(null)} />
        </Suspense>
      </Bare>
    )
  }
  if (frame === 'app' && session !== undefined && isClosed(session)) {
    return <Redirect to={`/login?return=${encodeURIComponent(location + window.location.search)}`} replace />
  }
  const Around = frame === 'app' ? Frame : Bare
  return (
    <Around>
      <Crash key={location}>{page}</Crash>
    </Around>
  )
}

/** Nothing is shown to visitors but the way in. */
const isClosed = ({ user, site }: Session): boolean =>
  user === null && site.access_mode !== 'anonymous' && !site.needs_setup
