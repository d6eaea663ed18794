import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

const within = (statement: string): string =>
  `const change = (world: World) => world.db.write(async (tx, db) => { ${statement} })`

const reported = [
  within('return world.db.read.selectFrom()'),
  within('return world.db.snapshot(load)'),
  within('return getSettings(world)'),
  within('return load({ world })'),
  within('return load({ ...world })'),
  'const save = (tx: Tx, world: World) => world',
  'const save = (tx: Tx, world: Deps) => world',
  'const save = (tx: Tx, world: CommandWorld) => world',
  within('return getSettings(withReads(world))').replace('World', 'CommandWorld'),
  'const save = (tx: Tx) => tx.selectFrom().forUpdate()',
  'const work = (world: World) => world.cache.refresh()',
  'const work = ({ cache }: World) => cache.refreshWith(reading)',
]

const accepted = [
  within('return db.read.selectFrom()'),
  within('return world.clock.now()'),
  within('return save(tx, world)'),
  within('return getSettings({ ...world, db })'),
  'const load = (world: World) => world.db.read.selectFrom()',
  "const save = (tx: Tx, world: Pick<World, 'clock'>) => world",
  'const save = (tx: Tx, world: UnitWorld) => world.db.read',
  'const work = async (idle: IdleWorld) => load(await beginWork(idle))',
  'const wait = (timer: NodeJS.Timeout) => timer.refresh()',
]

const reportedCommands = [
  "import type { World } from '../../world/model/world.ts'",
  'const load = (world: CommandWorld) => findTracker(withReads(world).db.read)',
  'const load = (world: CommandWorld) => withReads(world)',
  'const load = (world: CommandWorld) => { const { db } = withReads(world) }',
]

const acceptedCommands = [
  'const load = (world: CommandWorld) => getSettings(withReads(world))',
  'const load = (world: CommandWorld) => world.db.write((tx) => findTracker(tx))',
]

/** Each text is in a file of its own, and one run of the check reads all of them. */
const texts = new Map(
  [...reported, ...accepted, ...reportedCommands, ...acceptedCommands].map((text, n) => [
    text,
    reportedCommands.includes(text) || acceptedCommands.includes(text) ? `commands/some-${n}.ts` : `some-${n}.ts`,
  ]),
)

describe('the check for reads and locks outside of the transaction', () => {
  let report: readonly string[] = []
  beforeAll(async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'tulipwood-units-'))
    await mkdir(path.join(root, 'src/trackers/commands'), { recursive: true })
    for (const [text, name] of texts)
      await writeFile(path.join(root, 'src/trackers', name), `type Deps = Pick<World, 'db' | 'cache'>\n${text}\n`)
    const output = await new Promise<string>((resolve) =>
      execFile(process.execPath, ['tools/check-units.mjs', root], (_problem, _stdout, stderr) => resolve(stderr)),
    )
    report = output.split('\n')
    await rm(root, { recursive: true, force: true })
  })

  const findLines = (text: string): readonly string[] =>
    report.filter((line) => line.startsWith(`src/trackers/${texts.get(text)}:`))
  const expectReported = (text: string): void =>
    expect(findLines(text)).toContainEqual(expect.stringContaining(`src/trackers/${texts.get(text)}:2: `))
  const expectAccepted = (text: string): void => expect(findLines(text)).toEqual([])

  it.each(reported)('reports %s', expectReported)
  it.each(accepted)('accepts %s', expectAccepted)
  it.each(reportedCommands)('reports %s in a command', expectReported)
  it.each(acceptedCommands)('accepts %s in a command', expectAccepted)

  it('reports nothing else', () => {
    const files = [...texts.values()].map((name) => `src/trackers/${name}:`)
    expect(report.filter((line) => line !== '' && !files.some((file) => line.startsWith(file)))).toEqual([])
  })
})
