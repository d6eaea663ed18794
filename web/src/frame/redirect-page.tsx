import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import type { PageProps } from '../page.ts'

/** A page that only leads to another one; `:name` is a parameter of the own path. */
export const createRedirectPage =
  (to: string) =>
  ({ params }: PageProps): ReactNode => (
    <Redirect to={to.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))} replace />
  )
