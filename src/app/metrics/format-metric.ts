interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

export interface Metric {
  /** In snake case, with its unit as suffix; a counter ends with `_total`. */
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  readonly samples: readonly Sample[]
}

/** Returns a gauge with one value; undefined: none now. */
export const createGauge = (name: string, help: string, value: number | undefined): Metric => ({
  name,
  type: 'gauge',
  help,
  samples: value === undefined ? [] : [{ value }],
})

/** Returns a metric in the text format of Prometheus; without samples, an empty text. */
export function formatMetric({ name, type, help, samples }: Metric): string {
  if (samples.length === 0) return ''
  const lines = samples.map(({ labels, value }) => `${name}${formatLabels(labels ?? {})} ${value}`)
  return `${[`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n')}\n`
}

/** Returns labels in braces; without labels, an empty text. */
export function formatLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escapeLabel = (text: string): string => text.replaceAll(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')
