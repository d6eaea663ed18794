import type { ReactNode } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { Button } from '../../design/button.tsx'
import { keepFocus } from '../../design/keep-focus.ts'
import { Section } from '../../design/section.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { DateRuleDialog } from './date-rule-dialog.tsx'
import { isDateOfUsers, labelOfField } from './labels.ts'
import { type DateRule, saveRules } from './save-rules.ts'
import styles from './tracker-admin-rules.module.css'

const words = trackerAdminTexts.trackerRules.dates

interface DateRulesProps {
  readonly tracker: TrackerRepresentation
}

/** The order of dates, as sentences. */
export function DateRules({ tracker }: DateRulesProps): ReactNode {
  const rules = tracker.workflow.rules.dates
  const isPossible = tracker.fields.filter(isDateOfUsers).length > 1
  return (
    <Section
      title={words.title}
      hint={words.hint}
      width="narrow"
      actions={
        isPossible && (
          <DateRuleDialog tracker={tracker} trigger={<Button icon="plus">{words.add}</Button>} title={words.add} />
        )
      }
    >
      {rules.length === 0 ? (
        <p className={styles.empty}>{isPossible ? words.empty : words.impossible}</p>
      ) : (
        <ul className={styles.rules} aria-label={words.title}>
          {rules.map((rule, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the button of a changed rule keeps the focus
            <li key={index} className={styles.rule}>
              <Rule tracker={tracker} rule={rule} mayChange={isPossible} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

interface RuleProps extends DateRulesProps {
  readonly rule: DateRule
  readonly mayChange: boolean
}

function Rule({ tracker, rule, mayChange }: RuleProps): ReactNode {
  const [source, target] = [rule.source_field_id, rule.target_field_id].map((id) => labelOfField(tracker.fields, id))
  const name = `${source} ${rule.comparator} ${target}`
  const remove = async (): Promise<void> => {
    const isIt = (each: DateRule): boolean => JSON.stringify(each) === JSON.stringify(rule)
    await saveRules(
      tracker.id,
      (all) => ({ ...all, dates: all.dates.filter((each) => !isIt(each)) }),
      words.removed(name),
    )
    keepFocus()
  }
  return (
    <>
      <p className={styles.sentence}>
        <strong>{source}</strong> <span aria-hidden="true">{rule.comparator}</span>{' '}
        <VisuallyHidden>{words.comparators[rule.comparator as keyof typeof words.comparators]} </VisuallyHidden>
        <strong>{target}</strong>
      </p>
      <div className={styles.actions}>
        {mayChange && (
          <DateRuleDialog
            tracker={tracker}
            rule={rule}
            title={words.changeTitle}
            trigger={
              <Button kind="quiet" label={words.changeOf(name)}>
                {words.change}
              </Button>
            }
          />
        )}
        <Button kind="quiet" label={words.removeOf(name)} onPress={() => void reportFailure(remove())}>
          {words.remove}
        </Button>
      </div>
    </>
  )
}
