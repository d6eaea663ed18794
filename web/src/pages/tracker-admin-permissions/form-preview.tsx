import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { useResource } from '../../data/queries.ts'
import { Icon } from '../../design/icon.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Notice } from '../../design/notice.tsx'
import { Section } from '../../design/section.tsx'
import { Segments } from '../../design/segments.tsx'
import { Select } from '../../design/select.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { getUserName } from '../../user-name.ts'
import type { FormPart } from './arrange-fields.ts'
import { buildPreview, type PreviewedForm, viewAsGroup, viewAsUser } from './build-preview.ts'
import styles from './form-preview.module.css'
import type {
  Changes,
  PermissionGroup,
  PermissionHolder,
  PermissionsRepresentation,
  SavedCells,
} from './permission-changes.ts'
import { ViewerPicker } from './viewer-picker.tsx'

const words = trackerAdminTexts.trackerPermissions

interface PreviewInput {
  readonly parts: readonly FormPart[]
  readonly data: PermissionsRepresentation
  readonly saved: SavedCells
  readonly changes: Changes
}

interface FormPreviewProps extends PreviewInput {
  readonly tracker: TrackerRepresentation
}

/** The forms that a user or the members of a group get, with what is not saved yet. */
export function FormPreview({ tracker, ...input }: FormPreviewProps): ReactNode {
  const { choice, form, show } = useChosenForm()
  const group = input.data.groups.find(({ id }) => id === choice.as)
  const user = useResource<PermissionsRepresentation>(
    `/trackers/${tracker.id}/permissions`,
    { user: choice.user },
    { isWanted: choice.user !== undefined },
  )
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
            ...input.data.groups.map(({ id, label }) => ({ value: id, label })),
          ]}
          onChange={(as) => show(as === '' ? {} : { as }, form)}
        />
        <ViewerPicker
          project={tracker.project.id}
          name={choice.user === undefined ? null : nameUser(user.data?.user)}
          onChoose={(id) => show({ user: String(id) }, form)}
        />
        {(group !== undefined || choice.user !== undefined) && (
          <Segments
            label={words.form}
            value={form}
            onChange={(next) => show(choice, next)}
            options={[
              { value: 'change', label: words.existingArtifact },
              { value: 'create', label: words.newArtifact },
            ]}
          />
        )}
      </div>
      {choice.user !== undefined ? (
        <Loaded from={user} skeleton={<Skeleton shape="lines" rows={4} />}>
          {(answer) => answer.user && <FormOfUser user={answer.user} form={form} {...input} />}
        </Loaded>
      ) : (
        group && <FormOfGroup group={group} form={form} {...input} />
      )}
    </Section>
  )
}

/** Ids: of a group or of a user. */
interface Choice {
  readonly as?: string
  readonly user?: string
}

/** What is shown, which the address of the page states. */
function useChosenForm(): {
  readonly choice: Choice
  readonly form: PreviewedForm
  readonly show: (choice: Choice, form: PreviewedForm) => void
} {
  const [path, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const [as, user] = [search.get('as'), search.get('user')]
  return {
    choice: user !== null ? { user } : as !== null ? { as } : {},
    form: search.get('form') === 'create' ? 'create' : 'change',
    show(choice, form) {
      const query = new URLSearchParams({ ...choice, ...(form === 'create' ? { form } : {}) })
      navigate(query.size === 0 ? path : `${path}?${query}`, { replace: true })
    },
  }
}

const nameUser = (user: PermissionHolder | undefined): string | null => (user === undefined ? null : getUserName(user))

interface FormProps extends PreviewInput {
  readonly form: PreviewedForm
}

const FormOfGroup = ({ group, form, ...input }: FormProps & { readonly group: PermissionGroup }): ReactNode => {
  const preview = buildPreview(viewAsGroup(group), form, input)
  return (
    <PreviewedFields name={group.label} form={form} preview={preview}>
      {preview.access === 'none' && <Notice kind="caution" title={words.noAccess(group.label)} />}
    </PreviewedFields>
  )
}

const FormOfUser = ({ user, form, ...input }: FormProps & { readonly user: PermissionHolder }): ReactNode => {
  const name = getUserName(user)
  const preview = buildPreview(viewAsUser(user), form, input)
  const groups = input.data.groups.filter(({ id }) => user.member_of.includes(id)).map(({ label }) => label)
  return (
    <PreviewedFields name={name} form={form} preview={preview}>
      <p className={styles.access}>{words.groupsOf(groups.join(', '))}</p>
      {!user.is_active && <Notice kind="caution" title={words.inactive(name)} />}
      {user.is_active && !user.has_project_access && <Notice kind="caution" title={words.noProjectAccess(name)} />}
      {preview.access === 'none' && <Notice kind="caution" title={words.noUserAccess(name)} />}
    </PreviewedFields>
  )
}

interface PreviewedFieldsProps {
  readonly name: string
  readonly form: PreviewedForm
  readonly preview: ReturnType<typeof buildPreview>
  readonly children: ReactNode
}

const PreviewedFields = ({ name, form, preview, children }: PreviewedFieldsProps): ReactNode => (
  <section className={styles.preview} aria-label={words.previewOf(name)}>
    <p className={styles.access}>{words.accessOf(words.choices[preview.access])}</p>
    {children}
    {preview.missing.length > 0 && <Notice kind="caution" title={words.cannotCreate(preview.missing.join(', '))} />}
    {preview.parts.length === 0 && <p>{form === 'create' ? words.createsNothing : words.readsNothing}</p>}
    {preview.parts.map(({ id, label, fields }) => (
      <div key={id} className={styles.part}>
        {label !== null && <h3>{label}</h3>}
        <dl>
          {fields.map(({ id: field, label: fieldLabel, isRequired, isEditable }) => (
            <div key={field}>
              <dt>
                {fieldLabel}
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
)
