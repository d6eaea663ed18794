import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { ArtifactId, TrackerId } from '../../src/kit/values/ids.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import { getRounds } from '../kit/rounds.ts'
import { onEachDatabase } from '../kit/server.ts'
import { createInstallation, type ServerInstallation } from '../kit/server-process.ts'

/** Number of kills per database; `npm run drill:kills` does so for other requests. */
const kills = getRounds('TULIPWOOD_KILLS', { quick: 1, full: 2 })
const count = 200

onEachDatabase((dialect) => {
  describe('a server that is killed during', () => {
    it.each(['a change of many artifacts', 'an import'])(
      '%s applies all or nothing, and a repeated request with the same key is executed once',
      async (kind) => {
        const home = await createInstallation(dialect)
        try {
          const tracker = home.project.trackers.get('task') as TrackerId
          const points = home.project.fields.get('task:points')
          const artifacts = await createArtifacts(home)
          let interrupted = 0
          for (let n = 1; n <= kills; n++) {
            const send = (api: string) =>
              fetch(`${api}trackers/${tracker}/${kind === 'an import' ? 'artifact_imports' : 'artifact_changes'}`, {
                method: 'POST',
                headers: { ...home.headers, 'idempotency-key': `round-${n}` },
                body: JSON.stringify(
                  kind === 'an import'
                    ? { content: `id,points\n${artifacts.map((id) => `${id},${n}\n`).join('')}` }
                    : { artifacts: artifacts, values: [{ field_id: points, value: n }], all_or_nothing: true },
                ),
              })
            const first = await home.startServer()
            const response = send(first.api).then(
              ({ status }) => status,
              () => null,
            )
            await sleep(20 + 30 * n)
            await first.kill()
            const world = await home.openWorld()
            const rows = await world.db.read
              .selectFrom('value_number')
              .select('value')
              .where('field_id', '=', points as never)
              .execute()
            expect([...new Set(rows.map(({ value }) => Number(value)))]).toHaveLength(1)
            expect(rows).toHaveLength(count)
            await world.db.close()
            if ((await response) === null) interrupted += 1
            const second = await home.startServer()
            try {
              expect((await send(second.api)).status).toBe(200)
            } finally {
              await second.kill()
            }
            const after = await home.openWorld()
            const changes = await after.db.read.selectFrom('changeset').select('id').execute()
            expect(changes).toHaveLength(count * (n + 1))
            if (n === kills) expect(await findContradictions(after.db)).toEqual([])
            await after.db.close()
          }
          expect(interrupted).toBeGreaterThan(0)
        } finally {
          await home.remove()
        }
      },
      // Three servers start from their sources in each round, which takes long on a busy machine.
      120_000 + kills * 30_000,
    )
  })
})

/** Creates artifacts through a server process, because `createInstallation` has closed its database. */
async function createArtifacts(home: ServerInstallation): Promise<ArtifactId[]> {
  const server = await home.startServer()
  try {
    const content = `title,points\n${'x,0\n'.repeat(count)}`
    const response = await fetch(`${server.api}trackers/${home.project.trackers.get('task')}/artifact_imports`, {
      method: 'POST',
      headers: home.headers,
      body: JSON.stringify({ content }),
    })
    const { lines }: any = await response.json()
    return lines.map(({ artifact }: any) => artifact.id)
  } finally {
    await server.kill()
  }
}
