import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../../data/session.ts'
import { Loaded } from '../../design/loaded-data.tsx'
import { MyWork } from './my-work.tsx'

/** A new server opens the set-up page; visitors get the list of projects, users their work. */
export function HomePage(): ReactNode {
  const session = useSession()
  return (
    <Loaded from={session}>
      {({ site, user }) =>
        site.needs_setup ? <Onward to="/setup" /> : user === null ? <Onward to="/projects" /> : <MyWork />
      }
    </Loaded>
  )
}

function Onward({ to }: { readonly to: string }): ReactNode {
  const [, navigate] = useLocation()
  useEffect(() => navigate(to, { replace: true }), [to, navigate])
  return null
}
