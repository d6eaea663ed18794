import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { useMemoryStorage } from '../kit/repositories.ts'
import { openServer } from '../kit/server.ts'
import type { Divergence } from './golden/compare.ts'
import { type Difference, deliberate, explainDifference } from './golden/differences.ts'
import { replaceIds } from './golden/ids.ts'
import { RecordedClock } from './golden/recorded-clock.ts'
import { blocks, type Recording, readRecordings } from './golden/records.ts'
import { type Replay, replayRecordings } from './golden/replay.ts'
import { laterRequests } from './golden/unimplemented.ts'
import { loadGoldenState } from './golden-state.ts'

// `GOLDEN_ON=postgres` replays on PostgreSQL: the responses must not depend on the database.
const dialect = process.env['GOLDEN_ON'] === 'postgres' ? 'postgres' : 'sqlite'

const environment = {
  TULIPWOOD_PUBLIC_URL: 'https://tuleap.example.com',
  TULIPWOOD_TIMEZONE: 'Europe/Paris',
  TULIPWOOD_TRUSTED_PROXIES: '127.0.0.1',
}

const replays = new Map<number, Replay>()
const numbered = blocks.map((files, i) => ({ block: i + 1, files }))

describe.each(numbered)('block $block of the recordings', ({ block, files }) => {
  let close = async (): Promise<void> => {}
  let done: Replay

  beforeAll(async () => {
    const clock = new RecordedClock()
    const server = await openServer(dialect, environment, { clock })
    close = () => server.close()
    // The responses must not depend on an installed Subversion.
    useMemoryStorage(server.world)
    await loadGoldenState(server.world)
    // The recordings fail to sign in more often than the default limit allows.
    await changeSettings(server.world, { kind: 'system', reason: 'test' }, { failed_sign_ins_per_minute: 1000 })
    const port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
    const adminKey = server.keys.get('admin') ?? ''
    done = await replayRecordings({ world: server.world, clock, port, adminKey }, readRecordings(files))
    replays.set(block, done)
  })
  afterAll(() => close())

  it('returns the recorded responses except for listed differences', () => {
    const unexplained = done.replayed.flatMap(({ record, divergences }) =>
      divergences
        .filter((divergence) => explainDifference(record, divergence) === undefined)
        .map((divergence) => ({ ...divergence, record })),
    )
    expect(formatDivergences(unexplained)).toEqual([])
  })

  it('returns every object of the archives', () => {
    // The reference lost the title of this one (golden/differences.ts).
    expect(done.unknown.filter((one) => !one.startsWith('artifact 21: '))).toEqual([])
  })

  it('assigns the recorded ids', () => {
    const moved = replaceIds(done.map)
    // Files are numbered in the order of their creation.
    expect(moved.filter(({ kind }) => !/^(field|service|file)$/.test(kind))).toEqual([])
    // The reference has no burnup and step definition fields, so the ids of later fields differ.
    expect(moved.filter(({ kind, by }) => kind === 'field' && (by < 1 || by > 4))).toEqual([])
  })
})

describe('the lists of differences', () => {
  it('contain only differences that occur', () => {
    const used = new Set<Difference | undefined>()
    for (const { replayed } of replays.values())
      for (const { record, divergences } of replayed)
        for (const one of divergences) used.add(explainDifference(record, one))
    expect(deliberate.filter((entry) => !used.has(entry)).map(({ reason }) => reason)).toEqual([])
  })

  it('contain only later requests that occur', () => {
    const used = new Set([...replays.values()].flatMap((one) => one.later.map(({ entry }) => entry)))
    expect(laterRequests.filter((entry) => !used.has(entry)).map(({ what }) => what)).toEqual([])
  })

  it('cover every recording', () => {
    const all = blocks.flatMap((files) => readRecordings(files).map(({ id }) => id))
    const accounted = [...replays.values()].flatMap((one) => [...one.replayed, ...one.later])
    expect(accounted.map(({ record }) => record.id).sort()).toEqual(all.sort())
    console.log(counts(all.length))
  })
})

interface Unexplained extends Divergence {
  readonly record: Recording
}

/** One line per kind of difference, with the number of its recordings. */
function formatDivergences(unexplained: readonly Unexplained[]): string[] {
  const groups = Map.groupBy(unexplained, ({ kind, path }) => `${kind} ${path}`)
  return [...groups].flatMap(([key, all]) => {
    const distinct = new Map(all.map((one) => [`${one.theirs} | ${one.ours}`, one]))
    return [...distinct.values()].slice(0, 10).map(({ record, theirs, ours }) => {
      const { method, path } = record.request
      return `${key} ×${all.length}, ${record.id} ${method} ${path}: recorded ${theirs}, ours ${ours}`
    })
  })
}

function counts(total: number): string {
  const by = new Map<string, number>()
  const add = (name: string) => by.set(name, (by.get(name) ?? 0) + 1)
  const replayed = [...replays.values()].flatMap((one) => one.replayed)
  for (const { record, divergences } of replayed) {
    const reasons = new Set(divergences.map((divergence) => explainDifference(record, divergence)))
    for (const reason of reasons)
      add(reason === undefined ? 'not explained' : `on purpose, ${reason.because}: ${reason.reason}`)
  }
  for (const { later: laterReplays } of replays.values())
    for (const { entry } of laterReplays) add(`issue ${entry.issue}: ${entry.what}`)
  const equal = replayed.filter(({ divergences }) => divergences.length === 0).length
  const lines = [...by].sort(([a], [b]) => a.localeCompare(b)).map(([name, n]) => `${String(n).padStart(6)}  ${name}`)
  return [
    `${total} recordings: ${replayed.length} replayed, ${total - replayed.length} for later issues`,
    `${String(equal).padStart(6)}  equal in everything`,
    ...lines,
  ].join('\n')
}
