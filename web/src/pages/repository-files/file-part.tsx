import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { VisibleCommitRepresentation } from '../../../../src/subversion/representations/visible-commit.ts'
import { type Content, readContent } from '../../data/client.ts'
import type { Failure } from '../../data/failure.ts'
import { keyOf, useList } from '../../data/queries.ts'
import { type ShownText, shownTextOf } from '../../data/shown-text.ts'
import { inUnits } from '../../data/sizes.ts'
import { LinkButton } from '../../design/button.tsx'
import { Empty } from '../../design/empty.tsx'
import { Link } from '../../design/link.tsx'
import { Moment } from '../../design/moment.tsx'
import { Notice } from '../../design/notice.tsx'
import { CommitAuthor } from '../../frame/commit-author.tsx'
import { Found } from '../../frame/found.tsx'
import type { LookedInto } from '../../frame/repository-frame.tsx'
import { nameOf, type Spot } from '../../frame/repository-places.ts'
import { texts } from '../../texts/texts.ts'
import { Lines } from './lines.tsx'
import styles from './repository-files-page.module.css'

const words = texts.repository

/** Bytes of a text that a page bears; what is larger is downloaded. */
const mostBytes = 512 * 1024

/** Where the server gives a file as it was committed, to be kept and never run. */
export function rawAddress(repository: number, { path, rev }: Spot): string {
  const asked = { path, ...(rev === undefined ? {} : { revision: String(rev) }) }
  return `/api/svn/${repository}/file?${new URLSearchParams(asked)}`
}

interface FilePartProps {
  readonly into: LookedInto
  readonly spot: Spot
  readonly head: (facts: ReactNode) => ReactNode
}

/** A file: its text line by line, a picture, or an offer to download it. */
export function FilePart({ into: { repository, places }, spot, head }: FilePartProps): ReactNode {
  const { path, rev } = spot
  const address = `/svn/${repository.id}/file`
  const query = { path, revision: rev }
  const content = useQuery<Content, Failure>({
    queryKey: keyOf(address, query),
    queryFn: ({ signal }) => readContent(address, query, mostBytes, signal),
  })
  const [last] =
    useList<VisibleCommitRepresentation>(`/svn/${repository.id}/commits`, { ...query, limit: 1 }).data?.items ?? []
  return (
    <Found from={content}>
      {(found) => {
        const text = found.isWhole && !isPicture(found) ? shownTextOf(found.bytes) : undefined
        return (
          <>
            {head(
              <p className={styles.facts}>
                {found.isWhole && <span>{inUnits(found.bytes.length)}</span>}
                {text && <span>{words.lines(text.lines.length)}</span>}
                {last && (
                  <>
                    <span>
                      {words.changedIn}{' '}
                      <Link href={places.commit(last.revision)}>{words.thisRevision(last.revision)}</Link>
                    </span>
                    <CommitAuthor commit={last} />
                    {last.date !== null && <Moment at={last.date} />}
                    {rev === undefined && (
                      <Link href={places.files({ path, rev: last.revision })}>{words.permanent}</Link>
                    )}
                  </>
                )}
              </p>,
            )}
            <Shown content={found} text={text} raw={rawAddress(repository.id, spot)} name={nameOf(path)} />
          </>
        )
      }}
    </Found>
  )
}

/** What browsers show as pictures and never run: other kinds are given as bytes or have their own programs. */
const isPicture = ({ mediaType }: Content): boolean => /^image\/(png|jpe?g|gif|webp|avif|bmp)$/.test(mediaType)

interface ShownProps {
  readonly content: Content
  readonly text: ShownText | undefined
  readonly raw: string
  readonly name: string
}

function Shown({ content, text, raw, name }: ShownProps): ReactNode {
  if (isPicture(content)) return <Picture raw={raw} name={name} />
  if (text !== undefined) {
    return (
      <div className={styles.words}>
        {text.encoding !== null && <Notice title={words.encoding(text.encoding)} />}
        {text.lines.length === 0 ? (
          <Empty icon="file" title={words.emptyFile} />
        ) : (
          <Lines of={text.lines} name={name} />
        )}
      </div>
    )
  }
  // Whether the rest of a large one is text is not known; its beginning tells.
  const isBinary = content.bytes.includes(0)
  return (
    <Empty
      icon="file"
      title={isBinary ? words.binary : words.large}
      action={
        <LinkButton icon="download" href={raw} isDownload>
          {words.download}
        </LinkButton>
      }
    >
      {isBinary ? words.binaryText : words.largeText}
    </Empty>
  )
}

/** Not every file is the picture that its media type promises. */
function Picture({ raw, name }: Pick<ShownProps, 'raw' | 'name'>): ReactNode {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <Empty icon="file" title={words.notPicture} />
  return (
    <div className={`${styles.frame} ${styles.picture}`}>
      <img src={raw} alt={words.picture(name)} onError={() => setBroken(true)} />
    </div>
  )
}
