import { expect, it } from 'vitest'
import { describeInBrowser, startBrowserSite } from '../kit/browser-site.ts'

describeInBrowser('the API explorer', () => {
  const site = startBrowserSite()

  it('opens an operation on artifacts with its example, in a page that stays small', async () => {
    const page = await (await site.context('visitor')).newPage()
    await page.goto('/api/explorer/')
    await page.locator('.opblock-tag', { hasText: 'Artifacts' }).first().click()
    const operation = page.locator('[id$="-putArtifactsId"]')
    await operation.locator('.opblock-summary-control').click()
    await operation.locator('.responses-inner').getByText('values_by_field').first().waitFor()
    // With every schema drawn in full, it had 8,000 nodes and took seconds.
    expect(await page.locator('*').count()).toBeLessThan(2000)
  })

  it('shows only the operations whose heading contains the text of the filter', async () => {
    const page = await (await site.context('visitor')).newPage()
    await page.goto('/api/explorer/')
    const headings = page.locator('.opblock-tag')
    await headings.first().waitFor()
    expect(await headings.count()).toBeGreaterThan(10)
    await page.locator('.operation-filter-input').fill('Subversion')
    await page.waitForFunction(() => document.querySelectorAll('.opblock-tag').length === 1)
    expect(await headings.textContent()).toContain('Subversion repositories')
  })
})
