import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AccessFileCheckRepresentation } from '../../../../src/subversion/representations/access-file-check.ts'
import { sendChange } from '../../data/client.ts'
import { type Draft, openDraft } from '../../data/drafts.ts'
import { useSession } from '../../data/session.ts'
import type { AdministeredRepository } from '../../data/svn.ts'
import { announce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Checkbox } from '../../design/checkbox.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { goToLine, NumberedArea } from '../../design/numbered-area.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { showToast } from '../../design/toast.tsx'
import { svnRepositoryTexts } from '../../texts/part-texts/svn-repository-texts.ts'
import { AccessFileProblems } from './access-file-problems.tsx'
import type { RepositoryAdministration } from './repository-administration.ts'
import own from './repository-settings.module.css'
import { useEditing } from './use-editing.tsx'

const words = svnRepositoryTexts.access

type Settings = AdministeredRepository['settings']
type Access = Pick<Settings, 'access_file' | 'has_default_permissions'>
type AccessFileCheck = AccessFileCheckRepresentation

const accessOf = ({ access_file, has_default_permissions }: Access): Access => ({
  access_file,
  has_default_permissions,
})
/** As a text area holds it. */
const shownText = ({ access_file: text }: Access): string => text.replaceAll(/\r\n?/g, '\n')

interface Begun extends Access {
  readonly base: Settings
}

/** The access file with its problems before it is saved. Unsaved input is kept. */
export function AccessFileForm(administered: RepositoryAdministration): ReactNode {
  const { data: session } = useSession()
  if (session === undefined) return null
  const draft = openDraft<Begun>(session.user?.id ?? null, `svn/${administered.repository.id}/access_file`)
  return <Editor {...administered} draft={draft} />
}

function Editor({
  project,
  repository,
  isAbsent,
  draft,
}: RepositoryAdministration & { readonly draft: Draft<Begun> }): ReactNode {
  const [begun] = useState(() => draft.read())
  const { base, round, save, adopt, question } = useEditing(
    repository,
    (settings) => <InWords settings={settings} />,
    begun === undefined ? {} : { begunWith: begun.base },
  )
  const [text, setText] = useState(shownText(begun ?? base))
  const [hasDefaults, setDefaults] = useState((begun ?? base).has_default_permissions)
  const [checked, setChecked] = useState<AccessFileCheck | null>(null)
  const [isReset, setReset] = useState(0)
  const area = useRef<HTMLTextAreaElement>(null)
  const problems = useRef<HTMLDivElement>(null)
  const isTyped = text !== shownText(base) || hasDefaults !== base.has_default_permissions

  const show = (settings: Settings): void => {
    setText(shownText(settings))
    setDefaults(settings.has_default_permissions)
    setChecked(null)
    setReset((n) => n + 1)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once they are taken, and then only
  useEffect(() => {
    if (round > 0) show(base)
  }, [round])
  const { settings } = repository
  // biome-ignore lint/correctness/useExhaustiveDependencies: what others saved is looked at when it arrives
  useEffect(() => {
    const isNew = settings.access_file !== base.access_file || settings.has_default_permissions !== hasDefaults
    if (isNew && !isTyped) adopt(settings)
  }, [settings])

  useEffect(() => {
    draft.keepSoon(isTyped ? { base, access_file: text, has_default_permissions: hasDefaults } : undefined)
  })

  /** The edited text; an unchanged text keeps its line ends. */
  const meant = (): Access => ({
    access_file: text === shownText(base) ? base.access_file : text,
    has_default_permissions: hasDefaults,
  })
  const check = async (): Promise<AccessFileCheck> => {
    const result = await sendChange<AccessFileCheck>('POST', `/svn/${repository.id}/access_file_check`, meant())
    setChecked(result)
    return result
  }
  const isWarned = checked !== null && checked.problems.length > 0
  const send = async (): Promise<void> => {
    if (!isWarned && (await check()).problems.length > 0) {
      announce(words.problems, 'assertive')
      setTimeout(() => problems.current?.focus())
      return
    }
    const access = meant()
    const saved = await save({ of: accessOf, make: (now) => ({ ...now, ...access }) })
    if (saved === undefined) return
    show(saved)
    showToast(saved.access_file === access.access_file.trim() ? words.saved : words.savedChanged)
  }
  const lookAgain = async (): Promise<void> => {
    const result = await check()
    if (result.problems.length > 0) problems.current?.focus()
  }
  return (
    <>
      {question}
      <Form isLeftFreely onSend={send}>
        <Checkbox
          key={isReset}
          name="has_default_permissions"
          label={words.defaults}
          hint={hintOf(hasDefaults, text, project.access)}
          defaultChecked={hasDefaults}
          onChange={(isOn) => {
            setDefaults(isOn)
            setChecked(null)
          }}
        />
        <NumberedArea
          name="access_file"
          label={words.text}
          hint={words.textHint}
          value={text}
          area={area}
          marked={new Set(checked?.problems.map(({ line }) => line))}
          onChange={(value) => {
            setText(value)
            setChecked(null)
          }}
        />
        {checked !== null && (
          <AccessFileProblems
            ref={problems}
            checked={checked}
            onLine={(line) => area.current && goToLine(area.current, line)}
          />
        )}
        <FormActions>
          <Button type="submit" kind={isWarned ? 'danger' : 'primary'} isDisabled={isAbsent}>
            {isWarned ? words.saveAnyway : words.save}
          </Button>
          <Button onPress={() => void reportFailure(lookAgain())}>{words.check}</Button>
          {isTyped && (
            <Button kind="quiet" onPress={() => adopt(repository.settings)}>
              {words.undo}
            </Button>
          )}
        </FormActions>
      </Form>
    </>
  )
}

function hintOf(hasDefaults: boolean, text: string, access: RepositoryAdministration['project']['access']): string {
  if (!hasDefaults) return text.trim() === '' ? words.defaultsOffEmpty : words.defaultsOff
  return access.startsWith('private') ? words.defaultsPrivate : words.defaultsPublic
}

const InWords = ({ settings }: { readonly settings: Settings }): ReactNode => (
  <>
    <p>{settings.has_default_permissions ? words.withDefaults : words.withoutDefaults}</p>
    <pre className={own.text}>{settings.access_file === '' ? words.noText : settings.access_file}</pre>
  </>
)
