import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../../data/session.ts'
import { Loaded } from '../../design/loaded-data.tsx'

/** A new server opens the set-up page, otherwise the list of projects. */
export function HomePage(): ReactNode {
  const session = useSession()
  return <Loaded from={session}>{({ site }) => <Onward to={site.needs_setup ? '/setup' : '/projects'} />}</Loaded>
}

function Onward({ to }: { readonly to: string }): ReactNode {
  const [, navigate] = useLocation()
  useEffect(() => navigate(to, { replace: true }), [to, navigate])
  return null
}
