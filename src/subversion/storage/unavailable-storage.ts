import type { RepositoryStorage } from '../../world/model/ports.ts'
import { throwNotInstalled } from './assert-subversion-installed.ts'

const throwUnavailable = async (): Promise<never> => throwNotInstalled()

/**
 * Storage used when the Subversion programs are not installed (docs/decisions/0034-run-apache-behind-the-server.md):
 * stored settings remain readable.
 */
export const unavailableStorage: RepositoryStorage = {
  state: () => 'absent',
  problem: () => null,
  create: throwUnavailable,
  remove: throwUnavailable,
  dump: throwUnavailable,
  load: throwUnavailable,
  dumpUntil: throwNotInstalled,
  loadFrom: throwUnavailable,
  eachCommit: throwUnavailable,
  removeDump: throwUnavailable,
  dumpPath: throwNotInstalled,
  path: throwNotInstalled,
  has: async () => false,
  hasAccessFile: async () => false,
  putAccessFile: throwUnavailable,
  checkAccessFile: throwUnavailable,
  look: throwUnavailable,
  async *list() {},
}

/** Storage used when the programs are installed but repositories cannot work. */
export const createFailedStorage = (problem: string): RepositoryStorage => ({
  ...unavailableStorage,
  problem: () => problem,
})
