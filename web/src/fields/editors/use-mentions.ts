import { type RefObject, useEffect, useRef, useState } from 'react'
import { suggestArtifacts, suggestMembers } from '../../data/suggestions.ts'
import { announce } from '../../design/announce.tsx'
import { texts } from '../../texts/texts.ts'
import { getUserName } from '../../user-name.ts'
import { editArea } from './edit-area.ts'
import { findTrigger, insertMention, type Trigger } from './text-edits.ts'

/** A user or an artifact that the text can mention. */
interface MentionOption {
  readonly id: string
  /** What is inserted. */
  readonly mention: string
  readonly label: string
  readonly detail: string
  readonly user?: Parameters<typeof getUserName>[0]
}

export interface Mentions {
  /** null: the list is closed. */
  readonly trigger: Trigger | null
  readonly options: readonly MentionOption[]
  readonly active: number
  choose(option: MentionOption): void
}

const delayMs = 120
/** Always the same: another empty list would render the toolbar with each key. */
const noOptions: readonly MentionOption[] = []

/** Completes what is typed after `@` and `#` in a text area. The keys stay in the text area. */
export function useMentions(area: RefObject<HTMLTextAreaElement | null>, project: number, listId: string): Mentions {
  const [trigger, setTrigger] = useState<Trigger | null>(null)
  const [options, setOptions] = useState(noOptions)
  const [active, setActive] = useState(0)
  const dismissedAt = useRef<number | null>(null)
  const close = (): void => {
    dismissedAt.current = trigger?.from ?? null
    setTrigger(null)
    setOptions(noOptions)
  }
  const choose = (option: MentionOption): void => {
    if (trigger === null || area.current === null) return
    const { selectionStart } = area.current
    const query = area.current.value.slice(trigger.from + 1, selectionStart)
    editArea(area.current, insertMention({ ...trigger, query }, option.mention))
    setTrigger(null)
    setOptions(noOptions)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another query is another search
  useEffect(() => {
    if (trigger === null) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      search(trigger, project, abort.signal).then(
        (newOptions) => {
          if (abort.signal.aborted) return
          setOptions(newOptions)
          setActive(0)
          announce(texts.editing.suggestions(newOptions.length))
        },
        () => abort.signal.aborted || setOptions(noOptions),
      )
    }, delayMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [trigger?.kind, trigger?.from, trigger?.query, project])

  const onKey = (event: KeyboardEvent): void => {
    if (trigger === null || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const option = options[active]
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Escape') close()
    else if (option === undefined) return
    else if (step !== 0) setActive((active + step + options.length) % options.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(option)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onText = (): void => {
    const element = area.current
    if (element === null || document.activeElement !== element) return
    const { value, selectionStart, selectionEnd } = element
    const newTrigger = selectionStart === selectionEnd ? findTrigger(value, selectionStart) : null
    if (newTrigger?.from !== dismissedAt.current) dismissedAt.current = null
    const next = newTrigger === null || dismissedAt.current !== null ? null : newTrigger
    if (next === null) setOptions(noOptions)
    setTrigger(next)
  }
  const latest = useRef({ onKey, onText, close })
  latest.current = { onKey, onText, close }
  useEffect(() => {
    const element = area.current
    if (element === null) return
    const ended = new AbortController()
    const { signal } = ended
    element.addEventListener('keydown', (event) => latest.current.onKey(event), { signal })
    // On the document, after React's handler: an update in between would write the former text back.
    document.addEventListener('input', (event) => event.target === element && latest.current.onText(), { signal })
    element.addEventListener('click', () => latest.current.onText(), { signal })
    element.addEventListener('blur', () => latest.current.close(), { signal })
    element.setAttribute('aria-autocomplete', 'list')
    // The text area can be used before this code is loaded.
    latest.current.onText()
    return () => ended.abort()
  }, [area])
  useEffect(() => {
    const element = area.current
    if (element === null) return
    setOrRemove(element, 'aria-controls', options.length === 0 ? null : listId)
    setOrRemove(element, 'aria-activedescendant', options.length === 0 ? null : `${listId}-${active}`)
  }, [area, options, active, listId])
  return { trigger, options: trigger === null ? [] : options, active, choose }
}

function setOrRemove(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}

async function search({ kind, query }: Trigger, project: number, signal: AbortSignal): Promise<MentionOption[]> {
  if (kind === 'artifact') {
    const artifacts = await suggestArtifacts(query, project, signal)
    return artifacts.map(({ id, xref, title, full_status }) => ({
      id: String(id),
      mention: xref,
      label: title ?? xref,
      detail: [xref, full_status?.value].filter((part) => part != null && part !== '').join(' · '),
    }))
  }
  const users = await suggestMembers(query, project, signal)
  return users.flatMap((user) =>
    user.username === null
      ? []
      : [{ id: user.username, mention: `@${user.username}`, label: getUserName(user), detail: user.username, user }],
  )
}
