import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import { Redirect, useLocation } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { followAccount } from './data/choose-language.ts'
import { queryCache } from './data/queries.ts'
import { type Session, useSession } from './data/session.ts'
import { LiveRegion } from './design/announce.tsx'
import { Skeleton } from './design/skeleton.tsx'
import { Toasts } from './design/toast.tsx'
import { CardPage } from './frame/card-page.tsx'
import { Crash } from './frame/crash.tsx'
import { Frame } from './frame/frame.tsx'
import { MatchedPage } from './frame/matched-page.tsx'
import { NotFound } from './frame/not-found.tsx'
import { Offline } from './frame/offline.tsx'
import { SignInAgain } from './frame/sign-in-again.tsx'
import { useLinkPrefetch } from './frame/use-link-prefetch.ts'
import { usePageFocus } from './frame/use-page-focus.ts'
import { matchRoute } from './match-route.ts'
import { pageLocale } from './texts/language.ts'

const RequiredActions = lazy(() =>
  import('./frame/required-actions.tsx').then((file) => ({ default: file.RequiredActions })),
)

/** Renders every page in its frame, with the overlays of all pages. */
export const App = (): ReactNode => (
  <QueryClientProvider client={queryCache}>
    <I18nProvider locale={pageLocale}>
      <RouterProvider navigate={navigate}>
        <Framed />
        <SignInAgain />
        <Toasts />
        <Offline />
        <LiveRegion />
      </RouterProvider>
    </I18nProvider>
  </QueryClientProvider>
)

interface FramedPage {
  readonly frame: 'app' | 'bare'
  readonly page: ReactNode
}

/** Returns the first page that matches the URL; all pages share one frame, which stays mounted. */
function findPage(location: string): FramedPage {
  const here = matchRoute(location)
  return here === undefined
    ? { frame: 'app', page: <NotFound /> }
    : { frame: here.route.frame, page: <MatchedPage here={here} /> }
}

function Framed(): ReactNode {
  const [location] = useLocation()
  const { frame, page } = findPage(location)
  usePageFocus()
  useLinkPrefetch()
  const { data: session } = useSession()
  useEffect(() => {
    if (session !== undefined) followAccount(session)
  }, [session])
  // It stays until its last word was read, such as recovery codes that are shown once: then nothing is due any more.
  const [due, setDue] = useState<Session | null>(null)
  if (due === null && session !== undefined && session.must.length > 0) setDue(session)
  if (due !== null) {
    return (
      <CardPage>
        <Suspense fallback={<Skeleton />}>
          <RequiredActions session={due} onDone={() => setDue(null)} />
        </Suspense>
      </CardPage>
    )
  }
  if (frame === 'app' && session !== undefined && isClosed(session)) {
    return <Redirect to={`/login?return=${encodeURIComponent(location + window.location.search)}`} replace />
  }
  const Around = frame === 'app' ? Frame : CardPage
  return (
    <Around>
      <Crash key={location}>{page}</Crash>
    </Around>
  )
}

/** Nothing is shown to visitors but the way in. */
const isClosed = ({ user, site }: Session): boolean =>
  user === null && site.access_mode !== 'anonymous' && !site.needs_setup
