import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useSearch as useParameters } from 'wouter'
import { StatusMark } from '../../artifact/status-mark.tsx'
import type { Failure } from '../../data/failure.ts'
import { readOffset } from '../../data/route-queries.ts'
import {
  type FoundArtifact,
  parseSearch,
  type SearchExcerpt,
  searchPageSize,
  useNumberedArtifact,
  useSearch,
} from '../../data/search.ts'
import { announce } from '../../design/announce.tsx'
import { ColorMark } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Link } from '../../design/link.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Notice } from '../../design/notice.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Pager } from '../../design/pager.tsx'
import { useShortcut } from '../../design/shortcut.ts'
import { Skeleton } from '../../design/skeleton.tsx'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { texts } from '../../texts/texts.ts'
import { getUserName } from '../../user-name.ts'
import styles from './search-page.module.css'

const words = texts.search

/** Artifacts of all projects by words, by number, or by the user to whom they are assigned. */
export function SearchPage(): ReactNode {
  const parameters = new URLSearchParams(useParameters())
  const text = (parameters.get('q') ?? '').trim()
  return (
    <div className={styles.page} data-narrow>
      <PageHead title={text === '' ? words.title : texts.states.labelled(words.title, text)} />
      <SearchForm key={text} text={text} />
      {text === '' ? (
        <p className={styles.intro}>{words.intro}</p>
      ) : (
        <Results text={text} offset={readOffset(parameters)} />
      )}
    </div>
  )
}

const buildSearchUrl = (text: string, offset = 0): string =>
  `/search?${new URLSearchParams({ ...(text !== '' && { q: text }), ...(offset > 0 && { offset: String(offset) }) })}`

function SearchForm({ text }: { readonly text: string }): ReactNode {
  const [, navigate] = useLocation()
  const [query, setQuery] = useState(text)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Without words, one comes here to enter some.
    if (text === '') field.current?.focus()
  }, [text])
  return (
    <search>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          navigate(buildSearchUrl(query.trim()))
        }}
      >
        <input
          ref={field}
          type="search"
          name="q"
          aria-label={words.label}
          placeholder={words.placeholder}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          spellCheck={false}
          autoComplete="off"
        />
        <Button type="submit" icon="search">
          {words.submit}
        </Button>
      </form>
    </search>
  )
}

function Results({ text, offset }: { readonly text: string; readonly offset: number }): ReactNode {
  const { artifact: id } = parseSearch(text)
  const results = useSearch(text, offset)
  const list = useRef<HTMLDivElement>(null)
  const move = (step: 1 | -1) => (): void => {
    const links: readonly (Element | null)[] = [...(list.current?.querySelectorAll('a[data-result]') ?? [])]
    const at = links.indexOf(document.activeElement)
    const link = links[at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)]
    if (link instanceof HTMLElement) link.focus()
  }
  useShortcut('next', move(1))
  useShortcut('previous', move(-1))
  const total = results.data?.total
  useEffect(() => {
    if (total !== undefined) announce(total === 0 ? words.nothingFound : words.resultCount(total))
  }, [total])
  return (
    <div ref={list} className={styles.results}>
      {id !== null && <Numbered id={id} />}
      <Loaded
        from={results}
        skeleton={<Skeleton shape="rows" rows={6} />}
        failed={(failure) => <Failed failure={failure} onRetry={() => void results.refetch()} />}
      >
        {({ hits, total: size }) =>
          size === 0 && id !== null ? null : size === 0 ? (
            <EmptyState icon="search" title={words.nothingFound}>
              {words.nothingFoundText(text)} {words.nothingWith}
            </EmptyState>
          ) : (
            <section aria-label={words.results} aria-busy={results.isPlaceholderData || undefined}>
              <p className={styles.count}>{words.resultCount(size)}</p>
              <ul>
                {hits.map((each) => (
                  <Hit key={each.artifact.id} hit={each} />
                ))}
              </ul>
              <Pager offset={offset} limit={searchPageSize} total={size} hrefAt={(at) => buildSearchUrl(text, at)} />
            </section>
          )
        }
      </Loaded>
    </div>
  )
}

function Failed({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }): ReactNode {
  const isRefused = failure.status >= 400 && failure.status < 500
  return (
    <div role="alert">
      <Notice kind="negative" title={isRefused ? words.refused : texts.states.failed}>
        <p>{failure.message}</p>
        {!isRefused && <Button onPress={onRetry}>{texts.states.again}</Button>}
      </Notice>
    </div>
  )
}

/** The artifact with the number that was entered. */
function Numbered({ id }: { readonly id: number }): ReactNode {
  const numbered = useNumberedArtifact(id)
  if (numbered.data === undefined) return null
  const [artifact] = numbered.data.filter((each) => each.id === id)
  if (artifact === undefined) return <p className={styles.intro}>{words.noSuchArtifact(`#${id}`)}</p>
  return (
    <section aria-label={words.goTo}>
      <ul>
        <li className={styles.hit}>
          <Title {...artifact} isOpen={artifact.is_open} color={artifact.full_status?.color ?? null} />
          <p className={styles.facts}>
            <ColorMark color={artifact.tracker.color_name} />
            <span>{artifact.tracker.label}</span>
            <span>{artifact.tracker.project.label}</span>
            <span>{artifact.full_status?.value}</span>
          </p>
        </li>
      </ul>
    </section>
  )
}

interface TitleProps {
  readonly id: number
  readonly xref: string
  readonly title: string | null
  readonly isOpen: boolean
  readonly color: string | null
  readonly excerpt?: SearchExcerpt | undefined
}

const Title = ({ id, xref, title, isOpen, color, excerpt }: TitleProps): ReactNode => (
  <h2 className={styles.title}>
    <StatusMark stage={isOpen ? 'early' : 'done'} color={color} />
    <span className={styles.id}>{xref}</span>
    <Link href={`/artifacts/${id}`} data-result>
      {excerpt ? <Marked excerpt={excerpt} /> : title || texts.artifact.untitled}
    </Link>
  </h2>
)

function Hit({ hit: { artifact, parts } }: { readonly hit: FoundArtifact }): ReactNode {
  const { tracker, project, full_status: status, assignees } = artifact
  const ofTitle = parts.find(({ text }) => text === artifact.title)
  const excerpts = parts.filter((part) => part !== ofTitle)
  return (
    <li className={styles.hit}>
      <Title {...artifact} isOpen={artifact.is_open} color={status?.color ?? null} excerpt={ofTitle} />
      {excerpts.map((excerpt) => (
        <p key={`${excerpt.field?.field_id} ${excerpt.changeset_id}`} className={styles.excerpt}>
          <span className={styles.source}>{excerpt.field?.label ?? words.comment}</span> <Marked excerpt={excerpt} />
        </p>
      ))}
      <p className={styles.facts}>
        <ColorMark color={tracker.color_name} />
        <span>{tracker.label}</span>
        <span>{project.label}</span>
        {status && (
          <span>
            <VisuallyHidden>{texts.myWork.status} </VisuallyHidden>
            {status.value}
          </span>
        )}
        {assignees.length > 0 && <span>{assignees.map((user) => getUserName(user)).join(', ')}</span>}
        <DateTime at={artifact.last_modified_date} />
      </p>
    </li>
  )
}

/** A text with the words that were found. */
function Marked({
  excerpt: { text, hits, is_cut_before, is_cut_after },
}: {
  readonly excerpt: SearchExcerpt
}): ReactNode {
  const pieces = hits.flatMap(({ at, length }, index): readonly ReactNode[] => {
    const before = hits[index - 1]
    return [
      text.slice(before === undefined ? 0 : before.at + before.length, at),
      <mark key={at}>{text.slice(at, at + length)}</mark>,
    ]
  })
  const last = hits.at(-1)
  return (
    <>
      {is_cut_before && '… '}
      {pieces}
      {text.slice(last === undefined ? 0 : last.at + last.length)}
      {is_cut_after && ' …'}
    </>
  )
}
