import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { VisibleCommitRepresentation } from '../../../../src/subversion/representations/visible-commit.ts'
import { type Content, readContent } from '../../data/client.ts'
import { type DecodedText, decodeText } from '../../data/decode-text.ts'
import type { Failure } from '../../data/failure.ts'
import { formatBytes } from '../../data/format-bytes.ts'
import { buildQueryKey, useList } from '../../data/queries.ts'
import { LinkButton } from '../../design/button.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Link } from '../../design/link.tsx'
import { Notice } from '../../design/notice.tsx'
import { CommitAuthor } from '../../frame/commit-author.tsx'
import { QueryResult } from '../../frame/query-result.tsx'
import type { OpenedRepository } from '../../frame/repository-frame.tsx'
import { getFileName, type RepositoryPath } from '../../frame/repository-urls.ts'
import { texts } from '../../texts/texts.ts'
import { Lines } from './lines.tsx'
import styles from './repository-files-page.module.css'

const words = texts.repository

/** Maximum size of a displayed text; larger files are downloaded. */
const maxBytes = 512 * 1024

/** Where the server gives a file as it was committed, to be kept and never run. */
export function buildRawFileUrl(repository: number, { path, rev }: RepositoryPath): string {
  const parameters = { path, ...(rev === undefined ? {} : { revision: String(rev) }) }
  return `/api/svn/${repository}/file?${new URLSearchParams(parameters)}`
}

interface FilePartProps {
  readonly into: OpenedRepository
  readonly spot: RepositoryPath
  readonly head: (facts: ReactNode) => ReactNode
}

/** A file: its text line by line, a picture, or an offer to download it. */
export function FilePart({ into: { repository, places }, spot, head }: FilePartProps): ReactNode {
  const { path, rev } = spot
  const address = `/svn/${repository.id}/file`
  const query = { path, revision: rev }
  const content = useQuery<Content, Failure>({
    queryKey: buildQueryKey(address, query),
    queryFn: ({ signal }) => readContent(address, query, maxBytes, signal),
  })
  const [last] =
    useList<VisibleCommitRepresentation>(`/svn/${repository.id}/commits`, { ...query, limit: 1 }).data?.items ?? []
  return (
    <QueryResult from={content}>
      {(data) => {
        const text = data.isWhole && !isPicture(data) ? decodeText(data.bytes) : undefined
        return (
          <>
            {head(
              <p className={styles.facts}>
                {data.isWhole && <span>{formatBytes(data.bytes.length)}</span>}
                {text && <span>{words.lines(text.lines.length)}</span>}
                {last && (
                  <>
                    <span>
                      {words.changedIn}{' '}
                      <Link href={places.commit(last.revision)}>{words.thisRevision(last.revision)}</Link>
                    </span>
                    <CommitAuthor commit={last} />
                    {last.date !== null && <DateTime at={last.date} />}
                    {rev === undefined && (
                      <Link href={places.files({ path, rev: last.revision })}>{words.permanent}</Link>
                    )}
                  </>
                )}
              </p>,
            )}
            <FileContent
              content={data}
              text={text}
              raw={buildRawFileUrl(repository.id, spot)}
              name={getFileName(path)}
            />
          </>
        )
      }}
    </QueryResult>
  )
}

/** Image types that browsers never execute; other types are downloaded. */
const isPicture = ({ mediaType }: Content): boolean => /^image\/(png|jpe?g|gif|webp|avif|bmp)$/.test(mediaType)

interface ShownProps {
  readonly content: Content
  readonly text: DecodedText | undefined
  readonly raw: string
  readonly name: string
}

function FileContent({ content, text, raw, name }: ShownProps): ReactNode {
  if (isPicture(content)) return <Picture raw={raw} name={name} />
  if (text !== undefined) {
    return (
      <div className={styles.words}>
        {text.encoding !== null && <Notice title={words.encoding(text.encoding)} />}
        {text.lines.length === 0 ? (
          <EmptyState icon="file" title={words.emptyFile} />
        ) : (
          <Lines of={text.lines} name={name} />
        )}
      </div>
    )
  }
  // Only the beginning of a large file shows whether it is text.
  const isBinary = content.bytes.includes(0)
  return (
    <EmptyState
      icon="file"
      title={isBinary ? words.binary : words.large}
      action={
        <LinkButton icon="download" href={raw} isDownload>
          {words.download}
        </LinkButton>
      }
    >
      {isBinary ? words.binaryText : words.largeText}
    </EmptyState>
  )
}

/** Not every file is the picture that its media type promises. */
function Picture({ raw, name }: Pick<ShownProps, 'raw' | 'name'>): ReactNode {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <EmptyState icon="file" title={words.notPicture} />
  return (
    <div className={`${styles.frame} ${styles.picture}`}>
      <img src={raw} alt={words.picture(name)} onError={() => setBroken(true)} />
    </div>
  )
}
