import type { InfiniteData } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ChangeRepresentation } from '../../../src/artifacts/representations/change.ts'
import type { ListResult } from '../data/client.ts'
import { type HistoryEntry, hasComment } from '../data/history.ts'
import { useChanges } from '../data/live.ts'
import { buildQueryKey, queryCache } from '../data/queries.ts'
import { historyQuery } from '../data/route-queries.ts'
import { useSession } from '../data/session.ts'
import { announce } from '../design/announce.tsx'
import { IconButton } from '../design/button.tsx'
import { pageLocale } from '../texts/language.ts'
import { texts } from '../texts/texts.ts'
import { getUserName } from '../user-name.ts'
import { flash } from './flash.ts'
import styles from './live-artifact.module.css'
import { preserveScrollPosition } from './preserve-scroll-position.ts'

const words = texts.artifact.live

/** Changes that follow one another are shown together. */
const collectMs = 150
const maxNamedFields = 3

interface LiveArtifactProps {
  readonly artifact: number
  readonly project: number
}

interface Note {
  readonly text: string
  /** The changeset that it is about, if the history has it. */
  readonly changeset: number | null
}

/** Renews an artifact on the page when another user or another tab changes it, and names what changed. */
export function LiveArtifact({ artifact, project }: LiveArtifactProps): ReactNode {
  const user = useSession().data?.user?.id ?? null
  const [note, setNote] = useState<Note | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = (next: Note): void => {
    setNote(next)
    announce(next.text)
  }
  const renew = async (): Promise<void> => {
    const history = readHistory(artifact)
    const latest = history[0]?.id ?? Number.POSITIVE_INFINITY
    await preserveScrollPosition(queryCache.invalidateQueries({ queryKey: buildQueryKey(`/artifacts/${artifact}`) }))
    const added = readHistory(artifact).filter(({ id, submitted_by }) => id > latest && submitted_by !== user)
    const around = place.current?.parentElement
    for (const entry of added) for (const element of findShown(around, entry)) flash(element)
    const newest = added[0]
    if (newest !== undefined) show({ text: describe(added), changeset: newest.id })
  }
  useChanges(project, (change) => {
    if (change !== 'unknown' && (change.artifact.id !== artifact || change.kind === 'ranked')) return
    if (change !== 'unknown' && change.kind === 'deleted') {
      const name = change.user === null ? texts.artifact.someone : getUserName(change.user)
      if (change.user?.id !== user) show({ text: words.deleted(name), changeset: null })
      return
    }
    if (change !== 'unknown' && change.user?.id === user && isKnown(artifact, change)) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void renew(), collectMs)
  })
  return (
    <div ref={place} className={styles.place} data-screen>
      {note && (
        <p className={styles.note}>
          {note.changeset === null ? note.text : <a href={`#comment-${note.changeset}`}>{note.text}</a>}
          <IconButton icon="close" label={texts.states.dismiss} onPress={() => setNote(null)} />
        </p>
      )}
    </div>
  )
}

/** The newest entries of the history, newest first, as far as the page has read it. */
function readHistory(artifact: number): readonly HistoryEntry[] {
  const key = buildQueryKey(historyQuery(artifact).path)
  return queryCache.getQueryData<InfiniteData<ListResult<HistoryEntry>>>(key)?.pages.flatMap(({ items }) => items) ?? []
}

/** Whether this page saved the change itself. A history with changes of others may be newer than the values. */
const isKnown = (artifact: number, { kind, changeset }: ChangeRepresentation): boolean =>
  kind === 'updated' && readHistory(artifact).some(({ id }) => id === changeset?.id)

function describe(entries: readonly HistoryEntry[]): string {
  const names = [...new Set(entries.map(nameOf))]
  const fields = [...new Set(entries.flatMap(({ changes }) => (changes ?? []).map(({ label }) => label)))]
  const what = fields.length > maxNamedFields ? words.fields(fields.length) : list(fields)
  const isCommented = entries.some(hasComment)
  const name = list(names)
  if (what === '') return isCommented ? words.commented(name) : words.updated(name)
  return isCommented ? words.changedAndCommented(name, what) : words.changed(name, what)
}

const list = (items: readonly string[]): string => new Intl.ListFormat(pageLocale).format(items)

const nameOf = ({ submitted_by_details, email }: HistoryEntry): string =>
  submitted_by_details === null ? (email ?? texts.artifact.someone) : getUserName(submitted_by_details)

/** The values that an entry changed, and its comment, where they are shown. */
function findShown(around: Element | null | undefined, entry: HistoryEntry): readonly Element[] {
  const fields = (entry.changes ?? []).map(({ field_id }) => `[data-field="${field_id}"]`)
  return [...(around?.querySelectorAll([...fields, `#comment-${entry.id}`].join(',')) ?? [])]
}
