import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { ReportDefinitionRepresentation } from '../../../../src/trackers/representations/report-definition.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { requireCode } from '../../data/failure.ts'
import type { ReportContent } from '../../data/report-changes.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Menu, MenuChoices, MenuItem } from '../../design/menu.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { showToast } from '../../design/toast.tsx'
import { usePageActions } from '../../frame/page-actions.ts'
import { texts } from '../../texts/texts.ts'
import { keepAllArtifacts, keepDefaultReport } from './kept-report.ts'
import styles from './tracker-page.module.css'
import { useReports } from './use-reports.ts'

const loadChanges = () => requireCode(import('../../data/report-changes.ts'))

/** Few delete a report. */
const Confirm = lazy(() => import('../../design/confirm.tsx').then((file) => ({ default: file.Confirm })))

/** Few trackers have so many reports. */
const ReportPicker = lazy(() => import('./report-picker.tsx').then((file) => ({ default: file.ReportPicker })))

const words = texts.tracker
/** More reports are found by typing. */
const maxInMenu = 15

interface ReportMenuProps {
  readonly tracker: TrackerRepresentation
  readonly current: ReportDefinitionRepresentation | undefined
  /** What the present view keeps in a report. */
  readonly content: ReportContent
  /** The view differs from its report. */
  readonly isChanged: boolean
  readonly user: number | null
  readonly onOpen: (report: number | null) => void
  readonly onSave: () => void
}

/** Reports of the tracker, and what the user may do with the one that is open. */
export function ReportMenu(props: ReportMenuProps): ReactNode {
  const { tracker, current, content, isChanged, user, onOpen } = props
  const isSignedIn = user !== null
  const [isPending, setPending] = useState(false)
  usePageActions(
    isSignedIn ? [{ id: 'save report', label: words.saveReport, icon: 'bookmark', run: props.onSave }] : [],
  )
  const [isDeleting, setDeleting] = useState(false)
  const [isSearching, setSearching] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  // Reports of the project belong to the administrators of the tracker; others see their own only.
  const isAdministrator = tracker.permissions_for_groups !== null
  const canChange = current !== undefined && isSignedIn && (!current.is_public || isAdministrator)
  const save = async (): Promise<void> => {
    if (current === undefined) return
    setPending(true)
    await reportFailure(
      loadChanges()
        .then(({ saveReport }) => saveReport(tracker, current, content))
        .then(() => onOpen(current.id)),
      words.reportSaved(current.label),
    )
    setPending(false)
  }
  return (
    <>
      <Menu
        label={words.reports}
        trigger={
          <Button kind="quiet" icon="bookmark">
            <span ref={place} className={styles.reportName} data-reports>
              {current?.label ?? words.reports} <Icon name="chevron-down" />
            </span>
          </Button>
        }
      >
        <ReportItems
          {...props}
          canShare={canChange && isAdministrator}
          onSearch={() => setSearching(true)}
          onDelete={canChange ? () => setDeleting(true) : undefined}
        />
      </Menu>
      {isSearching && (
        <Suspense fallback={null}>
          <ReportPicker
            tracker={tracker.id}
            current={current?.id}
            trigger={place}
            onOpen={onOpen}
            onClose={() => setSearching(false)}
          />
        </Suspense>
      )}
      {isChanged && <span className={styles.edited}>{words.edited}</span>}
      {isChanged && canChange && (
        <Button kind="quiet" isPending={isPending} onPress={save}>
          {words.saveChanges}
        </Button>
      )}
      {canChange && isDeleting && (
        <Suspense fallback={null}>
          <Confirm
            isOpen={isDeleting}
            onOpenChange={setDeleting}
            title={words.deleteReportTitle(current.label)}
            action={words.deleteReport}
            onConfirm={async () => {
              const { deleteReport } = await loadChanges()
              await deleteReport(tracker.id, current)
              showToast(words.reportDeleted(current.label))
              onOpen(null)
            }}
          >
            <p>{current.is_public ? words.deleteSharedText : words.deleteOwnText}</p>
          </Confirm>
        </Suspense>
      )}
    </>
  )
}

interface ReportItemsProps extends ReportMenuProps {
  readonly canShare: boolean
  readonly onSearch: () => void
  readonly onDelete: (() => void) | undefined
}

/** Loaded when the menu is open. */
function ReportItems({
  tracker,
  current,
  user,
  canShare,
  onSearch,
  onOpen,
  onSave,
  onDelete,
}: ReportItemsProps): ReactNode {
  const reports = useReports(tracker.id)
  const visibleReports = reports.filter(({ id }, place) => place < maxInMenu || id === current?.id)
  return (
    <>
      <MenuChoices label={words.reports} selectedId={String(current?.id ?? 'none')}>
        <MenuItem
          id="none"
          onAction={() => {
            void keepAllArtifacts(user, tracker)
            onOpen(null)
          }}
        >
          {words.noReport}
        </MenuItem>
        {visibleReports.map(({ id, label, is_default: isDefault }) => (
          <MenuItem
            key={id}
            id={String(id)}
            onAction={() => {
              if (isDefault) void keepDefaultReport(user, tracker)
              onOpen(id)
            }}
          >
            {label}
          </MenuItem>
        ))}
      </MenuChoices>
      {visibleReports.length < reports.length && (
        <MenuItem icon="search" onAction={onSearch}>
          {words.findReport(reports.length)}
        </MenuItem>
      )}
      {canShare && current && (
        <MenuItem
          icon={current.is_public ? 'lock' : 'users'}
          onAction={() =>
            void reportFailure(
              loadChanges().then(({ shareReport }) => shareReport(tracker.id, current, !current.is_public)),
              current.is_public ? words.reportPrivate(current.label) : words.reportShared(current.label),
            )
          }
        >
          {current.is_public ? words.unshareReport : words.shareReport}
        </MenuItem>
      )}
      {user !== null && (
        <MenuItem icon="plus" onAction={onSave}>
          {words.saveReport}
        </MenuItem>
      )}
      {onDelete && (
        <MenuItem icon="trash" onAction={onDelete}>
          {words.deleteReport}
        </MenuItem>
      )}
    </>
  )
}
