import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChangedPath, parseChangedPaths } from './commit.ts'
import { validateImmutableTags } from './immutable-tags.ts'

/** Error for one line of `svnlook changed`. */
const errorFor = (line: string, paths: readonly string[], whitelist: readonly string[] = []) =>
  validateImmutableTags(parseChangedPaths(`${line}\n`), { paths, whitelist })

const refused = (line: string) => `Commit to tag \`${line.slice(4)}\` is not allowed`

describe('validateImmutableTags', () => {
  it.each([
    'U   tags/v1/f',
    '_U  tags/v1/f',
    'UU  tags/v1/f',
    '_U  tags/v1/',
    '_U  tags/',
    'D   tags/v1/',
    'D   tags/v1/f',
    'D   tags/',
    'A   tags/v1/f',
    'A   tags/v1/directory/',
    'A   tags/v1/directory/f',
  ])('%s', (line) => {
    for (const path of ['tags', '/tags', 'tags/', '//tags//']) expect(errorFor(line, [path])).toBe(refused(line))
  })

  it.each(['A   tags/', 'A   tags/v1/', 'A   tags/notes', 'U   trunk/f', 'D   trunk/', 'A   trunk/a/b/c', 'U   f'])(
    'not %s',
    (line) => {
      expect(errorFor(line, ['/tags'])).toBeNull()
    },
  )

  it.each(['U   tags2/v1/f', 'D   tags2/', 'A   tags2/v1/f', 'U   tagsfile', 'U   Tags/v1/f'])(
    'allows %s, which only has the same prefix',
    (line) => {
      expect(errorFor(line, ['/tags'])).toBeNull()
    },
  )

  it('forbids removing an ancestor', () => {
    expect(errorFor('D   module/', ['/module/tags'])).toBe(refused('D   module/'))
    expect(errorFor('D   module/', ['/*/tags'])).toBe(refused('D   module/'))
    expect(errorFor('D   other/', ['/module/tags'])).toBeNull()
    // Properties of ancestors may change.
    expect(errorFor('_U  module/', ['/module/tags'])).toBeNull()
    expect(errorFor('A   module/', ['/module/tags'])).toBeNull()
  })

  it('matches any one segment with `*`', () => {
    const paths = ['/*/tags']
    expect(errorFor('U   module/tags/v1/f', paths)).not.toBeNull()
    expect(errorFor('U   a b+c(d)/tags/v1/f', paths)).not.toBeNull()
    expect(errorFor('U   tags/v1/f', paths)).toBeNull()
    expect(errorFor('U   a/b/tags/v1', paths)).toBeNull()
    expect(errorFor('A   module/tags/v1/', paths)).toBeNull()
    expect(errorFor('A   module/tags/v1/f', paths)).not.toBeNull()
    // Only a segment that consists of a star is a wildcard.
    expect(errorFor('U   module/tags/v1/f', ['/m*/tags'])).toBeNull()
    expect(errorFor('U   m.dule/tags', ['/m.dule/tags'])).not.toBeNull()
    expect(errorFor('U   module/tags', ['/m.dule/tags'])).toBeNull()
  })

  it('keeps blanks in paths', () => {
    expect(errorFor('U   my tags/v1', ['/my tags'])).not.toBeNull()
    expect(errorFor('U   my/v1', ['/my tags'])).toBeNull()
  })

  it('applies to the whole repository with `/`', () => {
    expect(errorFor('U   f', ['/'])).not.toBeNull()
    expect(errorFor('A   directory/', ['/'])).toBeNull()
    expect(errorFor('A   directory/f', ['/'])).not.toBeNull()
    expect(errorFor('U   f', ['', ' '])).toBeNull()
  })

  it('forbids replacing a tag, which Subversion prints as two lines', () => {
    const changes = parseChangedPaths('D   tags/v1/\nA   tags/v1/\n')
    expect(validateImmutableTags(changes, { paths: ['/tags'], whitelist: [] })).toBe(refused('D   tags/v1/'))
  })
})

describe('a whitelist', () => {
  it('allows additions one level below', () => {
    expect(errorFor('A   tags/moving/v1/', ['/tags'], ['/tags/moving'])).toBeNull()
    expect(errorFor('A   tags/moving/f', ['/tags'], ['tags/moving/'])).toBeNull()
    expect(errorFor('A   tags/moving/v1/', ['/tags'], ['/tags/*'])).toBeNull()
  })

  it.each([
    'A   tags/moving/v1/f',
    'A   tags/moved/v1/',
    'U   tags/moving/f',
    '_U  tags/moving/',
    'D   tags/moving/v1/',
  ])('forbids %s', (line) => {
    expect(errorFor(line, ['/tags'], ['/tags/moving'])).toBe(refused(line))
  })
})

describe('for any changes', () => {
  const segment = fc.constantFrom('tags', 'tags2', 'trunk', 'v1', 'a b', '.', 'f(x)')
  const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'))
  const change: fc.Arbitrary<ChangedPath> = fc.record({
    action: fc.constantFrom('A' as const, 'D' as const, 'U' as const),
    path: fc.tuple(path, fc.boolean()).map(([text, isDirectory]) => (isDirectory ? `${text}/` : text)),
  })
  const patterns = fc.array(
    fc.array(fc.oneof(segment, fc.constant('*')), { minLength: 1, maxLength: 3 }).map((parts) => `/${parts.join('/')}`),
    { maxLength: 3 },
  )
  const all = fc.array(change, { maxLength: 6 })
  const isRefused = (changes: readonly ChangedPath[], paths: readonly string[], whitelist: readonly string[]) =>
    validateImmutableTags(changes, { paths, whitelist }) !== null

  it('forbids nothing without paths', () => {
    fc.assert(fc.property(all, patterns, (changes, whitelist) => !isRefused(changes, [], whitelist)))
  })

  it('is stricter with more paths and less strict with more whitelist entries', () => {
    fc.assert(
      fc.property(all, patterns, patterns, patterns, (changes, paths, more, whitelist) => {
        if (isRefused(changes, paths, whitelist)) expect(isRefused(changes, [...paths, ...more], whitelist)).toBe(true)
        if (!isRefused(changes, paths, whitelist))
          expect(isRefused(changes, paths, [...whitelist, ...more])).toBe(false)
      }),
    )
  })

  it('never allows changes or removals by whitelist', () => {
    const touching = fc.array(change.filter(({ action }) => action !== 'A'))
    fc.assert(
      fc.property(touching, patterns, patterns, (changes, paths, whitelist) => {
        expect(isRefused(changes, paths, whitelist)).toBe(isRefused(changes, paths, []))
      }),
    )
  })

  it('forbids with a star at least what a matching segment forbids', () => {
    fc.assert(
      fc.property(all, fc.array(segment, { minLength: 1, maxLength: 3 }), fc.nat(2), (changes, segments, place) => {
        const wide = segments.map((each, index) => (index === place ? '*' : each))
        if (isRefused(changes, [segments.join('/')], [])) expect(isRefused(changes, [wide.join('/')], [])).toBe(true)
      }),
    )
  })

  it('rejects a commit if one of its changes is forbidden', () => {
    fc.assert(
      fc.property(all, patterns, patterns, (changes, paths, whitelist) => {
        const one = changes.some((each) => isRefused([each], paths, whitelist))
        expect(isRefused(changes, paths, whitelist)).toBe(one)
      }),
    )
  })
})
