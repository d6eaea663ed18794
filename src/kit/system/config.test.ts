import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('the configuration', () => {
  it('has defaults without environment variables', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      databaseUrl: undefined,
      publicUrl: undefined,
      trustedProxies: [],
    })
  })
  it('is parsed from environment variables', () => {
    const config = readConfig({
      TULIPWOOD_PORT: '9000',
      DATABASE_URL: 'postgres://localhost/x',
      TULIPWOOD_PUBLIC_URL: 'https://tracker.example/',
      TULIPWOOD_TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1',
      TULIPWOOD_TIMEZONE: 'Europe/Paris',
    })
    expect(config).toMatchObject({
      port: 9000,
      databaseUrl: 'postgres://localhost/x',
      publicUrl: 'https://tracker.example',
      trustedProxies: ['10.0.0.0/8', '127.0.0.1'],
      timezone: 'Europe/Paris',
    })
  })
  it.each([
    'TULIPWOOD_SHUTDOWN_DELAY',
    'TULIPWOOD_DATABASE_WAIT',
    'TULIPWOOD_STATEMENT_TIMEOUT',
    'TULIPWOOD_LOCK_TIMEOUT',
  ])('rejects a %s that is no time', (name) => {
    for (const text of ['-1', 'soon', '301'])
      expect(() => readConfig({ [name]: text })).toThrow(`${name} must be a number of seconds from 0 to 300: ${text}`)
  })
  it('has limits of PostgreSQL and a mode of its pooler', () => {
    expect(readConfig({})).toMatchObject({
      databaseConnections: 10,
      databaseReadUrl: undefined,
      lockTimeoutSeconds: 20,
      databasePooling: 'session',
      statementTimeoutSeconds: 30,
    })
    const env = { TULIPWOOD_DATABASE_CONNECTIONS: '25', TULIPWOOD_DATABASE_POOLING: 'transaction' }
    expect(readConfig(env)).toMatchObject({ databaseConnections: 25, databasePooling: 'transaction' })
    for (const text of ['1', '2.5', 'many', '1001'])
      expect(() => readConfig({ TULIPWOOD_DATABASE_CONNECTIONS: text })).toThrow(
        `TULIPWOOD_DATABASE_CONNECTIONS must be a number from 2 to 1000: ${text}`,
      )
    expect(() => readConfig({ TULIPWOOD_DATABASE_POOLING: 'statement' })).toThrow(
      'TULIPWOOD_DATABASE_POOLING must be session or transaction: statement',
    )
  })
  it('has a schedule of backups if there is a directory for them', () => {
    expect(readConfig({}).backups).toBeNull()
    const directory = '/backup'
    expect(readConfig({ TULIPWOOD_BACKUP_DIRECTORY: directory }).backups).toEqual({
      directory,
      times: ['03:00'],
      keep: 7,
    })
    const env = { TULIPWOOD_BACKUP_SCHEDULE: '15:30, 03:00,15:30', TULIPWOOD_BACKUP_KEEP: '2' }
    expect(readConfig({ TULIPWOOD_BACKUP_DIRECTORY: directory, ...env }).backups).toEqual({
      directory,
      times: ['03:00', '15:30'],
      keep: 2,
    })
    for (const text of ['daily', '24:00', '3:00', ','])
      expect(() => readConfig({ TULIPWOOD_BACKUP_SCHEDULE: text })).toThrow(
        `TULIPWOOD_BACKUP_SCHEDULE must be times of day such as 03:00 or 03:00,15:00: ${text}`,
      )
    for (const text of ['0', '1.5', 'all', '1001'])
      expect(() => readConfig({ TULIPWOOD_BACKUP_KEEP: text })).toThrow(
        `TULIPWOOD_BACKUP_KEEP must be a number from 1 to 1000: ${text}`,
      )
  })
  it('waits 15 seconds for a lost database by default', () => {
    expect(readConfig({}).databaseWaitSeconds).toBe(15)
    expect(readConfig({ TULIPWOOD_DATABASE_WAIT: '0' }).databaseWaitSeconds).toBe(0)
  })
  it.each([
    ['tracker@example.org', { name: '', address: 'tracker@example.org' }],
    ['Tulipwood <tracker@example.org>', { name: 'Tulipwood', address: 'tracker@example.org' }],
    ['"Our, tracker" <tracker@example.org>', { name: 'Our, tracker', address: 'tracker@example.org' }],
  ])('parses the mail sender %s', (from, read) => {
    const url = 'smtp://user:secret@mail.example:587'
    expect(readConfig({ TULIPWOOD_SMTP_URL: url, TULIPWOOD_MAIL_FROM: from }).smtp).toEqual({ url, from: read })
  })
  it('stores attachments in a bucket if one is configured', () => {
    expect(readConfig({ TULIPWOOD_S3_REGION: 'eu-west-1' }).objectStorage).toBeNull()
    expect(readConfig({ TULIPWOOD_S3_BUCKET: 'files', TULIPWOOD_S3_REGION: 'eu-west-1' }).objectStorage).toEqual({
      bucket: 'files',
      endpoint: undefined,
      region: 'eu-west-1',
      prefix: '',
      isPathStyle: false,
      credentials: null,
    })
    const own = {
      TULIPWOOD_S3_BUCKET: 'files',
      TULIPWOOD_S3_ENDPOINT: 'https://s3.example.org/',
      TULIPWOOD_S3_PREFIX: '/tulipwood/one/',
      TULIPWOOD_S3_ACCESS_KEY: 'key',
      TULIPWOOD_S3_SECRET_KEY: 'secret',
    }
    expect(readConfig(own).objectStorage).toEqual({
      bucket: 'files',
      endpoint: 'https://s3.example.org',
      region: 'us-east-1',
      prefix: 'tulipwood/one/',
      isPathStyle: true,
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    })
    expect(readConfig({ ...own, TULIPWOOD_S3_PATH_STYLE: 'no' }).objectStorage?.isPathStyle).toBe(false)
  })
  it.each([
    [{ TULIPWOOD_S3_ENDPOINT: 's3.example.org' }, 'TULIPWOOD_S3_ENDPOINT'],
    [{ TULIPWOOD_S3_BUCKET: 'a/b' }, 'TULIPWOOD_S3_BUCKET'],
    [{ TULIPWOOD_S3_PREFIX: '../other' }, 'TULIPWOOD_S3_PREFIX'],
    [{ TULIPWOOD_S3_PREFIX: 'two words' }, 'TULIPWOOD_S3_PREFIX'],
    [{ TULIPWOOD_S3_PATH_STYLE: 'maybe' }, 'TULIPWOOD_S3_PATH_STYLE'],
    [{ TULIPWOOD_S3_ACCESS_KEY: 'key' }, 'TULIPWOOD_S3_SECRET_KEY'],
    [{ TULIPWOOD_S3_SECRET_KEY: 'my-little-secret' }, 'TULIPWOOD_S3_ACCESS_KEY'],
  ])('rejects %j of a bucket by its name, without repeating a secret', (env, name) => {
    expect(() => readConfig({ TULIPWOOD_S3_BUCKET: 'files', ...env })).toThrow(name)
    expect(() => readConfig({ TULIPWOOD_S3_BUCKET: 'files', ...env })).not.toThrow('my-little-secret')
  })
  it('does not repeat the password of an invalid URL', () => {
    expect(() => readConfig({ TULIPWOOD_SMTP_URL: 'smpt://user:secret@mail.example' })).not.toThrow('secret')
    expect(() => readConfig({ DATABASE_URL: 'postgres://user:secret@a:b,c/x' })).not.toThrow('secret')
  })
  it.each([
    [{ TULIPWOOD_PORT: 'http' }, 'TULIPWOOD_PORT'],
    [{ TULIPWOOD_PORT: '70000' }, 'TULIPWOOD_PORT'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://a:1,b:c/x' }, 'DATABASE_URL'],
    [{ TULIPWOOD_DATABASE_READ_URL: 'replica.example' }, 'TULIPWOOD_DATABASE_READ_URL'],
    [{ TULIPWOOD_PUBLIC_URL: 'tracker.example' }, 'TULIPWOOD_PUBLIC_URL'],
    [{ TULIPWOOD_TIMEZONE: 'Paris' }, 'TULIPWOOD_TIMEZONE'],
    [{ TULIPWOOD_SECRET_KEY: 'abc' }, 'TULIPWOOD_SECRET_KEY'],
    [{ TULIPWOOD_SMTP_URL: 'mail.example', TULIPWOOD_MAIL_FROM: 'a@b.example' }, 'TULIPWOOD_SMTP_URL'],
    [{ TULIPWOOD_SMTP_URL: 'smtp://', TULIPWOOD_MAIL_FROM: 'a@b.example' }, 'TULIPWOOD_SMTP_URL'],
    [{ TULIPWOOD_SMTP_URL: 'smtp://mail.example' }, 'TULIPWOOD_MAIL_FROM'],
    [{ TULIPWOOD_SMTP_URL: 'smtp://mail.example', TULIPWOOD_MAIL_FROM: 'Tracker' }, 'TULIPWOOD_MAIL_FROM'],
  ])('rejects %j by its name', (env, name) => {
    expect(() => readConfig(env)).toThrow(name)
  })
})
