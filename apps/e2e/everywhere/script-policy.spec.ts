/**
 * No document of the portal lets a browser run inline scripts or scripts of other hosts: these are no screens, which `screens.spec.ts` tries. What
 * the policy of each path says is tested without a browser.
 */
import { expectOwnScriptsOnly, watchViolations } from '../journey/foreign-scripts.ts'
import { expect, test } from '../journey/journey.ts'

test('the pages that are no screens run no foreign script', async ({ page, refusals }) => {
  refusals.provokesViolations = true
  await watchViolations(page)
  // One call is enough: this browser does not optimize scripts, and would take a minute to read the document of all calls.
  await page.route('**/docs/api/json', async (route) => {
    const document = await (await route.fetch()).json()
    await route.fulfill({ json: { ...document, paths: { '/auth/login/': document.paths['/auth/login/'] } } })
  })
  await page.goto('/docs/api')
  await expect(page.getByText('/auth/login/', { exact: true }).first()).toBeVisible()
  await expectOwnScriptsOnly(page)
  await page.goto('/dev/mail')
  await expectOwnScriptsOnly(page)
  // A picture with scripts is a document of its own when it is opened.
  await page.goto('/favicon.svg')
  await expectOwnScriptsOnly(page)
})
