import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findExpectedValue, parseSettings } from './setting-values.ts'
import { defaultSettings, settingNames } from './settings.ts'

describe('the settings parser', () => {
  it('accepts every default', () => expect(parseSettings({ ...defaultSettings })).toEqual({ ok: defaultSettings }))

  it('accepts every default as text, as the command line sends it', () => {
    const texts = Object.fromEntries(Object.entries(defaultSettings).map(([name, value]) => [name, String(value)]))
    expect(parseSettings(texts)).toEqual({ ok: defaultSettings })
  })

  it.each([
    ['access_mode', 'restricted', 'restricted'],
    ['public_url', 'https://tracker.example/', 'https://tracker.example'],
    ['public_url', '', null],
    ['project_creation', 0, false],
    ['project_approval', 'true', true],
    ['artifacts_deletion_limit', '0', 0],
    ['archive_deleted_items_path', '/srv/archive', '/srv/archive'],
    ['pending_upload_bytes_per_user', '1000', 1000],
    ['project_storage_bytes', '5000000000', 5_000_000_000],
    ['project_storage_bytes', '', null],
    ['free_disk_reserve_bytes', 0, 0],
    ['timezone', 'Europe/Paris', 'Europe/Paris'],
    ['timezone', null, null],
  ])('accepts %s = %j', (name, input, value) =>
    expect(parseSettings({ [name]: input })).toEqual({ ok: { [name]: value } }),
  )

  it.each([
    ['access_mode', 'closed', 'Expected one of (anonymous,regular,restricted).'],
    ['access_mode', null, 'Expected one of (anonymous,regular,restricted).'],
    ['public_url', 'javascript:alert(1)', 'Expecting an http or https URL'],
    ['public_url', 'https://tracker.example/?a', 'Expecting an http or https URL'],
    ['project_creation', 'yes', 'Expecting boolean value'],
    ['artifacts_deletion_limit', -1, 'Minimum required value is 0.'],
    ['artifacts_deletion_limit', 1.5, 'Expecting integer value'],
    ['artifacts_deletion_limit', '', 'Expecting integer value'],
    ['max_upload_bytes', 0, 'Minimum required value is 1.'],
    ['pending_upload_bytes_per_user', null, 'Expecting integer value'],
    ['project_storage_bytes', -1, 'Minimum required value is 0.'],
    ['free_disk_reserve_bytes', 2 ** 50, 'Maximum allowed value is 562949953421312.'],
    ['archive_deleted_items_path', 'archive', 'Expecting the absolute path of a directory'],
    ['timezone', 'Europe/Nowhere', 'Expecting a time zone such as Europe/Paris'],
    ['failed_sign_ins_per_minute', 10_001, 'Maximum allowed value is 10000.'],
    ['tql_complexity_limit', 81, 'Maximum allowed value is 80.'],
  ])('rejects %s = %j', (name, input, problem) => {
    expect(parseSettings({ [name]: input })).toEqual({
      problems: [`Invalid value specified for \`${name}\`. ${problem}`],
    })
  })

  it.each([
    ['access_mode', 'closed', 'one of: anonymous, regular, restricted'],
    ['project_creation', 'yes', 'true or false'],
    ['site_name', '', 'one line of 1 to 100 characters'],
    ['tql_complexity_limit', '81', 'an integer from 0 to 80'],
    ['timezone', '', undefined],
  ] as const)('describes what %s expects instead of %j', (name, input, expected) =>
    expect(findExpectedValue(name, input)).toBe(expected),
  )

  it('reports all problems', () => {
    expect(parseSettings({ nonsense: 1, timezone: 'x', project_creation: true })).toEqual({
      problems: [
        'Unknown setting `nonsense`.',
        'Invalid value specified for `timezone`. Expecting a time zone such as Europe/Paris',
      ],
    })
  })

  it('ignores inherited properties of objects', () => {
    expect(parseSettings({ constructor: 1 })).toEqual({ problems: ['Unknown setting `constructor`.'] })
  })

  it('accepts or rejects any input, and accepts its own output', () => {
    const input = fc.dictionary(fc.constantFrom(...settingNames), fc.jsonValue())
    fc.assert(
      fc.property(input, (values) => {
        const parsed = parseSettings(values)
        if ('ok' in parsed) expect(parseSettings(parsed.ok)).toEqual(parsed)
        else expect(parsed.problems.length).toBeGreaterThan(0)
      }),
    )
  })
})
