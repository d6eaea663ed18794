/** What monitoring reports of the connections to a database. Counts are those since the start of the process. */
export interface DatabaseStatistics {
  /** Connections to PostgreSQL; null: the embedded database needs none. */
  readonly connections: Connections | null
  /** Outages that have begun. */
  readonly outages: number
  /** Transactions that ran again because of other transactions. */
  readonly conflicts: number
  /** Reads that may run on a replica; null: none is configured. */
  readonly replica: ReplicaStatistics | null
}

/** Number of reads by the server that ran them. */
export interface ReplicaStatistics {
  readonly replica: number
  readonly primary: number
}

interface Connections {
  readonly maximum: number
  readonly open: number
  readonly idle: number
  /** Pieces of work that wait for a connection. */
  readonly waiting: number
}
