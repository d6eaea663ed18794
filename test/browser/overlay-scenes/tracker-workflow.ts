import type { Page } from 'playwright-core'
import { trackerAdminEn } from '../../../web/src/texts/en-tracker-admin.ts'
import type { SampleSite } from '../page-samples.ts'
import { dialogBy, findButton, menuBy, type OverlayPage } from './scene.ts'

const words = trackerAdminEn.trackerWorkflow
const folder = 'pages/tracker-admin-workflow'
const settings = findButton(words.settingsOf('At work'))

/** A workflow in simple mode, which is a legacy one here. */
export const listWorkflowPages = (of: SampleSite): readonly OverlayPage[] => {
  const address = `/trackers/${of.jobTracker}/admin/workflow`
  return [
    {
      login: 'alice',
      address,
      scenes: [
        dialogBy(`${folder}/transition-dialog.tsx`, settings),
        dialogBy(`${folder}/mode-switch.tsx`, findButton(words.toAdvanced)),
        dialogBy(`${folder}/workflow-facts.tsx`, findButton(words.leaveLegacy)),
        dialogBy(`${folder}/tracker-admin-workflow-page.tsx`, findButton(words.remove)),
      ],
    },
    {
      login: 'alice',
      address,
      prepare: openSettings,
      scenes: [menuBy(`${folder}/action-list.tsx`, findButton(words.actions.add))],
    },
    {
      login: 'alice',
      address: `/trackers/${of.jobTracker}/admin/permissions`,
      scenes: [dialogBy('pages/tracker-admin-permissions/viewer-picker.tsx', findButton(/^User/))],
    },
  ]
}

/** They stay open from one width to the next. */
async function openSettings(page: Page): Promise<void> {
  if ((await page.getByRole('alertdialog').count()) === 0) await settings(page).click()
}
