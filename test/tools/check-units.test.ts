import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('the check for reads and locks outside of the transaction', () => {
  let root = ''
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'tulipwood-units-'))
    await mkdir(path.join(root, 'src/trackers/commands'), { recursive: true })
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  const check = async (text: string, name = 'some.ts'): Promise<string> => {
    const file = path.join(root, 'src/trackers', name)
    await writeFile(file, `type Deps = Pick<World, 'db' | 'cache'>\n${text}\n`)
    const report = await new Promise<string>((resolve) =>
      execFile(process.execPath, ['tools/check-units.mjs', root], (_problem, _stdout, stderr) => resolve(stderr)),
    )
    await rm(file)
    return report
  }
  const within = (statement: string): string =>
    `const change = (world: World) => world.db.write(async (tx, db) => { ${statement} })`

  it.each([
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
  ])('reports %s', async (text) => expect(await check(text)).toContain('src/trackers/some.ts:2: '))

  it.each([
    within('return db.read.selectFrom()'),
    within('return world.clock.now()'),
    within('return save(tx, world)'),
    within('return getSettings({ ...world, db })'),
    'const load = (world: World) => world.db.read.selectFrom()',
    "const save = (tx: Tx, world: Pick<World, 'clock'>) => world",
    'const save = (tx: Tx, world: UnitWorld) => world.db.read',
    'const work = async (idle: IdleWorld) => load(await beginWork(idle))',
    'const wait = (timer: NodeJS.Timeout) => timer.refresh()',
  ])('accepts %s', async (text) => expect(await check(text)).toBe(''))

  it.each([
    "import type { World } from '../../world/model/world.ts'",
    'const load = (world: CommandWorld) => findTracker(withReads(world).db.read)',
    'const load = (world: CommandWorld) => withReads(world)',
    'const load = (world: CommandWorld) => { const { db } = withReads(world) }',
  ])('reports %s in a command', async (text) =>
    expect(await check(text, 'commands/some.ts')).toContain('src/trackers/commands/some.ts:2: '),
  )

  it.each([
    'const load = (world: CommandWorld) => getSettings(withReads(world))',
    'const load = (world: CommandWorld) => world.db.write((tx) => findTracker(tx))',
  ])('accepts %s in a command', async (text) => expect(await check(text, 'commands/some.ts')).toBe(''))
})
