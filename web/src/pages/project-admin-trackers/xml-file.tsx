import { type ReactNode, useRef, useState } from 'react'
import type { Static } from 'typebox'
import type { TrackerImportRepresentation } from '../../../../src/archives/representations/tracker-import.ts'
import { sendChange } from '../../data/client.ts'
import { Failure } from '../../data/failure.ts'
import { announce } from '../../design/announce.tsx'
import { FieldFrame } from '../../design/field.tsx'
import { FileChooser } from '../../design/file-chooser.tsx'
import { Notice } from '../../design/notice.tsx'
import { trackerXmlTexts as words } from '../../texts/part-texts/tracker-xml-texts.ts'
import { texts } from '../../texts/texts.ts'

export type TrackerImport = Static<typeof TrackerImportRepresentation>

const maxBytes = 4_000_000
const maxShown = 20

interface XmlFileProps {
  readonly project: number
  /** The content of a file that can be imported, and what it holds; null: there is none. */
  readonly onChange: (xml: string | null, checked: TrackerImport | null) => void
}

/** A file with the structure of a tracker, which is checked once it is chosen. */
export function XmlFile({ project, onChange }: XmlFileProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef<File>(undefined)
  const [isChecking, setChecking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [checked, setChecked] = useState<TrackerImport | null>(null)
  // The form reports it like other wrong values, when it is sent.
  const finish = (text: string | undefined): void => {
    input.current?.setCustomValidity(text ?? '')
    setProblem(text)
    if (text !== undefined) announce(text, 'assertive')
  }
  const choose = async (file: File | undefined): Promise<void> => {
    latest.current = file
    setChecked(null)
    setChecking(false)
    onChange(null, null)
    if (file === undefined) return finish(undefined)
    if (file.size > maxBytes) return finish(words.tooLarge)
    finish(undefined)
    input.current?.setCustomValidity(words.checking)
    setChecking(true)
    try {
      const xml = await file.text()
      const path = `/projects/${project}/tracker_imports?dry_run=true`
      const result = await sendChange<TrackerImport>('POST', path, { xml }, { isDryRun: true })
      if (latest.current !== file) return
      const isAccepted = listProblems(result).length === 0
      setChecked(result)
      input.current?.setCustomValidity(isAccepted ? '' : words.refused)
      announce(isAccepted ? words.ready : words.refused)
      onChange(isAccepted ? xml : null, result)
    } catch (thrown) {
      if (latest.current === file) finish(thrown instanceof Failure ? thrown.message : texts.states.problem)
    } finally {
      if (latest.current === file) setChecking(false)
    }
  }
  return (
    <>
      <FieldFrame name="xml" label={words.file} isRequired>
        {({ onInput, ...control }) => (
          <FileChooser
            {...control}
            ref={input}
            accept=".xml,application/xml,text/xml"
            onChange={(event) => {
              onInput()
              void choose(event.currentTarget.files?.[0])
            }}
          />
        )}
      </FieldFrame>
      {isChecking && <p>{words.checking}</p>}
      {problem !== undefined && <Notice kind="negative" title={problem} />}
      {checked !== null && <Findings checked={checked} />}
    </>
  )
}

/** Returns why the file cannot be imported: the user can change the names. */
const listProblems = ({ problems }: TrackerImport): TrackerImport['problems'] =>
  problems.filter(({ code }) => code !== 'tracker-name')

function Findings({ checked }: { readonly checked: TrackerImport }): ReactNode {
  const problems = listProblems(checked)
  const isAccepted = problems.length === 0
  const findings = isAccepted ? checked.remarks : problems
  const { ignored } = checked
  return (
    <Notice kind={isAccepted ? 'positive' : 'negative'} title={isAccepted ? words.ready : words.refused}>
      {(findings.length > 0 || ignored.length > 0) && (
        <>
          <ul>
            {findings.slice(0, maxShown).map(({ code, line, text }) => (
              <li key={`${code} ${line} ${text}`}>
                {line !== null && <strong>{words.place(line)}</strong>} {text}
              </li>
            ))}
          </ul>
          {findings.length > maxShown && <p>{words.more(findings.length - maxShown)}</p>}
          {ignored.length > 0 && <p>{words.ignored(ignored.join(', '))}</p>}
        </>
      )}
    </Notice>
  )
}
