import type { EpochSeconds } from '../../kit/values/time.ts'

/** A process of the server that uses the database. */
export interface ServerNode {
  readonly name: string
  readonly version: string
  readonly startedOn: EpochSeconds
  readonly seenOn: EpochSeconds
}

/** Interval in which a node reports that it runs. */
export const nodeReportSeconds = 60

/** A node that has missed a few reports has been lost: one that stops removes its row. */
export const isNodeLost = ({ seenOn }: Pick<ServerNode, 'seenOn'>, now: EpochSeconds): boolean =>
  now - seenOn > 4 * nodeReportSeconds

/** Time for which a lost node is reported; then it is considered replaced. */
export const lostNodeSeconds = 3600
