import { type ReactNode, useState } from 'react'
import type { DifferencesRepresentation } from '../../../../src/subversion/representations/difference.ts'
import type { VisibleCommitRepresentation } from '../../../../src/subversion/representations/visible-commit.ts'
import { useOffset } from '../../data/page-offset.ts'
import { usePage, useResource } from '../../data/queries.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { Icon } from '../../design/icon.tsx'
import { Link } from '../../design/link.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Notice } from '../../design/notice.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Pager } from '../../design/pager.tsx'
import { RichText } from '../../design/rich-text.tsx'
import { Section } from '../../design/section.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { CommitAuthor } from '../../frame/commit-author.tsx'
import { ActionBadge, Differences } from '../../frame/differences.tsx'
import { QueryResult } from '../../frame/query-result.tsx'
import { buildRepositoryBreadcrumbs, type OpenedRepository, RepositoryFrame } from '../../frame/repository-frame.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import styles from './repository-commit-page.module.css'

const words = texts.repository

/** A commit: message, changed paths and differences. */
export function RepositoryCommitPage({ params }: PageProps): ReactNode {
  const revision = params['revision'] ?? ''
  return (
    <RepositoryFrame params={params}>
      {(into) => <Commit key={revision} into={into} revision={revision} />}
    </RepositoryFrame>
  )
}

function Commit({ into, revision }: { readonly into: OpenedRepository; readonly revision: string }): ReactNode {
  const address = `/svn/${into.repository.id}/commits/${encodeURIComponent(revision)}`
  const commit = useResource<VisibleCommitRepresentation>(address)
  return (
    <QueryResult from={commit}>
      {(data) => (
        <>
          <Head commit={data} into={into} />
          <ChangedPaths commit={data} into={into} />
          {data.changed_paths_size > 0 && <CommitDifferences into={into} revision={data.revision} />}
        </>
      )}
    </QueryResult>
  )
}

interface PartProps {
  readonly commit: VisibleCommitRepresentation
  readonly into: OpenedRepository
}

const Head = ({ commit, into }: PartProps): ReactNode => (
  <>
    <PageHead
      title={words.revision(commit.revision)}
      path={[
        ...buildRepositoryBreadcrumbs(into),
        { title: words.history, href: into.places.history({ path: '/', rev: undefined }) },
      ]}
      actions={
        <LinkButton
          icon="folder"
          href={into.places.files({ path: '/', rev: commit.revision })}
          label={words.filesAtOf(commit.revision)}
        >
          {words.filesAt}
        </LinkButton>
      }
    >
      <p className={styles.facts}>
        <CommitAuthor commit={commit} />
        {commit.date === null ? <span>{words.undated}</span> : <DateTime at={commit.date} />}
      </p>
    </PageHead>
    <div className={styles.message}>
      {commit.post_processed_message === null ? (
        <Notice kind="caution" title={words.partlyHidden}>
          {words.partlyHiddenText}
        </Notice>
      ) : commit.message?.trim() === '' ? (
        <p className={styles.absent}>{words.noMessage}</p>
      ) : (
        <RichText html={commit.post_processed_message} />
      )}
    </div>
  </>
)

/** Rows that are shown at first. */
const fewPaths = 100

function ChangedPaths({ commit, into: { places } }: PartProps): ReactNode {
  const [isAll, setAll] = useState(false)
  const { revision, changed_paths: all, changed_paths_size: size } = commit
  const visiblePaths = isAll ? all : all.slice(0, fewPaths)
  if (size === 0) return <p className={styles.absent}>{words.noPaths}</p>
  return (
    <Section title={words.changedPaths(size)}>
      <ul className={styles.paths}>
        {visiblePaths.map(({ path, kind, action, copied_from }) => (
          <li key={path}>
            <Icon name={kind === 'directory' ? 'folder' : 'file'} />
            <Link href={places.files({ path, rev: action === 'deleted' ? revision - 1 : revision })}>
              <bdi>{path}</bdi>
            </Link>
            <ActionBadge action={action} />
            {copied_from && (
              <Link
                className={styles.copied}
                href={places.files({ path: copied_from.path, rev: copied_from.revision })}
              >
                {words.copiedFrom(copied_from.path, copied_from.revision)}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {visiblePaths.length < all.length && (
        <div>
          <Button onPress={() => setAll(true)}>{words.morePaths(all.length)}</Button>
        </div>
      )}
      {visiblePaths.length === all.length && all.length < size && <p>{words.cutPaths(all.length, size)}</p>}
    </Section>
  )
}

const limit = 20

function CommitDifferences({
  into: { repository, places },
  revision,
}: {
  readonly into: OpenedRepository
  readonly revision: number
}): ReactNode {
  const offset = useOffset()
  const query = { path: '/', from: revision - 1, to: revision, limit, offset }
  const diff = usePage<DifferencesRepresentation>(`/svn/${repository.id}/diff`, query)
  return (
    <Section title={words.difference}>
      <Loaded
        from={diff}
        skeleton={<Skeleton shape="rows" />}
        failed={
          diff.error?.status === 404
            ? () => <Notice title={words.noDifferences}>{words.noDifferencesText}</Notice>
            : undefined
        }
      >
        {({ body, total = 0 }) => (
          <>
            <Differences of={body} places={places} />
            <Pager {...{ offset, limit, total }} hrefAt={(to) => places.commit(revision, to)} />
          </>
        )}
      </Loaded>
    </Section>
  )
}
