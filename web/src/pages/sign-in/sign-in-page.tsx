import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { isServerPath, returnPath } from '../../data/return-path.ts'
import { clearCache, useSession } from '../../data/session.ts'
import { Link } from '../../design/link.tsx'
import { useTitle } from '../../design/title.ts'
import { SignInForm } from '../../frame/sign-in-form.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './sign-in-page.module.css'

/** Signs in, then goes where one wanted to go. */
export function SignInPage(): ReactNode {
  const { data: session } = useSession()
  const search = useSearch()
  const [, navigate] = useLocation()
  const target = returnPath(`?${search}`)
  // An application may require a new sign-in although there is a session
  // (docs/decisions/0029-oauth2-server-in-house.md).
  const [isAsked, setIsAsked] = useState(new URLSearchParams(search).get('again') === '1')
  const isIn = session?.user != null && !isAsked
  useTitle(texts.signIn.title)
  useEffect(() => {
    if (!isIn) return
    if (isServerPath(target)) location.assign(target)
    else navigate(target, { replace: true })
  }, [isIn, target, navigate])
  const { site, pending } = session ?? {}
  return (
    <div className={styles.page}>
      <h1>{pending ? texts.signIn.secondTitle : texts.signIn.titleOf(site?.name ?? texts.frame.product)}</h1>
      <SignInForm
        returnTo={target}
        onDone={() => {
          setIsAsked(false)
          void clearCache()
        }}
      />
      {site?.access_mode === 'anonymous' && !pending && (
        <p className={styles.aside}>
          <Link href="/projects">{texts.signIn.withoutAccount}</Link>
        </p>
      )}
    </div>
  )
}
