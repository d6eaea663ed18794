import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import type { VisibleCommitRepresentation } from '../../../../src/subversion/representations/visible-commit.ts'
import { useOffset } from '../../data/page-offset.ts'
import { useList } from '../../data/queries.ts'
import { LinkButton } from '../../design/button.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { Link } from '../../design/link.tsx'
import { Notice } from '../../design/notice.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Pager } from '../../design/pager.tsx'
import { CommitAuthor } from '../../frame/commit-author.tsx'
import { QueryResult } from '../../frame/query-result.tsx'
import {
  buildPathBreadcrumbs,
  buildRepositoryBreadcrumbs,
  type OpenedRepository,
  RepositoryFrame,
} from '../../frame/repository-frame.tsx'
import {
  getFileName,
  parsePathParameter,
  parseRevisionParameter,
  type RepositoryPath,
} from '../../frame/repository-urls.ts'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import styles from './repository-history-page.module.css'

const words = texts.repository
const limit = 30

/** Commits that changed a path (`?path=`), or the whole repository, the last one first. */
export function RepositoryHistoryPage({ params }: PageProps): ReactNode {
  const search = new URLSearchParams(useSearch())
  const spot = { path: parsePathParameter(search), rev: parseRevisionParameter(search) }
  return (
    <RepositoryFrame params={params}>
      {(into) => <History key={`${spot.path}@${spot.rev ?? ''}`} into={into} spot={spot} />}
    </RepositoryFrame>
  )
}

function History({ into, spot }: { readonly into: OpenedRepository; readonly spot: RepositoryPath }): ReactNode {
  const offset = useOffset()
  const { repository, places } = into
  const { path, rev } = spot
  const query = { path, revision: rev, limit, offset }
  const commits = useList<VisibleCommitRepresentation>(`/svn/${repository.id}/commits`, query)
  return (
    <QueryResult from={commits}>
      {({ items, total }) => (
        <>
          <PageHead
            title={words.historyOf(path === '/' ? repository.name : getFileName(path))}
            path={path === '/' ? buildRepositoryBreadcrumbs(into, rev) : buildPathBreadcrumbs(into, path, rev)}
            actions={
              total > 0 && (
                <LinkButton href={places.differences(path, undefined, rev)}>{words.compareRevisions}</LinkButton>
              )
            }
          />
          {rev !== undefined && (
            <div className={styles.pegged}>
              <Notice title={words.pegged(rev)}>
                <Link href={places.history({ path, rev: undefined })}>{words.toNewest}</Link>
              </Notice>
            </div>
          )}
          {items.length === 0 ? (
            <EmptyState icon="clock" title={words.noCommits} />
          ) : (
            <>
              <ol className={styles.commits} aria-label={words.commits}>
                {items.map((commit) => (
                  <Commit key={commit.revision} commit={commit} into={into} path={path} />
                ))}
              </ol>
              <Pager
                {...{ offset, limit, total }}
                hrefAt={(to) => places.history(spot, to)}
                names={{ previous: words.newer, next: words.older }}
              />
            </>
          )}
        </>
      )}
    </QueryResult>
  )
}

interface CommitProps {
  readonly commit: VisibleCommitRepresentation
  readonly into: OpenedRepository
  readonly path: string
}

function Commit({ commit, into: { places }, path }: CommitProps): ReactNode {
  const { revision, message, date, changed_paths_size: size } = commit
  const [first = ''] = (message ?? '').trim().split('\n')
  return (
    <li className={styles.commit}>
      <div className={styles.message}>
        <p className={styles.title}>
          <Link href={places.commit(revision)}>
            <span className={styles.number}>r{revision}</span>{' '}
            <span className={joinClasses(first === '' && styles.absent)}>
              {message === null ? words.hiddenMessage : first || words.noMessage}
            </span>
          </Link>
        </p>
        <p className={styles.facts}>
          <CommitAuthor commit={commit} />
          {date === null ? <span>{words.undated}</span> : <DateTime at={date} />}
          <span>{words.paths(size)}</span>
        </p>
      </div>
      <p className={styles.links}>
        <Link href={places.differences(path, revision - 1, revision)} aria-label={words.differenceOf(revision)}>
          {words.difference}
        </Link>
        <Link href={places.files({ path, rev: revision })} aria-label={words.filesAtOf(revision)}>
          {words.filesAt}
        </Link>
      </p>
    </li>
  )
}
