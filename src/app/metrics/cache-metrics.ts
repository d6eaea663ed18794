import type { World } from '../../world/model/world.ts'
import type { Metric } from './format-metric.ts'

/** Returns metrics of the caches of this node. */
export function describeCaches({ bodyCache, idSets }: Pick<World, 'bodyCache' | 'idSets'>): Metric[] {
  const { bytes, hits, misses } = bodyCache.statistics()
  return [
    {
      name: 'tulipwood_cache_bytes',
      type: 'gauge',
      help: 'Memory of a cache',
      samples: [
        { labels: { cache: 'bodies' }, value: bytes },
        { labels: { cache: 'id_sets' }, value: idSets.bytes },
      ],
    },
    {
      name: 'tulipwood_body_cache_lookups_total',
      type: 'counter',
      help: 'Lookups of cached bodies of responses',
      samples: [
        { labels: { result: 'hit' }, value: hits },
        { labels: { result: 'miss' }, value: misses },
      ],
    },
  ]
}
