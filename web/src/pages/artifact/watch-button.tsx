import type { ReactNode } from 'react'
import { sendChange } from '../../data/client.ts'
import { useAfterFirstView } from '../../data/live.ts'
import { buildQueryKey, queryCache, useResource } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Icon } from '../../design/icon.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { reportFailure } from '../../design/show-error.ts'
import { usePageActions } from '../../frame/page-actions.ts'
import { texts } from '../../texts/texts.ts'
import styles from './head.module.css'

const words = texts.editing

interface Watchers {
  readonly is_watching: boolean
}

/** Switches the emails about each change on and off. */
export function WatchButton({ artifact }: { readonly artifact: number }): ReactNode {
  const isSignedIn = useSession().data?.user != null
  const path = `/artifacts/${artifact}/watchers`
  const query = { limit: 1 }
  const { data } = useResource<Watchers>(path, query, { isWanted: useAfterFirstView() && isSignedIn })
  const isWatching = data?.is_watching ?? false
  const show = (is_watching: boolean): void =>
    void queryCache.setQueryData<Watchers>(buildQueryKey(path, query), (cached) => cached && { ...cached, is_watching })
  const toggle = async (): Promise<void> => {
    show(!isWatching)
    const work = sendChange(isWatching ? 'DELETE' : 'PUT', `/artifacts/${artifact}/watch`)
    work.catch(() => show(isWatching))
    await reportFailure(work)
  }
  usePageActions(
    data === undefined
      ? []
      : [
          {
            ...{ id: 'watch', icon: 'eye', shortcut: 'watch', run: () => void toggle() },
            label: isWatching ? words.stopWatching : words.watch,
          },
        ],
  )
  if (data === undefined) return null
  return (
    <button
      type="button"
      className={joinClasses(styles.watch, isWatching && styles.watching)}
      aria-pressed={isWatching}
      onClick={toggle}
    >
      <Icon name="eye" />
      {isWatching ? words.watching : words.watch}
    </button>
  )
}
