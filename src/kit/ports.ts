import type { Caller } from './caller.ts'
import type { Reader, Tx } from './db/db.ts'
import type { ArtifactId, JobId, ProjectId, UserGroupId } from './ids.ts'
import type { EpochSeconds } from './time.ts'

/** The time. */
export interface Clock {
  now(): EpochSeconds
}

/** Later work: a row of the same transaction as the change that causes it, done by the worker of any node. */
export interface Jobs {
  enqueue(tx: Tx, kind: string, payload: unknown, runAt?: EpochSeconds): Promise<JobId>
  /** Many of a kind, one for each payload. */
  enqueueEach(tx: Tx, kind: string, payloads: readonly unknown[], runAt?: EpochSeconds): Promise<void>
}

/** Where a new project takes its content from. */
export type ProjectTemplate =
  | { readonly kind: 'project'; readonly project: ProjectId }
  | { readonly kind: 'built-in'; readonly name: string }

/** What a copy from one project to another has to know of what was copied before. */
export interface ProjectCopy {
  readonly from: ProjectTemplate
  readonly to: ProjectId
  /** Static user groups of the template and their copies. */
  readonly groups: ReadonlyMap<UserGroupId, UserGroupId>
  readonly caller: Caller
}

/** What a slice adds to every project. A slice above `projects` offers; `projects` never knows who. */
export interface Offer {
  /** Its entry in `resources` of a project (contract 10 §8.2). */
  readonly resource: string
  /** Short name of the service that switches it on, e.g. `plugin_tracker`. */
  readonly service?: string
  /** Copies its part when a project is made from a template. */
  copy?(tx: Tx, copy: ProjectCopy): Promise<void>
  /** Projects, of those given, in which the caller administers something of this slice (contract 10 §8.3). */
  administeredBy?(reader: Reader, caller: Caller): Promise<ReadonlySet<ProjectId> | 'all'>
}

/** Bytes kept beside the database, named by us; content is written before the row that speaks of it. */
export interface Files {
  /** Stores a stream under a new name and returns it with the size; durable when it resolves. */
  store(content: AsyncIterable<Uint8Array>): Promise<{ readonly name: string; readonly size: number }>
  read(name: string, range?: { readonly start: number; readonly end: number }): AsyncIterable<Uint8Array>
  remove(name: string): Promise<void>
  /** Every name there is, with the time its bytes were complete; half-written ones without a name are told too. */
  list(): AsyncIterable<{ readonly name: string; readonly storedOn: EpochSeconds; readonly isComplete: boolean }>
}

/** Where deleted artifacts are kept (contract 30 §8). */
export interface DeletedItems {
  /** Writes an artifact with its history and files, as it is at this moment; durable when it resolves. */
  keep(artifact: ArtifactId): Promise<KeptItem>
}

export interface KeptItem {
  /** of the artifact as it was written */
  readonly version: number
  /** Takes the copy away: the artifact was not deleted. */
  discard(): Promise<void>
}

/** The built-in templates that `xml_template_name` may name (contract 10 §8.5). */
export interface BuiltInTemplates {
  has(name: string): boolean
  names(): readonly string[]
}

/** One mail to one person. */
export interface Message {
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Without angle brackets. */
  readonly messageId: string
  /** Messages of the same thread that came before, the first one first. */
  readonly references: readonly string[]
  readonly headers: Readonly<Record<string, string>>
}

/** The way out for mail; resolves once a server took the message. */
export interface Mail {
  /** The domain that message ids end with. */
  readonly domain: string
  send(message: Message): Promise<void>
}
