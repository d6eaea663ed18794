import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Dialog } from 'react-aria-components/Dialog'
import { Input } from 'react-aria-components/Input'
import { Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { SearchField } from 'react-aria-components/SearchField'
import { navigate } from 'wouter/use-browser-location'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import type { MinimalUserRepresentation } from '../../../../src/site/representations/user.ts'
import { StatusMark } from '../../artifact/status-mark.tsx'
import { useNavigation } from '../../data/navigation.ts'
import { useProject } from '../../data/projects.ts'
import { useResource } from '../../data/queries.ts'
import { type RecentArtifact, readRecentArtifacts } from '../../data/recent-artifacts.ts'
import { useSession } from '../../data/session.ts'
import { useSubversionService } from '../../data/svn.ts'
import { ColorMark } from '../../design/badge.tsx'
import { Icon } from '../../design/icon.tsx'
import { KeyCaps, ShortcutKeys } from '../../design/keys.tsx'
import { isShortcut } from '../../design/shortcut.ts'
import type { ShortcutId } from '../../design/shortcut-table.ts'
import { texts } from '../../texts/texts.ts'
import { getUserName } from '../../user-name.ts'
import { type CurrentProject, useCurrentProject } from '../current-project.tsx'
import { getActionSubject, listPageActions } from '../page-actions.ts'
import styles from './command-menu.module.css'
import { type Ranges, rankMatches } from './fuzzy-match.ts'
import { listPlaces, type Place } from './list-places.ts'
import { useFoundArtifacts } from './use-found-artifacts.ts'

const words = texts.commands

interface CommandMenuProps {
  onClose(): void
}

/** Actions, places and artifacts behind one input, over every page. */
export const CommandMenu = ({ onClose }: CommandMenuProps): ReactNode => (
  <ModalOverlay className={styles.veil} isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
    <Modal className={styles.modal}>
      <Dialog aria-label={words.title} className={styles.dialog}>
        <Commands onClose={onClose} />
      </Dialog>
    </Modal>
  </ModalOverlay>
)

interface Line {
  readonly id: string
  readonly label: string
  readonly ranges: Ranges
  readonly mark: ReactNode
  /** Before the label: the number of an artifact. */
  readonly number?: string
  readonly detail?: string | undefined
  readonly shortcut?: ShortcutId | undefined
  readonly href?: string
  readonly run?: () => void
}

interface Section {
  readonly id: string
  readonly title: string
  readonly lines: readonly Line[]
}

function Commands({ onClose }: CommandMenuProps): ReactNode {
  const [text, setText] = useState('')
  const typed = text.trim()
  const prefix = ['>', '#', '@'].find((each) => typed.startsWith(each)) ?? ''
  const wanted = prefix === '' ? typed : typed.slice(1).trim()
  const subject = useRef(getActionSubject()).current
  const user = useSession().data?.user ?? null
  const project = useCurrentProject()
  const isSearchable = prefix !== '>' && prefix !== '@' && wanted !== ''
  const found = useFoundArtifacts(isSearchable ? (prefix === '#' && /^\d/.test(wanted) ? `#${wanted}` : wanted) : '')
  const actions = useActionLines(wanted)
  const places = usePlaceLines(wanted, project)
  const people = useUserLines(prefix === '@' ? wanted : null, project)
  const recent = useRecentLines(wanted, user?.id ?? null)
  const artifacts = found.artifacts.map(
    (each): Line => ({
      ...lineOfArtifact({
        ...{ id: each.id, xref: each.xref, title: each.title, tracker: each.tracker.label, isOpen: each.is_open },
        color: each.full_status?.color ?? null,
      }),
      ranges: rangesIn(wanted, each.title ?? each.xref),
    }),
  )
  const foundIds = new Set(artifacts.map(({ id }) => id))
  const sections: readonly Section[] = [
    { id: 'actions', title: subject === undefined ? words.actions : subjectTitle(subject), lines: actions },
    { id: 'places', title: words.goTo, lines: places },
    { id: 'recent', title: words.recent, lines: recent.filter(({ id }) => !foundIds.has(id)) },
    { id: 'artifacts', title: words.artifacts, lines: artifacts },
    { id: 'people', title: words.people, lines: people },
  ]
  const allowed: Readonly<Record<string, readonly string[]>> = {
    '>': ['actions'],
    '#': ['recent', 'artifacts'],
    '@': ['people'],
    '': ['actions', 'places', 'recent', 'artifacts'],
  }
  const shown = sections.filter(({ id, lines }) => allowed[prefix]?.includes(id) && lines.length > 0)
  const searchUrl = `/search?q=${encodeURIComponent(wanted)}`
  // The first line is chosen once it is there; this one is never the first while artifacts are searched.
  const hasSearch = isSearchable && (shown.length > 0 || !found.isLoading)
  const search = (): void => {
    onClose()
    navigate(searchUrl)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (isShortcut(event, 'commandMenu') || event.key === 'Escape') {
      // The search field would only empty itself.
      event.preventDefault()
      event.stopPropagation()
      onClose()
    } else if (event.key === 'Enter' && event.shiftKey && isSearchable) {
      event.preventDefault()
      event.stopPropagation()
      search()
    }
  }
  return (
    <div className={styles.commands} onKeyDownCapture={onKey}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <SearchField autoFocus aria-label={words.title} className={styles.search}>
          <Icon name="search" />
          <Input placeholder={words.placeholder} spellCheck={false} autoComplete="off" />
          {subject && <span className={styles.subject}>{subject.name}</span>}
        </SearchField>
        <ListBox
          className={styles.list}
          aria-label={words.title}
          renderEmptyState={() => (
            <p className={styles.empty}>
              {found.isLoading
                ? texts.states.loading
                : prefix === '@' && project === null
                  ? words.peopleOfProject
                  : prefix === '#' && wanted === ''
                    ? words.artifactHint
                    : words.nothingFound}
            </p>
          )}
        >
          {shown.map(({ id, title, lines }) => (
            <ListBoxSection key={id} id={id} className={styles.section}>
              <Header className={styles.header}>{title}</Header>
              {lines.map((line) => (
                <CommandLine key={line.id} line={line} onClose={onClose} />
              ))}
            </ListBoxSection>
          ))}
          {hasSearch && (
            <ListBoxItem
              id="search"
              href={searchUrl}
              textValue={words.searchFor(wanted)}
              // Artifacts would move it while it is chosen.
              isDisabled={found.isLoading}
              className={styles.line}
              onAction={onClose}
            >
              <Icon name="search" />
              <span className={styles.label}>{words.searchFor(wanted)}</span>
              <KeyCaps keys="Shift+Enter" />
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
      <Hints />
    </div>
  )
}

const subjectTitle = ({ name, title }: { readonly name: string; readonly title: string }): string =>
  title === '' ? name : `${name} ${title}`

function CommandLine({ line, onClose }: { readonly line: Line; readonly onClose: () => void }): ReactNode {
  const { id, label, ranges, mark, number, detail, shortcut, href, run } = line
  const act = (): void => {
    const dialog = document.querySelector('[role="dialog"]')
    onClose()
    if (run !== undefined) whenGone(dialog, run)
  }
  return (
    <ListBoxItem
      id={id}
      href={href}
      textValue={number === undefined ? label : `${number} ${label}`}
      className={styles.line}
      onAction={act}
    >
      <span className={styles.mark}>{mark}</span>
      <span className={styles.label}>
        {number !== undefined && <span className={styles.number}>{number}</span>}
        <Marked text={label} ranges={ranges} />
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>
      {shortcut !== undefined && <ShortcutKeys id={shortcut} />}
    </ListBoxItem>
  )
}

/** Waits until the dialog has given the focus back. */
const whenGone = (dialog: Element | null, run: () => void): number =>
  requestAnimationFrame(() => (dialog?.isConnected ? whenGone(dialog, run) : requestAnimationFrame(run)))

/** A text with the parts that match. */
function Marked({ text, ranges }: { readonly text: string; readonly ranges: Ranges }): ReactNode {
  const parts = ranges.flatMap(([from, to], index): readonly ReactNode[] => [
    text.slice(ranges[index - 1]?.[1] ?? 0, from),
    <mark key={from}>{text.slice(from, to)}</mark>,
  ])
  return (
    <span className={styles.text}>
      {parts}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </span>
  )
}

/** Words that begin at the beginning of a word. */
const rangesIn = (typed: string, text: string): Ranges =>
  typed
    .split(/\s+/)
    .flatMap((word) => rankMatches(word, [{ label: text }]).flatMap(({ ranges }) => ranges))
    .toSorted(([a], [b]) => a - b)
    .filter(([from], index, all) => index === 0 || from >= (all[index - 1]?.[1] ?? 0))

function useActionLines(typed: string): readonly Line[] {
  // The page below does not change while the menu is open.
  const actions = useRef(listPageActions()).current
  return useMemo(
    () =>
      rankMatches(typed, actions).map(
        ({ item: { id, label, icon, shortcut, run }, ranges }): Line => ({
          ...{ id: `action ${id}`, label, ranges, mark: <Icon name={icon} />, run },
          ...(shortcut && { shortcut }),
        }),
      ),
    [typed, actions],
  )
}

const maxUsual = 8
const maxPlaces = 6

function usePlaceLines(typed: string, project: CurrentProject | null): readonly Line[] {
  const { data: session } = useSession()
  const isSignedIn = session?.user != null
  const isPainted = useIsPainted()
  const trackers = useNavigation(isPainted ? project?.id : undefined).data?.project?.trackers ?? []
  const projects = useResource<readonly ProjectRepresentation[]>(
    '/projects',
    { limit: 50, query: isSignedIn ? JSON.stringify({ is_member_of: true }) : undefined },
    { isWanted: isPainted, staleTime: 300_000 },
  )
  const tracker = project?.tracker ?? null
  const reports = useResource<readonly { readonly id: number; readonly label: string }[]>(
    `/trackers/${tracker}/tracker_reports`,
    { limit: 50 },
    { isWanted: isPainted && tracker !== null, staleTime: 300_000 },
  )
  const inProject = useProjectFacts(project, isPainted)
  const places = listPlaces({
    ...{ session, project, ...inProject },
    trackers: trackers.map((each) => ({ ...each, project: { label: project?.label ?? '' } })),
    reports: (tracker !== null && reports.data) || [],
    projects: projects.data ?? [],
  })
  const toLine = ({ id, label, detail, icon, color, shortcut, href }: Place, ranges: Ranges): Line => ({
    ...{ id, label, ranges, detail, shortcut, href },
    mark: icon === null ? <ColorMark color={color ?? ''} /> : <Icon name={icon} />,
  })
  if (typed === '')
    return places
      .filter(({ isUsual }) => isUsual)
      .slice(0, maxUsual)
      .map((place) => toLine(place, []))
  return rankMatches(typed, places)
    .slice(0, maxPlaces)
    .map(({ item, ranges }) => toLine(item, ranges))
}

/** Whether the menu is on the screen: it opens with what is in memory, and requests the rest afterwards. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    const timers = [requestAnimationFrame(() => timers.push(requestAnimationFrame(() => setPainted(true))))]
    return () => {
      for (const timer of timers) cancelAnimationFrame(timer)
    }
  }, [])
  return isPainted
}

/** What is known of the project in view; without one, nothing. */
function useProjectFacts(
  project: CurrentProject | null,
  isWanted: boolean,
): {
  readonly shortname: string | null
  readonly isProjectAdministrator: boolean
  readonly usesSubversion: boolean
} {
  const id = isWanted ? project?.id : undefined
  const { isAdministrator, shortname } = useProject(id)
  const usesSubversion = useSubversionService(id)?.is_enabled === true
  if (project === null) return { shortname: null, isProjectAdministrator: false, usesSubversion: false }
  return { shortname: project.shortname ?? shortname, isProjectAdministrator: isAdministrator, usesSubversion }
}

const maxRecent = 5

function useRecentLines(typed: string, user: number | null): readonly Line[] {
  const recent = useRef(readRecentArtifacts(user)).current
  const matching = rankMatches(
    typed,
    recent.map((artifact) => ({ label: `#${artifact.id} ${artifact.title || artifact.xref}`, artifact })),
  )
  return matching.slice(0, maxRecent).map(({ item: { artifact }, ranges }) => {
    const shift = `#${artifact.id} `.length
    const moved = ranges.flatMap(([from, to]) => (from < shift ? [] : [[from - shift, to - shift] as const]))
    return { ...lineOfArtifact(artifact), ranges: moved }
  })
}

const lineOfArtifact = ({ id, xref, title, tracker, color, isOpen }: RecentArtifact): Line => ({
  ...{ id: `artifact ${id}`, label: title || xref, ranges: [], number: `#${id}`, detail: tracker },
  ...{ mark: <StatusMark stage={isOpen ? 'early' : 'done'} color={color} />, href: `/artifacts/${id}` },
})

/** Members of the project in view; each leads to the open artifacts of the user. */
function useUserLines(typed: string | null, project: CurrentProject | null): readonly Line[] {
  const users = useResource<readonly MinimalUserRepresentation[]>(
    `/projects/${project?.id}/user_suggestions`,
    { query: typed ?? '', limit: 10 },
    { isWanted: typed !== null && project !== null },
  )
  return (typed !== null && users.data ? users.data : []).map((user) => ({
    ...{ id: `user ${user.id}`, label: getUserName(user), ranges: rangesIn(typed ?? '', getUserName(user)) },
    ...{ mark: <Icon name="user" />, detail: user.username ?? '' },
    href: `/search?q=${encodeURIComponent(`@${user.username}`)}`,
  }))
}

const hints: readonly (readonly [keys: readonly string[], label: string])[] = [
  [['ArrowUp', 'ArrowDown'], words.hints.choose],
  [['Enter'], words.hints.run],
  [['Mod+Enter'], words.hints.newTab],
]
const prefixHints: readonly (readonly [keys: readonly string[], label: string])[] = [
  [['>'], words.hints.actions],
  [['#'], words.hints.artifacts],
  [['@'], words.hints.people],
]

const Hints = (): ReactNode => (
  <footer className={styles.hints}>
    {[hints, prefixHints].map((group, index) => (
      <span key={index === 0 ? 'keys' : 'prefixes'}>
        {group.map(([keys, label]) => (
          <span key={label}>
            {keys.map((each) => (
              <KeyCaps key={each} keys={each} />
            ))}
            {label}
          </span>
        ))}
      </span>
    ))}
  </footer>
)
