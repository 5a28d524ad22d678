/** No document of the portal lets a browser run inline scripts or scripts of other hosts. `screens.spec.ts` tries that on every screen. */
import { screenAccess } from '@vialdesk/contract/screens'
import { expectOwnScriptsOnly, watchViolations } from '../journey/foreign-scripts.ts'
import { expect, test } from '../journey/journey.ts'

/** The sources of each directive. */
const directivesOf = (policy: string) =>
  Object.fromEntries(policy.split('; ').map((each) => [each.split(' ')[0] ?? '', each.split(' ').slice(1)]))

/** The rules that the policy breaks: one for each source that could run a script of others. */
function faultsOf(policy: string): string[] {
  const directives = directivesOf(policy)
  const fallback = directives['default-src'] ?? ['*']
  const mayBeSelf = ['default-src', 'script-src', 'worker-src', 'frame-src', 'object-src', 'connect-src']
  const faults = mayBeSelf.flatMap((name) =>
    (directives[name] ?? fallback).flatMap((source) => (["'self'", "'none'"].includes(source) ? [] : [`${name} ${source}`])),
  )
  return [...faults, ...(policy.match(/unsafe-eval|unsafe-hashes|strict-dynamic/g) ?? [])]
}

/** Pages and files that are no screens of the table; the last two do not exist. */
const OTHER_PATHS = [
  '/docs/api',
  '/openapi.json',
  '/dev/mail',
  '/data-sources/clients.json',
  '/favicon.svg',
  '/nowhere',
  '/media/x.pdf',
]

test('every screen, page and file has a policy that allows scripts of the portal only', async ({ request, rows }) => {
  const screens = Object.keys(screenAccess).map((path) => path.replaceAll(/\{\w+\??\}/g, '1'))
  const { logo } = await rows.call<{ logo: string }>('admin', 'GET', '/domain/config/demo/')
  const { results } = await rows.call<{ results: { id: number; pdf_file: string | null }[] }>(
    'admin',
    'GET',
    '/api/v1/fedex-requests/',
  )
  const label = results.find(({ pdf_file }) => pdf_file !== null)
  const { link } = await rows.call<{ link: string }>('admin', 'GET', `/api/v1/fedex-requests/${label?.id}/label-link/`)
  const types = new Set<string | undefined>()
  for (const path of [...screens, ...OTHER_PATHS, logo, link]) {
    const answer = await request.get(path, { headers: { accept: 'text/html,*/*' } })
    const headers = answer.headers()
    types.add(headers['content-type']?.split(';')[0])
    expect(faultsOf(headers['content-security-policy'] ?? ''), path).toEqual([])
    expect(headers['x-content-type-options'], path).toBe('nosniff')
  }
  expect([...types]).toEqual(expect.arrayContaining(['text/html', 'application/json', 'image/svg+xml', 'application/pdf']))
})

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
