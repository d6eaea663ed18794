import type { RepositoryStorage } from '../kit/ports.ts'
import { refuseAbsent } from './refuse-absent.ts'

const refuse = async (): Promise<never> => refuseAbsent()

/**
 * Stands where no program for repositories is installed (docs/decisions/0034-run-apache-behind-the-server.md): what was said of
 * them is still read.
 */
export const absentStorage: RepositoryStorage = {
  state: () => 'absent',
  problem: () => null,
  create: refuse,
  remove: refuse,
  dump: refuse,
  load: refuse,
  dumpUntil: refuseAbsent,
  loadFrom: refuse,
  eachCommit: refuse,
  removeDump: refuse,
  dumpPath: refuseAbsent,
  path: refuseAbsent,
  has: async () => false,
  hasAccessFile: async () => false,
  putAccessFile: refuse,
  checkAccessFile: refuse,
  look: refuse,
  async *list() {},
}

/** Stands where repositories cannot work although their programs are installed. */
export const unusableStorage = (problem: string): RepositoryStorage => ({ ...absentStorage, problem: () => problem })
