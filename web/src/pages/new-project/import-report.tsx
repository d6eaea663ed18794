import { type ReactNode, useId } from 'react'
import { TextField } from '../../design/field.tsx'
import { formatNumber } from '../../design/format-number.ts'
import { useFirst } from '../../fields/values/use-first.tsx'
import { projectImportTexts } from '../../texts/part-texts/project-import-texts.ts'
import styles from './import.module.css'
import type { ProjectImport } from './project-import.ts'

const words = projectImportTexts

const countNames = [
  'trackers',
  'artifacts',
  'changesets',
  'comments',
  'links',
  'files',
  'repositories',
  'user_groups',
  'users_matched',
  'users_created',
] as const

/** Numbers of what is or will be imported; nothing is left out but what is not there or not known yet. */
export const Counts = ({ counts }: { readonly counts: NonNullable<ProjectImport['counts']> }): ReactNode => (
  <dl className={styles.counts}>
    {countNames.map((name) => {
      const count = counts[name]
      return (
        count !== null &&
        (count > 0 || name === 'artifacts') && (
          <div key={name}>
            <dt>{words.counts[name]}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        )
      )
    })}
  </dl>
)

interface FindingsProps {
  readonly title: string
  readonly none: string
  readonly list: ProjectImport['remarks']
  readonly further: number
}

/** Remarks or problems with their place in the archive. */
export function Findings({ title, none, list, further }: FindingsProps): ReactNode {
  const id = useId()
  const { firstItems, more } = useFirst(list)
  return (
    <section aria-labelledby={id} className={styles.part}>
      <h2 id={id}>
        {title} {list.length > 0 && <span className={styles.number}>{formatNumber(list.length + further)}</span>}
      </h2>
      {list.length === 0 ? (
        <p className={styles.fact}>{none}</p>
      ) : (
        <ul className={styles.findings}>
          {firstItems.map(({ file, line, text, count, code }) => (
            <li key={`${file} ${line} ${code} ${text}`}>
              <span lang="en">{text}</span>
              <span className={styles.place}>
                {line === null ? file : `${file}:${line}`}
                {count > 1 && ` · ${words.times(count)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {more}
      {further > 0 && <p className={styles.fact}>{words.further(further)}</p>}
    </section>
  )
}

interface UserPlanProps {
  readonly projectImport: ProjectImport
  readonly mayChoose: boolean
}

/** What becomes of the users of the archive; site administrators can choose accounts for those without one. */
export function UserPlan({ projectImport: { users, further_users }, mayChoose }: UserPlanProps): ReactNode {
  const id = useId()
  const rows = users.map((user, place) => ({ user, place }))
  // Those who need a decision come first.
  const { firstItems: firstRows, more } = useFirst([
    ...rows.filter(({ user }) => user.becomes !== 'existing'),
    ...rows.filter(({ user }) => user.becomes === 'existing'),
  ])
  if (users.length === 0) return null
  return (
    <section aria-labelledby={id} className={styles.part}>
      <h2 id={id}>
        {words.users} <span className={styles.number}>{formatNumber(users.length + further_users)}</span>
      </h2>
      {mayChoose && <p className={styles.fact}>{words.usersHint}</p>}
      <ul className={styles.users}>
        {firstRows.map(({ user: { login, real_name, email, becomes, account }, place }) => (
          <li key={login}>
            <div>
              <p>
                <strong>{real_name || login}</strong> <span className={styles.place}>{login}</span>
              </p>
              <p className={styles.place}>{email}</p>
            </div>
            {becomes === 'new' && mayChoose ? (
              <TextField
                name={`account-${place}`}
                label={words.accountFor(login)}
                placeholder={words.becomes.new}
                autoComplete="off"
              />
            ) : (
              <p>{becomes === 'existing' ? words.becomesAccount(account ?? login) : words.becomes[becomes]}</p>
            )}
          </li>
        ))}
      </ul>
      {more}
    </section>
  )
}
