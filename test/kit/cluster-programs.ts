// Finds the programs of a cluster, without which its tests are skipped. A vitest global setup.
import type { TestProject } from 'vitest/node'
import { findMissingPrograms } from '../../bench/cluster/parts.ts'
import { reportSkipped } from './report-skipped.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly hasClusterPrograms: boolean
  }
}

export function setup(project: TestProject): () => void {
  const missing = findMissingPrograms()
  project.provide('hasClusterPrograms', missing.length === 0)
  return () => {
    if (missing.length > 0) reportSkipped(`tests of a cluster: not installed: ${missing.join(', ')}`)()
  }
}
