import { type ReactNode, useMemo } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { useResource } from '../../data/queries.ts'
import { LinkButton } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Notice } from '../../design/notice.tsx'
import { Section } from '../../design/section.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import styles from '../../frame/administration.module.css'
import { TrackerAdminFrame } from '../../frame/tracker-admin-frame.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { AccessChoices } from './access-choices.tsx'
import { arrangeFields } from './arrange-fields.ts'
import { FieldMatrix } from './field-matrix.tsx'
import { FormPreview } from './form-preview.tsx'
import { PendingChanges } from './pending-changes.tsx'
import type { PermissionsRepresentation } from './permission-changes.ts'
import { useChanges } from './use-changes.ts'

const words = trackerAdminTexts.trackerPermissions

/** Who has access to a tracker, and to which of its fields. */
export const TrackerAdminPermissionsPage = ({ params }: PageProps): ReactNode => (
  <TrackerAdminFrame id={params['id']} title={texts.trackerAdmin.pages.permissions} intro={words.intro}>
    {(tracker) => <Permissions tracker={tracker} />}
  </TrackerAdminFrame>
)

interface PermissionsProps {
  readonly tracker: TrackerRepresentation
}

function Permissions({ tracker }: PermissionsProps): ReactNode {
  const permissions = useResource<PermissionsRepresentation>(`/trackers/${tracker.id}/permissions`)
  return (
    <Loaded from={permissions} skeleton={<Skeleton shape="rows" rows={8} />}>
      {(data) => <Sections tracker={tracker} data={data} />}
    </Loaded>
  )
}

interface SectionsProps extends PermissionsProps {
  readonly data: PermissionsRepresentation
}

function Sections({ tracker, data }: SectionsProps): ReactNode {
  const state = useChanges(tracker.id, data)
  const parts = useMemo(() => arrangeFields(tracker, data.fields), [tracker, data.fields])
  return (
    <div className={styles.page}>
      <Section title={words.access} hint={words.accessHint}>
        {state.accessProblem !== null && <Notice kind="negative" title={state.accessProblem} />}
        <AccessChoices data={data} changes={state.changes.access} onChoose={state.chooseAccess} />
      </Section>
      <Section title={words.fields} hint={words.fieldsHint}>
        {data.fields.length === 0 ? (
          <EmptyState
            icon="columns"
            title={words.noFields}
            action={<LinkButton href={`/trackers/${tracker.id}/admin/fields`}>{words.addFields}</LinkButton>}
          />
        ) : (
          <FieldMatrix parts={parts} groups={data.groups} {...state} />
        )}
      </Section>
      {data.fields.length > 0 && (
        <FormPreview tracker={tracker} parts={parts} data={data} saved={state.saved} changes={state.changes} />
      )}
      <PendingChanges data={data} parts={parts} {...state} />
    </div>
  )
}
