import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { MinimalUserRepresentation } from '../../../../src/accounts/representations/user.ts'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import { StatusMark, stageOfPlace } from '../../artifact/status-mark.tsx'
import { useNavigation } from '../../data/navigation.ts'
import { useProject } from '../../data/projects.ts'
import { useResource } from '../../data/queries.ts'
import { type RecentArtifact, readRecentArtifacts } from '../../data/recent-artifacts.ts'
import { useSession } from '../../data/session.ts'
import { useSubversionService } from '../../data/svn.ts'
import { afterInput } from '../../design/after-input.ts'
import { useIsPainted } from '../../design/after-paint.tsx'
import { ColorMark } from '../../design/badge.tsx'
import { Icon } from '../../design/icon.tsx'
import { KeyCaps } from '../../design/keys.tsx'
import { useActiveOption } from '../../design/use-active-option.ts'
import { texts } from '../../texts/texts.ts'
import { getUserName } from '../../user-name.ts'
import { type CurrentProject, useCurrentProject } from '../current-project.tsx'
import { getActionSubject, type PageAction, usePageActionList } from '../page-actions.ts'
import { CommandList, searchLine } from './command-list.tsx'
import styles from './command-menu.module.css'
import { type Ranges, rankMatches } from './fuzzy-match.ts'
import type { Line, Section } from './line.ts'
import { type Destination, listDestinations } from './list-destinations.ts'
import { ModalLayer } from './modal-layer.tsx'
import { readPageButtons } from './read-page-buttons.ts'
import { useFoundArtifacts } from './use-found-artifacts.ts'

const words = texts.commands

interface CommandMenuProps {
  onClose(): void
}

/** Actions, destinations and artifacts behind one input, over every page. */
export const CommandMenu = ({ onClose }: CommandMenuProps): ReactNode => (
  <ModalLayer label={words.title} onClose={onClose}>
    <Commands onClose={onClose} />
  </ModalLayer>
)

function Commands({ onClose }: CommandMenuProps): ReactNode {
  const listId = useId()
  const [text, setText] = useState('')
  const isReady = useIsReady()
  const trimmed = text.trim()
  const prefix = ['>', '#', '@'].find((each) => trimmed.startsWith(each)) ?? ''
  const query = prefix === '' ? trimmed : trimmed.slice(1).trim()
  const subject = useRef(getActionSubject()).current
  const user = useSession().data?.user ?? null
  const project = useCurrentProject()
  const isSearchable = prefix !== '>' && prefix !== '@' && query !== ''
  const searchResult = useFoundArtifacts(
    isSearchable ? (prefix === '#' && /^\d/.test(query) ? `#${query}` : query) : '',
  )
  const actions = useActionLines(isReady ? query : null)
  const destinations = useDestinationLines(isReady ? query : null, project)
  const people = useUserLines(prefix === '@' ? query : null, project)
  const recent = useRecentLines(isReady ? query : null, user?.id ?? null)
  const artifacts = searchResult.artifacts.map(
    (each): Line => ({
      ...lineOfArtifact({
        ...{ id: each.id, xref: each.xref, title: each.title, tracker: each.tracker.label, isOpen: each.is_open },
        color: each.full_status?.color ?? null,
        place: each.status_place ?? null,
      }),
      ranges: rangesIn(query, each.title ?? each.xref),
    }),
  )
  const foundIds = new Set(artifacts.map(({ id }) => id))
  const sections: readonly Section[] = [
    { id: 'actions', title: subject === undefined ? words.actions : subjectTitle(subject), lines: actions },
    { id: 'destinations', title: words.goTo, lines: destinations },
    { id: 'recent', title: words.recent, lines: recent.filter(({ id }) => !foundIds.has(id)) },
    { id: 'artifacts', title: words.artifacts, lines: artifacts },
    { id: 'people', title: words.people, lines: people },
  ]
  const allowed: Readonly<Record<string, readonly string[]>> = {
    '>': ['actions'],
    '#': ['recent', 'artifacts'],
    '@': ['people'],
    '': ['actions', 'destinations', 'recent', 'artifacts'],
  }
  const visibleSections = sections.filter(({ id, lines }) => allowed[prefix]?.includes(id) && lines.length > 0)
  const searchUrl = `/search?q=${encodeURIComponent(query)}`
  // The first line is active once it is there; this one is never the first while artifacts are searched.
  const hasSearch = isSearchable && (visibleSections.length > 0 || !searchResult.isLoading)
  const elementId = (line: string): string => `${listId}-${line.replaceAll(' ', '-')}`
  const lines = visibleSections.flatMap((section) => section.lines.map(({ id }) => id))
  // Artifacts would move it while it is active.
  const canSearch = hasSearch && !searchResult.isLoading
  const { active, reset, onKey } = useActiveOption(canSearch ? [...lines, searchLine] : lines, text !== '', elementId)
  const isListed = visibleSections.length > 0 || hasSearch
  const handleKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && event.shiftKey && isSearchable) {
      onClose()
      navigate(searchUrl)
    } else if (!onKey(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.commands}>
      <div className={styles.search}>
        <Icon name="search" />
        <input
          type="search"
          aria-label={words.title}
          aria-autocomplete="list"
          aria-controls={isListed ? listId : undefined}
          aria-activedescendant={active === null ? undefined : elementId(active)}
          placeholder={words.placeholder}
          spellCheck={false}
          autoComplete="off"
          autoCorrect="off"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            reset()
          }}
          onKeyDown={handleKey}
        />
        {subject && <span className={styles.subject}>{subject.name}</span>}
      </div>
      {!isReady ? null : isListed ? (
        <CommandList
          id={listId}
          sections={visibleSections}
          search={hasSearch ? { text: query, url: searchUrl, isDisabled: searchResult.isLoading } : null}
          active={active}
          elementId={elementId}
          onClose={onClose}
        />
      ) : (
        <p role="status" className={styles.empty}>
          {searchResult.isLoading
            ? texts.states.loading
            : prefix === '@' && project === null
              ? words.peopleOfProject
              : prefix === '#' && query === ''
                ? words.artifactHint
                : words.nothingFound}
        </p>
      )}
      {isReady && <Hints />}
    </div>
  )
}

/** The input is shown first; the lines follow after its frame, or with the first key that is not a character. */
function useIsReady(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => afterInput(setReady, () => setReady(true)), [])
  return isReady
}

const subjectTitle = ({ name, title }: { readonly name: string; readonly title: string }): string =>
  title === '' ? name : `${name} ${title}`

/** Words that begin at the beginning of a word. */
const rangesIn = (query: string, text: string): Ranges =>
  query
    .split(/\s+/)
    .flatMap((word) => rankMatches(word, [{ label: text }]).flatMap(({ ranges }) => ranges))
    .toSorted(([a], [b]) => a - b)
    .filter(([from], index, all) => index === 0 || from >= (all[index - 1]?.[1] ?? 0))

/** null: the lines are not shown yet. */
function useActionLines(query: string | null): readonly Line[] {
  const registered = usePageActionList()
  // As the page was when the menu opened.
  const buttons = useRef<readonly PageAction[]>(undefined)
  buttons.current ??= readPageButtons()
  const actions = useMemo(() => [...registered, ...(buttons.current ?? [])], [registered])
  return useMemo(
    () =>
      (query === null ? [] : rankMatches(query, actions)).map(
        ({ item: { id, label, icon, shortcut, run }, ranges }): Line => ({
          ...{ id: `action ${id}`, label, ranges, mark: <Icon name={icon} />, run },
          ...(shortcut && { shortcut }),
        }),
      ),
    [query, actions],
  )
}

const maxUsual = 8
const maxPlaces = 6

function useDestinationLines(query: string | null, project: CurrentProject | null): readonly Line[] {
  const { data: session } = useSession()
  const isSignedIn = session?.user != null
  // The menu opens with what is in memory.
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
  if (query === null) return []
  const destinations = listDestinations({
    ...{ session, project, ...inProject },
    trackers: trackers.map((each) => ({ ...each, project: { label: project?.label ?? '' } })),
    reports: (tracker !== null && reports.data) || [],
    projects: projects.data ?? [],
  })
  const toLine = ({ id, label, detail, icon, color, shortcut, href }: Destination, ranges: Ranges): Line => ({
    ...{ id, label, ranges, detail, shortcut, href },
    mark: icon === null ? <ColorMark color={color ?? ''} /> : <Icon name={icon} />,
  })
  if (query === '')
    return destinations
      .filter(({ isUsual }) => isUsual)
      .slice(0, maxUsual)
      .map((place) => toLine(place, []))
  return rankMatches(query, destinations)
    .slice(0, maxPlaces)
    .map(({ item, ranges }) => toLine(item, ranges))
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

function useRecentLines(query: string | null, user: number | null): readonly Line[] {
  const isWanted = query !== null
  const recent = useMemo(() => (isWanted ? readRecentArtifacts(user) : []), [isWanted, user])
  const matching = rankMatches(
    query ?? '',
    recent.map((artifact) => ({ label: `#${artifact.id} ${artifact.title || artifact.xref}`, artifact })),
  )
  return matching.slice(0, maxRecent).map(({ item: { artifact }, ranges }) => {
    const shift = `#${artifact.id} `.length
    const moved = ranges.flatMap(([from, to]) => (from < shift ? [] : [[from - shift, to - shift] as const]))
    return { ...lineOfArtifact(artifact), ranges: moved }
  })
}

const lineOfArtifact = ({ id, xref, title, tracker, color, isOpen, place }: RecentArtifact): Line => ({
  ...{ id: `artifact ${id}`, label: title || xref, ranges: [], number: `#${id}`, detail: tracker },
  ...{ mark: <StatusMark stage={stageOfPlace(isOpen, place ?? null)} color={color} />, href: `/artifacts/${id}` },
})

/** Members of the project in view; each leads to the open artifacts of the user. */
function useUserLines(query: string | null, project: CurrentProject | null): readonly Line[] {
  const users = useResource<readonly MinimalUserRepresentation[]>(
    `/projects/${project?.id}/user_suggestions`,
    { query: query ?? '', limit: 10 },
    { isWanted: query !== null && project !== null },
  )
  return (query !== null && users.data ? users.data : []).map((user) => ({
    ...{ id: `user ${user.id}`, label: getUserName(user), ranges: rangesIn(query ?? '', getUserName(user)) },
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
