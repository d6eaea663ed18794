import { type ReactNode, useId, useState } from 'react'
import { Failure } from '../../data/failure.ts'
import { type ImportedTable, importTable } from '../../data/table-import.ts'
import { announce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogActions } from '../../design/dialog.tsx'
import { FileChooser } from '../../design/file-chooser.tsx'
import { Notice } from '../../design/notice.tsx'
import { showToast } from '../../design/toast.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './import-dialog.module.css'

const words = texts.tracker.csv
const maxBytes = 8_000_000
const maxShown = 100

interface ImportDialogProps {
  readonly tracker: number
  readonly onClose: () => void
}

interface CheckedTable {
  readonly content: string
  readonly result: ImportedTable
}

/** Creates and changes artifacts from a CSV file, after a check that writes nothing. */
export function ImportDialog({ tracker, onClose }: ImportDialogProps): ReactNode {
  const id = useId()
  const [checked, setChecked] = useState<CheckedTable | null>(null)
  const [problem, setProblem] = useState<string>()
  const [work, setWork] = useState<'checking' | 'importing' | null>(null)
  const check = async (file: File | undefined): Promise<void> => {
    setChecked(null)
    setProblem(undefined)
    if (file === undefined) return
    if (file.size > maxBytes) return setProblem(words.tooLarge)
    setWork('checking')
    try {
      const content = await file.text()
      const result = await importTable(tracker, content, true)
      setChecked({ content, result })
      announce(summaryOf(result))
    } catch (thrown) {
      setProblem(messageOf(thrown))
    } finally {
      setWork(null)
    }
  }
  const send = async (content: string): Promise<void> => {
    setWork('importing')
    try {
      const { created, updated } = await importTable(tracker, content, false)
      showToast(words.imported(created, updated))
      onClose()
    } catch (thrown) {
      setProblem(messageOf(thrown))
      setWork(null)
    }
  }
  const result = checked?.result
  const count = result === undefined ? 0 : result.created + result.updated
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
          onChange={(event) => void check(event.currentTarget.files?.[0])}
        />
        <p id={`${id}-hint`}>{words.hint}</p>
      </div>
      {work === 'checking' && <p>{words.checking}</p>}
      {problem !== undefined && <Notice kind="negative" title={problem} />}
      {result && (
        <Notice kind={isReady ? 'positive' : 'caution'} title={summaryOf(result)}>
          {result.ignored_columns.length > 0 && words.ignored(result.ignored_columns.join(', '))}
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
          onPress={() => checked !== null && void send(checked.content)}
        >
          {words.importNow}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const summaryOf = ({ created, updated, unchanged, refused }: ImportedTable): string =>
  [
    words.created(created),
    words.updated(updated),
    ...(unchanged > 0 ? [words.unchanged(unchanged)] : []),
    ...(refused > 0 ? [words.refused(refused)] : []),
  ].join(', ')

const messageOf = (thrown: unknown): string => (thrown instanceof Failure ? thrown.message : texts.states.problem)
