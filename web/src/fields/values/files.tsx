import { type ReactNode, useState } from 'react'
import { ChangesetAuthor } from '../../artifact/changeset-author.tsx'
import { useAttachments } from '../../data/attachments.ts'
import type { HistoryEntry } from '../../data/history.ts'
import type { ValueEntry } from '../../data/trackers.ts'
import { DateTime } from '../../design/date-time.tsx'
import { Icon } from '../../design/icon.tsx'
import { pageLocale } from '../../texts/language.ts'
import { useAnyFieldContext } from '../field-context.tsx'
import styles from './files.module.css'

type File = Extract<ValueEntry, { type: 'file' }>['file_descriptions'][number]

interface FilesProps {
  /** null: who attached the files is shown elsewhere. */
  readonly field: number | null
  readonly files: readonly File[]
}

/** Attachments: they are downloaded, never shown in place; pictures have a small one. */
export function Files({ field, files }: FilesProps): ReactNode {
  const attachments = useAttachments(useAnyFieldContext()?.artifact ?? null, field)
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file.id}>
          <span className={styles.picture}>
            <Preview address={file.html_preview_url} />
          </span>
          <div>
            <a href={file.html_url} download={file.name}>
              {file.name}
            </a>
            <p>
              {sizeInWords(file.size)}
              {file.description !== '' && ` · ${file.description}`}
              <Attachment changeset={attachments.get(file.id)} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Who attached a file, and when. */
const Attachment = ({ changeset }: { readonly changeset: HistoryEntry | undefined }): ReactNode =>
  changeset && (
    <>
      {' · '}
      <ChangesetAuthor changeset={changeset} />
      {' · '}
      <DateTime at={changeset.submitted_on} />
    </>
  )

/** Not every file is the picture that its name promises. */
function Preview({ address }: { readonly address: string | null }): ReactNode {
  const [isBroken, setBroken] = useState(false)
  if (address === null || isBroken) return <Icon name="file" />
  return <img src={address} alt="" width={40} height={40} loading="lazy" onError={() => setBroken(true)} />
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

function sizeInWords(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const style = {
    style: 'unit',
    unit: units[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumSignificantDigits: 3,
  }
  return new Intl.NumberFormat(pageLocale, style as Intl.NumberFormatOptions).format(bytes / 1000 ** power)
}
