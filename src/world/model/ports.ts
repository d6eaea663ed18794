import type { Readable } from 'node:stream'
import type { Reader, Tx } from '../../database/db/db.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId, ProjectId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** The time. */
export interface Clock {
  now(): EpochSeconds
}

/** Source of the content of a new project. */
export type ProjectTemplate =
  | { readonly kind: 'project'; readonly project: ProjectId }
  | { readonly kind: 'built-in'; readonly name: string }

/** Mapping from the source of a copied project to the copy. */
export interface ProjectCopy {
  readonly from: ProjectTemplate
  readonly to: ProjectId
  readonly permit: Permit<'complete', { readonly id: ProjectId }>
  /** Static user groups of the template and their copies. */
  readonly groups: ReadonlyMap<UserGroupId, UserGroupId>
  readonly caller: Caller
}

/** What a slice adds to every project. Slices after `projects` provide it; `projects` does not know them. */
export interface ProjectFeature {
  /** Its entry in `resources` of a project (docs/api/projects.md §2). */
  readonly resource: string
  /** Short name of the service that enables it, e.g. `plugin_tracker`. */
  readonly service?: string
  /** Copies its part when a project is created from a template. */
  copy?(tx: Tx, copy: ProjectCopy): Promise<void>
  /**
   * Returns the projects in which the caller administers something that this slice has there (docs/api/projects.md §3,
   * `is_tracker_admin`).
   */
  administeredBy?(reader: Reader, caller: Caller): Promise<ReadonlySet<ProjectId>>
}

/** What a slice knows of accounts. Slices after `site` provide it; `site` does not know them. */
export interface AccountFeature {
  /** Revokes what the old password granted; called in the transaction that saves another one. */
  revokeGrants(tx: Tx, permit: Permit<'update', { readonly id: UserId }>): Promise<void>
}

/**
 * Store of bytes outside of the database under generated names; content is written before the row that refers to it.
 * Every operation throws 'unavailable' when the store cannot be reached.
 */
export interface Files {
  /** Stores a stream under a new name and returns the name with the size; durable when it resolves. */
  store(content: AsyncIterable<Uint8Array>): Promise<{ readonly name: string; readonly size: number }>
  /** Stores a finished file of this machine, which stays where it is. */
  adopt(path: string): Promise<{ readonly name: string; readonly size: number }>
  /** Stores content of another store under its name; returns the size. Durable when it resolves. */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<number>
  /** Returns the number of bytes under a name; undefined: there are none. */
  sizeOf(name: string): Promise<number | undefined>
  /**
   * Yields the bytes under a name; `end` is the last byte, not the one after it. The store is first accessed when the
   * first chunk is read; that throws `BytesMissing` when the name does not exist (uploads/reads/read-stored-bytes.ts
   * reads it early).
   */
  read(name: string, range?: ByteRange): AsyncIterable<Uint8Array>
  /** Removes the bytes of a name, if they exist. */
  remove(name: string): Promise<void>
  /** Lists everything in the store; incomplete content is included under a name that can be removed as well. */
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
  /** Bytes that arrived of incomplete content; 0 where the store does not report it. */
  readonly size: number
  readonly isComplete: boolean
}

/** The store responds, and has nothing under this name. */
export class BytesMissing extends Error {
  constructor(name: string) {
    super(`No bytes are stored under the name ${name}`)
    this.name = 'BytesMissing'
  }
}

/** Bytes of incomplete uploads, under names such as `tracker-88`: every node continues what another one began. */
export interface Staging {
  /** Returns how many bytes arrived; 0 when none did. */
  sizeOf(name: string): Promise<number>
  /**
   * Writes a body from an offset on, which is not beyond the bytes that arrived. Received bytes are durable when it
   * resolves, and kept even when the client stalls or the connection breaks.
   */
  append(name: string, arrival: StagingInput): Promise<ReceivedBytes>
  /** Removes the bytes after the first `size` ones. Returns false when there are fewer. `lock`: see `StagingInput`. */
  truncate(name: string, size: number, lock: WriteLock | null): Promise<boolean>
  /** Reads a part into memory; undefined: a byte of the range is missing. */
  read(name: string, range: ByteRange): Promise<Buffer | undefined>
  /** Makes durable what was received by a process that ended before it did so. */
  sync(name: string): Promise<void>
  /** Stores all bytes as a new file of the store; the staged ones stay. */
  storeAsFile(name: string): Promise<{ readonly name: string; readonly size: number }>
  /** Provides all bytes as a file of this machine, for random access, until it is closed. */
  openLocally(name: string): Promise<LocalFile>
  /** Removes them, if there are any. */
  remove(name: string): Promise<void>
  list(): AsyncIterable<StagedBytes>
  /** Removes what no name refers to and is older than this time, which a crash left. Returns how many it removed. */
  removeStrays(before: EpochSeconds): Promise<number>
  /** Returns the free space for staged bytes; infinite where no disk of this machine is used. */
  freeBytes(): Promise<number>
  readonly notes: StagingNotes
}

export interface StagingInput {
  /** Offset of the first byte. */
  readonly offset: number
  /** Maximum number of bytes; what follows is not read. */
  readonly maxBytes: number
  readonly body: Readable
  /** Maximum pause between two chunks, in milliseconds. */
  readonly idleTimeoutMs: number
  /** null: no other request can write, such as to a new upload. */
  readonly lock: WriteLock | null
}

/** Exclusive lock on an upload, which expires when its holder stalls. */
export interface WriteLock {
  readonly token: string
  /** Returns whether the lock is still held, and renews it when it is due. Called before each write. */
  isHeld(): Promise<boolean>
}

export interface ReceivedBytes {
  /** Number of durable bytes. */
  readonly bytes: number
  /** The writing stopped early because another request may write. */
  readonly lostLock: boolean
}

export interface StagedBytes {
  readonly name: string
  readonly changedOn: EpochSeconds
  readonly size: number
}

export interface LocalFile {
  readonly path: string
  close(): Promise<void>
}

/** Short texts that every node can read, outside of transactions; a crash may lose them. */
export interface StagingNotes {
  write(name: string, text: string): Promise<void>
  /** Returns the text; undefined: there is none. */
  read(name: string): Promise<string | undefined>
  remove(name: string): Promise<void>
}

/** A reaction of a later slice in the transaction of the event. */
export type TransactionHook<Subject> = (tx: Tx, about: Subject, at: EpochSeconds) => Promise<void>

/** Archives that users upload to create projects from them (docs/api/projects.md §5). */
export interface ProjectArchives {
  /** Throws when the disk has no space for the archive. */
  assertRoom(bytes: number): Promise<void>
  /** Allows the upload of the archive for a project that the same transaction reserves; returns its URL. */
  expect(tx: Tx, permit: Permit<'create', 'project'>, archive: ExpectedArchive): Promise<string>
}

export interface ExpectedArchive {
  readonly project: ProjectId
  readonly shortName: string
  readonly userId: UserId
  readonly fileName: string
  readonly size: number
  /** Waits for a confirmation after the check. */
  readonly isReviewed: boolean
}

/** Archive of deleted artifacts (docs/api/archive-format.md §4). */
export interface DeletedItems {
  /** Writes an artifact with its history and files as it is now; durable when it resolves. */
  archive(artifact: ArtifactId): Promise<ArchivedItem>
}

export interface ArchivedItem {
  /** Version of the written artifact. */
  readonly version: number
  /** Removes the copy because the artifact was not deleted. */
  discard(): Promise<void>
}

/** The built-in templates for `xml_template_name` (docs/api/projects.md §5). */
export interface BuiltInTemplates {
  has(name: string): boolean
  names(): readonly string[]
}

/**
 * Whether this server can serve Subversion repositories: `absent` (the programs are missing), `degraded` (their server
 * is down) or `ready`.
 */
export type RepositoryState = 'absent' | 'degraded' | 'ready'

/**
 * Subversion repositories on the disk, each in a directory with a generated name. A directory is complete before a row
 * refers to it; directories without a row are swept (docs/api/subversion.md §2, decision 0033).
 */
export interface RepositoryStorage {
  state(): RepositoryState
  /**
   * Returns why repositories cannot work on this machine although the programs are installed, and how to fix it; null:
   * they can.
   */
  problem(): string | null
  /**
   * Creates a repository; durable, hooks included, when it resolves. A layout that cannot be created is a warning, and
   * the repository is empty.
   */
  create(options: {
    /** Login in lower case. */
    readonly author: string
    readonly layout: readonly string[]
  }): Promise<{ readonly directory: string; readonly warnings: readonly string[] }>
  /** Removes a repository, if it exists. */
  remove(directory: string): Promise<void>
  /** Writes a dump of the whole repository next to the repositories; returns its name, durable when it resolves. */
  dump(directory: string, name: string): Promise<string>
  /** Creates a repository from a dump, hooks included. */
  load(dump: string): Promise<{ readonly directory: string }>
  /**
   * Yields its revisions up to this one in Subversion's dump format, read while they are written; locks are not
   * included.
   */
  dumpUntil(directory: string, revision: number): AsyncIterable<Uint8Array>
  /**
   * Creates a repository from dump bytes, verified, hooks included; throws `DumpRefused` when Subversion rejects them.
   * A backup restores it under its former directory name; otherwise it gets a new one.
   */
  loadFrom(
    dump: AsyncIterable<Uint8Array>,
    directory?: string,
  ): Promise<{ readonly directory: string; readonly youngest: number }>
  /** Calls back for every commit, the first one first. */
  eachCommit(directory: string, onCommit: (commit: LoggedCommit) => Promise<void>): Promise<void>
  removeDump(dump: string): Promise<void>
  dumpPath(dump: string): string
  /** Returns the path of the repository for programs. */
  path(directory: string): string
  has(directory: string): Promise<boolean>
  /** Returns whether the access file has exactly this text. */
  hasAccessFile(directory: string, text: string): Promise<boolean>
  /** Activates an access file if Subversion accepts it and no later version is active; otherwise the old one stays. */
  putAccessFile(directory: string, text: string, turn: AccessFileVersion): Promise<PutAccessFile>
  /** Returns Subversion's error about an access file without changing anything; null: it is valid. */
  checkAccessFile(directory: string, text: string): Promise<string | null>
  /** Returns the output of `svnlook` for its command and what follows the path; throws when it fails. */
  look(directory: string, parameters: readonly string[]): Promise<Buffer>
  /** Lists all directories, with or without a row. */
  list(): AsyncIterable<{ readonly directory: string; readonly createdOn: EpochSeconds }>
}

/** The properties of a commit; '' and 0 where they are missing. */
export interface LoggedCommit {
  readonly revision: number
  readonly author: string
  readonly committedOn: EpochSeconds
  readonly message: string
  /** Every path that it changed or copied, with a leading and without a trailing slash. */
  readonly paths: readonly string[]
}

/** Bytes are not a complete dump of a repository. The message is Subversion's own, without internal paths. */
export class DumpRefused extends Error {
  override readonly name = 'DumpRefused'
}

/** Version of an access file: of several nodes that write one, the higher number wins. */
export interface AccessFileVersion {
  readonly number: number
  /** A higher number that no node uses: a file that was written with it may be replaced. */
  readonly evenAfter?: number
}

export type PutAccessFile =
  | { readonly kind: 'in force' }
  | { readonly kind: 'refused'; readonly problem: string }
  | { readonly kind: 'overtaken'; readonly by: number }

/** One mail to one recipient. */
export interface Message {
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Without angle brackets. */
  readonly messageId: string
  /** Earlier messages of the same thread, the first one first. */
  readonly references: readonly string[]
  readonly headers: Readonly<Record<string, string>>
}

/** Outgoing mail; resolves once a server accepted the message. */
export interface Mail {
  /** The domain of message ids. */
  readonly domain: string
  send(message: Message): Promise<void>
}
