import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { Layout } from '../../artifact/arrange-fields.ts'
import { EditableBlock } from '../../artifact/editable-block.tsx'
import { countEntries, Facts, Properties, StatusProperty } from '../../artifact/properties.tsx'
import type { OpenArtifact } from '../../data/artifacts.ts'
import { AfterPaint } from '../../design/after-paint.tsx'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useFocusGroup } from '../../design/use-focus-group.ts'
import { useMedia } from '../../design/use-media.ts'
import { findFileField } from '../../fields/editors/upload-place.ts'
import { type Field, useFieldContext } from '../../fields/field-context.tsx'
import { getLinkEnds } from '../../fields/values/link-ends.ts'
import { usePageActions } from '../../frame/page-actions.ts'
import { texts } from '../../texts/texts.ts'
import styles from './side.module.css'

const CreateChildDialog = lazy(() =>
  import('./create-child-dialog.tsx').then((file) => ({ default: file.CreateChildDialog })),
)
const LinkGraphDialog = lazy(() =>
  import('../../artifact/link-graph/link-graph-dialog.tsx').then((file) => ({ default: file.LinkGraphDialog })),
)
const Sheet = lazy(() => import('../../design/sheet.tsx').then((file) => ({ default: file.Sheet })))

const words = texts.editing

interface SideProps {
  readonly artifact: OpenArtifact
  readonly layout: Layout
}

/** The properties of an artifact; on a phone they are behind a button. */
export function Side({ artifact, layout }: SideProps): ReactNode {
  const isPhone = useMedia('screen and (width < 900px)')
  const [isOpen, setOpen] = useState(false)
  const hasUploads = findFileField(useFieldContext()) !== undefined
  usePageActions(
    isPhone && hasUploads && !isOpen
      ? [
          {
            ...{ id: 'upload', icon: 'upload', shortcut: 'upload', label: texts.keyboard.shortcuts.upload },
            run: () => {
              setOpen(true)
              focusWhenShown('[role="dialog"] [data-files] button', performance.now() + maxWaitMs)
            },
          },
        ]
      : [],
  )
  const { status, links, files } = layout
  const count = (entries: Layout['links']): number => entries.reduce((sum, { entry }) => sum + countEntries(entry), 0)
  return (
    <aside className={styles.side} aria-label={words.properties}>
      {status && (
        <div className={styles.status}>
          <StatusProperty artifact={artifact} placed={status} />
        </div>
      )}
      {isPhone ? (
        <button
          type="button"
          className={styles.all}
          aria-haspopup="dialog"
          data-section="properties"
          onClick={() => setOpen(true)}
        >
          {words.allPropertiesWith(count(links), count(files))}
          <Icon name="chevron-right" />
        </button>
      ) : (
        <div className={styles.rest} data-section="properties">
          <AfterPaint>
            <Rest artifact={artifact} layout={layout} />
          </AfterPaint>
        </div>
      )}
      {isPhone && isOpen && (
        <Suspense>
          <Sheet title={words.properties} onClose={() => setOpen(false)}>
            <Rest artifact={artifact} layout={layout} />
          </Sheet>
        </Suspense>
      )}
    </aside>
  )
}

const maxWaitMs = 3000

/** The sheet and what uploads files may have to be loaded first. */
function focusWhenShown(selector: string, until: number): void {
  const element = document.querySelector<HTMLElement>(selector)
  if (element !== null) element.focus()
  else if (performance.now() < until) requestAnimationFrame(() => focusWhenShown(selector, until))
}

/** Everything except the status. */
function Rest({ artifact, layout }: SideProps): ReactNode {
  const { properties, links, files, references, facts } = layout
  const sets = useRef<HTMLDivElement>(null)
  useFocusGroup(sets, { items: 'summary, [data-value]', direction: 'vertical' })
  const hasTitles = properties.filter(({ title }) => title !== null).length > 1
  return (
    <>
      <div ref={sets}>
        {properties.map((set) =>
          hasTitles && set.title !== null ? (
            <details key={set.id} open={!set.isCollapsed} className={styles.set}>
              <summary>
                <h2>{set.title}</h2>
              </summary>
              <Properties fields={set.fields} label={set.title} isPart />
            </details>
          ) : (
            <Properties key={set.id} fields={set.fields} isPart />
          ),
        )}
      </div>
      {[...links, ...files, ...references].map(({ field, entry }) => (
        <div key={field.field_id} className={styles.section}>
          <EditableBlock field={field} entry={entry} count={countEntries(entry)} isSmall>
            <div data-screen>
              <LinkGraph artifact={artifact} positioned={{ field, entry }} />
              <NewChild artifact={artifact} field={field} />
            </div>
          </EditableBlock>
        </div>
      ))}
      {facts.length > 0 && (
        <div className={styles.section}>
          <Facts fields={facts} />
        </div>
      )}
    </>
  )
}

interface LinkGraphProps {
  readonly artifact: OpenArtifact
  readonly positioned: Layout['links'][number]
}

/** A button that shows the links as a graph, if there are any. */
function LinkGraph({ artifact, positioned: { field, entry } }: LinkGraphProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const ends = getLinkEnds(entry)
  if (ends === null) return null
  return (
    <>
      <Button kind="quiet" icon="branch" onPress={() => setOpen(true)}>
        {texts.artifact.linkGraph}
      </Button>
      {isOpen && (
        <Suspense>
          <LinkGraphDialog artifact={artifact} ends={ends} types={field.allowed_types} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

interface NewChildProps {
  readonly artifact: OpenArtifact
  readonly field: Field
}

/** A button that creates an artifact as a child of this one, where the user may link one. */
function NewChild({ artifact, field }: NewChildProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const { user, frozen } = useFieldContext()
  const hasChildren = field.allowed_types?.some(({ shortname }) => shortname === '_is_child')
  const isAllowed = user !== null && field.permissions.includes('update') && !frozen.has(field.field_id)
  if (!hasChildren || !isAllowed) return null
  return (
    <>
      <Button kind="quiet" icon="plus" onPress={() => setOpen(true)}>
        {texts.artifact.createChild}
      </Button>
      {isOpen && (
        <Suspense>
          <CreateChildDialog artifact={artifact} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
