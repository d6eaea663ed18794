import type { ReactNode } from 'react'
import { TrackerAdminFrame } from '../../frame/tracker-admin-frame.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { FieldsEditor } from './fields-editor.tsx'

const words = trackerAdminTexts.trackerFields

/** The form of a tracker: its elements, their settings and their places. */
export const TrackerAdminFieldsPage = ({ params }: PageProps): ReactNode => (
  <TrackerAdminFrame id={params['id']} title={texts.trackerAdmin.pages.fields} intro={words.intro}>
    {(tracker) => <FieldsEditor tracker={tracker} />}
  </TrackerAdminFrame>
)
