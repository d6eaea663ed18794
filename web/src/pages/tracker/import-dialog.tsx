import { type ReactNode, useId, useRef, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { Failure } from '../../data/failure.ts'
import { type ImportedTable, importTable, type TableFile } from '../../data/table-import.ts'
import { announce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogActions } from '../../design/dialog.tsx'
import { FileChooser } from '../../design/file-chooser.tsx'
import { Notice } from '../../design/notice.tsx'
import { showToast } from '../../design/toast.tsx'
import { tableImportTexts as words } from '../../texts/part-texts/table-import-texts.ts'
import { texts } from '../../texts/texts.ts'
import { ColumnChoices, nameColumn } from './column-choices.tsx'
import styles from './import-dialog.module.css'
import { findDuplicates, isCheckedByHeadings, listImportTargets, proposeColumns } from './propose-columns.ts'

const maxBytes = 8_000_000
const maxShown = 100

/** Files with more columns are no tables of artifacts; choices for all of them would block the page. */
const maxChoices = 300

interface ImportDialogProps {
  readonly tracker: Pick<TrackerRepresentation, 'id' | 'fields'>
  readonly onClose: () => void
}

interface CheckedTable {
  readonly file: TableFile
  readonly result: ImportedTable
}

/** A file whose columns the user can map. */
interface MappedFile {
  readonly content: string
  readonly headings: readonly string[]
  readonly columns: readonly string[]
}

/** Creates and changes artifacts from a CSV file, after a check that writes nothing. */
export function ImportDialog({ tracker, onClose }: ImportDialogProps): ReactNode {
  const id = useId()
  const [mapped, setMapped] = useState<MappedFile | null>(null)
  const [checked, setChecked] = useState<CheckedTable | null>(null)
  const [problem, setProblem] = useState<string>()
  const [work, setWork] = useState<'checking' | 'importing' | null>(null)
  const latest = useRef(0)
  const targets = listImportTargets(tracker.fields, words.id)
  const check = async (run: (isLatest: () => boolean) => Promise<CheckedTable | null>): Promise<void> => {
    latest.current += 1
    const number = latest.current
    const isLatest = (): boolean => latest.current === number
    setChecked(null)
    setProblem(undefined)
    setWork('checking')
    try {
      const table = await run(isLatest)
      if (!isLatest()) return
      setChecked(table)
      if (table !== null) announce(summaryOf(table.result))
    } catch (thrown) {
      if (isLatest()) setProblem(messageOf(thrown))
    } finally {
      if (isLatest()) setWork(null)
    }
  }
  const checkColumns = async (content: string, columns: readonly string[]): Promise<CheckedTable | null> => {
    if (!isComplete(columns)) return null
    const file = { content, columns }
    return { file, result: await importTable(tracker.id, file, true) }
  }
  const choose = (file: File | undefined): void => {
    setMapped(null)
    setChecked(null)
    setProblem(undefined)
    if (file === undefined) return
    if (file.size > maxBytes) {
      setProblem(words.tooLarge)
      return
    }
    void check(async (isLatest) => {
      const table = { content: await file.text(), columns: null }
      const result = await importTable(tracker.id, table, true)
      const columns = proposeColumns(result.columns, targets)
      const isMapped = columns.length > 0 && columns.length <= maxChoices
      if (isLatest() && isMapped)
        setMapped({ content: table.content, headings: result.columns.map(({ heading }) => heading), columns })
      return isCheckedByHeadings(result, columns) || !isMapped
        ? { file: table, result }
        : checkColumns(table.content, columns)
    })
  }
  const change = ({ content, headings }: MappedFile, columns: readonly string[]): void => {
    setMapped({ content, headings, columns })
    void check(() => checkColumns(content, columns))
  }
  const send = async (file: TableFile): Promise<void> => {
    setWork('importing')
    try {
      const { created, updated } = await importTable(tracker.id, file, false)
      showToast(words.imported(created, updated))
      onClose()
    } catch (thrown) {
      setProblem(messageOf(thrown))
      setWork(null)
    }
  }
  const result = checked?.result
  const count = result === undefined ? 0 : result.created + result.updated
  const ignored = listIgnored(mapped, result)
  const isReady = result !== undefined && result.problems.length === 0 && count > 0
  return (
    <Dialog title={words.title} isOpen onOpenChange={(isOpen) => !isOpen && work !== 'importing' && onClose()}>
      <div className={styles.file}>
        <label htmlFor={id}>{words.file}</label>
        <FileChooser
          id={id}
          accept=".csv,text/csv"
          aria-describedby={`${id}-hint`}
          disabled={work !== null}
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
        <p id={`${id}-hint`}>{words.hint}</p>
      </div>
      {mapped !== null && (
        <ColumnChoices
          headings={mapped.headings}
          targets={targets}
          columns={mapped.columns}
          isDisabled={work === 'importing'}
          onChange={(columns) => change(mapped, columns)}
        />
      )}
      {mapped?.columns.every((name) => name === '') && <Notice kind="caution" title={words.noColumn} />}
      {work === 'checking' && <p>{words.checking}</p>}
      {problem !== undefined && <Notice kind="negative" title={problem} />}
      {result && (
        <Notice kind={isReady ? 'positive' : 'caution'} title={summaryOf(result)}>
          {ignored.length > 0 && words.ignored(ignored.join(', '))}
        </Notice>
      )}
      {result && result.problems.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section className={styles.problems} aria-label={words.problems} tabIndex={0}>
          <ul>
            {result.problems.slice(0, maxShown).map(({ line, column, field, message }) => (
              <li key={`${line} ${column} ${message}`}>
                <strong>{words.place(line, field)}</strong> {message}
              </li>
            ))}
          </ul>
          {result.problems.length > maxShown && <p>{words.moreProblems(result.problems.length - maxShown)}</p>}
        </section>
      )}
      <DialogActions>
        <Button kind="quiet" onPress={onClose} isDisabled={work === 'importing'}>
          {texts.states.cancel}
        </Button>
        <Button
          kind="primary"
          isDisabled={!isReady}
          isPending={work === 'importing'}
          onPress={() => checked !== null && void send(checked.file)}
        >
          {words.importNow}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Whether columns can be sent: each field once, and at least one. */
const isComplete = (columns: readonly string[]): boolean =>
  columns.some((name) => name !== '') && findDuplicates(columns).every((index) => index === undefined)

/** Returns the headings of the columns that are left out. */
const listIgnored = (mapped: MappedFile | null, result: ImportedTable | undefined): readonly string[] =>
  mapped === null
    ? (result?.ignored_columns ?? [])
    : mapped.columns.flatMap((name, index) =>
        name === '' || result?.ignored_columns.includes(name) ? nameColumn(mapped.headings, index) : [],
      )

const summaryOf = ({ created, updated, unchanged, refused }: ImportedTable): string =>
  [
    words.created(created),
    words.updated(updated),
    ...(unchanged > 0 ? [words.unchanged(unchanged)] : []),
    ...(refused > 0 ? [words.refused(refused)] : []),
  ].join(', ')

const messageOf = (thrown: unknown): string => (thrown instanceof Failure ? thrown.message : texts.states.problem)
