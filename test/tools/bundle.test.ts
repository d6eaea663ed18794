import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'

it('the bundler keeps the check of percent-encoded texts', async () => {
  const bundle = await rolldown({ input: 'src/http/requests/percent-encoding.ts', platform: 'node' })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  const built: { assertDecodable(text: string): void } = await import(
    `data:text/javascript,${encodeURIComponent(output[0].code)}`
  )
  expect(() => built.assertDecodable('key=%C3%A9')).not.toThrow()
  for (const text of ['key=%ff', 'x%ED%A0%BD', '%e2%82'])
    expect(() => built.assertDecodable(text), text).toThrow(/UTF-8/)
})
