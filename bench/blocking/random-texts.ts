import { randomBytes } from 'node:crypto'
import type { DrillData } from './data.ts'
import type { Scenario } from './scenario.ts'
import { sendRequest } from './send.ts'

/** More than the number of texts that SQLite leaves unindexed (database/sql/unindexed-texts.ts). */
const count = 70

/** Texts of 64 KB of random characters, without repeated parts: the most expensive to index and delete. */
export const createRandomTextScenarios = (url: string, data: DrillData): readonly Scenario[] =>
  (['POST', 'PUT'] as const).map((method) => ({
    name: `${method} /artifacts`,
    input: `${count} random texts`,
    async run() {
      let last = { status: 0, bytes: 0 }
      for (let n = 0; n < count; n++)
        last = await sendRequest(url, {
          method,
          path: method === 'POST' ? '/api/artifacts' : `/api/artifacts/${data.artifacts[30]}`,
          headers: { 'x-auth-accesskey': data.member, 'content-type': 'application/json' },
          body: JSON.stringify({
            ...(method === 'POST' ? { tracker: { id: data.tracker } } : {}),
            values: [
              { field_id: data.fields['summary'], value: 'random' },
              {
                field_id: data.fields['details'],
                value: { format: 'text', content: randomBytes(48_000).toString('base64').slice(0, 65_000) },
              },
            ],
          }),
        })
      return last
    },
  }))
