import { hostname } from 'node:os'
import type { Config } from './config.ts'

/** Returns the name of this process among the nodes, the same after a restart on its machine. */
export const nameNode = ({ port }: Pick<Config, 'port'>): string => `${hostname()}:${port}`
