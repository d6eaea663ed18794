import type { Caller } from './caller.ts'
import type { Reader, Tx } from './db/db.ts'
import type { ArtifactId, JobId, ProjectId, UserGroupId, UserId } from './ids.ts'
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
export interface ProjectFeature {
  /** Its entry in `resources` of a project (docs/api/projects.md §2). */
  readonly resource: string
  /** Short name of the service that switches it on, e.g. `plugin_tracker`. */
  readonly service?: string
  /** Copies its part when a project is made from a template. */
  copy?(tx: Tx, copy: ProjectCopy): Promise<void>
  /** Projects, of those given, in which the caller administers something of this slice (docs/api/projects.md §3). */
  administeredBy?(reader: Reader, caller: Caller): Promise<ReadonlySet<ProjectId> | 'all'>
}

/**
 * Bytes kept beside the database, named by us; content is written before the row that speaks of it. A store that
 * cannot be reached refuses ('unavailable'), whatever it is asked.
 */
export interface Files {
  /** Stores a stream under a new name and returns it with the size; durable when it resolves. */
  store(content: AsyncIterable<Uint8Array>): Promise<{ readonly name: string; readonly size: number }>
  /** The same for a finished file of this machine, which stays where it is. */
  adopt(path: string): Promise<{ readonly name: string; readonly size: number }>
  /** Takes what another store has under this name; returns the size. Durable when it resolves. */
  take(name: string, content: AsyncIterable<Uint8Array>): Promise<number>
  /** How many bytes lie under a name; undefined: there is nothing. */
  sizeOf(name: string): Promise<number | undefined>
  /**
   * `end` is the last byte wanted, not the one after it. Nothing is asked of the store before the first piece is; that
   * fails with `BytesMissing` when there is nothing under this name (uploads/reads/read-stored-bytes.ts asks for it early).
   */
  read(name: string, range?: ByteRange): AsyncIterable<Uint8Array>
  /** Whether it was there does not matter. */
  remove(name: string): Promise<void>
  /** Everything there is; what never became complete is told too, under a name that can be removed as well. */
  list(): AsyncIterable<StoredBytes>
}

export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface StoredBytes {
  readonly name: string
  /** When its bytes were complete, or when the writing began. */
  readonly storedOn: EpochSeconds
  /** What has arrived, where it is not complete; 0 where the store does not say. */
  readonly size: number
  readonly isComplete: boolean
}

/** The store answers, and has nothing under this name. */
export class BytesMissing extends Error {
  constructor(name: string) {
    super(`No bytes are stored under the name ${name}`)
    this.name = 'BytesMissing'
  }
}

/** What arrived so far of content that arrives in pieces: files of this machine, which all nodes share. */
export interface Staging {
  pathOf(name: string): string
  /** Bytes that arrived; 0 when none did. */
  sizeOf(name: string): Promise<number>
  /** Removes them, if there are any. */
  remove(name: string): Promise<void>
  list(): AsyncIterable<{ readonly name: string; readonly changedOn: EpochSeconds }>
  /** Bytes that still fit on the disk. */
  freeBytes(): Promise<number>
}

/** What else is done about something in the transaction of who tells. */
export type TransactionHook<Subject> = (tx: Tx, about: Subject, at: EpochSeconds) => Promise<void>

/** Archives that people upload to make projects of them (docs/api/projects.md §5). */
export interface ProjectArchives {
  /** Refuses one that the disk has no room for. */
  assertRoom(bytes: number): Promise<void>
  /** From now on the archive of a project that is reserved by the same transaction may arrive; where to. */
  expect(tx: Tx, archive: ExpectedArchive): Promise<string>
}

export interface ExpectedArchive {
  readonly project: ProjectId
  readonly shortName: string
  readonly userId: UserId
  readonly fileName: string
  readonly size: number
}

/** Where deleted artifacts are kept (docs/api/archive-format.md §4). */
export interface DeletedItems {
  /** Writes an artifact with its history and files, as it is at this moment; durable when it resolves. */
  archive(artifact: ArtifactId): Promise<ArchivedItem>
}

export interface ArchivedItem {
  /** of the artifact as it was written */
  readonly version: number
  /** Takes the copy away: the artifact was not deleted. */
  discard(): Promise<void>
}

/** The built-in templates that `xml_template_name` may name (docs/api/projects.md §5). */
export interface BuiltInTemplates {
  has(name: string): boolean
  names(): readonly string[]
}

/**
 * Whether this server can have Subversion repositories: the programs are missing, their server is down, all is well.
 */
export type RepositoryState = 'absent' | 'degraded' | 'ready'

/**
 * Subversion repositories on the disk, each in a folder whose name the storage makes up. A folder is complete before a
 * row speaks of it; one that no row speaks of is swept away (docs/api/subversion.md §2, decision 0033).
 */
export interface RepositoryStorage {
  state(): RepositoryState
  /**
   * Why repositories cannot work on this machine although their programs are installed, and the cure; null: they can.
   */
  problem(): string | null
  /** Durable, hooks included, when it resolves. A layout that cannot be made is a warning, and the repository empty. */
  create(wanted: {
    /** login, lower case */
    readonly author: string
    readonly layout: readonly string[]
  }): Promise<{ readonly folder: string; readonly warnings: readonly string[] }>
  /** Whether it was there does not matter. */
  remove(folder: string): Promise<void>
  /** Writes all of it beside the repositories; the name of the dump, durable when it resolves. */
  dump(folder: string, name: string): Promise<string>
  /** A repository from a dump, hooks included. */
  load(dump: string): Promise<{ readonly folder: string }>
  /** Its revisions up to this one in Subversion's dump format, read while they are written; locks are not in it. */
  dumpUntil(folder: string, revision: number): AsyncIterable<Uint8Array>
  /**
   * A repository from such bytes, checked, hooks included; fails with `DumpRefused` when Subversion does not take them.
   */
  loadFrom(dump: AsyncIterable<Uint8Array>): Promise<{ readonly folder: string; readonly youngest: number }>
  /** Tells every commit, the first one first. */
  eachCommit(folder: string, tell: (commit: LoggedCommit) => Promise<void>): Promise<void>
  removeDump(dump: string): Promise<void>
  dumpPath(dump: string): string
  /** Of the repository as programs want it. */
  path(folder: string): string
  has(folder: string): Promise<boolean>
  /** Whether this very text is its access file. */
  hasAccessFile(folder: string, text: string): Promise<boolean>
  /** Puts an access file in force if Subversion takes it and none of a later turn is; otherwise leaves the old one. */
  putAccessFile(folder: string, text: string, turn: AccessFileVersion): Promise<PutAccessFile>
  /** What Subversion would say against an access file; null: nothing. Nothing changes. */
  checkAccessFile(folder: string, text: string): Promise<string | null>
  /** What `svnlook` says, given its command and what follows the path; fails when it complains. */
  look(folder: string, parameters: readonly string[]): Promise<Buffer>
  /** Everything there is, whether a row speaks of it or not. */
  list(): AsyncIterable<{ readonly folder: string; readonly createdOn: EpochSeconds }>
}

/** What a commit says of itself; '' and 0 where it says nothing. */
export interface LoggedCommit {
  readonly revision: number
  readonly author: string
  readonly committedOn: EpochSeconds
  readonly message: string
  /** Every path that it changed or copied, a slash in front, none at the end. */
  readonly paths: readonly string[]
}

/** Bytes are no dump of a repository, or only a part of one. The message is Subversion's own, without paths of ours. */
export class DumpRefused extends Error {
  override readonly name = 'DumpRefused'
}

/** Of several nodes that write an access file, the one whose number is higher knows more. */
export interface AccessFileVersion {
  readonly number: number
  /** A higher number that nobody has given: what was written with it may be replaced. */
  readonly evenAfter?: number
}

export type PutAccessFile =
  | { readonly kind: 'in force' }
  | { readonly kind: 'refused'; readonly problem: string }
  | { readonly kind: 'overtaken'; readonly by: number }

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
