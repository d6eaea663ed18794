import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('the environment', () => {
  it('need not say anything', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      databaseUrl: undefined,
      publicUrl: undefined,
      trustedProxies: [],
    })
  })
  it('is read with its values', () => {
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
    ['tracker@example.org', { name: '', address: 'tracker@example.org' }],
    ['Tulipwood <tracker@example.org>', { name: 'Tulipwood', address: 'tracker@example.org' }],
    ['"Our, tracker" <tracker@example.org>', { name: 'Our, tracker', address: 'tracker@example.org' }],
  ])('says with %s who sends mail', (from, read) => {
    const url = 'smtp://user:secret@mail.example:587'
    expect(readConfig({ TULIPWOOD_SMTP_URL: url, TULIPWOOD_MAIL_FROM: from }).smtp).toEqual({ url, from: read })
  })
  it('does not repeat the password of an address that is wrong', () => {
    expect(() => readConfig({ TULIPWOOD_SMTP_URL: 'smpt://user:secret@mail.example' })).not.toThrow('secret')
  })
  it.each([
    [{ TULIPWOOD_PORT: 'http' }, 'TULIPWOOD_PORT'],
    [{ TULIPWOOD_PORT: '70000' }, 'TULIPWOOD_PORT'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ TULIPWOOD_PUBLIC_URL: 'tracker.example' }, 'TULIPWOOD_PUBLIC_URL'],
    [{ TULIPWOOD_TIMEZONE: 'Paris' }, 'TULIPWOOD_TIMEZONE'],
    [{ TULIPWOOD_SMTP_URL: 'mail.example', TULIPWOOD_MAIL_FROM: 'a@b.example' }, 'TULIPWOOD_SMTP_URL'],
    [{ TULIPWOOD_SMTP_URL: 'smtp://', TULIPWOOD_MAIL_FROM: 'a@b.example' }, 'TULIPWOOD_SMTP_URL'],
    [{ TULIPWOOD_SMTP_URL: 'smtp://mail.example' }, 'TULIPWOOD_MAIL_FROM'],
    [{ TULIPWOOD_SMTP_URL: 'smtp://mail.example', TULIPWOOD_MAIL_FROM: 'Tracker' }, 'TULIPWOOD_MAIL_FROM'],
  ])('%j is refused by its name', (env, name) => {
    expect(() => readConfig(env)).toThrow(name)
  })
})
