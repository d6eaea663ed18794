import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { IconName } from '../design/icon.tsx'
import { addShortcutHandler } from '../design/shortcut.ts'
import type { ShortcutId } from '../design/shortcut-table.ts'

/** Something that can be done on the present page, in the command menu and by its shortcut. */
export interface PageAction {
  readonly id: string
  readonly label: string
  readonly icon: IconName
  /** Other words that find it. */
  readonly keywords?: string
  readonly shortcut?: ShortcutId
  readonly run: () => void
}

/** What the actions are about, such as an artifact. */
export interface ActionSubject {
  readonly name: string
  readonly title: string
}

interface Registration {
  readonly read: () => readonly PageAction[]
  readonly subject: ActionSubject | undefined
}

const registrations: Registration[] = []

/** Grows when a part of the page registers other actions: some wait for an answer of the server. */
let version = 0
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The actions of the present page, in the order in which its parts registered them. */
export function usePageActionList(): readonly PageAction[] {
  const current = useSyncExternalStore(subscribe, () => version)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the registrations
  return useMemo(() => registrations.flatMap(({ read }) => read()), [current])
}

export const getActionSubject = (): ActionSubject | undefined =>
  registrations.findLast(({ subject }) => subject !== undefined)?.subject

/** Registers actions while a part of a page is shown, and runs them by their shortcuts. */
export function usePageActions(actions: readonly PageAction[], subject?: ActionSubject): void {
  const latest = useRef(actions)
  latest.current = actions
  const [name, title] = [subject?.name, subject?.title]
  useEffect(() => {
    const added: Registration = {
      read: () => latest.current,
      subject: name === undefined || title === undefined ? undefined : { name, title },
    }
    registrations.push(added)
    return () => void registrations.splice(registrations.indexOf(added), 1)
  }, [name, title])
  const all = actions.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other actions are another list
  useEffect(() => {
    version += 1
    for (const listener of listeners) listener()
  }, [all])
  const ids = actions.flatMap(({ shortcut }) => shortcut ?? []).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids stand for the actions, which are new each time
  useEffect(() => {
    const removals = latest.current.flatMap(({ id, shortcut }) =>
      shortcut === undefined
        ? []
        : [addShortcutHandler(shortcut, () => latest.current.find((each) => each.id === id)?.run())],
    )
    return () => {
      for (const remove of removals) remove()
    }
  }, [ids])
}
