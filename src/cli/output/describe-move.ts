import { sqliteFileName } from '../../database/db/db.ts'
import { type DatabaseLocation, describeLocation } from '../../database/move/database-location.ts'
import type { MoveResult } from '../../database/move/move-database.ts'
import type { Config } from '../../kit/system/config.ts'
import type { CommandOutput } from '../context/command-output.ts'
import { formatCount } from './format-count.ts'

interface Move {
  readonly from: DatabaseLocation
  readonly to: DatabaseLocation
  readonly config: Pick<Config, 'dataDirectory' | 'objectStorage'>
}

/** Describes a finished move and what to do now. */
export function describeMove({ tables, rows, resumedRows }: MoveResult, { from, to, config }: Move): CommandOutput {
  const [source, target] = [describeLocation(from), describeLocation(to)]
  const resumed = resumedRows === 0 ? '' : `; ${resumedRows} of them by an earlier start`
  return {
    isResult: true,
    lines: [
      `Moved ${formatCount(rows, 'row')} of ${formatCount(tables, 'table')} from ${source} to ${target}${resumed}.`,
      'All rows were compared.',
      '',
      ...('url' in to ? describePostgres(to.url) : describeEmbedded(to.directory, config)),
      describeFiles(config),
      `${source} has not changed. From now on it is a backup: changes are made in the new database only.`,
    ],
    json: { from: source, to: target, tables, rows, resumed_rows: resumedRows },
  }
}

function describePostgres(text: string): string[] {
  const url = new URL(text)
  if (url.password !== '') url.password = 'PASSWORD'
  return ['Set this for every node, and start the server:', `  DATABASE_URL=${url.href}`]
}

const describeEmbedded = (directory: string, { dataDirectory }: Pick<Config, 'dataDirectory'>): string[] =>
  directory === dataDirectory
    ? ['Remove DATABASE_URL from the environment, and start one server with the same TULIPWOOD_DATA.']
    : [
        `Move ${sqliteFileName} from ${directory} to ${dataDirectory}, or everything else from there to ${directory} and set TULIPWOOD_DATA=${directory}.`,
        'Remove DATABASE_URL from the environment, and start one server.',
      ]

const describeFiles = ({ dataDirectory, objectStorage }: Move['config']): string =>
  `Files stay where they are: repositories and secret.key in ${dataDirectory}, attachments ${
    objectStorage === null ? 'there as well' : 'in the bucket'
  }. "tulipwood files copy" moves attachments to another store.`
