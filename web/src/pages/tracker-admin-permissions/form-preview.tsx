import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/notice.tsx'
import { Section } from '../../design/section.tsx'
import { Segments } from '../../design/segments.tsx'
import { Select } from '../../design/select.tsx'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import type { FormPart } from './arrange-fields.ts'
import { buildPreview, type PreviewedForm } from './build-preview.ts'
import styles from './form-preview.module.css'
import type { Changes, PermissionsRepresentation, SavedCells } from './permission-changes.ts'

const words = trackerAdminTexts.trackerPermissions

interface FormPreviewProps {
  readonly parts: readonly FormPart[]
  readonly data: PermissionsRepresentation
  readonly saved: SavedCells
  readonly changes: Changes
}

/** The forms that the members of a group get, with what is not saved yet. */
export function FormPreview({ parts, data, saved, changes }: FormPreviewProps): ReactNode {
  const [path, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const group = data.groups.find(({ id }) => id === search.get('as'))
  const form: PreviewedForm = search.get('form') === 'create' ? 'create' : 'change'
  const show = (as: string, next: PreviewedForm): void => {
    const query = new URLSearchParams({ ...(as === '' ? {} : { as }), ...(next === 'create' ? { form: next } : {}) })
    navigate(query.size === 0 ? path : `${path}?${query}`, { replace: true })
  }
  const preview = group && buildPreview(group, form, { parts, data, saved, changes })
  return (
    <Section title={words.seeAs} hint={words.seeAsHint}>
      <div className={styles.choices}>
        <Select
          name="see-as"
          label={words.group}
          isRequired
          value={group?.id ?? ''}
          options={[
            { value: '', label: words.chooseGroup },
            ...data.groups.map(({ id, label }) => ({ value: id, label })),
          ]}
          onChange={(as) => show(as, form)}
        />
        {group !== undefined && (
          <Segments
            label={words.form}
            value={form}
            onChange={(next) => show(group.id, next)}
            options={[
              { value: 'change', label: words.existingArtifact },
              { value: 'create', label: words.newArtifact },
            ]}
          />
        )}
      </div>
      {preview !== undefined && group !== undefined && (
        <section className={styles.preview} aria-label={words.previewOf(group.label)}>
          <p className={styles.access}>{words.accessOf(words.choices[preview.access])}</p>
          {preview.access === 'none' && <Notice kind="caution" title={words.noAccess(group.label)} />}
          {preview.missing.length > 0 && (
            <Notice kind="caution" title={words.cannotCreate(preview.missing.join(', '))} />
          )}
          {preview.parts.length === 0 && <p>{form === 'create' ? words.createsNothing : words.readsNothing}</p>}
          {preview.parts.map(({ id, label, fields }) => (
            <div key={id} className={styles.part}>
              {label !== null && <h3>{label}</h3>}
              <dl>
                {fields.map(({ id: field, label: name, isRequired, isEditable }) => (
                  <div key={field}>
                    <dt>
                      {name}
                      {isRequired && <span className={styles.required}> {words.required}</span>}
                    </dt>
                    <dd data-editable={isEditable || undefined}>
                      <Icon name={isEditable ? 'edit' : 'eye'} />
                      {isEditable ? (form === 'create' ? words.mayFill : words.mayChange) : words.mayRead}
                    </dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
          {preview.hidden.length > 0 && <p className={styles.hidden}>{words.notShown(preview.hidden.join(', '))}</p>}
        </section>
      )}
    </Section>
  )
}
