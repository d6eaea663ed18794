import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import type { DirectoryRepresentation } from '../../../../src/subversion/representations/directory-entry.ts'
import { useOffset } from '../../data/page-offset.ts'
import { usePage } from '../../data/queries.ts'
import { hasRepositorySettings } from '../../data/svn.ts'
import { LinkButton } from '../../design/button.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { Link } from '../../design/link.tsx'
import { Notice } from '../../design/notice.tsx'
import { PageHead } from '../../design/page-head.tsx'
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
import { usePageFocusAt } from '../../frame/use-page-focus.ts'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import { Directory } from './directory.tsx'
import { buildRawFileUrl, FilePart } from './file-part.tsx'
import styles from './repository-files-page.module.css'

const words = texts.repository
const limit = 200

/** Directory or file at a path of a repository (`?path=`), now or at a revision (`?rev=`). */
export function RepositoryFilesPage({ params }: PageProps): ReactNode {
  const search = new URLSearchParams(useSearch())
  const spot = { path: parsePathParameter(search), rev: parseRevisionParameter(search) }
  const place = `${spot.path}@${spot.rev ?? ''}`
  usePageFocusAt(place)
  return <RepositoryFrame params={params}>{(into) => <At key={place} into={into} spot={spot} />}</RepositoryFrame>
}

interface AtProps {
  readonly into: OpenedRepository
  readonly spot: RepositoryPath
}

function At({ into, spot }: AtProps): ReactNode {
  const offset = useOffset()
  const { path, rev } = spot
  const query = { path, revision: rev, limit, offset }
  const directory = usePage<DirectoryRepresentation>(`/svn/${into.repository.id}/tree`, query)
  // A file has no tree (400).
  if (directory.error?.status === 400)
    return <FilePart into={into} spot={spot} head={(facts) => <Head {...{ into, spot, facts }} isFile />} />
  return (
    <QueryResult from={directory}>
      {({ body, total = 0 }) => (
        <>
          <Head into={into} spot={spot} newest={body.revision} />
          <Directory
            repository={into.repository}
            places={into.places}
            directory={body}
            rev={rev}
            {...{ offset, limit, total }}
            isStale={directory.isPlaceholderData}
          />
        </>
      )}
    </QueryResult>
  )
}

interface HeadProps extends AtProps {
  /** The number of the newest revision, where that is known. */
  readonly newest?: number
  readonly isFile?: boolean
  readonly facts?: ReactNode
}

function Head({ into, spot, newest, isFile, facts }: HeadProps): ReactNode {
  const { repository, places } = into
  const { path, rev } = spot
  const isTop = path === '/'
  const steps = isTop
    ? buildRepositoryBreadcrumbs(into).slice(0, 2)
    : buildPathBreadcrumbs(into, path, rev).slice(0, -1)
  return (
    <>
      <PageHead
        title={isTop ? repository.name : getFileName(path)}
        path={steps}
        actions={
          <>
            <LinkButton icon="clock" href={places.history(spot)}>
              {words.history}
            </LinkButton>
            {isTop && hasRepositorySettings(repository) && (
              <LinkButton icon="settings" href={places.settings}>
                {words.settings}
              </LinkButton>
            )}
            {isFile && (
              <LinkButton icon="download" href={buildRawFileUrl(repository.id, spot)} isDownload>
                {words.download}
              </LinkButton>
            )}
          </>
        }
      >
        {isTop && (
          <p className={styles.address}>
            <code>{repository.svn_url}</code>
            <CopyButton kind="quiet" text={repository.svn_url} label={words.copyAddress} />
          </p>
        )}
        {rev === undefined && newest !== undefined && newest > 0 && (
          <p className={styles.facts}>
            <span>{words.newest(newest)}</span>
            <Link href={places.files({ path, rev: newest })}>{words.permanent}</Link>
          </p>
        )}
        {facts}
      </PageHead>
      {rev !== undefined && (
        <div className={styles.pegged}>
          <Notice title={words.pegged(rev)}>
            <Link href={places.files({ path, rev: undefined })}>{words.toNewest}</Link>
          </Notice>
        </div>
      )}
    </>
  )
}
