import type { ReactNode } from 'react'
import type { AdministeredRepository } from '../../data/svn.ts'
import type { SettingsInput } from '../../data/svn-settings.ts'
import { Button } from '../../design/button.tsx'
import { Checkbox, Choices } from '../../design/checkbox.tsx'
import { TextArea } from '../../design/field.tsx'
import { Form, FormActions, FormSection, type FormValues } from '../../design/form.tsx'
import { showToast } from '../../design/toast.tsx'
import styles from '../../frame/administration.module.css'
import { svnRepositoryTexts } from '../../texts/part-texts/svn-repository-texts.ts'
import { texts } from '../../texts/texts.ts'
import type { RepositoryAdministration } from './repository-administration.ts'
import own from './repository-settings.module.css'
import { splitLines } from './split-lines.ts'
import { useEditing } from './use-editing.tsx'

const words = svnRepositoryTexts.rules

type Settings = AdministeredRepository['settings']
type Rules = Pick<SettingsInput, 'commit_rules' | 'immutable_tags'>

/** Commit rules. */
export function CommitRules({ repository, isAbsent }: RepositoryAdministration): ReactNode {
  const { base, round, save, question } = useEditing(repository, (settings) => <InWords settings={settings} />)
  const { commit_rules: rules, immutable_tags: tags } = base
  return (
    <div className={styles.narrow}>
      {question}
      <Form
        key={round}
        label={words.title}
        onSend={async (values) => {
          const newRules = rulesOf(values)
          const saved = await save({
            of: ({ commit_rules, immutable_tags }) => ({ commit_rules, immutable_tags }),
            make: (settings) => ({ ...settings, ...newRules }),
          })
          if (saved !== undefined) showToast(words.saved)
        }}
      >
        <Choices label={words.title}>
          <Checkbox
            name="is_reference_mandatory"
            label={words.reference}
            hint={words.referenceHint}
            defaultChecked={rules.is_reference_mandatory}
          />
          <Checkbox
            name="is_commit_message_change_allowed"
            label={words.messages}
            hint={words.messagesHint}
            defaultChecked={rules.is_commit_message_change_allowed}
          />
        </Choices>
        <FormSection title={words.tags}>
          <p>{words.tagsHint}</p>
          <TextArea
            name="paths"
            label={words.paths}
            hint={words.pathsHint}
            isCode
            rows={4}
            defaultValue={tags.paths.join('\n')}
          />
          <TextArea
            name="whitelist"
            label={words.whitelist}
            hint={words.whitelistHint}
            isCode
            rows={3}
            defaultValue={tags.whitelist.join('\n')}
          />
        </FormSection>
        <FormActions>
          <Button type="submit" kind="primary" isDisabled={isAbsent}>
            {words.save}
          </Button>
        </FormActions>
      </Form>
    </div>
  )
}

const rulesOf = (values: FormValues): Rules => ({
  commit_rules: {
    is_reference_mandatory: values.isOn('is_reference_mandatory'),
    is_commit_message_change_allowed: values.isOn('is_commit_message_change_allowed'),
  },
  immutable_tags: { paths: splitLines(values.text('paths')), whitelist: splitLines(values.text('whitelist')) },
})

const InWords = ({ settings: { commit_rules: rules, immutable_tags: tags } }: { settings: Settings }): ReactNode => (
  <>
    <ul>
      <li>{(rules.is_reference_mandatory ? words.yes : words.no)(words.reference)}</li>
      <li>{(rules.is_commit_message_change_allowed ? words.yes : words.no)(words.messages)}</li>
    </ul>
    <p>{words.tags}</p>
    <pre className={own.text}>{tags.paths.length === 0 ? texts.states.none : tags.paths.join('\n')}</pre>
    <p>{words.whitelist}</p>
    <pre className={own.text}>{tags.whitelist.length === 0 ? texts.states.none : tags.whitelist.join('\n')}</pre>
  </>
)
