import { recordHistory } from '../../artifacts/commands/record-history.ts'
import type { Artifact } from '../../artifacts/model/artifact.ts'
import { loadArtifacts } from '../../artifacts/store/artifacts.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import { readXml } from '../../kit/xml/read.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { silent } from '../findings.ts'
import { readArtifact } from '../reading/artifact.ts'
import { withOurs } from '../reading/ours.ts'
import { keyOfTracker } from '../reading/tracker.ts'
import { attachFiles } from './attach-files.ts'
import type { HistoryWriting, Replayed } from './history-writing.ts'
import { type OpenValues, openValues } from './open-values.ts'
import { replayHistory } from './replay-history.ts'
import { takeStepIds } from './take-step-ids.ts'

export interface WrittenHistories {
  readonly changesets: number
  readonly comments: number
  readonly links: number
  readonly files: number
}

type Read = Omit<Replayed, 'artifact'> & { readonly id: ArtifactId }

// Memory holds one batch: whichever limit is met first ends it. With larger ones much is kept through two collections
// and the heap grows fivefold, without writing any faster.
const mostArtifacts = 100
const mostChangesets = 500

/** Contract 30 §9.4 rule 1, second pass: project.xml is read again and histories are written batch by batch. */
export async function writeHistories(tx: Tx, writing: HistoryWriting): Promise<WrittenHistories> {
  const written = { changesets: 0, comments: 0, links: 0, files: 0 }
  const typed = openValues()
  const made = new Set(writing.artifacts.values())
  let batch: Read[] = []
  let changesets = 0
  let done = 0

  const flush = async (): Promise<void> => {
    if (batch.length === 0) return
    const added = await writeBatch(tx, batch, writing, { typed, made })
    for (const key of ['changesets', 'comments', 'links', 'files'] as const) written[key] += added[key]
    done += batch.length
    writing.onArtifacts?.(done)
    batch = []
    changesets = 0
  }
  const take = async (element: XmlElement, ancestors: readonly XmlElement[]): Promise<void> => {
    const id = writing.artifacts.get(element.attributes['id']?.trim() ?? '')
    const holder = ancestors.at(-2)
    const tracker = holder && writing.trackers.get(keyOfTracker(holder))
    // One without changesets was left out (rule 1).
    if (id === undefined || tracker === undefined) return
    const archived = withOurs(readArtifact(element, { ...writing, notes: silent }), writing.ours)
    batch.push({ archived, id, tracker })
    changesets += archived.changesets.length
    if (batch.length >= mostArtifacts || changesets >= mostChangesets) await flush()
  }
  await readXml(await writing.archive.read('project.xml'), {
    each: { 'project/trackers/tracker/artifacts/artifact': take },
  })
  await flush()
  return written
}

async function writeBatch(
  tx: Tx,
  read: readonly Read[],
  writing: HistoryWriting,
  { typed, made }: { readonly typed: OpenValues; readonly made: ReadonlySet<ArtifactId> },
): Promise<WrittenHistories> {
  const batch = await withArtifacts(tx, read)
  const { replayed, fileOf, files } = await attachFiles(tx, batch, writing)
  await typed.make(tx, replayed, writing)
  const takeStepId = await takeStepIds(tx, replayed)
  const histories = replayed.map((each) =>
    replayHistory(each, writing, {
      fileOf: (key) => fileOf(each.artifact.id, key),
      openValueOf: typed.idOf,
      takeStepId,
    }),
  )
  const after = await recordHistory(tx, histories, made)
  return {
    changesets: histories.reduce((sum, history) => sum + history.changesets.length, 0),
    comments: histories
      .flatMap((history) => history.changesets)
      .reduce((sum, { comments }) => sum + comments.length, 0),
    links: after.reduce((sum, artifact, index) => sum + linksOf(artifact, batch[index]?.tracker), 0),
    files,
  }
}

/** The bare artifacts are read when their turn comes: a hundred thousand of them would fill the memory. */
async function withArtifacts(tx: Tx, read: readonly Read[]): Promise<Replayed[]> {
  const artifacts = await loadArtifacts(
    tx,
    read.map(({ id }) => id),
  )
  return read.map(({ id, archived, tracker }) => {
    const artifact = artifacts.get(id)
    if (artifact === undefined) throw new Error(`The artifact ${id} was not made`)
    return { archived, artifact, tracker }
  })
}

/** Forward links an artifact has now. */
function linksOf({ values }: Artifact, tracker: Tracker | undefined): number {
  const field = tracker?.fields.find(({ type }) => type === 'art_link')
  const links = field === undefined ? undefined : values[field.id]
  return Array.isArray(links) ? links.length : 0
}
