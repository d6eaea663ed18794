import type { Static } from 'typebox'
import type { Translate } from '../../kit/messages/translate.ts'
import { Type } from '../../kit/values/schema.ts'
import { type EpochSeconds, formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import { factNames, factUnits, type HealthItem, healthNames, healthStates, worstState } from '../model/health.ts'
import type { ServerNode } from '../model/node.ts'

const closed = { additionalProperties: false }

const HealthFactRepresentation = Type.Object(
  {
    name: Type.Enum([...factNames]),
    unit: Type.Enum([...factUnits]),
    value: Type.Union([Type.String(), Type.Number()], { description: 'A date is in ISO 8601.' }),
  },
  { ...closed, title: 'HealthFact' },
)

const HealthItemRepresentation = Type.Object(
  {
    name: Type.Enum([...healthNames]),
    state: Type.Enum([...healthStates]),
    message: Type.String({ description: 'The result, or the problem and how to solve it.' }),
    facts: Type.Array(HealthFactRepresentation),
  },
  { ...closed, title: 'HealthItem' },
)

const ServerNodeRepresentation = Type.Object(
  {
    name: Type.String(),
    version: Type.String(),
    started_on: Type.String(),
    seen_on: Type.String({ description: 'When it last reported that it runs; each node does so every minute.' }),
    is_lost: Type.Boolean({ description: 'It has not reported for several minutes, and did not stop by itself.' }),
    is_own: Type.Boolean({ description: 'It has answered this request.' }),
  },
  { ...closed, title: 'ServerNode' },
)

export const SiteHealthRepresentation = Type.Object(
  {
    state: Type.Enum([...healthStates], { description: 'The worst state of the items.' }),
    checked_on: Type.String(),
    items: Type.Array(HealthItemRepresentation),
    nodes: Type.Array(ServerNodeRepresentation),
  },
  { ...closed, title: 'SiteHealth' },
)
export type SiteHealthRepresentation = Static<typeof SiteHealthRepresentation>
export type HealthItemRepresentation = Static<typeof HealthItemRepresentation>

interface SiteHealth {
  readonly checkedOn: EpochSeconds
  readonly items: readonly HealthItem[]
  readonly nodes: readonly (ServerNode & { readonly isLost: boolean; readonly isOwn: boolean })[]
}

export function representSiteHealth(
  { checkedOn, items, nodes }: SiteHealth,
  { timezone }: Pick<Viewer, 'timezone'>,
  translate: Translate,
): SiteHealthRepresentation {
  return {
    state: worstState(items),
    checked_on: formatIsoDate(checkedOn, timezone),
    items: items.map(({ name, state, message, facts }) => ({
      name,
      state,
      message: translate(message) ?? `${message}`,
      facts: facts.map(({ name: fact, unit, value }) => ({
        name: fact,
        unit,
        value: unit === 'date' && typeof value === 'number' ? formatIsoDate(value, timezone) : value,
      })),
    })),
    nodes: nodes.map((node) => ({
      name: node.name,
      version: node.version,
      started_on: formatIsoDate(node.startedOn, timezone),
      seen_on: formatIsoDate(node.seenOn, timezone),
      is_lost: node.isLost,
      is_own: node.isOwn,
    })),
  }
}
