import type { ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { keepFocus } from '../../design/keep-focus.ts'
import { texts } from '../../texts/texts.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import type { FormPart } from './arrange-fields.ts'
import styles from './pending-changes.module.css'
import { countChanges, getChoice, listDifferences, type PermissionsRepresentation } from './permission-changes.ts'
import type { ChangesState } from './use-changes.ts'

const words = trackerAdminTexts.trackerPermissions

interface PendingChangesProps
  extends Pick<ChangesState, 'changes' | 'problems' | 'accessProblem' | 'isSaving' | 'save' | 'discard'> {
  readonly data: PermissionsRepresentation
  readonly parts: readonly FormPart[]
}

/** What will be saved, one line per group and field, at the lower end of the window. */
export function PendingChanges({
  data,
  parts,
  changes,
  problems,
  accessProblem,
  isSaving,
  save,
  discard,
}: PendingChangesProps): ReactNode {
  const count = countChanges(changes)
  if (count === 0) return null
  return (
    <section className={styles.panel} aria-label={words.unsaved} data-pending>
      <div className={styles.head}>
        <p className={styles.count}>{words.changeCount(count)}</p>
        <div className={styles.actions}>
          <Button
            isDisabled={isSaving}
            onPress={() => {
              discard()
              keepFocus()
            }}
          >
            {words.discard}
          </Button>
          <Button
            kind="primary"
            isPending={isSaving}
            onPress={() => {
              if (!isSaving) void save().then(keepFocus)
            }}
          >
            {words.save}
          </Button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <ul tabIndex={0} className={styles.lines} aria-label={words.unsaved}>
        {data.groups.map(({ id, label }) => {
          const choice = changes.access.get(id)
          if (choice === undefined) return null
          const before = words.choices[getChoice(data.permissions_for_groups, [id])]
          return (
            <Line key={id} name={label} problem={accessProblem ?? undefined}>
              {words.fromTo(before, words.choices[choice])}
            </Line>
          )
        })}
        {parts
          .flatMap(({ fields }) => fields)
          .map(({ field_id, label }) => {
            const own = changes.fields.get(field_id)
            if (own === undefined) return null
            return (
              <Line key={field_id} name={label} problem={problems.get(field_id)}>
                {listDifferences(own, data.groups)
                  .map(({ permission, isGranted, groups }) =>
                    words.difference(words.permissions[permission], isGranted, groups.join(', ')),
                  )
                  .join('; ')}
              </Line>
            )
          })}
      </ul>
    </section>
  )
}

interface LineProps {
  readonly name: string
  readonly problem: string | undefined
  readonly children: ReactNode
}

const Line = ({ name, problem, children }: LineProps): ReactNode => (
  <li>
    <strong>{texts.states.labelled(name, '')}</strong>
    {children}
    {problem !== undefined && (
      <span className={styles.problem}>
        <Icon name="warning" /> {problem}
      </span>
    )}
  </li>
)
