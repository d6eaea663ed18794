import { type ReactNode, useState } from 'react'
import type { ReportDefinitionRepresentation } from '../../../../src/trackers/representations/report-definition.ts'
import { requireCode } from '../../data/failure.ts'
import { IconButton } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { showToast } from '../../design/toast.tsx'
import { texts } from '../../texts/texts.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { RenameDialog } from './rename-dialog.tsx'

const words = trackerAdminTexts.trackerReports

/** Shared with the list of artifacts. */
const loadChanges = () => requireCode(import('../../data/report-changes.ts'))

/** What an administrator of the tracker may do with a report that they see. */
export function ReportActions({ report }: { readonly report: ReportDefinitionRepresentation }): ReactNode {
  const [isRenaming, setRenaming] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const { tracker_id: tracker, label, is_public: isPublic, is_default: isDefault } = report
  const change = async (changes: Readonly<Record<string, unknown>>): Promise<void> => {
    const { changeReport } = await loadChanges()
    await changeReport(tracker, report, changes)
  }
  return (
    <>
      <Menu label={words.actionsOf(label)} trigger={<IconButton icon="more" label={words.actionsOf(label)} />}>
        <MenuItem icon="edit" onAction={() => setRenaming(true)}>
          {words.rename}
        </MenuItem>
        {isPublic ? (
          <MenuItem
            icon="check"
            onAction={() =>
              void reportFailure(
                change({ is_default: !isDefault }),
                isDefault ? words.removedDefault(label) : words.madeDefault(label),
              )
            }
          >
            {isDefault ? words.removeDefault : words.makeDefault}
          </MenuItem>
        ) : null}
        <MenuItem
          icon={isPublic ? 'lock' : 'users'}
          onAction={() =>
            void reportFailure(
              loadChanges().then(({ shareReport }) => shareReport(tracker, report, !isPublic)),
              isPublic ? texts.tracker.reportPrivate(label) : texts.tracker.reportShared(label),
            )
          }
        >
          {isPublic ? texts.tracker.unshareReport : texts.tracker.shareReport}
        </MenuItem>
        <MenuItem icon="trash" isDangerous onAction={() => setDeleting(true)}>
          {texts.tracker.deleteReport}
        </MenuItem>
      </Menu>
      {isRenaming && (
        <RenameDialog
          label={label}
          onRename={async (next) => {
            await change({ label: next })
            showToast(words.renamed(next))
          }}
          onClose={() => setRenaming(false)}
        />
      )}
      {isDeleting && (
        <Confirm
          isOpen={isDeleting}
          onOpenChange={setDeleting}
          title={texts.tracker.deleteReportTitle(label)}
          action={texts.tracker.deleteReport}
          onConfirm={async () => {
            const { deleteReport } = await loadChanges()
            await deleteReport(tracker, report)
            showToast(texts.tracker.reportDeleted(label))
          }}
        >
          <p>{isPublic ? texts.tracker.deleteSharedText : texts.tracker.deleteOwnText}</p>
        </Confirm>
      )}
    </>
  )
}
